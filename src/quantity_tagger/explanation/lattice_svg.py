"""The lattice of a problem as SVG, with the chosen path, as the paper draws it (figures 2 and 3).

The tokens of t stand on top, each a column; below, for every sign, a row of nodes for each label.
Thin lines are edges a path may take, the thick line is the path of the chosen signs and spans.
Everything from the text is escaped; paper and ink are set together, so it reads on any page.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from quantity_tagger.signs import INDEX, SIGNS
from quantity_tagger.solution.solution import SIGN_MARKS

if TYPE_CHECKING:
    from quantity_tagger.model.model import Model
    from quantity_tagger.problem.problem import Problem
    from quantity_tagger.solution.solution import Solution

LABELS = {"qt": "LNR", "qt-g": "LNR", "qt-r": "LNR", "qt-s": "LR", "qt-fix": "N"}
"""The rows of each lattice, from top to bottom within a sign."""

ROW, TOP, LEFT, RADIUS, MARGIN, SKIP = 30, 84, 66, 11, 18, 20
LETTER = 8.2

STYLE = """
.qt-lattice { --paper: #ffffff; --ink: #1f2328; --faint: #b9c0c8; --plus: #1f7a4d; --zero: #6b7280;
  --minus: #b4530a; --x: #5b45b8; font: 14px system-ui, sans-serif; background: var(--paper); }
@media (prefers-color-scheme: dark) { .qt-lattice { --paper: #16191d; --ink: #e6e8eb;
  --faint: #4a525c; --plus: #4cc38a; --zero: #9aa3af; --minus: #f2994a; --x: #a594f9; } }
.qt-lattice .paper { fill: var(--paper); }
.qt-lattice text { fill: var(--ink); text-anchor: middle; dominant-baseline: central; }
.qt-lattice .side { text-anchor: end; font-weight: 700; }
.qt-lattice .number { font-weight: 700; }
.qt-lattice .outside, .qt-lattice .skip { opacity: .45; }
.qt-lattice .edge { stroke: var(--faint); stroke-width: .8; fill: none; }
.qt-lattice .node { fill: var(--paper); stroke: var(--faint); }
.qt-lattice .label { font-size: 10px; fill: var(--zero); }
.qt-lattice .best { stroke-width: 3; fill: none; stroke: var(--ink); }
.qt-lattice .plus { --own: var(--plus); } .qt-lattice .zero { --own: var(--zero); }
.qt-lattice .minus { --own: var(--minus); } .qt-lattice .x { --own: var(--x); }
.qt-lattice .chosen { fill: var(--own); stroke: var(--own); }
.qt-lattice .chosen + .label { fill: var(--paper); font-weight: 700; }
.qt-lattice .span { stroke: var(--own); stroke-width: 3; fill: none; }
.qt-lattice .own { fill: var(--own); }
"""

CLASSES = {1: "plus", 0: "zero", -1: "minus"}


class Node(NamedTuple):
    """A label at a column of t."""

    column: int
    label: str
    sign: int


class Step(NamedTuple):
    """A node of the path and the place of the quantity whose span it is in."""

    owner: int
    node: Node


Edge = tuple[Node, Node]
Placing = Callable[[Node], tuple[float, float]]


@dataclass(frozen=True)
class Figure:
    """What is to be drawn: columns (tokens of the text), possible nodes and edges, the path."""

    columns: tuple[int, ...]
    anchors: tuple[int, ...]
    unknown: int
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    path: tuple[Step, ...]
    spans: tuple[tuple[int, int], ...]


def draw(model: Model, solution: Solution) -> str:
    """The model's lattice for a problem that it solved and explained, with the path of the best
    signs, as SVG.
    """
    figure = plan(model, solution)
    return render(figure, solution.problem, LABELS[model.settings.model])


def plan(model: Model, solution: Solution) -> Figure:
    """Nodes, edges and path of a problem that was explained."""
    problem, tagging, columns = solution.problem, solution.tagging, solution.window
    place = {token: column for column, token in enumerate(columns)}
    unknown = problem.place_of_unknown
    constants = [quantity.token for quantity in problem.quantities]
    anchors = tuple(place[at] for at in _with(constants, unknown, problem.unknown.token))
    signs = _with(tagging.readings[0][0], unknown, -1)
    spans = tuple(
        (
            min(column for column, token in enumerate(columns) if token >= start),
            max(column for column, token in enumerate(columns) if token < stop),
        )
        for start, stop in tagging.spans
    )
    name = model.settings.model
    allowed = [
        SIGNS if at != unknown else ((1, -1) if model.settings.free_unknown else (-1,))
        for at in range(len(anchors))
    ]
    nodes, edges = LATTICES[name](len(columns), anchors, allowed)
    return Figure(
        columns, anchors, unknown, nodes, edges, PATHS[name](anchors, signs, spans), spans
    )


def _with(constants: Sequence[int], unknown: int, of_unknown: int) -> list[int]:
    """What constants have, with what the unknown has at its place among them."""
    return [*constants[:unknown], of_unknown, *constants[unknown:]]


# --- what each lattice holds --------------------------------------------------------------------


def _owners(column: int, anchors: Sequence[int]) -> tuple[int | None, int | None]:
    """The places of the quantities before and after a column that is none itself."""
    before = [at for at, anchor in enumerate(anchors) if anchor < column]
    after = [at for at, anchor in enumerate(anchors) if anchor > column]
    return (before[-1] if before else None), (after[0] if after else None)


def _spanning(
    n: int, anchors: Sequence[int], allowed: Sequence[Sequence[int]]
) -> tuple[tuple[Node, ...], tuple[Edge, ...]]:
    """QT and QT(r): N at quantities; R of the one before and L of the one after elsewhere."""
    at_column: list[list[Node]] = []
    for column in range(n):
        if column in anchors:
            signs = allowed[anchors.index(column)]
            at_column.append([Node(column, "N", sign) for sign in signs])
            continue
        before, after = _owners(column, anchors)
        at_column.append(
            [
                *(Node(column, "L", s) for s in (() if after is None else allowed[after])),
                *(Node(column, "R", s) for s in (() if before is None else allowed[before])),
            ]
        )
    edges = [
        (a, b) for here, there in pairwise(at_column) for a in here for b in there if _joins(a, b)
    ]
    return tuple(node for nodes in at_column for node in nodes), tuple(edges)


def _joins(a: Node, b: Node) -> bool:
    """Whether b may follow a: within a span with the same sign, or from one span to the next."""
    within = {"LL", "LN", "NR", "RR"}
    across = {"RL", "RN", "NL", "NN"}
    pair = a.label + b.label
    return (pair in within and a.sign == b.sign) or pair in across


def _segments(
    n: int, anchors: Sequence[int], allowed: Sequence[Sequence[int]]
) -> tuple[tuple[Node, ...], tuple[Edge, ...]]:
    """QT(s): L where a span may start, R where it may end; thin edges lead from span to span."""
    nodes: list[Node] = []
    for column in range(n):
        before, after = _owners(column, anchors)
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
    return tuple(nodes), tuple(edges)


def _quantities(
    n: int, anchors: Sequence[int], allowed: Sequence[Sequence[int]]
) -> tuple[tuple[Node, ...], tuple[Edge, ...]]:
    """QT(fix): N alone, a chain over the quantities."""
    at_anchor = [
        [Node(column, "N", sign) for sign in signs]
        for column, signs in zip(anchors, allowed, strict=True)
    ]
    edges = [(a, b) for here, there in pairwise(at_anchor) for a in here for b in there]
    return tuple(node for nodes in at_anchor for node in nodes), tuple(edges)


def _through(
    anchors: Sequence[int], signs: Sequence[int], spans: Sequence[tuple[int, int]]
) -> tuple[Step, ...]:
    """L … N … R through every span."""
    return tuple(
        Step(owner, Node(column, "L" if column < anchor else "R" if column > anchor else "N", sign))
        for owner, (anchor, sign, (start, stop)) in enumerate(
            zip(anchors, signs, spans, strict=True)
        )
        for column in range(start, stop + 1)
    )


def _end_to_end(
    anchors: Sequence[int], signs: Sequence[int], spans: Sequence[tuple[int, int]]
) -> tuple[Step, ...]:
    """L at a span's first token, R at its last."""
    return tuple(
        Step(owner, Node(column, label, sign))
        for owner, (sign, ends) in enumerate(zip(signs, spans, strict=True))
        for label, column in zip("LR", ends, strict=True)
    )


def _along(
    anchors: Sequence[int], signs: Sequence[int], spans: Sequence[tuple[int, int]]
) -> tuple[Step, ...]:
    """From quantity to quantity."""
    return tuple(
        Step(owner, Node(anchor, "N", sign))
        for owner, (anchor, sign) in enumerate(zip(anchors, signs, strict=True))
    )


LATTICES = {
    "qt": _spanning,
    "qt-g": _spanning,  # what it weighs beside QT's spans is the whole equation, which has no place
    "qt-r": _spanning,
    "qt-s": _segments,
    "qt-fix": _quantities,
}
PATHS = {"qt": _through, "qt-g": _through, "qt-r": _through, "qt-s": _end_to_end, "qt-fix": _along}


# --- on paper -----------------------------------------------------------------------------------


def render(figure: Figure, problem: Problem, labels: str) -> str:
    """The figure as SVG."""
    centres, width = _columns(figure, problem)
    rows = {
        (label, sign): TOP + ROW * (INDEX[sign] * len(labels) + labels.index(label)) + 14 * group
        for group, sign in enumerate(SIGNS)
        for label in labels
    }
    height = max(rows.values()) + ROW + MARGIN

    def at(node: Node) -> tuple[float, float]:
        return centres[node.column], rows[node.label, node.sign]

    parts = [
        *_tokens(figure, problem, centres),
        *_sides(rows, labels),
        *(_line(at(a), at(b), "edge") for a, b in figure.edges),
        *_path(figure, at),
        *_nodes(figure, at),
    ]
    title = escape(f"Lattice of: {' '.join(problem.text.split())}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="qt-lattice" role="img" '
        f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">'
        f"<title>{title}</title><style>{STYLE}</style>"
        f'<rect class="paper" width="100%" height="100%" rx="8"/>{"".join(parts)}</svg>'
    )


def _columns(figure: Figure, problem: Problem) -> tuple[list[float], float]:
    """The middle of each column, wide enough for its token, and the width of the whole."""
    centres: list[float] = []
    x = float(LEFT)
    for column in range(len(figure.columns)):
        half = _half(figure, problem, column)
        x += half + (SKIP if _follows_skip(figure, column) else 0)
        centres.append(x)
        x += half
    return centres, x + MARGIN


def _half(figure: Figure, problem: Problem, column: int) -> float:
    """Half the width of a column."""
    return max(2.6 * RADIUS, _width(_shown(figure, problem, column)) + 12) / 2


def _shown(figure: Figure, problem: Problem, column: int) -> str:
    text = problem.tokens[figure.columns[column]].text
    return f"{text} (x)" if column == figure.anchors[figure.unknown] else text


def _follows_skip(figure: Figure, column: int) -> bool:
    """Whether t leaves out text just before this column."""
    return column > 0 and figure.columns[column - 1] != figure.columns[column] - 1


def _tokens(figure: Figure, problem: Problem, centres: Sequence[float]) -> Iterable[str]:
    inside = {at for start, stop in figure.spans for at in range(start, stop + 1)}
    for column, centre in enumerate(centres):
        kind = "inside" if column in inside else "outside"
        if column in figure.anchors:
            kind = f"number {_kind(figure, figure.anchors.index(column))} own"
        text = escape(_shown(figure, problem, column))
        yield f'<text class="{kind}" x="{centre:.1f}" y="26">{text}</text>'
        if _follows_skip(figure, column):
            gap = centre - _half(figure, problem, column) - SKIP / 2
            yield f'<text class="skip" x="{gap:.1f}" y="26">…</text>'
    for place, (start, stop) in enumerate(figure.spans):
        # Windows of fixed size overlap: each keeps a line of its own.
        y = 44 + 6 * (place % 2)
        left = centres[start] - _half(figure, problem, start) + 5
        right = centres[stop] + _half(figure, problem, stop) - 5
        yield f'<path class="span {_kind(figure, place)}" d="M{left:.1f} {y}H{right:.1f}"/>'


def _kind(figure: Figure, owner: int) -> str:
    """The class that colours what belongs to a quantity or to the unknown."""
    if owner == figure.unknown:
        return "x"
    return CLASSES[next(step.node.sign for step in figure.path if step.owner == owner)]


def _sides(rows: dict[tuple[str, int], int], labels: str) -> Iterable[str]:
    for sign in SIGNS:
        ys = [rows[label, sign] for label in labels]
        middle = sum(ys) / len(ys)
        yield (
            f'<text class="side {CLASSES[sign]} own" x="{LEFT - 22}" y="{middle:.1f}">'
            f"{SIGN_MARKS[sign]}</text>"
        )


def _path(figure: Figure, at: Placing) -> Iterable[str]:
    for (_, a), (_, b) in pairwise(figure.path):
        (x1, y1), (x2, y2) = at(a), at(b)
        if a.label == "L" and b.label == "R" and a.sign == b.sign and a.column != b.column:
            # QT(s): one edge over the whole segment.
            bend = y1 - ROW * 0.9
            yield (
                f'<path class="best {CLASSES[a.sign]}" '
                f'd="M{x1:.1f} {y1}C{x1 + 20:.1f} {bend:.1f} {x2 - 20:.1f} {bend:.1f} '
                f'{x2:.1f} {y2}"/>'
            )
        else:
            yield _line((x1, y1), (x2, y2), "best")


def _nodes(figure: Figure, at: Placing) -> Iterable[str]:
    chosen = {step.node: _kind(figure, step.owner) for step in figure.path}
    for node in figure.nodes:
        x, y = at(node)
        kind = f"node chosen {chosen[node]}" if node in chosen else "node"
        yield (
            f'<circle class="{kind}" cx="{x:.1f}" cy="{y}" r="{RADIUS}"/>'
            f'<text class="label" x="{x:.1f}" y="{y}">{node.label}{SIGN_MARKS[node.sign]}</text>'
        )


def _line(a: tuple[float, float], b: tuple[float, float], kind: str) -> str:
    return f'<path class="{kind}" d="M{a[0]:.1f} {a[1]}L{b[0]:.1f} {b[1]}"/>'


def _width(text: str) -> float:
    """About how wide a token is on paper: a Chinese character takes the room of two letters."""
    return LETTER * sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
