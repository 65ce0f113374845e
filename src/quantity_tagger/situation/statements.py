"""Unknown amounts and linear statements about them: A·v = B·q + k (the world of a story).

Shares are nearly always 1 or −1: whole ones are kept as ``int``, whose sums cost a tenth.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import ClassVar, Final

from quantity_tagger.values import Value

Number = Fraction | int
#: A linear form over amounts; the names are whatever a schema finds telling.
Form = dict[Hashable, Number]


def whole(number: Number) -> Number:
    """The same number, as an ``int`` where it is whole."""
    if isinstance(number, int) or number.denominator != 1:
        return number
    return number.numerator


class Given(Value):
    """The told side of a statement: Σ coefficient · quantity + constant, with its reason."""

    FIELDS: ClassVar[tuple[str, ...]] = ("quantities", "constant", "reason")
    __slots__ = FIELDS

    def __init__(
        self, quantities: Mapping[int, Number], constant: Number = 0, reason: str = ""
    ) -> None:
        self.quantities: Final = quantities
        self.constant: Final = constant
        self.reason: Final = reason

    def value(self, values: tuple[Number, ...]) -> Number:
        total = self.constant
        for place, share in self.quantities.items():
            total += share * values[place]
        return whole(total)


_NOTHING: Final = Given({})


class Statement(Value):
    """``form`` = ``given``; ``schema`` says why, ``words`` where it was read, ``cost`` how far it
    is doubted (0 is sure).
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("form", "given", "schema", "words", "cost")
    __slots__ = FIELDS

    def __init__(
        self,
        form: Mapping[Hashable, Number],
        given: Given,
        schema: str = "",
        words: tuple[int, ...] = (),
        cost: float = 0.0,
    ) -> None:
        self.form: Final = form
        self.given: Final = given
        self.schema: Final = schema
        self.words: Final = words
        self.cost: Final = cost


class World:
    """Statements that hold together, and the amounts that may not be negative."""

    __slots__ = ("counts", "statements")

    def __init__(
        self, statements: list[Statement] | None = None, counts: set[Hashable] | None = None
    ) -> None:
        self.statements: list[Statement] = [] if statements is None else statements
        self.counts: set[Hashable] = set() if counts is None else counts

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
        return World(self.statements.copy(), self.counts.copy())


def plus(*forms: Mapping[Hashable, Number]) -> Form:
    """The sum of forms; terms that cancel are gone."""
    total: Form = {}
    for form in forms:
        for name, share in form.items():
            total[name] = total.get(name, 0) + share
    return {name: share for name, share in total.items() if share}


def times(share: Number, form: Mapping[Hashable, Number]) -> Form:
    return {name: share * value for name, value in form.items()}
