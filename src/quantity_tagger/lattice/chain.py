"""Exact inference on chains over quantities, and the lattices that collapse to one.

With the spans summed out, QT, QT(r) and QT(fix) factor into

    score(y) = Σ_k unary[k, y_k] + Σ_k pair[k, y_{k−1}, y_k],

a chain with three states. Row k of ``pair`` belongs to the link between quantities k − 1 and k; the
rows of first quantities are unused. The chain is walked layer by layer over all problems at once.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from quantity_tagger.lattice.lattice import Lattice, Marginals, Path, Ranked, mirror
from quantity_tagger.lattice.layout import Floats, Ints, Layout
from quantity_tagger.lattice.logspace import Algebra, logsumexp
from quantity_tagger.lattice.scores import Scores


@dataclass(frozen=True)
class Potentials:
    """A chain's potentials; ``trace`` is what the lattice needs to pull gradients back."""

    unary: Floats
    pair: Floats
    trace: Any = None


def masked(layout: Layout, unary: Floats) -> Floats:
    """Unary potentials with −∞ where a sign is not allowed."""
    return np.where(layout.allowed, unary, -np.inf)


def forward(layout: Layout, unary: Floats, pair: Floats) -> Floats:
    """(Q, 3) log-sum of all prefixes that end in each sign."""
    alpha = unary.copy()
    for rows in layout.layers[1:]:
        alpha[rows] += logsumexp(alpha[rows - 1][:, :, None] + pair[rows], axis=1)
    return alpha


def backward(layout: Layout, unary: Floats, pair: Floats) -> Floats:
    """(Q, 3) log-sum of all suffixes that start after each sign."""
    beta = np.zeros_like(unary)
    for rows in reversed(layout.layers[1:]):
        beta[rows - 1] = logsumexp(pair[rows] + (unary[rows] + beta[rows])[:, None, :], axis=2)
    return beta


def log_partition(layout: Layout, alpha: Floats) -> Floats:
    return logsumexp(alpha[layout.last], axis=1)


def posterior(layout: Layout, unary: Floats, pair: Floats) -> tuple[Floats, Floats, Floats]:
    """log-partitions (P,), sign marginals (Q, 3), pair marginals (Q, 3, 3; 0 at first quantities)."""
    alpha = forward(layout, unary, pair)
    beta = backward(layout, unary, pair)
    log_z = log_partition(layout, alpha)
    signs = np.exp(alpha + beta - log_z[layout.problem][:, None])
    links = layout.links
    pairs = np.zeros_like(pair)
    inner = alpha[links - 1][:, :, None] + pair[links] + (unary[links] + beta[links])[:, None, :]
    pairs[links] = np.exp(inner - log_z[layout.problem[links]][:, None, None])
    return log_z, signs, pairs


def score_of(layout: Layout, unary: Floats, pair: Floats, signs: Ints) -> Floats:
    """(P,) score of one sign assignment (Q,) per problem."""
    terms = unary[np.arange(len(signs)), signs]
    links = layout.links
    terms[links] += pair[links, signs[links - 1], signs[links]]
    total: Floats = np.add.reduceat(terms, layout.first)
    return total


def one_hot(layout: Layout, signs: Ints, weight: Floats) -> tuple[Floats, Floats]:
    """Counts of one sign assignment, each problem's weighted by ``weight`` (P,)."""
    rows = np.arange(len(signs))
    share = weight[layout.problem]
    unary = np.zeros((len(signs), 3))
    unary[rows, signs] = share
    pair = np.zeros((len(signs), 3, 3))
    links = layout.links
    pair[links, signs[links - 1], signs[links]] = share[links]
    return unary, pair


def best(layout: Layout, unary: Floats, pair: Floats) -> tuple[Ints, Floats]:
    """Viterbi: the best signs (Q,) and their scores (P,)."""
    delta = unary.copy()
    back = np.zeros(unary.shape, np.intp)
    for rows in layout.layers[1:]:
        options = delta[rows - 1][:, :, None] + pair[rows]
        back[rows] = options.argmax(axis=1)
        delta[rows] += options.max(axis=1)
    signs = np.empty(len(unary), np.intp)
    signs[layout.last] = delta[layout.last].argmax(axis=1)
    for rows in reversed(layout.layers[1:]):
        signs[rows - 1] = back[rows, signs[rows]]
    return signs, delta[layout.last].max(axis=1)


def k_best(layout: Layout, unary: Floats, pair: Floats, k: int) -> list[Ranked]:
    """The k best sign assignments of each problem, by Viterbi over k-lists, all problems at once."""
    score = np.full((layout.n_quantities, 3, k), -np.inf)
    score[layout.first, :, 0] = unary[layout.first]
    back = np.zeros((layout.n_quantities, 3, k), np.intp)
    for rows in layout.layers[1:]:
        options = score[rows - 1][:, :, :, None] + pair[rows][:, :, None, :]
        options = options.reshape(len(rows), 3 * k, 3)
        order = np.argsort(-options, axis=1, kind="stable")[:, :k]
        back[rows] = order.transpose(0, 2, 1)
        chosen = np.take_along_axis(options, order, axis=1).transpose(0, 2, 1)
        score[rows] = chosen + unary[rows][:, :, None]
    ranked: list[Ranked] = []
    for first, last in zip(layout.first.tolist(), layout.last.tolist(), strict=True):
        ends = score[last].reshape(-1)
        found: Ranked = []
        for end in np.argsort(-ends, kind="stable")[:k].tolist():
            if not np.isfinite(ends[end]):
                break
            sign, rank = divmod(end, k)
            signs = [sign]
            for row in range(last, first, -1):
                sign, rank = divmod(int(back[row, sign, rank]), k)
                signs.append(sign)
            found.append((tuple(reversed(signs)), float(ends[end])))
        ranked.append(found)
    return ranked


class SignChain(Lattice):
    """A lattice whose paths, once the spans are summed out, form a chain over the signs."""

    @abstractmethod
    def potentials(self, layout: Layout, scores: Scores, algebra: Algebra = "sum") -> Potentials:
        """The chain that is left when the paths with equal signs are joined."""

    @abstractmethod
    def pull(self, layout: Layout, potentials: Potentials, unary: Floats, pair: Floats) -> Scores:
        """Counts of scores from counts of signs (Q, 3) and of neighbouring signs (Q, 3, 3)."""

    @abstractmethod
    def spans(self, layout: Layout, scores: Scores, signs: Ints) -> Ints:
        """(Q, 2) the best spans for given signs, as token rows."""

    def members(self, layout: Layout, counts: Scores) -> Floats:
        """(M, 2) probability of each token to be in the right part of the span before it, and in
        the left part of the span after it.
        """
        left, right = counts.tokens[:, :3].sum(axis=1), counts.tokens[:, 3:6].sum(axis=1)
        return np.stack([right, left], axis=1)

    def _chain(
        self, layout: Layout, scores: Scores, algebra: Algebra = "sum"
    ) -> tuple[Potentials, Floats]:
        potentials = self.potentials(layout, scores, algebra)
        return potentials, masked(layout, potentials.unary)

    def log_partition(self, layout: Layout, scores: Scores) -> Floats:
        potentials, unary = self._chain(layout, scores)
        return log_partition(layout, forward(layout, unary, potentials.pair))

    def counts(self, layout: Layout, scores: Scores) -> tuple[Floats, Scores]:
        potentials, unary = self._chain(layout, scores)
        log_z, signs, pairs = posterior(layout, unary, potentials.pair)
        return log_z, self.pull(layout, potentials, signs, pairs)

    def loss(self, layout: Layout, scores: Scores, gold: Ints) -> tuple[float, Scores]:
        # The gold lattice shares every potential with the free one: only its signs are fixed.
        potentials, unary = self._chain(layout, scores)
        log_z, signs, pairs = posterior(layout, unary, potentials.pair)
        golds = (gold, mirror(gold))
        per_gold = np.stack([score_of(layout, unary, potentials.pair, y) for y in golds])
        log_gold = logsumexp(per_gold, axis=0)
        for y, share in zip(golds, np.exp(per_gold - log_gold), strict=True):
            gold_signs, gold_pairs = one_hot(layout, y, share)
            signs -= gold_signs
            pairs -= gold_pairs
        value = float((log_z - log_gold).sum())
        return value, self.pull(layout, potentials, signs, pairs)

    def marginals(self, layout: Layout, scores: Scores) -> Marginals:
        potentials, unary = self._chain(layout, scores)
        _, signs, pairs = posterior(layout, unary, potentials.pair)
        counts = self.pull(layout, potentials, signs, pairs)
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
