"""What makes two amounts equal: "if she gives away 34, she will have as many as Ali"."""

from __future__ import annotations

from quantity_tagger.languages.english.frames.constructions.sides import side_after
from quantity_tagger.languages.english.frames.reader import Reader
from quantity_tagger.languages.english.frames.words import effects, words
from quantity_tagger.situation.facts import DIRECTION, Fact, Time

_MANY = frozenset(["many", "much", "long", "tall", "high", "heavy", "old", "far", "deep"])


def equalise(reader: Reader) -> None:
    """Tells a change that would make two amounts equal as the difference of the two."""
    for place, fact in enumerate(reader.facts):
        span = reader.tree.sentences[fact.sentence]
        if reader.asked in span or fact.amount.quantity is None or fact.than is not None:
            continue
        at = as_place(reader, span)
        grows = _grows(reader, fact)
        if at is None or not grows or not _only_amount(reader, fact, at):
            continue
        own = fact.but(effect="state", planned=False, more=False, negated=False, time=Time())
        side = side_after(reader, at, own)
        if side is None or not (side.holder or side.place or side.kind):
            continue
        if side.holder and side.holder in (fact.to, fact.source, fact.holder):
            continue  # what one gives to the other moves both
        if side.place:  # what is where, not whose it is
            own = own.but(holder="")
        reader.facts[place] = own.but(
            verb="have", to="", source="", than=side, sign=-grows, others=()
        )


def as_place(reader: Reader, span: range) -> int | None:
    """Where the second "as" of "as many marbles as" stands."""
    lemmas = reader.tree.lemmas
    for first in span:
        if lemmas[first] == "as" and lemmas[first + 1 : first + 2] and lemmas[first + 1] in _MANY:
            ends = (k for k in range(first + 2, min(first + 7, span.stop)) if lemmas[k] == "as")
            return next(ends, None)
    return None


def _grows(reader: Reader, fact: Fact) -> int:
    """The way in which the change would move the amount: +1, −1, or 0 where it is none."""
    if any(reader.tree.lemmas[k] in words("less") for k in fact.words):
        return -1
    clause = next((c for c in reader.clauses if c.main == fact.clause), None)
    if fact.effect == "need":
        told = "" if clause is None or clause.lemma == "need" else clause.active_effect
        return DIRECTION.get(told or effects().get(fact.verb, ""), 1)
    if fact.effect == "state":
        return int(fact.more)
    return DIRECTION.get(fact.effect, 0)


def _only_amount(reader: Reader, fact: Fact, stop: int) -> bool:
    """Whether no other amount stands before "as many as"."""
    span = reader.tree.sentences[fact.sentence]
    told = [place for k, place in reader.quantities.items() if span.start <= k < stop]
    return told == [fact.amount.quantity]
