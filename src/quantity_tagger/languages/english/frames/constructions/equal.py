"""Stocks told as equal: "then they had the same number", "he will have as many as Lena"."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.nouns import kind_of
from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.situation.facts import DIRECTION, Amount, Fact, Kind, Side, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.reader import Reader


def equal(reader: Reader, clause: Clause, holder: str) -> Fact | None:
    """A comparison by nothing, where a clause without a number says that two stocks are alike."""
    if clause.effect != "state" or clause.negated or clause.purpose or clause.wanting:
        return None
    if clause.modal in ("must", "should", "can", "could", "would"):
        return None
    tree = reader.tree
    text = f" {' '.join(tree.texts[clause.start : clause.end]).lower()} "
    as_many = " as many " in text or " as much " in text
    if not as_many and not any(f" {entry} " in text for entry in words("equally")):
        return None
    kind = _kind(reader, clause)
    if as_many:
        sides = [holder, _other(reader, clause, holder)]
    else:
        members = reader.entities.groups.get(holder, ())
        told = [f.holder for f in reader.facts if f.kind.head == kind.head]
        sides = list(members or dict.fromkeys(h for h in told if h))
    if len(sides) != 2 or not all(sides) or sides[0] == sides[1]:
        return None
    moved = any(DIRECTION.get(f.effect) for f in reader.facts)
    return Fact(
        Amount(None, Fraction(0)),
        "state",
        kind,
        verb="have",
        holder=sides[0],
        than=Side(holder=sides[1]),
        sign=1,
        time=Time(phase="end" if moved else ""),
        sentence=clause.sentence,
        clause=clause.main,
        words=tuple(range(clause.start, clause.end)),
    )


def _kind(reader: Reader, clause: Clause) -> Kind:
    told = {f.kind.head for f in reader.facts}
    for phrase in clause.phrases:
        kind = kind_of(reader.tree, phrase)[0] if phrase.start > clause.main else None
        counted = (
            kind is not None and not reader.facts and reader.tree.lemmas[phrase.head] != "number"
        )
        if kind is not None and (kind.head in told or (counted and phrase.preposition)):
            return kind
    return reader.last_kind()


def _other(reader: Reader, clause: Clause, holder: str) -> str:
    """Who stands after the second "as"."""
    lemmas = reader.tree.lemmas
    first = next(k for k in range(clause.start, clause.end) if lemmas[k] in ("many", "much"))
    place = next((k for k in range(first, clause.end) if lemmas[k] == "as"), None)
    phrase = next((p for p in reader.phrases if place is not None and p.start == place + 1), None)
    return reader.entities.name(phrase, other_than=holder)
