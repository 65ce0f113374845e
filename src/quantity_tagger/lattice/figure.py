"""What a drawing of a lattice shows: nodes, the edges a path may take, and the path it took.

Columns are the tokens of t; ``anchors`` are the columns of the quantities and the unknown in text
order, ``allowed`` the signs that each may have, ``spans`` the first and last column of each span.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple


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


class Graph(NamedTuple):
    """All that a path may visit."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def neighbours(column: int, anchors: Sequence[int]) -> tuple[int | None, int | None]:
    """The places of the quantities before and after a column that is none itself."""
    before = [at for at, anchor in enumerate(anchors) if anchor < column]
    after = [at for at, anchor in enumerate(anchors) if anchor > column]
    return (before[-1] if before else None), (after[0] if after else None)


def token_graph(n: int, anchors: Sequence[int], allowed: Sequence[Sequence[int]]) -> Graph:
    """N at quantities; elsewhere R of the quantity before and L of the one after."""
    at_column: list[list[Node]] = []
    for column in range(n):
        if column in anchors:
            signs = allowed[anchors.index(column)]
            at_column.append([Node(column, "N", sign) for sign in signs])
            continue
        before, after = neighbours(column, anchors)
        at_column.append(
            [
                *(Node(column, "L", s) for s in (() if after is None else allowed[after])),
                *(Node(column, "R", s) for s in (() if before is None else allowed[before])),
            ]
        )
    return joined(at_column)


def joined(at_column: Sequence[Sequence[Node]]) -> Graph:
    """The nodes of each column with all edges from one column to the next."""
    edges = [
        (a, b) for here, there in pairwise(at_column) for a in here for b in there if _joins(a, b)
    ]
    return Graph(tuple(node for nodes in at_column for node in nodes), tuple(edges))


def _joins(a: Node, b: Node) -> bool:
    """Whether b may follow a: within a span with the same sign, or from one span to the next."""
    within = {"LL", "LN", "NR", "RR"}
    across = {"RL", "RN", "NL", "NN"}
    pair = a.label + b.label
    return (pair in within and a.sign == b.sign) or pair in across


def token_path(
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
