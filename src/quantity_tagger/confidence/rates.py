"""A number said of one of many, with how many there are: $4 a shirt and 3 shirts make $12."""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger import languages
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem


def needs_product(problem: Problem, facts: Facts, signs: Sequence[int]) -> bool:
    """Whether a used number counts as often as another number says; where the question is about
    one of them too ("how much a day"), it counts once.
    """
    entries = [entry for entry in facts.quantities if entry.value is not None]
    counted = {entry.unit for entry in entries if entry.unit and entry.value != 1}
    used = [entry for entry, sign in zip(entries, signs, strict=True) if sign]
    one_of = languages.get(problem.language).scope_rules.one_of
    asked = set(one_of(problem, facts.quantities[facts.unknown], counted))
    return any(
        not (counted - asked - {entry.unit}).isdisjoint(one_of(problem, entry, counted))
        for entry in used
    )
