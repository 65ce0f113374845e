"""External attributes: what the facts say of each quantity, as named strings for the model.

These are the features that the paper's "-ef" models go without. Each attribute is
``family:detail``; a family can be switched off. They describe, in any language; what each sign is
worth in the light of them is learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, cast

from quantity_tagger.features.cues import cues
from quantity_tagger.problem.facts import Facts, QuantityFacts, Relation
from quantity_tagger.signs import INDEX, MARKS

CUE: Final = "cue"
FAMILIES: Final = (
    "proposal",
    "world",
    "frame",
    "relation",
    "event",
    "role",
    "rank",
    "question",
    "match",
    CUE,
)

#: How far a world is trusted, by its number.
TRUST: Final = ("none", "guessed", "doubted", "clear")

#: Mean weights of an informative prior: (attribute, sign mark) → mean. A reading of the whole story
#: that general knowledge proposes is trusted until the data say otherwise.
PRIOR: Final[dict[tuple[str, str], float]] = {
    ("proposal:first=+", "+"): 6.0,
    ("proposal:first=0", "0"): 6.0,
    ("proposal:first=-", "-"): 6.0,
    ("question:x", "-"): 3.0,
    ("relation:unit=other", "0"): 1.0,
    ("relation:unit=rival", "0"): 0.5,
}


Names = tuple[str, ...]
AttributeKey = tuple[object, ...]
"""What some attributes follow from: a number, and the facts that this one of `_NAMERS` takes."""

(
    _PROPOSED, _UNKNOWN, _RELATION, _EVENT, _ROLE, _QUESTION, _MATCH, _UNDERSTOOD, _FRAME, _CUE,
) = range(10)  # fmt: skip


def attributes(facts: Facts) -> list[list[str]]:
    """One list of attributes for each entry: quantities and unknown, in text order."""
    return [[name for key in line for name in names(key)] for line in attribute_keys(facts)]


def attribute_keys(facts: Facts, *, with_cues: bool = True) -> list[list[AttributeKey]]:
    """For each entry the keys of its attributes. There are far fewer keys than entries, so that an
    encoder of many problems names the attributes of each but once. Few models look at cues; the
    others need not wait for them.
    """
    relations = facts.relations
    ranks = _ranks(facts.quantities, relations)
    question = facts.question
    kind, asked = question.kind, question.verb_class
    of_question: AttributeKey = (_QUESTION, kind, question.cues)
    echoes = facts.echoes
    first = facts.worlds[0] if facts.worlds else None
    cued = cues(facts) if with_cues else []
    found: list[list[AttributeKey]] = []
    for index, quantity in enumerate(facts.quantities):
        if index == facts.unknown:
            found.append([(_UNKNOWN, kind, asked, question.cues)])
            continue
        relation = relations[index]
        constant = index - (index > facts.unknown)
        proposed: list[object] = [_PROPOSED]
        for one in facts.proposals:
            proposed.append(one.schema)
            proposed.append(one.signs[index])
        found.append(
            [
                tuple(proposed),
                (
                    _RELATION,
                    kind,
                    relation.unit,
                    relation.owner,
                    relation.place,
                    relation.time,
                    relation.related,
                ),
                (
                    _EVENT,
                    kind,
                    asked,
                    quantity.verb_class,
                    relation.effect,
                    relation.verb,
                    quantity.negated or quantity.hypothetical,
                ),
                (
                    _ROLE,
                    kind,
                    quantity.role,
                    quantity.phase,
                    ranks[index],
                    quantity.inherited,
                    quantity.cues,
                ),
                of_question,
                (_MATCH, kind, echoes[constant] if constant < len(echoes) else ""),
                (_UNDERSTOOD, first.trust, first.signs[index]) if first else (_UNDERSTOOD, 0, 0),
                (_FRAME, *(facts.outlines[constant].names if facts.outlines else ())),
                *([(_CUE, cued[index], quantity.verb_class)] if cued else ()),
            ]
        )
    return found


def names(key: AttributeKey) -> list[str]:
    """The attributes that a key stands for."""
    number, *facts = key
    return _NAMERS[cast(int, number)](*facts)


def _of_proposals(*proposed: str | int) -> list[str]:
    """The schema and sign of each proposal; the first by itself, and what all agree on."""
    found: list[str] = []
    signs = [MARKS[INDEX[int(sign)]] for sign in proposed[1::2]]
    for schema, mark in zip(proposed[::2], signs, strict=True):
        if not found:
            found.append(f"proposal:first={mark}")
        found.append(f"proposal:{schema}={mark}")
    if len(signs) > 1 and len(set(signs)) == 1:
        found.append(f"proposal:all={signs[0]}")
    return found


def _of_unknown(kind: str, asked: str, cues: Names) -> list[str]:
    return [
        "question:x",
        f"question:x kind={kind}",
        f"question:x {kind}/{asked}",
        *(f"question:x cue={cue}" for cue in cues),
    ]


def _of_relation(
    kind: str, unit: str, owner: str, place: str, time: str, related: bool
) -> list[str]:
    return [
        f"relation:unit={unit}",
        f"relation:owner={owner}",
        f"relation:{unit}/{owner}/{place}",
        f"relation:time={time}",
        f"relation:{kind}/{unit}",
        *(() if related else ("relation:unrelated",)),
    ]


def _of_event(
    kind: str, asked: str, verb_class: str, effect: int, same_verb: bool, unreal: bool
) -> list[str]:
    return [
        f"event:class={verb_class}",
        f"event:{kind}/{MARKS[INDEX[effect]]}",
        f"event:{kind}/{verb_class}",
        f"event:{asked}/{verb_class}",
        *(("event:same verb", f"event:{kind}/same verb") if same_verb else ()),
        *(("event:unreal",) if unreal else ()),
    ]


def _of_role(
    kind: str, role: str, phase: str, rank: str, inherited: bool, cues: Names
) -> list[str]:
    return [
        f"role:{role}",
        f"role:{kind}/{role}{phase}",
        f"rank:{rank}",
        f"rank:{kind}/{rank}",
        f"rank:{kind}/{role}{phase}/{rank}",
        *(("role:inherited",) if inherited else ()),
        *(f"role:cue={cue}" for cue in cues),
    ]


def _of_question(kind: str, cues: Names) -> list[str]:
    return [f"question:{kind}", *(f"question:cue={cue}" for cue in cues)]


def _of_match(kind: str, echo: str) -> list[str]:
    return [f"match:{echo}", f"match:{kind}/{echo}"] if echo else []


def _of_world(trust: int, sign: int) -> list[str]:
    """The sign that follows from the likeliest world."""
    if not trust:
        return [f"world:{TRUST[0]}"]
    mark = MARKS[INDEX[sign]]
    return [f"world:first={mark}", f"world:{TRUST[trust]}={mark}"]


def _of_frame(*names: str) -> list[str]:
    """What the statement of the number says."""
    return [f"frame:{name}" for name in names] if names else ["frame:none"]


def _of_cue(cue: str, verb_class: str) -> list[str]:
    return [f"cue:{cue}", f"cue:{cue}/{verb_class}"]


_NAMERS: Final[tuple[Callable[..., list[str]], ...]] = (
    _of_proposals,
    _of_unknown,
    _of_relation,
    _of_event,
    _of_role,
    _of_question,
    _of_match,
    _of_world,
    _of_frame,
    _of_cue,
)


def _ranks(quantities: Sequence[QuantityFacts], relations: Sequence[Relation]) -> list[str]:
    """Place by value among the related quantities: largest, smallest, middle, only, none."""
    ranks = ["none"] * len(quantities)
    values: dict[int, int | Fraction] = {}
    for index, quantity in enumerate(quantities):
        if (value := quantity.value) is not None and relations[index].related:
            ranks[index] = "middle"
            # whole numbers compare much faster
            values[index] = value.numerator if value.denominator == 1 else value
    if values:
        # of equals the first counts as the largest, the last as the smallest
        ranks[min(reversed(values), key=values.__getitem__)] = "smallest"
        ranks[max(values, key=values.__getitem__)] = "largest" if len(values) > 1 else "only"
    return ranks
