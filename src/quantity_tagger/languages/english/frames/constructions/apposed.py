"""Amounts beside what they say more of: "a rope 25 m long", "40 flowers: 12 lilies …"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import (
    dimension_kind,
    kind_of,
    measure,
    noun_kind,
)
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.situation.facts import DIRECTION, Amount, Fact, Kind

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.reader import Reader


def sized(
    reader: Reader, clause: Clause, amount: Phrase, kind: Kind | None, holder: str
) -> Fact | None:
    """As in "a rope 25 m long": the measure of the thing right before it."""
    tree = reader.tree
    thing = next((p for p in reader.phrases if p.end == amount.start and p.head >= 0), None)
    found = measure(tree.lemmas[amount.end])
    if thing is None or thing.pronoun or found is None or not found[0] or kind is None:
        return None
    if not kind.measure or tree.tags[amount.end] != "JJ" or tree.tags[thing.head] == "NNP":
        return None
    if clause.lemma == "be" or not reader.entities.name(thing):  # "was in May 12 cm tall"
        return None
    measured = dimension_kind(found[0])
    if (
        clause.lemma in ("have", "own") and holder and not thing.preposition
    ):  # as "has 25 m of rope"
        stuff = noun_kind(tree, thing)
        measured = Kind(stuff.head, ups=stuff.ups | {kind.head})
    else:
        holder = reader.entities.name(thing)
    return Fact(
        Amount(amount.quantity, None, kind_of(tree, amount)[1]),
        "state",
        measured,
        verb="be",
        holder=holder,
        sentence=clause.sentence,
        clause=clause.main,
        words=amount.span(),
    )


def itemised(
    reader: Reader, clause: Clause, amount: Phrase, amounts: list[Phrase], fact: Fact
) -> Fact:
    """As in "tied 40 flowers into a bouquet: 12 lilies, 15 asters": parts after a colon."""
    first = amounts[0]
    told = [f for f in reader.facts if f.clause == clause.main and f.sentence == clause.sentence]
    listed = ":" in reader.tree.texts[first.end : amount.start] and first.quantity is not None
    if not listed or not told or told[0].amount.quantity != first.quantity:
        return fact
    whole = told[0]
    if fact.kind.head == whole.kind.head and not fact.kind.marks:
        return fact
    return fact.but(
        effect="state",
        verb="be",
        said="be",
        holder=whole.holder,
        place=whole.place or whole.to,
        to="",
        source="",
        of=whole.kind,
        unsure=False,
    )


def of_substance(reader: Reader, fact: Fact) -> Fact:
    """As in "drank 200 ml" after "750 ml of milk": a bare measure is of what was told."""
    if not fact.kind.measure or fact.kind.head not in ("volume", "weight", "length"):
        return fact
    moved = DIRECTION.get(fact.effect) and fact.effect not in ("rise", "fall")
    had = fact.effect == "state" and (fact.time.phase == "end" or fact.verb in ("have", "contain"))
    if not (moved or had) or fact.than is not None:
        return fact
    asked = reader.tree.sentence_of(reader.asked)
    named = [p for p in reader.phrases if reader.tree.sentence_of(p.start) == asked and p.of]
    told = [kind for kind in (kind_of(reader.tree, p)[0] for p in named) if kind is not None]
    told += [f.kind for f in reader.facts]
    told = [kind for kind in told if fact.kind.head in kind.ups and not kind.measure]
    if not told or len({kind.head for kind in told}) > 1:
        return fact
    return fact.but(kind=told[-1])
