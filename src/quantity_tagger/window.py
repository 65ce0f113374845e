"""The token sequence t: each quantity and the unknown, J − 1 tokens on each side (paper, 2.2)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING

from quantity_tagger.errors import QuantityTaggerError

if TYPE_CHECKING:
    from quantity_tagger.reading.problem import Problem

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
    n = len(problem.tokens)
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
