"""Numbers said of one of many ("6 pens in each box"), and whether the question is about them.

A rate of what is asked for is multiplied where its many are counted, a rate whose many are asked
for divides, and one that is about something else is beside the point. Each language finds the
rates of a text (``english/rates.py``, ``chinese/rates.py``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from quantity_tagger.problem.facts import Facts, QuantityFacts

NO_COUNTS: Final = frozenset(("label", "date", "age"))

#: What each relation speaks for a multiplication before any problem is seen.
PRIOR: Final[Mapping[str, float]] = {
    "a rate times its count": 4.0,
    "a rate into its amount": 3.0,
    "a rate of what is asked for": 2.0,
    "a rate of others": 1.5,
    "a rate a time": 0.5,
    "a rate asked for": 2.0,
    "one of those counted asked for": 4.0,
}


class Rate(NamedTuple):
    """The place of a number, and what there is one of; empty where that goes unsaid."""

    place: int
    per: str


class Asked(NamedTuple):
    """What a question asks for: the unit it is counted in, whether that is counted or measured in
    time (and not the amount of a rate), and what one of many it is about, if it is.
    """

    unit: str
    counts: bool
    per: str | None


def relations(
    told: Sequence[Rate],
    asked: Asked,
    entries: Sequence[QuantityFacts],
    asked_for: Sequence[bool],
    counted: Collection[str],
    times: Collection[str],
    used: Sequence[bool],
) -> Iterator[str]:
    """What each rate has to do with the question; ``asked_for`` says of each number whether it
    counts what is asked for, ``used`` whether the likeliest world uses it, ``counted`` which things
    the other numbers count.
    """
    rated = {rate.place for rate in told}
    others = any(same and place not in rated for place, same in enumerate(asked_for))
    for rate in told:
        same = asked_for[rate.place]
        if rate.per == asked.per:
            relation = "a rate, asked for as it is told"
        elif not same and others:
            relation = "a rate beside the point"
        elif rate.per in counted:
            relation = "a rate times its count"
        elif rate.per == asked.unit or (asked.counts and not same):
            unit = entries[rate.place].unit
            several = sum(entry.unit == unit for entry in entries) > 1
            relation = "a rate into its amount" if several else "a rate of what is asked for"
        else:
            relation = "a rate a time" if rate.per in times else "a rate of others"
        use = "used" if used[rate.place] else "left out"
        yield from (relation, f"a rate {use}", f"{relation}, {use}")
    if asked.per is None:
        return
    if asked.per in counted:
        yield "one of those counted asked for"
    elif not told:
        yield "a rate a time asked for" if asked.per in times else "a rate asked for"


def used_numbers(facts: Facts) -> list[bool]:
    """Of each number whether the likeliest world uses it; all of them where there is none."""
    if not facts.worlds:
        return [True] * (len(facts.quantities) - 1)
    signs = facts.worlds[0].signs
    return [sign != 0 for place, sign in enumerate(signs) if place != facts.unknown]


def sentences_aside(facts: Facts) -> set[int]:
    """The sentences with numbers none of which the likeliest world uses."""
    entries = [entry for entry in facts.quantities if entry.value is not None]
    used = used_numbers(facts)
    needed = {entry.sentence for entry, needs in zip(entries, used, strict=True) if needs}
    return {entry.sentence for entry in entries} - needed


def counted_things(told: Sequence[Rate], entries: Sequence[QuantityFacts]) -> set[str]:
    """What the numbers count that are no rates."""
    rated = {rate.place for rate in told}
    return {
        entry.unit
        for place, entry in enumerate(entries)
        if entry.value != 1 and entry.role not in NO_COUNTS and place not in rated
    }
