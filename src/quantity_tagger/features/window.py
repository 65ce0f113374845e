"""The token sequence t: each quantity and the unknown, J − 1 tokens on each side (paper, 2.2)."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.signs import MINUS, ZERO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.arrays import Ints
    from quantity_tagger.lattice.assignments import Assignments
    from quantity_tagger.lattice.layout import Layout
    from quantity_tagger.problem.problem import Problem

Width = int | None
"""J, or ``None`` for the whole text (the paper's J = N)."""

WHOLE = "N"
"""How a user writes the window that holds the whole text."""


@dataclass(frozen=True, eq=False)
class Windows:
    """The sequences t of P problems, laid end to end.

    ``counts`` (P,): how many anchors each problem has: its quantities and the unknown, in text
    order. ``anchors`` (Q,): their tokens; ``unknown`` (P,): the place of x among them. ``tokens``
    (M,): the tokens of the rest of t, in text order; ``gaps`` (Q + P,): how many of them lie before
    the first anchor, between neighbours, and after the last; ``reach`` (Q, 2): for each anchor the
    rows of ``tokens`` within its own window, ``(start, stop)``; ``problem`` (M,): whose they are.
    """

    counts: Ints
    anchors: Ints
    unknown: Ints
    tokens: Ints
    gaps: Ints
    reach: Ints
    problem: Ints

    def layout(self, free_unknown: bool, assignments: Assignments | None = None) -> Layout:
        """Where everything lies. The unknown is −, or with ``free_unknown`` + or −; never 0."""
        import numpy as np

        from quantity_tagger.arrays import offsets
        from quantity_tagger.lattice.layout import Layout

        quantity_offsets = offsets(self.counts)
        allowed = np.ones((3, quantity_offsets[-1]), bool)
        unknown = quantity_offsets[:-1] + self.unknown
        allowed[ZERO, unknown] = False
        if not free_unknown:
            allowed[:MINUS, unknown] = False
        return Layout(quantity_offsets, offsets(self.gaps), allowed, self.reach, assignments)


def width_of(given: object) -> Width:
    """J as a user gives it: a number from 1 up, or N (or None) for the whole text."""
    if given is None or given == WHOLE:
        return None
    try:
        width = int(given) if isinstance(given, str) else index(given)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        width = 0
    if width < 1:
        raise QuantityTaggerError(
            f"the window J must be a number from 1 up, or {WHOLE} for the whole text, not {given}"
        )
    return width


def name_of(width: Width) -> int | str:
    """J as it is shown to a user: the number, or N."""
    return WHOLE if width is None else width


def cut_all(problems: Sequence[Problem], width: Width) -> Windows:
    """The windows of ``width`` J around each quantity and the unknown of each problem, merged."""
    import numpy as np

    width = width_of(width)
    counts: list[int] = []
    places: list[int] = []
    all_anchors: list[int] = []
    before: list[int] = []
    after: list[int] = []
    lengths: list[int] = []
    for problem in problems:
        x = problem.unknown.token
        anchors = [quantity.token for quantity in problem.quantities]
        place = bisect_left(anchors, x)
        anchors.insert(place, x)
        length = len(problem.document.columns.texts)
        counts.append(len(anchors))
        places.append(place)
        all_anchors += anchors
        before.append(-1)
        before += anchors
        after += anchors
        after.append(length)
        lengths.append(length)
    count, low, high = (np.array(each, np.intp) for each in (counts, before, after))
    longest = max(lengths, default=0)
    side = longest if width is None else min(width - 1, longest)
    last = np.cumsum(count + 1) - 1  # the last gap of each problem
    # Of a gap t has a run of tokens after the anchor before it, and one before the anchor after it.
    low += 1
    middle = np.minimum(low + side, high)
    middle[last - count] = 0
    start = np.maximum(np.maximum(high - side, low), middle)
    start[last] = high[last]
    ends = np.maximum(middle, low)
    firsts = np.stack([low, start], axis=1).reshape(-1)
    sizes = np.stack([ends - low, high - start], axis=1).reshape(-1)
    total = np.cumsum(sizes)
    tokens = np.repeat(firsts - total + sizes, sizes) + np.arange(total[-1] if len(total) else 0)
    gaps = sizes[::2] + sizes[1::2]
    mine = np.add.reduceat(gaps, last - count) if len(count) else count
    of_token = np.repeat(np.arange(len(count)), mine)
    of_anchor = np.repeat(np.arange(len(count)), count)
    anchor = np.array(all_anchors, np.intp)
    # One scale for all problems, on which neighbouring ones never meet.
    step = longest + 2 * side + 1
    scale = of_token * step + tokens
    at = of_anchor * step + anchor
    reach = [np.searchsorted(scale, at - side), np.searchsorted(scale, at + side, "right")]
    return Windows(
        count, anchor, np.array(places, np.intp), tokens, gaps, np.stack(reach, axis=1), of_token
    )
