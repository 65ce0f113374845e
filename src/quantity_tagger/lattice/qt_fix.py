"""QT(fix): no latent variable; each quantity's span is its fixed window (paper, section 3.1).

All features of the window's tokens fire on N_s, so a quantity's potential is the sum of its own
score and of its window's tokens; windows of neighbours may overlap. A chain over quantities.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quantity_tagger.arrays import Bools, Floats, Ints
from quantity_tagger.lattice.base import one_sign, two_signs
from quantity_tagger.lattice.chain import Potentials, SignChain
from quantity_tagger.lattice.figure import Graph, Node, Step, joined
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.lattice.logspace import Algebra
from quantity_tagger.lattice.scores import Scores


class QTFix(SignChain):
    """The paper's baseline with spans of fixed size."""

    name = "qt-fix"
    title = "QT(fix)"
    rank = 5
    rows = "N"
    token_labels = one_sign("N")
    structure = two_signs("", "")

    def potentials(self, layout: Layout, scores: Scores, algebra: Algebra = "sum") -> Potentials:
        sums = np.zeros((3, layout.n_tokens + 1))
        np.cumsum(scores.tokens[:, layout.column], axis=1, out=sums[:, 1:])
        start, stop = layout.windows.T
        pair = np.zeros((3, 3, layout.n_quantities))
        pair[:, :, layout.links] = scores.structure.reshape(3, 3, 1)
        return Potentials(scores.quantities + sums[:, stop] - sums[:, start], pair)

    def expected_counts(
        self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats
    ) -> Scores:
        size = layout.n_tokens + 1
        start, stop = layout.windows.T
        change = np.stack(
            [np.bincount(start, row, size) - np.bincount(stop, row, size) for row in unary]
        )
        tokens = np.empty((3, layout.n_tokens))
        tokens[:, layout.column] = np.cumsum(change[:, :-1], axis=1)
        return Scores(
            tokens=tokens,
            quantities=unary,
            structure=pair[:, :, layout.links].sum(axis=2).reshape(-1),
        )

    def spans(self, layout: Layout, scores: Scores, signs: Ints) -> Ints:
        return layout.windows

    def members(self, layout: Layout, counts: Scores) -> Floats:
        """A token is in the span of a neighbouring quantity if it is in its window, for sure."""
        tokens = np.arange(layout.n_tokens)
        rows = np.empty_like(tokens)
        rows[layout.column] = tokens
        members = np.zeros((2, layout.n_tokens))
        for block in (*layout.inner, *layout.closing):
            members[0, block.columns] = inside(layout, rows[block.columns], block.before)
        for block in (*layout.opening, *layout.inner):
            members[1, block.columns] = inside(layout, rows[block.columns], block.after)
        return members[:, layout.column]

    def labels_of(self, token: int, anchor: int, start: int, stop: int) -> Sequence[str]:
        return ("N",)

    def graph(self, n: int, anchors: Sequence[int], allowed: Sequence[Sequence[int]]) -> Graph:
        """N alone, a chain over the quantities."""
        at_anchor = zip(anchors, allowed, strict=True)
        return joined([[Node(column, "N", sign) for sign in signs] for column, signs in at_anchor])

    def path(
        self, anchors: Sequence[int], signs: Sequence[int], spans: Sequence[tuple[int, int]]
    ) -> tuple[Step, ...]:
        each = enumerate(zip(anchors, signs, strict=True))
        return tuple(Step(owner, Node(anchor, "N", sign)) for owner, (anchor, sign) in each)


def inside(layout: Layout, tokens: Ints, quantities: Ints) -> Bools:
    """Whether these token rows, block after block, lie in the windows of these quantities."""
    start, stop = layout.windows[quantities].T
    rows = tokens.reshape(-1, len(quantities))
    found: Bools = (start <= rows) & (rows < stop)
    return found.reshape(-1)
