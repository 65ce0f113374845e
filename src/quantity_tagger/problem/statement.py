"""What a world says of one quantity: the part of the reading that a person can be told."""

from __future__ import annotations

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
