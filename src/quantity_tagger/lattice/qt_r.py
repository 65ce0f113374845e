"""QT(r), the relaxed variant: a token of t may lie outside every span (paper, section 2.3).

A gap of n tokens reads R_a … R_a, outside …, L_b … L_b: the R part ends at cut c, the L part starts
at cut d ≥ c, and what lies between has no node and no score. Its potential is

    pair(a, b) = edge(a, b) + log Σ_{c ≤ d} exp( R part of sign a up to c + L part of sign b from d
    ),

in linear time: the sum over c ≤ d is a running log-sum of the R parts. Before the first quantity
the L part may start anywhere, after the last the R part may end anywhere. What is left is a chain
over quantities.
"""

from __future__ import annotations

import numpy as np

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.lattice.chain import CutPosteriors, Potentials, SignChain
from quantity_tagger.lattice.gaps import STRUCTURE, TOKEN_LABELS, PartCounts, PartScores
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.lattice.logspace import Algebra, accumulate, join
from quantity_tagger.lattice.scores import Scores


class QTR(SignChain):
    """The paper's relaxed variant."""

    name = "qt-r"
    title = "QT(r)"
    rank = 4
    token_labels = TOKEN_LABELS
    structure = STRUCTURE

    def potentials(self, layout: Layout, scores: Scores, algebra: Algebra = "sum") -> Potentials:
        parts = PartScores(scores)
        unary = scores.quantities.copy()
        pair = np.zeros((3, 3, layout.n_quantities))
        shares = CutPosteriors()
        for block in layout.opening:
            joined, share = join(parts.left_parts(block, outer=True), algebra)
            unary[:, block.after] += joined
            shares.opening.append(share)
        for block in layout.closing:
            joined, share = join(parts.right_parts(block, outer=True), algebra)
            unary[:, block.before] += joined
            shares.closing.append(share)
        for block in layout.inner:
            right, left = parts.right_parts(block), parts.left_parts(block)
            upto = accumulate(right, algebra)
            onward = accumulate(left[:, ::-1], algebra)[:, ::-1]
            joined, starts = join(upto[:, None] + left[None], algebra)
            pair[:, :, block.after] = joined + parts.edges.across[:, :, None]
            ends = right[:, None] + onward[None]
            ends -= joined[:, :, None]
            shares.starts.append(starts)
            shares.ends.append(np.exp(ends, out=ends))
        return Potentials(unary, pair, shares)

    def expected_counts(
        self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats
    ) -> Scores:
        shares = potentials.cut_posteriors
        counts = PartCounts(layout)
        for block, share in zip(layout.opening, shares.opening, strict=True):
            counts.left_parts(block, unary[:, None, block.after] * share, outer=True)
        for block, share in zip(layout.closing, shares.closing, strict=True):
            counts.right_parts(block, unary[:, None, block.before] * share, outer=True)
        for block, ends, starts in zip(layout.inner, shares.ends, shares.starts, strict=True):
            links = np.take(pair, block.after, axis=2)[:, :, None]
            counts.right_parts(block, (links * ends).sum(axis=1))
            counts.left_parts(block, (links * starts).sum(axis=0))
        return counts.scores(unary, pair[:, :, layout.links].sum(axis=2))

    def spans(self, layout: Layout, scores: Scores, signs: Ints) -> Ints:
        parts = PartScores(scores)
        found = np.empty((layout.n_quantities, 2), np.intp)
        for block in layout.opening:
            gap = np.arange(block.count)
            left = parts.left_parts(block, outer=True)[signs[block.after], :, gap]
            found[block.after, 0] = layout.gap_offsets[block.gaps] + left.argmax(axis=1)
        for block in layout.closing:
            gap = np.arange(block.count)
            right = parts.right_parts(block, outer=True)[signs[block.before], :, gap]
            found[block.before, 1] = layout.gap_offsets[block.gaps] + right.argmax(axis=1)
        for block in layout.inner:
            gap = np.arange(block.count)
            right = parts.right_parts(block)[signs[block.before], :, gap]
            left = parts.left_parts(block)[signs[block.after], :, gap]
            start = (np.maximum.accumulate(right, axis=1) + left).argmax(axis=1)
            reachable = np.arange(block.size + 1) <= start[:, None]
            end = np.where(reachable, right, -np.inf).argmax(axis=1)
            found[block.after, 0] = layout.gap_offsets[block.gaps] + start
            found[block.before, 1] = layout.gap_offsets[block.gaps] + end
        return found
