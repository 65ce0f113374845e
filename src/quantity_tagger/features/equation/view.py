"""What the templates of g look at: many problems at once, and all assignments of signs to them.

Problems with equally many constants are looked at together. What follows from the assignments alone
is worked out once and kept (`Table`); what nearly every template asks is which signs the constants
of some group have, which is a *mask*: a place in `MASKS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from quantity_tagger.arrays import Bools, Floats, Ints, offsets
from quantity_tagger.features.equation.constants import (
    AGREEMENTS,
    ECHOES,
    PHASES,
    ROLES,
    TOLD,
    UNITS,
    WHOSE,
    Constant,
    ConstantTable,
)
from quantity_tagger.lattice.assignments import EXACT, all_assignments
from quantity_tagger.signs import MINUS, PLUS, ZERO

MASKS: Final = ("", "+", "0", "+0", "-", "+-", "0-", "+0-")
FIELDS: Final = {
    name: place for place, name in enumerate((*Constant._fields, "own", "largest", "real"))
}
"""What is known of a constant: its own fields; whether it is told with the question's own verb
(or one like it, where that is not there); whether it is the largest of all (1), of the related (2)
or both (3); whether it is related (2), not real (1) or both.
"""

VALUES: Final = max(map(len, (UNITS, AGREEMENTS, ROLES, PHASES, ECHOES, TOLD, WHOSE)))
"""How many values a field has at most."""

Small = NDArray[np.integer[Any]]
"""Whole numbers of few bytes."""

_ROUNDING: Final = 1e-6


class Table:
    """A assignments of n constants (A, n), and what follows from them alone."""

    def __init__(self, signs: Ints) -> None:
        self.signs = signs
        self.size = signs.shape[1]
        self.complete = self.size <= EXACT and len(signs) == 3**self.size

    def masks(self, members: Bools) -> Small:
        """(B, S, A) the masks of those who are ``members`` (B, n, S) of each of S sets."""
        if self.size <= EXACT:
            return np.asarray(self.masks_of_sets[self.numbers(members)])
        return self._masks(members)

    def _masks(self, members: Bools) -> Small:
        chosen = members.transpose(0, 2, 1).astype(np.float32)
        masks = np.zeros((*chosen.shape[:2], len(self.signs)), np.uint8)
        for sign in range(3):
            having = (self.signs == sign).T.astype(np.float32)
            masks |= (chosen @ having > 0).astype(np.uint8) << sign
        return masks

    def numbers(self, members: Bools) -> Ints:
        """(B, S) a number for each set: a bit for each constant."""
        bits = np.left_shift(members, np.arange(self.size)[:, None], dtype=np.intp)
        return np.asarray(bits.sum(axis=1))

    @cached_property
    def masks_of_sets(self) -> Small:
        """(2ⁿ, A) the masks of every set: there are few, and they are asked for by every problem
        again and again.
        """
        return np.asarray(self._masks(_sets(self.size)[None])[0])

    @cached_property
    def totals(self) -> Small:
        """(3, 1, A) how many of all constants are +, 0 and −."""
        return np.stack([(self.signs == sign).sum(axis=1)[None] for sign in (PLUS, ZERO, MINUS)])

    @cached_property
    def factor(self) -> Floats:
        """(n, A) the signs as numbers."""
        return (1 - self.signs).T.astype(float)

    @cached_property
    def small(self) -> Small:
        """(n, A) the same in few bytes."""
        return (1 - self.signs).T.astype(np.int8)

    @cached_property
    def unused(self) -> Floats:
        """(n, A) ∞ where a constant is not used, else 0."""
        return np.where(self.signs.T == ZERO, np.inf, 0.0)

    @cached_property
    def used_and_left(self) -> Floats:
        """(n², A) whether the first of two constants is used and the second left out."""
        used, left = self.signs != ZERO, self.signs == ZERO
        pairs = (used[:, :, None] & left[:, None, :]).reshape(len(self.signs), -1)
        return np.asarray(pairs.T, np.float32)

    def clause_mates(self, linked: Bools) -> Small:
        """(B, A) whether some of those that are ``linked`` (B, n − 1) with the one before them have
        its sign (4), the opposite one (2), or one of the two is left out (1): the sum.
        """
        if self.size <= EXACT:
            bits = np.left_shift(linked, np.arange(self.size - 1), dtype=np.intp)
            return np.asarray(self._clauses_of_sets[bits.sum(axis=1)])
        return self._clauses(linked)

    @cached_property
    def _clauses_of_sets(self) -> Small:
        return self._clauses(_sets(self.size - 1).T)

    def _clauses(self, linked: Bools) -> Small:
        before, after = self.signs[:, :-1], self.signs[:, 1:]
        same = (before == after) & (after != ZERO)
        opposite = np.abs(before - after) == 2
        apart = (before == ZERO) != (after == ZERO)
        chosen = linked.astype(np.float32)
        same, opposite, apart = (
            (chosen @ each.T.astype(np.float32) > 0).astype(np.uint8)
            for each in (same, opposite, apart)
        )
        return np.asarray((same * 2 + opposite) * 2 + apart)


def _sets(size: int) -> Bools:
    """(size, 2^size) which of so many constants are in each set of them."""
    return (np.arange(2**size) >> np.arange(size)[:, None] & 1).astype(bool)


def table_of(signs: Ints) -> Table:
    """The table of these assignments; all of few constants, which most problems have, are kept."""
    size = signs.shape[1]
    return _table_of_all(size) if len(signs) == 3**size and size <= EXACT else Table(signs)


@cache
def _table_of_all(size: int) -> Table:
    return Table(np.delete(all_assignments(size + 1, 0), 0, axis=1))


class Stack:
    """The constants of problems, end to end: ``fields`` (C, F) and ``values`` (C,); ``first``
    (P,) is where each problem's begin, ``kind`` (P,) what it asks.
    """

    def __init__(self, tables: Sequence[ConstantTable]) -> None:
        counts = np.array([len(one.values) for one in tables], np.intp)
        self.first = offsets(counts)[:-1]
        self.kind = np.array([one.kind for one in tables], np.intp)
        self.values = np.array([value for one in tables for value in one.values])
        # All are small whole numbers, and bytes are made of them many times faster than arrays.
        constants = chain.from_iterable([one.constants for one in tables])
        flat = np.frombuffer(bytes(chain.from_iterable(constants)), np.uint8)
        given = flat.reshape(-1, len(Constant._fields))
        verb, related, unreal = (given[:, FIELDS[name]] for name in ("verb", "related", "unreal"))
        same_verb = (verb == self._most(verb)) & (verb > 0)
        within = np.where(related == 1, self.values, -np.inf)
        among = (related == 1) & (within == self._most(within))
        largest = (self.values == self._most(self.values)) + 2 * among
        more = np.stack([same_verb, largest, related * 2 + unreal], axis=1).astype(np.uint8)
        self.fields: Small = np.concatenate([given, more], axis=1)

    def _most(self, values: Small | Floats) -> Small | Floats:
        """(C,) the most that a constant of the same problem has."""
        most = np.maximum.reduceat(values, self.first)
        return np.repeat(most, np.diff(self.first, append=len(values)))


class View:
    """B problems with n constants each, and the table of their A assignments (A, n).

    ``rows`` (B, n) are their constants' places in the stack; ``fields`` (B, n, F), ``values``
    (B, n), ``kind`` (B,).
    """

    def __init__(self, stack: Stack, problems: Ints, signs: Ints) -> None:
        self.table = table_of(signs)
        self.size = signs.shape[1]
        self.rows = stack.first[problems][:, None] + np.arange(self.size)
        self.fields = stack.fields[self.rows]
        self.values = stack.values[self.rows]
        self.kind = stack.kind[problems]

    def field(self, name: str) -> Small:
        """(B, n) one field of the constants."""
        return np.asarray(self.fields[:, :, FIELDS[name]])

    def by_kind(self, codes: Small | Bools, size: int) -> Small:
        return np.asarray(self.kind[:, None] * size + codes)

    @cached_property
    def left_above_used(self) -> Small:
        """(2, B, A) whether one left out answers the question better than one that is used, and
        whether the question's words point more at it.
        """
        # What speaks against, of four things, weighs more than all that speaks for.
        fit = np.stack([self.field("along") + 5 * (4 - self.field("against")), self.field("echo")])
        above = (fit[:, :, None, :] > fit[:, :, :, None]).astype(np.float32)  # used, left
        hits: Floats = above.reshape(2, len(self.fields), -1) @ self.table.used_and_left
        return (hits > 0).view(np.int8)

    @cached_property
    def answers(self) -> tuple[Floats, Floats]:
        """(B, A) the answers, and (B, 1) what is as good as nothing beside the constants."""
        slack = _ROUNDING * np.maximum(np.abs(self.values).max(axis=1), 1.0)[:, None]
        return self.values @ self.table.factor, slack

    @property
    def bounds(self) -> tuple[Floats, Floats]:
        """(B, A) the smallest and the largest constant used."""
        unused = self.table.unused
        columns = self.values.T[:, :, None]
        smallest, largest = columns[0] + unused[0], columns[0] - unused[0]
        for column, beyond in zip(columns[1:], unused[1:], strict=True):
            np.minimum(smallest, column + beyond, out=smallest)
            np.maximum(largest, column - beyond, out=largest)
        return smallest, largest
