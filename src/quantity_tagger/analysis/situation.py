"""What the story suggests: how each quantity bears on the question, in any language.

A stock obeys  end = start + gains − losses,  a whole is the sum of its parts, and a difference is
the larger less the smaller. Which of these the text tells, and which term the question asks for,
is read off the facts; solving for it gives every quantity a suggested sign. It is a suggestion: the
model weighs it with everything else.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from quantity_tagger.analysis.facts import Facts, Proposal, QuantityFacts, QuestionFacts, UnitKind

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
    if question.kind == "whole" and not question.modifiers:
        # "3 songs and 5 text files": the files asked for are all of them
        told = {
            (q.sentence, q.verb)
            for q, u in zip(facts.quantities, units, strict=True)
            if u == "same" and q.value is not None and q.unit == question.unit and q.modifiers
        }
        if told and not any(
            q.unit == question.unit and not q.modifiers
            for q in facts.quantities
            if q.value is not None
        ):
            units = [
                "kind"
                if u == "other" and q.unit_kind == "count" and (q.sentence, q.verb) in told
                else u
                for u, q in zip(units, facts.quantities, strict=True)
            ]
    if not any(u in ("same", "kind") for u in known):
        units = ["kind" if u == "rival" else u for u in units]
        known = [u for i, u in enumerate(units) if i != facts.unknown]
    if not any(u in ("same", "kind") for u in known):
        # the question uses a word of its own for what the text counts
        counted = _commonest([q.unit_kind for q in facts.quantities if q.value is not None])
        units = [
            "kind" if u == "other" and q.unit_kind == counted else u
            for u, q in zip(units, facts.quantities, strict=True)
        ]
    if (
        question.unit
        and question.unit_kind == "count"
        and not any(q.unit == question.unit for q in facts.quantities if q.value is not None)
    ):
        # what is told in one breath with a kind of what is asked is one too
        told = {
            (q.sentence, q.verb)
            for q, u in zip(facts.quantities, units, strict=True)
            if u == "kind" and q.value is not None
        }
        units = [
            "kind"
            if u == "other"
            and q.unit_kind == "count"
            and not q.kinds
            and (q.sentence, q.verb) in told
            else u
            for u, q in zip(units, facts.quantities, strict=True)
        ]
    measured = {
        q.unit
        for q, u in zip(facts.quantities, units, strict=True)
        if u == "same" and q.value is not None and q.unit_kind in _MEASURES
    }
    units = [
        "same" if u == "other" and q.unit in measured and not q.material else u
        for u, q in zip(units, facts.quantities, strict=True)
    ]
    if question.kind == "whole" and _only_own_words(facts):
        units = ["kind" if u == "rival" else u for u in units]
    relative = any(
        q.role == "difference" or q.verb_class in ("increase", "decrease") for q in facts.quantities
    )
    bought = bool(question.item) and any(
        question.item in (q.item, *q.item_kinds) for q in facts.quantities
    )
    somewhere = bool(question.place) and any(
        q.place == question.place for q in facts.quantities if q.value is not None
    )
    unreal_counts = question.tense == "future" or question.kind in (
        "need",
        "difference",
        "remainder",
        "part",
    )
    holders = {q.owner for q in facts.quantities if q.role == "state" and q.owner}
    relations: list[Relation] = []
    for quantity, unit in zip(facts.quantities, units, strict=True):
        owner = _owner(quantity.owner, quantity.joint, question)
        place = _agree(quantity.place, question.place)
        time = _time(quantity.time, question.time)
        unreal = quantity.hypothetical or quantity.verb_class == "need"
        if question.times and len(question.times) > 1 and quantity.time:
            time = _time(quantity.time, question.times[0])
            if quantity.time in question.times:
                time = "same"
        related = (
            unit in _USED
            and (not quantity.negated or question.kind == "part")
            and (time != "other" or relative)
            and not (
                bought
                and quantity.item_kinds
                and question.item not in (quantity.item, *quantity.item_kinds)
            )
            and (not unreal or unreal_counts or question.verb_class == "need")
            and ("tendered" not in quantity.cues or question.kind == "remainder")
            and not (somewhere and place == "other" and quantity.role == "state")
        )
        relations.append(
            Relation(
                unit,
                owner,
                place,
                time,
                bool(quantity.verb) and quantity.verb == question.verb,
                _effect(quantity, question, holders),
                related,
            )
        )
    return tuple(relations)


def _commonest(kinds: list[UnitKind]) -> UnitKind:
    """The kind most quantities have; of two, the one that comes last in the text."""
    return max(reversed(kinds), key=kinds.count)


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
    if quantity.unit in question.units:
        return "same"
    if quantity.unit == question.unit:
        if asked and said and not (asked <= said or said <= asked):
            return "kind" if asked & set(quantity.kinds) else "rival"
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
    if owner == question.owner or owner in (question.recipient, question.source):
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


def _effect(quantity: QuantityFacts, question: QuestionFacts, holders: set[str]) -> int:
    """What the event does to the stock the question asks about."""
    verb = quantity.verb_class
    holder = question.owner
    if quantity.recipient and quantity.recipient == holder and "all" in quantity.cues:
        return 1
    if quantity.role in ("goal", "total", "difference"):
        return 0
    if verb == "cost":
        return -1
    if verb == "do":
        return -1 if question.kind in ("remainder", "need") else 0
    if verb in ("increase", "come"):
        return 1
    if verb in ("decrease", "leave"):
        return -1
    theirs = (
        not holder
        or question.joint
        or quantity.joint
        or not quantity.owner
        or quantity.owner == holder
    )
    if verb in ("gain", "make"):
        if quantity.source and quantity.source in (holder, question.place):
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
        # who has a stock of their own loses from that
        return 0 if not theirs and quantity.owner in holders else -1
    if verb == "put":
        return 1
    return 0


#: What an event of each class does to its subject's stock.
_DIRECTIONS: dict[str, int] = {
    **dict.fromkeys(("gain", "take", "put", "make", "come", "increase"), 1),
    **dict.fromkeys(("lose", "give", "use", "remove", "leave", "decrease", "cost"), -1),
}

_SMALLER = frozenset(
    ["smaller", "lesser", "lower", "shorter", "younger", "lighter", "less", "fewer"]
)

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
        and quantities[i].role not in ("label", "date", "groups")
    ]
    signs = [0] * count
    counted = [i for i in used if quantities[i].role != "rate"]
    if len(counted) >= 2:
        used = counted
    if not used:
        used = [i for i in range(count) if i != facts.unknown]
    differences = [
        i for i in range(count) if i != facts.unknown and quantities[i].role == "difference"
    ]
    if differences and question.kind != "difference":
        chained = _chain(facts, used, differences)
        if chained is not None:
            return "compare", chained
    kind = question.kind
    if kind == "difference":
        return "difference", _difference(facts, relations, used)
    if kind == "need":
        return "need", _need(facts, relations, used)
    if question.unit_kind == "part" and kind != "difference":
        for i in used:
            signs[i] = 1
        return "fractions", signs
    told = [
        i
        for i in range(count)
        if i != facts.unknown
        and quantities[i].negated != question.negated
        and (quantities[i].negated or question.negated)
        and (quantities[i].verb == question.verb or any(q.role == "total" for q in quantities))
        and relations[i].unit != "other"
    ]
    if told and not question.negated and len(used) >= 1:
        for i in used:
            if quantities[i].role != "part":
                signs[i] = 1
        for i in told:
            signs[i] = -1
        return "not", signs
    rest = "rest" in facts.cues and kind not in ("whole", "start", "end")
    if kind == "part" or (rest and not _grows(facts, relations, used)):
        return "part", _part(facts, relations)
    own = _own_words(facts)
    if (
        own
        and kind in ("state", "change", "remainder", "")
        and any(
            quantities[i].role == "part" or relations[i].unit == "rival"
            for i in range(count)
            if i != facts.unknown
        )
        and len(used) > 1 - (1 if any(r.unit == "rival" for r in relations) else 0)
    ):
        return "part own", _part(facts, relations)
    totals = [i for i in used if quantities[i].role == "total"]
    breaths = [(quantities[i].sentence, quantities[i].verb) for i in totals]
    # "a total of 5 oaks, 6 elms and 7 pines" names parts
    totals = [i for i, breath in zip(totals, breaths, strict=True) if breaths.count(breath) == 1]
    moving = kind in ("end", "remainder", "start") and any(relations[i].effect for i in used)
    if totals and kind != "whole" and not moving:
        total = max(totals, key=lambda i: quantities[i].value or 0)
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
        if question.verb_class in _DIRECTIONS and any(quantities[i].phase == "end" for i in used):
            return _change(facts, relations, used)
        return "whole", _whole(facts, relations, used)
    if kind in ("remainder", "end", "state"):
        return "stock", _stock(facts, relations, used)
    if kind == "change":
        return _change(facts, relations, used)
    for i in used:
        signs[i] = 1
    return "sum", signs


def _grows(facts: Facts, relations: tuple[Relation, ...], used: list[int]) -> bool:
    """Whether a stock that is told gains something."""
    quantities = facts.quantities
    return any(quantities[i].role == "state" for i in used) and any(
        relations[i].effect > 0 for i in used
    )


def _only_own_words(facts: Facts) -> bool:
    """Whether no quantity has any of the question's words for the kind: "tons of material"."""
    question = facts.question
    asked = {*question.modifiers, *question.material}
    return bool(asked) and not any(
        asked & {*q.modifiers, *q.material} for q in facts.quantities if q.value is not None
    )


def _own_words(facts: Facts) -> bool:
    """Whether the question names a part by a word that no quantity has: "how many bad carrots"."""
    question = facts.question
    own = {*question.modifiers, question.complement} - {""}
    if question.unit and not any(
        question.unit in (q.unit, *q.modifiers, *q.material, *q.kinds)
        for q in facts.quantities
        if q.value is not None
    ):
        own.add(question.unit)
    for quantity in facts.quantities:
        if quantity.value is not None:
            own -= {*quantity.modifiers, *quantity.material}
    return bool(own)


def _part(facts: Facts, relations: tuple[Relation, ...]) -> list[int]:
    """The whole, told at once or as several, less the parts that are told."""
    quantities = facts.quantities
    signs = [0] * len(quantities)
    counted = [i for i in range(len(quantities)) if i != facts.unknown]
    used = [i for i in counted if relations[i].unit != "other" and quantities[i].role != "groups"]
    if len(used) < 2 or "rest" in facts.cues or "rest" in facts.question.cues:
        used = [i for i in counted if quantities[i].role not in ("groups", "price")] or counted
    parts = [i for i in used if quantities[i].role == "part" or quantities[i].negated]
    wholes = [i for i in used if i not in parts]
    largest = max(used, key=lambda i: quantities[i].value or 0)
    done = [
        i
        for i in wholes
        if i != largest
        and quantities[i].verb != quantities[largest].verb
        and not quantities[i].negated
    ]
    if facts.question.kind == "part" and done and largest in wholes:
        for i in done:
            signs[i] = -1
        signs[largest] = 1
        return signs
    whole = sum((quantities[i].value or 0 for i in wholes), Fraction(0))
    if parts and wholes and whole >= sum((quantities[i].value or 0 for i in parts), Fraction(0)):
        for i in used:
            signs[i] = 1 if i in wholes else -1
        return signs
    ordered = sorted(used, key=lambda i: quantities[i].value or 0, reverse=True)
    for i in ordered:
        signs[i] = -1
    signs[ordered[0]] = 1
    return signs


def _chain(facts: Facts, used: list[int], differences: list[int]) -> list[int] | None:
    """Values as sums of quantities, through "5 more than Tom", "2 fewer cats than dogs"."""
    quantities = facts.quantities
    question = facts.question
    values: dict[str, dict[int, int]] = {}
    for i, q in enumerate(quantities):
        if q.value is None or i in differences or q.role in ("groups", "label", "price"):
            continue
        for key in (q.owner, q.time, q.place, q.unit, *q.material[-1:]):
            if key:
                values.setdefault(key, {i: 1})
    waiting = list(differences)
    while waiting:
        for i in waiting:
            q = quantities[i]
            below = q.reference
            if ":" in below:
                above = q.time
            elif below and any(
                below in (p.unit, *p.material) for p in quantities if p.value is not None
            ):
                above = q.unit
            else:
                above = q.owner or q.time
            if below in values and above != below:
                values[above] = {**values[below], i: q.direction}
            elif above in values and below:
                values[below] = {**values[above], i: -q.direction}
            else:
                continue
            waiting.remove(i)
            break
        else:
            break
    signs = [0] * len(quantities)
    found = [values.get(key) for key in (question.time, question.owner, question.unit) if key]
    asked = next((value for value in found if value is not None and len(value) >= 2), None)
    if asked is None:
        if len(used) != 2 or len(differences) != 1:
            return None
        i = differences[0]
        base = used[0] if used[1] == i else used[1]
        direction = quantities[i].direction
        if not direction:  # "the difference is 24": the larger or the smaller is asked for
            direction = -1 if _SMALLER & {*question.owner_of, *question.modifiers} else 1
        asked = {base: 1, i: direction}
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
    breaths = {(quantities[i].sentence, quantities[i].verb) for i in used}
    if (
        len(used) > 2
        and len(breaths) == 1
        and not facts.question.reference
        and not facts.question.time
    ):
        for i in used:
            signs[i] = 1  # "how many more did he meet" may ask for all of them
        return signs
    if len(used) > 2:
        one, other = _sides(facts, used)
        if one and other:
            for i in one:
                signs[i] = 1
            for i in other:
                signs[i] = -1
            return signs
    ordered = sorted(used, key=lambda i: quantities[i].value or 0, reverse=True)
    if ordered:
        signs[ordered[0]] = 1
        for i in ordered[1:]:
            signs[i] = -1
    return signs


def _sides(facts: Facts, used: list[int]) -> tuple[list[int], list[int]]:
    """The quantities of the one that is compared, and of what it is compared with."""
    quantities = facts.quantities
    question = facts.question
    names = [question.owner, question.time, question.unit, *question.modifiers, *question.material]

    def told(i: int) -> tuple[str, ...]:
        q = quantities[i]
        return (q.owner, q.time, q.verb, q.place, q.unit, *q.modifiers, *q.material, *q.owner_of)

    if question.owner_of and question.reference_of:
        one = [i for i in used if set(question.owner_of) & set(told(i))]
        other = [i for i in used if set(question.reference_of) & set(told(i))]
        if one and other and not set(one) & set(other):
            return one, other
    other = [i for i in used if question.reference and question.reference in told(i)]
    for name in names:
        one = [i for i in used if name and name in told(i) and i not in other]
        rest = other or [i for i in used if i not in one]
        if one and rest and len(one) < len(used):
            return one, rest
    return [], []


def _need(facts: Facts, relations: tuple[Relation, ...], used: list[int]) -> list[int]:
    quantities = facts.quantities
    signs = [0] * len(quantities)
    if len(used) < 2:
        used = [i for i in range(len(quantities)) if i != facts.unknown]
    prices = [i for i in used if quantities[i].role == "price"]
    goals = prices or [i for i in used if quantities[i].role == "goal"]
    if not goals or len(goals) == len(used):
        goals = [max(used, key=lambda i: quantities[i].value or 0)]
    for i in used:
        signs[i] = -1
    for i in goals:
        signs[i] = 1
    return signs


def _whole(facts: Facts, relations: tuple[Relation, ...], used: list[int]) -> list[int]:
    quantities = facts.quantities
    signs = [0] * len(quantities)
    question = facts.question
    holds = question.verb_class == "hold" or question.verb == "be"
    direction = _DIRECTIONS.get(question.verb_class, 0)
    same = [i for i in used if relations[i].verb]
    along = [
        i
        for i in used
        if quantities[i].role == "change"
        and _DIRECTIONS.get(quantities[i].verb_class, 0) == direction
    ]
    if direction and along:
        # what was spent is asked for, not what there was to spend
        used = [i for i in used if quantities[i].role != "state"]
    elif len(same) >= 2:
        used = [
            i
            for i in used
            if i in same or relations[i].owner != "other" or quantities[i].role != "state"
        ]
    for i in used:
        q = quantities[i]
        if q.role == "part" or (question.verb_class == "hold" and q.verb_class == "do"):
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
        elif (
            q.role == "change"
            or (q.verb_class == "do" and q.role != "goal")
            or relations[i].owner == "other"
        ):
            signs[i] = 0
        else:
            signs[i] = 1
    if facts.question.kind == "remainder" and "remainder" in facts.question.cues:
        _something_went(facts, signs, used)
    if not any(sign > 0 for sign in signs) and used:
        first = max(used, key=lambda i: quantities[i].value or 0)
        signs[first] = 1
    return signs


def _something_went(facts: Facts, signs: list[int], used: list[int]) -> None:
    """What is "left" has lost something: where no loss is told, the last event is it."""
    quantities = facts.quantities
    events = [i for i in used if quantities[i].role == "change" and signs[i] > 0]
    if events and not any(sign < 0 for sign in signs) and events[-1] != used[0]:
        signs[events[-1]] = -1


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
    owned = any(quantities[i].role == "state" and relations[i].owner == "same" for i in used)
    if owned:
        used = [i for i in used if quantities[i].role != "state" or relations[i].owner != "other"]
    states = [i for i in used if quantities[i].role in ("state", "goal")]
    events = [i for i in used if i not in states]
    direction = _DIRECTIONS.get(facts.question.verb_class, 0)
    same = [i for i in events if relations[i].verb]
    ends = [i for i in states if quantities[i].phase == "end"]
    times = {quantities[i].time for i in states if quantities[i].time}
    breaths = {(quantities[i].sentence, quantities[i].verb) for i in states}
    if (
        len(states) >= 2
        and not ends
        and (len(times) == len(states) or (not events and (len(breaths) == 1 or not direction)))
    ):
        for i in used:
            signs[i] = 1  # each tells of its own day, or all are told in one breath
        return "events", signs
    if states and (ends or len(states) >= 2) and (events or len(states) >= 2):
        last = ends if ends and len(ends) < len(states) else states[-1:]
        turned = direction or 1
        for i in used:
            if i in last:
                signs[i] = turned
            elif i in states:
                signs[i] = -turned
            elif quantities[i].role == "part":
                signs[i] = 0
            else:
                signs[i] = -turned * (relations[i].effect or quantities[i].direction)
        answer = sum(
            (s * (q.value or 0) for s, q in zip(signs, quantities, strict=True)), Fraction(0)
        )
        if answer > 0:
            return "change told", signs
        signs = [0] * len(quantities)
        used = [i for i in used if quantities[i].role != "part"] or used
        ordered = sorted(used, key=lambda i: quantities[i].value or 0, reverse=True)
        signs[ordered[0]] = 1
        for i in ordered[1:]:
            signs[i] = -1
        return "change", signs
    if len(same) >= 2 or not states:
        told = same if len(same) >= 2 else used
        along = [
            i
            for i in told
            if not direction or _DIRECTIONS.get(quantities[i].verb_class, 0) != -direction
        ]
        for i in along or told:
            signs[i] = 0 if quantities[i].role == "part" else 1
        return "events", signs
    ordered = sorted(used, key=lambda i: quantities[i].value or 0, reverse=True)
    signs[ordered[0]] = 1
    for i in ordered[1:]:
        signs[i] = -1
    return "change", signs
