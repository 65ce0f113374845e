"""Chinese numbers said of one of many: 每天看15页, 每千克6元, 7元一本, 一箱24瓶."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Final

from quantity_tagger.languages.chinese.tokenizer import measures
from quantity_tagger.languages.lexicon import load
from quantity_tagger.languages.rates import NO_COUNTS, Asked, Rate, counted_things, used_numbers
from quantity_tagger.languages.rates import relations as shared
from quantity_tagger.problem.facts import Facts, QuantityFacts
from quantity_tagger.problem.problem import Problem

_EACH: Final = "每"
_ONE: Final = re.compile(r"(?<![第十二同•·\d“])一")
_OTHERS: Final = "另"
_MARKS: Final = re.compile(r"[，。；？！,;?!．、：:\n]")
_PERSON: Final = "人"


def rates(problem: Problem, facts: Facts) -> list[Rate]:
    """The numbers that are said of one of many."""
    entries = [entry for entry in facts.quantities if entry.value is not None]
    known = ({entry.unit for entry in entries} | {facts.question.unit}) - {""}
    if _OTHERS in problem.text:  # 一箱12瓶，另一箱24瓶
        known.clear()
    found = []
    for place, entry in enumerate(entries):
        if entry.role in NO_COUNTS or entry.value == 1:
            continue
        quantity = problem.quantities[place]
        said = _MARKS.split(problem.text[: quantity.start])[-1]
        per = _said_before(said, known - {entry.unit}, entries)
        if per is None:
            per = _said_after(problem.text[quantity.end :], entry)
        if per is not None and (per != entry.unit or not per):
            found.append(Rate(place, per))
    return found


def asked_per(problem: Problem) -> str | None:
    """What one of many the question is about: 每天看多少页; None where it is about no such."""
    columns, asked = problem.document.columns, problem.unknown.question
    question = problem.text[columns.starts[asked.start] : columns.ends[asked.stop - 1]]
    at = columns.starts[problem.unknown.token] - columns.starts[asked.start]
    before = _MARKS.split(question[: max(at, 0)])[-1]
    _, each, after = before.rpartition(_EACH)
    return _measure_at(after) if each else None


def relations(problem: Problem, facts: Facts, asked_for: Sequence[bool]) -> Iterator[str]:
    """What each rate has to do with the question; ``asked_for`` says of each number whether it
    counts what is asked for.
    """
    entries = [entry for entry in facts.quantities if entry.value is not None]
    told, question = rates(problem, facts), facts.question
    counted = counted_things(told, entries)
    if _counts_persons(told, entries):
        counted.add(_PERSON)
    counts = question.unit_kind in ("count", "time")
    asked = Asked(question.unit, counts, asked_per(problem))
    return shared(told, asked, entries, asked_for, counted, _times(), used_numbers(facts))


def _said_before(said: str, known: Collection[str], entries: Sequence[QuantityFacts]) -> str | None:
    """As in 每天看15页 and 一箱有24瓶; what is one of many must be counted or asked for."""
    _, each, after = said.rpartition(_EACH)
    if each:
        return _measure_at(after.removeprefix("一"))
    for one in _ONE.finditer(said):
        per = _measure_at(said[one.end() :])
        things = [entry.material for entry in entries if entry.unit == per and entry.value]
        of_them = any(not named or any(thing in said for thing in named) for named in things)
        if per in known and (of_them or not things):
            return per
    return None


def _said_after(rest: str, entry: QuantityFacts) -> str | None:
    """As in 7元一本, 6元/千克."""
    after = rest.removeprefix(entry.unit)
    if entry.unit and after[:1] in ("一", "/"):
        return _measure_at(after[1:]) or None
    return None


def _measure_at(text: str) -> str:
    """The measure word that a text begins with; empty where it begins with none."""
    return next((text[:size] for size in (3, 2, 1) if text[:size] in measures()), "")


def _counts_persons(told: Sequence[Rate], entries: Sequence[QuantityFacts]) -> bool:
    """Whether a number that is no rate counts persons."""
    rated = {rate.place for rate in told}
    return any(
        entry.unit in _persons() or any(one.endswith(_names()) for one in entry.material)
        for place, entry in enumerate(entries)
        if place not in rated
    )


@cache
def _persons() -> frozenset[str]:
    return frozenset(load("zh", "scope")["persons"])


@cache
def _names() -> tuple[str, ...]:
    return load("zh", "scope")["persons told"]


@cache
def _times() -> frozenset[str]:
    return frozenset(load("zh", "scope")["time"])
