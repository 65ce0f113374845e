"""Unknown amounts and linear statements about them: A·v = B·q + k (the world of a story).

Shares are nearly always 1 or −1: whole ones are kept as ``int``, whose sums cost a tenth.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

Number = Fraction | int
#: A linear form over amounts; the names are whatever a schema finds telling.
Form = dict[Hashable, Number]


def whole(number: Number) -> Number:
    """The same number, as an ``int`` where it is whole."""
    if isinstance(number, int) or number.denominator != 1:
        return number
    return number.numerator


_SMALL: Final = {number: Fraction(number) for number in range(-2, 3)}


def exact(number: Number) -> Fraction:
    """The same number, as a ``Fraction`` always."""
    if not isinstance(number, int):
        return number
    known = _SMALL.get(number)
    return Fraction(number) if known is None else known


@dataclass(frozen=True, slots=True)
class Given:
    """The told side of a statement: Σ coefficient · quantity + constant, with its reason."""

    quantities: Mapping[int, Number] = field(default_factory=dict)
    constant: Number = 0
    reason: str = ""

    def value(self, values: tuple[Number, ...]) -> Number:
        total = self.constant
        for place, share in self.quantities.items():
            total += share * values[place]
        return total


_NOTHING = Given()


@dataclass(frozen=True, slots=True)
class Statement:
    """``form`` = ``given``; ``schema`` says why, ``words`` where it was read, ``cost`` how far it
    is doubted (0 is sure).
    """

    form: Mapping[Hashable, Number]
    given: Given
    schema: str = ""
    words: tuple[int, ...] = ()
    cost: float = 0.0


@dataclass(slots=True)
class World:
    """Statements that hold together, and the amounts that may not be negative."""

    statements: list[Statement] = field(default_factory=list)
    counts: set[Hashable] = field(default_factory=set)

    def say(
        self,
        form: Mapping[Hashable, Number],
        given: Given | None = None,
        schema: str = "",
        words: tuple[int, ...] = (),
        cost: float = 0.0,
    ) -> None:
        exact = {name: whole(share) for name, share in form.items() if share}
        self.statements.append(Statement(exact, given or _NOTHING, schema, words, cost))

    def copy(self) -> World:
        return World(list(self.statements), set(self.counts))


def plus(*forms: Mapping[Hashable, Number]) -> Form:
    """The sum of forms; terms that cancel are gone."""
    total: Form = {}
    for form in forms:
        for name, share in form.items():
            total[name] = total.get(name, 0) + share
    return {name: share for name, share in total.items() if share}


def times(share: Number, form: Mapping[Hashable, Number]) -> Form:
    return {name: share * value for name, value in form.items()}
