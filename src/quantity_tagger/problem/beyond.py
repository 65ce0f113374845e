"""What an equation may have beyond signs: a number twice, an unsaid one, another unit."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from quantity_tagger.problem.world import Asks, Statement
from quantity_tagger.values import Value


class Constant(Value):
    """A number that goes unsaid, as it is added to x, and why: "oneself" in a queue."""

    FIELDS: ClassVar = ("value", "reason")
    __slots__ = FIELDS

    def __init__(self, value: Fraction, reason: str) -> None:
        self.value = value
        self.reason = reason


class Conversion(Value):
    """That one ``unit`` is ``factor`` of the asked one (``to``); None where that is not known."""

    FIELDS: ClassVar = ("factor", "unit", "to")
    __slots__ = FIELDS

    def __init__(self, factor: Fraction | None, unit: str, to: str) -> None:
        self.factor = factor
        self.unit = unit
        self.to = to


#: For each quantity how it comes to the asked unit; None where it has it or measures another thing.
Conversions = tuple[Conversion | None, ...]


class Beyond(Value):
    """The likeliest reading of a story where signs cannot write it: x = Σ ``times`` · q +
    Σ ``constants``. What follows is that of a `World`.
    """

    FIELDS: ClassVar = (
        "schema", "times", "constants", "trust", "cost", "words", "doubts", "asks", "statements",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        schema: str,
        times: tuple[int, ...],
        constants: tuple[Constant, ...],
        trust: int,
        cost: float = 0.0,
        words: tuple[int, ...] = (),
        doubts: tuple[str, ...] = (),
        asks: Asks = "",
        statements: tuple[Statement, ...] = (),
    ) -> None:
        self.schema = schema
        self.times = times
        self.constants = constants
        self.trust = trust
        self.cost = cost
        self.words = words
        self.doubts = doubts
        self.asks = asks
        self.statements = statements

    @property
    def signs(self) -> tuple[int, ...]:
        """Whether each quantity is added, taken away or not needed."""
        return tuple([(often > 0) - (often < 0) for often in self.times])

    @property
    def repeats(self) -> bool:
        """Whether a number is needed more than once."""
        return any(abs(often) > 1 for often in self.times)
