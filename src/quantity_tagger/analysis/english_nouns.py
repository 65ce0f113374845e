"""The noun phrases of an English text, found once and handed out by place."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final, NamedTuple

from quantity_tagger.analysis.english_text import Text
from quantity_tagger.analysis.english_words import Words

NOUNS: Final = frozenset(["NN", "NNS", "NNP", "NNPS"])
NAMES: Final = frozenset(["NNP", "NNPS"])
PRONOUNS: Final = frozenset(
    ["he", "she", "it", "they", "i", "we", "you", "him", "her", "them", "me", "us"]
)
ORDINALS: Final = frozenset(["first", "second", "third", "fourth", "fifth", "last", "other"])
_GOVERNORS: Final = frozenset(["IN", "TO"])
_STARTS: Final = NOUNS | {"DT", "PRP$", "CD", "JJ", "JJS", "VBN", "VBG", "POS"}


class Noun(NamedTuple):
    """A noun phrase: its head, its modifiers, whose it is, the index after it."""

    head: str
    modifiers: tuple[str, ...]
    possessor: str
    at: int
    end: int
    preposition: str
    telling: str = ""  # the modifier that tells it from another of its kind: "front" of the yard

    @property
    def name(self) -> str:
        """The head, with what tells it from others of its kind: "second shelf"."""
        if self.modifiers and self.modifiers[0] in ORDINALS:
            return f"{self.modifiers[0]} {self.head}"
        return f"{self.telling} {self.head}" if self.telling else self.head


class Phrases:
    """The noun phrases of a document."""

    def __init__(self, document: Text, words: Words) -> None:
        self._tags = document.tags
        self._lemmas = document.lemmas
        self._times = words.times
        found = self._scan(0, len(document.tags))
        self._starts = [start for start, _ in found]
        self._nouns = _told_apart([noun for _, noun in found])

    def between(self, start: int, end: int) -> list[Noun]:
        """The noun phrases between two tokens, each with the preposition before it; one that is
        cut by either end is read anew as far as it lies between them.
        """
        starts, nouns = self._starts, self._nouns
        first = bisect_left(starts, start)
        last = bisect_left(starts, end, first)
        found = nouns[first:last]
        if found:
            if found[0].preposition and not self._governed(start, starts[first]):
                found[0] = found[0]._replace(preposition="")
            if found[-1].end > end:
                preposition = found.pop().preposition
                cut = self._scan(starts[last - 1], end)
                found += [noun._replace(preposition=preposition) for _, noun in cut]
        if first and nouns[first - 1].end > start:
            cut = self._scan(start, min(nouns[first - 1].end, end))
            found[:0] = [noun for _, noun in cut]
        return found

    def _governed(self, start: int, at: int) -> bool:
        """Whether the preposition of the phrase at ``at`` is among the tokens from ``start`` on."""
        return not _GOVERNORS.isdisjoint(self._tags[start:at])

    def _scan(self, start: int, end: int) -> list[tuple[int, Noun]]:
        tags, lemmas = self._tags, self._lemmas
        found: list[tuple[int, Noun]] = []
        index = start
        preposition = ""
        while index < end:
            tag = tags[index]
            if tag in _GOVERNORS:
                preposition = lemmas[index]
                if preposition == "of" and index > start and lemmas[index - 1] == "out":
                    preposition = "out"
            elif tag == "PRP":
                found.append((index, Noun(lemmas[index], (), "", index, index + 1, preposition)))
                preposition = ""
            elif tag in _STARTS:
                noun = _noun_phrase(tags, lemmas, self._times, index, end, preposition)
                if noun is not None:
                    found.append((index, noun))
                    index = noun.end
                    preposition = ""
                    continue
            elif tag != "RB":
                preposition = ""
            index += 1
        return found


def _told_apart(nouns: list[Noun]) -> list[Noun]:
    """The phrases with what tells one from another, where a head comes with several modifiers."""
    told: dict[str, set[str]] = {}
    for noun in nouns:
        if noun.modifiers and noun.preposition:
            told.setdefault(noun.head, set()).add(noun.modifiers[-1])
    several = {head for head, modifiers in told.items() if len(modifiers) > 1}
    if not several:
        return nouns
    return [
        noun._replace(telling=noun.modifiers[-1])
        if noun.head in several and noun.modifiers and noun.preposition
        else noun
        for noun in nouns
    ]


def _noun_phrase(
    tags: list[str],
    lemmas: list[str],
    times: frozenset[str],
    index: int,
    end: int,
    preposition: str,
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
    if (
        at < 0
        and modifiers
        and tags[first] == "DT"
        and index < end
        and tags[index] in (".", ",", "CC")
    ):
        return Noun(modifiers[-1], tuple(modifiers[:-1]), possessor, index - 1, index, preposition)
    if at < 0:
        if possessor:  # "her sister's was": the thing itself is left out
            return Noun(possessor, (), possessor, index - 1, index, preposition)
        return None
    return Noun(head, tuple(modifiers), possessor, at, index, preposition)
