"""The noun phrases of an English text, found once and handed out by place."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.grammar import NAMES, NOUNS

PRONOUNS: Final = frozenset(
    ["he", "she", "it", "they", "i", "we", "you", "him", "her", "them", "me", "us"]
)
ORDINALS: Final = frozenset(["first", "second", "third", "fourth", "fifth", "last", "other"])
_GOVERNORS: Final = frozenset(["IN", "TO"])
_STARTS: Final = NOUNS | {"DT", "PRP$", "CD", "JJ", "JJS", "VBN", "VBG", "POS"}
_LONGEST_PHRASE: Final = 30  # words; a run that goes on is no phrase


class Noun:
    """A noun phrase: its head, its modifiers, whose it is, the index after it."""

    __slots__ = (
        "at",
        "end",
        "governor",
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
        governor: int,
        telling: str = "",
    ) -> None:
        self.head = head
        self.modifiers = modifiers
        self.possessor = possessor
        self.start = start
        self.at = at  # where the head stands
        self.end = end
        self.preposition = preposition
        self.governor = governor  # where the preposition stands
        self.telling = telling  # the modifier that tells it from others: "front" of the yard

    @property
    def name(self) -> str:
        """The head, with what tells it from others of its kind: "second shelf"."""
        if self.modifiers and self.modifiers[0] in ORDINALS:
            return f"{self.modifiers[0]} {self.head}"
        return f"{self.telling} {self.head}" if self.telling else self.head

    def after(self, preposition: str) -> Noun:
        """The same phrase with another preposition before it, or with none."""
        return Noun(
            self.head,
            self.modifiers,
            self.possessor,
            self.start,
            self.at,
            self.end,
            preposition,
            self.governor,
            self.telling,
        )


class Phrases:
    """The noun phrases of a document."""

    __slots__ = ("_lemmas", "_nouns", "_ranks", "_tags", "_times")

    def __init__(self, document: Text, words: Words) -> None:
        self._tags = document.tags
        self._lemmas = document.lemmas
        self._times = words.times
        nouns = self._scan(0, len(document.tags))
        _tell_apart(nouns)
        ranks: list[int] = []  # of each token: how many phrases start before it
        for number, noun in enumerate(nouns):
            while len(ranks) <= noun.start:
                ranks.append(number)
        while len(ranks) <= len(document.tags):
            ranks.append(len(nouns))
        self._nouns = nouns
        self._ranks = ranks

    def between(self, start: int, end: int) -> list[Noun]:
        """The noun phrases between two tokens, each with the preposition before it; one that is
        cut by either end is read anew as far as it lies between them.
        """
        nouns, ranks = self._nouns, self._ranks
        first = ranks[start]
        found = nouns[first : ranks[end]] if end > start else []
        if found:
            if found[0].preposition and found[0].governor < start:
                found[0] = found[0].after("")
            last = found[-1]
            if last.end > end:
                found.pop()
                for noun in self._scan(last.start, end):
                    found.append(noun.after(last.preposition))
        if first and nouns[first - 1].end > start:
            found[:0] = self._scan(start, min(nouns[first - 1].end, end))
        return found

    def _scan(self, start: int, end: int) -> list[Noun]:
        tags, lemmas = self._tags, self._lemmas
        found: list[Noun] = []
        index = start
        preposition = ""
        governor = -1
        while index < end:
            tag = tags[index]
            if tag in _GOVERNORS:
                governor = index
                preposition = lemmas[index]
                if preposition == "of" and index > start and lemmas[index - 1] == "out":
                    preposition = "out"
            elif tag == "PRP":
                found.append(
                    Noun(lemmas[index], (), "", index, index, index + 1, preposition, governor)
                )
                preposition = ""
            elif tag in _STARTS:
                last = min(end, index + _LONGEST_PHRASE)
                noun = _noun_phrase(tags, lemmas, self._times, index, last, preposition, governor)
                if noun is not None:
                    found.append(noun)
                    index = noun.end
                    preposition = ""
                    continue
            elif tag != "RB":
                preposition = ""
            index += 1
        return found


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


def _noun_phrase(
    tags: list[str],
    lemmas: list[str],
    times: frozenset[str],
    index: int,
    end: int,
    preposition: str,
    governor: int,
) -> Noun | None:
    modifiers: list[str] = []
    possessor = ""
    at = -1
    head = ""
    first = index
    while index < end:
        tag = tags[index]
        if tag in NOUNS:
            if at >= 0:
                if tag in NAMES:
                    # "in the end Ann had 3": a name begins a phrase of its own
                    of_its_own = preposition and tags[first] == "DT" and tags[at] == "NN"
                    if tags[at] == "NNS" or head in times or of_its_own:
                        break
                modifiers.append(head)
            head, at = lemmas[index], index
        elif at >= 0:
            if tag != "POS" or lemmas[index] == "'":
                break
            possessor, head, at = head, "", -1
            modifiers.clear()
        elif tag in ("JJ", "VBN", "VBG", "JJS"):
            modifiers.append(lemmas[index])
        elif index == first:
            if tag == "PRP$":
                possessor = lemmas[index]
            elif tag not in ("DT", "CD"):
                break
        elif tag == "CD":
            if tags[index - 1] not in ("DT", "PRP$"):
                break
        elif tag in ("VB", "VBD", "VBP", "VBZ"):
            head, at = lemmas[index], index  # after a determiner no verb can stand: "the shed"
        else:
            break
        index += 1
    if at < 0:
        if modifiers and tags[first] == "DT" and index < end and tags[index] in (".", ",", "CC"):
            head = modifiers.pop()  # "the red and the blue"
        elif possessor:
            head = possessor  # "her sister's was": the thing itself is left out
            modifiers.clear()
        else:
            return None
        at = index - 1
    named = tuple(modifiers) if modifiers else ()
    return Noun(head, named, possessor, first, at, index, preposition, governor)
