"""In what each quantity of an English story is told; what is left out is as told before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, cast

from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.facts import UnitKind
from quantity_tagger.situation.facts import Fact, Kind, Story
from quantity_tagger.situation.units import Unit

#: What a kind measures for which the words have no unit.
_DIMENSIONS: Final[dict[str, UnitKind]] = {
    "money": "money", "length": "length", "height": "length", "width": "length",
    "depth": "length", "weight": "weight", "volume": "volume", "time": "time", "age": "time",
    "clock": "time", "score": "score", "temperature": "degree",
}  # fmt: skip
#: Where the words leave a unit out that is always the same.
_USUAL: Final = {"age": "year", "score": "point", "money": "dollar"}


def units(story: Story, facts: Sequence[Fact | None]) -> list[Unit]:
    """The unit of each quantity."""
    found = list(story.units)
    for number, (unit, fact) in enumerate(zip(story.units, facts, strict=True)):
        if not unit.head and fact is not None:
            found[number] = _left_out(number, unit, fact.kind, found, facts)
    return found


def _left_out(
    number: int, unit: Unit, kind: Kind, found: list[Unit], facts: Sequence[Fact | None]
) -> Unit:
    """The unit of the nearest before that is of the kind, else of the nearest after."""
    marks = unit.marks or tuple(sorted(kind.marks))
    for other in (*range(number - 1, -1, -1), *range(number + 1, len(found))):
        fact = facts[other]
        if fact is not None and fact.kind.head == kind.head and found[other].head:
            return Unit(found[other].head, marks, found[other].of)
    return Unit(_USUAL.get(kind.head, "") if kind.measure else kind.head, marks)


def unit_kind(unit: Unit, fact: Fact | None) -> UnitKind:
    """What a unit measures."""
    known = _kinds().get(unit.head)
    if known is None and fact is not None and fact.kind.measure:
        known = _DIMENSIONS.get(fact.kind.head)
    return known or ("count" if unit.head else "")


@cache
def _kinds() -> dict[str, UnitKind]:
    """Unit → what it measures."""
    found: dict[str, UnitKind] = {}
    for name, entries in load("en", "kinds").items():
        if not name.startswith("asks "):
            found.update({entry: cast(UnitKind, name) for entry in entries if entry not in found})
    return found
