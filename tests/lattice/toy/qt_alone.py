"""QT(alone): a toy of a fifth variant. Every quantity is judged by itself, and spans are empty."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.lattice.chain import Potentials, SignChain
from quantity_tagger.lattice.figure import Graph, Node, Step
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.lattice.logspace import Algebra
from quantity_tagger.lattice.scores import Scores


class Alone(SignChain):
    """No token has a label, no edge a feature."""

    name = "qt-alone"
    title = "QT(alone)"
    rank = 9
    rows = "Q"
    token_labels = ()
    structure = ()

    def potentials(self, layout: Layout, scores: Scores, algebra: Algebra = "sum") -> Potentials:
        return Potentials(scores.quantities, np.zeros((3, 3, layout.n_quantities)))

    def expected_counts(
        self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats
    ) -> Scores:
        return Scores(np.zeros((0, layout.n_tokens)), unary, np.zeros(0))

    def spans(self, layout: Layout, scores: Scores, signs: Ints) -> Ints:
        return np.zeros((layout.n_quantities, 2), np.intp)

    def labels_of(self, token: int, anchor: int, start: int, stop: int) -> Sequence[str]:
        return ()

    def graph(self, n: int, anchors: Sequence[int], allowed: Sequence[Sequence[int]]) -> Graph:
        each = zip(anchors, allowed, strict=True)
        return Graph(tuple(Node(column, "Q", sign) for column, signs in each for sign in signs), ())

    def path(
        self, anchors: Sequence[int], signs: Sequence[int], spans: Sequence[tuple[int, int]]
    ) -> tuple[Step, ...]:
        each = enumerate(zip(anchors, signs, strict=True))
        return tuple(Step(place, Node(anchor, "Q", sign)) for place, (anchor, sign) in each)
