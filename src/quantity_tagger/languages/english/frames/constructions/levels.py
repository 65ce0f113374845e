"""Places on a line: degrees below zero, metres under the sea, ways to the east and back west."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.words import table, words
from quantity_tagger.situation.facts import Amount, Fact, Kind, Question, Side, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.state import ReaderState

#: How far above (or, negative, below) where heights begin.
LEVEL = Kind("level", ups=frozenset(["length", "height", "depth"]), measure=True)
_LENGTHS = frozenset(["length", "height", "depth"])


def _side(reader: ReaderState, place: int) -> int:
    """+1 or −1 where "above zero", "below the surface" begins at a token, else 0."""
    lemmas = reader.tree.lemmas
    sign = {"above": 1, "over": 1, "below": -1, "under": -1, "beneath": -1}.get(lemmas[place], 0)
    ground = words("level ground")
    near = lemmas[place + 1 : place + 4]
    while near and near[0] in ("the", "its", "his", "her", "sea", "starting", "water"):
        if near[0] in ground and (len(near) == 1 or near[1] not in ground):
            break
        near = near[1:]
    return sign if near[:1] and near[0] in ground else 0


def is_zero(reader: ReaderState, phrase: Phrase) -> bool:
    """As in "6 degrees below zero": where the degrees begin, no amount."""
    first = reader.tree.lemmas[phrase.start]
    return phrase.preposition in ("below", "above", "under") and first in ("zero", "0")


def level(reader: ReaderState, amount: Phrase, fact: Fact) -> Fact:
    """The fact with a negative unit where it is told as below zero or ground."""
    if not fact.kind.measure or fact.effect not in ("state", "do") or fact.than is not None:
        return fact
    sign = -1 if "minus" in amount.marks else _side(reader, amount.end)
    if not sign or fact.kind.head not in _LENGTHS | {"temperature"}:
        return fact
    kind = LEVEL if fact.kind.head in _LENGTHS else fact.kind
    told = fact.amount._replace(scale=sign * fact.amount.scale)
    return fact.but(effect="state", kind=kind, amount=told, place="", unsure=False)


def asked_level(reader: ReaderState, span: range, kind: Kind) -> int:
    """As in "How many metres below sea level", "How deep is he": the side that is asked for, 0 for
    none.
    """
    if kind.head in ("height", "depth") and any(f.kind == LEVEL for f in reader.facts):
        return 1 if kind.head == "height" else -1
    if kind.head not in ("length", "temperature"):
        return 0
    for place in range(reader.asked + 1, min(reader.asked + 5, span.stop)):
        sign = _side(reader, place)
        if sign:
            return sign
    return 0


def along(reader: ReaderState, question: Question) -> Question:
    """Takes ways to and fro as moves along one line, where it is asked how far from the start or
    from each other somebody is; the question that fits them.
    """
    asked = question.fact
    if asked.effect != "state" or asked.kind.head != "length" or question.form != "amount":
        return question
    span = next(s for s in reader.tree.sentences if reader.asked in s)
    text = reader.tree.lemmas[reader.asked : span.stop]
    apart = "apart" in text or ("distance" in text and "between" in text)
    if not apart and not {"from", "away"} & set(text):
        return question
    levels = [f.holder for f in reader.facts if f.kind == LEVEL and f.effect == "state"]
    if apart and len(set(levels)) == len(levels) == 2:
        return _between(question, levels[0], Side(holder=levels[1]))
    ways = {n: _way(reader, f) for n, f in enumerate(reader.facts)}
    ways = {n: way for n, way in ways.items() if way is not None}
    lines = {way[1] for way in ways.values() if way is not None}
    if len(ways) < 2 or len(lines) != 1:
        return question
    holders = list(dict.fromkeys(reader.facts[n].holder for n in ways))
    if len(holders) != (2 if apart else 1):
        return question
    for number, way in ways.items():
        effect = "rise" if way is not None and way[0] > 0 else "fall"
        fact = reader.facts[number]
        reader.facts[number] = fact.but(
            effect=effect, kind=LEVEL, time=Time(), to="", source="", place=""
        )
    start = Amount(None, Fraction(0))
    for holder in holders:
        first = Fact(start, "state", LEVEL, "be", holder, time=Time(phase="start"), position=-1.0)
        reader.facts.append(first)
    side = Side(holder=holders[1]) if apart else Side(time=Time(phase="start"))
    return _between(question, holders[0], side)


def _between(question: Question, holder: str, side: Side) -> Question:
    """How far one is from another, or from the start."""
    asked = question.fact
    where = Fact(asked.amount, "state", LEVEL, "be", holder, than=side, words=asked.words)
    return question._replace(fact=where, form="difference", cues=frozenset(), others=())


def _way(reader: ReaderState, fact: Fact) -> tuple[int, str] | None:
    """Direction and line of a move: "14 m due east"."""
    token = reader.token_of(fact)
    if fact.kind.head != "length" or token is None or fact.than is not None:
        return None
    lemmas = reader.tree.lemmas
    found = ""
    for place in range(token + 1, token + 7):
        if place in reader.quantities or reader.tree.tags[place] in (".", ","):
            break
        found = table("compass").get(lemmas[place], found)  # the last: "35 km back west"
    sign, _, line = found.partition(" ")
    return (int(sign), line) if found else None
