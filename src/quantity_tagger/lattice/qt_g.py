"""QT(g): QT with a score of the whole equation.

    score(y) = log Σ_h exp w·f(t, y, h) + v·g(T, y)

g looks at all signs at once, so the assignments no longer factor into a chain; but there are few of
them (`space`), and each one's first term is a sum along QT's chain. Everything is exact: sums run
over all assignments of a problem's space.
"""

from __future__ import annotations

import numpy as np

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.lattice.assignments import Cluster, Space
from quantity_tagger.lattice.base import Marginals, Path, Ranked
from quantity_tagger.lattice.chain import Potentials
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.lattice.logspace import Algebra, logsumexp
from quantity_tagger.lattice.qt import QT
from quantity_tagger.lattice.scores import Scores


class QTG(QT):
    """Spans as in QT, signs weighed as one equation; ``scores.equations`` holds v·g."""

    name = "qt-g"
    title = "QT(g)"
    rank = 1
    weighs_equations = True

    def log_partition(self, layout: Layout, scores: Scores) -> Floats:
        found = np.empty(layout.n_problems)
        for cluster, total in self._totals(layout, scores)[1]:
            found[cluster.problems] = logsumexp(total, axis=1)
        return found

    def totals(self, layout: Layout, scores: Scores) -> list[tuple[Cluster, Floats]]:
        return self._totals(layout, scores)[1]

    def counts(self, layout: Layout, scores: Scores) -> tuple[Floats, Scores]:
        potentials, totals = self._totals(layout, scores)
        log_z, unary, pair, equations = _posterior(layout, totals)
        return log_z, self._pull_all(layout, potentials, unary, pair, equations)

    def loss(self, layout: Layout, scores: Scores, gold: Ints) -> tuple[float, Scores]:
        potentials, totals = self._totals(layout, scores)
        value = 0.0
        unary, pair, equations = _nothing(layout)
        for cluster, total in totals:
            log_z = logsumexp(total, axis=1)
            each, told = np.arange(len(total)), cluster.find(gold)
            value += float((log_z - total[each, told]).sum())
            share = np.exp(total - log_z[:, None])
            share[each, told] -= 1.0
            cluster.of(equations)[...] = share
            cluster.spread(share, unary, pair)
        return value, self._pull_all(layout, potentials, unary, pair, equations)

    def marginals(self, layout: Layout, scores: Scores) -> Marginals:
        potentials, totals = self._totals(layout, scores)
        _, unary, pair, equations = _posterior(layout, totals)
        counts = self._pull_all(layout, potentials, unary, pair, equations)
        return Marginals(signs=unary, members=self.members(layout, counts))

    def viterbi(self, layout: Layout, scores: Scores) -> Path:
        signs, score = _best(layout, self._totals(layout, scores, "max")[1])
        return Path(signs=signs, spans=self.spans(layout, scores, signs), score=score)

    def best_signs(self, layout: Layout, scores: Scores) -> Ints:
        return _best(layout, self._totals(layout, scores)[1])[0]

    def k_best(self, layout: Layout, scores: Scores, k: int) -> list[Ranked]:
        ranked: list[Ranked] = [[] for _ in range(layout.n_problems)]
        for cluster, total in self._totals(layout, scores)[1]:
            order = np.argsort(-total, axis=1, kind="stable")[:, :k]
            score = np.take_along_axis(total, order, axis=1).tolist()
            table = [tuple(signs) for signs in cluster.signs.tolist()]
            for problem, places, values in zip(
                cluster.problems.tolist(), order.tolist(), score, strict=True
            ):
                ranked[problem] = [
                    (table[place], value)
                    for place, value in zip(places, values, strict=True)
                    if value > -np.inf
                ]
        return ranked

    def empty_scores(self, layout: Layout) -> Scores:
        plain = super().empty_scores(layout)
        equations = np.zeros(_space(layout).size)
        return Scores(plain.tokens, plain.quantities, plain.structure, equations)

    def _totals(
        self, layout: Layout, scores: Scores, algebra: Algebra = "sum"
    ) -> tuple[Potentials, list[tuple[Cluster, Floats]]]:
        """QT's potentials, and for each cluster the scores (B, A) of its assignments."""
        potentials, unary = self._chain(layout, scores, algebra)
        return potentials, [
            (cluster, cluster.chain(unary, potentials.pair) + cluster.of(scores.equations))
            for cluster in _space(layout)
        ]

    def _pull_all(
        self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats, equations: Floats
    ) -> Scores:
        plain = self.pull(layout, potentials, unary, pair)
        return Scores(plain.tokens, plain.quantities, plain.structure, equations)


def _space(layout: Layout) -> Space:
    if layout.space is None:
        raise QuantityTaggerError("this layout was made without the assignments QT(g) weighs")
    return layout.space


def _nothing(layout: Layout) -> tuple[Floats, Floats, Floats]:
    """Counts of signs, of neighbouring signs and of assignments, all 0."""
    quantities = layout.n_quantities
    return np.zeros((3, quantities)), np.zeros((3, 3, quantities)), np.zeros(_space(layout).size)


def _posterior(
    layout: Layout, totals: list[tuple[Cluster, Floats]]
) -> tuple[Floats, Floats, Floats, Floats]:
    """log-partitions (P,) and the probabilities of signs, of neighbours and of assignments."""
    log_zs = np.empty(layout.n_problems)
    unary, pair, equations = _nothing(layout)
    for cluster, total in totals:
        log_z = log_zs[cluster.problems] = logsumexp(total, axis=1)
        share = np.exp(total - log_z[:, None])
        cluster.of(equations)[...] = share
        cluster.spread(share, unary, pair)
    return log_zs, unary, pair, equations


def _best(layout: Layout, totals: list[tuple[Cluster, Floats]]) -> tuple[Ints, Floats]:
    signs = np.empty(layout.n_quantities, np.intp)
    score = np.empty(layout.n_problems)
    for cluster, total in totals:
        best = total.argmax(axis=1)
        signs[cluster.rows] = cluster.signs[best]
        score[cluster.problems] = total[np.arange(len(best)), best]
    return signs, score
