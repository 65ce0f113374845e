"""Which equation the answer of a problem tells of, where its signs are not given and none fit."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from quantity_tagger.datasets.values import agree
from quantity_tagger.features.readings import PLAIN
from quantity_tagger.model.model import answer
from quantity_tagger.reading.conversion import in_one_unit

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

Told = tuple[tuple[int, ...], int]
"""Signs, and the number of the equation among those that signs cannot write alone."""


def told_by_answer(problem: Problem, facts: Facts, right: Fraction) -> Told | None:
    """The likeliest reading that gives the answer: in one unit, or beyond signs."""
    (alike,) = in_one_unit([problem], [facts])
    unknown = facts.unknown
    for world in facts.worlds:
        signs = (*world.signs[:unknown], *world.signs[unknown + 1 :])
        if agree(answer(alike, signs), right):
            return signs, PLAIN
    for number, one in enumerate(facts.beyond):
        if agree(one.answer(alike.quantities), right):
            return one.signs, number
    return None
