"""QT: every token of t belongs to exactly one span (paper, section 2.2).

Labels L_s, N_s, R_s. A gap of n tokens between neighbouring quantities with signs a and b reads
R_a … R_a L_b … L_b with the switch at one of its n + 1 cuts c, so its potential is

    pair(a, b) = edge(a, b) + log Σ_c exp( R part of sign a up to c + L part of sign b from c ),

where a part's score adds up its tokens' scores and the edges between them. Tokens before the first
quantity are all L, those after the last all R. What is left is a chain over quantities.
"""

from __future__ import annotations

import numpy as np

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.lattice.chain import CutPosteriors, Potentials, SignChain
from quantity_tagger.lattice.gaps import STRUCTURE, TOKEN_LABELS, PartCounts, PartScores
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.lattice.logspace import Algebra, join
from quantity_tagger.lattice.scores import Scores


class QT(SignChain):
    """The paper's first model."""

    name = "qt"
    title = "QT"
    rank = 2
    token_labels = TOKEN_LABELS
    structure = STRUCTURE

    def potentials(self, layout: Layout, scores: Scores, algebra: Algebra = "sum") -> Potentials:
        parts = PartScores(scores)
        unary = scores.quantities.copy()
        pair = np.zeros((3, 3, layout.n_quantities))
        shares = CutPosteriors()
        for block in layout.opening:
            unary[:, block.after] += parts.left_parts(block, outer=True)[:, 0]
        for block in layout.closing:
            unary[:, block.before] += parts.right_parts(block, outer=True)[:, -1]
        for block in layout.inner:
            switch = parts.right_parts(block)[:, None] + parts.left_parts(block)[None]
            joined, share = join(switch, algebra)
            pair[:, :, block.after] = joined + parts.edges.across[:, :, None]
            shares.ends.append(share)
        return Potentials(unary, pair, shares)

    def expected_counts(
        self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats
    ) -> Scores:
        counts = PartCounts(layout)
        for block in layout.opening:
            parts = np.zeros((3, block.size + 1, block.count))
            parts[:, 0] = unary[:, block.after]
            counts.left_parts(block, parts, outer=True)
        for block in layout.closing:
            parts = np.zeros((3, block.size + 1, block.count))
            parts[:, -1] = unary[:, block.before]
            counts.right_parts(block, parts, outer=True)
        for block, share in zip(layout.inner, potentials.cut_posteriors.ends, strict=True):
            switch = np.take(pair, block.after, axis=2)[:, :, None] * share
            counts.right_parts(block, switch[:, 0] + switch[:, 1] + switch[:, 2])
            counts.left_parts(block, switch[0] + switch[1] + switch[2])
        return counts.scores(unary, pair[:, :, layout.links].sum(axis=2))

    def spans(self, layout: Layout, scores: Scores, signs: Ints) -> Ints:
        parts = PartScores(scores)
        found = whole_gaps(layout)
        for block in layout.inner:
            gap = np.arange(block.count)
            right = parts.right_parts(block)[signs[block.before], :, gap]
            left = parts.left_parts(block)[signs[block.after], :, gap]
            switch = (right + left).argmax(axis=1)
            cut = layout.gap_offsets[block.gaps] + switch
            found[block.before, 1] = found[block.after, 0] = cut
        return found


def whole_gaps(layout: Layout) -> Ints:
    """(Q, 2) spans that reach from one neighbouring quantity to the other."""
    gap = layout.gap_before
    return np.stack([layout.gap_offsets[gap], layout.gap_offsets[gap + 2]], axis=1)
