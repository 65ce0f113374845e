"""What the reading room hands on: a problem with exact quantities and one unknown."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Final

from quantity_tagger.problem.document import Document, Language, Token
from quantity_tagger.values import Value


class Quantity(Value):
    """A number in the text.

    ``text`` is how it is written at ``start:end``, ``value`` what it is worth, ``token`` the index
    of its token (a number written in several words, "one hundred and four", is one token of the
    problem's document), ``unit`` the words that say of what, nearest last ("red marbles" gives
    ``("red", "marbles")``), empty where the text gives none.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("text", "value", "start", "end", "token", "unit")
    __slots__ = ("end", "start", "text", "token", "unit", "value")

    def __init__(
        self,
        text: str,
        value: Fraction,
        start: int,
        end: int,
        token: int,
        unit: tuple[str, ...] = (),
    ) -> None:
        self.text: Final = text
        self.value: Final = value
        self.start: Final = start
        self.end: Final = end
        self.token: Final = token
        self.unit: Final = unit


class Unknown(Value):
    """What is asked: x sits at ``token``; ``question`` are the tokens of the clause or sentence
    that asks, ``head`` the words that say of what ("how many red marbles" gives
    ``("red", "marbles")``), ``unit`` the same where the answer is counted in them: "how much
    money" asks for none.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("token", "question", "head", "unit")
    __slots__ = ("head", "question", "token", "unit")

    def __init__(
        self,
        token: int,
        question: range,
        head: tuple[str, ...] = (),
        unit: tuple[str, ...] = (),
    ) -> None:
        self.token: Final = token
        self.question: Final = question
        self.head: Final = head
        self.unit: Final = unit


class Problem(Value):
    """A word problem as read: a document, its quantities in text order, its unknown.

    ``place_of_unknown`` is the place of x among the quantities: how many stand before it.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("document", "quantities", "unknown")
    __slots__ = ("document", "place_of_unknown", "quantities", "unknown")

    def __init__(
        self, document: Document, quantities: tuple[Quantity, ...], unknown: Unknown
    ) -> None:
        self.document: Final = document
        self.quantities: Final = quantities
        self.unknown: Final = unknown
        self.place_of_unknown: Final = sum(
            [quantity.token < unknown.token for quantity in quantities]
        )

    @property
    def text(self) -> str:
        return self.document.text

    @property
    def language(self) -> Language:
        return self.document.language

    @property
    def values(self) -> tuple[Fraction, ...]:
        return tuple([quantity.value for quantity in self.quantities])

    @property
    def tokens(self) -> tuple[Token, ...]:
        return self.document.tokens
