"""Signs from the answer alone: every sign assignment with Σ signᵢ·qᵢ = answer.

Meet in the middle: the quantities are cut into two halves of at most nine, each half has at most
3^9 signed sums, and a left sum s needs a right sum answer − s; so fifteen quantities cost some ten
thousand sums, not 3^15 = 14 million.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import lcm
from typing import Literal, NamedTuple

from quantity_tagger.errors import DataError

MOST_QUANTITIES = 18
MOST_ASSIGNMENTS = 1000  # kept of those found; equal quantities have millions

Signs = tuple[int, ...]
Verdict = Literal["none", "one", "several"]


@dataclass(frozen=True, slots=True)
class Assignments:
    """The sign assignments that give an answer, best first.

    Best is the assignment that uses most quantities; among those that use equally many, the one
    whose first difference from the others is a + rather than a −, or a − rather than a 0: of two
    equal numbers the earlier is used. ``count`` is how many there are in all, ``ties`` how many use
    as many quantities as the best; ``signs`` holds the first thousand. ``exact`` is False where
    only rounding makes them fit (`values.agree`).
    """

    signs: tuple[Signs, ...] = ()
    count: int = 0
    ties: int = 0
    exact: bool = True

    @property
    def best(self) -> Signs | None:
        return self.signs[0] if self.signs else None

    @property
    def verdict(self) -> Verdict:
        """``several`` says that the preference for more quantities does not decide.

        Two assignments differ if any quantity has a different sign in them, equal numbers at
        different places included: with 5, 5 and 3 the answer 8 may mean the first 5 or the second.
        Exchanging equal numbers of the same sign changes nothing and counts once.
        """
        if not self.ties:
            return "none"
        return "one" if self.ties == 1 else "several"


def find_signs(values: Sequence[Fraction], answer: Fraction) -> Assignments:
    """All sign assignments, not all zero, under which ``values`` sum to ``answer``.

    Exact ones are looked for first; only where there is none is a sum within one millionth taken.
    A quantity worth nothing fits with any sign and always gets +.
    """
    if len(values) > MOST_QUANTITIES:
        raise DataError(
            f"{len(values)} quantities have too many sign assignments to search "
            f"(at most {MOST_QUANTITIES}); give the signs in the file"
        )
    scale = lcm(answer.denominator, *(value.denominator for value in values))
    whole = [int(value * scale) for value in values]
    middle = len(whole) // 2
    left, right = _half(whole[:middle]), _half(whole[middle:])
    target = int(answer * scale)
    found = _join(left, right, target, target)
    if found.count == 0 and target != 0:
        low, high = _within_tolerance(target)
        found = _join(left, right, low, high)
        return Assignments(found.signs, found.count, found.ties, exact=found.count == 0)
    return found


class _Partial(NamedTuple):
    """Signs of one half: their sum and how many are not 0."""

    signs: Signs
    total: int
    used: int


def _half(values: Sequence[int]) -> list[_Partial]:
    """Every signing of one half, in order of preference sign by sign: +, −, 0."""
    partials = [_Partial((), 0, 0)]
    for value in values:
        choices = (1, -1, 0) if value else (1,)
        partials = [
            _Partial((*p.signs, sign), p.total + sign * value, p.used + abs(sign))
            for p in partials
            for sign in choices
        ]
    return partials


def _within_tolerance(target: int) -> tuple[int, int]:
    """The smallest and largest whole numbers that `agree` with ``target``."""
    # |s − a| ≤ max(|s|, |a|)·10⁻⁶ holds between a(1 − 10⁻⁶) and a / (1 − 10⁻⁶).
    size = abs(target)
    near = -(-size * 999_999 // 1_000_000)
    far = size * 1_000_000 // 999_999
    return (near, far) if target > 0 else (-far, -near)


def _join(left: list[_Partial], right: list[_Partial], low: int, high: int) -> Assignments:
    """The pairs of halves whose sum lies between ``low`` and ``high``."""
    by_total: dict[int, dict[int, list[_Partial]]] = {}
    for partial in right:
        by_total.setdefault(partial.total, {}).setdefault(partial.used, []).append(partial)
    totals = sorted(by_total)

    def partners(partial: _Partial) -> list[int]:
        first = bisect_left(totals, low - partial.total)
        return totals[first : bisect_right(totals, high - partial.total, lo=first)]

    matched = [(partial, found) for partial in left if (found := partners(partial))]
    counts: Counter[int] = Counter()  # of assignments, by how many quantities they use
    for partial, found in matched:
        for total in found:
            for used, others in by_total[total].items():
                counts[partial.used + used] += len(others)
    counts.pop(0, None)  # all signs 0 is no equation
    if not counts:
        return Assignments()

    def in_order() -> Iterator[Signs]:
        for used in sorted(counts, reverse=True):
            for partial, found in matched:
                others = [p for t in found for p in by_total[t].get(used - partial.used, ())]
                if len(found) > 1:  # several totals within the tolerance: mend the order
                    others.sort(key=_preference)
                for other in others:
                    yield partial.signs + other.signs

    return Assignments(
        signs=tuple(islice(in_order(), MOST_ASSIGNMENTS)),
        count=counts.total(),
        ties=counts[max(counts)],
    )


def _preference(partial: _Partial) -> tuple[int, ...]:
    return tuple({1: 0, -1: 1, 0: 2}[sign] for sign in partial.signs)
