"""A reading of the story, solved, and what it says of each quantity, which a person can be told."""

from __future__ import annotations

from math import expm1, log
from typing import ClassVar, Literal

from quantity_tagger.values import Value

#: What a statement tells: a stock, a change of it, a doing that changes none, how far two sides are
#: apart, a goal, a sum, a part of a whole, the side that something is compared with, a time that
#: passes; "" where no statement has the quantity.
Tells = Literal[
    "", "state", "change", "doing", "difference", "goal", "total", "part", "side", "shift"
]

#: What a world makes of the question; "" is a family of its own, told by its schema.
Asks = Literal["", "end", "start", "change", "sum", "difference", "goal", "part", "money"]

#: What sets a quantity apart from what is asked.
Apart = Literal["", "kind", "holder", "time", "negated", "planned"]


class Statement(Value):
    """``effect`` is what its clause does (``situation.facts.Effect``), or in a family of stories
    the part that the quantity plays there; ``moves`` is what that does to the stock asked about, or
    in a comparison whether it is more (+1) or fewer (−1). ``apart`` is what keeps it from the
    question, ``late`` that it is told of the end, ``measure`` that it measures and does not count.
    ``holder`` and ``verb`` are who it is about and what happens, as the language names them;
    ``words`` are the tokens that it was read from.
    """

    FIELDS: ClassVar = (
        "tells", "effect", "moves", "apart", "late", "measure", "holder", "verb", "words",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        tells: Tells = "",
        effect: str = "",
        moves: int = 0,
        apart: Apart = "",
        late: bool = False,
        measure: bool = False,
        holder: str = "",
        verb: str = "",
        words: tuple[int, ...] = (),
    ) -> None:
        self.tells = tells
        self.effect = effect
        self.moves = moves
        self.apart = apart
        self.late = late
        self.measure = measure
        self.holder = holder
        self.verb = verb
        self.words = words


#: How far a world is trusted: GUESSED where it contradicts itself or tells a told number as the
#: answer, DOUBTED where something was not understood or had to be assumed, else CLEAR.
GUESSED, DOUBTED, CLEAR = 1, 2, 3


class World(Value):
    """One reading of the story as linear statements, solved: the signs that follow if it holds.

    The entry of the unknown has −1, so that x = Σ signᵢ·valueᵢ. ``cost`` is what had to be assumed,
    ``doubts`` say what; ``words`` are the tokens that it rests on; ``asks`` is what it makes of the
    question and ``statements`` what it says of each quantity (nothing where it is a guess).
    ``likelihood`` is the logarithm of the share that a network gives its signs among all, None
    where there is no network.
    """

    FIELDS: ClassVar = (
        "schema", "signs", "trust", "cost", "words", "doubts", "asks", "statements", "likelihood",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        schema: str,
        signs: tuple[int, ...],
        trust: int,
        cost: float = 0.0,
        words: tuple[int, ...] = (),
        doubts: tuple[str, ...] = (),
        asks: Asks = "",
        statements: tuple[Statement, ...] = (),
        likelihood: float | None = None,
    ) -> None:
        self.schema = schema
        self.signs = signs
        self.trust = trust
        self.cost = cost
        self.words = words
        self.doubts = doubts
        self.asks = asks
        self.statements = statements
        self.likelihood = likelihood

    @property
    def log_odds(self) -> float | None:
        """Of its signs against all others, as a network sees them: log p/(1 − p)."""
        return log_odds(self.likelihood)

    def with_likelihood(self, likelihood: float | None) -> World:
        """The same world as a network sees it."""
        return World(
            self.schema,
            self.signs,
            self.trust,
            self.cost,
            self.words,
            self.doubts,
            self.asks,
            self.statements,
            likelihood,
        )


def log_odds(likelihood: float | None) -> float | None:
    """The log-odds log p/(1 − p) for log p."""
    return None if likelihood is None else likelihood - log(max(-expm1(likelihood), 1e-9))
