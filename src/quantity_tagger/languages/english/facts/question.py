"""What an English question asks: unit, owner, verb, and the kind of answer."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.asked import Asked, further_units
from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.discourse import possessor, spoken_of_most
from quantity_tagger.languages.english.facts.events import ATTRIBUTES
from quantity_tagger.languages.english.facts.mentions import Mention
from quantity_tagger.languages.english.facts.noun_phrases import PRONOUNS, Phrases
from quantity_tagger.languages.english.facts.people import People
from quantity_tagger.languages.english.facts.predicate import COUNTERS, Predicate, read_predicate
from quantity_tagger.languages.english.facts.setting import NO_PLACES
from quantity_tagger.languages.english.facts.times import time_at
from quantity_tagger.languages.english.facts.units import Unit
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.frames.groups import Clause
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.facts import QuestionFacts, QuestionKind, UnitKind, VerbClass
from quantity_tagger.problem.problem import Unknown

#: Adjectives that are often tagged as something else.
_CONDITIONS: Final = word_set("modifiers", "condition")
_STATES: Final = frozenset(["hold", "exist", ""])
_RECEIVED: Final = frozenset(["gain", "give", *_STATES])
_NO_EVENTS: Final = frozenset(["hold", "exist", "", "need", "cost", "spoil"])
_MONEY_VERBS: Final = word_set("verb_groups", "money")
_CONTESTS: Final = word_set("verb_groups", "contest")


class Question:
    """What is asked, on the way to become facts."""

    __slots__ = (
        "complement",
        "cues",
        "future",
        "item",
        "joint",
        "kind",
        "kinds",
        "material",
        "modifiers",
        "owner",
        "place",
        "recipient",
        "source",
        "time",
        "times",
        "unit",
        "unit_kind",
        "units",
        "verb",
        "verb_class",
    )

    def __init__(
        self,
        document: Text,
        words: Words,
        phrases: Phrases,
        unknown: Unknown,
        people: People,
        asking: list[Clause],
        asked: Asked,
        tail: int,
        mentions: list[Mention],
    ) -> None:
        """Reads the question around the unknown, up to a condition from ``tail`` on; what it leaves
        unsaid is taken from the ``mentions``.
        """
        at = unknown.token
        end = min(unknown.question.stop, tail)
        predicate = _predicate(document, words, phrases, people, asking, asked, at, end)
        companions = _companions(words, phrases, people, predicate, end)
        by = at > 0 and document.lemmas[at - 1] == "by"  # "by how many points did they win"
        lemmas = frozenset(document.lemmas[at - by : end])
        unit = asked.unit
        self.cues = _cues(document, words, at, end, asked, predicate)
        self.kind = _kind(lemmas, self.cues, asked, predicate)
        self.unit, self.modifiers, self.material = unit.head, unit.modifiers, unit.material
        self.unit_kind = "part" if "fraction" in lemmas else _unit_kind(asked, predicate.verb)
        if not unit.head and not self.unit_kind and "difference" not in self.cues:
            last = spoken_of_most(mentions, at)  # "How many did she pick?"
            if last is not None:
                self.unit, self.modifiers, self.material = last.unit, last.modifiers, last.material
                self.unit_kind = last.unit_kind
        self.units = further_units(document, unit, end)
        self.kinds = words.kinds_of.get(self.unit, ())
        self.verb, self.verb_class = predicate.phrase, _verb_class(unit, predicate)
        self.future = predicate.future
        owner = _owner(people, unit, self.cues, predicate, companions)
        if "between" in lemmas and _names_both(document, at, end):
            owner = ""
        self.owner = possessor(mentions, owner, companions.place)
        self.joint = predicate.subject.joint
        self.source, self.recipient = companions.source, companions.recipient
        self.place, self.item = companions.place, companions.item
        self.time, self.times = _times(document, words, at, end)
        self.complement = _complement(document, words, predicate)

    def facts(self) -> QuestionFacts:
        """All that others ask for."""
        return QuestionFacts(
            kind=self.kind,
            cues=self.cues,
            unit=self.unit,
            modifiers=self.modifiers,
            material=self.material,
            unit_kind=self.unit_kind,
            units=self.units,
            verb=self.verb,
            verb_class=self.verb_class,
            owner=self.owner,
            joint=self.joint,
            time=self.time,
        )


def _names_both(document: Text, at: int, end: int) -> bool:
    """Whether both sides of "the difference between … and …" are named."""
    start = document.find("between", at, end) + 1
    joint = start
    while joint < end and (joint == start or document.tags[joint] != "CC"):
        joint += 1
    return joint < end


def _predicate(
    document: Text,
    words: Words,
    phrases: Phrases,
    people: People,
    asking: list[Clause],
    asked: Asked,
    at: int,
    end: int,
) -> Predicate:
    """The verb of the question and whose it is."""
    unit, after = asked.unit, asked.after
    if unit.end > after and document.lemmas[at] != "how" and unit.end < end:
        following = document.lemmas[unit.end]
        if following in ("that", "which") or document.tags[unit.end] in ("NNP", "PRP"):
            after = unit.end  # "what is the number of kites that Ann has"
    found = read_predicate(document, words, phrases, people, asking, after, end)
    leaves = found.verb == "leave" and found.verb_class == "leave"
    if leaves and people.is_person(found.subject.owner):
        found.verb_class = "hold"  # what she leaves at home is what she does not take
    return found


def _verb_class(unit: Unit, predicate: Predicate) -> VerbClass:
    if unit.head == "change" and predicate.verb_class in ("gain", "exist", "hold", "give", ""):
        return "hold"  # change is what is left of what was handed over
    return predicate.verb_class


def _owner(
    people: People, unit: Unit, cues: tuple[str, ...], predicate: Predicate, companions: _Companions
) -> str:
    """Who has or does what is asked for."""
    owner = predicate.subject.owner
    named = unit.head in ATTRIBUTES and unit.material and "whole" not in cues
    if named and owner in ("", unit.head):
        owner = unit.material[-1]  # "what is the price of the green lamp"
    if not owner:  # "how many are left for Ann", "how many of Ann's cards", "in Ann's basket"
        whose = people.named(unit.source, "") if people.is_person(unit.source) else ""
        owner = companions.beneficiary or whose or companions.holder
    return owner


def _unit_kind(asked: Asked, verb: str) -> UnitKind:
    if asked.amount and not asked.unit.head and not asked.kind:
        if verb == "weigh":
            return "weight"
        return "money" if verb in _MONEY_VERBS else ""
    return asked.kind or asked.unit.kind


# Cues and the kind of question


def _cues(
    document: Text, words: Words, at: int, end: int, asked: Asked, predicate: Predicate
) -> tuple[str, ...]:
    cues = _find_cues(document, words, _question_start(document, at), end)
    if not asked.comparative and _obliged(document, at, end):
        fetched = predicate.verb_class in ("gain", "put", "make")
        cues.add("need" if fetched else "remainder")
    if asked.unit.head == "change" and predicate.verb_class in _RECEIVED:
        cues.add("remainder")
    for word in asked.unit.modifiers:
        if word.startswith("un") and len(word) > 5:
            cues.add("remainder")  # "unsold", "unbroken"
    if asked.dimension:
        cues.add(f"how {asked.dimension}")
    if predicate.verb == "leave" and predicate.verb_class == "leave":
        cues.discard("remainder")  # "how many guests left?"
    return tuple(sorted(cues))


def _find_cues(document: Text, words: Words, start: int, end: int) -> set[str]:
    """The cue classes of the tokens from ``start`` to ``end``."""
    texts, lemmas = document.texts, document.lemmas
    table = words.cues
    found: set[str] = set()
    for index in range(start, end):
        text, lemma = texts[index], lemmas[index]
        cues = table.get(lemma)
        if cues is None and text != lemma:
            cues = table.get(text)
        if cues is not None:
            for others, name in cues:
                if _stand_at(lemmas, index + 1, others):
                    found.add(name)
    return found


def _stand_at(lemmas: list[str], index: int, words: list[str]) -> bool:
    """Whether all these words stand there, one after the other."""
    for word in words:
        if index >= len(lemmas) or lemmas[index] != word:
            return False
        index += 1
    return True


def _question_start(document: Text, at: int) -> int:
    """Where the asking sentence starts, or goes on after its last number before the unknown."""
    tags = document.tags
    start = at
    while start and tags[start - 1] not in (".", "CD"):
        start -= 1
    if start and tags[start - 1] == "CD":
        while start < at and tags[start] != ",":
            start += 1
    return start


def _obliged(document: Text, at: int, end: int) -> bool:
    """As in "how many does she have to wash": what is still to be done."""
    lemmas = document.lemmas
    for index in range(at, end - 2):
        if (
            lemmas[index] == "have"
            and lemmas[index + 1] == "to"
            and lemmas[index + 2] not in ("start", "begin")
        ):
            return True
    return False


def _kind(
    lemmas: frozenset[str], cues: tuple[str, ...], asked: Asked, predicate: Predicate
) -> QuestionKind:
    if "difference" in lemmas or ("by" in lemmas and predicate.verb in _CONTESTS):
        return "difference"
    if "as" in lemmas and ("to" in lemmas or "so" in lemmas):
        return "difference"  # "to have as many as Ben"
    if "catch" in lemmas and "up" in lemmas:
        return "difference"
    if "than" in lemmas or "ahead" in lemmas or "behind" in lemmas or "compare" in lemmas:
        return "difference"
    if asked.comparative:
        if "remainder" in cues or asked.comparative == "extra":
            return "need" if "need" in cues else "remainder"
        return "need" if "need" in cues or "to" in lemmas else "difference"
    verb_class = predicate.verb_class
    if predicate.negated or predicate.verb == "miss" or "empty" in cues:
        return "part"
    if "rest" in cues and "whole" not in cues:
        return "part"
    if "start" in cues and verb_class in _STATES:
        return "start"
    if "whole" in cues:
        return "whole"
    if "need" in cues:
        return "need"
    if "remainder" in cues or (predicate.verb == "leave" and verb_class in ("exist", "hold")):
        return "remainder"
    if "end" in cues and verb_class in _STATES:
        return "end"
    if asked.unit.head == "time":
        return "whole"  # "how many times": whatever happened, it happened
    if verb_class not in _NO_EVENTS:
        return "change"
    if predicate.future:
        return "end"
    return "state" if verb_class in ("hold", "exist") else ""


# Who, where, when, compared with what


class _Companions:
    """The phrases after the verb: to whom, from whom, where, for what, in whose."""

    __slots__ = ("beneficiary", "holder", "item", "place", "recipient", "source")

    def __init__(self) -> None:
        self.recipient = ""
        self.source = ""
        self.place = ""
        self.item = ""
        self.beneficiary = ""
        self.holder = ""


def _companions(
    words: Words, phrases: Phrases, people: People, predicate: Predicate, end: int
) -> _Companions:
    found = _Companions()
    owner = predicate.subject.owner
    for noun in phrases.between(predicate.after, end):
        head, preposition = noun.head, noun.preposition
        if head in words.times:
            continue
        person = people.is_person(head)
        if preposition == "to" or (not preposition and (person or head in PRONOUNS)):
            found.recipient = found.recipient or people.named(head, owner)
        elif preposition == "from":
            found.source = found.source or people.named(head, owner)
            found.place = found.place or noun.name
        elif preposition == "than":
            break
        elif preposition == "for" and person:
            found.beneficiary = found.beneficiary or people.named(head, owner)
        elif not preposition:
            continue
        elif preposition in ("on", "for") and (
            predicate.verb in _MONEY_VERBS or predicate.verb_class == "need"
        ):
            found.item = found.item or head
        elif (
            preposition not in ("of", "with", "for", "as")
            and not person
            and head not in NO_PLACES
            and head not in PRONOUNS
        ):
            if people.is_person(noun.possessor):
                found.holder = found.holder or people.named(noun.possessor, "")
            found.place = found.place or noun.name
    return found


def _times(document: Text, words: Words, at: int, end: int) -> tuple[str, tuple[str, ...]]:
    """The time asked about, and all of its scale; several are none: "Monday and Tuesday"."""
    named: list[str] = []
    for index in document.times:
        if at <= index < end and (time := time_at(document, words, index)) and time not in named:
            named.append(time)
    if not named:
        return "", ()
    return (named[0] if len(named) == 1 else ""), tuple(named)


def _complement(document: Text, words: Words, predicate: Predicate) -> str:
    """The part that "how many of the lambs are black" asks for."""
    if predicate.verb != "be" or predicate.subject.owner:
        return ""
    tags, lemmas = document.tags, document.lemmas
    for index in range(predicate.after, min(predicate.after + 3, len(tags))):
        tag, lemma = tags[index], lemmas[index]
        if tag == "EX" or (tag == "IN" and lemma not in ("by", "about")) or lemma in COUNTERS:
            return ""
        if tag == "JJ" or (tag in ("NNS", "VBN") and lemma not in words.verbs):
            return lemma
        if tag in ("NN", "RB") and lemma in _CONDITIONS:
            return lemma
    return ""
