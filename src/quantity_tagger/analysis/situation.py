"""What the story suggests: how each quantity bears on the question, in any language.

A stock obeys  end = start + gains − losses,  a whole is the sum of its parts, and a difference is
the larger less the smaller. Which of these the text tells, and which term the question asks for,
is read off the facts; solving for it gives every quantity a suggested sign. It is a suggestion: the
model weighs it with everything else.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from quantity_tagger.analysis.facts import Facts, Proposal, QuantityFacts, QuestionFacts

UnitRelation = Literal["same", "kind", "unsaid", "rival", "other"]
OwnerRelation = Literal["same", "joint", "unsaid", "other"]

_MEASURES = frozenset(["money", "length", "weight", "volume", "time", "score", "degree", "part"])
_USED = frozenset(["same", "kind", "unsaid"])


class Relation(NamedTuple):
    """How a quantity agrees with what is asked; ``effect`` is what its event does to the stock asked
    about: +1, −1, or 0 where it does nothing to it.
    """

    unit: UnitRelation
    owner: OwnerRelation
    place: OwnerRelation
    time: OwnerRelation
    verb: bool
    effect: int
    related: bool


def propose(facts: Facts) -> Proposal:
    """The signs the story suggests."""
    relations = relate(facts)
    schema, signs = _suggest(facts, relations)
    signs[facts.unknown] = 0
    answer = sum(
        (
            sign * q.value
            for sign, q in zip(signs, facts.quantities, strict=True)
            if q.value is not None
        ),
        Fraction(0),
    )
    if answer < 0:
        signs = [-sign for sign in signs]
        schema += " turned"
    signs[facts.unknown] = -1
    return Proposal(schema, tuple(signs))


# Relations


def relate(facts: Facts) -> tuple[Relation, ...]:
    """How each entry agrees with what is asked."""
    question = facts.question
    units = [_unit(quantity, question) for quantity in facts.quantities]
    known = [u for i, u in enumerate(units) if i != facts.unknown]
    if not any(u in ("same", "kind") for u in known):
        units = ["kind" if u == "rival" else u for u in units]
        known = [u for i, u in enumerate(units) if i != facts.unknown]
    if not any(u in ("same", "kind") for u in known):
        # the question uses a word of its own for what the text counts
        counted = "count" if question.unit_kind in ("", "count") else question.unit_kind
        units = [
            "kind" if u == "other" and q.unit_kind in (counted, "count") else u
            for u, q in zip(units, facts.quantities, strict=True)
        ]
    relations: list[Relation] = []
    for quantity, unit in zip(facts.quantities, units, strict=True):
        owner = _owner(quantity.owner, quantity.joint, question)
        place = _agree(quantity.place, question.place)
        time = _time(quantity.time, question.time)
        related = (
            unit in _USED
            and not quantity.negated
            and time != "other"
            and not (quantity.hypothetical or quantity.verb_class == "need")
        ) or (
            unit in _USED
            and question.kind in ("need", "difference", "whole")
            and quantity.verb == question.verb
        )
        relations.append(
            Relation(
                unit,
                owner,
                place,
                time,
                bool(quantity.verb) and quantity.verb == question.verb,
                _effect(quantity, question),
                related,
            )
        )
    return tuple(relations)


def _unit(quantity: QuantityFacts, question: QuestionFacts) -> UnitRelation:
    if quantity.value is not None and question.unit_kind == "part":
        return "kind" if quantity.value < 1 or quantity.unit_kind == "part" else "other"
    if not quantity.unit:
        return "unsaid"
    if not question.unit:
        if not question.unit_kind:
            return "unsaid"
        return "kind" if quantity.unit_kind == question.unit_kind else "other"
    asked = {*question.modifiers, *question.material}
    if question.complement:
        asked.add(question.complement)
    said = {*quantity.modifiers, *quantity.material}
    if quantity.unit == question.unit:
        if asked and said and not (asked <= said or said <= asked):
            return "rival"
        return "same"
    if question.unit in said:
        rest = said - {question.unit}
        own = set(question.modifiers)
        return "rival" if own and rest and not own & rest else "same"
    if question.unit in quantity.kinds:
        return "kind"
    if quantity.unit_kind == question.unit_kind and quantity.unit_kind in _MEASURES:
        return "kind"
    return "other"


def _owner(owner: str, joint: bool, question: QuestionFacts) -> OwnerRelation:
    if not owner or not question.owner:
        return "unsaid"
    if owner == question.owner:
        return "same"
    if question.joint:
        return "same"
    if joint:
        return "joint"
    return "other"


def _agree(said: str, asked: str) -> OwnerRelation:
    if not said or not asked:
        return "unsaid"
    return "same" if said == asked else "other"


def _time(said: str, asked: str) -> OwnerRelation:
    """Two points of one scale exclude each other; those of different scales say nothing."""
    if not said or not asked or said.partition(":")[0] != asked.partition(":")[0]:
        return "unsaid"
    return "same" if said == asked else "other"


def _effect(quantity: QuantityFacts, question: QuestionFacts) -> int:
    """What the event does to the stock the question asks about."""
    verb = quantity.verb_class
    holder = question.owner
    if verb in ("increase", "come"):
        return 1
    if verb in ("decrease", "leave"):
        return -1
    theirs = not holder or question.joint or not quantity.owner or quantity.owner == holder
    if verb in ("gain", "make"):
        if quantity.source and quantity.source == holder and not theirs:
            return -1
        return 1 if theirs or quantity.place == holder else 0
    if verb == "take":
        if quantity.owner and quantity.owner == holder:
            return 1
        if not holder:
            return -1
        return -1 if not quantity.source or quantity.source == holder or not theirs else 0
    if verb == "give":
        if quantity.recipient and quantity.recipient == holder:
            return 1
        if theirs:
            return -1
        return 0 if quantity.recipient else -1
    if verb in ("lose", "use", "remove"):
        return -1
    if verb == "put":
        return 1
    return 0


# Suggestions


def _suggest(facts: Facts, relations: tuple[Relation, ...]) -> tuple[str, list[int]]:
    question = facts.question
    quantities = facts.quantities
    count = len(quantities)
    used = [
        i
        for i in range(count)
        if i != facts.unknown
        and relations[i].related
        and quantities[i].role not in ("label", "date")
    ]
    signs = [0] * count
    if not used:
        used = [i for i in range(count) if i != facts.unknown]
    differences = [i for i in used if quantities[i].role == "difference"]
    if differences and question.kind != "difference":
        chained = _chain(facts, used, differences)
        if chained is not None:
            return "compare", chained
    kind = question.kind
    if kind == "difference":
        return "difference", _difference(facts, relations, used)
    if kind == "need":
        return "need", _need(facts, relations, used)
    totals = [i for i in used if quantities[i].role == "total"]
    if len(totals) == 1 and kind != "whole":
        total = totals[0]
        parts = [
            i
            for i in range(count)
            if i not in (facts.unknown, total) and (i in used or relations[i].unit == "rival")
        ]
        largest = all(quantities[i].value <= quantities[total].value for i in parts)  # type: ignore[operator]
        if parts and largest:
            for i in parts:
                signs[i] = -1
            signs[total] = 1
            return "part", signs
    if kind == "start":
        return "start", _start(facts, relations, used)
    if kind == "whole":
        return "whole", _whole(facts, relations, used)
    if kind in ("remainder", "end", "state"):
        return "stock", _stock(facts, relations, used)
    if kind == "change":
        return _change(facts, relations, used)
    for i in used:
        signs[i] = 1
    return "sum", signs


def _chain(facts: Facts, used: list[int], differences: list[int]) -> list[int] | None:
    """Values of owners as sums of quantities, through "5 more than Tom"."""
    quantities = facts.quantities
    values: dict[str, dict[int, int]] = {}
    for i in used:
        if i in differences:
            continue
        key = quantities[i].owner or quantities[i].time or quantities[i].place
        values.setdefault(key, {i: 1})
    waiting = list(differences)
    while waiting:
        for i in waiting:
            q = quantities[i]
            above = q.owner or q.time
            below = q.reference
            if below in values:
                values[above if above != below else "?"] = {**values[below], i: q.direction}
                waiting.remove(i)
                break
            if above in values:
                values[below] = {**values[above], i: -q.direction}
                waiting.remove(i)
                break
        else:
            break
    question = facts.question
    signs = [0] * len(quantities)
    asked = values.get(question.owner) or values.get(question.time)
    if asked is None or len(asked) < 2:
        if len(used) != 2 or len(differences) != 1:
            return None
        i = differences[0]
        base = used[0] if used[1] == i else used[1]
        asked = {base: 1, i: quantities[i].direction}
    for i, sign in asked.items():
        signs[i] = sign
    return signs


def _difference(facts: Facts, relations: tuple[Relation, ...], used: list[int]) -> list[int]:
    quantities = facts.quantities
    signs = [0] * len(quantities)
    if len(used) < 2:
        used = [
            i
            for i in range(len(quantities))
            if i != facts.unknown and relations[i].unit in ("same", "kind", "rival", "unsaid")
        ]
    if len(used) < 2:
        used = [i for i in range(len(quantities)) if i != facts.unknown]
    if len(used) > 2:
        question = facts.question
        sides = [
            i
            for i in used
            if quantities[i].owner and quantities[i].owner in (question.owner, question.reference)
        ]
        if len(sides) == 2:
            used = sides
    ordered = sorted(used, key=lambda i: quantities[i].value or 0, reverse=True)
    if ordered:
        signs[ordered[0]] = 1
        for i in ordered[1:]:
            signs[i] = -1
    return signs


def _need(facts: Facts, relations: tuple[Relation, ...], used: list[int]) -> list[int]:
    quantities = facts.quantities
    signs = [0] * len(quantities)
    if len(used) < 2:
        used = [i for i in range(len(quantities)) if i != facts.unknown]
    goals = [i for i in used if quantities[i].role == "goal"]
    largest = max(used, key=lambda i: quantities[i].value or 0)
    goal = goals[0] if len(goals) == 1 else largest
    for i in used:
        signs[i] = -1
    signs[goal] = 1
    return signs


def _whole(facts: Facts, relations: tuple[Relation, ...], used: list[int]) -> list[int]:
    quantities = facts.quantities
    signs = [0] * len(quantities)
    holds = facts.question.verb_class in ("hold", "exist")
    for i in used:
        q = quantities[i]
        if q.role == "part":
            continue
        if holds and relations[i].effect < 0 and relations[i].owner != "other":
            signs[i] = -1
        else:
            signs[i] = 1
    return signs


def _stock(facts: Facts, relations: tuple[Relation, ...], used: list[int]) -> list[int]:
    quantities = facts.quantities
    signs = [0] * len(quantities)
    for i in used:
        q = quantities[i]
        effect = relations[i].effect
        if q.role == "part" and effect >= 0:
            signs[i] = -1 if facts.question.kind == "remainder" else 0
        elif effect:
            signs[i] = effect
        elif q.role == "change" or relations[i].owner == "other":
            signs[i] = 0
        else:
            signs[i] = 1
    if not any(sign > 0 for sign in signs) and used:
        first = max(used, key=lambda i: quantities[i].value or 0)
        signs[first] = 1
    return signs


def _start(facts: Facts, relations: tuple[Relation, ...], used: list[int]) -> list[int]:
    quantities = facts.quantities
    signs = [0] * len(quantities)
    for i in used:
        q = quantities[i]
        effect = relations[i].effect
        if q.role == "part" and not effect:
            continue
        if relations[i].owner == "other" and not effect:
            continue
        signs[i] = -effect if effect else 1
    return signs


def _change(
    facts: Facts, relations: tuple[Relation, ...], used: list[int]
) -> tuple[str, list[int]]:
    quantities = facts.quantities
    question = facts.question
    signs = [0] * len(quantities)
    states = [
        i for i in used if quantities[i].role in ("state", "goal") and relations[i].owner != "other"
    ]
    events = [i for i in used if i not in states]
    same = [i for i in events if relations[i].verb]
    ends = [i for i in states if quantities[i].phase == "end"]
    if len(states) >= 2 or (states and ends and events):
        ordered = sorted(used, key=lambda i: quantities[i].value or 0, reverse=True)
        signs[ordered[0]] = 1
        for i in ordered[1:]:
            signs[i] = -1
        return "change", signs
    if (same and len(same) >= 2) or not states:
        for i in same if len(same) >= 2 else used:
            signs[i] = 1
        return "events", signs
    ordered = sorted(used, key=lambda i: quantities[i].value or 0, reverse=True)
    signs[ordered[0]] = 1
    for i in ordered[1:]:
        signs[i] = -1
    return "change", signs
