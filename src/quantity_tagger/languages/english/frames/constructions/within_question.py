"""Amounts that the question itself tells: "of her 45 stamps", "in a school with 480 pupils"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.constructions.events import is_note
from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import kind_of, marks_of
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.words import needed_nouns, unit, words
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import (
    DIRECTION,
    HAPPENING,
    Amount,
    Effect,
    Fact,
    Kind,
    Phase,
    Question,
    Time,
)

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.reader import Reader


@dataclass(frozen=True, slots=True)
class _Told:
    """What the words before an amount say of it."""

    holder: str = ""
    place: str = ""
    effect: Effect = "state"
    phase: Phase = ""


def told_within(reader: Reader, clause: Clause) -> None:
    """Adds the facts of the amounts in the asking clause."""
    last: tuple[Phrase, _Told] | None = None
    for amount in clause.phrases:
        if amount.quantity is None or amount.label or not reader.is_amount(amount):
            continue
        told = _told(reader, clause, amount)
        if told is None and last is not None:
            goes_on = reader.tree.list_goes_on(last[0].end, amount.start)
            told = last[1] if goes_on else None
        if told is None:
            continue
        last = (amount, told)
        counted = Phrase(amount.start, amount.attribute + 1, amount.attribute, amount.quantity)
        kind, scale = kind_of(reader.tree, counted if amount.attribute >= 0 else amount)
        if kind is None:
            known = reader.last_kind()
            kind = Kind(known.head, marks_of(amount), ups=known.ups, measure=known.measure)
            scale = reader.last_scale(kind)
        fact = Fact(
            Amount(amount.quantity, None, scale),
            told.effect,
            kind,
            verb="be",
            holder=told.holder,
            place=told.place,
            extras=frozenset(["paid with"]) if is_note(reader, amount) else frozenset(),
            time=Time(phase=told.phase),
            planned=told.effect == "need",
            sentence=clause.sentence,
            clause=clause.main,
            words=amount.span(),
        )
        if not kind.measure:
            reader.kinds.append(kind)
        reader.facts.append(fact)


def _told(reader: Reader, clause: Clause, amount: Phrase) -> _Told | None:
    tree, entities = reader.tree, reader.entities
    if amount.attribute >= 0 and unit(tree.lemmas[amount.attribute]) is not None:
        return _Told(holder=entities.name(amount))  # "along a 21-cm twig"
    before = amount.start - 2 if amount.preposition else amount.start - 1
    if amount.preposition in ("of", "out of") and tree.lemmas[before] in ("many", "much", "out"):
        owner = entities.name(amount.possessor) if amount.possessor is not None else ""
        return _Told(holder=owner, phase="start")
    wanted = clause.wanting == "need" and clause.effect == "state" and not amount.preposition
    if wanted and clause.main < amount.start:
        return _Told(effect="need")  # "How many more does he need to have 40"
    thing = next((p for p in clause.phrases if p.end == before + 1 and p.head >= 0), None)
    if thing is None or thing.quantity is not None:
        apposed = tree.texts[amount.start - 1] == "," and kind_of(tree, amount)[0]
        near = [p for p in clause.phrases if p.end == amount.start - 1 and p.head >= 0]
        if apposed and apposed.measure and near and near[0].quantity is None:
            return _Told(holder=entities.name(near[0]))  # "the blue rope, 75 m, is"
        return None
    if amount.preposition == "of" and tree.lemmas[thing.head] in needed_nouns():
        return _Told(effect="need")
    measured = kind_of(tree, amount)[0] if amount.head >= 0 else None
    if amount.preposition == "of" and measured is not None and measured.measure:
        return _Told(holder=entities.name(thing))
    named = amount.preposition == "of" and amount.head >= 0 and thing.determiner in ("a", "an")
    if named and tree.lemmas[thing.head] not in words("containers") | words("generic"):
        return _Told(holder=entities.name(thing))  # "in a comic of 32 pages and a novel of 210"
    if amount.preposition != "with":
        return None
    name = entities.name(thing)
    return _Told(holder=name) if name in entities.people else _Told(place=name)


def as_asked(facts: Sequence[Fact], question: Question) -> list[Fact]:
    """As in "How many letters did he deliver on Friday? On Monday it was 40": what is asked for is
    told with no verb of its own.
    """
    asked = question.fact
    same = [f for f in facts if kinds.meets(f.kind, asked.kind)]
    bare = all(f.verb == "be" and f.time.label and not (f.holder or f.place) for f in same)
    deed = asked.effect in HAPPENING and "net" not in question.cues and question.form == "amount"
    if not deed or not asked.time.label or not same or not bare:
        return list(facts)
    return [
        f.but(effect=asked.effect, verb=asked.verb, holder=asked.holder)
        if f in same and f.effect == "state"
        else f
        for f in facts
    ]


def retold(reader: Reader, facts: Sequence[Fact]) -> list[Fact]:
    """As in "How many were there after the 16 had left": what a question tells again."""
    here = reader.tree.sentence_of(reader.asked)
    texts: dict[int | None, str] = {
        q: reader.tree.texts[token] for token, q in reader.quantities.items()
    }
    found: list[Fact] = []
    for fact in facts:
        again = [
            f
            for f in found
            if (f.verb, f.effect, f.kind.head) == (fact.verb, fact.effect, fact.kind.head)
            and f.sentence < here == fact.sentence
            and texts.get(fact.amount.quantity, "") in ("", texts.get(f.amount.quantity))
        ]
        found.append(fact.but(effect="note") if again and DIRECTION.get(fact.effect) else fact)
    return found
