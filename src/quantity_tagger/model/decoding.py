"""Sign assignments that can be right, and the probability that each of them is.

What holds for addition-subtraction problems at large is stated here once: something is added or
subtracted, so of several constants at least two are used, and the answer is not negative unless
the text itself has a negative number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp, lcm
from operator import mul
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

import numpy as np

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.lattice.assignments import EXACT, all_assignments
from quantity_tagger.signs import SIGNS
from quantity_tagger.values import Record

if TYPE_CHECKING:
    from quantity_tagger.arrays import Bools
    from quantity_tagger.lattice.assignments import AssignmentTable
    from quantity_tagger.lattice.base import Ranked
    from quantity_tagger.problem.problem import Problem

CANDIDATES: Final = 64
"""How many sign assignments are looked at for one that can be right before the best one stands."""

READINGS: Final = 27
"""How many sign assignments share the probability of a tagging: all that three quantities have."""

Signs = tuple[int, ...]
Readings = tuple[tuple[Signs, float], ...]
"""Signs of the constants in x = Σ sᵢqᵢ with their probability among those that can be right, best
first."""


class Tagging(Record):
    """What a model makes of one problem.

    ``readings``: those that can be right. ``spans``: for each constant and the unknown, in text
    order, the tokens of the text (``start, stop``) that its span covers where the signs are the
    first reading's.
    """

    FIELDS: ClassVar = ("readings", "spans")
    __slots__ = FIELDS

    def __init__(self, readings: Readings, spans: tuple[tuple[int, int], ...]) -> None:
        self.readings = readings
        self.spans = spans


class Weighed(NamedTuple):
    """The readings of one problem, and the sign indices of constants and unknown in the first of
    them.
    """

    readings: Readings
    first: Sequence[int]


def weigh_ranked(problem: Problem, unknown: int, ranked: Ranked, further: Ranked) -> Weighed:
    """The readings among the best assignments ``ranked`` of a problem; where none of them can be
    right, the best one of ``further`` that can, or the very best.
    """
    share = able = able_to_be_right(problem, unknown, ranked)
    if not able:
        share = further
        able = able_to_be_right(problem, unknown, share)[:1] or share[:1]
    top = share[0][1]
    # Both forms of one equation, where x is free to be + or −, are one reading.
    found: dict[Signs, float] = {}
    for indices, score in able:
        signs = constants(indices, unknown)
        found[signs] = found.get(signs, 0.0) + exp(score - top)
    total = sum(exp(score - top) for _, score in share)
    best = sorted(found.items(), key=lambda reading: -reading[1])
    first = next(y for y, _ in able if constants(y, unknown) == best[0][0])
    readings = tuple((signs, weight / total) for signs, weight in best)
    return Weighed(readings, first)


def weigh_cluster(
    table: AssignmentTable, total: Floats, problems: Sequence[Problem]
) -> Iterator[Weighed]:
    """The readings of each problem of a table from the scores ``total`` (B, A) of all its
    assignments: what `weigh_ranked` finds one by one.
    """
    able = _able(table, problems) & (total > -np.inf)
    best = _best(total)
    each = np.arange(len(total))[:, None]
    score, kept = total[each, best], able[each, best]
    top = score[each, kept.argmax(axis=1)[:, None]]
    weight = np.exp(np.where(kept, score - top, -np.inf))
    weight /= np.maximum(weight.sum(axis=1, keepdims=True), 1.0)  # 0 where nothing is kept
    names = _sign_table(table)
    counts = kept.sum(axis=1)
    places, probabilities = best[kept].tolist(), weight[kept].tolist()
    # Where nothing is kept, any will do.
    first = table.signs[best[each[:, 0], kept.argmax(axis=1)]].tolist()
    start = 0
    for row, count in enumerate(counts.tolist()):
        if not count:
            order = np.argsort(-total[row], kind="stable")[:CANDIDATES]
            ranked = zip(table.signs[order].tolist(), total[row, order].tolist(), strict=True)
            candidates = [(tuple(signs), score) for signs, score in ranked if score > -np.inf]
            yield weigh_ranked(problems[row], table.unknown, [], candidates)
            continue
        stop = start + count
        signs = [names[at] for at in places[start:stop]]
        readings = tuple(zip(signs, probabilities[start:stop], strict=True))
        yield Weighed(readings, first[row])
        start = stop


def _best(total: Floats) -> Ints:
    """(B, READINGS or fewer) the places of the highest scores (B, A), highest first."""
    if total.shape[1] <= 3 * READINGS:
        return np.argsort(-total, axis=1, kind="stable")[:, :READINGS]
    some = np.sort(np.argpartition(-total, READINGS - 1, axis=1)[:, :READINGS], axis=1)
    order = np.argsort(-np.take_along_axis(total, some, axis=1), axis=1, kind="stable")
    return np.take_along_axis(some, order, axis=1)


def shares_of(readings: Readings) -> tuple[tuple[float, ...], ...]:
    """For each constant the probability of +, 0 and −: that of all readings that give it."""
    return tuple([_shares_at(readings, place) for place in range(len(readings[0][0]))])


def _shares_at(readings: Readings, place: int) -> tuple[float, ...]:
    plus = zero = minus = 0.0
    for signs, probability in readings:
        sign = signs[place]
        if sign > 0:
            plus += probability
        elif sign < 0:
            minus += probability
        else:
            zero += probability
    return min(plus, 1.0), min(zero, 1.0), min(minus, 1.0)  # sums may round up


def able_to_be_right(problem: Problem, unknown: int, ranked: Ranked) -> Ranked:
    values = whole_values(problem)
    return [found for found in ranked if can_be_right(values, constants(found[0], unknown))]


def acceptable(problem: Problem, signs: Sequence[int]) -> bool:
    """Whether these signs of the constants can be right."""
    return can_be_right(whole_values(problem), signs)


def can_be_right(values: Sequence[int], signs: Sequence[int]) -> bool:
    if len(signs) - signs.count(0) < min(2, len(signs)):
        return False
    return sum(map(mul, values, signs)) >= 0 or min(values) < 0


def _able(table: AssignmentTable, problems: Sequence[Problem]) -> Bools:
    """(B, A) `can_be_right` of all assignments."""
    signs = 1 - table.constants
    told = [whole_values(problem) for problem in problems]
    large = any(abs(value) >= _LARGE for values in told for value in values)
    values = np.array(told, object if large else np.int64)
    enough = np.count_nonzero(signs, axis=1) >= min(2, signs.shape[1])
    fits = (values @ signs.T >= 0) | (values.min(axis=1, keepdims=True) < 0)
    return np.asarray(enough & fits, bool)


_LARGE: Final = 1 << 50  # sums of larger numbers may leave the whole numbers of NumPy


def whole_values(problem: Problem) -> list[int]:
    """The values in whole numbers of their largest common part: whether sums of them are negative
    is the same, and told much faster.
    """
    pairs = [quantity.value.as_integer_ratio() for quantity in problem.quantities]
    if all(denominator == 1 for _, denominator in pairs):  # as nearly all are
        return [numerator for numerator, _ in pairs]
    below = lcm(*[denominator for _, denominator in pairs])
    return [numerator * (below // denominator) for numerator, denominator in pairs]


def constants(indices: Sequence[int], unknown: int) -> Signs:
    """Signs of the constants in x = Σ sᵢqᵢ from sign indices of constants and unknown."""
    signs = [SIGNS[index] for index in indices]
    turn = -signs.pop(unknown)
    return tuple(turn * sign for sign in signs)


def _sign_table(table: AssignmentTable) -> list[Signs]:
    """The signs of the constants in each assignment of a table."""
    entries = table.rows.shape[1]
    # Of many constants there are too many assignments to list, even to compare with.
    if entries <= EXACT + 1 and table.signs is all_assignments(entries, table.unknown):
        return _all_signs(entries, table.unknown)
    return _as_signs(table.signs, table.unknown)


@lru_cache(maxsize=64)
def _all_signs(entries: int, unknown: int) -> list[Signs]:
    return _as_signs(all_assignments(entries, unknown), unknown)


def _as_signs(table: Ints, unknown: int) -> list[Signs]:
    return [constants(indices, unknown) for indices in table.tolist()]
