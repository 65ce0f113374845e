"""What an English question says of its subject: verb, tense, who has or does it."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.events import class_of
from quantity_tagger.languages.english.facts.noun_phrases import PRONOUNS, Noun, Phrases
from quantity_tagger.languages.english.facts.people import People
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.facts import VerbClass

_FUTURE: Final = frozenset(["will", "shall", "would"])
COUNTERS: Final = word_set("noun_groups", "counter")


class Subject:
    """Whose it is: a name, "they" where it is several."""

    __slots__ = ("joint", "owner")

    def __init__(self, owner: str = "", joint: bool = False) -> None:
        self.owner = owner
        self.joint = joint


class Predicate:
    """The question's verb and subject; ``after`` is the index after the verb."""

    __slots__ = ("after", "future", "negated", "phrase", "subject", "verb", "verb_class")

    def __init__(
        self,
        verb: str,
        verb_class: VerbClass,
        future: bool,
        subject: Subject,
        negated: bool,
        after: int,
    ) -> None:
        self.verb = verb
        self.verb_class: VerbClass = verb_class
        self.future = future
        self.subject = subject
        self.negated = negated
        self.after = after
        self.phrase = verb  # with a particle that makes it another: "get off"


def read_predicate(
    document: Text,
    words: Words,
    phrases: Phrases,
    people: People,
    asking: list[Clause],
    start: int,
    end: int,
) -> Predicate:
    """The predicate of a question from ``start`` on: "did Ann give to Ben", "are left"; ``asking``
    are its clauses.
    """
    clause = next((one for one in asking if start <= one.main < end), None)
    if clause is None:
        return Predicate("", "", False, Subject(), False, end)
    subject, after = Subject(), clause.main + 1
    named = _named(document, phrases, clause, start)
    if named:
        subject = _subject(people, named)
        after = max(after, named[-1].end)
    future = document.lemmas[clause.group[0]] in _FUTURE
    verb_class = class_of(document.tags, words, clause)
    if clause.progressive and verb_class in ("do", ""):
        verb_class = "exist"  # "how many are riding": they are there
    if clause.lemma == "leave" and document.texts[clause.main] == "left" and len(clause.group) > 1:
        verb_class = "exist"
    found = Predicate(clause.lemma, verb_class, future, subject, clause.negated, after)
    if after < end:
        found.phrase = words.phrasal(clause.lemma, document.lemmas[after])
    return found


def _named(document: Text, phrases: Phrases, clause: Clause, start: int) -> list[Noun]:
    """The subject, where it is not what is asked for itself: "how many birds flew away"."""
    subject = clause.subject
    if subject is None or not clause.own_subject or subject.start < start:
        beside = phrases.between(clause.main + 1, clause.end)[:1]  # "how many has Tom now"
        inverted = clause.lemma in ("be", "have") and len(clause.group) == 1
        found = [noun for noun in beside if inverted and noun.start == clause.main + 1]
    else:
        found = [
            noun for one in subject.joint() for noun in phrases.between(one.head, one.head + 1)
        ]
    after_be = clause.lemma == "be" and found and found[0].start > clause.main
    if after_be and document.tags[found[0].start] in ("NNS", "JJ"):
        return []  # "how many are boys": no one's
    return found


def _subject(people: People, named: list[Noun]) -> Subject:
    noun = named[0]
    if len(named) > 1:
        heads = [people.named(other.head, "") for other in named]
        return Subject(" ".join(heads), True)
    if noun.head in PRONOUNS:
        owner = people.named(noun.head, "")
        return Subject(owner, owner == "they")
    if noun.head in COUNTERS:
        return Subject()
    if noun.possessor and not people.is_person(noun.head):
        # what is asked of a person's hair or box is stated of the person
        return Subject(people.named(noun.possessor, ""))
    return Subject(people.named(noun.name, ""))
