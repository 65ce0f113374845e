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
from quantity_tagger.features.equation.constants import TOLD, WHOSE, Constant, ConstantTable
from quantity_tagger.lattice.assignments import EXACT, all_assignments
from quantity_tagger.signs import MINUS, PLUS, ZERO

MASKS: Final = ("", "+", "0", "+0", "-", "+-", "0-", "+0-")
FIELDS: Final = {name: place for place, name in enumerate((*Constant._fields, "largest"))}
"""What is known of a constant: its own fields; whether it is the largest of all (1), of the related
(2) or both (3).
"""

VALUES: Final = max(map(len, (TOLD, WHOSE)))
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
    def unused(self) -> Floats:
        """(n, A) ∞ where a constant is not used, else 0."""
        return np.where(self.signs.T == ZERO, np.inf, 0.0)


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
        related = given[:, FIELDS["related"]] == 1
        within = np.where(related, self.values, -np.inf)
        among = related & (within == self._most(within))
        largest = (self.values == self._most(self.values)) + 2 * among
        more = largest[:, None].astype(np.uint8)
        self.fields: Small = np.concatenate([given, more], axis=1)

    def _most(self, values: Small | Floats) -> Small | Floats:
        """(C,) the most that a constant of the same problem has."""
        most = np.maximum.reduceat(values, self.first)
        return np.repeat(most, np.diff(self.first, append=len(values)))


class View:
    """B problems with n constants each, and the table of their A assignments (A, n).

    ``rows`` (B, n) are their constants' places in the stack; ``values`` (B, n), ``kind`` (B,).
    """

    def __init__(self, stack: Stack, problems: Ints, signs: Ints) -> None:
        self.table = table_of(signs)
        self.size = signs.shape[1]
        self.rows = stack.first[problems][:, None] + np.arange(self.size)
        self.values = stack.values[self.rows]
        self.kind = stack.kind[problems]

    def by_kind(self, codes: Small | Bools, size: int) -> Small:
        return np.asarray(self.kind[:, None] * size + codes)

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
