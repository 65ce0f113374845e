"""QT: every token of t belongs to exactly one span (paper, section 2.2).

Labels L_s, N_s, R_s. A gap of n tokens between neighbouring quantities with signs a and b reads
R_a … R_a L_b … L_b with the switch at one of its n + 1 cuts c, so its potential is

    pair(a, b) = edge(a, b) + log Σ_c exp( R part of sign a up to c + L part of sign b from c ),

where a part's score adds up its tokens' scores and the edges between them. Tokens before the first
quantity are all L, those after the last all R. What is left is a chain over quantities.
"""

from __future__ import annotations

import numpy as np

from quantity_tagger.lattice import gaps
from quantity_tagger.lattice.chain import Algebra, Potentials, SignChain
from quantity_tagger.lattice.layout import Floats, Ints, Layout
from quantity_tagger.lattice.logspace import segment_argmax, segments
from quantity_tagger.lattice.scores import Scores


class QT(SignChain):
    """The paper's first model."""

    name = "qt"
    token_labels = gaps.TOKEN_LABELS
    structure = gaps.STRUCTURE

    def potentials(self, layout: Layout, scores: Scores, algebra: Algebra = "sum") -> Potentials:
        parts = gaps.parts(layout, scores)
        unary = scores.quantities.copy()
        unary[layout.first] += parts.before[layout.before.starts]
        unary[layout.last] += parts.after[layout.after.stops]
        pair = np.zeros((layout.n_quantities, 3, 3))
        switch = parts.prefix[:, :, None] + parts.suffix[:, None, :]
        joined, share = segments(switch, layout.inner, algebra)
        pair[layout.links] = joined + parts.across
        return Potentials(unary, pair, share)

    def pull(self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats) -> Scores:
        switch = pair[layout.links][layout.inner.owner] * potentials.trace
        before, after = np.zeros((len(layout.before.cut), 3)), np.zeros((len(layout.after.cut), 3))
        before[layout.before.starts] = unary[layout.first]
        after[layout.after.stops] = unary[layout.last]
        counts = gaps.Parts(
            prefix=switch.sum(axis=2),
            suffix=switch.sum(axis=1),
            before=before,
            after=after,
            across=pair[layout.links].sum(axis=0),
        )
        return gaps.collect(layout, counts, unary)

    def spans(self, layout: Layout, scores: Scores, signs: Ints) -> Ints:
        parts, inner = gaps.parts(layout, scores), layout.inner
        here, rows = layout.links[inner.owner], np.arange(len(inner.cut))
        score = parts.prefix[rows, signs[here - 1]] + parts.suffix[rows, signs[here]]
        cut = inner.cut[segment_argmax(score, inner)]
        first = layout.before.cut[layout.before.starts]
        last = layout.after.cut[layout.after.stops]
        return gaps.spans(layout, first, cut, cut, last)
