"""Linear statements about amounts, and the unknown worked out of them.

A statement is Σ coefficient·variable = 0. Variables from 0 up are the mentions' own values,
negative ones are entities whose amount the text may or may not give.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

Form = dict[int, int]
#: The row of a matrix. Most sizes are whole and stay so; only dividing may make another of them.
Row = dict[int, "int | Fraction"]


def add(total: Form, other: Form, sign: int = 1) -> Form:
    """``total`` with ``sign`` × ``other`` added to it, in place."""
    for variable, coefficient in other.items():
        total[variable] = total.get(variable, 0) + sign * coefficient
    return total


def solve(statements: Iterable[Form], target: Form, unknown: int) -> Form | None:
    """``target`` as a sum of mentions' values other than ``unknown``'s; None where none follows.

    Entities are eliminated one after another; what is left of the target must be mentions alone,
    each once.
    """
    pivots: list[tuple[int, Row]] = []
    for statement in statements:
        row: Row = {variable: size for variable, size in statement.items() if size}
        _reduce(row, pivots)
        pivot = min(row, default=0)
        if pivot >= 0 and pivot != unknown:
            pivot = unknown if unknown in row else 0
            if unknown not in row:
                continue  # says nothing about entities
        size = row[pivot]
        if size == -1:
            row = {variable: -value for variable, value in row.items()}
        elif size != 1:
            row = {variable: Fraction(value) / size for variable, value in row.items()}
        for _, other in pivots:
            _reduce(other, [(pivot, row)])
        pivots.append((pivot, row))
    result: Row = dict(target)
    _reduce(result, pivots)
    if not result or any(variable < 0 or variable == unknown for variable in result):
        return None
    if any(abs(value) != 1 for value in result.values()):
        return None
    return {variable: int(value) for variable, value in result.items()}


def _reduce(row: Row, pivots: list[tuple[int, Row]]) -> None:
    for pivot, other in pivots:
        size = row.get(pivot)
        if size:
            for variable, value in other.items():
                left = row.get(variable, 0) - size * value
                if left:
                    row[variable] = left
                else:
                    row.pop(variable, None)
