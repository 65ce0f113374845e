"""What a Chinese problem says of its quantities and of what it asks."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, cast

from quantity_tagger.analysis.chinese_compare import Comparison, Entities, comparisons
from quantity_tagger.analysis.chinese_expression import expression
from quantity_tagger.analysis.chinese_mentions import Mention, mentions
from quantity_tagger.analysis.chinese_story import POLARITY, Part, parts, schemas
from quantity_tagger.analysis.facts import (
    Facts,
    Phase,
    Proposal,
    QuantityFacts,
    QuestionFacts,
    QuestionKind,
    Role,
    UnitKind,
    VerbClass,
)
from quantity_tagger.lexicon import load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from quantity_tagger.reading.problem import Problem
    from quantity_tagger.text.document import Token

_KINDS: Final[Mapping[str, UnitKind]] = {
    "classifier": "count",
    "length": "length",
    "mass": "weight",
    "money": "money",
    "time": "time",
    "area": "length",
    "volume": "volume",
    "other": "degree",
}
_QUESTIONS: Final[Mapping[str, QuestionKind]] = {
    "remain": "remainder",
    "repay": "remainder",
    "lack": "need",
    "now": "end",
    "start": "start",
    "whole": "whole",
    "rest": "part",
    "exceed": "difference",
    "apart": "difference",
    "event": "change",
    "state": "state",
    "both": "part",
    "neither": "part",
    "plan": "need",
    "overlap": "part",
    "pay": "change",
}
_LABELS: Final = frozenset(
    ("年级", "班", "月份", "届", "号楼", "路", "级", "单元", "中", "小", "班级")
)
_PEOPLE: Final = frozenset(("人", "名", "位", "个", "口"))


@cache
def unit_kinds() -> Mapping[str, UnitKind]:
    kinds: dict[str, UnitKind] = {"钱": "money", "块": "money"}
    for section, words in load("zh", "measures").items():
        if section in _KINDS:
            for word in words:
                kinds.setdefault(word, _KINDS[section])
    return kinds


def analyse(problem: Problem) -> Facts:
    """The facts of a Chinese problem, with the readings of the whole story that fit it."""
    tokens = problem.tokens
    found, _ = mentions(problem)
    asked = next(index for index, mention in enumerate(found) if mention.value is None)
    kinds = [_unit_kind(mention.unit) for mention in found]
    roles: list[Role] = [_label(tokens, found, index) for index in range(len(found))]
    story = parts(tokens, found, kinds)
    usable = [i for i in range(len(found)) if i != asked and roles[i] != "label"]
    related = [
        i for i in usable if roles[i] != "date" and _agree(found[i], found[asked], kinds, i, asked)
    ]
    ties = comparisons(tokens, found)
    proposals = _proposals(tokens, found, story, asked, usable, related, ties)
    entries = tuple(
        _entry(problem, found, story, roles, kinds, ties, asked, index)
        for index in range(len(found))
    )
    return Facts(
        quantities=entries,
        unknown=asked,
        question=_question(found[asked], story[asked], ties.get(asked), kinds[asked]),
        proposals=tuple(
            Proposal(name, tuple(-1 if i == asked else signs.get(i, 0) for i in range(len(found))))
            for name, signs in proposals
        ),
    )


def _unit_kind(unit: tuple[str, ...]) -> UnitKind:
    kinds = unit_kinds()
    return next((kinds[word] for word in unit if word in kinds), "")


def _label(tokens: Sequence[Token], found: Sequence[Mention], index: int) -> Role:
    """Whether the number is a name or a date rather than an amount."""
    mention = found[index]
    if mention.value is None:
        return ""
    at = mention.token
    before = tokens[at - 1].text if at else ""
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    beyond = tokens[at + 2].text if at + 2 < len(tokens) else ""
    if before in ("第", "星期", "周"):
        return "label"
    if after in _LABELS or after.endswith(("年级", "班")):
        return "label"
    if after in ("）", ")") and before in ("（", "(") and beyond.startswith(("班", "中队")):
        return "label"
    if after in ("（", "(") and at + 4 < len(tokens) and tokens[at + 4].text.startswith("班"):
        return "label"
    if after == "、" and index + 1 < len(found) and found[index + 1].token == at + 2:
        following = _label(tokens, found, index + 1)
        return "label" if following == "label" else ""
    if after == "、" and beyond.endswith("年级"):
        return "label"
    if after == "年" and mention.value >= 1000:
        return "date"
    if after in ("月", "日", "号"):
        return "date"
    return ""


def _agree(one: Mention, other: Mention, kinds: Sequence[UnitKind], index: int, asked: int) -> bool:
    """Whether two amounts may be of the same thing, by their units."""
    if not one.unit or not other.unit or not kinds[index] or not kinds[asked]:
        return True
    if kinds[index] != kinds[asked]:
        return False
    if kinds[index] != "count":
        return True
    if one.unit[0] == other.unit[0] or (one.unit[0] in _PEOPLE and other.unit[0] in _PEOPLE):
        return True
    return bool(set(one.unit[1:]) & set(other.unit[1:]))


def _proposals(
    tokens: Sequence[Token],
    found: Sequence[Mention],
    story: Sequence[Part],
    asked: int,
    usable: Sequence[int],
    related: Sequence[int],
    ties: Mapping[int, Comparison],
) -> list[tuple[str, dict[int, int]]]:
    proposals: list[tuple[str, dict[int, int]]] = []
    written = expression(tokens, found, asked)
    if written:
        proposals.append(("expression", written))
    compared = Entities(found, ties, usable).answer(asked)
    if compared:
        proposals.append((f"compare {compared[0]}", compared[1]))
    proposals.extend(schemas(found, story, asked, related))
    return [
        (name, signs)
        for name, signs in proposals
        if all(abs(sign) <= 1 for sign in signs.values())
        and sum(sign * (found[index].value or 0) for index, sign in signs.items()) > 0
    ]


def _entry(
    problem: Problem,
    found: Sequence[Mention],
    story: Sequence[Part],
    roles: Sequence[Role],
    kinds: Sequence[UnitKind],
    ties: Mapping[int, Comparison],
    asked: int,
    index: int,
) -> QuantityFacts:
    mention, part = found[index], story[index]
    role, direction, phase = _role(roles[index], part, ties.get(index))
    return QuantityFacts(
        value=mention.value,
        token=mention.token,
        sentence=mention.sentence,
        clause=mention.clause,
        in_question=mention.clause == found[asked].clause,
        unit=mention.unit[0] if mention.unit else "",
        material=mention.unit[1:],
        unit_kind=kinds[index],
        verb=part.verb,
        verb_class=cast("VerbClass", part.verb_class),
        role=role,
        direction=direction,
        phase=phase,
        cues=tuple(sorted({part.kind, *mention.cues})),
    )


def _role(label: Role, part: Part, tie: Comparison | None) -> tuple[Role, int, Phase]:
    if label:
        return label, 0, ""
    if tie:
        return "difference", tie.direction, ""
    polarity = POLARITY.get(part.verb_class, 0)
    if part.kind == "start":
        return "state", 0, "start"
    if part.kind in ("remain", "now"):
        return "state", 0, "end"
    if part.kind == "whole":
        return "total", 0, ""
    if part.kind == "event":
        return "change", polarity, ""
    if part.kind == "plan":
        return "goal", 0, ""
    if part.kind in ("both", "neither", "rest"):
        return "part", 0, ""
    if part.money and part.verb_class == "cost":
        return "price", 0, ""
    return "state", 0, ""


def _question(
    mention: Mention, part: Part, tie: Comparison | None, kind: UnitKind
) -> QuestionFacts:
    return QuestionFacts(
        kind="difference" if tie else _QUESTIONS.get(part.kind, "state"),
        cues=tuple(sorted({part.kind, *mention.cues})),
        direction=tie.direction if tie else 0,
        unit=mention.unit[0] if mention.unit else "",
        material=mention.unit[1:],
        unit_kind=kind,
        verb=part.verb,
        verb_class=cast("VerbClass", part.verb_class),
    )
