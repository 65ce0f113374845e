"""Brute force: every path of a lattice, one by one, scored edge by edge from the definition.

Nothing here is shared with the package but the order of signs and of labels; a path is a sign and a
span for each quantity, and its score adds up what DESIGN calls node and edge features.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np

from quantity_tagger.lattice.base import Lattice
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.lattice.scores import Scores
from quantity_tagger.signs import MARKS


@dataclass(frozen=True)
class OraclePath:
    signs: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    features: tuple[tuple[str, int | tuple[int, int]], ...]

    def value(self, scores: Scores) -> float:
        return float(sum(getattr(scores, block)[at] for block, at in self.features))


def cut_choices(name: str, size: int, place: str) -> list[tuple[int, int]]:
    """All (end of the right part, start of the left part) in a gap of ``size`` tokens."""
    relaxed = name.startswith("qt-r")
    if place == "first":
        return [(0, d) for d in range(size + 1)] if relaxed else [(0, 0)]
    if place == "last":
        return [(c, size) for c in range(size + 1)] if relaxed else [(size, size)]
    if name == "qt-r-overlap":
        return list(product(range(size + 1), repeat=2))
    if relaxed:
        return [(c, d) for c in range(size + 1) for d in range(c, size + 1)]
    return [(c, c) for c in range(size + 1)]


def paths(lattice: Lattice, layout: Layout, problem: int) -> Iterator[OraclePath]:
    rows = range(layout.quantity_offsets[problem], layout.quantity_offsets[problem + 1])
    first_gap = rows.start + problem
    gaps = range(first_gap, first_gap + len(rows) + 1)
    sizes = [int(layout.gap_offsets[g + 1] - layout.gap_offsets[g]) for g in gaps]
    sign_choices = [np.flatnonzero(layout.allowed[:, row]).tolist() for row in rows]
    if lattice.name == "qt-fix":
        for signs in product(*sign_choices):
            spans = tuple(tuple(map(int, layout.windows[row])) for row in rows)
            found = fixed_features(lattice, rows, signs, spans)
            yield OraclePath(signs, spans, tuple(placed(layout, found)))
        return
    places = ["first", *["inner"] * (len(rows) - 1), "last"]
    choices = [cut_choices(lattice.name, n, place) for n, place in zip(sizes, places, strict=True)]
    for signs in product(*sign_choices):
        for cuts in product(*choices):
            spans = tuple(
                (
                    int(layout.gap_offsets[gaps[k]]) + cuts[k][1],
                    int(layout.gap_offsets[gaps[k + 1]]) + cuts[k + 1][0],
                )
                for k in range(len(rows))
            )
            if lattice.name == "qt-r-overlap" and not within(layout, rows, spans):
                continue
            make = segment_features if lattice.name == "qt-s" else label_features
            found = make(lattice, layout, rows, gaps, signs, spans)
            whole = whole_features(layout, problem, signs)
            yield OraclePath(signs, spans, (*placed(layout, found), *whole))


def within(layout, rows, spans):
    """Whether every span is in the window of its own quantity."""
    windows = (layout.windows[row] for row in rows)
    pairs = zip(spans, windows, strict=True)
    return all(low <= start and stop <= high for (start, stop), (low, high) in pairs)


def whole_features(layout, problem, signs):
    """QT(g): one score for the assignment as a whole."""
    for table in layout.assignments or ():
        if problem in table.problems:
            number = table.problems.tolist().index(problem)
            at = table.signs.tolist().index(list(signs))
            yield "equations", table.place.start + number * len(table.signs) + at


def placed(layout, features):
    """Where each feature's score stands: arrays have labels first and tokens in column order."""
    for block, row, label in features:
        if block == "structure":
            yield block, row
        else:
            yield block, (label, int(layout.column[row]) if block == "tokens" else row)


def edge(lattice: Lattice, name: str) -> tuple[str, int, int]:
    return ("structure", lattice.structure.index(name), 0)


def fixed_features(lattice, rows, signs, spans):
    for k, (row, sign) in enumerate(zip(rows, signs, strict=True)):
        yield ("quantities", row, sign)
        for token in range(*spans[k]):
            yield ("tokens", token, lattice.token_labels.index(f"N{MARKS[sign]}"))
        if k:
            yield edge(lattice, f"{MARKS[signs[k - 1]]}→{MARKS[sign]}")


def label_features(lattice, layout, rows, gaps, signs, spans):
    """QT and QT(r): label every token of each span and walk its edges."""
    for k, (row, sign) in enumerate(zip(rows, signs, strict=True)):
        mark = MARKS[sign]
        middle = int(layout.gap_offsets[gaps[k + 1]])
        left, right = range(spans[k][0], middle), range(middle, spans[k][1])
        labels = [*["L"] * len(left), "N", *["R"] * len(right)]
        for token in left:
            yield ("tokens", token, lattice.token_labels.index(f"L{mark}"))
        for token in right:
            yield ("tokens", token, lattice.token_labels.index(f"R{mark}"))
        yield ("quantities", row, sign)
        for a, b in pairwise(labels):
            yield edge(lattice, f"{a}→{b}{mark}")
        if k:
            yield edge(lattice, f"{MARKS[signs[k - 1]]}→{mark}")
            if not left:
                yield edge(lattice, f"L∅{mark}")
        if k + 1 < len(rows) and not right:
            yield edge(lattice, f"R∅{mark}")


def segment_features(lattice, layout, rows, gaps, signs, spans):
    """QT(s): the first token, the last token, all words and the length of each span."""
    for k, (row, sign) in enumerate(zip(rows, signs, strict=True)):
        mark = MARKS[sign]
        start, stop = spans[k]
        middle = int(layout.gap_offsets[gaps[k + 1]])
        yield ("quantities", row, sign)
        for token in range(start, stop):
            yield ("tokens", token, lattice.token_labels.index(f"S{mark}"))
        if start < middle:
            yield ("tokens", start, lattice.token_labels.index(f"L{mark}"))
        else:
            yield edge(lattice, f"L∅{mark}")
        if stop > middle:
            yield ("tokens", stop - 1, lattice.token_labels.index(f"R{mark}"))
        else:
            yield edge(lattice, f"R∅{mark}")
        yield edge(lattice, f"length{mark}={min(stop - start + 1, 16)}")
        if k:
            yield edge(lattice, f"{MARKS[signs[k - 1]]}→{mark}")
