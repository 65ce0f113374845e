"""QT(r) as the published code has it: the spans of neighbours may overlap.

The paper's text keeps spans apart, its code gives every quantity a window of its own, and a token
between two quantities may be in the spans of both. Then the parts of a gap do not depend on each
other: the R part ends at any cut within the window of the quantity before, the L part starts at any
cut within the window of the one after, and each is summed by itself. What is left is a chain whose
links look at signs alone. It is there to be compared with QT(r), and is neither shipped nor drawn.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.lattice.chain import CutPosteriors, Potentials, SignChain
from quantity_tagger.lattice.gaps import STRUCTURE, TOKEN_LABELS, PartCounts, PartScores
from quantity_tagger.lattice.layout import Block, Layout
from quantity_tagger.lattice.logspace import Algebra, join
from quantity_tagger.lattice.scores import Scores


class OverlappingQTR(SignChain):
    """The relaxed variant without the paper's condition that spans are disjoint."""

    name = "qt-r-overlap"
    title = "QT(r), overlapping"
    rank = 6
    token_labels = TOKEN_LABELS
    structure = STRUCTURE

    def potentials(self, layout: Layout, scores: Scores, algebra: Algebra = "sum") -> Potentials:
        parts = PartScores(scores)
        unary = scores.quantities.copy()
        pair = np.zeros((3, 3, layout.n_quantities))
        pair[:, :, layout.links] = parts.edges.across[:, :, None]
        shares = CutPosteriors()
        for block, outer in _before(layout):
            joined, share = join(_left(parts, layout, block, outer), algebra)
            unary[:, block.after] += joined
            shares.starts.append(share)
        for block, outer in _after(layout):
            joined, share = join(_right(parts, layout, block, outer), algebra)
            unary[:, block.before] += joined
            shares.ends.append(share)
        return Potentials(unary, pair, shares)

    def expected_counts(
        self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats
    ) -> Scores:
        shares = potentials.cut_posteriors
        counts = PartCounts(layout)
        for (block, outer), share in zip(_before(layout), shares.starts, strict=True):
            counts.left_parts(block, unary[:, None, block.after] * share, outer=outer)
        for (block, outer), share in zip(_after(layout), shares.ends, strict=True):
            counts.right_parts(block, unary[:, None, block.before] * share, outer=outer)
        return counts.scores(unary, pair[:, :, layout.links].sum(axis=2))

    def spans(self, layout: Layout, scores: Scores, signs: Ints) -> Ints:
        parts = PartScores(scores)
        found = np.empty((layout.n_quantities, 2), np.intp)
        for block, outer in _before(layout):
            left = _left(parts, layout, block, outer)[signs[block.after], :, np.arange(block.count)]
            found[block.after, 0] = layout.gap_offsets[block.gaps] + left.argmax(axis=1)
        for block, outer in _after(layout):
            right = _right(parts, layout, block, outer)
            right = right[signs[block.before], :, np.arange(block.count)]
            found[block.before, 1] = layout.gap_offsets[block.gaps] + right.argmax(axis=1)
        return found


def _before(layout: Layout) -> Iterator[tuple[Block, bool]]:
    """The gaps that lie before a quantity, and whether a problem begins there."""
    yield from ((block, True) for block in layout.opening)
    yield from ((block, False) for block in layout.inner)


def _after(layout: Layout) -> Iterator[tuple[Block, bool]]:
    yield from ((block, False) for block in layout.inner)
    yield from ((block, True) for block in layout.closing)


def _left(parts: PartScores, layout: Layout, block: Block, outer: bool) -> Floats:
    """(3, n + 1, g) the L parts, −∞ where one starts before the quantity's own window."""
    found = parts.left_parts(block, outer=outer)
    cuts = layout.gap_offsets[block.gaps] + np.arange(block.size + 1)[:, None]
    return np.where(cuts >= layout.windows[block.after, 0], found, -np.inf)


def _right(parts: PartScores, layout: Layout, block: Block, outer: bool) -> Floats:
    """(3, n + 1, g) the R parts, −∞ where one ends behind the quantity's own window."""
    found = parts.right_parts(block, outer=outer)
    cuts = layout.gap_offsets[block.gaps] + np.arange(block.size + 1)[:, None]
    return np.where(cuts <= layout.windows[block.before, 1], found, -np.inf)
