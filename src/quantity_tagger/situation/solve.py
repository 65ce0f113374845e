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

from quantity_tagger.situation.statements import Number, Statement, World, whole

_Name = TypeVar("_Name", bound=Hashable)
_Row = tuple[dict[Hashable, Number], dict[int, Number]]

_SMALL = {number: Fraction(number) for number in range(-2, 3)}


@dataclass(frozen=True, slots=True)
class Solved:
    """x = Σ ``coefficients`` · q + ``constant`` = ``value``; ``used`` are the statements that it
    rests on.
    """

    coefficients: tuple[Fraction, ...]
    constant: Fraction
    value: Fraction
    used: tuple[Statement, ...]
    reasons: tuple[str, ...] = ()

    def scaled(self, unit: Fraction) -> tuple[tuple[Fraction, ...], Fraction, Fraction]:
        """Coefficients, constant and value in a unit of so many base units."""
        if unit == 1:
            return self.coefficients, self.constant, self.value
        coefficients = tuple([share / unit for share in self.coefficients])
        return coefficients, self.constant / unit, self.value / unit


class Elimination:
    """The statements of a world in echelon form, each row with the λ that made it.

    ``after`` is the elimination of a world whose statements this one begins with.
    """

    def __init__(
        self, world: World, values: tuple[Fraction, ...], after: Elimination | None = None
    ) -> None:
        self._statements = world.statements
        self.size: int = len(world.statements)
        self._rows: dict[Hashable, _Row]
        self._told: list[Number]  # the right side of each statement with the numbers put in
        self.contradictions: list[Statement]
        if after is None:
            first = 0
            self._values: tuple[Number, ...] = tuple([whole(value) for value in values])
            self._rows = {}
            self._told = []
            self.contradictions = []
        else:
            first = after.size
            self._values = after._values
            self._rows = after._rows.copy()
            self._told = after._told.copy()
            self.contradictions = after.contradictions.copy()
        for place in range(first, self.size):
            self._add(place, self._statements[place])

    def _add(self, place: int, statement: Statement) -> None:
        self._told.append(whole(statement.given.value(self._values)))
        form, weights = self._reduced(dict(statement.form), {place: 1})
        if not form:
            if self._sum(weights) != 0:
                self.contradictions.append(statement)
            return
        pivot = next(iter(form))
        lead = form[pivot]
        if lead == -1:
            form = {name: -share for name, share in form.items()}
            weights = {row: -share for row, share in weights.items()}
        elif lead != 1:
            exact = Fraction(lead)
            form = {name: whole(share / exact) for name, share in form.items()}
            weights = {row: whole(share / exact) for row, share in weights.items()}
        for other, (row, parts) in self._rows.items():
            share = row.get(pivot, 0)
            if share:
                self._rows[other] = (_less(row, share, form), _less(parts, share, weights))
        self._rows[pivot] = (form, weights)

    def _reduced(self, form: dict[Hashable, Number], weights: dict[int, Number]) -> _Row:
        for name in list(form):
            row = self._rows.get(name)
            share = form.get(name, 0)
            if row is not None and share:
                form = _less(form, share, row[0])
                weights = _less(weights, share, row[1])
        return form, weights

    def _sum(self, weights: Mapping[int, Number]) -> Number:
        total: Number = 0
        for place, share in weights.items():
            total += share * self._told[place]
        return total

    def solve(self, asked: Mapping[Hashable, Number]) -> Solved | None:
        """What the world says of ``asked``; None where it does not determine it."""
        form, weights = self._reduced({name: whole(n) for name, n in asked.items()}, {})
        if form:
            return None
        coefficients: list[Number] = [0] * len(self._values)
        constant: Number = 0
        used: list[Statement] = []
        reasons: list[str] = []
        for place in sorted(weights):
            statement = self._statements[place]
            given = statement.given
            share = -weights[place]
            used.append(statement)
            for quantity, told in given.quantities.items():
                coefficients[quantity] += share * whole(told)
            if given.constant:
                constant += share * whole(given.constant)
                if given.reason:
                    reasons.append(given.reason)
        found = tuple([_exact(share) for share in coefficients])
        value = _exact(-self._sum(weights))
        return Solved(found, _exact(constant), value, tuple(used), tuple(reasons))

    def value(self, asked: Mapping[Hashable, Number]) -> Number | None:
        """The number that the world gives a form, None where it does not determine it."""
        form, weights = self._reduced({name: whole(n) for name, n in asked.items()}, {})
        return None if form else -self._sum(weights)


def _exact(number: Number) -> Fraction:
    if not isinstance(number, int):
        return number
    known = _SMALL.get(number)
    return Fraction(number) if known is None else known


def _less(
    row: Mapping[_Name, Number], share: Number, other: Mapping[_Name, Number]
) -> dict[_Name, Number]:
    """``row`` − ``share`` · ``other``, without zeros."""
    result = dict(row)
    for name, value in other.items():
        left = result.get(name, 0) - share * value
        if left:
            result[name] = left
        else:
            result.pop(name, None)
    return result
