"""The generator's words: people, things, places, events and wordings, as the lexicon lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from quantity_tagger.languages.lexicon import load
from quantity_tagger.languages.telling.grammar import Pattern, compiled

MONEY = "$"


class Person(NamedTuple):
    """Somebody; ``girl`` decides the pronoun, ``trade`` whether it is a farmer rather than Anna."""

    name: str
    girl: bool
    trade: bool = False


class Thing(NamedTuple):
    """What is counted or measured.

    ``unit`` is what it is measured in, for Chinese also the classifier it is counted by;
    ``counted`` says that it comes one by one, ``kinds`` what can befall it.
    """

    name: str
    unit: str
    kinds: frozenset[str]
    counted: bool = True

    @property
    def is_money(self) -> bool:
        return self.unit == MONEY


class Event(NamedTuple):
    """What befalls a holding: how it is told and how it is asked for."""

    kinds: frozenset[str]
    told: Pattern
    asked: Pattern


class Distractor(NamedTuple):
    """A statement beside the point: which sort, when it may be told, and how.

    ``smallest`` is the least that its own numbers can be, as an age or a date.
    """

    sort: str
    condition: str
    told: Pattern
    smallest: int


@cache
def lines(language: str, name: str, section: str) -> tuple[str, ...]:
    """The entries of a section of the generator's lexicon."""
    return load(language, f"generate_{name}")[section]


@cache
def patterns(language: str, section: str) -> tuple[Pattern, ...]:
    """The wordings of a form in a frame; none where the lexicon has no such section."""
    if section not in sections(language, "wordings"):
        return ()
    return tuple(compiled(line) for line in lines(language, "wordings", section))


@cache
def table(language: str, name: str, section: str) -> Mapping[str, tuple[str, ...]]:
    """A section whose entries read ``key: value | value``; a key may come again."""
    found: dict[str, tuple[str, ...]] = {}
    for line in lines(language, name, section):
        key, _, values = line.partition(":")
        # A wording may hold choices of its own, so only lists of plain words are split.
        plain = key in _LISTS or section == "times"
        items = values.split("|") if plain else [values]
        found[key] = (*found.get(key, ()), *(item.strip() for item in items))
    return found


_LISTS = frozenset(("at", "things", "stuff", "others", "sorts", "items", "mods", "units", "when"))


@cache
def sections(language: str, name: str) -> tuple[str, ...]:
    return tuple(load(language, f"generate_{name}"))


@cache
def events(language: str, section: str) -> tuple[Event, ...]:
    """What may befall what somebody owns, of the section's direction."""
    return tuple(
        event_of(*(part.strip() for part in line.split("::")))
        for line in lines(language, "events", section)
    )


@cache
def place_events(language: str, place: str, direction: str) -> tuple[Event, ...]:
    return tuple(
        event_of("any", *(part.strip() for part in line.split("::")))
        for line in table(language, "places", place)[direction]
    )


def event_of(kinds: str, told: str, asked: str) -> Event:
    return Event(frozenset(kinds.split()), compiled(told), compiled(asked))


@cache
def distractors(language: str, frame: str) -> tuple[Distractor, ...]:
    """What may be told beside the point in a frame."""
    found = []
    for line in lines(language, "distractors", frame):
        sort, condition, told = (part.strip() for part in line.split("::"))
        pattern = compiled(told)
        lows = [int(s[2:].partition("-")[0]) for s in pattern.slots if s[:2] in ("k ", "d ")]
        found.append(Distractor(sort, condition, pattern, max(lows, default=0)))
    return tuple(found)


def fitting(choices: Iterable[Event], kinds: frozenset[str]) -> list[Event]:
    return [event for event in choices if event.kinds & kinds]


@cache
def countable(language: str) -> tuple[Thing, ...]:
    """Things that come one by one: ``name : kinds``, in Chinese ``name : classifier : kinds``."""
    found = []
    for line in lines(language, "things", "countable"):
        name, *unit, kinds = (part.strip() for part in line.split(":"))
        found.append(Thing(name, "".join(unit), frozenset(("any", *kinds.split()))))
    return tuple(found)


@cache
def stuff(language: str) -> tuple[Thing, ...]:
    """What is measured out, once for each of its units: ``name : units : kinds``."""
    found = []
    for line in lines(language, "things", "stuff"):
        name, units, kinds = (part.strip() for part in line.split(":"))
        found += [
            Thing(name, unit.strip(), frozenset(("stuff", *kinds.split())), counted=False)
            for unit in units.split(",")
        ]
    return tuple(found)


@cache
def sizes(language: str) -> Mapping[str, tuple[int, str | None]]:
    """Thing or unit to the least and the most there sensibly is of it: ``grams : 20-``."""
    found = {}
    for line in lines(language, "things", "sizes"):
        name, _, span = line.partition(":")
        low, _, high = span.strip().partition("-")
        found[name.strip()] = (int(low), high or None)
    return found


@cache
def sort_kinds(language: str) -> tuple[str, ...]:
    """The kinds of things for which there are sorts."""
    names = sections(language, "things")
    return tuple(name.removeprefix("sorts ") for name in names if name.startswith("sorts "))


def times(language: str, deed: Mapping[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Times that go together, each row in order; a deed may name the rows that fit it."""
    rows = table(language, "deeds", "times")
    return [rows[name] for name in deed.get("when", tuple(rows))]


@cache
def trades(language: str) -> tuple[tuple[Person, frozenset[str]], ...]:
    """People by trade, and the kinds of things they deal in."""
    found = []
    for line in lines(language, "names", "trades"):
        name, gender, kinds = (part.strip() for part in line.split("|"))
        found.append((Person(name, gender == "girl", True), frozenset(kinds.split())))
    return tuple(found)


@cache
def asked_event(event: Event) -> Pattern:
    """The question for an event's amount."""
    how = compiled("{how} ")
    if any(slot.startswith("how") for slot in event.asked.slots):
        return event.asked
    return Pattern((*how.pieces, *event.asked.pieces), how.slots | event.asked.slots)
