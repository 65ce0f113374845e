"""What speaks for and against a Chinese problem being one of addition and subtraction."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import cache
from typing import Final

from quantity_tagger.languages.chinese.rates import relations
from quantity_tagger.languages.lexicon import load
from quantity_tagger.languages.rates import sentences_aside
from quantity_tagger.problem.facts import CLEAR, Facts, QuantityFacts, QuestionFacts
from quantity_tagger.problem.problem import Problem, Quantity

SECTIONS: Final = (
    "average", "both", "multiple", "part", "share", "rate", "figure", "area", "perimeter",
    "operation", "division", "choice", "alike", "vague", "other",
)  # fmt: skip
_NO_AMOUNTS: Final = frozenset(("label", "date", "age"))
_OPEN: Final = frozenset(("change", "start", "part", "need", "difference"))
_SPOKEN: Final = frozenset(("expression", "number talk"))
_TIMES: Final = ("operation", "division", "multiple", "part", "average")
_POINTS: Final = "百分点"  # 38%降了5个百分点: shares that add up
_SHARES: Final = ("/", "分之", "%", "％")
_NUMERALS: Final = frozenset("0123456789一二两三四五六七八九十百几少半数)）的")
#: Two characters of the noun after a vague amount, and of the verb before it.
_NOUN_AFTER: Final = re.compile(r"[^\W\d和后了]{2}(?=[，,。、和])")
_DEED_BEFORE: Final = re.compile(r"[^\W\d有了]{2}(?=了?$)")
_DEED: Final = 4  # characters that it can be found in, a line break at their end
_SO_MANY: Final = re.compile(r"(?:\d|多少|几)个[(（]?(?=\d)")  # 26个170
_AREA: Final = re.compile(r"\d\s?(?:平方|立方|公顷|亩|升|毫升)")  # amounts of area or volume
_RATIO: Final = re.compile(r"\d\s?[:：]\s?(?![0-5]\d)\d")  # 2:3, and not 9:30


@cache
def _tables() -> tuple[Mapping[str, str], re.Pattern[str], frozenset[str]]:
    """The class of each cue, what finds them in a text, and how measure words begin."""
    sections = load("zh", "scope")
    classes = {word: name for name in SECTIONS for word in sections[name]}
    words = sorted(classes, key=lambda word: (-len(word), word))
    # Words alone, so that the search may skip whatever none of them begins with.
    pattern = re.compile("|".join(map(re.escape, words)))
    measures = load("zh", "measures").values()
    return classes, pattern, frozenset(word[0] for words in measures for word in words)


def features(problem: Problem, facts: Facts) -> list[str]:
    """Named features of the text and of what its analysis found."""
    document = problem.document
    text, tokens = document.text, document.tokens
    question = facts.question
    asked = problem.unknown.question
    asked_from = tokens[asked.start].start if asked else len(text)
    asking = text[asked_from:]
    entries = [entry for entry in facts.quantities if entry.value is not None]
    classes, pattern, measures = _tables()
    measured = [
        bool(entry.unit) or text[quantity.end : quantity.end + 2].lstrip(")）")[:1] in measures
        for entry, quantity in zip(entries, problem.quantities, strict=True)
    ]
    sentences = [document.sentences[at] for at in sentences_aside(facts)]
    aside = [range(tokens[one.start].start, tokens[one.stop - 1].end) for one in sentences]
    found: list[str] = []
    vague = False
    starts, ends = set(document.columns.starts), set(document.columns.ends)
    for match in pattern.finditer(text):
        start = match.start()
        if match.end() not in ends and not _opens_word(match, starts):
            continue  # part of another word: the 积 of 积雪
        if any(quantity.start <= start < quantity.end for quantity in problem.quantities):
            continue
        kind = classes[match[0]]
        zone = "asked" if start >= asked_from else "told"
        if zone == "told" and any(start in span for span in aside):
            zone = "aside"
        if kind == "other" or (match[0] == "倍" and text[start - 1 : start] not in _NUMERALS):
            continue
        if match[0] == "乘" and not _multiplies(problem, start, measured):
            continue
        if kind == "part" and _POINTS in text:
            continue
        if kind == "area" and _AREA.search(text[:asked_from]):
            continue
        if kind == "average" and _is_name(text, start, asked_from):
            continue
        if match[0] == "占" and _is_amount(problem, match.end(), measured):
            continue
        if kind == "vague":
            if zone != "asked" and _is_asked_for(text, *match.span(), asking):
                found.append("vague, and asked for")
            else:
                vague = vague or zone != "asked"
            continue
        found.append(f"{kind} {zone}")
    if _RATIO.search(text):
        found.append("ratio told")
    if vague:
        same = sum(_of(entry, question) != "other" for entry in entries)
        kind = "open" if question.kind in _OPEN else "closed"
        found.append(f"vague, {kind} question, {min(same, 2)} numbers")
    used = _used(facts)
    _shares(found, problem, measured, used, asking)
    found += relations(problem, facts, [_of(entry, question) != "other" for entry in entries])
    if _SO_MANY.search(text):
        found.append("so many of a number")
    if all(name.startswith("vague") for name in found):
        found.append("no word for another operation")
    if any(seat in asking for seat in load("zh", "scope")["seat"]):
        found.append("seats asked for")
    _structure(found, problem.quantities, facts, measured, used)
    return found


def _opens_word(match: re.Match[str], starts: Set[int]) -> bool:
    """Whether a cue goes on in one word (圆锥|体) or ends with the 一 of an amount (做一|个)."""
    start, end = match.span()
    whole = end - start > 1 and start in starts and starts.isdisjoint(range(start + 1, end))
    return whole or match[0][-1] == "一"


def _multiplies(problem: Problem, at: int, measured: Sequence[bool]) -> bool:
    """Whether 乘 stands beside a number or another word of the operation: 乘火车 and 可乘9人 are
    rides.
    """
    if _is_amount(problem, at + 1, measured):
        return False
    text = problem.text
    beside = text[max(0, at - 1) : at] + text[at + 1 : at + 2]
    return any(one.isdigit() or one in _NUMERALS or one in _multiplied() for one in beside)


@cache
def _multiplied() -> frozenset[str]:
    return frozenset(load("zh", "scope")["multiplied"])


def _is_name(text: str, at: int, asked_from: int) -> bool:
    """Whether an average is the name of what is told and asked for alike: 平均深度."""
    name = text[at : at + 4]
    return name in text[:asked_from] and name in text[asked_from:]


def _is_amount(problem: Problem, at: int, measured: Sequence[bool]) -> bool:
    """Whether an amount with its unit begins there: 占12厘米."""
    return any(
        quantity.start == at and has_unit
        for quantity, has_unit in zip(problem.quantities, measured, strict=True)
    )


def _is_asked_for(text: str, start: int, end: int, question: str) -> bool:
    """Whether the question repeats what is so many, or what is done with it: 一些橘子 … 运来橘子
    多少千克, 吃掉几块 … 吃掉多少块.
    """
    noun = _NOUN_AFTER.match(text, end)
    deed = _DEED_BEFORE.search(text, max(start - _DEED, 0), start)
    return bool(noun and noun[0] in question) or bool(deed and deed[0] in question)


def _of(entry: QuantityFacts, question: QuestionFacts) -> str:
    """Whether a number counts what is asked for, by the words for it."""
    if not entry.unit or not question.unit:
        return "unsaid"
    if entry.unit == question.unit:
        return "same"
    if entry.unit_kind == question.unit_kind and question.unit_kind not in ("count", ""):
        return "same"
    return "other"


def _used(facts: Facts) -> Sequence[bool]:
    """Of each number whether the story uses it, as far as it was understood."""
    if not facts.worlds:
        return [True] * (len(facts.quantities) - 1)
    first = facts.worlds[0]
    return [
        sign != 0 or first.trust < CLEAR
        for place, sign in enumerate(first.signs)
        if place != facts.unknown
    ]


def _shares(
    found: list[str],
    problem: Problem,
    measured: Sequence[bool],
    used: Sequence[bool],
    asking: str,
) -> None:
    """Shares of something that is counted, and a share that is asked for where none is told."""
    shares = [
        not has_unit and is_used and any(mark in quantity.text for mark in _SHARES)
        for quantity, has_unit, is_used in zip(problem.quantities, measured, used, strict=True)
    ]
    if _POINTS in problem.text:
        return
    if any(share in asking for share in load("zh", "scope")["share asked"]) and not any(shares):
        found.append("a share of amounts asked for")
    if all(shares):
        return
    if any(shares):
        found.append("a share of what is told")


def _structure(
    found: list[str],
    quantities: Sequence[Quantity],
    facts: Facts,
    measured: Sequence[bool],
    used: Sequence[bool],
) -> None:
    """The numbers and what is asked."""
    question = facts.question
    same = other = usable = shares = whole = 0
    others: list[str] = []
    entries = [entry for entry in facts.quantities if entry.value is not None]
    for entry, quantity, has_unit, is_used in zip(entries, quantities, measured, used, strict=True):
        if entry.role in _NO_AMOUNTS and not (facts.worlds and is_used):
            continue
        usable += 1
        if has_unit:
            whole += 1
        elif any(mark in quantity.text for mark in _SHARES):
            shares += 1
        if _of(entry, question) == "other":
            other += 1
            others.append(entry.unit)
            if entry.in_question:
                found.append("other unit in the question")
        else:
            same += 1
    found += (
        "bias",
        f"asks {question.kind}",
        f"asks for {question.unit_kind or 'a number'}",
        f"usable {min(usable, 3)}",
        f"{min(same, 2)} of the unit asked for, {min(other, 2)} of others",
    )
    if shares and not whole:
        found.append("shares alone")
    if same == 1 and other == 2 and len(set(others)) == 1:
        found.append("one of what is asked for, two of another kind")
    if not facts.worlds:
        return
    first = facts.worlds[0]
    places = [at for at, sign in enumerate(first.signs) if sign and at != facts.unknown]
    found.append(f"uses {min(len(places), 3)}")
    if first.schema in _SPOKEN and not any(name.startswith(_TIMES) for name in found):
        found.append("plus and minus alone")
    if len({facts.quantities[at].unit for at in places} - {""}) > 1:
        found.append("uses several units")
