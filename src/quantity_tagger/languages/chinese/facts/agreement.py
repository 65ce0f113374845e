"""The facts of a Chinese problem in the words that all languages share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, cast

from quantity_tagger.languages.chinese.facts.compared_entities import Comparison
from quantity_tagger.languages.chinese.facts.comparisons import Frame
from quantity_tagger.languages.chinese.facts.focus import Focus
from quantity_tagger.languages.chinese.facts.identity import Telling, is_kind, same_who
from quantity_tagger.languages.chinese.facts.off_topic import another_time
from quantity_tagger.languages.chinese.facts.roles import POLARITY, Part
from quantity_tagger.problem.facts import (
    Agreement,
    QuantityFacts,
    QuestionFacts,
    QuestionKind,
    Relation,
    Role,
    UnitKind,
    UnitRelation,
    VerbClass,
)

_QUESTIONS: Final[Mapping[str, QuestionKind]] = {
    "remain": "remainder",
    "repay": "remainder",
    "lack": "need",
    "need": "need",
    "now": "end",
    "start": "start",
    "whole": "whole",
    "rest": "part",
    "exceed": "difference",
    "apart": "difference",
    "event": "change",
    "state": "state",
    "both": "part",
    "neither": "part",
    "plan": "need",
    "overlap": "part",
    "pay": "change",
}


def entry(
    telling: Telling,
    roles: Sequence[Role],
    kinds: Sequence[UnitKind],
    focus: Sequence[Focus],
    ties: Mapping[int, Comparison],
    index: int,
) -> QuantityFacts:
    """What the text says of one mention."""
    mention, part, frame = telling.mentions[index], telling.parts[index], telling.frames[index]
    role, direction = _role(roles[index], part, frame, ties.get(index))
    return QuantityFacts(
        value=mention.value,
        token=mention.token,
        sentence=mention.sentence,
        in_question=mention.clause == telling.mentions[telling.asked].clause,
        unit=mention.unit[0] if mention.unit else "",
        material=(focus[index].item,) if focus[index].said else mention.unit[1:],
        unit_kind=kinds[index],
        verb_class=cast("VerbClass", part.verb_class),
        owner=frame.who,
        place=frame.where,
        time=frame.when,
        role=role,
        direction=direction,
    )


def _role(label: Role, part: Part, frame: Frame, tie: Comparison | None) -> tuple[Role, int]:
    if label:
        return label, 0
    if frame.tie or tie:
        direction = frame.tie.direction if frame.tie else tie.direction if tie else 0
        return "difference", direction
    if frame.holds:
        return "groups", 0
    if part.kind in ("start", "remain", "now"):
        return "state", 0
    if part.kind == "whole":
        return "total", 0
    if part.kind == "event":
        return "change", POLARITY.get(part.verb_class, 0)
    if part.kind == "plan":
        return "goal", 0
    if part.kind in ("both", "neither", "rest") or frame.subset:
        return "part", 0
    if part.money and part.verb_class == "cost":
        return "price", 0
    return "state", 0


def asked(
    telling: Telling, focus: Focus, comparison: Comparison | None, kind: UnitKind
) -> QuestionFacts:
    """What is asked."""
    mention, part = telling.mentions[telling.asked], telling.parts[telling.asked]
    frame = telling.frames[telling.asked]
    tie = frame.tie or comparison
    return QuestionFacts(
        kind="difference" if tie else _QUESTIONS.get(part.kind, "state"),
        cues=tuple(sorted({part.kind, *mention.cues})),
        unit=mention.unit[0] if mention.unit else "",
        material=(focus.item,) if focus.item else mention.unit[1:],
        owner=frame.who,
        joint=frame.group or len(frame.sides) > 1,
        time=frame.when,
        unit_kind=kind,
        verb=part.verb,
        verb_class=cast("VerbClass", part.verb_class),
    )


def relation(telling: Telling, distractors: AbstractSet[int], index: int) -> Relation:
    """How a mention agrees with what is asked."""
    frame, question = telling.frames[index], telling.frames[telling.asked]
    related = index in telling.related
    owner = _owner(frame, question)
    return Relation(
        unit=_unit(frame, question) if related else "other",
        owner=owner,
        place=_agree(frame.where, question.where),
        time="other" if another_time(telling, index) else _agree(frame.when, question.when, "same"),
        effect=_effect(telling.parts[index], frame, question, owner),
        related=related and index not in distractors,
    )


def _unit(frame: Frame, question: Frame) -> UnitRelation:
    if not frame.thing or not question.thing:
        return "unsaid"
    if frame.thing == question.thing:
        return "same"
    alike = is_kind(frame.thing, question.thing) or is_kind(question.thing, frame.thing)
    return "kind" if alike else "rival"


def _owner(frame: Frame, question: Frame) -> Agreement:
    owners = [side.who for side in question.sides if side.who]
    if question.tie:
        owners = [side.who for side in (*question.tie.subject, *question.tie.standard) if side.who]
    if question.group or (len(owners) > 1 and any(same_who(frame.who, who) for who in owners)):
        return "joint"
    owners = owners or [question.who]
    if not frame.who or not any(owners):
        return "unsaid"
    names = [name for name in (frame.who, frame.source, frame.recipient) if name]
    return "same" if any(same_who(n, who) for n in names for who in owners if who) else "other"


def _agree(one: str, other: str, differing: Agreement = "other") -> Agreement:
    if not one or not other:
        return "unsaid"
    return "same" if one in other or other in one else differing


def _effect(part: Part, frame: Frame, question: Frame, owner: Agreement) -> int:
    """What the amount does to the stock asked about."""
    if part.kind in ("now", "remain", "start") or frame.tie or owner == "other":
        return 0
    if part.effect and question.who:
        if frame.recipient and same_who(frame.recipient, question.who):
            return 1
        if frame.source and same_who(frame.source, question.who):
            return -1
        if frame.source and part.effect < 0 and same_who(frame.who, question.who):
            return 1
    return part.effect
