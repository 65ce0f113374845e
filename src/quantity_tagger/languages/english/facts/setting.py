"""Whose an English number is, where and when it is, and what it went for."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.events import NOTHING, Event
from quantity_tagger.languages.english.facts.noun_phrases import PRONOUNS, Noun, Phrases
from quantity_tagger.languages.english.facts.people import People
from quantity_tagger.languages.english.facts.times import time_at
from quantity_tagger.languages.english.facts.units import Unit
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.grammar import NAMES, NOUNS
from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.languages.english.vocabulary import word_set

NO_PLACES: Final = word_set("noun_groups", "no place")


class Setting:
    """A number with its unit and its event: whose it is, where, when and for what."""

    def __init__(
        self,
        document: Text,
        words: Words,
        phrases: Phrases,
        people: People,
        token: int,
        unit: Unit,
        event: Event,
        sentence: int,
    ) -> None:
        self._document = document
        self._texts = document.texts
        self._tags = document.tags
        self._lemmas = document.lemmas
        self._words = words
        self._phrases = phrases
        self._people = people
        self._unit = unit
        self._event = event
        self._token = token
        self._sentence_start = document.starts[sentence]
        self._start = self._sentence_start
        self._sentence_stop = document.stops[sentence]
        self._end = self._sentence_stop
        if event is not NOTHING:
            self._start = min(event.start, event.cues_from)
            if event.end > token:
                self._end = event.end
        self._is_subject = event.start <= token < event.first
        self._subject, self._joint = people.subject_of(event)
        self._subject_of = event.subject_of
        # "his dog weighs 7 kg": the person's, and yet not the person
        of_another = event.possessor and self._subject and self._subject != event.subject
        self._thing = event.subject if of_another else ""
        if not self._subject and self._points_back():
            self._subject = people.hero_at(token)
        if (gapped := self._gapped()) is not None:
            self._subject, self._joint = people.named(gapped.name, ""), False
            self._subject_of = gapped.modifiers
        self._before = self._word_before()

    def _word_before(self) -> str:
        index = self._token - 1
        while index >= 0 and self._tags[index] in ("$", "RB", "DT", "JJ"):
            index -= 1
        return self._lemmas[index] if index >= 0 else ""

    def _points_back(self) -> bool:
        """As in "Ann has 8. That is 3 more than Ben has.": it is stated of Ann."""
        event, lemmas = self._event, self._lemmas
        return (
            event.lemma == "be"
            and lemmas[event.first - 1] in ("that", "this", "which")
            and self._document.compares
            and "than" in lemmas[self._token : self._end]
        )

    def _gapped(self) -> Noun | None:
        """The subject before a number whose verb is left out: "a jug holds 3 l, a can 1 l"."""
        event, tags = self._event, self._tags
        index = self._token - 1
        if event is NOTHING or event.passive or index <= event.verb + 2:
            return None
        while index > event.verb and tags[index] in ("$", "RB"):
            index -= 1
        if tags[index] not in NOUNS:
            return None
        nouns = self._phrases.between(event.verb + 1, index + 1)
        noun = nouns[-1] if nouns else None
        if (
            noun is None
            or noun.end != index + 1
            or noun.preposition
            or noun.head in self._words.times
        ):
            return None
        first = noun.at - len(noun.modifiers)
        while first > event.verb and tags[first - 1] in ("DT", "PRP$"):
            first -= 1
        return noun if tags[first - 1] in (",", "CC") else None

    def _companions(self) -> tuple[str, str, str, str]:
        """To whom, from whom or where, in which place, than whom."""
        event, people, token, tags = self._event, self._people, self._token, self._tags
        words, document = self._words, self._document
        recipient = source = place = reference = earlier = ""
        if event is not NOTHING and event.verb + 1 < token:
            for noun in self._phrases.between(event.verb + 1, token):
                if noun.preposition:
                    earlier = self._place(noun) or earlier
                elif (
                    tags[noun.at] in NAMES
                    or noun.head in PRONOUNS
                    or noun.head in words.kin
                    or noun.head in words.professions
                ):
                    recipient = people.named(noun.head, self._subject, token)
        than = len(tags)
        for noun in self._phrases.between(max(self._unit.end, token + 1), self._end):
            preposition, head = noun.preposition, noun.head
            if preposition and noun.end < self._end and tags[noun.end] == "CD":
                break  # ", in the other box 5": what follows is stated of that
            if preposition == "than":
                than = noun.at - 1
            if preposition == "to" or (preposition == "with" and event.lemma == "share"):
                recipient = recipient or people.named(noun.name, self._subject, token)
            elif preposition in ("from", "out") and head not in words.times:
                source = source or people.named(noun.name, self._subject, token)
                place = place or self._place(noun)
            elif noun.at > than or self._than_before(noun):
                than = min(than, noun.at)
                if not reference and head not in ("number", "amount"):
                    reference = time_at(document, words, noun.at)
                    reference = reference or people.named(head, self._subject, token)
                    if noun.modifiers and reference == head:
                        reference = f"{noun.modifiers[0]} {head}"
            elif preposition:
                place = place or self._place(noun)
        if self._is_subject and event.verb_class in ("come", "leave") and not event.passive:
            # "9 members join the art club": what they come to or leave stands as the object
            for noun in self._phrases.between(event.verb + 1, min(self._end, event.verb + 6)):
                if not noun.preposition and _can_be_entered(noun, words):
                    name = " ".join((*noun.modifiers[:1], noun.head))
                    if event.verb_class == "come":
                        recipient = recipient or name
                    else:
                        source = source or name
                break
        place = place or earlier
        if not place and event is not NOTHING:
            for noun in self._phrases.between(self._start, event.first):
                if noun.preposition:
                    place = place or self._place(noun)
        return recipient, source, place, reference

    def _than_before(self, noun: Noun) -> bool:
        """As in "than on Monday": the time stands in for what is compared."""
        return (
            self._document.compares
            and "than" in self._lemmas[max(self._token, noun.at - 4) : noun.at]
        )

    def _place(self, noun: Noun) -> str:
        head = noun.head
        if noun.preposition not in self._words.places or head in self._words.times:
            return ""
        if head in NO_PLACES or head in PRONOUNS:
            return ""
        if self._tags[noun.at - 1 - len(noun.modifiers)] == "CD":
            return ""  # "on 6 shelves" tells no shelf from another
        return "" if self._people.is_person(head) else noun.name

    def _time(self) -> str:
        """The nearest time after the number, else before it; a time of day only for want of one."""
        for index in self._document.times:
            if self._sentence_start <= index < self._end:
                break
        else:
            return ""
        tags, lemmas = self._tags, self._lemmas
        times, weak = self._words.times, ""
        for index in range(self._token + 1, self._end):
            tag, lemma = tags[index], lemmas[index]
            if lemma == "than":
                break
            if lemma in times:
                time = time_at(self._document, self._words, index)
                if time and not time.startswith(("meal:", "part:")):
                    return time
                weak = weak or time
            if tag == "CD" or (tag == "CC" and self._counts_on(index)):
                break
        for index in range(self._token - 1, self._sentence_start - 1, -1):
            if lemmas[index] in times and (time := time_at(self._document, self._words, index)):
                return weak if weak and time.startswith(("meal:", "part:")) else time
        return weak

    def _counts_on(self, index: int) -> bool:
        """Whether another number follows in the clause, so that what comes next is its own."""
        return "CD" in self._tags[index : self._end]

    def _item(self) -> tuple[str, tuple[str, ...]]:
        """What money went for: "on marbles", "for a kite", "a kite for $7", "a kite costs $7"."""
        event, token, words = self._event, self._token, self._words
        for noun in self._phrases.between(token + 1, self._end):
            if noun.at > token + 8 or "CD" in self._tags[token + 1 : noun.at]:
                break
            if noun.preposition in ("on", "for") or "buy" in self._lemmas[token + 1 : noun.at]:
                return _goods(words, noun)
        if self._before in ("for", "cost", "be", "worth"):
            nouns = self._phrases.between(max(event.verb + 1, token - 10), token)
            if nouns:
                return _goods(words, nouns[-1])
            return event.subject, words.kinds_of.get(event.subject, ())
        return "", ()

    def _object(self) -> str:
        """What else the verb is about: "played chess with 6 kids"."""
        event, token = self._event, self._token
        if event is not NOTHING and self._before in ("with", "for", "at", "in", "to"):
            for noun in self._phrases.between(event.verb + 1, token):
                if not noun.preposition and not self._people.is_person(noun.head):
                    return noun.head
        return ""


def _goods(words: Words, noun: Noun) -> tuple[str, tuple[str, ...]]:
    head = lemmatise(noun.head, "NNS")
    return head, (*words.kinds_of.get(head, ()), *noun.modifiers)


def _can_be_entered(noun: Noun, words: Words) -> bool:
    """Whether a phrase can name where those counted go: no time, no pronoun, no one."""
    return noun.head not in words.times and noun.head not in PRONOUNS and noun.head not in words.kin
