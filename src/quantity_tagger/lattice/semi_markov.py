"""Chains of segments whose state is (cut, sign): the recursions behind QT(s).

Arrays of span ends are padded to the longest gap and indexed by how many tokens the part takes:
``left`` (3, C, n) by j tokens before the quantity, ``right`` (3, C, n) by r tokens after it, −∞
where there are not that many. The n columns are the Q quantities of a batch, or several *copies* of
them side by side: the free lattice and its gold ones, walked together.

Where the scores differ little enough for no product to underflow that would matter, messages are
sent in plain space, with every column scaled to its largest entry (`PlainMessages`); otherwise in
log space (`LogMessages`). Both give the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from quantity_tagger.arrays import Bools, Floats, Ints
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.lattice.logspace import Algebra, finite_or_zero, logsumexp

LONGEST = 16
"""Spans of this many tokens or more share one length feature."""

SAFE_SPREAD = 600.0
"""How far scores may lie apart, in log space, for plain space to hold them."""


@dataclass(frozen=True)
class Spans:
    """The potentials of span ends; ``right`` includes the quantity's own score.

    ``length`` (3, C, C): the score of each sign and each (j, r); ``edges`` (3, 3): from span to
    span; ``spread``: how far apart the factors of one step may lie.
    """

    left: Floats
    right: Floats
    length: Floats
    edges: Floats
    spread: float


@dataclass(frozen=True)
class Counts:
    """Expected counts: ``left`` and ``right`` (3, C, n) of span ends, ``length`` and ``edges``."""

    left: Floats
    right: Floats
    length: Floats
    edges: Floats


@dataclass(frozen=True)
class Turn:
    """Ends of one span seen from its neighbour: of n tokens of a gap, who takes r leaves n − r.

    ``place`` (C, n): where each end's counterpart stands in the flattened (C, n); ``missing`` (C,
    n): whether the gap has fewer tokens.
    """

    place: Ints
    missing: Bools

    def __call__(self, ends: Floats, nothing: float) -> Floats:
        turned = np.take(ends.reshape(len(ends), -1), self.place, axis=1)
        np.copyto(turned, nothing, where=self.missing)
        return turned


class Walk:
    """How the columns of some copies of a batch follow each other."""

    def __init__(self, layout: Layout, copies: int) -> None:
        def columns(rows: Ints) -> Ints:
            starts = layout.n_quantities * np.arange(copies)
            return (starts[:, None] + rows).reshape(-1)

        self.layers = [columns(rows) for rows in layout.layers]
        self.links = columns(layout.links)
        self.last = columns(layout.last)
        self.problem = np.concatenate(
            [layout.problem + k * layout.n_problems for k in range(copies)]
        )
        self.gap_size = np.tile(layout.gap_sizes[layout.gap_before], copies)
        self.width = int(layout.gap_sizes.max(initial=0)) + 1
        self.turns = [self.turn(layer) for layer in self.layers]
        self.link_turn = self.turn(self.links)

    def turn(self, columns: Ints) -> Turn:
        """The turn at the gap before each of these columns' quantities."""
        taken = self.gap_size[columns] - np.arange(self.width)[:, None]
        place = np.maximum(taken, 0) * len(columns) + np.arange(len(columns))
        return Turn(place, taken < 0)


@lru_cache(maxsize=8)
def walk_over(layout: Layout, copies: int = 1) -> Walk:
    """The walk over a layout, kept while a search evaluates it again and again."""
    return Walk(layout, copies)


class Messages(Protocol):
    """What was sent up and down the chain."""

    log_z: Floats

    def counts(self, weight: Floats) -> Counts:
        """Expected counts, each problem's (of each copy) times ``weight``."""
        ...


def send(walk: Walk, spans: Spans) -> Messages:
    """Forward and backward messages, in plain space where that is safe."""
    kind = PlainMessages if spans.spread < SAFE_SPREAD else LogMessages
    return kind(walk, spans)


class PlainMessages:
    """Messages as numbers, each column's largest 1; ``log_z`` collects what was divided out."""

    def __init__(self, walk: Walk, spans: Spans) -> None:
        self.walk = walk
        self.left, left_scale = scaled(spans.left)
        self.right, right_scale = scaled(spans.right)
        most, top = spans.length.max(), spans.edges.max()
        self.length = np.exp(spans.length - most)
        self.edges = np.exp(spans.edges - top)
        self.entering, self.leaving = self.left.copy(), self.right.copy()
        scale = left_scale + right_scale + most
        scale[walk.links] += top
        through = self.length.transpose(0, 2, 1)
        for depth, columns in enumerate(walk.layers):
            if depth:
                came = self._across(np.take(self.leaving, columns - 1, axis=2), self.edges.T)
                self.entering[:, :, columns] *= walk.turns[depth](came, 0.0)
            left = np.matmul(through, np.take(self.entering, columns, axis=2))
            left *= np.take(self.leaving, columns, axis=2)
            peak = left.max(axis=(0, 1))
            left /= np.where(peak > 0.0, peak, 1.0)
            self.leaving[:, :, columns] = left
            with np.errstate(divide="ignore"):
                scale[columns] += np.log(peak)
        ends = self.leaving[:, :, walk.last].sum(axis=(0, 1))
        sums = np.bincount(walk.problem, scale, len(walk.last))
        with np.errstate(divide="ignore"):
            self.log_z: Floats = sums + np.log(ends)

    @staticmethod
    def _across(ends: Floats, edges: Floats) -> Floats:
        """(3, C, n) signs led over edges given from the next span's sign to this one's."""
        return (edges @ ends.reshape(3, -1)).reshape(ends.shape)

    def counts(self, weight: Floats) -> Counts:
        walk = self.walk
        after_leaving = np.ones_like(self.right)
        after_entering = np.empty_like(self.left)
        for depth in range(len(walk.layers) - 1, -1, -1):
            columns = walk.layers[depth]
            onward = np.take(self.right, columns, axis=2) * np.take(after_leaving, columns, axis=2)
            after = np.matmul(self.length, onward)
            after_entering[:, :, columns] = after
            if depth:
                ahead = walk.turns[depth](np.take(self.left, columns, axis=2) * after, 0.0)
                back = self._across(ahead, self.edges)
                peak = back.max(axis=(0, 1))
                after_leaving[:, :, columns - 1] = back / np.where(peak > 0.0, peak, 1.0)
        share = weight[walk.problem]
        left, left_weight = normalised(self.entering * after_entering, share)
        right, _ = normalised(self.leaving * after_leaving, share)
        ends = self.right * after_leaving
        length = np.matmul(self.entering * left_weight, ends.transpose(0, 2, 1)) * self.length
        links = walk.links
        here = self.leaving[:, :, links - 1]
        ahead = walk.link_turn(self.left[:, :, links] * after_entering[:, :, links], 0.0)
        _, link_weight = normalised(self._across(here, self.edges.T) * ahead, share[links])
        edges = (here * link_weight).reshape(3, -1) @ ahead.reshape(3, -1).T * self.edges
        return Counts(left, right, length, edges)


def scaled(values: Floats) -> tuple[Floats, Floats]:
    """Exp of ``values`` (3, C, n) with each column's largest at 1, and the logs taken out (n,)."""
    top = finite_or_zero(values.max(axis=(0, 1)))
    return np.exp(values - top), top


def normalised(values: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Columns of ``values`` (3, C, n) made to sum to ``weight`` (n,), and the factors used."""
    total = values.sum(axis=(0, 1))
    factor = np.where(total > 0.0, weight / np.where(total > 0.0, total, 1.0), 0.0)
    return values * factor, factor


class LogMessages:
    """Messages as logarithms: slower, and safe for scores of any size."""

    def __init__(self, walk: Walk, spans: Spans) -> None:
        self.walk, self.spans = walk, spans
        self.entering, self.leaving = forward(walk, spans, "sum")
        ends = self.leaving[:, :, walk.last]
        self.log_z: Floats = logsumexp(ends.reshape(-1, ends.shape[2]), axis=0)

    def counts(self, weight: Floats) -> Counts:
        walk, spans = self.walk, self.spans
        after_leaving = np.zeros_like(spans.right)
        after_entering = np.empty_like(spans.left)
        back = spans.length.transpose(0, 2, 1)
        for depth in range(len(walk.layers) - 1, -1, -1):
            columns = walk.layers[depth]
            onward = spans.right[:, :, columns] + after_leaving[:, :, columns]
            after_entering[:, :, columns] = through(onward, back, "sum")
            if depth:
                ahead = spans.left[:, :, columns] + after_entering[:, :, columns]
                turned = walk.turns[depth](ahead, -np.inf)
                after_leaving[:, :, columns - 1] = across(turned, spans.edges.T, "sum")
        log_z, share = finite_or_zero(self.log_z)[walk.problem], weight[walk.problem]
        left = np.exp(self.entering + after_entering - log_z) * share
        right = np.exp(self.leaving + after_leaving - log_z) * share
        length, edges = np.empty_like(spans.length), np.empty_like(spans.edges)
        here, ends = self.entering - log_z, spans.right + after_leaving
        for sign, j, r in np.ndindex(length.shape):
            path = here[sign, j] + spans.length[sign, j, r] + ends[sign, r]
            length[sign, j, r] = np.exp(path) @ share
        links = walk.links
        here = self.leaving[:, :, links - 1] - log_z[links]
        ahead = walk.link_turn((spans.left + after_entering)[:, :, links], -np.inf)
        for a, b in np.ndindex(3, 3):
            edges[a, b] = (np.exp(here[a] + spans.edges[a, b] + ahead[b]) @ share[links]).sum()
        return Counts(left, right, length, edges)


def forward(walk: Walk, spans: Spans, algebra: Algebra) -> tuple[Floats, Floats]:
    """Prefixes joined, in log space, as they enter and as they leave each span: (3, C, n) each."""
    entering, leaving = spans.left.copy(), spans.right.copy()
    for depth, columns in enumerate(walk.layers):
        if depth:
            came = across(leaving[:, :, columns - 1], spans.edges, algebra)
            entering[:, :, columns] += walk.turns[depth](came, -np.inf)
        leaving[:, :, columns] += through(entering[:, :, columns], spans.length, algebra)
    return entering, leaving


def through(values: Floats, table: Floats, algebra: Algebra) -> Floats:
    """(3, r, n) the ``values`` (3, j, n) of each sign sent through its ``table`` (j, r)."""
    plus = np.logaddexp if algebra == "sum" else np.maximum
    result = np.full((3, table.shape[2], values.shape[2]), -np.inf)
    for j in range(values.shape[1]):
        plus(result, values[:, j, None] + table[:, j, :, None], out=result)
    return result


def across(ends: Floats, edges: Floats, algebra: Algebra) -> Floats:
    """(3, c, n) the signs of ``ends`` led over the ``edges`` (3, 3) to the next span's."""
    options = ends[:, None] + edges[:, :, None, None]
    return logsumexp(options, axis=0) if algebra == "sum" else options.max(axis=0)
