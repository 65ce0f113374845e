"""Who is meant: names, kin and pronouns of an English text."""

from __future__ import annotations

from quantity_tagger.analysis.english_events import NAMES, PRONOUNS, Event
from quantity_tagger.analysis.english_words import Words
from quantity_tagger.text.document import Document

_SINGULAR = frozenset(["he", "she", "him", "her", "his"])
_PLURAL = frozenset(["they", "them", "their", "we", "us", "our"])
_SPEAKER = frozenset(["i", "me", "my", "you", "your", "we"])


class People:
    """Those the text tells of; pronouns are resolved as the story runs."""

    def __init__(self, document: Document, words: Words, events: list[Event]) -> None:
        self._kin = words.kin
        self._resolved: dict[int, tuple[str, bool]] = {}
        self.names: list[str] = []
        self.hero = ""  # the last person a sentence was about
        self._things: str = ""
        tokens = document.tokens
        self._persons = {
            token.lemma for token in tokens if token.tag in NAMES and token.lemma not in words.times
        }
        for event in events:
            self._resolved[event.verb] = self._resolve(document, event)

    def _resolve(self, document: Document, event: Event) -> tuple[str, bool]:
        head = event.subject
        if event.joint:
            for name in event.names:
                self._meet(name, document, event)
            return " ".join(event.names), True
        if head in _SPEAKER:
            self.hero = self.hero or "i"
            return "i", False
        if head in _PLURAL:
            return "they", True
        if head in _SINGULAR:
            return self.hero or (self.names[-1] if self.names else head), False
        if head == "it":
            return self._things or head, False
        if head == "there" or not head:
            return "", False
        self._meet(head, document, event)
        if event.possessor and head not in self._persons and head not in self._kin:
            # what a person's cat, garden or box has is the person's
            return self.named(event.possessor, ""), False
        return head, False

    def _meet(self, head: str, document: Document, event: Event) -> None:
        is_name = event.subject_at >= 0 and document.tokens[event.subject_at].tag in NAMES
        if is_name or head in self._persons:
            self.hero = head
            if head not in self.names:
                self.names.append(head)
        elif (
            event.possessor and event.possessor not in PRONOUNS and event.possessor in self._persons
        ):
            if head not in self._kin:
                self.hero = event.possessor
            if event.possessor not in self.names:
                self.names.append(event.possessor)
        elif not self.hero:
            self.hero = head
        if head not in self._persons:
            self._things = head

    def subject_of(self, event: Event) -> tuple[str, bool]:
        """The owner an event's subject stands for, and whether it is several together."""
        return self._resolved.get(event.verb, ("", False)) if event.lemma else ("", False)

    def is_person(self, head: str) -> bool:
        return head in self._persons or head in self._kin

    def named(self, head: str, other_than: str) -> str:
        """Who a name, a pronoun or a possessive means; an object is not the subject."""
        if head in _SINGULAR:
            if self.hero and self.hero != other_than:
                return self.hero
            for name in reversed(self.names):
                if name != other_than:
                    return name
            return self.hero
        if head in _SPEAKER:
            return "i"
        if head in _PLURAL:
            return "they"
        return head
