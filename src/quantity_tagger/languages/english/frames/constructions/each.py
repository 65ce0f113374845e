"""Amounts that each of several has: "Fred and Gus each have 20 nuts"."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.situation.shares import EACH, to_each

_EACH: Final = frozenset(["each", "both"])
_NEAR: Final = 4


def share(reader: Reader) -> None:
    """Tells every member of a group what is told of each."""
    tokens = {place: token for token, place in reader.quantities.items()}
    for number, fact in enumerate(reader.facts):
        quantity = fact.amount.quantity
        if quantity is None or fact.effect != "state":
            continue
        token = tokens[quantity]
        holder = _before(reader, token) or _after(reader, token, fact.holder)
        if holder:
            reader.facts[number] = fact.but(holder=holder, extras=fact.extras | {EACH})
    reader.facts = to_each(reader.facts, reader.entities.groups)


def _before(reader: Reader, token: int) -> str:
    """The two who are named right before "each" or "both"."""
    tree = reader.tree
    for place in range(token - 1, max(token - _NEAR, 2), -1):
        if tree.lemmas[place] in _EACH and tree.lemmas[place - 2] == "and":
            pair = (tree.lemmas[place - 3], tree.lemmas[place - 1])
            named = all(tree.tags[at] == "NNP" for at in (place - 3, place - 1))
            return reader.entities.join(pair) if named else ""
    return ""


def _after(reader: Reader, token: int, holder: str) -> str:
    """The group that has so many "each"."""
    after = reader.tree.lemmas[token + 1 : token + _NEAR]
    return holder if EACH in after and holder in reader.entities.groups else ""
