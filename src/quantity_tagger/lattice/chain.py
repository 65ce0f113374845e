"""Exact inference on chains over quantities, and the lattices that collapse to one.

With the spans summed out, QT, QT(r) and QT(fix) factor into

    score(y) = Σ_k unary[y_k, k] + Σ_k pair[y_{k−1}, y_k, k],

a chain with three states. Column k of ``pair`` belongs to the link between quantities k − 1 and k;
the columns of first quantities are unused. The chain is walked layer by layer over all problems at
once.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.lattice.base import Lattice, Marginals, Path, Ranked, mirror
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.lattice.logspace import Algebra, over_signs
from quantity_tagger.lattice.scores import Scores

if TYPE_CHECKING:
    from quantity_tagger.lattice.assignments import AssignmentTable


@dataclass(frozen=True)
class CutPosteriors:
    """Block by block of gaps: ``opening`` and ``closing`` (3, n + 1, g) at the outer gaps; ``ends``
    and ``starts`` (3, 3, n + 1, g) between quantities, of the R part's end and the L part's start.
    """

    opening: list[Floats] = field(default_factory=list)
    closing: list[Floats] = field(default_factory=list)
    ends: list[Floats] = field(default_factory=list)
    starts: list[Floats] = field(default_factory=list)


@dataclass(frozen=True)
class Potentials:
    """A chain's potentials, and how likely each cut of a gap is, given the signs of its two
    quantities: what the lattice needs to turn counts of signs into counts of scores.
    """

    unary: Floats
    pair: Floats
    cut_posteriors: CutPosteriors = field(default_factory=CutPosteriors)


def masked(layout: Layout, unary: Floats) -> Floats:
    """Unary potentials with −∞ where a sign is not allowed."""
    return np.where(layout.allowed, unary, -np.inf)


def forward(layout: Layout, unary: Floats, pair: Floats) -> Floats:
    """(3, Q) log-sum of all prefixes that end in each sign."""
    alpha = unary.copy()
    for rows in layout.layers[1:]:
        came = np.take(alpha, rows - 1, axis=1)[:, None] + np.take(pair, rows, axis=2)
        alpha[:, rows] += over_signs(came)
    return alpha


def backward(layout: Layout, unary: Floats, pair: Floats) -> Floats:
    """(3, Q) log-sum of all suffixes that start after each sign."""
    beta = np.zeros_like(unary)
    turned = pair.transpose(1, 0, 2)
    for rows in reversed(layout.layers[1:]):
        ahead = np.take(unary, rows, axis=1) + np.take(beta, rows, axis=1)
        beta[:, rows - 1] = over_signs(ahead[:, None] + np.take(turned, rows, axis=2))
    return beta


def log_partition(layout: Layout, alpha: Floats) -> Floats:
    return over_signs(alpha[:, layout.last])


def posterior(layout: Layout, unary: Floats, pair: Floats) -> tuple[Floats, Floats, Floats]:
    """log-partitions (P,), marginals of signs (3, Q) and of pairs (3, 3, Q; 0 where none is)."""
    alpha = forward(layout, unary, pair)
    beta = backward(layout, unary, pair)
    log_z = log_partition(layout, alpha)
    each = log_z[layout.problem]
    signs = np.exp(alpha + beta - each)
    links = layout.links
    ahead = np.take(unary + beta - each, links, axis=1)
    inner = np.take(alpha, links - 1, axis=1)[:, None] + np.take(pair, links, axis=2) + ahead[None]
    pairs = np.zeros_like(pair)
    pairs[:, :, links] = np.exp(inner, out=inner)
    return log_z, signs, pairs


def score_of(layout: Layout, unary: Floats, pair: Floats, signs: Ints) -> Floats:
    """(P,) score of one sign assignment (Q,) per problem."""
    terms = unary[signs, np.arange(len(signs))]
    links = layout.links
    terms[links] += pair[signs[links - 1], signs[links], links]
    total: Floats = np.add.reduceat(terms, layout.first)
    return total


def subtract(layout: Layout, signs: Ints, weight: Floats, unary: Floats, pair: Floats) -> None:
    """Take the counts of one sign assignment, each problem's weighted by ``weight`` (P,), away."""
    share = weight[layout.problem]
    unary[signs, np.arange(len(signs))] -= share
    links = layout.links
    pair[signs[links - 1], signs[links], links] -= share[links]


def best(layout: Layout, unary: Floats, pair: Floats) -> tuple[Ints, Floats]:
    """Viterbi: the best signs (Q,) and their scores (P,)."""
    delta = unary.copy()
    back = np.zeros(unary.shape, np.intp)
    for rows in layout.layers[1:]:
        options = np.take(delta, rows - 1, axis=1)[:, None] + np.take(pair, rows, axis=2)
        back[:, rows] = options.argmax(axis=0)
        delta[:, rows] += options.max(axis=0)
    signs = np.empty(unary.shape[1], np.intp)
    signs[layout.last] = delta[:, layout.last].argmax(axis=0)
    for rows in reversed(layout.layers[1:]):
        signs[rows - 1] = back[signs[rows], rows]
    return signs, delta[:, layout.last].max(axis=0)


def k_best(layout: Layout, unary: Floats, pair: Floats, k: int) -> list[Ranked]:
    """The k best sign assignments of each problem: Viterbi over k-lists, all problems at once."""
    score = np.full((layout.n_quantities, 3, k), -np.inf)
    score[layout.first, :, 0] = unary[:, layout.first].T
    back = np.zeros((layout.n_quantities, 3, k), np.intp)
    for rows in layout.layers[1:]:
        options = score[rows - 1][:, :, :, None] + pair[:, :, rows].transpose(2, 0, 1)[:, :, None]
        options = options.reshape(len(rows), 3 * k, 3)
        order = np.argsort(-options, axis=1, kind="stable")[:, :k]
        back[rows] = order.transpose(0, 2, 1)
        chosen = np.take_along_axis(options, order, axis=1).transpose(0, 2, 1)
        score[rows] = chosen + unary[:, rows].T[:, :, None]
    ranked: list[Ranked] = []
    for first, last in zip(layout.first.tolist(), layout.last.tolist(), strict=True):
        ends = score[last].reshape(-1)
        at = np.argsort(-ends, kind="stable")[:k]
        at = at[np.isfinite(ends[at])]
        scores = ends[at].tolist()
        signs = [at // k]
        for row in range(last, first, -1):
            at = back[row].reshape(-1)[at]
            signs.append(at // k)
        ranked.append(list(zip(map(tuple, np.stack(signs[::-1], 1).tolist()), scores, strict=True)))
    return ranked


class SignChain(Lattice):
    """A lattice whose paths, once the spans are summed out, form a chain over the signs."""

    @abstractmethod
    def potentials(self, layout: Layout, scores: Scores, algebra: Algebra = "sum") -> Potentials:
        """The chain that is left when the paths with equal signs are joined."""

    @abstractmethod
    def expected_counts(
        self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats
    ) -> Scores:
        """Counts of scores from counts of signs (3, Q) and of neighbouring signs (3, 3, Q)."""

    @abstractmethod
    def spans(self, layout: Layout, scores: Scores, signs: Ints) -> Ints:
        """(Q, 2) the best spans for given signs, as token rows."""

    def members(self, layout: Layout, counts: Scores) -> Floats:
        """(2, M) probability of each token to be in the right part of the span before it, and in
        the left part of the span after it.
        """
        right, left = counts.tokens[3:6].sum(axis=0), counts.tokens[:3].sum(axis=0)
        return np.stack([right, left])[:, layout.column]

    def _chain(
        self, layout: Layout, scores: Scores, algebra: Algebra = "sum"
    ) -> tuple[Potentials, Floats]:
        potentials = self.potentials(layout, scores, algebra)
        return potentials, masked(layout, potentials.unary)

    def totals(self, layout: Layout, scores: Scores) -> list[tuple[AssignmentTable, Floats]]:
        if layout.assignments is None:
            return []
        potentials, unary = self._chain(layout, scores)
        return [(table, table.chain(unary, potentials.pair)) for table in layout.assignments]

    def log_partition(self, layout: Layout, scores: Scores) -> Floats:
        potentials, unary = self._chain(layout, scores)
        return log_partition(layout, forward(layout, unary, potentials.pair))

    def counts(self, layout: Layout, scores: Scores) -> tuple[Floats, Scores]:
        potentials, unary = self._chain(layout, scores)
        log_z, signs, pairs = posterior(layout, unary, potentials.pair)
        return log_z, self.expected_counts(layout, potentials, signs, pairs)

    def loss(
        self, layout: Layout, scores: Scores, gold: Ints, times: Floats | None = None
    ) -> tuple[float, Scores]:
        # The gold lattice shares every potential with the free one: only its signs are fixed.
        potentials, unary = self._chain(layout, scores)
        log_z, signs, pairs = posterior(layout, unary, potentials.pair)
        golds = (gold, mirror(gold))
        per_gold = [score_of(layout, unary, potentials.pair, y) for y in golds]
        log_gold = np.logaddexp(*per_gold)
        for y, score in zip(golds, per_gold, strict=True):
            if np.isfinite(score).any():
                subtract(layout, y, np.exp(score - log_gold), signs, pairs)
        losses = log_z - log_gold
        if times is not None:
            losses *= times
            share = times[layout.problem]
            signs *= share
            pairs *= share
        value = float(losses.sum())
        return value, self.expected_counts(layout, potentials, signs, pairs)

    def marginals(self, layout: Layout, scores: Scores) -> Marginals:
        potentials, unary = self._chain(layout, scores)
        _, signs, pairs = posterior(layout, unary, potentials.pair)
        counts = self.expected_counts(layout, potentials, signs, pairs)
        return Marginals(signs=signs, members=self.members(layout, counts))

    def viterbi(self, layout: Layout, scores: Scores) -> Path:
        potentials, unary = self._chain(layout, scores, "max")
        signs, score = best(layout, unary, potentials.pair)
        return Path(signs=signs, spans=self.spans(layout, scores, signs), score=score)

    def best_signs(self, layout: Layout, scores: Scores) -> Ints:
        potentials, unary = self._chain(layout, scores)
        return best(layout, unary, potentials.pair)[0]

    def k_best(self, layout: Layout, scores: Scores, k: int) -> list[Ranked]:
        potentials, unary = self._chain(layout, scores)
        return k_best(layout, unary, potentials.pair, k)
