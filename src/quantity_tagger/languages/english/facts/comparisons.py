"""What an English question compares: the two sides of "more … than …", "between … and …"."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.noun_phrases import PRONOUNS, Noun, Phrases
from quantity_tagger.languages.english.facts.people import People
from quantity_tagger.languages.english.facts.times import time_at
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.grammar import AUXILIARIES, FINITE, NOUNS
from quantity_tagger.problem.facts import Side

_NO_VERBS: Final = frozenset(["do", "be", "have", "will", "can", "would", "could", "compare"])
_SUBJECTS: Final = frozenset(["PRP", "NNP", "DT", "PRP$", "EX", "NN", "NNS", "JJ"])
_NO_WORDS: Final = frozenset(
    ["many", "much", "more", "less", "few", "fewer", "number", "amount", "one"]
)


def read_sides(
    document: Text,
    words: Words,
    phrases: Phrases,
    people: People,
    at: int,
    end: int,
    after_verb: int,
) -> tuple[Side, ...]:
    """The side asked about and the one it is compared with, each by all that is said of it."""
    tags, lemmas = document.tags, document.lemmas
    than = at
    while than < end and not _is_than(lemmas, than):
        than += 1
    if than == end:
        return ()
    stop = end
    if after_verb > than:
        # "more goats than sheep does he have": the main clause goes on after the other side
        for index in range(than + 2, end - 1):
            if (
                lemmas[index] in AUXILIARIES
                and tags[index] in FINITE
                and tags[index + 1] in _SUBJECTS
            ):
                stop = index
                break
    one = _side(document, words, phrases, people, (range(at + 1, than), range(stop, end)))
    other = _side(document, words, phrases, people, (range(than + 1, stop),))
    return one, other


def _is_than(lemmas: list[str], index: int) -> bool:
    """Whether what is compared with follows: "than", "compared to"."""
    lemma = lemmas[index]
    if lemma == "than":
        return True
    return lemma in ("to", "with") and lemmas[index - 1] == "compare"


def _side(
    document: Text, words: Words, phrases: Phrases, people: People, stretches: tuple[range, ...]
) -> Side:
    tags, lemmas = document.tags, document.lemmas
    said: list[str] = []
    owner = place = time = verb = recipient = ""
    for stretch in stretches:
        for index in stretch:
            tag, lemma = tags[index], lemmas[index]
            following = lemmas[index + 1] if index + 1 < len(lemmas) else ""
            if lemma in words.times:
                time = time or time_at(document, words, index)
            elif tag[:2] == "VB" and lemma not in _NO_VERBS:
                verb = verb or words.phrasal(lemma, following)
            elif (
                (tag in NOUNS or tag[:2] == "JJ")
                and lemma not in _NO_WORDS
                and lemma[-1] != "."  # "Mr."
                and following not in words.times
            ):
                said.append(lemma)
        for noun in phrases.between(stretch.start, stretch.stop):
            head, preposition = noun.head, noun.preposition
            if head in words.times:
                continue
            person = people.is_person(head) or head in PRONOUNS
            counted = tags[noun.at] == "NNS" and not noun.possessor  # "more students"
            if person and not preposition and not (counted and not _is_definite(document, noun)):
                owner = owner or people.named(head, "")
            elif preposition == "to":
                recipient = recipient or people.named(noun.name, "")
            elif preposition in words.places and not person:
                place = place or noun.name
            if noun.possessor:
                owner = owner or people.named(noun.possessor, "")
    return Side(tuple(said), owner, place, time, verb, recipient)


def compared_with(
    document: Text, people: People, start: int, end: int
) -> tuple[str, tuple[str, ...]]:
    """Than whom or what, and all the words that tell it from the other side."""
    tags, lemmas = document.tags, document.lemmas
    than = document.find("than", start, end)
    if than == end:  # "to catch up with Ben"
        than = document.find("with", start + 2, end)
        while than < end and lemmas[than - 2] != "catch":
            than = document.find("with", than + 1, end)
    if than == end:  # "to have as many as Ben"
        many = min(document.find("many", start, end), document.find("much", start, end))
        than = document.find("as", many, end)
    words: list[str] = []
    reference = ""
    for index in range(than + 1, end):
        tag, lemma = tags[index], lemmas[index]
        if lemma in ("do", "be", "have", "will") and reference:
            break
        if tag in NOUNS or tag == "PRP":
            reference = reference or people.named(lemma, "")
        if tag in NOUNS or tag[:2] in ("JJ", "VB"):
            words.append(lemma)
    return reference, tuple(words)


def _is_definite(document: Text, noun: Noun) -> bool:
    """Whether a phrase has a determiner: "the students"."""
    first = noun.at - len(noun.modifiers) - 1
    return first >= 0 and document.tags[first] in ("DT", "PRP$")


def sides_between(
    document: Text, words: Words, phrases: Phrases, people: People, at: int, end: int
) -> tuple[Side, ...]:
    """The sides of "the difference between … and …", where both can be set apart."""
    start = min(document.find("between", at, end) + 1, end)
    joint = start
    while joint < end and document.tags[joint] != "CC":
        joint += 1
    if joint == end:
        return ()
    one = _side(document, words, phrases, people, (range(start, joint),))
    other = _side(document, words, phrases, people, (range(joint + 1, end),))
    return one, other


def between(document: Text, at: int, end: int) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The words of the two sides of "the difference between … and …"."""
    tags, lemmas = document.tags, document.lemmas
    sides: list[list[str]] = []
    for index in range(at, end):
        tag, lemma = tags[index], lemmas[index]
        if lemma == "between":
            sides = [[]]
        elif not sides:
            continue
        elif tag == "CC" and len(sides) == 1 and sides[0]:
            sides.append([])
        elif tag in NOUNS or tag[:2] in ("JJ", "VB"):
            sides[-1].append(lemma)
    if len(sides) < 2:
        return None
    common = set(sides[0]) & set(sides[1])
    one, other = (tuple(word for word in side if word not in common) for side in sides)
    return one, other
