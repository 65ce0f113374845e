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
from quantity_tagger.lattice.chain import Algebra, Potentials, SignChain
from quantity_tagger.lattice.layout import Floats, Ints, Layout
from quantity_tagger.lattice.logspace import accumulate, segment_argmax, segments
from quantity_tagger.lattice.scores import Scores


@dataclass(frozen=True)
class Shares:
    """How likely each cut is, given the signs: ``starts`` (inner cuts, 3, 3) as the start of the L part,
    ``ends`` as the end of the R part, ``before`` and ``after`` (outer cuts, 3) at the outer gaps.
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
        unary[layout.first] += left
        unary[layout.last] += right
        upto = accumulate(parts.prefix, inner, algebra)
        joined, starts = segments(upto[:, :, None] + parts.suffix[:, None, :], inner, algebra)
        onward = accumulate(parts.suffix, inner, algebra, backwards=True)
        ends = np.exp(parts.prefix[:, :, None] + onward[:, None, :] - joined[inner.owner])
        pair = np.zeros((layout.n_quantities, 3, 3))
        pair[layout.links] = joined + parts.across
        return Potentials(unary, pair, Shares(starts, ends, before, after))

    def pull(self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats) -> Scores:
        shares: Shares = potentials.trace
        links = pair[layout.links][layout.inner.owner]
        counts = gaps.Parts(
            prefix=(links * shares.ends).sum(axis=2),
            suffix=(links * shares.starts).sum(axis=1),
            before=unary[layout.first][layout.before.owner] * shares.before,
            after=unary[layout.last][layout.after.owner] * shares.after,
            across=pair[layout.links].sum(axis=0),
        )
        return gaps.collect(layout, counts, unary)

    def spans(self, layout: Layout, scores: Scores, signs: Ints) -> Ints:
        parts, inner = gaps.parts(layout, scores), layout.inner
        here, rows = layout.links[inner.owner], np.arange(len(inner.cut))
        prefix = parts.prefix[rows, signs[here - 1]]
        suffix = parts.suffix[rows, signs[here]]
        start = segment_argmax(accumulate(prefix, inner, "max") + suffix, inner)
        open_until_start = np.where(rows <= start[inner.owner], prefix, -np.inf)
        end = segment_argmax(open_until_start, inner)
        first = segment_argmax(
            pick(parts.before, layout.before.owner, signs[layout.first]), layout.before
        )
        last = segment_argmax(
            pick(parts.after, layout.after.owner, signs[layout.last]), layout.after
        )
        return gaps.spans(
            layout,
            layout.before.cut[first],
            inner.cut[end],
            inner.cut[start],
            layout.after.cut[last],
        )


def pick(scores: Floats, owner: Ints, signs: Ints) -> Floats:
    """The score of each row for the sign of its owner."""
    return scores[np.arange(len(owner)), signs[owner]]
