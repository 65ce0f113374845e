"""Facts that are read otherwise once it is known what the question asks for."""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.facts import DIRECTION, Fact, Kind, Question


def with_question(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """The facts in the light of the question."""
    found = _seated(facts, question)
    found = _perceived(found, question)
    found = _spoilt(found, question)
    return _renewed(found, question)


def _seated(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """Where seats are asked for, whoever sits or came in takes one."""
    seat = question.fact.kind.head
    compared = any(f.than is not None for f in facts)
    if compared or seat not in words("seats") or not any(f.kind.head == seat for f in facts):
        return list(facts)
    kind = Kind(seat, frozenset(["taken"]))
    return [
        fact.but(effect="state", kind=kind, of=Kind(seat), holder="", place="")
        if (fact.kind.head == "person" or "person" in fact.kind.ups)
        and fact.of is None
        and fact.effect in ("state", "come", "do", "take")
        and fact.than is None
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
        fact.but(effect="lose", kind=fact.of)
        if fact.of is not None and fact.effect == "state" and fact.kind.marks & gone
        else fact
        for fact in facts
    ]


def _renewed(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """New ones that come are of the kind that is there, unless the question tells them apart."""
    if "new" in question.fact.kind.marks:
        return list(facts)
    return [
        fact.but(kind=fact.kind._replace(marks=fact.kind.marks - {"new"}))
        if "new" in fact.kind.marks and DIRECTION.get(fact.effect, 0) > 0
        else fact
        for fact in facts
    ]
