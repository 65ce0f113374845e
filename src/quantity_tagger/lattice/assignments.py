"""All sign assignments of each problem: what QT(g) scores whole.

The unknown is −, so a problem with n constants has 3ⁿ assignments. Problems with equally many
entries and x at the same place share one table of them and are scored together. Where n is larger
than `EXACT` the assignments to score are given: the best ones of the chain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.signs import INDEX, MINUS

Number = TypeVar("Number", bound=np.generic)

EXACT = 7
"""How many constants a problem may have for all its assignments to be scored."""


@dataclass(frozen=True, eq=False)
class AssignmentTable:
    """B problems that share one table of A assignments.

    ``problems`` (B,): which; ``rows`` (B, K): the rows of their entries in a layout; ``signs``
    (A, K): the table, as sign indices; ``unknown``: the column of x; ``place``: where their B·A
    scores stand in a vector over all assignments; ``is_complete``: whether the table has all
    assignments, in order.
    """

    problems: Ints
    rows: Ints
    signs: Ints
    unknown: int
    place: slice
    is_complete: bool = False

    def of(self, values: NDArray[Number]) -> NDArray[Number]:
        """(B, A) a view of this table's part of ``values``."""
        return values[self.place].reshape(len(self.problems), len(self.signs))

    @cached_property
    def constants(self) -> Ints:
        """(A, K − 1) sign indices of the constants alone."""
        if self.is_complete:
            return all_constants(self.rows.shape[1] - 1)
        return np.delete(self.signs, self.unknown, axis=1)

    @cached_property
    def has_free_unknown(self) -> bool:
        """Whether x is + in some of the assignments."""
        return not self.is_complete and bool((self.signs[:, self.unknown] != MINUS).any())

    def chain(self, unary: Floats, pair: Floats) -> Floats:
        """(B, A) the score of each assignment in a chain over signs."""
        if self.is_complete:
            return self._chain_of_all(unary.T[self.rows], pair.transpose(2, 0, 1)[self.rows])
        total = unary.T[self.rows[:, 0]][:, self.signs[:, 0]]
        for k in range(1, self.rows.shape[1]):
            row, sign = self.rows[:, k], self.signs[:, k]
            total += unary.T[row][:, sign]
            total += pair.reshape(9, -1).T[row][:, 3 * self.signs[:, k - 1] + sign]
        return total

    def _chain_of_all(self, unary: Floats, pair: Floats) -> Floats:
        """The same from the potentials (B, K, 3) and (B, K, 3, 3) of their entries, one after the
        other: each has three signs for every way to sign those before it, and x has one.
        """
        of_x = slice(MINUS, MINUS + 1)
        before = of_x if self.unknown == 0 else slice(None)
        total: Floats = unary[:, 0, before]
        for k in range(1, self.rows.shape[1]):
            signs = of_x if k == self.unknown else slice(None)
            step = unary[:, k, None, signs] + pair[:, k, before, signs]
            total = total.reshape(len(total), -1, step.shape[1], 1) + step[:, None]
            before = signs
        return total.reshape(len(total), -1)

    def add_counts(self, share: Floats, unary: Floats, pair: Floats) -> None:
        """Add to the counts of signs and of neighbouring signs what shares (B, A) make of them."""
        for k in range(self.rows.shape[1]):
            row, sign = self.rows[:, k], self.signs[:, k]
            unary[:, row] += (share @ _indicators(sign, 3)).T
            if k:
                both = share @ _indicators(3 * self.signs[:, k - 1] + sign, 9)
                pair[:, :, row] += both.T.reshape(3, 3, -1)

    def find(self, gold: Ints) -> Ints:
        """(B,) where in the table each problem's signs, of all rows' ``gold`` (Q,), stand."""
        signs = gold[self.rows]
        if self.is_complete:
            powers = 3 ** np.arange(self.rows.shape[1] - 2, -1, -1)
            return np.asarray(np.delete(signs, self.unknown, axis=1) @ powers, np.intp)
        return np.asarray((signs[:, None] == self.signs[None]).all(axis=2).argmax(axis=1), np.intp)


@dataclass(frozen=True, eq=False)
class Assignments:
    """The tables of a layout's problems; ``size`` is how many assignments there are in all."""

    tables: Sequence[AssignmentTable]
    size: int

    @classmethod
    def of(
        cls, quantity_offsets: Ints, unknown: Sequence[int], given: Mapping[int, Ints] | None = None
    ) -> Assignments:
        """The assignments of problems with these rows (P + 1,) and these places of x.

        ``given``: assignments (A, K) of the problems for which not all are to be scored.
        """
        given = given or {}
        first, entries = quantity_offsets[:-1], np.diff(quantity_offsets).tolist()
        groups: dict[tuple[int, int, int], list[int]] = {}
        for problem, (place, count) in enumerate(zip(unknown, entries, strict=True)):
            own = problem if problem in given else -1
            groups.setdefault((count, place, own), []).append(problem)
        tables, start = [], 0
        for (count, place, own), members in sorted(groups.items()):
            problems = np.array(members, np.intp)
            signs = all_assignments(count, place) if own < 0 else given[own]
            stop = start + len(problems) * len(signs)
            rows = first[problems][:, None] + np.arange(count)
            complete = own < 0 and count <= EXACT + 1
            here = slice(start, stop)
            tables.append(AssignmentTable(problems, rows, signs, place, here, complete))
            start = stop
        return cls(tables, start)

    def __iter__(self) -> Iterator[AssignmentTable]:
        return iter(self.tables)

    def place_of(self, problem: int, signs: Sequence[int]) -> int | None:
        """Where a problem's assignment of these signs (+1, 0, −1) stands among all, if it does."""
        table, row = self._tables[problem]
        indices = [INDEX[sign] for sign in signs]
        if table.is_complete:
            at = 0
            for place, index in enumerate(indices):
                if place != table.unknown:
                    at = 3 * at + index
        else:
            same = np.flatnonzero((table.signs == indices).all(axis=1))
            if not len(same):
                return None
            at = int(same[0])
        return int(table.place.start) + row * len(table.signs) + at

    @cached_property
    def _tables(self) -> dict[int, tuple[AssignmentTable, int]]:
        """The table of each problem and its row there."""
        return {
            problem: (table, row)
            for table in self.tables
            for row, problem in enumerate(table.problems.tolist())
        }


@lru_cache(maxsize=256)
def all_assignments(entries: int, unknown: int) -> Ints:
    """(3^(entries − 1), entries) all sign indices with x, at ``unknown``, −."""
    table = np.insert(all_constants(entries - 1), unknown, MINUS, axis=1)
    table.flags.writeable = False  # it is shared
    return table


@lru_cache(maxsize=16)
def all_constants(count: int) -> Ints:
    """(3^count, count) all sign indices of so many constants."""
    table = np.indices((3,) * count).reshape(count, 3**count).T.astype(np.intp)
    table.flags.writeable = False  # it is shared
    return table


def _indicators(values: Ints, size: int) -> Floats:
    """(A, size) 1 where a value is the column's."""
    return np.asarray(values[:, None] == np.arange(size), np.float64)
