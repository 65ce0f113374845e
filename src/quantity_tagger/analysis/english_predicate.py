"""What an English question says of its subject: verb, tense, who has or does it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quantity_tagger.analysis.english_nouns import NAMES, PRONOUNS, Phrases
from quantity_tagger.analysis.english_people import People
from quantity_tagger.analysis.english_words import Words
from quantity_tagger.analysis.facts import Tense, VerbClass
from quantity_tagger.text.document import Document, Token

_AUXILIARIES = frozenset(
    ["do", "be", "have", "will", "would", "can", "could", "should", "may", "might", "shall", "must"]
)
_VERBS = frozenset(["VB", "VBP", "VBN", "VBD", "VBG"])
_CATENATIVE = frozenset(["have", "need", "be", "want", "get", "plan"])
_NOMINATIVE = frozenset(["he", "she", "they", "i", "we", "you"])
COUNTERS = frozenset(["number", "amount", "total", "sum", "difference", "value"])


class Subject(NamedTuple):
    """Whose it is: a name, "they" where it is several, modifiers of the noun."""

    owner: str = ""
    modifiers: tuple[str, ...] = ()
    joint: bool = False


class Predicate(NamedTuple):
    """The question's verb and subject; ``after`` is the index after the verb."""

    verb: str
    verb_class: VerbClass
    tense: Tense
    subject: Subject
    negated: bool
    after: int
    phrase: str = ""  # the verb, with a particle that makes it another: "get off"


def read_predicate(
    document: Document, words: Words, phrases: Phrases, people: People, index: int, end: int
) -> Predicate:
    """The predicate of a question from ``index`` on: "did Ann give to Ben", "are left"."""
    found = _predicate(document, words, phrases, people, index, end)
    particle = document.tokens[found.after].lemma if found.after < end else ""
    return found._replace(phrase=words.phrasal(found.verb, particle))


def _predicate(
    document: Document, words: Words, phrases: Phrases, people: People, index: int, end: int
) -> Predicate:
    tokens = document.tokens
    begin = index
    while index < end and not (
        tokens[index].tag in _VERBS
        or tokens[index].tag in ("MD", "VBZ")
        or tokens[index].lemma in _AUXILIARIES
    ):
        index += 1
    if index >= end:
        return Predicate("", "", "", Subject(), False, end)
    first = tokens[index]
    if index > begin and first.tag in ("VBD", "VBZ", "VBP", "MD", "VBN"):
        # "the number of kites that Ann has", "the kites Ann has"
        relative = tokens[begin].lemma in ("that", "which")
        if relative or tokens[begin].tag == "NNP" or tokens[begin].lemma in _NOMINATIVE:
            subject = _subject(document, phrases, people, begin + relative, index)
            if subject.owner:
                verb, after = _main_verb(document, index, end)
                verb_class = _class_of(document, words, verb, after, end)
                told: Tense = "past" if first.tag in ("VBD", "VBN") else "present"
                return Predicate(verb, verb_class, told, subject, False, after)
    tense: Tense = "past" if first.tag in ("VBD", "VBN") else "present"
    if first.lemma in ("will", "shall", "would"):
        tense = "future"
    if first.lemma not in _AUXILIARIES:  # "how many birds flew away"
        verb_class = _class_of(document, words, first.lemma, index + 1, end)
        return Predicate(first.lemma, verb_class, tense, Subject(), False, index + 1)
    start = index + 1
    stop, is_verb = _subject_end(document, words, first.lemma, start, end)
    negated = any(tokens[i].lemma in ("not", "n't") for i in range(start, stop))
    subject = _subject(document, phrases, people, start, stop)
    if not is_verb and first.lemma == "be":
        for able in range(start, min(end - 2, start + 6)):
            if tokens[able].lemma == "able" and tokens[able + 1].lemma == "to":
                stop, is_verb = able + 2, True
    if not is_verb and first.lemma == "be" and _is_bare(document, start, stop):
        subject = Subject()  # "how many are boys": no one's
    if not is_verb:
        verb = first.lemma if first.lemma in ("be", "have") else ""
        after = stop if subject.owner else start
        return Predicate(verb, words.verbs.get(verb, ""), tense, subject, negated, after)
    verb, after = _main_verb(document, stop, end)
    verb_class = _class_of(document, words, verb, after, end)
    if first.lemma == "be" and tokens[stop].tag == "VBG" and verb_class in ("do", ""):
        verb_class = "exist"  # "how many are riding": they are there
    if verb == "leave" and tokens[stop].text == "left" and first.lemma in ("be", "have", "do"):
        verb_class = "exist"
    return Predicate(verb, verb_class, tense, subject, negated, after)


def _class_of(document: Document, words: Words, verb: str, after: int, end: int) -> VerbClass:
    """The class of a verb, with its particle where that makes another."""
    verbs = words.verbs
    joined = f"{verb} {document.tokens[after].lemma}" if after < end else verb
    return verbs.get(joined) or verbs.get(verb, "")


def _subject_end(
    document: Document, words: Words, auxiliary: str, start: int, end: int
) -> tuple[int, bool]:
    """Where the subject after the auxiliary ends, and whether the main verb stands there."""
    tokens = document.tokens
    for index in range(start, end):
        _, _, _, tag, lemma = tokens[index]
        before = tokens[index - 1].tag
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
                or tokens[index + 1].tag in (".", "IN", "RB", "TO")
            )
        ):
            return index, True
        if tag == "," and _lists_names(tokens, index, end):
            continue
        if tag in ("IN", "WRB", ".", ",") and lemma != "of":
            return index, False
    return end, False


def _lists_names(tokens: Sequence[Token], index: int, end: int) -> bool:
    """Whether a comma parts names, as in "Ann, Ben and Cy"."""
    return index + 2 < end and tokens[index - 1].tag in NAMES and tokens[index + 1].tag in NAMES


def _subject(
    document: Document, phrases: Phrases, people: People, start: int, stop: int
) -> Subject:
    nouns = phrases.between(start, stop)
    if not nouns or nouns[0].preposition:
        return Subject()
    noun = nouns[0]
    named = [noun]
    for other in nouns[1:]:
        if other.preposition or all(
            document.tokens[i].tag not in ("CC", ",") for i in range(named[-1].end, other.at)
        ):
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
        # what is asked of a person's hair or box is told of the person
        return Subject(people.named(noun.possessor, ""), (*noun.modifiers, noun.head))
    return Subject(people.named(noun.name, ""), noun.modifiers)


def _is_bare(document: Document, start: int, stop: int) -> bool:
    """Whether the phrase is a plural or an adjective without an article, so no subject."""
    return stop > start and document.tokens[start].tag in ("NNS", "JJ")


def _main_verb(document: Document, at: int, end: int) -> tuple[str, int]:
    """The verb that counts in "need to add", "have to buy", "be left", and the index after it."""
    tokens = document.tokens
    verb = tokens[at].lemma
    after = at + 1
    while (
        verb in _CATENATIVE
        and after + 1 < end
        and tokens[after].lemma == "to"
        and tokens[after + 1].tag in ("VB", "VBP", "NN")
        and tokens[after + 1].lemma not in ("start", "begin")
    ):
        verb = tokens[after + 1].lemma
        after += 2
    if verb == "be" and after < end and tokens[after].tag in ("VBN", "VBG"):
        verb = tokens[after].lemma
        after += 1
    return verb, after
