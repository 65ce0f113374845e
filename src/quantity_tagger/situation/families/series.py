"""Number series: each number is the sum of the two before it, or differs by a steady step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Given, World
from quantity_tagger.situation.understand import Candidate


def continued(
    items: Sequence[int | None], values: tuple[Fraction, ...], least: int = 2
) -> Candidate | None:
    """The missing item of a series by the first rule that at least ``least`` told places obey."""
    told = [None if item is None else values[item] for item in items]
    gap = told.index(None)
    steps = {b - a for a, b in pairwise(told) if a is not None and b is not None}
    least = 1 if len(steps) == 1 else least  # a steady step needs no second witness
    for shares, step in _rules(told):
        size = len(shares)
        checks = [
            told[place] == _next(told, place, shares, step)
            for place in range(size, len(told))
            if None not in told[place - size : place + 1]
        ]
        if len(checks) >= least and all(checks) and gap >= size:
            world = World()
            given = {items[gap - size + n]: Fraction(s) for n, s in enumerate(shares)}
            known = {place: share for place, share in given.items() if place is not None}
            world.say({"next": 1}, Given(known, step, "the step of the series"), "series")
            return answer(world, values, {"next": Fraction(1)}, "series", signed=True)
    return None


def _next(
    told: Sequence[Fraction | None], place: int, shares: Sequence[int], step: Fraction
) -> Fraction:
    before = told[place - len(shares) : place]
    return step + sum((s * (v or 0) for s, v in zip(shares, before, strict=True)), Fraction(0))


def _rules(told: Sequence[Fraction | None]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The shares of the items before, and what is added: a sum, a steady step, a growing step."""
    yield (1, 1), Fraction(0)
    yield (-1, 1, 1), Fraction(0)
    one, two, three, *_ = told
    if one is not None and two is not None and three is not None:
        yield (0, -1, 2), three - 2 * two + one
