"""The token sequence t: each quantity and the unknown, J − 1 tokens on each side (paper, 2.2)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING

from quantity_tagger.errors import QuantityTaggerError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.arrays import Ints
    from quantity_tagger.problem.problem import Problem

Width = int | None
"""J, or ``None`` for the whole text (the paper's J = N)."""

WHOLE = "N"
"""How a user writes the window that holds the whole text."""


@dataclass(frozen=True, slots=True)
class Window:
    """The sequence t of one problem.

    ``anchors``: token indices of the quantities and the unknown, in text order; ``unknown``: the
    place of x among them. ``tokens``: token indices of the rest of t, in text order; ``gaps``: how
    many of them lie before the first anchor, between neighbours, and after the last; ``reach``: for
    each anchor the rows of ``tokens`` within its own window, ``(start, stop)``.
    """

    anchors: tuple[int, ...]
    unknown: int
    tokens: tuple[int, ...]
    gaps: tuple[int, ...]
    reach: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class Windows:
    """The sequences t of many problems, laid end to end; each field as in `Window`.

    ``counts`` (P,): how many anchors each problem has; ``anchors`` (Q,); ``unknown`` (P,);
    ``tokens`` (M,); ``gaps`` (Q + P,); ``reach`` (Q, 2), its rows counted over all problems;
    ``problem`` (M,): the problem of each of the tokens.
    """

    counts: Ints
    anchors: Ints
    unknown: Ints
    tokens: Ints
    gaps: Ints
    reach: Ints
    problem: Ints


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


def cut(problem: Problem, width: Width) -> Window:
    """The window of ``width`` J around each quantity and the unknown of a problem, merged."""
    n = len(problem.document.columns.texts)
    width = width_of(width)
    side = n if width is None else width - 1
    x = problem.unknown.token
    anchors = sorted([*(quantity.token for quantity in problem.quantities), x])
    tokens: list[int] = []
    gaps: list[int] = []
    reached = 0  # where the window of the anchor before ends
    last = -1
    for anchor in anchors:
        size = len(tokens)
        tokens.extend(range(last + 1, min(reached, anchor)))
        tokens.extend(range(max(reached, anchor - side, last + 1), anchor))
        gaps.append(len(tokens) - size)
        last, reached = anchor, anchor + side + 1
    size = len(tokens)
    tokens.extend(range(last + 1, min(reached, n)))
    gaps.append(len(tokens) - size)
    return Window(
        anchors=tuple(anchors),
        unknown=anchors.index(x),
        tokens=tuple(tokens),
        gaps=tuple(gaps),
        # Without a token of its own a window is empty, at the place where the quantity stands.
        reach=tuple(
            [(bisect_left(tokens, at - side), bisect_right(tokens, at + side)) for at in anchors]
        ),
    )


def cut_all(problems: Sequence[Problem], width: Width) -> Windows:
    """What `cut` gives for each of several problems, at once."""
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
