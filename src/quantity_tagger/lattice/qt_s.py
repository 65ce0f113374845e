"""QT(s), the semi-Markov variant: a span is scored as a whole (paper, section 2.3).

There are no N nodes. The span of quantity k takes j tokens of the gap before it and r tokens of the gap
after it; one edge leads from its first token (label L_s) to its last (label R_s) and carries features
of the whole segment: its words (label S_s) and its length. Every token belongs to exactly one span, as
in QT. With T the edge R_s → L_s' to the next span,

    score(y, h) = Σ_k left_k(j_k, y_k) + length(j_k + 1 + r_k, y_k) + right_k(r_k, y_k) + T(y_{k−1}, y_k),

a chain whose state is (cut, sign). The length ties a span's two ends together; it is the same table for
every problem, so a step of the chain is one matrix product for all problems of a layer.

Arrays of span ends are padded to the longest gap and indexed by how many tokens the part takes:
``left`` (Q, C, 3) by j, ``right`` (Q, C, 3) by r, −∞ where there are not that many.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import count

import numpy as np

from quantity_tagger.lattice.lattice import (
    Lattice,
    Marginals,
    Path,
    Ranked,
    mirror,
    one_sign,
    two_signs,
)
from quantity_tagger.lattice.layout import Floats, Ints, Layout
from quantity_tagger.lattice.logspace import Algebra, finite_or_zero, logsumexp
from quantity_tagger.lattice.scores import Scores

LONGEST = 16
"""Spans of this many tokens or more share one length feature."""

SAFE_SPREAD = 600.0
"""Tables whose entries differ by less than this in log space are multiplied in plain space: no product
underflows that would matter. Wider ones take the slower road."""


@dataclass(frozen=True)
class Spans:
    """The potentials of one batch, as the module's docstring names them; ``quantity`` (Q, 3)."""

    left: Floats
    right: Floats
    quantity: Floats
    length: Floats
    across: Floats


@dataclass(frozen=True)
class Messages:
    """Forward and backward log-sums at both ends of each span, (Q, C, 3): ``entering`` the span with j
    left tokens (their score included), ``leaving`` it with r right tokens (its score included).
    """

    entering: Floats
    leaving: Floats
    after_entering: Floats
    after_leaving: Floats
    log_z: Floats


class QTS(Lattice):
    """The paper's semi-Markov variant."""

    name = "qt-s"
    token_labels = (*one_sign("L"), *one_sign("R"), *one_sign("S"))
    structure = (
        *one_sign("L∅"),
        *one_sign("R∅"),
        *two_signs("", ""),
        *(f"{name}={size}" for name in one_sign("length") for size in range(1, LONGEST + 1)),
    )

    def log_partition(self, layout: Layout, scores: Scores) -> Floats:
        return messages(layout, potentials(layout, scores)).log_z

    def counts(self, layout: Layout, scores: Scores) -> tuple[Floats, Scores]:
        spans = potentials(layout, scores)
        sent = messages(layout, spans)
        return sent.log_z, pull(layout, spans, sent, np.ones(layout.n_problems))

    def loss(self, layout: Layout, scores: Scores, gold: Ints) -> tuple[float, Scores]:
        spans = potentials(layout, scores)
        free = messages(layout, spans)
        gradient = pull(layout, spans, free, np.ones(layout.n_problems))
        golds = [with_signs(spans, y) for y in (gold, mirror(gold)) if some_allow(layout, y)]
        sent = [messages(layout, fixed) for fixed in golds]
        log_gold = logsumexp(np.stack([found.log_z for found in sent]), axis=0)
        for fixed, found in zip(golds, sent, strict=True):
            gradient -= pull(layout, fixed, found, np.exp(found.log_z - log_gold))
        return float((free.log_z - log_gold).sum()), gradient

    def marginals(self, layout: Layout, scores: Scores) -> Marginals:
        sent = messages(layout, potentials(layout, scores))
        taken_left, taken_right = occupancy(layout, sent, np.ones(layout.n_problems))
        words_left, words_right = (tail_sums(part.sum(axis=2)) for part in (taken_left, taken_right))
        members = np.zeros((2, layout.n_tokens))
        for block in (*layout.inner, *layout.closing):
            block.of(members[:1])[0] = words_right[block.before, 1 : block.size + 1].T
        for block in (*layout.opening, *layout.inner):
            block.of(members[1:])[0, ::-1] = words_left[block.after, 1 : block.size + 1].T
        return Marginals(signs=taken_left.sum(axis=1).T, members=members[:, layout.column])

    def viterbi(self, layout: Layout, scores: Scores) -> Path:
        spans = potentials(layout, scores)
        entering, leaving = forward(layout, spans, "max")
        end = leaving[layout.last].reshape(layout.n_problems, -1)
        width = leaving.shape[1]
        signs, left, right = (np.zeros(layout.n_quantities, np.intp) for _ in range(3))
        right[layout.last], signs[layout.last] = np.divmod(end.argmax(axis=1), 3)
        length = span_lengths(spans.length, width)
        for step, rows in enumerate(reversed(layout.layers)):
            sign = signs[rows]
            options = entering[rows, :, sign] + length[sign, :, right[rows]]
            left[rows] = options.argmax(axis=1)
            if step < len(layout.layers) - 1:
                linked = rows[np.isin(rows, layout.links)]
                cut = layout.gap_sizes[layout.gap_before[linked]] - left[linked]
                came = leaving[linked - 1, cut] + spans.across[:, signs[linked]].T
                right[linked - 1], signs[linked - 1] = cut, came.argmax(axis=1)
        gap = layout.gap_offsets[layout.gap_before + 1]
        bounds = np.stack([gap - left, gap + right], axis=1)
        return Path(signs=signs, spans=bounds, score=end.max(axis=1))

    def best_signs(self, layout: Layout, scores: Scores) -> Ints:
        found = self.k_best(layout, scores, 1)
        return np.array([sign for ranked in found for sign in ranked[0][0]], np.intp)

    def k_best(self, layout: Layout, scores: Scores, k: int) -> list[Ranked]:
        spans = potentials(layout, scores)
        length = span_lengths(spans.length, spans.left.shape[1])
        return [
            search(layout, spans, length, first, last, k)
            for first, last in zip(layout.first.tolist(), layout.last.tolist(), strict=True)
        ]


def potentials(layout: Layout, scores: Scores) -> Spans:
    """The scores of all span ends, from scores of tokens and structure."""
    first, last, inside = (scores.tokens[at : at + 3] for at in (0, 3, 6))
    width = int(layout.gap_sizes.max(initial=0)) + 1
    left = np.full((layout.n_quantities, width, 3), -np.inf)
    right = np.full((layout.n_quantities, width, 3), -np.inf)
    left[:, 0], right[:, 0] = scores.structure[0:3], scores.structure[3:6]
    for block in (*layout.opening, *layout.inner):
        words = np.cumsum(block.of(inside)[:, ::-1], axis=1)
        left[block.after, 1 : block.size + 1] = (words + block.of(first)[:, ::-1]).T
    for block in (*layout.inner, *layout.closing):
        words = np.cumsum(block.of(inside), axis=1)
        right[block.before, 1 : block.size + 1] = (words + block.of(last)).T
    # The first span takes the whole gap before it, the last one the whole gap after it.
    for block in layout.opening:
        left[block.after, : block.size] = -np.inf
    for block in layout.closing:
        right[block.before, : block.size] = -np.inf
    return Spans(
        left=left,
        right=right,
        quantity=np.where(layout.allowed, scores.quantities, -np.inf).T,
        length=scores.structure[15:].reshape(3, LONGEST),
        across=scores.structure[6:15].reshape(3, 3),
    )


def span_lengths(length: Floats, width: int) -> Floats:
    """(3, C, C) the length feature's weight for each sign and each (j, r)."""
    taken = np.arange(width)
    return length[:, np.minimum(taken[:, None] + taken, LONGEST - 1)]


def with_signs(spans: Spans, signs: Ints) -> Spans:
    """The gold lattice: the same spans with every sign fixed."""
    fixed = np.full_like(spans.quantity, -np.inf)
    rows = np.arange(len(signs))
    fixed[rows, signs] = spans.quantity[rows, signs]
    return Spans(spans.left, spans.right, fixed, spans.length, spans.across)


def some_allow(layout: Layout, signs: Ints) -> bool:
    """Whether these signs are allowed in any problem at all."""
    allowed = layout.allowed[signs, np.arange(len(signs))]
    return bool(np.logical_and.reduceat(allowed, layout.first).any())


def join(values: Floats, table: Floats, algebra: Algebra) -> Floats:
    """(n, r, 3) each row's ``values`` (n, j, 3) sent through ``table`` (3, j, r), for each sign."""
    if algebra == "sum":
        top = finite_or_zero(values.max(axis=1, keepdims=True))
        peak = table.max(axis=(1, 2))
        if np.ptp(table) < SAFE_SPREAD:
            plain = np.matmul(
                np.exp(values - top).transpose(2, 0, 1), np.exp(table - peak[:, None, None])
            )
            with np.errstate(divide="ignore"):
                return np.log(plain).transpose(1, 2, 0) + top + peak
    plus = np.logaddexp if algebra == "sum" else np.maximum
    result = np.full((len(values), table.shape[2], 3), -np.inf)
    for j in range(values.shape[1]):
        plus(result, values[:, j, None, :] + table[:, j].T, out=result)
    return result


def turn(layout: Layout, rows: Ints, ends: Floats) -> Floats:
    """Ends of one span seen from its neighbour: of n tokens of a gap, who takes r leaves n − r."""
    sizes = layout.gap_sizes[layout.gap_before[rows]]
    taken = sizes[:, None] - np.arange(ends.shape[1])
    turned = np.take_along_axis(ends, np.maximum(taken, 0)[:, :, None], axis=1)
    return np.where(taken[:, :, None] >= 0, turned, -np.inf)


def cross(ends: Floats, across: Floats, algebra: Algebra) -> Floats:
    """(n, c, 3) each end's signs (n, c, 3) led over the edge to the next span's sign."""
    options = ends[:, :, :, None] + across
    return logsumexp(options, axis=2) if algebra == "sum" else options.max(axis=2)


def forward(layout: Layout, spans: Spans, algebra: Algebra = "sum") -> tuple[Floats, Floats]:
    """(Q, C, 3), (Q, C, 3) prefixes joined as they enter and as they leave each span."""
    table = span_lengths(spans.length, spans.left.shape[1])
    entering, leaving = spans.left.copy(), spans.right + spans.quantity[:, None, :]
    for depth, rows in enumerate(layout.layers):
        if depth:
            came = cross(leaving[rows - 1], spans.across, algebra)
            entering[rows] += turn(layout, rows, came)
        leaving[rows] += join(entering[rows], table, algebra)
    return entering, leaving


def messages(layout: Layout, spans: Spans) -> Messages:
    """Forward and backward log-sums of all span ends."""
    entering, leaving = forward(layout, spans)
    table = span_lengths(spans.length, spans.left.shape[1]).transpose(0, 2, 1)
    after_leaving = np.zeros_like(spans.right)
    after_entering = np.empty_like(spans.left)
    for depth in range(len(layout.layers) - 1, -1, -1):
        rows = layout.layers[depth]
        ends = spans.right[rows] + spans.quantity[rows][:, None, :] + after_leaving[rows]
        after_entering[rows] = join(ends, table, "sum")
        if depth:
            ahead = turn(layout, rows, spans.left[rows] + after_entering[rows])
            after_leaving[rows - 1] = cross(ahead, spans.across.T, "sum")
    log_z = logsumexp(leaving[layout.last].reshape(layout.n_problems, -1), axis=1)
    return Messages(entering, leaving, after_entering, after_leaving, log_z)


def occupancy(layout: Layout, sent: Messages, weight: Floats) -> tuple[Floats, Floats]:
    """(Q, C, 3), (Q, C, 3) how often each span takes j left and r right tokens with each sign."""
    log_z = finite_or_zero(sent.log_z)[layout.problem][:, None, None]
    share = weight[layout.problem][:, None, None]
    left = np.exp(sent.entering + sent.after_entering - log_z) * share
    right = np.exp(sent.leaving + sent.after_leaving - log_z) * share
    return left, right


def tail_sums(counts: Floats) -> Floats:
    """For each number of tokens the count of parts that take at least so many, along axis 1."""
    return np.cumsum(counts[:, ::-1], axis=1)[:, ::-1]


def pull(layout: Layout, spans: Spans, sent: Messages, weight: Floats) -> Scores:
    """Expected counts of all scores, each problem's weighted by ``weight`` (P,)."""
    taken_left, taken_right = occupancy(layout, sent, weight)
    words_left, words_right = tail_sums(taken_left), tail_sums(taken_right)
    tokens = np.zeros((9, layout.n_tokens))
    first, last, inside = tokens[0:3], tokens[3:6], tokens[6:9]
    for block in (*layout.opening, *layout.inner):
        taken = slice(1, block.size + 1)
        block.of(first)[:, ::-1] = taken_left[block.after, taken].T
        block.of(inside)[:, ::-1] += words_left[block.after, taken].T
    for block in (*layout.inner, *layout.closing):
        taken = slice(1, block.size + 1)
        block.of(last)[...] = taken_right[block.before, taken].T
        block.of(inside)[...] += words_right[block.before, taken].T
    structure = np.concatenate(
        [
            taken_left[:, 0].sum(axis=0),
            taken_right[:, 0].sum(axis=0),
            across_counts(layout, spans, sent, weight).reshape(-1),
            length_counts(layout, spans, sent, weight).reshape(-1),
        ]
    )
    return Scores(tokens=tokens, quantities=taken_left.sum(axis=1).T, structure=structure)


def across_counts(layout: Layout, spans: Spans, sent: Messages, weight: Floats) -> Floats:
    """(3, 3) expected count of each edge from span to span."""
    links = layout.links
    ahead = turn(layout, links, spans.left[links] + sent.after_entering[links])
    log_z = finite_or_zero(sent.log_z)[layout.problem[links]]
    here = sent.leaving[links - 1] - log_z[:, None, None]
    options = here[:, :, :, None] + spans.across + ahead[:, :, None, :]
    counts: Floats = np.einsum("q,qcab->ab", weight[layout.problem[links]], np.exp(options))
    return counts


def length_counts(layout: Layout, spans: Spans, sent: Messages, weight: Floats) -> Floats:
    """(3, LONGEST) expected count of each length of span."""
    width = spans.left.shape[1]
    table = span_lengths(spans.length, width)
    ends = spans.right + spans.quantity[:, None, :] + sent.after_leaving
    log_z = finite_or_zero(sent.log_z)[layout.problem][:, None]
    size = np.minimum(np.add.outer(np.arange(width), np.arange(width)), LONGEST - 1)
    counts = np.zeros((3, LONGEST))
    for sign in range(3):
        enter, leave = sent.entering[:, :, sign] - log_z, ends[:, :, sign]
        top = finite_or_zero(leave.max(axis=1, keepdims=True))
        if np.ptp(table) < SAFE_SPREAD:
            peak = finite_or_zero(enter.max(axis=1, keepdims=True))
            scale = np.exp(peak + top) * weight[layout.problem][:, None]
            both = (np.exp(enter - peak) * scale).T @ np.exp(leave - top)
            pairs = both * np.exp(table[sign])
        else:
            pairs = np.stack(
                [
                    np.exp(enter[:, j, None] + table[sign, j] + leave).T @ weight[layout.problem]
                    for j in range(width)
                ]
            )
        counts[sign] = np.bincount(size.ravel(), pairs.ravel(), minlength=LONGEST)
    return counts


def search(layout: Layout, spans: Spans, length: Floats, first: int, last: int, k: int) -> Ranked:
    """The k best sign assignments of one problem, cuts summed out, by best-first search.

    A prefix of signs is ranked by its log-sum times an upper bound on what may follow: for each cut the
    best next sign, chosen there alone. The bound is never too low and exact for whole assignments, so
    they come out in order.
    """
    rows = range(first, last + 1)
    bound = {last: np.zeros((spans.right.shape[1], 3))}
    ends = {row: spans.right[row] + spans.quantity[row] for row in rows}
    for row in range(last, first, -1):
        onward = logsumexp(length.transpose(1, 2, 0) + (ends[row] + bound[row])[None], axis=1)
        ahead = turn(layout, np.array([row]), (spans.left[row] + onward)[None])[0]
        bound[row - 1] = (spans.across + ahead[:, None, :]).max(axis=2)

    def extend(signs: tuple[int, ...], leaving: Floats | None) -> list[tuple[int, Floats]]:
        row = first + len(signs)
        found = []
        for sign in np.flatnonzero(np.isfinite(spans.quantity[row])).tolist():
            entering = spans.left[row, :, sign]
            if leaving is not None:
                came = leaving + spans.across[signs[-1], sign]
                entering = entering + turn(layout, np.array([row]), came[None, :, None])[0, :, 0]
            found.append(
                (sign, logsumexp(entering[:, None] + length[sign], axis=0) + ends[row][:, sign])
            )
        return found

    ranked: Ranked = []
    order = count()
    queue: list[tuple[float, int, tuple[int, ...], Floats | None]] = [(0.0, next(order), (), None)]
    while queue and len(ranked) < k:
        cost, _, signs, leaving = heapq.heappop(queue)
        if len(signs) == len(rows):
            ranked.append((signs, -cost))
            continue
        for sign, left in extend(signs, leaving):
            value = float(logsumexp(left + bound[first + len(signs)][:, sign], axis=0))
            heapq.heappush(queue, (-value, next(order), (*signs, sign), left))
    return ranked
