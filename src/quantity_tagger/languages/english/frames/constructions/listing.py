"""Lists and headlines: amounts without a verb, under a heading that says whose, where or when."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from quantity_tagger.languages.english.frames.nouns import (
    dimension_kind,
    kind_of,
    marks_of,
    noun_kind,
    time_of,
)
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.words import table, words
from quantity_tagger.situation.facts import Amount, Effect, Fact, Kind, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.english.frames.reader import Reader


@dataclass(slots=True)
class Heading:
    """What the words before a colon, or beside a number of a list, say of it."""

    kind: Kind | None = None
    holder: str = ""
    place: str = ""
    time: Time = field(default_factory=Time)
    extras: frozenset[str] = frozenset()
    effect: Effect = "state"


class Listing:
    """Reads the sentences without a verb; a heading holds for the lists after it."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.over = Heading()

    def read(self, span: range) -> None:
        tree = self.reader.tree
        phrases = [p for p in self.reader.phrases if p.start in span]
        colon = next((k for k in span if tree.texts[k] in (":", "–", "—")), span.start)
        above = [p for p in phrases if p.end <= colon]
        items = [p for p in phrases if p.start >= colon]
        heading = self._heading(above, self.over, range(span.start, colon))
        if not any(self.reader.is_amount(p) for p in items):
            self.over = self._heading(items, Heading(), span)
            return
        near: list[Phrase] = []
        for phrase in items:
            if not self.reader.is_amount(phrase):
                near.append(phrase)
                continue
            label = [p for p in near[-1:] if self._leads(p, phrase)]
            found = self._heading(label, heading, range(0))
            after = tree.lemmas[phrase.end : phrase.end + 2]
            if len(after) > 1 and after[1] in (",", ".", ";", "and"):  # "45 off, 28 on"
                found = self._moved(found, table("headings").get(after[0], ""))
            self._tell(phrase, found, span)
            near = []

    def _moved(self, heading: Heading, effect: str) -> Heading:
        """Where they get on or off is not whose they are."""
        if effect not in ("come", "leave"):
            return heading
        way: Effect = "come" if effect == "come" else "leave"
        return replace(heading, effect=way, holder=self.over.holder, place=self.over.place)

    def _leads(self, label: Phrase, amount: Phrase) -> bool:
        return self.reader.tree.lemmas[label.end : amount.start] in ([], [":"], ["-"], [","])

    def _heading(self, phrases: list[Phrase], above: Heading, span: range) -> Heading:
        """What the phrases say, over what is said above them."""
        found = replace(above)
        tree = self.reader.tree
        governed = {p.start - 1 for p in phrases if p.preposition}
        for place in span:
            effect = table("headings").get(tree.texts[place].lower())
            if effect and place not in governed:
                found.effect = effect  # type: ignore[assignment]
                break
        for phrase in phrases:
            self._add(found, phrase)
        if found.effect in ("come", "leave"):  # where they get on or off is not where they are
            found.place = above.place
        return found

    def _add(self, found: Heading, phrase: Phrase) -> None:
        tree, entities = self.reader.tree, self.reader.entities
        if phrase.head < 0 or phrase.pronoun:
            return
        lemma = tree.lemmas[phrase.head]
        time = time_of(tree, phrase)
        if time is not None:
            found.time = time
        elif tree.texts[phrase.head].lower() in table("headings"):
            return
        elif lemma in words("records"):
            found.place = found.place or " ".join(phrase.marks[-1:])
        elif lemma in table("asked nouns"):
            found.kind = dimension_kind(table("asked nouns")[lemma])
            found.holder = entities.name(phrase.possessor or phrase.of)
        elif phrase.preposition in ("by", "for", "with", "without") or self._bare(phrase):
            found.extras = frozenset([lemma])
        elif phrase.preposition == "of":
            return
        elif phrase.preposition:
            found.place = found.place or entities.name(phrase)
        elif tree.tags[phrase.head] in ("NNS", "NNPS"):
            found.kind = noun_kind(tree, phrase)
        else:
            found.holder = entities.name(phrase)

    def _bare(self, phrase: Phrase) -> bool:
        """As in "On foot": a manner, not a place."""
        lone = phrase.end - phrase.start == 1 and self.reader.tree.tags[phrase.head] == "NN"
        return lone and phrase.preposition == "on"

    def _tell(self, amount: Phrase, heading: Heading, span: range) -> None:
        reader = self.reader
        kind, scale = kind_of(reader.tree, amount)
        rest = kind is None and amount.quantity is None
        if kind is None:
            known = heading.kind or (reader.kinds[-1] if reader.kinds else Kind())
            marks = known.marks | (frozenset() if rest else marks_of(amount))
            kind = Kind(known.head, marks, known.lacks, known.ups, known.measure)
        elif heading.kind is not None and heading.kind.measure and kind.measure:
            kind = heading.kind
        fact = Fact(
            Amount(amount.quantity, None, scale),
            heading.effect,
            kind,
            verb="be",
            holder=heading.holder,
            place=heading.place,
            time=heading.time,
            extras=heading.extras,
            of=kind if rest else None,
            rest=rest,
            sentence=reader.tree.sentence_of(span.start),
            clause=span.start,
            words=amount.span(),
        )
        reader.kinds.append(kind)
        reader.facts.append(fact)
