"""Where the tokens and quantities of many problems lie: the geometry every lattice is built on.

A problem's sequence **t** is ``gap 0, quantity 0, gap 1, quantity 1, …, gap K`` with K quantities
(the unknown among them) and K + 1 gaps, each of zero or more tokens. Problems are laid end to end,
so one array holds all tokens and one all quantities, and no padding is needed.

A gap of n tokens has n + 1 *cuts*, the places between its tokens and at its ends. Cuts are laid end
to end as well: gap g owns cuts ``cut_offsets[g] … cut_offsets[g + 1] − 1``, and the token in row i of
gap g stands between cuts i + g and i + g + 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Layout:
    """Geometry of P problems with Q quantities and M tokens in all.

    ``quantity_offsets`` (P + 1): problem p owns quantities ``quantity_offsets[p]:quantity_offsets[p+1]``.
    ``gap_offsets`` (Q + P + 1): gap g owns tokens ``gap_offsets[g]:gap_offsets[g+1]``.
    ``allowed`` (3, Q): the signs each quantity may take (the unknown never 0).
    ``windows`` (Q, 2): token rows of each quantity's own fixed window, which QT(fix) reads.
    """

    quantity_offsets: Ints
    gap_offsets: Ints
    allowed: Bools
    windows: Ints = field(default_factory=lambda: np.zeros((0, 2), np.intp))

    @classmethod
    def of_gaps(
        cls,
        gaps: Sequence[Sequence[int]],
        allowed: Bools,
        windows: Ints | None = None,
    ) -> Layout:
        """A layout from each problem's gap sizes (one more than it has quantities)."""
        counts = np.array([len(sizes) - 1 for sizes in gaps], np.intp)
        flat = np.array([size for sizes in gaps for size in sizes], np.intp)
        total = int(counts.sum())
        return cls(
            quantity_offsets=offsets(counts),
            gap_offsets=offsets(flat),
            allowed=allowed,
            windows=np.zeros((total, 2), np.intp) if windows is None else windows,
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
    def counts(self) -> Ints:
        """(P,) quantities of each problem."""
        return np.diff(self.quantity_offsets)

    @cached_property
    def problem(self) -> Ints:
        """(Q,) the problem of each quantity."""
        return np.repeat(np.arange(self.n_problems), self.counts)

    @cached_property
    def first(self) -> Ints:
        """(P,) row of each problem's first quantity."""
        return self.quantity_offsets[:-1]

    @cached_property
    def last(self) -> Ints:
        return self.quantity_offsets[1:] - 1

    @cached_property
    def links(self) -> Ints:
        """Rows of the quantities that have a quantity before them in their problem."""
        has_previous = np.ones(self.n_quantities, bool)
        has_previous[self.first] = False
        return np.flatnonzero(has_previous)

    @cached_property
    def layers(self) -> list[Ints]:
        """Rows of all first quantities, of all second ones, … : a chain is walked layer by layer."""
        longest = int(self.counts.max(initial=0))
        return [self.first[self.counts > k] + k for k in range(longest)]

    @cached_property
    def gap_before(self) -> Ints:
        """(Q,) the gap left of each quantity; the one right of it is the next."""
        return np.arange(self.n_quantities) + self.problem

    @cached_property
    def gap_sizes(self) -> Ints:
        return np.diff(self.gap_offsets)

    @cached_property
    def cut_offsets(self) -> Ints:
        """(G + 1) cuts of each gap: one more than it has tokens."""
        return self.gap_offsets + np.arange(len(self.gap_offsets))

    @cached_property
    def n_cuts(self) -> int:
        return int(self.cut_offsets[-1])

    @cached_property
    def token_gap(self) -> Ints:
        """(M,) the gap of each token."""
        return np.repeat(np.arange(len(self.gap_sizes)), self.gap_sizes)

    @cached_property
    def token_cut(self) -> Ints:
        """(M,) the cut just before each token."""
        return np.arange(self.n_tokens) + self.token_gap

    @cached_property
    def opens_gap(self) -> Bools:
        """(M,) whether a token is the first of its gap."""
        return np.arange(self.n_tokens) == self.gap_offsets[self.token_gap]

    @cached_property
    def closes_gap(self) -> Bools:
        """(M,) whether a token is the last of its gap."""
        return np.arange(self.n_tokens) + 1 == self.gap_offsets[self.token_gap + 1]

    @cached_property
    def quantity_after(self) -> Ints:
        """(M,) the row of the quantity after each token, were there one: see ``has_after``."""
        problem = np.searchsorted(self.gap_before[self.first], self.token_gap, "right") - 1
        return self.token_gap - problem

    @cached_property
    def has_after(self) -> Bools:
        """(M,) whether a quantity of its problem follows the token."""
        closing = np.zeros(len(self.gap_sizes), bool)
        closing[self.gap_before[self.last] + 1] = True
        return ~closing[self.token_gap]

    @cached_property
    def has_before(self) -> Bools:
        """(M,) whether a quantity of its problem precedes the token."""
        opening = np.zeros(len(self.gap_sizes), bool)
        opening[self.gap_before[self.first]] = True
        return ~opening[self.token_gap]

    @cached_property
    def all_cuts(self) -> Cuts:
        return self._cuts(np.arange(len(self.gap_sizes)))

    @cached_property
    def before(self) -> Cuts:
        """The cuts of the gap before each problem's first quantity."""
        return self._cuts(self.gap_before[self.first])

    @cached_property
    def after(self) -> Cuts:
        """The cuts of the gap after each problem's last quantity."""
        return self._cuts(self.gap_before[self.last] + 1)

    @cached_property
    def inner(self) -> Cuts:
        """The cuts of the gaps that lie between two quantities, gap after gap as in ``links``."""
        return self._cuts(self.gap_before[self.links])

    def _cuts(self, gaps: Ints) -> Cuts:
        sizes = self.gap_sizes[gaps] + 1
        return Cuts(
            gaps=gaps,
            cut=ragged(self.gap_start(gaps), sizes),
            opening=np.repeat(self.gap_start(gaps), sizes),
            closing=np.repeat(self.gap_stop(gaps), sizes),
            owner=np.repeat(np.arange(len(gaps)), sizes),
            starts=offsets(sizes)[:-1],
            stops=offsets(sizes)[1:] - 1,
        )

    def gap_start(self, gaps: Ints) -> Ints:
        """The first cut of each of these gaps."""
        return self.cut_offsets[gaps]

    def gap_stop(self, gaps: Ints) -> Ints:
        """The last cut of each of these gaps."""
        return self.cut_offsets[gaps + 1] - 1


@dataclass(frozen=True)
class Cuts:
    """All cuts of some gaps, gap after gap.

    ``gaps`` (g,): which; ``cut`` (n,): their cuts; ``opening`` and ``closing`` (n,): the first and last
    cut of the gap each belongs to; ``owner`` (n,): that gap's place in ``gaps``; ``starts`` and
    ``stops`` (g,): the places of each gap's first and last cut.
    """

    gaps: Ints
    cut: Ints
    opening: Ints
    closing: Ints
    owner: Ints
    starts: Ints
    stops: Ints

    @cached_property
    def forth(self) -> list[Ints]:
        """Rows of all second cuts of a gap, of all third ones, … from the first cut on."""
        sizes = self.stops - self.starts
        return [self.starts[sizes >= k] + k for k in range(1, int(sizes.max(initial=0)) + 1)]

    @cached_property
    def back(self) -> list[Ints]:
        """Rows of all last cuts but one of a gap, of all but two, …"""
        sizes = self.stops - self.starts
        return [self.stops[sizes >= k] - k for k in range(1, int(sizes.max(initial=0)) + 1)]


def offsets(sizes: Ints) -> Ints:
    """0 and the running totals of ``sizes``."""
    total = np.zeros(len(sizes) + 1, np.intp)
    np.cumsum(sizes, out=total[1:])
    return total


def ragged(starts: Ints, sizes: Ints) -> Ints:
    """Concatenation of ``arange(start, start + size)``."""
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) + np.repeat(starts - (ends - sizes), sizes)
