"""Kinds form a lattice: red pens are pens, tulips are flowers, sharp pencils are no blunt ones."""

from __future__ import annotations

from typing import Final, Literal

from quantity_tagger.situation.facts import Kind

Relation = Literal["same", "below", "above", "apart"]
#: Measures that go below zero.
_SIGNED: Final = frozenset(["temperature", "level", "floor"])


def signed(kind: Kind) -> bool:
    """Whether an amount of this kind may be negative."""
    return kind.measure and kind.head in _SIGNED


def relation(one: Kind, other: Kind) -> Relation:
    """How the first kind stands to the second; "below": all of the first are of the second."""
    heads: Relation = "same" if one.head == other.head else _heads(one, other)
    if heads == "apart" or not (one.marks or other.marks or one.lacks or other.lacks):
        return heads
    if one.lacks & other.marks or one.marks & other.lacks:
        return "apart"
    less = one.marks >= other.marks and one.lacks >= other.lacks
    more = one.marks <= other.marks and one.lacks <= other.lacks
    if less and more:
        return heads
    if less:
        return "below" if heads in ("same", "below") else "apart"
    if more:
        return "above" if heads in ("same", "above") else "apart"
    return "apart"


def _heads(one: Kind, other: Kind) -> Relation:
    if not one.head or not other.head:
        return "same" if one.measure == other.measure or not (one.head or other.head) else "apart"
    if (one.measure and one.head in other.ups) or (other.measure and other.head in one.ups):
        return "same"  # "5 litres" may be of anything that is told in litres
    if other.head in one.ups:
        return "below"
    return "above" if one.head in other.ups else "apart"


def within(one: Kind, other: Kind) -> bool:
    """Whether all of the first kind are of the second."""
    found = relation(one, other)
    return found == "same" or found == "below"


def meets(one: Kind, other: Kind) -> bool:
    """Whether one of the kinds holds the other."""
    return relation(one, other) != "apart"


def heads_meet(one: Kind, other: Kind) -> bool:
    """The same, whatever the kinds are said to be."""
    return one.head == other.head or _heads(one, other) != "apart"
