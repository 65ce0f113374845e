"""Numbers in digits, each of the noun after it; x sits at "kiom"."""

from __future__ import annotations

from fractions import Fraction

from quantity_tagger.problem.document import Document
from quantity_tagger.problem.problem import Quantity, Unknown


def find_quantities(document: Document) -> tuple[Document, tuple[Quantity, ...]]:
    return document, tuple(
        Quantity(one.text, Fraction(one.text), one.start, one.end, place, unit_at(document, place))
        for place, one in enumerate(document.tokens)
        if one.tag == "number"
    )


def find_unknown(document: Document, quantities: tuple[Quantity, ...]) -> Unknown | None:
    for place, token in enumerate(document.tokens):
        if token.lemma == "kiom":
            question = next(one for one in document.sentences if place in one)
            unit = unit_at(document, place)
            return Unknown(place, question, unit, unit)
    return None


def unit_at(document: Document, place: int) -> tuple[str, ...]:
    following = document.tokens[place + 1 : place + 3]
    return tuple(token.text for token in following if token.tag == "noun")[:1]
