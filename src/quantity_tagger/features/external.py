"""External attributes: what the facts say of each quantity, as named strings for the model.

These are the features that the paper's "-ef" models go without. Each attribute is
``family:detail``; a family can be switched off. They describe, in any language; what each sign is
worth in the light of them is learnt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from quantity_tagger.analysis.facts import Facts, QuantityFacts, Relation
from quantity_tagger.analysis.relation import relate
from quantity_tagger.signs import INDEX, MARKS

FAMILIES: Final = ("proposal", "relation", "event", "role", "rank", "question")

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


def attributes(facts: Facts) -> list[list[str]]:
    """One list of attributes for each entry: quantities and unknown, in text order."""
    relations = facts.relations or relate(facts)
    ranks = _ranks(facts.quantities, relations)
    found: list[list[str]] = []
    for index, quantity in enumerate(facts.quantities):
        if index == facts.unknown:
            found.append(_unknown(facts))
            continue
        line = _proposed(facts, index)
        _describe(line, facts, quantity, relations[index], ranks[index])
        found.append(line)
    return found


def _unknown(facts: Facts) -> list[str]:
    question = facts.question
    line = [
        "question:x",
        f"question:x kind={question.kind}",
        f"question:x {question.kind}/{question.verb_class}",
    ]
    line.extend(f"question:x cue={cue}" for cue in question.cues)
    return line


def _proposed(facts: Facts, index: int) -> list[str]:
    line: list[str] = []
    votes = [0, 0, 0]
    for order, (schema, signs) in enumerate(facts.proposals):
        mark = MARKS[INDEX[signs[index]]]
        votes[INDEX[signs[index]]] += 1
        if order == 0:
            line.append(f"proposal:first={mark}")
        line.append(f"proposal:{schema}={mark}")
    if len(facts.proposals) > 1:
        line.extend(
            f"proposal:all={mark}"
            for mark, vote in zip(MARKS, votes, strict=True)
            if vote == len(facts.proposals)
        )
    return line


def _describe(
    line: list[str], facts: Facts, quantity: QuantityFacts, relation: Relation, rank: str
) -> None:
    question = facts.question
    kind = question.kind
    unit, owner, place, time, same_verb, effect, related = relation
    sign = MARKS[INDEX[effect]]
    line += (
        f"relation:unit={unit}",
        f"relation:owner={owner}",
        f"relation:{unit}/{owner}/{place}",
        f"relation:time={time}",
        f"relation:{kind}/{unit}",
        f"event:class={quantity.verb_class}",
        f"event:{kind}/{sign}",
        f"event:{kind}/{quantity.verb_class}",
        f"event:{question.verb_class}/{quantity.verb_class}",
        f"role:{quantity.role}",
        f"role:{kind}/{quantity.role}{quantity.phase}",
        f"rank:{rank}",
        f"rank:{kind}/{rank}",
        f"rank:{kind}/{quantity.role}{quantity.phase}/{rank}",
        f"question:{kind}",
    )
    if same_verb:
        line += ("event:same verb", f"event:{kind}/same verb")
    if not related:
        line.append("relation:unrelated")
    if quantity.negated or quantity.hypothetical:
        line.append("event:unreal")
    if quantity.inherited:
        line.append("role:inherited")
    line.extend(f"role:cue={cue}" for cue in quantity.cues)
    line.extend(f"question:cue={cue}" for cue in question.cues)


def _ranks(quantities: Sequence[QuantityFacts], relations: Sequence[Relation]) -> list[str]:
    """Place by value among the related quantities: largest, smallest, middle, only, none."""
    ordered = sorted(
        (
            (quantity.value, index)
            for index, quantity in enumerate(quantities)
            if quantity.value is not None and relations[index].related
        ),
        key=lambda pair: -pair[0],
    )
    ranks = ["none"] * len(quantities)
    for _, index in ordered:
        ranks[index] = "middle"
    if ordered:
        ranks[ordered[-1][1]] = "smallest"
        ranks[ordered[0][1]] = "largest" if len(ordered) > 1 else "only"
    return ranks
