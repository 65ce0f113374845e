"""A number that is needed twice: what one has and how many more the other, asked for together.

With b for the one and d for the difference, both have b + (b ± d).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from quantity_tagger import languages
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.facts import Facts, QuantityFacts
from quantity_tagger.problem.problem import Problem

_NO_SUM: Final = frozenset(("difference", "need", "start"))
_NO_AMOUNTS: Final = frozenset(("label", "date", "groups", "difference"))


def needs_twice(problem: Problem, facts: Facts, signs: Sequence[int]) -> bool:
    """Whether a used difference and what it starts from are asked for together."""
    if facts.question.kind in _NO_SUM:
        return False
    entries = [entry for entry in facts.quantities if entry.value is not None]
    used = [entry for entry, sign in zip(entries, signs, strict=True) if sign]
    differences = [entry for entry in used if entry.role == "difference"]
    bases = [entry for entry in used if entry.role not in _NO_AMOUNTS]
    if not differences or not bases or _tells_the_other(entries, differences):
        return False
    return all(
        _asks_for_both(problem, facts, _base(bases, difference), difference)
        for difference in differences
    )


def _tells_the_other(entries: list[QuantityFacts], differences: list[QuantityFacts]) -> bool:
    """As in "25 cups, 6 more than the 19 of Saturday"."""
    told = {entry.value for entry in entries if entry.role not in _NO_AMOUNTS}
    return any(
        value is not None and difference.value is not None and value + difference.value in told
        for difference in differences
        for value in told
    )


def _base(bases: list[QuantityFacts], difference: QuantityFacts) -> QuantityFacts:
    """What a difference starts from: the amount told last before it."""
    before = [entry for entry in bases if entry.token < difference.token]
    return before[-1] if before else bases[0]


def _asks_for_both(
    problem: Problem, facts: Facts, base: QuantityFacts, difference: QuantityFacts
) -> bool:
    """Whether the question is about both sides of the comparison: it names both, or neither and
    something that they make up.
    """
    question = facts.question
    if question.time and question.time in (difference.time, difference.reference):
        return False
    rules = languages.get(problem.language).scope_rules
    first, second = rules.sides(problem, base, difference)
    asked = [*_asked_words(problem), question.owner]
    named = rules.says(first, asked), rules.says(second, asked)
    if all(named):
        return _asks_for_all(problem, facts) or _asked_says(problem, "and")
    if any(named):
        return question.joint and not (first and second)
    if not (first or second):
        return False
    return (
        _asks_for_all(problem, facts)
        or _asked_says(problem, "period")
        or rules.asks_for_kind(problem, facts, base, difference)
    )


def _asks_for_all(problem: Problem, facts: Facts) -> bool:
    """Whether the parts of a whole are asked for."""
    if facts.question.joint or any(
        entry.in_question and entry.role == "groups" for entry in facts.quantities
    ):
        return True  # "they", "in the two days"
    return _asked_says(problem, "together")


def _asked_says(problem: Problem, section: str) -> bool:
    """Whether the question has one of the words in it."""
    words = _cues(problem.language, section)
    return languages.get(problem.language).scope_rules.says(words, _asked_words(problem))


def _asked_words(problem: Problem) -> list[str]:
    asked = problem.unknown.question
    return problem.document.columns.lemmas[asked.start : asked.stop]


@cache
def _cues(language: str, section: str) -> frozenset[str]:
    return frozenset(load(language, "scope")[section])
