"""Facts that are read otherwise once it is known what the question asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Fact, Kind, Question

#: All that is known of a noun that no list knows.
_THING = frozenset(["thing", "item", "object"])
_STOCKS = frozenset(["state", "gain", "make", "put", "come", "take"])


def with_question(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """The facts in the light of the question."""
    found = _superseded(facts, question)
    found = _listed(found, question)
    found = _seated(found, question)
    found = _perceived(found, question)
    found = _spoilt(found, question)
    found = _founded(found, question)
    return _renewed(found, question)


def _superseded(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "wanted a coat for $90 but bought a cap for $15": what was done instead of a plan.

    Where it is asked what there is, the plan counts for nothing.
    """
    asked = question.fact
    if asked.effect != "state" or question.form != "amount" or "need" in question.cues:
        return list(facts)
    ways = (-1,) if "left" in question.cues else (-1, 1)
    return [
        fact.but(negated=True)
        if fact.effect == "need"
        and fact.amount.quantity is not None
        and any(
            _instead(fact, other) and DIRECTION.get(other.effect, 0) in ways
            for other in facts[place + 1 :]
        )
        else fact
        for place, fact in enumerate(facts)
    ]


def _instead(plan: Fact, done: Fact) -> bool:
    return (
        not (done.planned or done.negated)
        and done.amount.quantity is not None
        and done.holder == plan.holder
        and done.verb == plan.verb
        and (done.kind.head, done.kind.measure) == (plan.kind.head, plan.kind.measure)
    )


def _listed(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "7 crabs, 5 starfish and 8 limpets": what is listed among creatures is one too.

    Only where nothing else is known of a noun.
    """
    wide = question.fact.kind
    if wide.measure or not wide.head:
        return list(facts)
    lists = {_list_of(f) for f in facts if wide.head in f.kind.ups}
    known = frozenset([*wide.ups, wide.head])
    return [
        fact.but(kind=replace(fact.kind, ups=fact.kind.ups | known))
        if fact.kind.ups == _THING and fact.kind.head != wide.head and _list_of(fact) in lists
        else fact
        for fact in facts
    ]


def _list_of(fact: Fact) -> tuple[object, ...]:
    return (fact.sentence, fact.clause, fact.effect, fact.holder, fact.place)


def _founded(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "iced 40 buns and ate 6": where nothing else was there before, what something was
    done to is what there is.
    """
    asked = question.fact
    if asked.effect != "state" or asked.kind.measure or question.form != "amount":
        return list(facts)
    mine = [f for f in facts if kinds.meets(f.kind, asked.kind) and f.amount.quantity is not None]
    flows = [f for f in mine if DIRECTION.get(f.effect)]
    if not flows or mine[0].effect != "do" or any(f.effect in _STOCKS for f in mine):
        return list(facts)
    first, done = mine[0], []
    for fact in facts:
        same = fact.effect == "do" and fact.verb == first.verb and fact.holder == first.holder
        done.append(fact.but(effect="make", unsure=False) if same and fact in mine else fact)
    return done


def _seated(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """Where seats are asked for, whoever sits or came in takes one."""
    asked = question.fact
    if asked.kind.head == "person" or "person" in asked.kind.ups:
        return _seating(facts, question)
    seat = asked.kind.head
    compared = any(f.than is not None for f in facts)
    if compared or seat not in words("seats") or not any(f.kind.head == seat for f in facts):
        return list(facts)
    kind = Kind(seat, frozenset(["taken"]))
    return [
        fact.but(effect="state", kind=kind, of=Kind(seat), holder="", place="")
        if fact in _sitters(facts)
        and fact.effect in ("state", "come", "do", "take")
        and fact.than is None
        else fact
        for fact in facts
    ]


def _sitters(facts: Sequence[Fact]) -> list[Fact]:
    """People, and of those who are a part of others none."""
    people = [f for f in facts if f.kind.head == "person" or "person" in f.kind.ups]
    wholes = {f.kind.head for f in people if f.of is None}
    return [f for f in people if f.of is None or f.kind.head not in wholes]


def _seating(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """Where people are asked for, seats are room for so many, and free ones lack somebody."""
    kind = question.fact.kind
    more = bool(question.cues & {"need", "more"})
    free = any(f.kind.head in words("seats") and f.kind.marks & words("ask free") for f in facts)
    if not (more or free) or any(f.than is not None for f in facts):
        return list(facts)
    return [
        fact.but(
            effect="lack" if fact.kind.marks & words("ask free") else "room",
            kind=kind,
            of=None,
            holder="",
            place="",
        )
        if fact.kind.head in words("seats") and fact.effect in ("state", "put", "make")
        else fact
        for fact in facts
    ]


def _perceived(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """Where it is asked how many there are, those that somebody saw or counted were there."""
    asked = question.fact
    stocked = any(f.effect == "state" and f.kind.head == asked.kind.head for f in facts)
    if asked.effect != "state" or asked.kind.measure or stocked:
        return list(facts)
    return [
        fact.but(effect="state", holder="", verb="be")
        if fact.effect == "do" and fact.verb in words("perceiving") and not fact.kind.measure
        else fact
        for fact in facts
    ]


def _spoilt(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """Where it is asked how many are left, those that are broken are gone; those that broke too."""
    asked = question.fact
    plain = asked.effect == "state" and not (asked.kind.marks or asked.kind.lacks)
    left = "left" in question.cues and not asked.kind.marks & words("spoilt")
    gone = words("spoilt") if left else words("spoiling")
    if (
        not (plain or left)
        or question.form != "amount"
        or question.cues & {"total", "start", "not"}
    ):
        return list(facts)
    return [
        fact.but(effect="lose", kind=fact.of or fact.kind)
        if (fact.of is not None and fact.effect == "state" and fact.kind.marks & gone)
        or (fact.effect == "do" and fact.verb in words("spoiling"))
        else fact
        for fact in facts
    ]


def _renewed(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """New ones that come are of the kind that is there, unless the question tells them apart."""
    if "new" in question.fact.kind.marks:
        return list(facts)
    return [
        fact.but(kind=replace(fact.kind, marks=fact.kind.marks - {"new"}))
        if "new" in fact.kind.marks and DIRECTION.get(fact.effect, 0) > 0
        else fact
        for fact in facts
    ]
