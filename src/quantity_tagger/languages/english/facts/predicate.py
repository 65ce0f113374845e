"""What an English question says of its subject: verb, tense, who has or does it."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.noun_phrases import PRONOUNS, Phrases
from quantity_tagger.languages.english.facts.people import People
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.grammar import (
    AUXILIARIES,
    FULL_VERBS,
    NAMES,
    NEGATIONS,
    NOMINATIVE,
)
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.facts import Tense, VerbClass

_CATENATIVE: Final = word_set("verb_groups", "catenative in a question")
#: Without the third person, which the tagger takes plurals for: "how many kites".
_VERBS: Final = FULL_VERBS - {"VBZ"}
_JOINTS: Final = frozenset(["CC", ","])
COUNTERS: Final = word_set("noun_groups", "counter")


class Subject:
    """Whose it is: a name, "they" where it is several, modifiers of the noun."""

    __slots__ = ("joint", "modifiers", "owner")

    def __init__(
        self, owner: str = "", modifiers: tuple[str, ...] = (), joint: bool = False
    ) -> None:
        self.owner = owner
        self.modifiers = modifiers
        self.joint = joint


class Predicate:
    """The question's verb and subject; ``after`` is the index after the verb."""

    __slots__ = ("after", "negated", "phrase", "subject", "tense", "verb", "verb_class")

    def __init__(
        self,
        verb: str,
        verb_class: VerbClass,
        tense: Tense,
        subject: Subject,
        negated: bool,
        after: int,
    ) -> None:
        self.verb = verb
        self.verb_class: VerbClass = verb_class
        self.tense: Tense = tense
        self.subject = subject
        self.negated = negated
        self.after = after
        self.phrase = verb  # with a particle that makes it another: "get off"


def read_predicate(
    document: Text, words: Words, phrases: Phrases, people: People, index: int, end: int
) -> Predicate:
    """The predicate of a question from ``index`` on: "did Ann give to Ben", "are left"."""
    found = _predicate(document, words, phrases, people, index, end)
    if found.after < end:
        found.phrase = words.phrasal(found.verb, document.lemmas[found.after])
    return found


def _predicate(
    document: Text, words: Words, phrases: Phrases, people: People, index: int, end: int
) -> Predicate:
    tags, lemmas = document.tags, document.lemmas
    begin = index
    while index < end and not (
        tags[index] in _VERBS or tags[index] in ("MD", "VBZ") or lemmas[index] in AUXILIARIES
    ):
        index += 1
    if index >= end:
        return Predicate("", "", "", Subject(), False, end)
    first, tag = lemmas[index], tags[index]
    if index > begin and tag in ("VBD", "VBZ", "VBP", "MD", "VBN"):
        # "the number of kites that Ann has", "the kites Ann has"
        relative = lemmas[begin] in ("that", "which")
        if relative or tags[begin] == "NNP" or lemmas[begin] in NOMINATIVE:
            subject = _subject(document, phrases, people, begin + relative, index)
            if subject.owner:
                verb, after = _main_verb(document, index, end)
                verb_class = _class_of(document, words, verb, after, end)
                told: Tense = "past" if tag in ("VBD", "VBN") else "present"
                return Predicate(verb, verb_class, told, subject, False, after)
    tense: Tense = "past" if tag in ("VBD", "VBN") else "present"
    if first in ("will", "shall", "would"):
        tense = "future"
    if first not in AUXILIARIES:  # "how many birds flew away"
        verb_class = _class_of(document, words, first, index + 1, end)
        return Predicate(first, verb_class, tense, Subject(), False, index + 1)
    start = index + 1
    stop, is_verb = _subject_end(document, words, first, start, end)
    negated = not NEGATIONS.isdisjoint(lemmas[start:stop])
    subject = _subject(document, phrases, people, start, stop)
    if not is_verb and first == "be":
        for able in range(start, min(end - 2, start + 6)):
            if lemmas[able] == "able" and lemmas[able + 1] == "to":
                stop, is_verb = able + 2, True
    if not is_verb and first == "be" and _is_bare(document, start, stop):
        subject = Subject()  # "how many are boys": no one's
    if not is_verb:
        verb = first if first in ("be", "have") else ""
        after = stop if subject.owner else start
        return Predicate(verb, words.verbs.get(verb, ""), tense, subject, negated, after)
    verb, after = _main_verb(document, stop, end)
    verb_class = _class_of(document, words, verb, after, end)
    if first == "be" and tags[stop] == "VBG" and verb_class in ("do", ""):
        verb_class = "exist"  # "how many are riding": they are there
    if verb == "leave" and document.texts[stop] == "left" and first in ("be", "have", "do"):
        verb_class = "exist"
    return Predicate(verb, verb_class, tense, subject, negated, after)


def _class_of(document: Text, words: Words, verb: str, after: int, end: int) -> VerbClass:
    """The class of a verb, with its particle where that makes another."""
    verbs = words.verbs
    if after < end and document.lemmas[after] in words.particles:
        joined = verbs.get(f"{verb} {document.lemmas[after]}")
        if joined:
            return joined
    return verbs.get(verb, "")


def _subject_end(
    document: Text, words: Words, auxiliary: str, start: int, end: int
) -> tuple[int, bool]:
    """Where the subject after the auxiliary ends, and whether the main verb stands there."""
    tags, lemmas = document.tags, document.lemmas
    for index in range(start, end):
        tag, lemma = tags[index], lemmas[index]
        before = tags[index - 1]
        if tag in _VERBS and before not in ("DT", "PRP$", "POS", "JJ"):
            return index, True
        if index == start:
            continue
        # tags are not always right: "did Ann jog" ends in a verb, whatever it is tagged
        if (
            auxiliary == "do"
            and tag in ("NN", "JJ")
            and lemma in words.verbs
            and before != "DT"
            and (
                before in ("PRP", "NNP", "RB")
                or index + 1 >= end
                or tags[index + 1] in (".", "IN", "RB", "TO")
            )
        ):
            return index, True
        if tag == "," and _lists_names(tags, index, end):
            continue
        if tag in ("IN", "WRB", ".", ",") and lemma != "of":
            return index, False
    return end, False


def _lists_names(tags: list[str], index: int, end: int) -> bool:
    """Whether a comma parts names, as in "Ann, Ben and Cy"."""
    return index + 2 < end and tags[index - 1] in NAMES and tags[index + 1] in NAMES


def _subject(document: Text, phrases: Phrases, people: People, start: int, stop: int) -> Subject:
    nouns = phrases.between(start, stop)
    if not nouns or nouns[0].preposition:
        return Subject()
    noun = nouns[0]
    named = [noun]
    for other in nouns[1:]:
        if other.preposition or _JOINTS.isdisjoint(document.tags[named[-1].end : other.at]):
            break
        named.append(other)
    if len(named) > 1:
        heads = [people.named(other.head, "") for other in named]
        return Subject(" ".join(heads), noun.modifiers, True)
    if noun.head in PRONOUNS:
        owner = people.named(noun.head, "")
        return Subject(owner, (), owner == "they")
    if noun.head in COUNTERS:
        return Subject()
    if noun.possessor and not people.is_person(noun.head):
        # what is asked of a person's hair or box is stated of the person
        return Subject(people.named(noun.possessor, ""), (*noun.modifiers, noun.head))
    return Subject(people.named(noun.name, ""), noun.modifiers)


def _is_bare(document: Text, start: int, stop: int) -> bool:
    """Whether the phrase is a plural or an adjective without an article, so no subject."""
    return stop > start and document.tags[start] in ("NNS", "JJ")


def _main_verb(document: Text, at: int, end: int) -> tuple[str, int]:
    """The verb that counts in "need to add", "have to buy", "be left", and the index after it."""
    tags, lemmas = document.tags, document.lemmas
    verb = lemmas[at]
    after = at + 1
    while (
        verb in _CATENATIVE
        and after + 1 < end
        and lemmas[after] == "to"
        and tags[after + 1] in ("VB", "VBP", "NN")
        and lemmas[after + 1] not in ("start", "begin")
    ):
        verb = lemmas[after + 1]
        after += 2
    if verb == "be" and after < end and tags[after] in ("VBN", "VBG"):
        verb = lemmas[after]
        after += 1
    return verb, after
