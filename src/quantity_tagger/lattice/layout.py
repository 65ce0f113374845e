"""Where the tokens and quantities of many problems lie: the geometry every lattice is built on.

A problem's sequence **t** is ``gap 0, quantity 0, gap 1, quantity 1, …, gap K`` with K quantities
(the unknown among them) and K + 1 gaps, each of zero or more tokens. Problems are laid end to end,
and their quantities are numbered through. Inference walks gaps of equal size together, in *blocks*,
and quantities of equal rank together, in *layers*: no padding, and every step of a lattice is a few
passes over contiguous arrays, whatever the number of problems. To that end the columns of all
arrays of token scores are in block order; ``Layout.column`` says where each token of the text order
stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from quantity_tagger.arrays import Bools, Floats, Ints, offsets

if TYPE_CHECKING:
    from quantity_tagger.lattice.assignments import Assignments


@dataclass(frozen=True)
class Block:
    """All gaps of one size n and one kind, laid so that their i-th tokens are neighbours.

    ``columns``: where their tokens stand in an array of token scores; ``size`` n, ``count`` g;
    ``gaps`` (g,): which; ``before`` and ``after`` (g,): the rows of the quantities on their left
    and right (meaningless where a problem begins or ends).
    """

    columns: slice
    size: int
    gaps: Ints
    before: Ints
    after: Ints

    @property
    def count(self) -> int:
        return len(self.after)

    def of(self, values: Floats) -> Floats:
        """(c, n, g) a view of this block's tokens in ``values`` (c, M)."""
        return values[:, self.columns].reshape(len(values), self.size, self.count)


@dataclass(frozen=True, eq=False)
class Layout:
    """Geometry of P problems with Q quantities and M tokens in all.

    ``quantity_offsets`` (P + 1): problem p owns quantities ``quantity_offsets[p]:quantity_offsets[p
    + 1]``. ``gap_offsets`` (Q + P + 1): gap g owns tokens ``gap_offsets[g]:gap_offsets[g + 1]``.
    ``allowed`` (3, Q): the signs each quantity may take (the unknown never 0). ``windows`` (Q, 2):
    token rows of each quantity's own fixed window, which QT(fix) reads. ``assignments``: those
    that QT(g) scores.
    """

    quantity_offsets: Ints
    gap_offsets: Ints
    allowed: Bools
    windows: Ints = field(default_factory=lambda: np.zeros((0, 2), np.intp))
    assignments: Assignments | None = None

    @classmethod
    def of_gaps(
        cls,
        gaps: Sequence[Sequence[int]],
        allowed: Bools,
        windows: Ints | None = None,
        assignments: Assignments | None = None,
    ) -> Layout:
        """A layout from each problem's gap sizes (one more than it has quantities)."""
        counts = np.array([len(sizes) - 1 for sizes in gaps], np.intp)
        flat = np.array([size for sizes in gaps for size in sizes], np.intp)
        empty = np.zeros((int(counts.sum()), 2), np.intp)
        return cls(
            quantity_offsets=offsets(counts),
            gap_offsets=offsets(flat),
            allowed=allowed,
            windows=empty if windows is None else windows,
            assignments=assignments,
        )

    @cached_property
    def n_problems(self) -> int:
        return len(self.quantity_offsets) - 1

    @cached_property
    def n_quantities(self) -> int:
        return int(self.quantity_offsets[-1])

    @cached_property
    def n_tokens(self) -> int:
        return int(self.gap_offsets[-1])

    @cached_property
    def problem(self) -> Ints:
        """(Q,) the problem of each quantity."""
        return np.repeat(np.arange(self.n_problems), np.diff(self.quantity_offsets))

    @cached_property
    def first(self) -> Ints:
        """(P,) row of each problem's first quantity."""
        return self.quantity_offsets[:-1]

    @cached_property
    def last(self) -> Ints:
        """(P,) row of each problem's last quantity."""
        return self.quantity_offsets[1:] - 1

    @cached_property
    def links(self) -> Ints:
        """Rows of the quantities that have a quantity before them in their problem."""
        linked = np.ones(self.n_quantities, bool)
        linked[self.first] = False
        return np.flatnonzero(linked)

    @cached_property
    def layers(self) -> list[Ints]:
        """Rows of all first quantities, of all second ones, …: chains are walked layer by layer."""
        counts = np.diff(self.quantity_offsets)
        return [self.first[counts > k] + k for k in range(int(counts.max(initial=0)))]

    @cached_property
    def gap_before(self) -> Ints:
        """(Q,) the gap left of each quantity; the one right of it is the next."""
        return np.arange(self.n_quantities) + self.problem

    @cached_property
    def gap_sizes(self) -> Ints:
        return np.diff(self.gap_offsets)

    @cached_property
    def opening(self) -> list[Block]:
        """The gaps before each problem's first quantity."""
        return self._blocks[0]

    @cached_property
    def inner(self) -> list[Block]:
        """The gaps between two quantities."""
        return self._blocks[1]

    @cached_property
    def closing(self) -> list[Block]:
        """The gaps after each problem's last quantity."""
        return self._blocks[2]

    @cached_property
    def column(self) -> Ints:
        """(M,) the column of each token, counted in text order, in arrays of token scores."""
        column = np.empty(self.n_tokens, np.intp)
        for block in (*self.opening, *self.inner, *self.closing):
            rows = self.gap_offsets[block.gaps] + np.arange(block.size)[:, None]
            column[rows.reshape(-1)] = np.arange(block.columns.start, block.columns.stop)
        return column

    @cached_property
    def _blocks(self) -> tuple[list[Block], list[Block], list[Block]]:
        first_gap = self.gap_before[self.first]
        kinds = (first_gap, self.gap_before[self.links], self.gap_before[self.last] + 1)
        start = 0
        found: tuple[list[Block], list[Block], list[Block]] = ([], [], [])
        for gaps, blocks in zip(kinds, found, strict=True):
            sizes = self.gap_sizes[gaps]
            after = gaps - np.searchsorted(first_gap, gaps, "right") + 1
            for size in sorted(set(sizes.tolist())):  # np.unique would load numpy.ma first
                here = np.flatnonzero(sizes == size)
                stop = start + size * len(here)
                columns = slice(start, stop)
                blocks.append(Block(columns, size, gaps[here], after[here] - 1, after[here]))
                start = stop
        return found
