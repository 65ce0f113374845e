"""How each quantity agrees with what is asked: of what, whose, where, when, and to what effect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quantity_tagger.languages.english.frames.words import words
from quantity_tagger.problem.facts import Agreement, QuestionKind, Relation, UnitRelation
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import (
    Fact,
    Kind,
    Story,
    for_another,
    handed_over,
)
from quantity_tagger.situation.outline import direction_for, same_time, whose

#: How the unit of a quantity that the question may use agrees with the one asked for.
_USABLE: Final = frozenset(["same", "kind", "unsaid"])
_WHOSE: Final[dict[str, Agreement]] = {
    "same": "same", "party": "same", "member": "same", "unsaid": "unsaid", "other": "other",
}  # fmt: skip
_PLANS: Final = frozenset(["need", "difference", "remainder", "part"])
_STOCKS: Final = frozenset(["state", "end", "remainder", "start"])
_GOALS: Final = frozenset(["need", "room", "lack"])


def relations(story: Story, facts: Sequence[Fact | None], question: QuestionKind) -> list[Relation]:
    """How each number agrees with what is asked; ``facts`` are theirs."""
    asked = story.question.fact
    across = any(
        fact is not None
        and (fact.than is not None or (question in _STOCKS and direction_for(fact, asked)))
        for fact in facts
    )
    found: list[Relation] = []
    for number, (fact, unit) in enumerate(zip(facts, _units(story, facts), strict=True)):
        if fact is None:
            found.append(Relation(unit, "unsaid", "unsaid", "unsaid", 0, unit in _USABLE))
            continue
        time = same_time(fact, asked)
        related = (
            unit in _USABLE
            and number not in story.names
            and not (_is_denied(fact, asked) and question != "part")
            and (time != "other" or across)
            and (question in _PLANS or asked.time.future or not _is_plan(fact))
            and not for_another(fact, asked)
            and not handed_over(story, fact)
        )
        found.append(
            Relation(
                unit,
                _owner(story, fact, asked),
                _agree(_where(story, fact), _where(story, asked)),
                time,
                _effect(fact, asked, question),
                related,
            )
        )
    return found


def _is_denied(fact: Fact, asked: Fact) -> bool:
    """Whether it did not happen, as what was missed did not."""
    return fact.negated or (fact.verb in words("missing out") and fact.verb != asked.verb)


def _is_plan(fact: Fact) -> bool:
    return fact.planned or fact.effect in _GOALS


def _units(story: Story, facts: Sequence[Fact | None]) -> list[UnitRelation]:
    """The relation of each kind to the one asked for, in the light of all the others."""
    asked = story.question.fact.kind
    named = bool(story.question.unit.head)
    units = [
        _unit(None if fact is None else fact.kind, asked, number in story.names, named)
        for number, fact in enumerate(facts)
    ]
    told = list(zip(facts, units, strict=True))
    known = {fact.clause for fact, unit in told if fact and unit == "kind"}
    if "same" not in units and "kind" not in units:
        if "rival" in units:
            return ["kind" if unit == "rival" else unit for unit in units]
        # the question has a word of its own for what the text counts
        known = {fact.clause for fact in facts if fact is not None}
    return [
        "kind"
        if unit == "other" and fact and fact.clause in known and _alike(fact.kind, asked)
        else unit
        for fact, unit in told
    ]


def _alike(kind: Kind, asked: Kind) -> bool:
    """Whether both are counted, or measured alike."""
    return kind.head == asked.head if kind.measure or asked.measure else True


def _unit(kind: Kind | None, asked: Kind, is_name: bool, named: bool) -> UnitRelation:
    """``named``: the question has a noun; of no kind of the story where ``asked`` is empty."""
    if is_name:
        return "other"
    if kind is None or not kind.head:
        return "unsaid"
    if not asked.head:
        return "kind" if named and not kind.measure else "unsaid"
    found = {kinds.relation(kind, one) for one in (asked, *asked.parts)}
    if not found.isdisjoint(("same", "above")):
        return "same"
    if "below" in found:
        return "same" if kind.head == asked.head else "kind"
    return "rival" if kinds.heads_meet(kind, asked) else "other"


def _owner(story: Story, fact: Fact, asked: Fact) -> Agreement:
    found = _WHOSE[whose(story, fact, asked)]
    return "joint" if found == "other" and fact.holder in story.groups else found


def _where(story: Story, fact: Fact) -> str:
    """The place of an amount; a thing that has it is one."""
    return fact.place or (fact.holder if fact.holder not in story.people else "")


def _agree(said: str, asked: str) -> Agreement:
    if not said or not asked:
        return "unsaid"
    return "same" if said == asked else "other"


def _effect(fact: Fact, asked: Fact, question: QuestionKind) -> int:
    """What the event does to the stock that is asked about."""
    if fact.than is not None or fact.total or fact.effect in _GOALS:
        return 0
    if fact.effect == "do":
        return -1 if question in ("remainder", "need") else 0
    if fact.effect == "state":
        return int(fact.more)
    return direction_for(fact, asked)
