"""External attributes: what the facts say of each quantity, as named strings for the model.

These are the features that the paper's "-ef" models go without. Each attribute is
``family:detail``; a family can be switched off. They describe, in any language; what each sign is
worth in the light of them is learnt.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from quantity_tagger.analysis.facts import Facts, QuantityFacts, Relation
from quantity_tagger.analysis.relation import relate
from quantity_tagger.signs import INDEX, MARKS

Names = tuple[str, ...]

_KEPT: Final = 4096  # how many groups of each sort are remembered

FAMILIES: Final = ("proposal", "relation", "event", "role", "rank", "question", "match")

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


_UNANIMOUS: Final = tuple((f"proposal:all={mark}",) for mark in MARKS)


def attributes(facts: Facts) -> list[list[str]]:
    """One list of attributes for each entry: quantities and unknown, in text order."""
    return [[name for names in line for name in names] for line in groups(facts)]


def groups(facts: Facts) -> list[list[Names]]:
    """The same in groups: what one thing or another that the facts say of an entry is worth.

    There are far fewer groups than entries, and each is named but once.
    """
    relations = facts.relations or relate(facts)
    ranks = _ranks(facts.quantities, relations)
    question = facts.question
    kind, verb_class = question.kind, question.verb_class
    asked = _asked(kind, question.cues)
    echoes = iter(facts.echoes)
    found: list[list[Names]] = []
    for index, quantity in enumerate(facts.quantities):
        if index == facts.unknown:
            found.append([_unknown(kind, verb_class, question.cues)])
            continue
        relation = relations[index]
        unreal = quantity.negated or quantity.hypothetical
        found.append(
            [
                *_proposed(facts, index),
                _relation(
                    kind,
                    relation.unit,
                    relation.owner,
                    relation.place,
                    relation.time,
                    relation.related,
                ),
                _event(
                    kind,
                    verb_class,
                    quantity.verb_class,
                    relation.effect,
                    relation.verb,
                    unreal,
                ),
                _role(kind, quantity.role, quantity.phase, ranks[index], quantity.inherited),
                _cues(quantity.cues),
                asked,
                _match(kind, next(echoes, "")),
            ]
        )
    return found


@lru_cache(maxsize=_KEPT)
def _unknown(kind: str, verb_class: str, cues: tuple[str, ...]) -> Names:
    return (
        "question:x",
        f"question:x kind={kind}",
        f"question:x {kind}/{verb_class}",
        *(f"question:x cue={cue}" for cue in cues),
    )


def _proposed(facts: Facts, index: int) -> list[Names]:
    found: list[Names] = []
    for proposal in facts.proposals:
        found.append(_reading(proposal.schema, INDEX[proposal.signs[index]], not found))
    if len(found) > 1 and len({proposal.signs[index] for proposal in facts.proposals}) == 1:
        found.append(_UNANIMOUS[INDEX[facts.proposals[0].signs[index]]])
    return found


@lru_cache(maxsize=_KEPT)
def _reading(schema: str, sign: int, first: bool) -> Names:
    mark = MARKS[sign]
    name = f"proposal:{schema}={mark}"
    return (f"proposal:first={mark}", name) if first else (name,)


@lru_cache(maxsize=_KEPT)
def _relation(kind: str, unit: str, owner: str, place: str, time: str, related: bool) -> Names:
    return (
        f"relation:unit={unit}",
        f"relation:owner={owner}",
        f"relation:{unit}/{owner}/{place}",
        f"relation:time={time}",
        f"relation:{kind}/{unit}",
        *(() if related else ("relation:unrelated",)),
    )


@lru_cache(maxsize=_KEPT)
def _event(
    kind: str, asked: str, verb_class: str, effect: int, same_verb: bool, unreal: bool
) -> Names:
    return (
        f"event:class={verb_class}",
        f"event:{kind}/{MARKS[INDEX[effect]]}",
        f"event:{kind}/{verb_class}",
        f"event:{asked}/{verb_class}",
        *(("event:same verb", f"event:{kind}/same verb") if same_verb else ()),
        *(("event:unreal",) if unreal else ()),
    )


@lru_cache(maxsize=_KEPT)
def _role(kind: str, role: str, phase: str, rank: str, inherited: bool) -> Names:
    return (
        f"role:{role}",
        f"role:{kind}/{role}{phase}",
        f"rank:{rank}",
        f"rank:{kind}/{rank}",
        f"rank:{kind}/{role}{phase}/{rank}",
        *(("role:inherited",) if inherited else ()),
    )


@lru_cache(maxsize=_KEPT)
def _cues(cues: tuple[str, ...]) -> Names:
    return tuple([f"role:cue={cue}" for cue in cues])


@lru_cache(maxsize=_KEPT)
def _asked(kind: str, cues: tuple[str, ...]) -> Names:
    return (f"question:{kind}", *(f"question:cue={cue}" for cue in cues))


@lru_cache(maxsize=_KEPT)
def _match(kind: str, echo: str) -> Names:
    return (f"match:{echo}", f"match:{kind}/{echo}") if echo else ()


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
