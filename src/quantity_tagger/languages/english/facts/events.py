"""Who does what in an English text: the clauses of its frames, as the facts see them."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.frames.clauses import read_clauses
from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.frames.phrase import Phrase
from quantity_tagger.languages.english.frames.tree import Tree
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.facts import VerbClass

_WANT: Final = word_set("verb_groups", "wanting")
_FUTURE: Final = frozenset(["will", "shall", "'ll", "wo"])
_UNREAL: Final = frozenset(["would", "could", "might"])
_RELATIVE: Final = frozenset(["that", "which", "who"])
_LISTS: Final = (["and"], [","], [",", "and"])
ATTRIBUTES: Final = word_set("noun_groups", "measured attribute")


class Event:
    """A verb with its subject: ``start`` and ``end`` bound its clause, from ``cues_from`` on stands
    what belongs to it, "Now," included; ``first`` is where its verb group begins, ``verb`` the main
    verb, ``phrase`` that with a particle that makes it another ("get off").
    """

    __slots__ = (
        "cues_from",
        "end",
        "first",
        "future",
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
        "unreal",
        "verb",
        "verb_class",
    )

    def __init__(self, sentence: int = 0, first: int = 0, verb: int = 0, lemma: str = "") -> None:
        self.sentence = sentence
        self.first = first
        self.verb = verb
        self.lemma = lemma
        self.start = first
        self.end = first
        self.cues_from = first
        self.phrase = ""
        self.verb_class: VerbClass = ""
        self.future = False
        self.passive = False
        self.negated = False
        self.unreal = False
        self.purpose = False  # "to make fries"
        self.relative = False  # "that were damaged"
        self.subject = ""
        self.subject_of: tuple[str, ...] = ()  # what modifies it
        self.subject_at = -1
        self.possessor = ""  # whose: "His dad", "Tim's cat"
        self.joint = False
        self.names: tuple[str, ...] = ()  # those a joint subject names


#: Stands for no event, where a number has none.
NOTHING: Final = Event()


def find_events(
    document: Text,
    tree: Tree,
    words: Words,
    phrases: list[Phrase],
    unknown: int,
    tail: int,
) -> tuple[list[Event], list[Clause]]:
    """The events of the text, and the clauses that ask: those from the unknown on, up to a
    condition that follows the question from ``tail`` on.
    """
    asked_in = tree.sentence_of(unknown)
    events: list[Event] = []
    asking: list[Clause] = []
    for clause in read_clauses(tree, phrases, unknown):
        if clause.sentence == asked_in and unknown <= clause.main < tail:
            asking.append(clause)
            continue
        if not (clause.finite or clause.purpose) or _is_compared_with(tree, clause):
            continue
        event = _event(tree, document.lemmas, words, clause)
        last = events[-1] if events else None
        event.end = tree.sentences[clause.sentence].stop
        if clause.sentence == asked_in and event.verb < unknown:
            event.end = unknown
        if last is not None and last.sentence == event.sentence:
            last.end = max(min(event.start, event.cues_from), last.verb + 1)
        else:
            event.cues_from = tree.sentences[clause.sentence].start
        events.append(event)
    return events, asking


def _is_compared_with(tree: Tree, clause: Clause) -> bool:
    """Whether the verb only tells what is compared with: "than Ann did", "than he sold"."""
    first = clause.group[0]
    before = first
    if clause.own_subject and clause.subject is not None and clause.subject.end <= first:
        before = clause.subject.start
    return before > 0 and tree.lemmas[before - 1] == "than" and "CD" not in tree.tags[before:first]


def _event(tree: Tree, lemmas: list[str], words: Words, clause: Clause) -> Event:
    first = clause.group[0]
    event = Event(clause.sentence, first, clause.main, clause.lemma)
    event.cues_from = clause.start
    event.passive = clause.passive
    event.negated = clause.negated
    event.purpose = clause.purpose
    event.unreal = clause.modal in _UNREAL or clause.wanting in _WANT
    event.future = clause.modal in _FUTURE or clause.wanting == "plan"
    event.relative = tree.tags[first - 1] in ("WDT", "WP") if first else False
    event.phrase = words.phrasal(clause.lemma, clause.particle)
    event.verb_class = class_of(tree.tags, words, clause)
    if clause.progressive and event.verb_class in ("do", "", "use", "make"):
        event.verb_class = "exist"  # "7 birds were swimming" tells how many there are
    if clause.subject is not None:
        _set_subject(tree, lemmas, event, clause, clause.subject)
    return event


def class_of(tags: list[str], words: Words, clause: Clause) -> VerbClass:
    """What a verb does, with its particle where that makes another."""
    verbs, lemma = words.verbs, clause.lemma
    for other in (clause.particle, clause.after):
        joined = verbs.get(f"{lemma} {other}")
        if joined is not None:
            return joined
    if lemma == "get" and tags[clause.main + 1 : clause.main + 2] in (["JJ"], ["VBN"]):
        return ""  # "got tired"
    return verbs.get(lemma) or verbs.get(lemma + "e", "")


def _set_subject(
    tree: Tree, lemmas: list[str], event: Event, clause: Clause, subject: Phrase
) -> None:
    """Notes who does it; ``lemmas`` tell what "one" stands for."""
    own = clause.own_subject and subject.end <= event.first and not event.relative
    if own:
        event.start = subject.start
        event.cues_from = min(event.cues_from, subject.start)
    named = subject.joint()
    if own and len(named) == 1:
        named = _listed(tree, clause, subject)
        event.start = named[0].start
    heads = [phrase for phrase in named if phrase.head >= 0]
    if len(heads) > 1:
        event.joint = True
        event.names = tuple([lemmas[phrase.head] for phrase in heads])
        subject = heads[-1]
    event.subject_of = tuple(subject.marks)
    of = subject.of
    if of is not None and of.head >= 0 and subject.head >= 0:
        if lemmas[subject.head] in ATTRIBUTES:
            subject = of  # the price of a hat is the hat's
            event.subject_of = tuple(of.marks)
        else:
            event.subject_of = (*event.subject_of, lemmas[of.head])
    if subject.label:  # "Room 204"
        event.subject_at = subject.end - 1
        event.subject_of = (*subject.marks, lemmas[subject.head])
    elif subject.head >= 0:
        event.subject_at = subject.head
    event.subject = lemmas[event.subject_at] if event.subject_at >= 0 else ""
    if subject.possessor is not None and subject.possessor.head >= 0:
        event.possessor = lemmas[subject.possessor.head]


def _listed(tree: Tree, clause: Clause, subject: Phrase) -> list[Phrase]:
    """The subject with those that stand before it in a list: "52 children and 29 adults went"."""
    found = [subject]
    for phrase in reversed(clause.phrases):
        if phrase.end >= found[0].start:
            continue
        if phrase.preposition or tree.lemmas[phrase.end : found[0].start] not in _LISTS:
            break
        found.insert(0, phrase)
    return found
