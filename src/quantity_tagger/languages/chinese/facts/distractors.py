"""Distractors: amounts that are of another owner, thing or time than what is asked.

The question names an owner, a thing, a time. Comparisons, joint amounts and gifts tie further
owners to them; an amount of anybody or anything else is foreign to the question.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from quantity_tagger.languages.chinese.facts.comparisons import Frame
from quantity_tagger.languages.chinese.facts.identity import BROUGHT, Telling, is_kind, same_who
from quantity_tagger.languages.chinese.facts.noun_phrases import Phrase
from quantity_tagger.languages.chinese.facts.off_topic import is_beside, other_goods, subsets

_KEPT: Final = frozenset(("both", "neither", "overlap", "pay", "repay"))
#: Verb classes of what is done to the stock of a place.
HANDLING: Final = frozenset(
    ("put", "remove", "come", "leave", "take", "lose", "use", "gain", "give")
)


def find_distractors(telling: Telling) -> set[int]:
    """The related amounts that are of another owner, thing or time than what is asked."""
    if any(telling.parts[i].kind in _KEPT for i in telling.related):
        return set()
    owners, things = _asked_about(telling)
    beside = {i for i in telling.related if is_beside(telling, i)} | other_goods(telling)
    beside |= _dangling(telling)
    parted = next((i for i in telling.related if telling.parts[i].among), len(telling.mentions))
    others = {i for i in telling.related if i < parted and _another(telling.frames[i], things)}
    elsewhere = {i for i in telling.related if _elsewhere(telling, i, owners)}
    most = len(telling.related) + telling.moments - 2
    for found in (beside | others | elsewhere, others | elsewhere, others, elsewhere, beside):
        if found and len(found) <= most:
            return found | subsets(telling, found)
    return subsets(telling, set())


def _dangling(telling: Telling) -> set[int]:
    """Comparisons with somebody of whom nothing else is said or asked."""
    ties = [i for i in telling.related if telling.frames[i].tie]
    if len(ties) < 2:
        return set()
    text = "".join(token[0] for token in telling.tokens)
    names = {i: _names(telling.frames[i]) for i in (*telling.related, telling.asked)}
    found: set[int] = set()
    for _ in ties:  # whoever is known by such a comparison alone leads nowhere either
        for index in ties:
            others = (known for i, known in names.items() if i != index and i not in found)
            known = frozenset[str]().union(*others)
            lone = [name for name in _parties(telling.frames[index]) if name not in known]
            if lone and (found or any(text.count(name) == 1 for name in lone)):
                found.add(index)
    return found


def _parties(frame: Frame) -> list[str]:
    """By what name a comparison knows each of its two sides."""
    return [name for side in _sides(frame) if (name := side.who or side.thing or side.when)]


def _names(frame: Frame) -> frozenset[str]:
    """All names that a frame speaks of."""
    sides = [*_sides(frame), frame.phrase()]
    return frozenset(name for side in sides for name in side[:3])


def _asked_about(telling: Telling) -> tuple[set[str], set[str]]:
    """The owners and things that the question is about, as far as amounts are stated of them."""
    asked = telling.frames[telling.asked]
    sides = _sides(asked)
    owners = {side.who for side in sides}
    things = {side.thing for side in sides}
    if not sides:
        if (asked.said_who or asked.pronoun) and not asked.group:
            owners.add(asked.who)
        if asked.said_thing:
            things.add(asked.thing)
            things |= _wholes(telling)
    owners, things = owners - {""}, things - {""}
    if "rest" in telling.mentions[telling.asked].cues:
        owners = set()  # 其余几个班: whoever was not named
    if not owners and not sides and _goes_on(telling):
        owners.add(asked.who)
    _spread(telling, owners, things)
    known = [telling.frames[i] for i in telling.related]
    if not any(frame.who and _owned(frame, owners) for frame in known):
        owners = set()
    if not any(frame.thing and _of(frame.thing, things) for frame in known):
        things = set()
    return owners, things


def _wholes(telling: Telling) -> set[str]:
    """What the thing asked for is a kind of, where that was counted: 书包 for 黑书包."""
    thing = telling.frames[telling.asked].thing
    told = {telling.frames[i].thing for i in telling.related if telling.frames[i].said_thing}
    return {whole for whole in told if whole and thing != whole and thing.endswith(whole)}


def _goes_on(telling: Telling) -> bool:
    """Whether a question that names nobody goes on with the stock last spoken of, while others
    are only said to have some: 树上有52只，屋上有6只。树上飞走一些，还剩34只。飞走多少只.
    """
    asked, part = telling.frames[telling.asked], telling.parts[telling.asked]
    if asked.group or not asked.who or part.kind not in ("event", "remain", "now", "start"):
        return False
    mine = others = 0
    for index in telling.related:
        frame = telling.frames[index]
        if not frame.who or same_who(frame.who, asked.who):
            mine += frame.said_who  # named again, so others were in between
        elif telling.parts[index].verb_class in ("", "hold", "exist") and frame.said_who:
            others += 1
        else:
            return False
    return mine > 1 and others > 0


def _elsewhere(telling: Telling, index: int, owners: AbstractSet[str]) -> bool:
    frame = telling.frames[index]
    if not owners or _owned(frame, owners) or _hosted(telling, index):
        return False
    brought = telling.parts[index].verb in BROUGHT and not frame.place
    return not (brought and _owns_nothing(telling, frame.who))


def _another(frame: Frame, things: AbstractSet[str]) -> bool:
    return bool(things) and frame.said_thing and not frame.tie and not _of(frame.thing, things)


def _sides(frame: Frame) -> list[Phrase]:
    if not frame.tie:
        return frame.sides
    subject = frame.tie.subject or ([Phrase(frame.who)] if frame.who else [])
    return [*subject, *frame.tie.standard]


def _owned(frame: Frame, owners: AbstractSet[str]) -> bool:
    if not frame.who:
        return True
    names = [name for name in (frame.who, frame.source, frame.recipient) if name]
    names += [side.who for side in _sides(frame) if side.who]
    return any(same_who(name, owner) for name in names for owner in owners)


def _hosted(telling: Telling, index: int) -> bool:
    """Whether somebody handles what a place holds: 桌上有…，爸爸拿走5个."""
    frame, part = telling.frames[index], telling.parts[index]
    if frame.place or part.verb_class not in HANDLING or not telling.frames[telling.asked].place:
        return False
    return _owns_nothing(telling, frame.who)


def _owns_nothing(telling: Telling, who: str) -> bool:
    return not any(
        telling.parts[other].verb_class == "hold" and telling.frames[other].who == who
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
