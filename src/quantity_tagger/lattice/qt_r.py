"""QT(r), the relaxed variant: a token of t may lie outside every span (paper, section 2.3).

A gap of n tokens reads R_a … R_a, outside …, L_b … L_b: the R part ends at cut c, the L part starts at
cut d ≥ c, and what lies between has no node and no score. Its potential is

    pair(a, b) = edge(a, b) + log Σ_{c ≤ d} exp( R part of sign a up to c + L part of sign b from d ),

in linear time: the sum over c ≤ d is a running log-sum of the R parts. Before the first quantity the L
part may start anywhere, after the last the R part may end anywhere. What is left is a chain over
quantities.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from quantity_tagger.lattice import gaps
from quantity_tagger.lattice.chain import Potentials, SignChain
from quantity_tagger.lattice.layout import Floats, Ints, Layout
from quantity_tagger.lattice.logspace import Algebra, accumulate, segment_argmax, segments
from quantity_tagger.lattice.scores import Scores


@dataclass(frozen=True)
class Shares:
    """How likely each cut is, given the signs: ``starts`` (3, 3, inner cuts) as the start of the L part,
    ``ends`` as the end of the R part, ``before`` and ``after`` (3, outer cuts) at the outer gaps.
    """

    starts: Floats
    ends: Floats
    before: Floats
    after: Floats


class QTR(SignChain):
    """The paper's relaxed variant."""

    name = "qt-r"
    token_labels = gaps.TOKEN_LABELS
    structure = gaps.STRUCTURE

    def potentials(self, layout: Layout, scores: Scores, algebra: Algebra = "sum") -> Potentials:
        parts, inner = gaps.parts(layout, scores), layout.inner
        unary = scores.quantities.copy()
        left, before = segments(parts.before, layout.before, algebra)
        right, after = segments(parts.after, layout.after, algebra)
        unary[:, layout.first] += left
        unary[:, layout.last] += right
        upto = accumulate(parts.prefix, inner, algebra)
        joined, starts = segments(upto[:, None] + parts.suffix[None], inner, algebra)
        onward = accumulate(parts.suffix, inner, algebra, backwards=True)
        ends = parts.prefix[:, None] + onward[None] - np.take(joined, inner.owner, axis=2)
        pair = np.zeros((3, 3, layout.n_quantities))
        pair[:, :, layout.links] = joined + parts.across[:, :, None]
        return Potentials(unary, pair, Shares(starts, np.exp(ends, out=ends), before, after))

    def pull(self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats) -> Scores:
        shares: Shares = potentials.trace
        links = np.take(pair, layout.links, axis=2)
        inner = np.take(links, layout.inner.owner, axis=2)
        counts = gaps.Parts(
            prefix=(inner * shares.ends).sum(axis=1),
            suffix=(inner * shares.starts).sum(axis=0),
            before=np.take(unary[:, layout.first], layout.before.owner, axis=1) * shares.before,
            after=np.take(unary[:, layout.last], layout.after.owner, axis=1) * shares.after,
            across=links.sum(axis=2),
        )
        return gaps.collect(layout, counts, unary)

    def spans(self, layout: Layout, scores: Scores, signs: Ints) -> Ints:
        parts, inner = gaps.parts(layout, scores), layout.inner
        here, places = layout.links[inner.owner], np.arange(len(inner.cut))
        prefix = parts.prefix[signs[here - 1], places]
        suffix = parts.suffix[signs[here], places]
        start = segment_argmax(accumulate(prefix, inner, "max") + suffix, inner)
        end = segment_argmax(np.where(places <= start[inner.owner], prefix, -np.inf), inner)
        before = parts.before[signs[layout.first][layout.before.owner], np.arange(len(layout.before.cut))]
        after = parts.after[signs[layout.last][layout.after.owner], np.arange(len(layout.after.cut))]
        return gaps.spans(
            layout,
            layout.before.cut[segment_argmax(before, layout.before)],
            inner.cut[end],
            inner.cut[start],
            layout.after.cut[segment_argmax(after, layout.after)],
        )
