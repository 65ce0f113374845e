"""Rows, floors and walks in Chinese: 从前面数第8个, 从3楼上5层, 向东走…又向西走…."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.arithmetic import marked
from quantity_tagger.languages.chinese.frames.mention import Word
from quantity_tagger.languages.chinese.frames.words import any_of
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.situation.families.ranks import Part, row
from quantity_tagger.situation.families.walks import walk
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

_Q = r"\{(\d+)\}"
_FRONT = "从?(?:前面?|左边?|左起|排头|队首|头)(?:往[后右]|向[后右]|起|开始)?数?"
_BACK = "从?(?:后面?|右边?|右起|排尾|队尾|尾)(?:往[前左]|向[前左]|起|开始)?数?"
_RANKED: tuple[tuple[str, Part], ...] = (
    (rf"{_FRONT}[，,]?[^，。？{{}}]{{0,6}}?(?:排?在?)第{_Q}", "rank"),
    (rf"{_BACK}[，,]?[^，。？{{}}]{{0,6}}?(?:排?在?)第{_Q}", "rank from the end"),
    (rf"(?<!从)前[面边](?:还|已经)?(?:有|站着?|排着?|是)?{_Q}", "before"),
    (rf"(?<!从)后[面边](?:还|已经)?(?:有|站着?|排着?|是)?{_Q}", "behind"),
    (rf"(?:一共|共|全班|有|队伍|^)(?:有|是)?{_Q}(?:个|名|位)?(?:人|同学|小朋友|学生)", "all"),
)
_STEPS = "(?:层|级|格|阶|页|题|站|名|位)"
_AXES = (("东", "西"), ("南", "北"), ("上", "下"), ("前", "后"), ("左", "右"))


def read_row(problem: Problem, words: Sequence[Word]) -> Candidate | None:
    """A row with somebody in it."""
    text = marked(problem)
    people = "|".join([re.escape(word.text) for word in words if word.role == "person"])
    ranked = "排队|排成|队伍|一队|一行|一排|一列|数第|排在|第"
    inside = (
        rf"(?:{people})的?前[面边].*\}}[个名位]?人.*后[面边].*\}}[个名位]?人"  # he is one of them
    )
    if not re.search(f"{ranked}|{inside}" if people else ranked, text):
        return None
    if not re.search("前|后|左|右|排[头尾]", text):
        return None
    told: dict[Part, int] = {}
    for pattern, part in _RANKED:
        match = re.search(pattern, text)
        if match is not None and part not in told and int(match.group(1)) not in told.values():
            told[part] = int(match.group(1))
    if len(told) < 2 or len(told) != len(problem.quantities):
        return None
    values = problem.values
    question = re.split("[，。！]", text[: text.rindex("{x}")])[-1] + text[text.rindex("{x}") :]
    if re.search("之间|中间", question):
        return row(told, "between", values, two=True)
    if re.search("从(?:后|右|排尾|队尾).*(?:数|起)", question) and "rank" in told:
        return row(told, "rank from the end", values)
    if re.search("从(?:前|左|排头|队首).*(?:数|起)", question) and "rank from the end" in told:
        return row(told, "rank", values)
    if re.search("前[面边]", question) and "before" not in told:
        return row(told, "before", values)
    if re.search("后[面边]", question) and "第{x}" not in question and "behind" not in told:
        return row(told, "behind", values)
    if "第{x}" in question:
        return row(
            told,
            "rank from the end" if re.search("从后|从右|排尾|队尾", question) else "rank",
            values,
        )
    if re.search("一共|共|这[一]?[队行排列]|队伍|全班|有", question) and "all" not in told:
        several = len({word.text for word in words if word.role == "person"}) > 1
        return None if several and "rank" in told else row(told, "all", values)
    return None


def read_floors(problem: Problem, words: Sequence[Word]) -> Candidate | None:
    """Floors, steps, pages and ranks: where one is after moving up and down or was before it, or
    how many floors lie between two.
    """
    text = marked(problem)
    if not re.search(rf"楼|第(?:{_Q}|\{{x\}}){_STEPS}", text) or re.search("每|倍|分钟|秒", text):
        return None
    values = problem.values
    places = [int(a or b) for a, b in re.findall(rf"{_Q}楼|第{_Q}{_STEPS}", text)]
    moves = _moves(text, places)
    if moves is None:
        return None
    if re.search(rf"\{{x\}}楼|第\{{x\}}{_STEPS}", text) and places and moves:
        before = re.search(r"从\{x\}|(?:原来|开始|最初|起初|之前)[^，。]*\{x\}", text)
        if len(places) > 1 and (before or moves[0][0] < places[-1]):
            return None
        return walk([(places[-1], 1), *[(n, -way if before else way) for n, way in moves]], values)
    if "{x}层" in text and len(places) == 2 and not moves:
        return walk([(places[0], 1), (places[1], -1)], values)
    return None


def _moves(text: str, places: Sequence[int]) -> list[tuple[int, int]] | None:
    """By how much each clause moves one on; None where an amount is told of something else."""
    ranked = re.search(rf"第(?:{_Q}|\{{x\}})[名位]", text) is not None
    found = []
    for clause in re.split("[，。；！？]", text):
        amounts = [int(n) for n in re.findall(_Q, clause) if int(n) not in places]
        if len(amounts) > 1:
            return None
        if amounts:
            way = _rank_way(clause) if ranked else _way(clause, "up") - _way(clause, "down")
            way = way or _way(clause, "on")
            if not way:
                return None
            found.append((amounts[0], way))
    return found


def _way(clause: str, section: str) -> int:
    """Whether a clause tells of such a move by the amount that follows."""
    verbs = any_of("places", section).pattern
    return int(re.search(rf"(?:{verbs})[^，{{}}]{{0,4}}\{{\d", clause) is not None)


def _rank_way(clause: str) -> int:
    """Who passes others or rises comes nearer to the first, whom others pass farther from it."""
    passes = any(verb in clause for verb in listed("places", "pass"))
    if passes:
        return 1 if re.search(r"被[^，]*\{", clause) else -1
    return _way(clause, "down") - _way(clause, "up")


def read_pages(problem: Problem, words: Sequence[Word]) -> Candidate | None:
    """How far one came between two marks: 昨天读完第45页，今天读到第98页."""
    text = marked(problem)
    marks = re.findall(rf"[完到]了?第{_Q}(页|题|课|级|章|集)", text)
    values = problem.values
    if [place for place, _ in marks] != ["0", "1"] or len(values) != 2 or "从第" in text:
        return None
    asks = re.search(rf"\{{x\}}{marks[0][1]}", text) and "还" not in text[text.rindex("第") :]
    return walk([(1, 1), (0, -1)], values) if asks else None


def read_walk(problem: Problem, words: Sequence[Word]) -> Candidate | None:
    """Moves to and fro from a start, or two places on either side of one."""
    text = marked(problem)
    question = text[max(text.rfind("，"), text.rfind("。"), 0) :]
    values = problem.values
    if re.search("每|两车|相向|速度", text):
        return None
    deep = re.search(rf"[海水地]面?以?下[^，。{{}}]{{0,3}}{_Q}", text)
    if deep and re.search(r"下[^，。]{0,3}\{x\}", question):  # going up is less deep
        moves = [
            (int(match.group(2)), -1 if match.group(1) in "升浮" else 1)
            for match in re.finditer(rf"([升浮降潜])[^，。；{{}}]{{0,3}}{_Q}", text)
        ]
        told = sorted([int(deep.group(1)), *(place for place, _ in moves)])
        if moves and told == list(range(len(values))):
            return walk([(int(deep.group(1)), 1), *moves], values)
    apart = re.search("背对背|相反|背向|两[侧旁头边端]", text)
    if apart and len(values) == 2 and re.search("相距|距离|相隔|有多远", question):
        return walk([(0, 1), (1, 1)], values)
    sided = [_side(text, place) for place in range(len(values))]
    if len(values) == 2 and all(sided) and re.search("相距|距离|相隔|远", question):
        opposed = any({*sided} == {*axis} for axis in _AXES)
        same = sided[0] == sided[1]
        far = 0 if values[0] > values[1] else 1
        return (
            walk([(far, 1), (1 - far, 1 if opposed else -1)], values) if opposed or same else None
        )
    if not re.search(
        r"(?:离|距离?).{0,8}(?:出发|起点|原|充电|地面|井口|井底|门口|基地|大本营)|位置|前进了\{x\}",
        question,
    ):
        return None
    for plus_, minus in _AXES:
        ways = f"{plus_}{minus}" + ("退" if plus_ == "前" else "")
        moves = [
            (int(match.group(2)), 1 if match.group(1) == plus_ else -1)
            for match in re.finditer(rf"([{ways}])[^，。；{{}}]{{0,8}}?{_Q}", text)
        ]
        if len(moves) == len(values) and len({way for _, way in moves}) == 2:
            return walk(moves, values)
    return None


def _side(text: str, place: int) -> str:
    """On which side of a place something lies: 在学校东边450米."""
    match = re.search(
        rf"在[^，。；{{}}]{{1,8}}?的?([东西南北左右前后])[边面方侧][^，。；{{}}]{{0,3}}\{{{place}\}}",
        text,
    )
    return match.group(1) if match else ""
