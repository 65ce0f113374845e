"""All signs that the quantities of a problem can have, and which of them a story has."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from quantity_tagger.arrays import Bools, Floats, Ints
from quantity_tagger.signs import INDEX, SIGNS, ZERO

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import Facts

Signs = tuple[int, ...]


class Assignments(NamedTuple):
    """All signs of so many quantities, and their indices (3 ** count, count)."""

    every: list[Signs]
    table: Ints


@cache
def assignments(count: int) -> Assignments:
    table = np.array(list(product(range(len(SIGNS)), repeat=count)), np.intp)
    return Assignments(list(product(SIGNS, repeat=count)), table)


def place_of(signs: Signs) -> int:
    """Where an assignment stands among all."""
    place = 0
    for sign in signs:
        place = place * len(SIGNS) + INDEX[sign]
    return place


def allowed(facts: Facts, table: Ints) -> Bools:
    """Which assignments have an answer that a story can have: none below zero where no number is,
    and at least two numbers where there are as many.
    """
    sizes = sizes_of(facts)
    used: Bools = (table != ZERO).sum(axis=1) >= min(2, len(sizes))
    if (sizes < 0).any():
        return used
    answers: Floats = np.array(SIGNS)[table] @ sizes
    used &= answers >= -1e-9
    return used


def sizes_of(facts: Facts) -> Floats:
    """The sizes of the quantities without x."""
    return np.array([one.size for at, one in enumerate(facts.quantities) if at != facts.unknown])
