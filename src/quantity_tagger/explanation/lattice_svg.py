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
from typing import TYPE_CHECKING

from quantity_tagger.lattice.figure import Edge, Node, Step
from quantity_tagger.signs import INDEX, SIGNS
from quantity_tagger.solution.solution import SIGN_MARKS

if TYPE_CHECKING:
    from quantity_tagger.model.model import Model
    from quantity_tagger.problem.problem import Problem
    from quantity_tagger.solution.solution import Solution

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
    return render(figure, solution.problem, model.lattice.rows)


def plan(model: Model, solution: Solution) -> Figure:
    """Nodes, edges and path of a problem that was explained."""
    problem, tagging, columns = solution.problem, solution.tagging, solution.window
    place = {token: column for column, token in enumerate(columns)}
    unknown = problem.place_of_unknown
    constants = [quantity.token for quantity in problem.quantities]
    anchors = tuple(place[at] for at in _with(constants, unknown, problem.unknown.token))
    signs = _with(solution.signs, unknown, -1)
    spans = tuple(
        (
            min(column for column, token in enumerate(columns) if token >= start),
            max(column for column, token in enumerate(columns) if token < stop),
        )
        for start, stop in tagging.spans
    )
    allowed = [
        SIGNS if at != unknown else ((1, -1) if model.settings.free_unknown else (-1,))
        for at in range(len(anchors))
    ]
    nodes, edges = model.lattice.graph(len(columns), anchors, allowed)
    path = model.lattice.path(anchors, signs, spans)
    return Figure(columns, anchors, unknown, nodes, edges, path, spans)


def _with(constants: Sequence[int], unknown: int, of_unknown: int) -> list[int]:
    """What constants have, with what the unknown has at its place among them."""
    return [*constants[:unknown], of_unknown, *constants[unknown:]]


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
