"""What the facts of a story say of each amount, seen from the question.

Where no world determines the answer, or several do, it is still known how each amount stands to
what is asked: whether it is of that kind and holder, what its event does to the stock asked about,
on which side of a comparison it is. The model learns from it.
"""

from __future__ import annotations

from typing import Final

from quantity_tagger.problem.facts import Agreement, Outline, Told, Whose
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Fact, Question, Story

#: Cues of a question that tell what it asks for; the first that is there counts.
_CUES: Final = ("start", "left", "total", "need", "free", "change", "more", "now")
_GOALS: Final = frozenset(["need", "room", "lack"])
_STATES: Final = frozenset(["state", "note"])


def outline(story: Story) -> tuple[Outline, ...]:
    """One for each quantity; an empty one where no fact has it."""
    asked = _asked(story.question)
    found = [Outline()] * len(story.values)
    told = [fact for fact in story.facts if fact.amount.quantity is not None]
    for place, fact in enumerate(told):
        quantity = fact.amount.quantity
        if quantity is not None and not found[quantity].names:
            found[quantity] = _outline(story, fact, asked, _order(place, len(told)))
    return tuple(found)


def _asked(question: Question) -> str:
    cue = next((cue for cue in _CUES if cue in question.cues), "")
    return f"{question.form} {question.fact.effect} {cue}".strip()


def _order(place: int, count: int) -> str:
    if place == 0:
        return "first"
    return "last" if place == count - 1 else "between"


def _outline(story: Story, fact: Fact, asked: str, order: str) -> Outline:
    question = story.question.fact
    kind = kinds.relation(fact.kind, question.kind)
    holder = whose(story, fact, question)
    moved = direction_for(fact, question)
    effect = fact.effect
    marks = _marks(fact)
    names = [
        asked,
        f"{effect}/{kind}",
        f"{asked}/{effect}/{kind}",
        f"{asked}/{effect}/{kind}/{holder}",
        f"{asked}/{moved:+d}/{kind}/{holder}",
        f"{asked}/{effect}/{kind}/{order}",
        f"{asked}/time {same_time(fact, question)}",
        *(f"{asked}/{mark}" for mark in marks),
        *(f"{asked}/{effect}/{mark}" for mark in marks),
    ]
    if fact.verb and fact.verb == question.verb:
        names.append(f"{asked}/same verb")
    if fact.than is not None:
        names.append(f"{asked}/than {fact.sign:+d} {_side(fact, question)}")
    return Outline(tuple(names), "apart" if kind == "apart" else told_as(fact), holder, moved)


def _marks(fact: Fact) -> list[str]:
    said = (
        ("more", fact.more),
        ("total", fact.total),
        ("rest", fact.rest),
        ("part", fact.of is not None),
        ("not", fact.negated),
        ("planned", fact.planned),
        (f"level {fact.level}", bool(fact.level)),
        (f"phase {fact.time.phase}", bool(fact.time.phase)),
        ("earlier", fact.time.earlier),
    )
    return [name for name, there in said if there]


def told_as(fact: Fact) -> Told:
    """What a statement makes of its amount."""
    if fact.than is not None:
        return "difference"
    if fact.total:
        return "total"
    if fact.of is not None or fact.rest:
        return "part"
    if fact.effect in _GOALS:
        return "goal"
    if fact.effect in _STATES:
        return "state"
    return "change" if fact.effect in DIRECTION else "other"


def whose(story: Story, fact: Fact, asked: Fact) -> Whose:
    """Whose the amount is, beside the one asked about."""
    if not asked.holder or not fact.holder:
        return "unsaid"
    if asked.holder in (fact.holder, story.within.get(fact.holder)):
        return "same"
    if asked.holder in (fact.to, fact.source):
        return "party"
    return "member" if fact.holder in story.groups.get(asked.holder, ()) else "other"


def direction_for(fact: Fact, asked: Fact) -> int:
    """The direction in which the event moves the stock of the one asked about."""
    if asked.holder and asked.holder != fact.holder and asked.holder in (fact.to, fact.source):
        return 1 if asked.holder == fact.to else -1
    return DIRECTION.get(fact.effect, 0)


def same_time(fact: Fact, asked: Fact) -> Agreement:
    """Whether it is told of the time asked about."""
    if not asked.time.label or not fact.time.label:
        return "unsaid"
    same = asked.time.label == fact.time.label or asked.time.label in fact.time.ups
    return "same" if same else "other"


def _side(fact: Fact, asked: Fact) -> str:
    """Which side of the comparison is asked about."""
    than = fact.than
    if than is None:
        return ""
    if than.holder and than.holder == asked.holder:
        return "of the other"
    if fact.holder and fact.holder == asked.holder:
        return "of this"
    if than.kind is not None and than.kind.head and kinds.within(than.kind, asked.kind):
        return "of the other kind"
    return "unsaid"
