"""What the lattices with L, N and R labels share: running sums over gaps.

The R tokens of a gap are always a prefix of it and the L tokens a suffix, so a span's score is a
difference of running sums, and the first R of a gap (edge N→R) and its last L (edge L→N) are known
from the token's place alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from quantity_tagger.lattice.lattice import one_sign, two_signs
from quantity_tagger.lattice.layout import Cuts, Floats, Ints, Layout
from quantity_tagger.lattice.scores import Scores

TOKEN_LABELS = (*one_sign("L"), *one_sign("R"))
LEFT, RIGHT = slice(0, 3), slice(3, 6)

# Edges inside a span look at its sign; the edge from a span to the next looks at both signs, and at
# whether the parts it joins are empty (∅), that is at whether it leaves or enters at N itself.
STRUCTURE = (
    *one_sign("L→L"),
    *one_sign("L→N"),
    *one_sign("N→R"),
    *one_sign("R→R"),
    *one_sign("R∅"),
    *one_sign("L∅"),
    *two_signs("", ""),
)


@dataclass(frozen=True)
class Parts:
    """Scores of the parts that spans may take from gaps, for each sign.

    ``prefix`` and ``suffix`` (3, inner cuts): the R part up to each cut between quantities, the L
    part from it on; ``before`` and ``after`` (3, outer cuts): the same at the gaps before the first
    and after the last quantity; ``across`` (3, 3): the edge from one span to the next.
    """

    prefix: Floats
    suffix: Floats
    before: Floats
    after: Floats
    across: Floats


def parts(layout: Layout, scores: Scores) -> Parts:
    """The score of every part, from scores of tokens and edges."""
    ll, ln, nr, rr, no_right, no_left = scores.structure[:18].reshape(6, 3, 1)
    left = scores.tokens[LEFT] + np.where(layout.closes_gap, ln, ll)
    right = scores.tokens[RIGHT] + np.where(layout.opens_gap, nr, rr)
    lefts, rights = running_sum(layout, left), running_sum(layout, right)
    prefix, suffix = since_start(layout.inner, rights), until_stop(layout.inner, lefts)
    prefix[:, layout.inner.starts] += no_right
    suffix[:, layout.inner.stops] += no_left
    return Parts(
        prefix=prefix,
        suffix=suffix,
        before=until_stop(layout.before, lefts),
        after=since_start(layout.after, rights),
        across=scores.structure[18:].reshape(3, 3),
    )


def collect(layout: Layout, counts: Parts, unary: Floats) -> Scores:
    """Counts of scores from counts of parts and of signs (3, Q): the transpose of ``parts``."""
    inner = layout.inner
    lefts, rights = np.zeros((3, layout.n_cuts)), np.zeros((3, layout.n_cuts))
    add_since_start(inner, rights, counts.prefix)
    add_since_start(layout.after, rights, counts.after)
    add_until_stop(inner, lefts, counts.suffix)
    add_until_stop(layout.before, lefts, counts.before)
    left, right = running_sum_pull(layout, lefts), running_sum_pull(layout, rights)
    ln, nr = left @ layout.closes_gap, right @ layout.opens_gap
    ll, rr = left.sum(axis=1) - ln, right.sum(axis=1) - nr
    no_right = counts.prefix[:, inner.starts].sum(axis=1)
    no_left = counts.suffix[:, inner.stops].sum(axis=1)
    return Scores(
        tokens=np.concatenate([left, right]),
        quantities=unary,
        structure=np.concatenate([ll, ln, nr, rr, no_right, no_left, counts.across.reshape(-1)]),
    )


def running_sum(layout: Layout, values: Floats) -> Floats:
    """(c, cuts) for each cut the sum of ``values`` (c, M) over all tokens before it."""
    total = np.zeros((len(values), layout.n_cuts))
    total[:, layout.token_cut + 1] = values
    return np.cumsum(total, axis=1, out=total)


def running_sum_pull(layout: Layout, counts: Floats) -> Floats:
    """(c, M) the transpose of ``running_sum``: every token collects from all cuts after it."""
    onward = np.cumsum(counts[:, ::-1], axis=1)[:, ::-1]
    return np.take(onward, layout.token_cut + 1, axis=1)


def since_start(cuts: Cuts, sums: Floats) -> Floats:
    """(c, n) sum of a gap's tokens up to each of its cuts."""
    return np.take(sums, cuts.cut, axis=1) - np.take(sums, cuts.opening, axis=1)


def until_stop(cuts: Cuts, sums: Floats) -> Floats:
    """(c, n) sum of a gap's tokens from each of its cuts on."""
    return np.take(sums, cuts.closing, axis=1) - np.take(sums, cuts.cut, axis=1)


def add_since_start(cuts: Cuts, sums: Floats, counts: Floats) -> None:
    """The transpose of ``since_start``, added to ``sums``."""
    if len(cuts.gaps):
        sums[:, cuts.cut] += counts
        sums[:, cuts.cut[cuts.starts]] -= np.add.reduceat(counts, cuts.starts, axis=1)


def add_until_stop(cuts: Cuts, sums: Floats, counts: Floats) -> None:
    """The transpose of ``until_stop``, added to ``sums``."""
    if len(cuts.gaps):
        sums[:, cuts.cut] -= counts
        sums[:, cuts.cut[cuts.stops]] += np.add.reduceat(counts, cuts.starts, axis=1)


def spans(
    layout: Layout, first_cut: Ints, right_end: Ints, left_start: Ints, last_cut: Ints
) -> Ints:
    """(Q, 2) token rows of the spans from the cuts that bound them.

    (P,) where a problem's first span starts and its last one ends; (links,) where, in each gap between
    quantities, the right part of the span before ends and the left part of the span after starts.
    """
    gap = layout.gap_before
    start, stop = np.empty(layout.n_quantities, np.intp), np.empty(layout.n_quantities, np.intp)
    start[layout.first], stop[layout.last] = first_cut, last_cut
    start[layout.links], stop[layout.links - 1] = left_start, right_end
    return np.stack([start - gap, stop - (gap + 1)], axis=1)
