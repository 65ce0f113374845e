"""Who is meant: names, kin and pronouns of an English text."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.events import Event
from quantity_tagger.languages.english.facts.noun_phrases import ORDINALS, PRONOUNS
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.grammar import NAMES
from quantity_tagger.languages.english.vocabulary import word_set

_SINGULAR: Final = frozenset(["he", "she", "him", "her", "his"])
_PLURAL: Final = frozenset(["they", "them", "their", "we", "us", "our"])
_HOLDING: Final = word_set("verb_groups", "holding")
_COMPARED: Final = frozenset(["than", "as"])
_OTHERS: Final = frozenset(["him", "her", "his", "them"])
_SPEAKER: Final = frozenset(["i", "me", "my", "you", "your"])


class People:
    """Those the text tells of; pronouns are resolved as the story runs."""

    __slots__ = (
        "_alias",
        "_genders",
        "_kin",
        "_own_gender",
        "_persons",
        "_resolved",
        "_roles",
        "_things",
        "_told",
        "asked",
        "names",
        "topic",
    )

    def __init__(self, document: Text, words: Words, events: list[Event], question: range) -> None:
        self._kin = words.kin
        self._roles = words.professions
        self._genders = words.genders
        self._own_gender: dict[str, str] = {}  # what the text tells comes first
        self._told: list[tuple[int, str, int]] = []  # after each event: the topic, how many names
        self.asked = ""
        self._resolved: dict[int, tuple[str, bool]] = {}
        self.names: list[str] = []
        self.topic = ""  # the last person a sentence was about
        self._things: str = ""
        tags, lemmas = document.tags, document.lemmas
        names = [index for index, tag in enumerate(tags) if tag in NAMES]
        self._persons = _persons(lemmas, names, words)
        # "her brother Owen … her brother", "Coach Mike … the coach"
        self._alias = {
            lemmas[index - 1]: lemmas[index]
            for index in names
            if index
            and (lemmas[index - 1] in words.kin or lemmas[index - 1] in words.professions)
            and lemmas[index] in self._persons
        }
        start, stop = question.start, question.stop
        compared = _compared(lemmas, start, stop)
        asked_of = [
            lemmas[i] for i in names if start <= i < compared and lemmas[i] in self._persons
        ]
        if asked_of and not _HOLDING.isdisjoint(lemmas[start:stop]):
            self.asked = asked_of[0]
        if start == 0:  # the question comes first: the story is about whom it names
            self.names = asked_of
            self.topic = asked_of[0] if asked_of else ""
        for event in events:
            if event.subject in self._persons:
                for word in event.subject_of:  # "his sister Ada"
                    if word in words.kin and word in words.genders:
                        self._own_gender[event.subject] = words.genders[word]
            self._resolved[event.verb] = self._resolve(document, event)
            inside = slice(bisect_left(names, event.start), bisect_left(names, event.end))
            for index in names[inside]:  # those who are given or lent something
                name = lemmas[index]
                if name not in self.names and name in words.genders:
                    self.names.append(name)
            self._told.append((event.verb, self.topic, len(self.names)))

    def _resolve(self, document: Text, event: Event) -> tuple[str, bool]:
        head = event.subject
        if event.joint:
            for name in event.names:
                self._meet(name, document, event)
            return " ".join(event.names), True
        if head in _SPEAKER:
            self.topic = self.topic or "i"
            return "i", False
        if head in _PLURAL:
            if not self.names and self._things:
                return self._things, False  # "a store had 2; they got 5"
            return "they", True
        if head in _SINGULAR:
            return self._singular(head, ""), False
        if head == "it":
            return self._things, False
        if head == "there" or not head:
            return "", False
        head = self._alias.get(head, head)
        self._meet(head, document, event)
        if event.subject_of and event.subject_of[0] in ORDINALS:
            return f"{event.subject_of[0]} {head}", False
        if event.possessor and head not in self._persons and head not in self._kin:
            # what a person's cat, garden or box has is the person's
            return self.named(event.possessor, ""), False
        return head, False

    def _can_be(self, name: str, gender: str) -> bool:
        """Whether nothing tells that a name is not of a gender."""
        known = self._own_gender.get(name) or self._genders.get(name)
        return known is None or known == gender

    def _singular(self, pronoun: str, other_than: str, at: int = -1) -> str:
        """The person "he" or "she" means: the one asked about where it can be, else the topic."""
        gender = "male" if pronoun in ("he", "him", "his") else "female"
        topic, names = self.topic, self.names
        if at >= 0:
            # as the story stands at that token
            for verb, told, count in reversed(self._told):
                if verb <= at:
                    topic, names = told, names[:count]
                    break
        fits = [name for name in names if name != other_than and self._can_be(name, gender)]
        if self.asked in fits or not (names or topic):
            return self.asked
        if topic in fits or (
            topic and topic not in names and topic != other_than and self._can_be(topic, gender)
        ):
            return topic
        if fits:
            return fits[-1]
        return topic if self._can_be(topic, gender) else ""

    def _meet(self, head: str, document: Text, event: Event) -> None:
        is_name = event.subject_at >= 0 and document.tags[event.subject_at] in NAMES
        if is_name or head in self._persons:
            after = event.verb + 1
            near = event.end if event.verb_class in ("give", "take", "lose") else after + 1
            said = document.lemmas[after : min(near, event.end)]
            if not self.topic or _OTHERS.isdisjoint(said):
                self.topic = head
            if head not in self.names:
                self.names.append(head)
        elif (
            event.possessor and event.possessor not in PRONOUNS and event.possessor in self._persons
        ):
            if head not in self._kin:
                self.topic = event.possessor
            if event.possessor not in self.names:
                self.names.append(event.possessor)
        elif not self.topic or head in self._roles:
            self.topic = head
        if head not in self._persons:
            self._things = head

    def subject_of(self, event: Event) -> tuple[str, bool]:
        """The owner an event's subject stands for, and whether it is several together."""
        return self._resolved.get(event.verb, ("", False)) if event.lemma else ("", False)

    def is_person(self, head: str) -> bool:
        return head in self._persons or head in self._kin or head in self._roles

    def hero_at(self, at: int) -> str:
        """Whom the story was about before a token."""
        for verb, topic, _ in reversed(self._told):
            if verb < at:
                return topic
        return ""

    def named(self, head: str, other_than: str, at: int = -1) -> str:
        """Who a name, a pronoun or a possessive means, at a token of the text where that is given;
        an object is not the subject.
        """
        if head in _SINGULAR:
            return self._singular(head, other_than, at)
        if head == "it":
            return ""
        if head in _SPEAKER:
            return "i"
        if head in _PLURAL:
            return "they"
        return self._alias.get(head, head)


def _compared(lemmas: list[str], start: int, stop: int) -> int:
    """Where the question goes on to what it compares with: "than Ann", "as many as Ann"."""
    for index in range(start, stop):
        if lemmas[index] in _COMPARED:
            return index
    return stop


def _persons(lemmas: list[str], names: list[int], words: Words) -> set[str]:
    """The names of the text, but for those that follow "in" or "at": "in Paris"."""
    found: set[str] = set()
    located: list[str] = []
    for index in names:
        lemma = lemmas[index]
        if lemma not in words.times:
            before = lemmas[index - 1] if index else ""
            if before in ("in", "at", "near") and lemma not in words.genders:
                located.append(lemma)
            else:
                found.add(lemma)
    found.difference_update(located)
    return found
