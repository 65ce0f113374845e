"""How many questions, and how many problems, a text holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quantity_tagger import languages
from quantity_tagger.languages.sheet import part_of, parts
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem

_OPERATORS: Final = frozenset("+-−＋－=＝")


def asked_at(problem: Problem) -> list[int]:
    """The characters at which the text asks for an amount."""
    return languages.get(problem.language).scope_rules.asked_at(problem)


def asks_nothing(problem: Problem, facts: Facts) -> bool:
    """Whether a question mark is all that asks, and no cue says for what."""
    rules = languages.get(problem.language).scope_rules
    return rules.asks_nothing(problem, facts) and _OPERATORS.isdisjoint(
        problem.document.columns.texts
    )


def holds_several_problems(problem: Problem, asked: Sequence[int]) -> bool:
    """Whether more than one numbered item or block of lines has numbers and a question."""
    if len(asked) < 2:
        return False
    numbers = languages.get(problem.language).list_numbers(problem.text)
    starts = parts(problem.text, numbers)
    if len(starts) < 2:
        return False
    numbered = {part_of(starts, quantity.start) for quantity in problem.quantities}
    return len(numbered & {part_of(starts, at) for at in asked}) > 1
