"""The noun phrases of an English text, those of its frames, handed out by place."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.frames.phrase import Phrase

PRONOUNS: Final = frozenset(
    ["he", "she", "it", "they", "i", "we", "you", "him", "her", "them", "me", "us"]
)
ORDINALS: Final = frozenset(["first", "second", "third", "fourth", "fifth", "last", "other"])


class Noun:
    """A noun phrase: its head, its modifiers, whose it is, the index after it."""

    __slots__ = (
        "at",
        "end",
        "head",
        "modifiers",
        "possessor",
        "preposition",
        "start",
        "telling",
    )

    def __init__(
        self,
        head: str,
        modifiers: tuple[str, ...],
        possessor: str,
        start: int,
        at: int,
        end: int,
        preposition: str,
        telling: str = "",
    ) -> None:
        self.head = head
        self.modifiers = modifiers
        self.possessor = possessor
        self.start = start
        self.at = at  # where the head stands
        self.end = end
        self.preposition = preposition
        self.telling = telling  # the modifier that tells it from others: "front" of the yard

    @property
    def name(self) -> str:
        """The head, with what tells it from others of its kind: "second shelf"."""
        if self.modifiers and self.modifiers[0] in ORDINALS:
            return f"{self.modifiers[0]} {self.head}"
        return f"{self.telling} {self.head}" if self.telling else self.head

    def alone(self) -> Noun:
        """The same phrase without a preposition."""
        return Noun(
            self.head,
            self.modifiers,
            self.possessor,
            self.start,
            self.at,
            self.end,
            "",
            self.telling,
        )


class Phrases:
    """The noun phrases of a document."""

    __slots__ = ("_heads", "_nouns")

    def __init__(self, document: Text, phrases: list[Phrase]) -> None:
        found = [_noun(document, phrase) for phrase in phrases]
        self._nouns = [noun for noun in found if noun is not None]
        self._heads = [noun.at for noun in self._nouns]
        _tell_apart(self._nouns)

    def between(self, start: int, end: int) -> list[Noun]:
        """The noun phrases whose heads stand between two tokens, each with its preposition if that
        stands there too.
        """
        if end <= start:
            return []
        found = self._nouns[bisect_left(self._heads, start) : bisect_left(self._heads, end)]
        if found and found[0].preposition and found[0].start <= start:
            found[0] = found[0].alone()
        return found


def _noun(document: Text, phrase: Phrase) -> Noun | None:
    """What a phrase names, None where it is a mere amount."""
    lemmas = document.lemmas
    at, modifiers = phrase.head, tuple(phrase.marks)
    possessor = phrase.possessor
    if phrase.pronoun and lemmas[at] not in PRONOUNS:
        return None
    if phrase.label:  # "Room 204"
        at, modifiers = phrase.end - 1, (*modifiers, lemmas[at])
    elif at < 0 and phrase.quantity is not None:
        return None
    elif at < 0 and modifiers and phrase.determiner:  # "the red and the blue"
        at, modifiers = phrase.end - 1, modifiers[:-1]
    elif at < 0 and possessor is not None:  # "her sister's was": the thing itself is left out
        at, modifiers = possessor.head, ()
    if at < 0:
        return None
    return Noun(
        lemmas[at],
        modifiers,
        lemmas[possessor.head] if possessor is not None and possessor.head >= 0 else "",
        phrase.start,
        at,
        phrase.end,
        phrase.preposition.partition(" ")[0],
    )


def _tell_apart(nouns: list[Noun]) -> None:
    """Notes what tells one phrase from another, where a head comes with several modifiers."""
    told: dict[str, str] = {}
    several: list[str] = []
    for noun in nouns:
        if noun.modifiers and noun.preposition:
            telling = noun.modifiers[-1]
            if told.setdefault(noun.head, telling) != telling:
                several.append(noun.head)
    if several:
        for noun in nouns:
            if noun.head in several and noun.modifiers and noun.preposition:
                noun.telling = noun.modifiers[-1]
