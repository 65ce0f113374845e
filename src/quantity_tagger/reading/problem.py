"""What the reading room hands on: a problem with exact quantities and one unknown."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from quantity_tagger.text.document import Document, Language, Token


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in the text.

    ``text`` is how it is written at ``start:end``, ``value`` what it is worth, ``token`` the index
    of its token (a number written in several words, "one hundred and four", is one token of the
    problem's document), ``unit`` the words that say of what, nearest last ("red marbles" gives
    ``("red", "marbles")``), empty where the text gives none.
    """

    text: str
    value: Fraction
    start: int
    end: int
    token: int
    unit: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is asked: x sits at ``token``; ``question`` are the tokens of the clause or sentence
    that asks, ``head`` the words that say of what ("how many red marbles" gives
    ``("red", "marbles")``).
    """

    token: int
    question: range
    head: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """A word problem as read: a document, its quantities in text order, its unknown."""

    document: Document
    quantities: tuple[Quantity, ...]
    unknown: Unknown

    @property
    def text(self) -> str:
        return self.document.text

    @property
    def language(self) -> Language:
        return self.document.language

    @property
    def tokens(self) -> tuple[Token, ...]:
        return self.document.tokens
