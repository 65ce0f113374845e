"""QT(s), the semi-Markov variant: a span is scored as a whole (paper, section 2.3).

There are no N nodes. The span of quantity k takes j tokens of the gap before it and r tokens of the
gap after it; one edge leads from its first token (label L_s) to its last (label R_s) and carries
features of the whole segment: its words (label S_s) and its length. Every token belongs to exactly
one span, as in QT. With T the edge R_s → L_s' to the next span,

    score(y, h) = Σ_k left_k(j_k, y_k) + length(j_k + 1 + r_k, y_k) + right_k(r_k, y_k) + T(y_{k−1},
    y_k),

a chain whose state is (cut, sign). The length ties a span's two ends together; it is the same table
for every problem, so a step of the chain is one matrix product for all problems of a layer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.lattice.base import (
    Lattice,
    Marginals,
    Path,
    Ranked,
    mirror,
    one_sign,
    two_signs,
)
from quantity_tagger.lattice.figure import Graph, Node, Step, neighbours
from quantity_tagger.lattice.gaps import running_sum
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.lattice.logspace import logsumexp
from quantity_tagger.lattice.scores import Scores
from quantity_tagger.lattice.semi_markov import (
    LONGEST,
    Counts,
    Spans,
    forward,
    send,
    through,
    walk_over,
)

PREFIXES = 3**6
"""How many prefixes of one length the search for the best signs goes on with."""

WORK = 1 << 20
"""Steps that it may take for all prefixes of one length: where gaps are long there are fewer."""


class QTS(Lattice):
    """The paper's semi-Markov variant."""

    name = "qt-s"
    title = "QT(s)"
    rank = 3
    rows = "LR"
    token_labels = (*one_sign("L"), *one_sign("R"), *one_sign("S"))
    structure = (
        *one_sign("L∅"),
        *one_sign("R∅"),
        *two_signs("", ""),
        *(f"{name}={size}" for name in one_sign("length") for size in range(1, LONGEST + 1)),
    )

    def log_partition(self, layout: Layout, scores: Scores) -> Floats:
        return send(walk_over(layout), potentials(layout, scores)).log_z

    def counts(self, layout: Layout, scores: Scores) -> tuple[Floats, Scores]:
        sent = send(walk_over(layout), potentials(layout, scores))
        counts = sent.counts(np.ones(layout.n_problems))
        return sent.log_z, collect(layout, counts)

    def loss(
        self, layout: Layout, scores: Scores, gold: Ints, times: Floats | None = None
    ) -> tuple[float, Scores]:
        # The free lattice and its gold forms are walked side by side; gold counts are taken away.
        golds = [y for y in (gold, mirror(gold)) if some_allow(layout, y)]
        spans = with_golds(potentials(layout, scores), golds)
        sent = send(walk_over(layout, 1 + len(golds)), spans)
        free, *fixed = sent.log_z.reshape(1 + len(golds), -1)
        log_gold = logsumexp(np.stack(fixed), axis=0)
        once = np.ones(layout.n_problems) if times is None else times
        shares = [once, *(-once * np.exp(log_z - log_gold) for log_z in fixed)]
        counts = sent.counts(np.concatenate(shares))
        return float(once @ (free - log_gold)), collect(layout, counts)

    def marginals(self, layout: Layout, scores: Scores) -> Marginals:
        sent = send(walk_over(layout), potentials(layout, scores))
        counts = sent.counts(np.ones(layout.n_problems))
        words_left = tail_sums(counts.left.sum(axis=0, keepdims=True))
        words_right = tail_sums(counts.right.sum(axis=0, keepdims=True))
        members = np.zeros((2, layout.n_tokens))
        for block in (*layout.inner, *layout.closing):
            block.of(members[:1])[...] = words_right[:, 1 : block.size + 1, block.before]
        for block in (*layout.opening, *layout.inner):
            block.of(members[1:])[:, ::-1] = words_left[:, 1 : block.size + 1, block.after]
        return Marginals(signs=counts.left.sum(axis=1), members=members[:, layout.column])

    def viterbi(self, layout: Layout, scores: Scores) -> Path:
        spans = potentials(layout, scores)
        entering, leaving = forward(walk_over(layout), spans, "max")
        width = leaving.shape[1]
        end = leaving[:, :, layout.last].reshape(3 * width, -1)
        signs, left, right = (np.zeros(layout.n_quantities, np.intp) for _ in range(3))
        signs[layout.last], right[layout.last] = np.divmod(end.argmax(axis=0), width)
        for depth in range(len(layout.layers) - 1, -1, -1):
            rows = layout.layers[depth]
            sign = signs[rows]
            options = entering[sign, :, rows] + spans.length[sign, :, right[rows]]
            left[rows] = options.argmax(axis=1)
            if depth:
                cut = layout.gap_sizes[layout.gap_before[rows]] - left[rows]
                came = leaving[:, cut, rows - 1] + spans.edges[:, sign]
                right[rows - 1], signs[rows - 1] = cut, came.argmax(axis=0)
        middle = layout.gap_offsets[layout.gap_before + 1]
        bounds = np.stack([middle - left, middle + right], axis=1)
        return Path(signs=signs, spans=bounds, score=end.max(axis=0))

    def best_signs(self, layout: Layout, scores: Scores) -> Ints:
        found = self.k_best(layout, scores, 1)
        return np.array([sign for ranked in found for sign in ranked[0][0]], np.intp)

    def k_best(self, layout: Layout, scores: Scores, k: int) -> list[Ranked]:
        spans = potentials(layout, scores)
        return [
            search(layout, spans, first, last, k)
            for first, last in zip(layout.first.tolist(), layout.last.tolist(), strict=True)
        ]

    def labels_of(self, token: int, anchor: int, start: int, stop: int) -> Sequence[str]:
        ends = [("L", token == start), ("R", token == stop - 1)]
        return ["S", *(label for label, bears in ends if bears)]

    def graph(self, n: int, anchors: Sequence[int], allowed: Sequence[Sequence[int]]) -> Graph:
        """L where a span may start, R where it may end; edges lead from span to span."""
        nodes: list[Node] = []
        for column in range(n):
            before, after = neighbours(column, anchors)
            own = anchors.index(column) if column in anchors else None
            starts = own if own is not None else after
            ends = own if own is not None else before
            nodes.extend(Node(column, "L", s) for s in (() if starts is None else allowed[starts]))
            nodes.extend(Node(column, "R", s) for s in (() if ends is None else allowed[ends]))
        edges = [
            (a, b)
            for a in nodes
            for b in nodes
            if a.label == "R" and b.label == "L" and b.column == a.column + 1
        ]
        return Graph(tuple(nodes), tuple(edges))

    def path(
        self, anchors: Sequence[int], signs: Sequence[int], spans: Sequence[tuple[int, int]]
    ) -> tuple[Step, ...]:
        """L at a span's first token, R at its last."""
        return tuple(
            Step(owner, Node(column, label, sign))
            for owner, (sign, ends) in enumerate(zip(signs, spans, strict=True))
            for label, column in zip("LR", ends, strict=True)
        )


def potentials(layout: Layout, scores: Scores) -> Spans:
    """The scores of all span ends, from scores of tokens and structure."""
    first, last, inside = (scores.tokens[at : at + 3] for at in (0, 3, 6))
    width = int(layout.gap_sizes.max(initial=0)) + 1
    left = np.full((3, width, layout.n_quantities), -np.inf)
    right = np.full((3, width, layout.n_quantities), -np.inf)
    left[:, 0], right[:, 0] = scores.structure[0:3, None], scores.structure[3:6, None]
    spread = 0.0
    for block in (*layout.opening, *layout.inner):
        part = block.of(inside)[:, ::-1].copy()
        running_sum(part)
        part += block.of(first)[:, ::-1]
        left[:, 1 : block.size + 1, block.after] = part
        spread = max(spread, np.abs(part).max(initial=0.0))
    for block in (*layout.inner, *layout.closing):
        part = block.of(inside).copy()
        running_sum(part)
        part += block.of(last)
        right[:, 1 : block.size + 1, block.before] = part
        spread = max(spread, np.abs(part).max(initial=0.0))
    # The first span takes the whole gap before it, the last one the whole gap after it.
    for block in layout.opening:
        left[:, : block.size, block.after] = -np.inf
    for block in layout.closing:
        right[:, : block.size, block.before] = -np.inf
    right += np.where(layout.allowed, scores.quantities, -np.inf)[:, None]
    spread = 4 * spread + np.ptp(scores.quantities) + 3 * np.ptp(scores.structure)
    taken = np.arange(width)
    length = scores.structure[15:].reshape(3, LONGEST)
    return Spans(
        left=left,
        right=right,
        length=length[:, np.minimum(taken[:, None] + taken, LONGEST - 1)],
        edges=scores.structure[6:15].reshape(3, 3),
        spread=float(spread),
    )


def collect(layout: Layout, counts: Counts) -> Scores:
    """Counts of scores from those of span ends, copies added up: ``potentials`` transposed."""
    shape = (*counts.left.shape[:2], -1, layout.n_quantities)
    left, right = (part.reshape(shape).sum(axis=2) for part in (counts.left, counts.right))
    words_left, words_right = tail_sums(left), tail_sums(right)
    tokens = np.zeros((9, layout.n_tokens))
    first, last, inside = tokens[0:3], tokens[3:6], tokens[6:9]
    for block in (*layout.opening, *layout.inner):
        taken = slice(1, block.size + 1)
        block.of(first)[:, ::-1] = left[:, taken, block.after]
        block.of(inside)[:, ::-1] += words_left[:, taken, block.after]
    for block in (*layout.inner, *layout.closing):
        taken = slice(1, block.size + 1)
        block.of(last)[...] = right[:, taken, block.before]
        block.of(inside)[...] += words_right[:, taken, block.before]
    width = left.shape[1]
    size = np.minimum(np.add.outer(np.arange(width), np.arange(width)), LONGEST - 1).ravel()
    lengths = [np.bincount(size, table.ravel(), LONGEST) for table in counts.length]
    return Scores(
        tokens=tokens,
        quantities=left.sum(axis=1),
        structure=np.concatenate(
            [left[:, 0].sum(axis=1), right[:, 0].sum(axis=1), counts.edges.reshape(-1), *lengths]
        ),
    )


def with_golds(spans: Spans, golds: list[Ints]) -> Spans:
    """The free lattice and, beside it in the columns, the same with each gold's signs fixed."""
    fixed = [np.where((np.arange(3)[:, None] == y)[:, None], spans.right, -np.inf) for y in golds]
    return replace(
        spans,
        left=np.concatenate([spans.left] * (1 + len(golds)), axis=2),
        right=np.concatenate([spans.right, *fixed], axis=2),
    )


def some_allow(layout: Layout, signs: Ints) -> bool:
    """Whether these signs are allowed in any problem at all."""
    allowed = layout.allowed[signs, np.arange(len(signs))]
    return bool(np.logical_and.reduceat(allowed, layout.first).any())


def tail_sums(counts: Floats) -> Floats:
    """For each number of tokens the count of parts that take at least so many, along axis 1."""
    sums = counts.copy()
    running_sum(sums[:, ::-1])
    return sums


def search(layout: Layout, spans: Spans, first: int, last: int, k: int) -> Ranked:
    """The k best sign assignments of one problem, cuts summed out.

    Signs are given one after the other. A prefix of signs is ranked by its log-sum times an upper
    bound on what may follow, for each cut the best next sign, chosen there alone; of each length
    the `PREFIXES` best go on. All of them do while there are no more, so what is found is exact for
    up to seven signs, and the time grows with the number of signs, not as a power of it.
    """
    gap_size = walk_over(layout).gap_size
    cuts = np.arange(spans.right.shape[1])

    def turned(ends: Floats, row: int) -> Floats:
        """(3, C, n) ends of spans before a row's quantity, seen from that quantity."""
        place = gap_size[row] - cuts
        return np.where((place < 0)[:, None], -np.inf, ends[:, np.maximum(place, 0)])

    bound = {last: np.zeros(spans.right.shape[:2])}
    for row in range(last, first, -1):
        onward = logsumexp(spans.length + (spans.right[:, :, row] + bound[row])[:, None], axis=2)
        ahead = turned((spans.left[:, :, row] + onward)[:, :, None], row)[:, :, 0]
        bound[row - 1] = (spans.edges[:, :, None] + ahead).max(axis=1)

    most = max(k, min(PREFIXES, WORK // len(cuts) ** 2))
    signs, leaving = np.zeros((1, 0), np.intp), np.zeros((len(cuts), 1))
    entering = spans.left[:, :, first, None]
    for row in range(first, last + 1):
        if row > first:
            came = leaving + spans.edges[signs[:, -1]].T[:, None]
            entering = spans.left[:, :, row, None] + turned(came, row)
        after = through(entering, spans.length, "sum") + spans.right[:, :, row, None]
        value = logsumexp(after + bound[row][:, :, None], axis=1).reshape(-1)
        best = np.argsort(-value, kind="stable")[: k if row == last else most]
        best = best[value[best] > -np.inf]
        sign, prefix = np.divmod(best, len(signs))
        leaving = after[sign, :, prefix].T
        signs = np.concatenate([signs[prefix], sign[:, None]], axis=1)
    return [
        (tuple(y), score) for y, score in zip(signs.tolist(), value[best].tolist(), strict=True)
    ]
