"""QT(g): QT with a score of the whole equation.

    score(y) = log Σ_h exp w·f(t, y, h) + v·g(T, y)

g looks at all signs at once, so the assignments no longer factor into a chain; but there are few of
them (`assignments`), and each one's first term is a sum along QT's chain. Everything is exact: sums
run over all assignments of a problem.
"""

from __future__ import annotations

import numpy as np

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.lattice.assignments import Assignments, AssignmentTable
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
        for table, total in self._totals(layout, scores)[1]:
            found[table.problems] = logsumexp(total, axis=1)
        return found

    def totals(self, layout: Layout, scores: Scores) -> list[tuple[AssignmentTable, Floats]]:
        return self._totals(layout, scores)[1]

    def counts(self, layout: Layout, scores: Scores) -> tuple[Floats, Scores]:
        potentials, totals = self._totals(layout, scores)
        log_z, unary, pair, equations = _posterior(layout, totals)
        return log_z, self._all_counts(layout, potentials, unary, pair, equations)

    def loss(
        self, layout: Layout, scores: Scores, gold: Ints, times: Floats | None = None
    ) -> tuple[float, Scores]:
        potentials, totals = self._totals(layout, scores)
        value = 0.0
        unary, pair, equations = _nothing(layout)
        for table, total in totals:
            log_z = logsumexp(total, axis=1)
            each, right = np.arange(len(total)), table.find(gold)
            losses = log_z - total[each, right]
            share = np.exp(total - log_z[:, None])
            share[each, right] -= 1.0
            if times is not None:
                losses *= times[table.problems]
                share *= times[table.problems][:, None]
            value += float(losses.sum())
            table.of(equations)[...] = share
            table.add_counts(share, unary, pair)
        return value, self._all_counts(layout, potentials, unary, pair, equations)

    def marginals(self, layout: Layout, scores: Scores) -> Marginals:
        potentials, totals = self._totals(layout, scores)
        _, unary, pair, equations = _posterior(layout, totals)
        counts = self._all_counts(layout, potentials, unary, pair, equations)
        return Marginals(signs=unary, members=self.members(layout, counts))

    def viterbi(self, layout: Layout, scores: Scores) -> Path:
        signs, score = _best(layout, self._totals(layout, scores, "max")[1])
        return Path(signs=signs, spans=self.spans(layout, scores, signs), score=score)

    def best_signs(self, layout: Layout, scores: Scores) -> Ints:
        return _best(layout, self._totals(layout, scores)[1])[0]

    def k_best(self, layout: Layout, scores: Scores, k: int) -> list[Ranked]:
        ranked: list[Ranked] = [[] for _ in range(layout.n_problems)]
        for table, total in self._totals(layout, scores)[1]:
            order = np.argsort(-total, axis=1, kind="stable")[:, :k]
            score = np.take_along_axis(total, order, axis=1).tolist()
            assignments = [tuple(signs) for signs in table.signs.tolist()]
            for problem, places, values in zip(
                table.problems.tolist(), order.tolist(), score, strict=True
            ):
                ranked[problem] = [
                    (assignments[place], value)
                    for place, value in zip(places, values, strict=True)
                    if value > -np.inf
                ]
        return ranked

    def empty_scores(self, layout: Layout) -> Scores:
        plain = super().empty_scores(layout)
        equations = np.zeros(_assignments(layout).size)
        return Scores(plain.tokens, plain.quantities, plain.structure, equations)

    def _totals(
        self, layout: Layout, scores: Scores, algebra: Algebra = "sum"
    ) -> tuple[Potentials, list[tuple[AssignmentTable, Floats]]]:
        """QT's potentials, and for each table the scores (B, A) of its assignments."""
        potentials, unary = self._chain(layout, scores, algebra)
        return potentials, [
            (table, table.chain(unary, potentials.pair) + table.of(scores.equations))
            for table in _assignments(layout)
        ]

    def _all_counts(
        self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats, equations: Floats
    ) -> Scores:
        plain = self.expected_counts(layout, potentials, unary, pair)
        return Scores(plain.tokens, plain.quantities, plain.structure, equations)


def _assignments(layout: Layout) -> Assignments:
    if layout.assignments is None:
        raise QuantityTaggerError("this layout was made without the assignments QT(g) weighs")
    return layout.assignments


def _nothing(layout: Layout) -> tuple[Floats, Floats, Floats]:
    """Counts of signs, of neighbouring signs and of assignments, all 0."""
    quantities = layout.n_quantities
    return (
        np.zeros((3, quantities)),
        np.zeros((3, 3, quantities)),
        np.zeros(_assignments(layout).size),
    )


def _posterior(
    layout: Layout, totals: list[tuple[AssignmentTable, Floats]]
) -> tuple[Floats, Floats, Floats, Floats]:
    """log-partitions (P,) and the probabilities of signs, of neighbours and of assignments."""
    log_zs = np.empty(layout.n_problems)
    unary, pair, equations = _nothing(layout)
    for table, total in totals:
        log_z = log_zs[table.problems] = logsumexp(total, axis=1)
        share = np.exp(total - log_z[:, None])
        table.of(equations)[...] = share
        table.add_counts(share, unary, pair)
    return log_zs, unary, pair, equations


def _best(layout: Layout, totals: list[tuple[AssignmentTable, Floats]]) -> tuple[Ints, Floats]:
    signs = np.empty(layout.n_quantities, np.intp)
    score = np.empty(layout.n_problems)
    for table, total in totals:
        best = total.argmax(axis=1)
        signs[table.rows] = table.signs[best]
        score[table.problems] = total[np.arange(len(best)), best]
    return signs, score
