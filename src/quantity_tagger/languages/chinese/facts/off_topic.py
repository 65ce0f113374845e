"""Amounts stated beside the point: of another time or another side, in a purse, only wished for.

Whoever they belong to, the question does not ask about them.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Final

from quantity_tagger.languages.chinese.facts.identity import Telling, is_kind, is_subset, same_who
from quantity_tagger.languages.chinese.vocabulary import word_set
from quantity_tagger.languages.lexicon import load


def is_beside(telling: Telling, index: int) -> bool:
    """Whether an amount is stated beside the point, whoever it belongs to."""
    return (
        telling.frames[index].holds
        or another_time(telling, index)
        or _another_side(telling, index)
        or _another_body(telling, index)
        or _purse(telling, index)
        or _wished(telling, index)
        or _other_one(telling, index)
        or _unnamed_time(telling, index)
        or _is_rate(telling, index)
    )


def _unnamed_time(telling: Telling, index: int) -> bool:
    """Whether the question names times (一月和三月一共), and the amount is of another."""
    sides, when = telling.frames[telling.asked].sides, telling.frames[index].when
    if not when or not sides or any(not side.when or side.thing for side in sides):
        return False
    return not any(side.when in when or when in side.when for side in sides)


def _is_rate(telling: Telling, index: int) -> bool:
    """Whether it says how much at a time (每分钟60米), and the question does not."""
    return _each(telling, index) and not any(
        _each(telling, i) for i in (*telling.related, telling.asked) if i != index
    )


def _each(telling: Telling, index: int) -> bool:
    mention = telling.mentions[index]
    return "each" in mention.cues or any(word[0] == "每" for word in mention.words)


def _other_one(telling: Telling, index: int) -> bool:
    """Whether it is of another one (另一根), and the question of the first."""
    words, asked = telling.mentions[index].words, telling.mentions[telling.asked].words
    part = telling.parts[index]
    if telling.parts[telling.asked].kind not in ("remain", "now", "start"):
        return False
    if part.effect or part.money or not telling.mentions[index].unit:
        return False
    return bool(words & _OTHERS) and not asked & _OTHERS


_OTHERS: Final = word_set("word_groups", "other one")


def another_time(telling: Telling, index: int) -> bool:
    """Whether the amount is of yesterday or last year and the question of today or this year."""
    asked, frame = telling.frames[telling.asked], telling.frames[index]
    part = telling.parts[index]
    if asked.tie or not frame.when:
        return False
    if part.verb_class in ("hold", "exist"):
        return _long_ago(telling, index)
    return any(
        any(word in frame.when for word in past)
        and any(word in asked.when for word in now)
        and not any(word in asked.when for word in past)
        for past, now in _TIMES
    )


def _long_ago(telling: Telling, index: int) -> bool:
    """Whether a stock of last year stands beside one of the same owner that the story starts or
    ends with.
    """
    frame, asked = telling.frames[index], telling.frames[telling.asked]
    if not any(word in frame.when for word in _PAST) or any(w in asked.when for w in _PAST):
        return False
    return any(
        other != index
        and telling.parts[other].verb_class in ("hold", "exist", "")
        and not telling.frames[other].when
        and not telling.frames[other].tie
        and same_who(telling.frames[other].who, frame.who)
        and is_kind(telling.frames[other].thing, frame.thing)
        for other in telling.related
    )


_PAST: Final = load("zh", "word_groups")["long ago"]
#: Words of another time, and of the time that they exclude.
_TIMES: Final = [
    (past.split(), now.split())
    for past, now in (line.split("|") for line in load("zh", "word_groups")["then and now"])
]


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
    if not frame.said_thing or not frame.thing or frame.tie:
        return False
    ties = [tie for i in telling.related if (tie := telling.frames[i].tie)]
    return not any(s.thing == frame.thing for tie in ties for s in (*tie.subject, *tie.standard))


def _purse(telling: Telling, index: int) -> bool:
    """Whether it is what somebody has with them, and the question asks what things cost."""
    part, asked = telling.parts[index], telling.parts[telling.asked]
    if not asked.money or part.verb_class != "hold" or asked.kind not in ("whole", "event"):
        return False
    if asked.carried or telling.frames[telling.asked].tie:
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


_WISHES: Final = word_set("word_groups", "wish")


def other_goods(telling: Telling) -> set[int]:
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


def subsets(telling: Telling, distractors: AbstractSet[int]) -> set[int]:
    """Those that only say what some of the others are like: 有28人，其中学生15人，又上来8人."""
    asked, part = telling.frames[telling.asked], telling.parts[telling.asked]
    if asked.tie or part.kind in ("remain", "now", "need", "start", "event", "whole"):
        if part.described or asked.modified:
            return set()
        found = {
            i
            for i in telling.related
            if is_subset(telling, i)
            or (
                telling.frames[i].subset
                and not (telling.parts[i].among and _acted(telling, i) and not asked.tie)
            )
        }
        told = [i for i in telling.related if telling.parts[i].kind == "state" and i not in found]
        least = all(telling.sizes[telling.related[-1]] < telling.sizes[i] for i in told)
        if part.kind == "event" or (part.kind == "whole" and not (least and len(told) > 1)):
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
    own = [i for i in telling.related if i not in distractors and i not in found]
    return found if len(own) > 1 else set()


def _acted(telling: Telling, index: int) -> bool:
    part = telling.parts[index]
    return bool(part.effect) or part.done or part.verb_class == "do"
