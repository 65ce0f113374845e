"""From scores to signs: feasible sign assignments, and the probability of each.

What holds for addition-subtraction problems at large is stated here once: something is added or
subtracted, so of several constants at least two are used, and the answer is not negative unless
the text itself has a negative number. A story that was understood may say otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import lcm
from operator import mul
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.lattice.assignments import EXACT, AssignmentTable, all_assignments
from quantity_tagger.signs import INDEX, SIGNS
from quantity_tagger.values import Value

if TYPE_CHECKING:
    from quantity_tagger.arrays import Bools
    from quantity_tagger.features.encoded import Encoded
    from quantity_tagger.lattice.base import Lattice, Ranked
    from quantity_tagger.lattice.scores import Scores
    from quantity_tagger.problem.problem import Problem

CONSIDERED: Final = 64
"""How many sign assignments are looked at for a feasible one before the best one stands."""

SHARING: Final = 27
"""How many sign assignments share the probability of a tagging: all that three quantities have."""

Signs = tuple[int, ...]
Candidates = tuple[tuple[Signs, float], ...]
"""Signs of the constants in x = Σ sᵢqᵢ with their probability among the feasible ones, best
first."""


class Tagging(Value):
    """What a model makes of one problem.

    ``candidates``: feasible assignments. ``spans``: for each constant and the unknown, in text
    order, the tokens of the text (``start, stop``) that its span covers where the signs are those
    of the likeliest equation. ``beyond``: the probability of each equation that signs cannot
    write, in the order of ``Facts.beyond``.
    """

    FIELDS: ClassVar = ("candidates", "spans", "beyond")
    __slots__ = FIELDS

    def __init__(
        self,
        candidates: Candidates,
        spans: tuple[tuple[int, int], ...],
        beyond: tuple[float, ...] = (),
    ) -> None:
        self.candidates = candidates
        self.spans = spans
        self.beyond = beyond


class Decoded(Value):
    """The candidates of one problem, and the sign indices of constants and unknown in the likeliest
    equation; ``beyond`` as in a `Tagging`.
    """

    FIELDS: ClassVar = ("candidates", "first", "beyond")
    __slots__ = FIELDS

    def __init__(
        self, candidates: Candidates, first: Sequence[int], beyond: tuple[float, ...] = ()
    ) -> None:
        self.candidates = candidates
        self.first = first
        self.beyond = beyond

    def parted(self, shares: Mapping[Signs, Mapping[int, float]], unknown: int) -> Decoded:
        """With the ``shares`` that equations beyond signs, by their number, have of some signs."""
        beyond = [0.0] * (1 + max(number for its in shares.values() for number in its))
        left: list[tuple[Signs, float]] = []
        for signs, probability in self.candidates:
            its = shares.get((*signs[:unknown], -1, *signs[unknown:]), {})
            for number, share in its.items():
                beyond[number] += probability * share
            left.append((signs, probability * max(0.0, 1.0 - sum(its.values()))))
        left.sort(key=lambda one: -one[1])
        best = left[0][0]
        if max(beyond) > left[0][1]:
            winner = beyond.index(max(beyond))
            whole = next(signs for signs, its in shares.items() if winner in its)
            best = (*whole[:unknown], *whole[unknown + 1 :])
        first = [INDEX[sign] for sign in best]
        first.insert(unknown, INDEX[-1])
        return Decoded(tuple(left), first, tuple(beyond))


def decode(
    lattice: Lattice, encoded: Encoded, scores: Scores, problems: Sequence[Problem]
) -> list[Decoded]:
    """The candidates of each problem: of all assignments where the lattice scores them at once, of
    its best ones elsewhere.
    """
    layout = encoded.layout
    found: dict[int, Decoded] = {}
    tables = lattice.totals(layout, scores)
    if not tables:
        unknown = encoded.windows.unknown.tolist()
        ranked = lattice.k_best(layout, scores, CONSIDERED)
        tables = [ranked_table(p, unknown[p], best) for p, best in enumerate(ranked)]
    derived = _understood(encoded)
    for table, total in tables:
        members = table.problems.tolist()
        said = table.of(derived) if len(derived) else None
        decoded = candidates_of(table, total, [problems[p] for p in members], said)
        found.update(zip(members, decoded, strict=True))
    return [found[p] for p in range(len(problems))]


def _understood(encoded: Encoded) -> Bools:
    """(E,) the assignments that a story says which was understood; empty where none was read."""
    readings, assignments = encoded.readings, encoded.layout.assignments
    if readings is None or assignments is None:
        return np.zeros(0, bool)
    return readings.mark(assignments.size)


def ranked_table(problem: int, unknown: int, ranked: Ranked) -> tuple[AssignmentTable, Floats]:
    """The best assignments of one problem as a table of their own, and their scores (1, A)."""
    signs = np.array([indices for indices, _ in ranked], np.intp)
    rows = np.arange(signs.shape[1])[None]
    table = AssignmentTable(np.array([problem]), rows, signs, unknown, slice(0, len(signs)))
    return table, np.array([[score for _, score in ranked]])


def candidates_of(
    table: AssignmentTable,
    total: Floats,
    problems: Sequence[Problem],
    understood: Bools | None = None,
) -> Iterator[Decoded]:
    """The candidates of each problem of a table from the scores ``total`` (B, A); ``understood``
    (B, A) are those that the story says.

    The feasible ones among the `SHARING` best share the probability; where there is none, the first
    feasible one of the `CONSIDERED` best stands alone, or else the very best.
    """
    feasible = _feasible(table, problems)
    if understood is not None:
        feasible |= understood
    feasible &= total > -np.inf
    best = _best(total)
    each = np.arange(len(total))[:, None]
    score, kept = total[each, best], feasible[each, best]
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
            at, probability = _fallback(total[row], feasible[row])
            yield Decoded(((names[at], probability),), table.signs[at].tolist())
            continue
        stop = start + count
        signs = [names[at] for at in places[start:stop]]
        candidates = tuple(zip(signs, probabilities[start:stop], strict=True))
        if table.has_free_unknown:
            candidates = _merged(candidates)
            first[row] = table.signs[places[start + signs.index(candidates[0][0])]].tolist()
        yield Decoded(candidates, first[row])
        start = stop


def _fallback(total: Floats, feasible: Bools) -> tuple[int, float]:
    """Which of the `CONSIDERED` best assignments stands where none of the best few is feasible, and
    its probability among them.
    """
    order = np.argsort(-total, kind="stable")[:CONSIDERED]
    order = order[total[order] > -np.inf]
    chosen = feasible[order].argmax()  # the first feasible one, or the very best
    weight = np.exp(total[order] - total[order[0]])
    return int(order[chosen]), float(weight[chosen] / weight.sum())


def _merged(candidates: Candidates) -> Candidates:
    """Both forms of one equation, where x is free to be + or −, are one candidate."""
    found: dict[Signs, float] = {}
    for signs, probability in candidates:
        found[signs] = found.get(signs, 0.0) + probability
    return tuple(sorted(found.items(), key=lambda candidate: -candidate[1]))


def _best(total: Floats) -> Ints:
    """(B, SHARING or fewer) the places of the highest scores (B, A), highest first."""
    if total.shape[1] <= 3 * SHARING:
        return np.argsort(-total, axis=1, kind="stable")[:, :SHARING]
    some = np.sort(np.argpartition(-total, SHARING - 1, axis=1)[:, :SHARING], axis=1)
    order = np.argsort(-np.take_along_axis(total, some, axis=1), axis=1, kind="stable")
    return np.take_along_axis(some, order, axis=1)


def shares_of(candidates: Candidates) -> tuple[tuple[float, ...], ...]:
    """For each constant the probability of +, 0 and −: that of all candidates that give it."""
    return tuple([_shares_at(candidates, place) for place in range(len(candidates[0][0]))])


def _shares_at(candidates: Candidates, place: int) -> tuple[float, ...]:
    plus = zero = minus = 0.0
    for signs, probability in candidates:
        sign = signs[place]
        if sign > 0:
            plus += probability
        elif sign < 0:
            minus += probability
        else:
            zero += probability
    return min(plus, 1.0), min(zero, 1.0), min(minus, 1.0)  # sums may round up


def is_feasible(problem: Problem, signs: Sequence[int]) -> bool:
    """Whether these signs of the constants can be right."""
    values, _ = whole_values(problem)
    if len(signs) - signs.count(0) < min(2, len(signs)):
        return False
    return sum(map(mul, values, signs)) >= 0 or min(values) < 0


def _feasible(table: AssignmentTable, problems: Sequence[Problem]) -> Bools:
    """(B, A) `is_feasible` of all assignments."""
    signs = 1 - table.constants
    if table.has_free_unknown:
        signs *= table.signs[:, [table.unknown]] - 1
    given = [whole_values(problem)[0] for problem in problems]
    large = any(abs(value) >= _LARGE for values in given for value in values)
    values = np.array(given, object if large else np.int64)
    enough = np.count_nonzero(signs, axis=1) >= min(2, signs.shape[1])
    fits = (values @ signs.T >= 0) | (values.min(axis=1, keepdims=True) < 0)
    return np.asarray(enough & fits, bool)


_LARGE: Final = 1 << 50  # sums of larger numbers may leave the whole numbers of NumPy


def whole_values(problem: Problem) -> tuple[list[int], int]:
    """The values in whole numbers of their largest common part, and how many of it make one:
    whether sums of them are negative is the same, and told much faster.
    """
    pairs = [quantity.value.as_integer_ratio() for quantity in problem.quantities]
    if all(denominator == 1 for _, denominator in pairs):  # as nearly all are
        return [numerator for numerator, _ in pairs], 1
    below = lcm(*[denominator for _, denominator in pairs])
    return [numerator * (below // denominator) for numerator, denominator in pairs], below


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
    signs = (1 - np.delete(table, unknown, axis=1)) * (table[:, [unknown]] - 1)
    return list(map(tuple, signs.tolist()))
