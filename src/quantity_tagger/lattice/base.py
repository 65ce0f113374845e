"""What every lattice can be asked, whatever its shape.

All variants are one log-linear model with latent spans h (paper, equation 2),

    p(y | t) = Σ_h exp w·f(t, y, h) / Σ_{y', h'} exp w·f(t, y', h'),

and differ in which (y, h) their lattice holds and where its features sit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.lattice.figure import Graph, Step, token_graph, token_path
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.lattice.scores import Scores
from quantity_tagger.signs import MARKS

if TYPE_CHECKING:
    from quantity_tagger.lattice.assignments import AssignmentTable


@dataclass(frozen=True)
class Marginals:
    """What the model believes of one batch.

    ``signs`` (3, Q): probability of each sign of each quantity. ``members`` (2, M): probability
    that a token belongs to the span of the quantity before it, and of the one after it.
    """

    signs: Floats
    members: Floats


@dataclass(frozen=True)
class Path:
    """The best path of each problem: ``signs`` (Q,) as indices, ``spans`` (Q, 2) as token rows
    ``start:stop`` of each quantity's span, ``score`` (P,).
    """

    signs: Ints
    spans: Ints
    score: Floats


Ranked = list[tuple[tuple[int, ...], float]]
"""Sign assignments of one problem (as sign indices) with their scores, best first."""


class Lattice(ABC):
    """One variant: its labels, its structural features, exact inference over its paths, and what a
    drawing of it shows. Whatever else is said of a variant is read from here.

    ``title``: as the paper writes it. ``rank``: its place in lists, best first. ``rows``: the
    labels of the nodes that are drawn, from top to bottom within a sign.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str]
    rank: ClassVar[int]
    rows: ClassVar[str] = "LNR"
    token_labels: ClassVar[tuple[str, ...]]
    structure: ClassVar[tuple[str, ...]]
    weighs_equations: ClassVar[bool] = False

    @abstractmethod
    def log_partition(self, layout: Layout, scores: Scores) -> Floats:
        """(P,) log Σ exp score over all paths whose signs ``layout.allowed`` admits."""

    @abstractmethod
    def counts(self, layout: Layout, scores: Scores) -> tuple[Floats, Scores]:
        """The log-partitions and the expected count of each score, summed over paths."""

    @abstractmethod
    def loss(
        self, layout: Layout, scores: Scores, gold: Ints, times: Floats | None = None
    ) -> tuple[float, Scores]:
        """Negative log-likelihood of ``gold`` (Q,) sign indices and its gradient (equations 3, 4).

        Flipping every sign gives the same equation, so both forms are gold where both are allowed.
        ``times`` (P,) is how often each problem counts, by default once.
        """

    @abstractmethod
    def marginals(self, layout: Layout, scores: Scores) -> Marginals:
        """Probabilities of signs and of span membership."""

    @abstractmethod
    def viterbi(self, layout: Layout, scores: Scores) -> Path:
        """Best signs together with their best spans."""

    @abstractmethod
    def best_signs(self, layout: Layout, scores: Scores) -> Ints:
        """(Q,) best signs, their spans summed out."""

    @abstractmethod
    def k_best(self, layout: Layout, scores: Scores, k: int) -> list[Ranked]:
        """For each problem its k best sign assignments, spans summed out, with log Σ_h exp."""

    def totals(self, layout: Layout, scores: Scores) -> list[tuple[AssignmentTable, Floats]]:
        """For each table of the layout's assignments their scores (B, A), spans summed out; nothing
        where the layout has none or the lattice cannot score them at once.
        """
        return []

    def spans(self, layout: Layout, scores: Scores, signs: Ints) -> Ints:
        """(Q, 2) the best spans for given signs (Q,), as token rows."""
        allowed = np.zeros_like(layout.allowed)
        allowed[signs, np.arange(len(signs))] = True
        return self.viterbi(replace(layout, allowed=allowed), scores).spans

    def labels_of(self, token: int, anchor: int, start: int, stop: int) -> Sequence[str]:
        """The labels, without sign, that a token of the span ``start:stop`` bears."""
        return ("L" if token < anchor else "R",)

    def graph(self, n: int, anchors: Sequence[int], allowed: Sequence[Sequence[int]]) -> Graph:
        """All nodes and edges over n columns."""
        return token_graph(n, anchors, allowed)

    def path(
        self, anchors: Sequence[int], signs: Sequence[int], spans: Sequence[tuple[int, int]]
    ) -> tuple[Step, ...]:
        """The path of these signs and spans."""
        return token_path(anchors, signs, spans)

    def empty_scores(self, layout: Layout) -> Scores:
        return Scores(
            np.zeros((len(self.token_labels), layout.n_tokens)),
            np.zeros((3, layout.n_quantities)),
            np.zeros(len(self.structure)),
        )


def one_sign(name: str) -> tuple[str, ...]:
    """Names of a structural feature that looks at one sign."""
    return tuple(f"{name}{mark}" for mark in MARKS)


def two_signs(left: str, right: str) -> tuple[str, ...]:
    """Names of a structural feature that looks at two neighbouring signs, row by row."""
    return tuple(f"{left}{a}→{right}{b}" for a in MARKS for b in MARKS)


def mirror(signs: Ints) -> Ints:
    """The same equation with every sign flipped."""
    return 2 - signs
