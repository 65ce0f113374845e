"""What speaks for and against a Chinese problem being one of addition and subtraction."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.facts import Facts, QuantityFacts, QuestionFacts
from quantity_tagger.problem.problem import Problem, Quantity

SECTIONS: Final = (
    "each", "average", "both", "multiple", "part", "share", "rate", "figure", "perimeter",
    "operation", "division", "choice", "vague", "other",
)  # fmt: skip
_NO_AMOUNTS: Final = frozenset(("label", "date", "age"))
_OPEN: Final = frozenset(("change", "start", "part", "need", "difference"))
_SPOKEN: Final = frozenset(("expression", "number talk"))
_TIMES: Final = ("operation", "division", "multiple", "part", "average")
_SHARES: Final = ("/", "分之", "%", "％")
_NUMERALS: Final = frozenset("0123456789一二两三四五六七八九十百几少半数)）的")
#: Two characters of the noun after a vague amount, and of the verb before it.
_NOUN_AFTER: Final = re.compile(r"[^\W\d和后了]{2}(?=[，,。、和])")
_DEED_BEFORE: Final = re.compile(r"[^\W\d有了]{2}(?=了?$)")
_DEED: Final = 4  # characters that it can be found in, a line break at their end
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
    ends = [tokens[clause.stop - 1].end for clause in document.clauses]
    classes, pattern, measures = _tables()
    counted = {entry.unit for entry in entries}
    measured = [
        bool(entry.unit) or text[quantity.end : quantity.end + 2].lstrip(")）")[:1] in measures
        for entry, quantity in zip(entries, problem.quantities, strict=True)
    ]
    found: list[str] = []
    rated: set[int] = set()  # clauses that speak of one of many
    vague = False
    for match in pattern.finditer(text):
        start = match.start()
        if any(quantity.start <= start < quantity.end for quantity in problem.quantities):
            continue
        kind = classes[match[0]]
        zone = "asked" if start >= asked_from else "told"
        if kind == "other" or (match[0] == "倍" and text[start - 1 : start] not in _NUMERALS):
            continue
        if match[0] == "乘" and not _multiplies(text, start):
            continue
        if kind == "vague":
            if zone == "told" and _is_asked_for(text, *match.span(), asking):
                found.append("vague, and asked for")
            else:
                vague = vague or zone == "told"
            continue
        found.append(f"{kind} {zone}")
        if kind in ("each", "average"):
            rated.add(bisect_right(ends, start))
            if kind == "each":
                found.append(f"each {_what(text, match.end(), question, counted)} {zone}")
    if _RATIO.search(text):
        found.append("ratio told")
    if vague:
        same = sum(_of(entry, question) != "other" for entry in entries)
        kind = "open" if question.kind in _OPEN else "closed"
        found.append(f"vague, {kind} question, {min(same, 2)} numbers")
    _one_of(found, text, question, entries)
    if any(seat in asking for seat in load("zh", "scope")["seat"]):
        found.append("seats asked for")
    _structure(found, problem.quantities, facts, entries, measured)
    if rated:
        rates = sum(bisect_right(ends, one.start) in rated for one in problem.quantities)
        free = len(entries) - rates
        found.append(f"{min(rates, 2)} rates, {min(free, 2)} others")
        if bisect_right(ends, max(asked_from, text.rfind(question.unit) - 1)) in rated:
            found.append(f"a rate is asked for, {min(free, 1)} others")
    return found


def _what(text: str, after: int, question: QuestionFacts, counted: set[str]) -> str:
    """What 每 is said of."""
    for size in (2, 1):
        word = text[after : after + size]
        if word in counted:
            return "counted"
        if word and word == question.unit:
            return "asked for"
    return "other"


def _multiplies(text: str, at: int) -> bool:
    """Whether 乘 stands beside a number or another word of the operation: 乘火车 is a ride."""
    beside = text[max(0, at - 1) : at] + text[at + 1 : at + 2]
    return any(one.isdigit() or one in _NUMERALS or one in _multiplied() for one in beside)


@cache
def _multiplied() -> frozenset[str]:
    return frozenset(load("zh", "scope")["multiplied"])


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


def _one_of(
    found: list[str], text: str, question: QuestionFacts, entries: Sequence[QuantityFacts]
) -> None:
    """As in 7元一本 where 本 is asked for or counted."""
    counted = {entry.unit for entry in entries if entry.unit_kind == "count"}
    if (
        question.unit_kind == "count"
        and question.unit not in counted
        and _has_one(text, question.unit)
    ):
        found.append("one of those asked for")
    if any(_has_one(text, unit) for unit in counted if unit != question.unit):
        found.append("one of those counted")


def _has_one(text: str, unit: str) -> bool:
    """Whether 一袋 is said, and not 第一袋."""
    at = text.find("一" + unit)
    return at == 0 or (at > 0 and text[at - 1] != "第")


def _structure(
    found: list[str],
    quantities: Sequence[Quantity],
    facts: Facts,
    entries: Sequence[QuantityFacts],
    measured: Sequence[bool],
) -> None:
    """The numbers and what is asked."""
    question = facts.question
    same = other = usable = shares = whole = 0
    for entry, quantity, has_unit in zip(entries, quantities, measured, strict=True):
        if entry.role in _NO_AMOUNTS:
            continue
        usable += 1
        if has_unit:
            whole += 1
        elif any(mark in quantity.text for mark in _SHARES):
            shares += 1
        if _of(entry, question) == "other":
            other += 1
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
    if shares:
        found.append("a share beside measures" if whole else "shares alone")
    if not facts.worlds:
        return
    first = facts.worlds[0]
    used = [at for at, sign in enumerate(first.signs) if sign and at != facts.unknown]
    found.append(f"uses {min(len(used), 3)}")
    if first.schema in _SPOKEN and not any(name.startswith(_TIMES) for name in found):
        found.append("plus and minus alone")
    if len({facts.quantities[at].unit for at in used} - {""}) > 1:
        found.append("uses several units")
