"""External attributes: what the facts say of each quantity, as named strings for the model.

These are the features that the paper's "-ef" models go without. Each attribute is
``family:detail``; a family can be switched off. They describe, in any language; what each sign is
worth in the light of them is learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, cast

from quantity_tagger.features.cues import cues
from quantity_tagger.problem.facts import Facts
from quantity_tagger.signs import INDEX, MARKS

RELATION, QUESTION, CUE = "relation", "question", "cue"
WORLD, FRAME = "world", "frame"
FAMILIES: Final = (WORLD, FRAME, RELATION, QUESTION, CUE)

#: How far a world is trusted, by its number.
TRUST: Final = ("none", "guessed", "doubted", "clear")

#: Mean weights of an informative prior: (attribute, sign mark) → mean. The likeliest reading of the
#: whole story is trusted until the data say otherwise.
PRIOR: Final[dict[tuple[str, str], float]] = {
    ("world:first=+", "+"): 6.0,
    ("world:first=0", "0"): 6.0,
    ("world:first=-", "-"): 6.0,
    ("question:x", "-"): 3.0,
    ("relation:unit=other", "0"): 1.0,
    ("relation:unit=rival", "0"): 0.5,
}


Names = tuple[str, ...]
AttributeKey = tuple[object, ...]
"""What some attributes follow from: a number, and the facts that this one of `_NAMERS` takes."""

_UNKNOWN, _RELATION, _QUESTION, _WORLD, _FRAME, _CUE = range(6)


def attributes(facts: Facts, families: Sequence[str] = FAMILIES) -> list[list[str]]:
    """One list of attributes for each entry: quantities and unknown, in text order."""
    lines = attribute_keys(facts, families)
    return [[name for key in line for name in names(key)] for line in lines]


def attribute_keys(facts: Facts, families: Sequence[str]) -> list[list[AttributeKey]]:
    """For each entry the keys of its attributes. There are far fewer keys than entries, so that an
    encoder of many problems names the attributes of each but once.
    """
    question = facts.question
    kind = question.kind
    found: list[list[AttributeKey]] = [[] for _ in facts.quantities]
    told = [index for index in range(len(found)) if index != facts.unknown]
    if QUESTION in families:
        found[facts.unknown].append((_UNKNOWN, kind, question.verb_class, question.cues))
        for index in told:
            found[index].append((_QUESTION, kind, question.cues))
    if RELATION in families:
        for index in told:
            one = facts.relations[index]
            agreed = (one.unit, one.owner, one.place, one.time, one.related)
            found[index].append((_RELATION, kind, *agreed))
    if WORLD in families:
        first = facts.worlds[0] if facts.worlds else None
        for index in told:
            found[index].append((_WORLD, first.trust, first.signs[index]) if first else _NO_WORLD)
    if FRAME in families:
        for constant, index in enumerate(told):
            said = facts.outlines[constant].names if facts.outlines else ()
            found[index].append((_FRAME, *said))
    if CUE in families:
        for index, cue in enumerate(cues(facts)):
            if cue is not None:
                found[index].append((_CUE, cue, facts.quantities[index].verb_class))
    return found


_NO_WORLD: Final[AttributeKey] = (_WORLD, 0, 0)


def names(key: AttributeKey) -> list[str]:
    """The attributes that a key stands for."""
    number, *facts = key
    return _NAMERS[cast(int, number)](*facts)


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


def _of_question(kind: str, cues: Names) -> list[str]:
    return [f"question:{kind}", *(f"question:cue={cue}" for cue in cues)]


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
    _of_unknown,
    _of_relation,
    _of_question,
    _of_world,
    _of_frame,
    _of_cue,
)
