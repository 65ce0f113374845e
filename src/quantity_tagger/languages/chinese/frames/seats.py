"""Seats that are taken by those who sit on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.asked import asked_fact
from quantity_tagger.languages.chinese.frames.words import role, words
from quantity_tagger.situation.facts import Fact, Kind

if TYPE_CHECKING:
    from quantity_tagger.languages.chinese.frames.reader import Reader


def seats(reader: Reader) -> None:
    """Places are room for those who take them: 120个座位，坐了87人，还空着多少个座位."""
    asked = asked_fact(reader)
    if asked is None or not _is_seat(asked) or asked.effect != "state":
        return
    places = [p for p, f in enumerate(reader.facts) if _is_seat(f) and f.effect == "state"]
    takers = [
        f.kind
        for f in reader.facts
        if f.verb[:1] in role("take place") and f.than is None and not _is_seat(f)
    ]
    if not places or not takers:
        return
    people = all("#人" in kind.ups for kind in takers)
    kind = Kind("人", ups=frozenset(["#人"])) if people else takers[-1]
    for place in places:
        fact = reader.facts[place]
        reader.facts[place] = fact.but(effect="room", kind=kind, named=fact.kind)
    asked = asked.but(effect="lack", kind=kind, named=asked.kind)
    reader.question = (reader.question[0], asked)  # type: ignore[index]


def _is_seat(fact: Fact) -> bool:
    return fact.kind.head.endswith(tuple(words("kinds", "seats")))
