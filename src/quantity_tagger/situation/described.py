"""What a story says of each quantity and of what is asked, in the words of `Facts`.

A language that reads stories has told all of it already; only units and numbers that name or date
are its own to add.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from quantity_tagger.problem.facts import (
    Agreement,
    QuestionKind,
    Relation,
    Role,
    UnitRelation,
    VerbClass,
    Whose,
)
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, HAPPENING, Fact, Kind, Question, Story
from quantity_tagger.situation.outline import direction_for, same_time, whose

_VERBS: Final[Mapping[str, VerbClass]] = {
    "gain": "gain", "lose": "lose", "give": "give", "take": "take", "put": "put",
    "remove": "remove", "come": "come", "leave": "leave", "make": "make", "use": "use", "do": "do",
    "rise": "increase", "fall": "decrease", "need": "need", "room": "need", "lack": "need",
}  # fmt: skip
_OWNERS: Final[Mapping[Whose, Agreement]] = {
    "same": "same",
    "party": "same",
    "member": "joint",
    "other": "other",
}
#: What a cue of the question asks for; the first that is there counts.
_CUES: Final[tuple[tuple[str, QuestionKind], ...]] = (
    ("need", "need"),
    ("free", "need"),
    ("start", "start"),
    ("total", "whole"),
    ("left", "remainder"),
    ("change", "remainder"),
    ("rest", "part"),
    ("now", "end"),
)


class Said(NamedTuple):
    """What the story says of one amount."""

    verb_class: VerbClass = ""
    owner: str = ""
    place: str = ""
    time: str = ""
    role: Role = ""
    direction: int = 0
    reference: str = ""
    material: tuple[str, ...] = ()


def facts_of(story: Story) -> dict[int, Fact]:
    """The first fact of each quantity."""
    found: dict[int, Fact] = {}
    for fact in story.facts:
        if fact.amount.quantity is not None:
            found.setdefault(fact.amount.quantity, fact)
    return found


def said_of(fact: Fact) -> Said:
    """What a fact says of its amount."""
    than = fact.than
    other = "" if than is None else than.holder or (than.kind.head if than.kind else "")
    return Said(
        verb_class=verb_class(fact),
        owner=fact.holder,
        place=fact.place,
        time=fact.time.label or fact.time.phase,
        role=_role(fact),
        direction=fact.sign if than is not None else DIRECTION.get(fact.effect, 0),
        reference=other,
        material=material(fact.kind),
    )


def material(kind: Kind) -> tuple[str, ...]:
    """What is counted; a measure alone and a bare measure word name nothing."""
    return () if kind.measure or not kind.head or kind.head[0] == "#" else (kind.head,)


def verb_class(fact: Fact) -> VerbClass:
    """What the verb does to what its subject holds."""
    if fact.effect != "state":
        return _VERBS.get(fact.effect, "")
    if "price" in fact.extras or fact.verb == "cost":
        return "cost"
    return "hold" if fact.holder else "exist"


def _role(fact: Fact) -> Role:
    if fact.than is not None:
        return "difference"
    if "each" in fact.extras:
        return "rate"
    if fact.total:
        return "total"
    if fact.effect in ("need", "room") or "goal" in fact.extras:
        return "goal"
    if "price" in fact.extras:
        return "price"
    if fact.of is not None or fact.rest:
        return "part"
    if fact.kind.measure and fact.kind.head == "age":
        return "age"
    return "change" if fact.effect in HAPPENING else "state"


def question_kind(question: Question) -> QuestionKind:
    """What the question asks for."""
    fact = question.fact
    if question.form == "difference" or fact.than is not None:
        return "difference"
    if fact.effect in ("need", "lack", "room"):
        return "need"
    found = next((kind for cue, kind in _CUES if cue in question.cues), None)
    if found is not None:
        return found
    if fact.rest or fact.of is not None:
        return "part"
    return "change" if fact.effect in HAPPENING else "state"


def is_joint(story: Story) -> bool:
    """Whether what several have together is asked for."""
    asked = story.question.fact
    return len(story.groups.get(asked.holder, ())) > 1


def relation(story: Story, fact: Fact, *, alike: bool) -> Relation:
    """How an amount agrees with what is asked; ``alike``: it is counted in the same unit."""
    asked = story.question.fact
    owner = _OWNERS.get(whose(story, fact, asked), "unsaid")
    unit = _unit(fact.kind, asked.kind, alike=alike)
    still = fact.than is not None or owner == "other"
    apart = owner == "other" and fact.than is None and asked.than is None and not asked.total
    return Relation(
        unit=unit,
        owner=owner,
        place=_agree(fact.place, asked.place),
        time=same_time(fact, asked),
        effect=0 if still else direction_for(fact, asked),
        related=unit not in ("rival", "other") and not fact.negated and not apart,
    )


def _unit(kind: Kind, asked: Kind, *, alike: bool) -> UnitRelation:
    found = kinds.relation(kind, asked)
    if found == "apart":
        return "rival" if alike else "other"
    if not material(kind) or not material(asked):
        return "unsaid"
    return "same" if found == "same" else "kind"


def _agree(one: str, other: str) -> Agreement:
    if not one or not other:
        return "unsaid"
    return "same" if one == other else "other"
