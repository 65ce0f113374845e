"""Choosing: which amounts belong to what is asked, and which reading uses just these.

The question names an owner, a thing, a time. Comparisons, joint amounts and gifts tie further
owners to them; an amount of anybody or anything else is foreign to the question. Of several
readings the best uses no foreign amount and leaves out none of the others.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from quantity_tagger.analysis.chinese_world import (
    STILL,
    Telling,
    is_kind,
    is_subset,
    same_act,
    same_who,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from quantity_tagger.analysis.chinese_frames import Frame
    from quantity_tagger.analysis.chinese_phrases import Phrase

Signs = dict[int, int]

_KEPT: Final = frozenset(("both", "neither", "overlap", "pay", "repay"))
_HANDLING: Final = frozenset(
    ("put", "remove", "come", "leave", "take", "lose", "use", "gain", "give")
)


def foreign(telling: Telling) -> set[int]:
    """The related amounts that are of another owner, thing or time than what is asked."""
    if any(telling.parts[i].kind in _KEPT for i in telling.related):
        return set()
    owners, things = _asked_about(telling)
    beside = {i for i in telling.related if _is_beside(telling, i)} | _other_goods(telling)
    beside |= _dangling(telling)
    others = {i for i in telling.related if _another(telling.frames[i], things)}
    elsewhere = {i for i in telling.related if _elsewhere(telling, i, owners)}
    most = len(telling.related) + telling.moments - 2
    for found in (beside | others | elsewhere, others | elsewhere, others, elsewhere, beside):
        if found and len(found) <= most:
            return found | _subsets(telling, found)
    return _subsets(telling, set())


def _is_beside(telling: Telling, index: int) -> bool:
    """Whether an amount is told beside the point, whoever it belongs to."""
    return (
        telling.frames[index].holds
        or another_time(telling, index)
        or _another_side(telling, index)
        or _another_body(telling, index)
        or _purse(telling, index)
        or _wished(telling, index)
        or _other_one(telling, index)
    )


def _other_one(telling: Telling, index: int) -> bool:
    """Whether it is of another one (另一根), and the question of the first."""
    words, asked = telling.mentions[index].words, telling.mentions[telling.asked].words
    part = telling.parts[index]
    if telling.parts[telling.asked].kind not in ("remain", "now", "start"):
        return False
    if part.effect or part.money or not telling.mentions[index].unit:
        return False
    return bool(words & _OTHERS) and not asked & _OTHERS


_OTHERS: Final = frozenset(("另", "另一", "另外", "另一个"))


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
    """The owners and things that the question is about, as far as amounts are told of them."""
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
        elif telling.parts[index].verb_class in ("hold", "exist") and frame.said_who:
            others += 1
        else:
            return False
    return mine > 1 and others > 0


def _elsewhere(telling: Telling, index: int, owners: AbstractSet[str]) -> bool:
    frame = telling.frames[index]
    return bool(owners) and not _owned(frame, owners) and not _hosted(telling, index)


def _another(frame: Frame, things: AbstractSet[str]) -> bool:
    return bool(things) and frame.said_thing and not frame.tie and not _of(frame.thing, things)


def another_time(telling: Telling, index: int) -> bool:
    """Whether the amount is of yesterday or last year and the question of today or this year."""
    asked, frame = telling.frames[telling.asked], telling.frames[index]
    part = telling.parts[index]
    if asked.tie or not frame.when or part.verb_class in ("hold", "exist"):
        return False
    return any(
        any(word in frame.when for word in past)
        and any(word in asked.when for word in now)
        and not any(word in asked.when for word in past)
        for past, now in _TIMES
    )


_TIMES: Final = (
    (("昨天", "前天", "昨日"), ("今天", "今日", "这天", "这一天", "当天")),
    (("去年", "前年"), ("今年",)),
    (("上周", "上星期"), ("本周", "这周", "这星期")),
    (("上月", "上个月"), ("本月", "这个月")),
    (("明天", "明年"), ("今天", "今年")),
)


def _another_side(telling: Telling, index: int) -> bool:
    """Whether the amount is a width and the question asks for a length."""
    frame, asked = telling.frames[index], telling.frames[telling.asked].side
    if not frame.side or not asked or frame.side == asked or frame.tie:
        return False
    return any(
        other.side == asked and (other.who, other.thing) == (frame.who, frame.thing)
        for other in (telling.frames[i] for i in telling.related)
    )


def _another_body(telling: Telling, index: int) -> bool:
    """Whether it is somebody's dog that is so old, and the question asks how old they are."""
    frame, asked = telling.frames[index], telling.frames[telling.asked]
    bodily = telling.mentions[telling.asked].unit[:1] == ("岁",) or telling.parts[
        telling.asked
    ].verb in ("重", "体重", "高", "身高")
    if not bodily or asked.said_thing or not asked.said_who:
        return False
    return frame.said_thing and bool(frame.thing) and not frame.tie


def _purse(telling: Telling, index: int) -> bool:
    """Whether it is what somebody has with them, and the question asks what things cost."""
    part, asked = telling.parts[index], telling.parts[telling.asked]
    if not asked.money or part.verb_class != "hold" or asked.kind not in ("whole", "event"):
        return False
    return asked.verb_class in ("gain", "need", "cost", "lose", "use")


def _wished(telling: Telling, index: int) -> bool:
    """Whether an amount was only thought of, and the question asks what there is."""
    if telling.parts[telling.asked].kind not in ("remain", "now", "start"):
        return False
    mention = telling.mentions[index]
    if mention.words & _WISHES:
        return True
    following = (other.token for other in telling.mentions if other.token > mention.token)
    after = [telling.tokens[at].text for at in range(mention.right.stop, next(following, 0))]
    return any(  # …，没有买
        one in ("没", "没有") and other[0] in "买借拿要用" for one, other in pairwise(after)
    )


_WISHES: Final = frozenset(("想", "想要", "看中", "看上", "想买", "想借"))


def _other_goods(telling: Telling) -> set[int]:
    """The prices of goods that the question does not name, where it names others."""
    asked = telling.frames[telling.asked]
    if not telling.parts[telling.asked].money or not asked.goods or asked.tie:
        return set()
    priced = [i for i in telling.related if telling.frames[i].goods and _is_price(telling, i)]
    named = [i for i in priced if _shares(telling.frames[i].goods, asked.goods)]
    if not named or len(named) == len(priced):
        return set()
    return {i for i in priced if i not in named}


def _is_price(telling: Telling, index: int) -> bool:
    part = telling.parts[index]
    return part.verb_class in ("", "exist", "cost", "need") or part.sized


def _shares(goods: Sequence[str], others: Sequence[str]) -> bool:
    return any(one.endswith(other) or other.endswith(one) for one in goods for other in others)


def _subsets(telling: Telling, strangers: AbstractSet[int]) -> set[int]:
    """Those that only say what some of the others are like: 有28人，其中学生15人，又上来8人."""
    asked, part = telling.frames[telling.asked], telling.parts[telling.asked]
    if asked.tie or part.kind in ("remain", "now", "need", "start", "event", "whole"):
        if part.described or asked.modified:
            return set()
        found = {
            i
            for i in telling.related
            if is_subset(telling, i)
            or (telling.frames[i].subset and not (telling.parts[i].among and _acted(telling, i)))
        }
        told = [i for i in telling.related if telling.parts[i].kind == "state" and i not in found]
        if part.kind == "event" or (part.kind == "whole" and len(told) < 2):
            found = {i for i in found if not telling.parts[i].among}
    else:
        found = {
            i
            for i in telling.related
            if telling.frames[i].subset
            and not telling.parts[i].among
            and asked.said_thing
            and not is_kind(asked.thing, telling.frames[i].thing)
        }
    own = [i for i in telling.related if i not in strangers and i not in found]
    return found if len(own) > 1 else set()


def _acted(telling: Telling, index: int) -> bool:
    part = telling.parts[index]
    return bool(part.effect) or part.done or part.verb_class == "do"


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


def _hosted(telling: Telling, index: int) -> bool:
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
    part, asked = telling.parts[telling.asked], telling.frames[telling.asked]
    if asked.group or len(asked.sides) > 1:
        own = [i for i in own if not _passes_within(telling, i)]
    if part.verb_class in STILL or part.kind not in ("event", "whole", "state", "need"):
        return own
    return [i for i in own if same_act(telling.parts[i], part.verb)]


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
        *("expression", "arithmetic", "rewrite", "ages", "later", "between", "calendar"),
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
    strangers: AbstractSet[int],
) -> list[tuple[str, Signs]]:
    """The readings, best first, each set of signs once."""
    own = wanted(telling, strangers)
    tie = telling.frames[telling.asked].tie
    sure = _SURE - {"reduction"} if tie and tie.standard else _SURE
    first = schemas[0][0] if schemas else ""
    worldly = first.removesuffix(" own") in _GUESSED or (exchanged(telling) and first not in sure)
    candidates = [*world, *schemas] if worldly else [*schemas, *world]
    found: list[tuple[int, str, Signs]] = []
    for name, signs in candidates:
        if any(signs == other for _, _, other in found):
            continue
        used = sum(2 for index in signs if index in strangers)
        left = 0 if name in sure else sum(1 for i in own if i not in signs)
        found.append((used + left, name, signs))
    found.sort(key=lambda entry: entry[0])
    return [(name, signs) for _, name, signs in found]


def fallbacks(telling: Telling, strangers: AbstractSet[int]) -> list[tuple[str, Signs]]:
    """What is left where nothing is understood: the largest less the rest, the sum."""
    own = [i for i in telling.related if i not in strangers]
    if len(own) < 2:
        return []
    values = {i: telling.mentions[i].value or 0 for i in own}
    largest = max(own, key=lambda i: values[i])
    rest = ("rest of own", {i: 1 if i == largest else -1 for i in own})
    total = ("sum of own", dict.fromkeys(own, 1))
    adds = telling.parts[telling.asked].kind == "whole" or min(values.values()) < 0
    found = [total, rest] if adds else [rest, total]
    if len(own) > 2:
        small = min(own, key=lambda i: values[i])
        found.append(("pair of own", {i: 1 if i == largest else -1 for i in own if i != small}))
    return found
