"""Exact elimination: what the statements of a world say of an asked form.

With the statements A·v = B·q + k and the question c·v, a solution λ of λ·A = c gives
x = λ·B·q + λ·k: the coefficient of every quantity at once. Statements are taken in order, so that
of several λ the one is found that uses the earlier statements; those that add nothing new to the
earlier ones are checks, and with the numbers put in they may contradict.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from quantity_tagger.situation.statements import Statement, World

_Name = TypeVar("_Name", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Solved:
    """x = Σ ``coefficients`` · q + ``constant``; ``used`` are the statements that it rests on."""

    coefficients: tuple[Fraction, ...]
    constant: Fraction
    used: tuple[Statement, ...]
    reasons: tuple[str, ...] = ()


class Elimination:
    """The statements of a world in echelon form, each row with the λ that made it."""

    def __init__(self, world: World, values: tuple[Fraction, ...]) -> None:
        self._statements = world.statements
        self._values = values
        self._rows: dict[Hashable, tuple[dict[Hashable, Fraction], dict[int, Fraction]]] = {}
        self.contradictions: list[Statement] = []
        for place, statement in enumerate(self._statements):
            self._add(place, statement)

    def _add(self, place: int, statement: Statement) -> None:
        form, weights = self._reduced(dict(statement.form), {place: Fraction(1)})
        if not form:
            if self._told(weights) != 0:
                self.contradictions.append(statement)
            return
        pivot = next(iter(form))
        lead = form[pivot]
        if lead != 1:
            form = {name: share / lead for name, share in form.items()}
            weights = {row: share / lead for row, share in weights.items()}
        for other, (row, parts) in self._rows.items():
            share = row.get(pivot)
            if share:
                self._rows[other] = (_less(row, share, form), _less(parts, share, weights))
        self._rows[pivot] = (form, weights)

    def _reduced(
        self, form: dict[Hashable, Fraction], weights: dict[int, Fraction]
    ) -> tuple[dict[Hashable, Fraction], dict[int, Fraction]]:
        for name in list(form):
            share = form.get(name)
            row = self._rows.get(name)
            if share and row is not None:
                form = _less(form, share, row[0])
                weights = _less(weights, share, row[1])
        return form, weights

    def _told(self, weights: Mapping[int, Fraction]) -> Fraction:
        total = Fraction(0)
        for place, share in weights.items():
            total += share * self._statements[place].given.value(self._values)
        return total

    def solve(self, asked: Mapping[Hashable, Fraction]) -> Solved | None:
        """What the world says of ``asked``; None where it does not determine it."""
        form, weights = self._reduced(dict(asked), {})
        if form:
            return None
        coefficients = [Fraction(0)] * len(self._values)
        constant = Fraction(0)
        used: list[Statement] = []
        reasons: list[str] = []
        for place in sorted(weights):
            statement = self._statements[place]
            share = -weights[place]
            used.append(statement)
            for quantity, told in statement.given.quantities.items():
                coefficients[quantity] += share * told
            constant += share * statement.given.constant
            if statement.given.constant and statement.given.reason:
                reasons.append(statement.given.reason)
        return Solved(tuple(coefficients), constant, tuple(used), tuple(reasons))

    def value(self, asked: Mapping[Hashable, Fraction]) -> Fraction | None:
        """The number that the world gives a form, None where it does not determine it."""
        form, weights = self._reduced(dict(asked), {})
        return None if form else -self._told(weights)


def _less(
    row: Mapping[_Name, Fraction], share: Fraction, other: Mapping[_Name, Fraction]
) -> dict[_Name, Fraction]:
    """``row`` − ``share`` · ``other``, without zeros."""
    result = dict(row)
    for name, value in other.items():
        left = result.get(name, 0) - share * value
        if left:
            result[name] = left
        else:
            result.pop(name, None)
    return result
