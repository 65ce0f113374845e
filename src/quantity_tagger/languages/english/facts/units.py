"""In what each quantity of an English story is told; what is left out is as told before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quantity_tagger.languages.english.frames.words import unit as measure
from quantity_tagger.problem.facts import UnitKind
from quantity_tagger.situation.facts import Fact, Kind, Story
from quantity_tagger.situation.units import Unit

_KINDS: Final[dict[str, UnitKind]] = {
    "money": "money", "length": "length", "height": "length", "width": "length",
    "depth": "length", "level": "length", "area": "area", "weight": "weight", "volume": "volume",
    "time": "time", "days": "time", "calendar": "time", "age": "time", "clock": "time",
    "score": "score", "temperature": "degree", "percent": "part",
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
    """The unit of the nearest before that measures the same, else the nearest after."""
    if not kind.measure:
        return Unit(kind.head, unit.marks or tuple(sorted(kind.marks)))
    for other in (*range(number - 1, -1, -1), *range(number + 1, len(found))):
        fact = facts[other]
        if fact is not None and fact.kind.head == kind.head and found[other].head:
            return Unit(found[other].head, unit.marks)
    return Unit(_USUAL.get(kind.head, ""), unit.marks)


def unit_kind(unit: Unit, fact: Fact | None) -> UnitKind:
    """What a unit measures."""
    if fact is not None and fact.kind.measure:
        return _KINDS.get(fact.kind.head, "count")
    known = measure(unit.head)
    if known is not None:
        return _KINDS.get(known[0], "count")
    return "count" if unit.head else ""
