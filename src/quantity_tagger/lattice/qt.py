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
from quantity_tagger.lattice.chain import Potentials, SignChain
from quantity_tagger.lattice.layout import Floats, Ints, Layout
from quantity_tagger.lattice.logspace import Algebra, segment_argmax, segments
from quantity_tagger.lattice.scores import Scores


class QT(SignChain):
    """The paper's first model."""

    name = "qt"
    token_labels = gaps.TOKEN_LABELS
    structure = gaps.STRUCTURE

    def potentials(self, layout: Layout, scores: Scores, algebra: Algebra = "sum") -> Potentials:
        parts = gaps.parts(layout, scores)
        unary = scores.quantities.copy()
        unary[:, layout.first] += parts.before[:, layout.before.starts]
        unary[:, layout.last] += parts.after[:, layout.after.stops]
        switch = parts.prefix[:, None] + parts.suffix[None]
        joined, share = segments(switch, layout.inner, algebra)
        pair = np.zeros((3, 3, layout.n_quantities))
        pair[:, :, layout.links] = joined + parts.across[:, :, None]
        return Potentials(unary, pair, share)

    def pull(self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats) -> Scores:
        links = np.take(pair, layout.links, axis=2)
        switch = np.take(links, layout.inner.owner, axis=2) * potentials.trace
        before, after = np.zeros((3, len(layout.before.cut))), np.zeros((3, len(layout.after.cut)))
        before[:, layout.before.starts] = unary[:, layout.first]
        after[:, layout.after.stops] = unary[:, layout.last]
        counts = gaps.Parts(
            prefix=switch[:, 0] + switch[:, 1] + switch[:, 2],
            suffix=switch[0] + switch[1] + switch[2],
            before=before,
            after=after,
            across=links.sum(axis=2),
        )
        return gaps.collect(layout, counts, unary)

    def spans(self, layout: Layout, scores: Scores, signs: Ints) -> Ints:
        parts, inner = gaps.parts(layout, scores), layout.inner
        here, places = layout.links[inner.owner], np.arange(len(inner.cut))
        score = parts.prefix[signs[here - 1], places] + parts.suffix[signs[here], places]
        cut = inner.cut[segment_argmax(score, inner)]
        first = layout.before.cut[layout.before.starts]
        last = layout.after.cut[layout.after.stops]
        return gaps.spans(layout, first, cut, cut, last)
