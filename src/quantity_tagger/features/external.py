"""External attributes: what the facts say of each quantity, as named strings for the model.

These are the features that the paper's "-ef" models go without. Each attribute is
``family:detail``; a family can be switched off. They describe, in any language; what each sign is
worth in the light of them is learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from quantity_tagger.analysis.facts import Facts, QuantityFacts, Relation
from quantity_tagger.analysis.relation import relate
from quantity_tagger.signs import INDEX, MARKS

Names = tuple[str, ...]

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


Said = tuple[object, ...]
"""All that names an entry besides the readings: what `_constant` and `_unknown` take."""

Proposed = tuple[tuple[str, int], ...]
"""The schemas of the situation model's readings, each with the sign it gives to an entry."""


def attributes(facts: Facts) -> list[list[str]]:
    """One list of attributes for each entry: quantities and unknown, in text order."""
    return [[*proposal_names(proposed), *names(said)] for proposed, said in entries(facts)]


def entries(facts: Facts) -> list[tuple[Proposed, Said]]:
    """For each entry what names its attributes. There is far less that can be said than there are
    entries, so that a reader of many problems names each but once.
    """
    relations = facts.relations or relate(facts)
    ranks = _ranks(facts.quantities, relations)
    question = facts.question
    kind, asked, question_cues = question.kind, question.verb_class, question.cues
    echoes = facts.echoes
    found: list[tuple[Proposed, Said]] = []
    for index, quantity in enumerate(facts.quantities):
        if index == facts.unknown:
            found.append(((), (kind, asked, question_cues)))
            continue
        relation = relations[index]
        constant = index - (index > facts.unknown)
        said = (
            kind,
            asked,
            question_cues,
            ranks[index],
            relation.unit,
            relation.owner,
            relation.place,
            relation.time,
            relation.related,
            quantity.verb_class,
            relation.effect,
            relation.verb,
            quantity.negated or quantity.hypothetical,
            quantity.role,
            quantity.phase,
            quantity.inherited,
            quantity.cues,
            echoes[constant] if constant < len(echoes) else "",
        )
        proposed = [(one.schema, one.signs[index]) for one in facts.proposals]
        found.append((tuple(proposed), said))
    return found


def proposal_names(proposed: Proposed) -> list[str]:
    """What the readings propose; the first by itself, and what all agree on."""
    found: list[str] = []
    for schema, sign in proposed:
        mark = MARKS[INDEX[sign]]
        if not found:
            found.append(f"proposal:first={mark}")
        found.append(f"proposal:{schema}={mark}")
    if len(proposed) > 1 and len({sign for _, sign in proposed}) == 1:
        found.append(f"proposal:all={MARKS[INDEX[proposed[0][1]]]}")
    return found


def names(said: Said) -> list[str]:
    """The attributes of an entry, without those of the readings."""
    name: Callable[..., list[str]] = _unknown if len(said) == _OF_UNKNOWN else _constant
    return name(*said)


_OF_UNKNOWN: Final = 3


def _unknown(kind: str, asked: str, cues: Names) -> list[str]:
    return [
        "question:x",
        f"question:x kind={kind}",
        f"question:x {kind}/{asked}",
        *(f"question:x cue={cue}" for cue in cues),
    ]


def _constant(
    kind: str,
    asked: str,
    question_cues: Names,
    rank: str,
    unit: str,
    owner: str,
    place: str,
    time: str,
    related: bool,
    verb_class: str,
    effect: int,
    same_verb: bool,
    unreal: bool,
    role: str,
    phase: str,
    inherited: bool,
    cues: Names,
    echo: str,
) -> list[str]:
    return [
        f"relation:unit={unit}",
        f"relation:owner={owner}",
        f"relation:{unit}/{owner}/{place}",
        f"relation:time={time}",
        f"relation:{kind}/{unit}",
        *(() if related else ("relation:unrelated",)),
        f"event:class={verb_class}",
        f"event:{kind}/{MARKS[INDEX[effect]]}",
        f"event:{kind}/{verb_class}",
        f"event:{asked}/{verb_class}",
        *(("event:same verb", f"event:{kind}/same verb") if same_verb else ()),
        *(("event:unreal",) if unreal else ()),
        f"role:{role}",
        f"role:{kind}/{role}{phase}",
        f"rank:{rank}",
        f"rank:{kind}/{rank}",
        f"rank:{kind}/{role}{phase}/{rank}",
        *(("role:inherited",) if inherited else ()),
        *(f"role:cue={cue}" for cue in cues),
        f"question:{kind}",
        *(f"question:cue={cue}" for cue in question_cues),
        *((f"match:{echo}", f"match:{kind}/{echo}") if echo else ()),
    ]


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
