"""Who does it: events of an English text and the subjects of their verbs."""

from __future__ import annotations

from typing import Final, NamedTuple

from quantity_tagger.analysis.english_nouns import NAMES, Noun, Phrases
from quantity_tagger.analysis.english_text import Text
from quantity_tagger.analysis.english_words import Words
from quantity_tagger.analysis.facts import Tense, VerbClass

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
ATTRIBUTES: Final = frozenset(
    ["price", "cost", "weight", "height", "length", "age", "width", "mass"]
)
_NOMINATIVE: Final = frozenset(["he", "she", "they", "i", "we"])


class Event(NamedTuple):
    """A verb group: ``start`` and ``end`` bound its clause, ``verb`` is the main verb's index."""

    sentence: int
    start: int
    end: int
    first: int  # of the verb group
    verb: int
    lemma: str
    verb_class: VerbClass
    tense: Tense
    passive: bool = False
    negated: bool = False
    unreal: bool = False
    purpose: bool = False  # "to make fries"
    relative: bool = False  # "that were damaged"
    subject: str = ""
    subject_of: tuple[str, ...] = ()
    joint: bool = False
    names: tuple[str, ...] = ()
    possessor: str = ""  # whose: "His dad", "Tim's cat"
    subject_at: int = -1  # index of the subject's head
    cues_from: int = 0  # where what belongs to the clause starts, "Now," included
    phrase: str = ""  # the verb, with a particle that makes it another: "get off"


#: Stands for no event, where a number has none.
NOTHING: Final = Event(0, 0, 0, 0, 0, "", "", "")


class Subject(NamedTuple):
    head: str = ""
    modifiers: tuple[str, ...] = ()
    joint: bool = False
    names: tuple[str, ...] = ()
    possessor: str = ""
    at: int = -1
    relative: bool = False


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
        start = index
        while start > floor and not is_boundary(document, start - 1):
            start -= 1
        return start, Subject(lemmas[index], at=index)
    if index < floor or tags[index] in ("CC", ","):
        return max(index, floor), _same(last)
    if lemmas[index] in _RELATIVE and tags[index] != "IN":
        for named in reversed(phrases.between(floor, index)):
            if named.head not in words.times:
                return index, Subject(named.head, named.modifiers, at=named.at, relative=True)
        return index, _same(last)
    start = index
    while start > floor and not is_boundary(document, start - 1):
        start -= 1
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
        left = start - 1
        while left > floor and not is_boundary(document, left - 1):
            left -= 1
        other = _first_free(phrases.between(left, start - 1), words)
        if other is not None:
            joint = True
            names = (other.head, noun.head)
            start = left
            while start - 2 >= floor and tags[start - 1] == ",":  # "Ann, Ben and Cy"
                left = start - 2
                while left > floor and not is_boundary(document, left - 1):
                    left -= 1
                other = _first_free(phrases.between(left, start - 1), words)
                if other is None or other.end != start - 1:
                    break
                names = (other.head, *names)
                start = left
    if noun is None:
        said = tags[start:first]
        if "EX" in said or "there" in lemmas[start:first]:
            return start, Subject("there")
        if "CD" in said:
            return start, Subject("")
        return start, _same(last)
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
    """The last event of the sentence that is told in no relative clause, else its first."""
    for event in reversed(events[first_here:]):
        if not event.relative:
            return event
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


def is_boundary(document: Text, index: int) -> bool:
    tag = document.tags[index]
    return (
        tag in _PARTING
        or (tag in _SUBORDINATING and document.lemmas[index] in SUBORDINATORS)
        or document.texts[index] in ";:"
    )


def _comma_between(document: Text, left: int, right: int) -> bool:
    return any(document.texts[index] in (",", ";") for index in range(left, right))
