"""What an equation may have beyond signs: a number twice, an unsaid one, another unit."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from quantity_tagger.problem.world import Asks, Statement, log_odds
from quantity_tagger.values import Value

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Quantity


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
    """A reading of a story that signs cannot write: x = Σ ``times`` · q + Σ ``constants``. What
    follows is that of a `World`; ``rank`` is its place among all of them, None where a rule put in
    what the likeliest signs lack, a large one where the network alone thought of it. ``likelihood``
    is the logarithm of the share that a network gives it among all equations.
    """

    FIELDS: ClassVar = (
        "schema", "times", "constants", "trust", "cost", "words", "doubts", "asks", "statements",
        "rank", "likelihood",
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
        rank: int | None = None,
        likelihood: float | None = None,
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
        self.rank = rank
        self.likelihood = likelihood

    @property
    def log_odds(self) -> float | None:
        """Of this equation against all others, as a network sees them."""
        return log_odds(self.likelihood)

    def with_likelihood(self, likelihood: float | None) -> Beyond:
        """The same as a network sees it."""
        return self._replace(likelihood=likelihood)

    @property
    def signs(self) -> tuple[int, ...]:
        """Whether each quantity is added, taken away or not needed."""
        return tuple([(often > 0) - (often < 0) for often in self.times])

    def answer(self, quantities: Sequence[Quantity]) -> Fraction:
        """x, where the quantities are in one unit."""
        told = [n * one.value for n, one in zip(self.times, quantities, strict=True)]
        return sum([*told, *(one.value for one in self.constants)], Fraction())

    @property
    def repeats(self) -> bool:
        """Whether a number is needed more than once."""
        return any(abs(often) > 1 for often in self.times)
