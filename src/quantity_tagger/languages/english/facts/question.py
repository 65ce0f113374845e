"""What an English question asks, read off the question of the story."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.units import unit_kind
from quantity_tagger.problem.facts import QuestionFacts, QuestionKind
from quantity_tagger.problem.problem import Problem
from quantity_tagger.situation.described import verb_class
from quantity_tagger.situation.facts import HAPPENING, Question, Story
from quantity_tagger.situation.units import Unit

#: Cues of a question in the words that features of all languages have for them.
_CUES: Final = {
    "total": "whole", "left": "remainder", "start": "start", "now": "end", "need": "need",
    "difference": "difference", "free": "empty", "more": "again", "not": "denied",
    "change": "back",
}  # fmt: skip
_FUTURE: Final = frozenset(["will", "shall", "would"])
_GOALS: Final = frozenset(["need", "lack", "room"])


def asked_facts(problem: Problem, story: Story) -> QuestionFacts:
    """What is asked for, of whom and when."""
    question = story.question
    fact = question.fact
    unit = _unit(story)
    return QuestionFacts(
        kind=_kind(question, _is_future(problem)),
        cues=_cues(question),
        unit=unit.head,
        modifiers=unit.marks,
        material=unit.of,
        unit_kind=unit_kind(unit, fact),
        units=tuple([part.head for part in fact.kind.parts]),
        verb=(fact.said or fact.verb).partition(" ")[0],
        verb_class=verb_class(fact),
        owner=fact.holder,
        joint=fact.holder in story.groups,
        time=fact.time.label,
    )


def _cues(question: Question) -> tuple[str, ...]:
    found = {_CUES[cue] for cue in question.cues if cue in _CUES}
    if question.form == "difference":
        found.add("difference")
    return tuple(sorted(found))


def _is_future(problem: Problem) -> bool:
    """As in "how many will there be": what is there after all that is told."""
    columns, asked = problem.document.columns, problem.unknown.question
    return any(columns.lemmas[index] in _FUTURE for index in asked if columns.tags[index] == "MD")


def _unit(story: Story) -> Unit:
    """The unit in the words of the question, else that of the story where things are counted."""
    question = story.question
    kind = question.fact.kind
    if question.unit.head or kind.measure:
        return question.unit
    return Unit(kind.head, question.unit.marks or tuple(sorted(kind.marks)))


def _kind(question: Question, future: bool) -> QuestionKind:
    fact, cues = question.fact, question.cues
    state = fact.effect == "state"
    need = "need" in cues or fact.effect in _GOALS
    if question.form == "difference":
        return "difference"
    if "more" in cues:
        return "need" if need else "remainder" if "left" in cues else "difference"
    if fact.negated or fact.rest or "not" in cues or "free" in cues:
        return "part"
    if "start" in cues and state:
        return "start"
    if "total" in cues or fact.total:
        return "whole"
    if need:
        return "need"
    if "left" in cues or "change" in cues:
        return "remainder"
    if fact.effect in HAPPENING:
        return "change"
    if not state:
        return ""
    return "end" if future or "now" in cues else "state"
