"""Choosing: which amounts belong to what is asked, and which reading uses just these.

The question names an owner, a thing, a time. Comparisons, joint amounts and gifts tie further
owners to them; an amount of anybody or anything else is foreign to the question. Of several
readings the best uses no foreign amount and leaves out none of the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quantity_tagger.analysis.chinese_world import STILL, Telling, is_kind, same_act, same_who

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from quantity_tagger.analysis.chinese_frames import Frame
    from quantity_tagger.analysis.chinese_phrases import Phrase

Signs = dict[int, int]

_HANDLING: Final = frozenset(("put", "remove", "come", "leave", "take", "lose", "use", "gain"))


def foreign(telling: Telling) -> set[int]:
    """The related amounts that are of another owner, thing or time than what is asked."""
    asked = telling.frames[telling.asked]
    sides = _sides(asked)
    owners = {side.who for side in sides if side.who}
    things = {side.thing for side in sides if side.thing}
    if not sides:
        if asked.said_who or asked.pronoun:
            owners.add(asked.who)
        if asked.said_thing:
            things.add(asked.thing)
    owners, things = owners - {""}, things - {""}
    _spread(telling, owners, things)
    known = [telling.frames[i] for i in telling.related]
    if owners and not any(_owned(frame, owners) for frame in known):
        owners = set()
    if things and not any(frame.thing and _of(frame.thing, things) for frame in known):
        things = set()
    found: set[int] = set()
    for index in telling.related:
        frame = telling.frames[index]
        if telling.parts[index].kind in ("both", "neither", "overlap", "pay", "repay"):
            return set()
        elsewhere = owners and not _owned(frame, owners) and not _hosted(telling, index, owners)
        another = things and frame.said_thing and not frame.tie and not _of(frame.thing, things)
        if elsewhere or another:
            found.add(index)
    return found if len(telling.related) - len(found) > 1 else set()


def _sides(frame: Frame) -> list[Phrase]:
    if frame.tie:
        return [*frame.tie.subject, *frame.tie.standard]
    return frame.sides


def _owned(frame: Frame, owners: AbstractSet[str]) -> bool:
    if not frame.who:
        return True
    names = [name for name in (frame.who, frame.source, frame.recipient) if name]
    names += [side.who for side in _sides(frame) if side.who]
    return any(same_who(name, owner) for name in names for owner in owners)


def _hosted(telling: Telling, index: int, owners: AbstractSet[str]) -> bool:
    """Whether somebody handles what a place holds: 桌上有…，爸爸拿走5个."""
    frame, part = telling.frames[index], telling.parts[index]
    if frame.place or part.verb_class not in _HANDLING or not telling.frames[telling.asked].place:
        return False
    return not any(
        telling.parts[other].verb_class == "hold" and telling.frames[other].who == frame.who
        for other in telling.related
    )


def _of(thing: str, things: AbstractSet[str]) -> bool:
    return any(is_kind(thing, other) or is_kind(other, thing) for other in things)


def _spread(telling: Telling, owners: set[str], things: set[str]) -> None:
    """Add those whom comparisons and joint amounts tie to the owners and things so far."""
    ties = [sides for i in telling.related if (sides := _sides(telling.frames[i]))]
    while ties:
        for sides in ties:
            names = {side.who for side in sides if side.who}
            kinds = {side.thing for side in sides if side.thing and not side.who}
            near = any(same_who(name, owner) for name in names for owner in owners)
            if near or any(_of(kind, things) for kind in kinds if things):
                owners |= names if owners else set()
                things |= kinds if things else set()
                ties.remove(sides)
                break
        else:
            return


def wanted(telling: Telling, strangers: AbstractSet[int]) -> list[int]:
    """The amounts that a reading should use: none of the strangers, and where the question asks
    for what was done, just what was done.
    """
    own = [i for i in telling.related if i not in strangers]
    part = telling.parts[telling.asked]
    if part.verb_class in STILL or part.kind not in ("event", "whole", "state", "need"):
        return own
    return [i for i in own if same_act(telling.parts[i], part.verb)]


def ranked(
    candidates: Iterable[tuple[str, Signs]],
    own: Sequence[int],
    strangers: AbstractSet[int],
) -> list[tuple[str, Signs]]:
    """The candidates, best first, each set of signs once."""
    found: list[tuple[int, str, Signs]] = []
    for name, signs in candidates:
        if any(signs == other for _, _, other in found):
            continue
        used = sum(2 for index in signs if index in strangers)
        left = sum(1 for i in own if i not in signs)
        found.append((used + left, name, signs))
    found.sort(key=lambda entry: entry[0])
    return [(name, signs) for _, name, signs in found]
