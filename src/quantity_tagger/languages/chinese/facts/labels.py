"""Numbers that name or date rather than count: 4（3）班, 第2题, 2019年, 6月1日, 5年后."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal

from quantity_tagger.languages.chinese.vocabulary import word_set
from quantity_tagger.problem.document import Token

Label = Literal["", "label", "date"]

_NUMBERED: Final = word_set("word_groups", "numbered")
_WHEN: Final = word_set("word_groups", "when")


def label(tokens: Sequence[Token], at: int, numbers: Mapping[int, Fraction | None]) -> Label:
    """What the number at token ``at`` names, "" where it counts; ``numbers`` are all there are."""
    value = numbers[at]
    if value is None:
        return ""
    before = tokens[at - 1].text if at else ""
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    beyond = tokens[at + 2].text if at + 2 < len(tokens) else ""
    if before in ("第", "星期", "周"):
        return "label"
    if after in _NUMBERED or (after.endswith(("年级", "班")) and len(after) < 4):
        return "label"
    if after == "年" and beyond.endswith("班"):
        return "label"
    if after in ("）", ")") and before in ("（", "(") and beyond.startswith(("班", "中队")):
        return "label"
    if after in ("（", "(") and at + 4 < len(tokens) and tokens[at + 4].text.startswith("班"):
        return "label"
    if after == "、" and beyond.endswith("年级"):
        return "label"
    if after == "、" and at + 2 in numbers:
        return "label" if label(tokens, at + 2, numbers) == "label" else ""
    if after in ("年", "岁") and (beyond in _WHEN or before in ("过", "再过", "当")):
        return "date"
    if after in ("月", "日", "号") or (after == "年" and value >= 1000):
        return "date"
    return ""
