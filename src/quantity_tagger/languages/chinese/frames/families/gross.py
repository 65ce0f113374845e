"""Weights with and without the container in Chinese: 连筐重, 空桶重."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.arithmetic import marked
from quantity_tagger.languages.chinese.frames.mention import Word
from quantity_tagger.languages.chinese.frames.words import effect_of
from quantity_tagger.situation.facts import DIRECTION
from quantity_tagger.situation.families.gross import Part, weighed
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

_BOX = "筐|桶|盒|瓶|箱|篮|袋|罐|盆|缸|坛|车|杯|碗|壶"


def read_gross(problem: Problem, words: Sequence[Word]) -> Candidate | None:
    """What is weighed with its container, the container, or the content."""
    text = marked(problem)
    box = re.search(rf"连(?:同)?(?:空)?({_BOX})子?", text)
    if box is None or re.search("一半|平均|每", text):
        return None
    told: dict[Part, int] = {}
    asked: Part | None = None
    for clause in re.split(r"[，。；,;?？!！．.]|后(?=[^，。]*\{)", text):
        number = re.search(r"\{(\d+|x)\}", clause)
        if number is None:
            continue
        part = _part(clause, box.group(1), "gross" in told)
        if part is None or part in told:
            return None
        if number.group(1) == "x":
            asked = "net later" if part == "net" and "taken" in told else part
        else:
            told[part] = int(number.group(1))
    if asked is None or len(told) != len(problem.quantities):
        return None
    return weighed(told, asked, problem.values)


def _part(clause: str, box: str, later: bool) -> Part | None:
    if re.search(f"连(?:同)?(?:空)?{box}", clause):
        return "gross later" if later else "gross"
    empty = f"^(?:这个|空|一个)?(?:空)?{box}子?(?:本身)?(?:的?重量?)?(?:是|重|有)"
    if re.search(empty, clause) and not re.search("里|有", clause):
        return "container"
    verb = re.search(r"(?:后来|又)?([^{}]{1,4}?)了?\{(?:\d+|x)\}", clause)
    if (
        verb is not None
        and DIRECTION.get(effect_of(re.sub("^.*?([^的]{2})$", r"\1", verb.group(1))), 0) < 0
    ):
        return "taken"
    return "net"
