"""What an English question compares: the two sides of "more … than …", "between … and …"."""

from __future__ import annotations

from quantity_tagger.analysis.english_nouns import NOUNS, PRONOUNS, Noun, Phrases
from quantity_tagger.analysis.english_people import People
from quantity_tagger.analysis.english_times import time_at
from quantity_tagger.analysis.english_words import Words
from quantity_tagger.analysis.facts import Side
from quantity_tagger.text.document import Document

_AUXILIARIES = frozenset(["do", "be", "have", "will", "can", "would", "could"])
_NO_VERBS = frozenset(["do", "be", "have", "will", "can", "would", "could", "compare"])
_FINITE = frozenset(["VBD", "VBZ", "VBP", "MD"])
_SUBJECTS = frozenset(["PRP", "NNP", "DT", "PRP$", "EX", "NN", "NNS", "JJ"])
_NO_WORDS = frozenset(["many", "much", "more", "less", "few", "fewer", "number", "amount", "one"])


def read_sides(
    document: Document,
    words: Words,
    phrases: Phrases,
    people: People,
    at: int,
    end: int,
    after_verb: int,
) -> tuple[Side, ...]:
    """The side asked about and the one it is compared with, each by all that is said of it."""
    tokens = document.tokens
    than = next((i for i in range(at, end) if is_than(document, i)), end)
    if than == end:
        return ()
    stop = end
    if after_verb > than:
        # "more goats than sheep does he have": the main clause goes on after the other side
        stop = next(
            (
                i
                for i in range(than + 2, end - 1)
                if tokens[i].lemma in _AUXILIARIES
                and tokens[i].tag in _FINITE
                and tokens[i + 1].tag in _SUBJECTS
            ),
            end,
        )
    one = _side(document, words, phrases, people, (range(at + 1, than), range(stop, end)))
    other = _side(document, words, phrases, people, (range(than + 1, stop),))
    return one, other


def is_than(document: Document, index: int) -> bool:
    """Whether what is compared with follows: "than", "compared to"."""
    tokens = document.tokens
    lemma = tokens[index].lemma
    if lemma == "than":
        return True
    return lemma in ("to", "with") and tokens[index - 1].lemma == "compare"


def _side(
    document: Document,
    words: Words,
    phrases: Phrases,
    people: People,
    stretches: tuple[range, ...],
) -> Side:
    tokens = document.tokens
    said: list[str] = []
    owner = place = time = verb = recipient = ""
    for stretch in stretches:
        for index in stretch:
            _, _, _, tag, lemma = tokens[index]
            following = tokens[index + 1].lemma if index + 1 < len(tokens) else ""
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
            counted = tokens[noun.at].tag == "NNS" and not noun.possessor  # "more students"
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
    document: Document, people: People, start: int, end: int
) -> tuple[str, tuple[str, ...]]:
    """Than whom or what, and all the words that tell it from the other side."""
    tokens = document.tokens
    than = next((i for i in range(start, end) if tokens[i].lemma == "than"), end)
    if than == end:  # "to catch up with Ben"
        with_ = (i for i in range(start + 2, end) if tokens[i].lemma == "with")
        than = next((i for i in with_ if tokens[i - 2].lemma == "catch"), end)
    if than == end:  # "to have as many as Ben"
        many = next((i for i in range(start, end) if tokens[i].lemma in ("many", "much")), end)
        than = next((i for i in range(many, end) if tokens[i].lemma == "as"), end)
    words: list[str] = []
    reference = ""
    for index in range(than + 1, end):
        _, _, _, tag, lemma = tokens[index]
        if lemma in ("do", "be", "have", "will") and reference:
            break
        if tag in NOUNS or tag == "PRP":
            reference = reference or people.named(lemma, "")
        if tag in NOUNS or tag[:2] in ("JJ", "VB"):
            words.append(lemma)
    return reference, tuple(words)


def _is_definite(document: Document, noun: Noun) -> bool:
    """Whether a phrase has a determiner: "the students"."""
    first = noun.at - len(noun.modifiers) - 1
    return first >= 0 and document.tokens[first].tag in ("DT", "PRP$")


def sides_between(
    document: Document, words: Words, phrases: Phrases, people: People, at: int, end: int
) -> tuple[Side, ...]:
    """The sides of "the difference between … and …", where both can be told apart."""
    tokens = document.tokens
    start = next((i + 1 for i in range(at, end) if tokens[i].lemma == "between"), end)
    joint = next((i for i in range(start, end) if tokens[i].tag == "CC"), end)
    if joint == end:
        return ()
    one = _side(document, words, phrases, people, (range(start, joint),))
    other = _side(document, words, phrases, people, (range(joint + 1, end),))
    return one, other


def between(
    document: Document, at: int, end: int
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The words of the two sides of "the difference between … and …"."""
    tokens = document.tokens
    sides: list[list[str]] = []
    for index in range(at, end):
        _, _, _, tag, lemma = tokens[index]
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
