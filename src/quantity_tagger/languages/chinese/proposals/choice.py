"""Choosing among readings: the best uses no distractor and leaves out none of the others."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from quantity_tagger.languages.chinese.facts.identity import Telling, same_act, same_who
from quantity_tagger.languages.chinese.facts.roles import STILL

Signs = dict[int, int]


def wanted(telling: Telling, distractors: AbstractSet[int]) -> list[int]:
    """The amounts that a reading should use: none of the distractors, and where the question asks
    for what was done, just what was done.
    """
    own = [i for i in telling.related if i not in distractors]
    part, asked = telling.parts[telling.asked], telling.frames[telling.asked]
    if asked.group or len(asked.sides) > 1:
        own = [i for i in own if not _passes_within(telling, i)]
    if (
        part.verb_class in STILL
        or part.carried
        or part.kind not in ("event", "whole", "state", "need")
    ):
        return own
    return [i for i in own if same_act(telling.parts[i], part.verb, part.planned)]


def _passes_within(telling: Telling, index: int) -> bool:
    """Whether an amount only passes from one of those asked about to another."""
    frame, asked = telling.frames[index], telling.frames[telling.asked]
    ends = [name for name in (frame.source or frame.who, frame.recipient) if name]
    if len(ends) < 2 or not telling.parts[index].effect:
        return False
    owners = (
        [side.who for side in asked.sides]
        if asked.sides
        else [
            telling.frames[i].who
            for i in telling.related
            if i != index and telling.frames[i].said_who
        ]
    )
    return all(any(owner and same_who(end, owner) for owner in owners) for end in ends)


#: Schemas that know why an amount is left out.
_SURE: Final = frozenset(
    (
        *("expression", "rewrite", "ages", "later", "between", "calendar"),
        *("reduction", "apart", "overlap", "exceed"),
    )
)


#: Comparisons in which somebody was found by likeness or as the only one left.
_GUESSED: Final = frozenset(("compare entity", "compare only", "compare last"))


def exchanged(telling: Telling) -> bool:
    """Whether amounts pass between owners who are named, or owners are made equal: then only the
    world knows what goes where.
    """
    for index in (*telling.related, telling.asked):
        frame = telling.frames[index]
        if frame.equalled or frame.below or (frame.tie and frame.tie.start and frame.tie.standard):
            return True
        if telling.parts[index].effect and (frame.recipient or frame.source):
            return True
    return False


def ranked(
    schemas: Sequence[tuple[str, Signs]],
    world: Sequence[tuple[str, Signs]],
    telling: Telling,
    distractors: AbstractSet[int],
) -> list[tuple[str, Signs]]:
    """The readings, best first, each set of signs once."""
    own = wanted(telling, distractors)
    tie = telling.frames[telling.asked].tie
    sure = _SURE - {"reduction"} if tie and tie.standard else _SURE
    first = schemas[0][0] if schemas else ""
    worldly = first.removesuffix(" own") in _GUESSED or (exchanged(telling) and first not in sure)
    candidates = [*world, *schemas] if worldly else [*schemas, *world]
    found: list[tuple[int, str, Signs]] = []
    for name, signs in candidates:
        if any(signs == other for _, _, other in found):
            continue
        used = sum(2 for index in signs if index in distractors)
        if telling.parts[telling.asked].kind == "whole":
            used += sum(1 for index in signs if index not in own and index not in distractors)
        left = 0 if name in sure else sum(1 for i in own if i not in signs)
        found.append((used + left, name, signs))
    found.sort(key=lambda entry: entry[0])
    return [(name, signs) for _, name, signs in found]


def fallbacks(telling: Telling, distractors: AbstractSet[int]) -> list[tuple[str, Signs]]:
    """What is left where nothing is understood: the largest less the rest, the sum."""
    own = [i for i in telling.related if i not in distractors]
    if len(own) < 2:
        return []
    sizes = telling.sizes
    largest = max(own, key=lambda i: sizes[i])
    rest = ("rest of own", {i: 1 if i == largest else -1 for i in own})
    total = ("sum of own", dict.fromkeys(own, 1))
    adds = telling.parts[telling.asked].kind == "whole" or min(sizes[i] for i in own) < 0
    found = [total, rest] if adds else [rest, total]
    if len(own) > 2:
        small = min(own, key=lambda i: sizes[i])
        found.append(("pair of own", {i: 1 if i == largest else -1 for i in own if i != small}))
    return found
