"""The token sequence t: each quantity and the unknown, J − 1 tokens on each side (paper, 2.2)."""

from __future__ import annotations

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
    constants = [quantity.token for quantity in problem.quantities]
    anchors = tuple(sorted([*constants, x]))
    taken = set(anchors)
    tokens: list[int] = []
    gaps: list[int] = []
    reach: list[list[int]] = [[0, 0] for _ in anchors]
    for place in range(len(anchors) + 1):
        before = anchors[place - 1] if place else -1
        after = anchors[place] if place < len(anchors) else n
        near_before = range(before + 1, min(before + 1 + side, after) if place else before + 1)
        near_after = range(max(after - side, before + 1) if place < len(anchors) else after, after)
        start = len(tokens)
        tokens.extend(near_before)
        tokens.extend(range(max(near_after.start, near_before.stop), after))
        gaps.append(len(tokens) - start)
    row = 0
    rows = {token: row for row, token in enumerate(tokens)}
    for place, anchor in enumerate(anchors):
        inside = [
            rows[token]
            for token in range(max(anchor - side, 0), min(anchor + side + 1, n))
            if token not in taken and token in rows
        ]
        # Without a token of its own the window is empty, at the place where the quantity stands.
        row = sum(gaps[: place + 1])
        reach[place] = [inside[0], inside[-1] + 1] if inside else [row, row]
    return Window(
        anchors=anchors,
        unknown=anchors.index(x),
        tokens=tuple(tokens),
        gaps=tuple(gaps),
        reach=tuple((start, stop) for start, stop in reach),
    )
