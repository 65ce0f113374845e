"""Many problems as integer arrays: the layout, and the attributes of every token and quantity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from quantity_tagger.arrays import Floats, Ints, offsets

if TYPE_CHECKING:
    from quantity_tagger.features.equation.codebook import Equations
    from quantity_tagger.features.readings import Readings
    from quantity_tagger.features.window import Windows
    from quantity_tagger.lattice.layout import Layout

NONE = -1
"""Stands for an attribute that the vocabulary does not have."""


@dataclass(frozen=True)
class SparseRows:
    """A ragged 0/1 matrix: row i holds ``indices[indptr[i]:indptr[i + 1]]``, never nothing."""

    indptr: Ints
    indices: Ints

    @classmethod
    def of_table(cls, attributes: Ints) -> SparseRows:
        """The rows of a table (k, n) of up to k attributes each, `NONE` where there are fewer."""
        there = attributes.T != NONE
        return cls(offsets(there.sum(axis=1)), attributes.T[there])

    def row(self, at: int) -> list[int]:
        found: list[int] = self.indices[self.indptr[at] : self.indptr[at + 1]].tolist()
        return found

    def weigh(self, weights: Floats) -> Floats:
        """(c, rows) for each row the sum of its attributes' weights (attributes, c)."""
        if len(self.indptr) == 1:
            return np.zeros((weights.shape[1], 0))
        total: Floats = np.add.reduceat(
            weights.take(self.indices, axis=0), self.indptr[:-1], axis=0
        )
        return total.T

    def beside(self, other: SparseRows) -> SparseRows:
        """Rows that hold what the rows of both hold, one after the other."""
        sizes = np.diff(self.indptr), np.diff(other.indptr)
        indices = np.empty(len(self.indices) + len(other.indices), np.intp)
        each = np.stack(sizes, axis=1).reshape(-1)
        is_left = np.repeat(np.tile([True, False], len(sizes[0])), each)
        indices[is_left], indices[~is_left] = self.indices, other.indices
        return SparseRows(self.indptr + other.indptr, indices)


@dataclass(frozen=True)
class Encoded:
    """Problems ready for a lattice; ``tokens`` has its rows in the order of the layout's columns,
    ``equations`` are those of the layout's assignments, where whole equations are scored, and
    ``readings`` what derives them.
    """

    windows: Windows
    layout: Layout
    tokens: SparseRows
    quantities: SparseRows
    equations: Equations | None = None
    readings: Readings | None = None

    def codes(self) -> Ints:
        """(T, E) the features that each assignment has, one from each template of g."""
        return np.zeros((0, 0), np.intp) if self.equations is None else self.equations.codes()
