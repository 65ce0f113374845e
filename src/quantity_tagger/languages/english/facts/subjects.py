"""Who does it: events of an English text and the subjects of their verbs."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.noun_phrases import Noun, Phrases
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.grammar import NAMES, NOMINATIVE
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.facts import Tense, VerbClass

SUBORDINATORS: Final = frozenset(
    [
        "if",
        "when",
        "while",
        "because",
        "so",
        "that",
        "after",
        "before",
        "until",
        "since",
        "as",
        "although",
        "though",
        "where",
        "who",
        "which",
        "whereas",
        "unless",
        "once",
    ]
)
_PARTING: Final = frozenset(["CC", ",", ":", "``", "''"])
_SUBORDINATING: Final = frozenset(["IN", "WRB", "WDT", "WP", "RB", "DT"])
_RELATIVE: Final = frozenset(["that", "which", "who"])
ATTRIBUTES: Final = word_set("noun_groups", "measured attribute")
#: Without "you", which is as often an object.
_NOMINATIVE: Final = NOMINATIVE - {"you"}
_COMMAS: Final = frozenset([",", ";"])


class Subject:
    """Of an event: its head and where that stands, several heads where it is joint."""

    __slots__ = ("at", "head", "joint", "modifiers", "names", "possessor", "relative")

    def __init__(
        self,
        head: str = "",
        modifiers: tuple[str, ...] = (),
        joint: bool = False,
        names: tuple[str, ...] = (),
        possessor: str = "",
        at: int = -1,
        relative: bool = False,
    ) -> None:
        self.head = head
        self.modifiers = modifiers
        self.joint = joint
        self.names = names
        self.possessor = possessor  # whose: "His dad", "Tim's cat"
        self.at = at
        self.relative = relative  # "that were damaged"


class VerbGroup:
    """A main verb with its auxiliaries and its particle: "would not have got off"."""

    __slots__ = (
        "after",
        "first",
        "lemma",
        "negated",
        "passive",
        "phrase",
        "progressive",
        "purpose",
        "tense",
        "unreal",
        "verb",
        "verb_class",
    )

    def __init__(self, first: int, tense: Tense) -> None:
        self.first = first
        self.tense: Tense = tense
        self.passive = False
        self.negated = False
        self.unreal = False
        self.purpose = False  # "to make fries"
        self.progressive = False
        self.verb = first  # the main verb's index
        self.lemma = ""
        self.verb_class: VerbClass = ""
        self.phrase = ""  # the verb, with a particle that makes it another: "get off"
        self.after = first  # the index after it and a particle that stands beside it


class Event:
    """A verb group and its subject: ``start`` and ``end`` bound its clause."""

    __slots__ = (
        "cues_from",
        "end",
        "first",
        "joint",
        "lemma",
        "names",
        "negated",
        "passive",
        "phrase",
        "possessor",
        "purpose",
        "relative",
        "sentence",
        "start",
        "subject",
        "subject_at",
        "subject_of",
        "tense",
        "unreal",
        "verb",
        "verb_class",
    )

    def __init__(
        self,
        sentence: int,
        start: int,
        end: int,
        cues_from: int,
        group: VerbGroup,
        subject: Subject,
    ) -> None:
        self.sentence = sentence
        self.start = start
        self.end = end
        self.cues_from = cues_from  # where what belongs to the clause starts, "Now," included
        self.first = group.first
        self.verb = group.verb
        self.lemma = group.lemma
        self.verb_class: VerbClass = group.verb_class
        self.phrase = group.phrase
        self.tense: Tense = group.tense
        self.passive = group.passive
        self.negated = group.negated
        self.unreal = group.unreal
        self.purpose = group.purpose
        self.relative = subject.relative
        self.subject = subject.head
        self.subject_of = subject.modifiers
        self.joint = subject.joint
        self.names = subject.names
        self.possessor = subject.possessor
        self.subject_at = subject.at


#: Stands for no event, where a number has none.
NOTHING: Final = Event(0, 0, 0, 0, VerbGroup(0, ""), Subject())


def find_subject(
    document: Text,
    words: Words,
    phrases: Phrases,
    first: int,
    floor: int,
    events: list[Event],
    first_here: int,
) -> tuple[int, Subject]:
    """Where the clause of the verb group at ``first`` starts, and its subject."""
    tags, lemmas = document.tags, document.lemmas
    index = first - 1
    while index >= floor and tags[index] in ("RB", "TO"):
        index -= 1
    last = _last_told(events, first_here)
    if tags[first - 1] == "TO":
        return first, _same(last)
    if tags[index] == "PRP" and lemmas[index] in _NOMINATIVE:
        return _back_to_boundary(document, index, floor), Subject(lemmas[index], at=index)
    if index < floor or tags[index] in ("CC", ","):
        return max(index, floor), _same(last)
    if lemmas[index] in _RELATIVE and tags[index] != "IN":
        for named in reversed(phrases.between(floor, index)):
            if named.head not in words.times:
                return index, Subject(named.head, named.modifiers, at=named.at, relative=True)
        return index, _same(last)
    start = _back_to_boundary(document, index, floor)
    noun = _first_free(phrases.between(start, first), words)
    joint = False
    names: tuple[str, ...] = ()
    if (
        noun is not None
        and start - 2 >= floor
        and tags[start - 1] == "CC"
        and (
            last is None
            or _comma_between(document, last.verb, start)
            or _two_names(document, start, floor)
        )
    ):
        # "Ann and Ben found", "52 children and 29 adults went"
        left = _back_to_boundary(document, start - 1, floor)
        other = _first_free(phrases.between(left, start - 1), words)
        if other is not None:
            joint = True
            names = (other.head, noun.head)
            start = left
            while start - 2 >= floor and tags[start - 1] == ",":  # "Ann, Ben and Cy"
                left = _back_to_boundary(document, start - 2, floor)
                other = _first_free(phrases.between(left, start - 1), words)
                if other is None or other.end != start - 1:
                    break
                names = (other.head, *names)
                start = left
    if noun is None:
        said = tags[start:first]
        if "EX" in said or "there" in lemmas[start:first]:
            return start, Subject("there")
        return start, Subject() if "CD" in said else _same(last)
    modifiers = noun.modifiers
    after = noun.end
    if after < first and lemmas[after] == "of":
        of = phrases.between(after + 1, first)
        if of and noun.head in ATTRIBUTES:
            noun = of[0]  # the price of a hat is the hat's
            modifiers = noun.modifiers
        elif of:
            modifiers = (*modifiers, of[0].head)
    return start, Subject(noun.head, modifiers, joint, names, noun.possessor, noun.at)


def _last_told(events: list[Event], first_here: int) -> Event | None:
    """The last event of the sentence that is stated in no relative clause, else its first."""
    for index in range(len(events) - 1, first_here - 1, -1):
        if not events[index].relative:
            return events[index]
    return events[first_here] if len(events) > first_here else None


def _two_names(document: Text, start: int, floor: int) -> bool:
    """As in "… and Ann and Ben have": two names right beside each other, after a boundary."""
    tags = document.tags
    return (
        start - 3 >= floor
        and tags[start] in NAMES
        and tags[start - 2] in NAMES
        and is_boundary(document, start - 3)
    )


def _first_free(nouns: list[Noun], words: Words) -> Noun | None:
    for noun in nouns:
        if not noun.preposition and noun.head not in words.times:
            return noun
    for noun in nouns:
        if not noun.preposition:
            return noun
    return None


def _same(last: Event | None) -> Subject:
    if last is None:
        return Subject()
    return Subject(
        last.subject, last.subject_of, last.joint, last.names, last.possessor, last.subject_at
    )


def _back_to_boundary(document: Text, index: int, floor: int) -> int:
    """Where the clause that a token stands in starts, from ``floor`` on."""
    while index > floor and not is_boundary(document, index - 1):
        index -= 1
    return index


def is_boundary(document: Text, index: int) -> bool:
    """Whether a clause may end or start at a token."""
    tag = document.tags[index]
    return (
        tag in _PARTING
        or (tag in _SUBORDINATING and document.lemmas[index] in SUBORDINATORS)
        or document.texts[index] in (";", ":")
    )


def _comma_between(document: Text, left: int, right: int) -> bool:
    return not _COMMAS.isdisjoint(document.texts[left:right])
