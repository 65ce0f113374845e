"""Many problems as integer arrays: the layout, and the attributes of every token and quantity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from quantity_tagger.arrays import Bools, Floats, Ints, offsets
from quantity_tagger.features import BIAS, Attributes
from quantity_tagger.features.window import Window
from quantity_tagger.lattice.assignments import Assignments
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.signs import MINUS, ZERO

if TYPE_CHECKING:
    from quantity_tagger.features.equation.codebook import Equations

Vocabulary = dict[str, int]


@dataclass(frozen=True)
class Rows:
    """A ragged 0/1 matrix: row i holds ``indices[indptr[i]:indptr[i + 1]]``, never nothing."""

    indptr: Ints
    indices: Ints

    def weigh(self, weights: Floats) -> Floats:
        """(c, rows) for each row the sum of its attributes' weights (attributes, c)."""
        if len(self.indptr) == 1:
            return np.zeros((weights.shape[1], 0))
        total: Floats = np.add.reduceat(
            weights.take(self.indices, axis=0), self.indptr[:-1], axis=0
        )
        return total.T


@dataclass(frozen=True)
class Batch:
    """Problems ready for a lattice; ``equations`` are those of the layout's assignments, where they are
    weighed whole.
    """

    layout: Layout
    tokens: Rows
    quantities: Rows
    equations: Equations | None = None

    def codes(self) -> Ints:
        """(T, E) the features that each assignment has, one from each template of g."""
        return np.zeros((0, 0), np.intp) if self.equations is None else self.equations.codes()


def vocabulary(lines: Iterable[Sequence[str]], min_count: int) -> Vocabulary:
    """Attributes that occur in at least ``min_count`` rows, in order of first sight; the bias
    first.
    """
    counts = Counter(name for line in lines for name in line)
    kept = [name for name, n in counts.items() if n >= min_count and name != BIAS]
    return {name: index for index, name in enumerate([BIAS, *kept])}


def rows(lines: Sequence[Sequence[str]], known: Vocabulary) -> Rows:
    """The attributes that are known, row by row; others say nothing."""
    found = [[known[name] for name in line if name in known] for line in lines]
    return Rows(
        indptr=offsets(np.array([len(line) for line in found], np.intp)),
        indices=np.array([index for line in found for index in line], np.intp),
    )


def allowed_signs(quantity_offsets: Ints, unknown: Ints, free_unknown: bool) -> Bools:
    """(3, Q) the unknown, whose place in each problem ``unknown`` (P,) tells, is −, or with
    ``free_unknown`` + or −; never 0.
    """
    allowed = np.ones((3, quantity_offsets[-1]), bool)
    rows = quantity_offsets[:-1] + unknown
    allowed[ZERO, rows] = False
    if not free_unknown:
        allowed[:MINUS, rows] = False
    return allowed


def layout(
    windows: Sequence[Window], free_unknown: bool, assignments: Assignments | None = None
) -> Layout:
    """Where everything lies."""
    counts = [len(window.anchors) for window in windows]
    allowed = allowed_signs(
        offsets(np.array(counts, np.intp)),
        np.array([window.unknown for window in windows], np.intp),
        free_unknown,
    )
    start = offsets(np.array([len(window.tokens) for window in windows], np.intp))
    reach = np.array(
        [
            (low + base, high + base)
            for window, base in zip(windows, start.tolist(), strict=False)
            for low, high in window.reach
        ],
        np.intp,
    ).reshape(-1, 2)
    return Layout.of_gaps([window.gaps for window in windows], allowed, reach, assignments)


def assemble(
    windows: Sequence[Window],
    attributes: Sequence[Attributes],
    tokens: Vocabulary,
    quantities: Vocabulary,
    *,
    free_unknown: bool,
    equations: Equations | None = None,
) -> Batch:
    """Windows and their attributes, laid end to end; token rows in the layout's column order.

    ``equations`` has the assignments that are weighed whole.
    """
    laid = layout(windows, free_unknown, equations.assignments if equations else None)
    lines = [line for found in attributes for line in found.tokens]
    ordered = [lines[token] for token in np.argsort(laid.column).tolist()]
    return Batch(
        layout=laid,
        tokens=rows(ordered, tokens),
        quantities=rows([line for found in attributes for line in found.quantities], quantities),
        equations=equations,
    )
