"""What an English text says of one number: who, where, when, and its part in the story."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.events import NOTHING, Event
from quantity_tagger.languages.english.facts.noun_phrases import Phrases
from quantity_tagger.languages.english.facts.people import People
from quantity_tagger.languages.english.facts.roles import LOSSES, Part
from quantity_tagger.languages.english.facts.units import Unit
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.facts import QuantityFacts, Role, UnitKind, VerbClass
from quantity_tagger.problem.problem import Quantity

_MOTION: Final = word_set("verb_groups", "motion")
_GIVEN_BACK: Final = word_set("verb_groups", "giving back")


class Mention(Part):
    """A number with its unit and its event, on the way to become facts: what is said around it is
    read at once, what other numbers tell of it may change that.
    """

    def __init__(
        self,
        document: Text,
        words: Words,
        phrases: Phrases,
        people: People,
        quantity: Quantity,
        unit: Unit,
        event: Event,
        sentence: int,
        in_question: bool,
    ) -> None:
        super().__init__(document, words, phrases, people, quantity.token, unit, event, sentence)
        self.value = quantity.value
        self.token = quantity.token
        self.sentence = sentence
        self.in_question = in_question
        self.unit = unit.head
        self.modifiers = unit.modifiers
        self.material = unit.material
        self.unit_kind: UnitKind = unit.kind
        self.inherited = unit.inherited
        self.joint = self._joint
        self.thing = self._thing
        self.kinds = words.kinds_of.get(unit.head, ())
        if unit.material:
            self.kinds = (*self.kinds, *words.kinds_of.get(unit.material[-1], ()))
        cues = self._cues()
        self._read_verb(cues)
        self._read_role(cues)
        self._read_companions(unit, cues)
        self.negated = event.negated or event.lemma == "miss"
        self.hypothetical = event.unreal or (event.purpose and self._only_enough())
        self._read_comparison()
        self.cues: tuple[str, ...] = tuple(sorted(cues)) if cues else ()
        self.item, self.item_kinds = self._item() if unit.kind == "money" else (self._object(), ())
        self.time = self._time()
        self.person = people.is_person(self.owner)

    def _read_verb(self, cues: set[str]) -> None:
        """What happens, and who has or acts."""
        event = self._event
        self.verb = event.phrase
        self.verb_class: VerbClass = self._verb_class()
        self.owner = self._subject
        if event.lemma == "leave" and event.passive and self._before == "with":
            self.verb_class = "hold"  # "he was left with 3"
            cues.add("end")
        elif event.passive or (self._is_subject and event.subject_at > self._token):
            self.owner = ""  # those counted are no owner of themselves
        if self.unit_kind == "money":
            if self._is_price():
                self.verb_class = "cost"
                self.owner = "" if event.relative else self.owner
            elif event.lemma in ("pay", "give", "hand") and self._before == "with":
                self.verb_class = "hold"  # "paid with a $20 bill" is handed over, not the cost
                cues.add("tendered")
        if self._is_outcome():
            self.verb_class = "hold"
            cues.add("end")
        elif self._belongs():
            self.verb, self.verb_class, self.owner = "have", "hold", ""

    def _read_role(self, cues: set[str]) -> None:
        """What the number is in the story, and whether it is a state after the events."""
        event = self._event
        direction, role = self._role(self.verb_class, cues)
        spends = self.verb_class in ("gain", "take") and self._before == "for"
        if spends and self.unit_kind == "money":
            self.verb_class = "lose"  # "bought a kite for $7"
        self.is_last = False
        if role in ("state", ""):
            if event.lemma in ("start", "begin"):
                role = "state"
            elif "end" in cues or event.lemma in ("end", "leave") or event.future:
                self.is_last = True
            elif "start" not in cues:  # "so he had only 8"
                self.is_last = self.verb_class == "hold" and self._lemmas[event.start - 1] == "so"
        self.direction = direction
        self.role: Role = role

    def _read_companions(self, unit: Unit, cues: set[str]) -> None:
        """To whom, from whom, where, than whom."""
        event, owner = self._event, self.owner
        recipient, source, place, reference = self._companions()
        if not recipient and event.possessor and event.phrase in _GIVEN_BACK:
            recipient = self._people.named(event.possessor, owner, self._token)
        if unit.source:
            source = self._people.named(unit.source, owner) or source
        if self.verb_class == "hold" and not owner and recipient and "end" in cues:
            self.owner = recipient  # "this gave Mia 14 in all"
        still = self.verb_class in ("hold", "exist", "do", "")
        if source and still and event.lemma in _MOTION:
            # "18 birds flew from the wire", "she carried 8 cups from the table to the sink"
            self.verb_class = "leave" if self._is_subject else "remove"
            self.direction, self.role, self.is_last = -1, "change", False
        self.recipient, self.source, self.place = recipient, source, place
        self.reference = reference

    def _read_comparison(self) -> None:
        """As in "if Ann gives away 3, she has as many as Ben": Ann has 3 more than Ben."""
        if self._event is not NOTHING and (equal := self._made_equal()):
            shrinks = self.verb_class in LOSSES or self._comparative()[0] < 0
            self.role, self.direction = "difference", 1 if shrinks else -1
            self.reference = equal
            self.hypothetical = False

    def facts(self) -> QuantityFacts:
        """All that is said of the number."""
        return QuantityFacts(
            value=self.value,
            token=self.token,
            sentence=self.sentence,
            in_question=self.in_question,
            unit=self.unit,
            modifiers=self.modifiers,
            material=self.material,
            unit_kind=self.unit_kind,
            kinds=self.kinds,
            verb_class=self.verb_class,
            owner=self.owner,
            owner_of=self._subject_of,
            place=self.place,
            time=self.time,
            item=self.item,
            role=self.role,
            direction=self.direction,
            reference=self.reference,
        )

    @property
    def whose(self) -> str:
        """The owner, with the word that tells it from others: "blue box"."""
        return " ".join((*self._subject_of[:1], self.owner))

    def is_where(self) -> bool:
        """Whether the number tells in how many places something is: "90 drums on 4 racks"."""
        token, tags, lemmas = self._token, self._tags, self._lemmas
        return (
            token > 1
            and lemmas[token - 1] in ("in", "on", "into", "onto")
            and tags[token - 2] == "NNS"
        )

    def _only_enough(self) -> bool:
        """As in "enough film to take 32 more": they have not been taken."""
        first = self._event.first
        return "enough" in self._lemmas[max(0, first - 6) : first]

    def _made_equal(self) -> str:
        """As many as whom there would be after the event."""
        tags, lemmas = self._tags, self._lemmas
        if not self._document.equals:
            return ""
        stop = self._sentence_stop
        for index in range(self._token + 1, stop - 2):
            if tags[index] in ("CD", "WRB"):
                break
            if lemmas[index] == "as" and lemmas[index + 1] in ("many", "much"):
                for noun in self._phrases.between(index + 2, stop):
                    if "as" in lemmas[index + 2 : noun.at]:
                        return self._people.named(noun.name, self._subject)
        return ""
