"""All but some: "sold all but 9", "everyone except for 4 passed", "all were asleep except 5"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.predicates import ended
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.facts import DIRECTION, Fact, Kind

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.reader import Reader


def excepted(reader: Reader, clause: Clause, amount: Phrase, fact: Fact) -> Fact:
    """The fact as one of those to whom it did not happen, where its amount is an exception."""
    every = _every(reader, clause, amount)
    if every < 0:
        return fact
    whole = fact.of or fact.kind
    effect = clause.active_effect if clause.passive else clause.effect
    plain = fact.but(kind=whole, of=None, to="", extras=frozenset(), negated=False)
    if DIRECTION.get(effect, 0) < 0:  # these are left
        return plain.but(effect="state", time=ended(fact.time))
    if every > clause.main and fact.effect == "do":  # these are still to be done
        return plain.but(effect="lack")
    if fact.of is None or not fact.kind.marks - whole.marks:
        fact = reader._predicate(clause, amount, fact.but(kind=whole, extras=frozenset()))
    said = fact.kind.marks - whole.marks
    kind = Kind(whole.head, whole.marks, whole.lacks | said, whole.ups, whole.measure)
    return fact.but(effect="state", kind=kind, of=whole, place="", negated=False)


def _every(reader: Reader, clause: Clause, amount: Phrase) -> int:
    """Where the word for all of them stands, −1 where the amount is no exception."""
    lemmas = reader.tree.lemmas
    before = amount.start - 1
    if before > 0 and lemmas[before] in ("for", "from", "of"):
        before -= 1
    if before < 0 or amount.quantity is None:
        return -1
    span = reader.tree.sentences[clause.sentence]
    places = [k for k in span if lemmas[k] in words("everyone")]
    if lemmas[before] == "but":  # "all but 9", "All 72 parcels but 15"
        whole = next((p for p in reader.phrases if p.end == before), None)
        first = before - 1 if whole is None or whole.quantity is None else whole.start
        return next((k for k in (first, first - 1, before - 1) if k in places), -1)
    if lemmas[before] not in words("excepting"):
        return -1
    near = [k for k in places if k < before] or places
    return near[-1] if near else -1
