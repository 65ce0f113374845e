"""All that is stated, and when two words of it speak of the same owner, thing, time or act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from typing import Final

from quantity_tagger.languages.chinese.facts.comparisons import Frame
from quantity_tagger.languages.chinese.facts.mentions import Mention
from quantity_tagger.languages.chinese.facts.noun_phrases import (
    is_adult,
    is_general,
    is_people,
    sort_of,
)
from quantity_tagger.languages.chinese.facts.roles import STILL, Part
from quantity_tagger.languages.chinese.grammar import PARTICLES
from quantity_tagger.languages.chinese.vocabulary import character_set, word_set
from quantity_tagger.problem.document import Token
from quantity_tagger.support.cache import remembered

_NO_ACTS: Final = frozenset(("plan", "remain", "now", "start", "lack"))
#: Verbs of bringing something to whoever the story is about.
BROUGHT: Final = word_set("word_groups", "brought")
_INSIDE: Final = character_set("characters", "about a place")
_PARTICLES: Final = PARTICLES | frozenset("到过完")


@dataclass(slots=True)
class Telling:
    """The mentions of a text with all that was read around them."""

    mentions: Sequence[Mention]
    frames: Sequence[Frame]
    parts: Sequence[Part]
    related: Sequence[int]
    asked: int
    moments: int = 0  # how many further amounts say when
    tokens: Sequence[Token] = ()
    sizes: Sequence[int] = ()  # the values as whole numbers of one step, 0 for the unknown


def sizes(mentions: Sequence[Mention]) -> list[int]:
    """The values of the mentions in whole numbers of one step, which add up much faster."""
    values = [mention.value or 0 for mention in mentions]
    step = lcm(*(value.denominator for value in values))
    return [value.numerator * (step // value.denominator) for value in values]


@remembered
def same_who(one: str, other: str) -> bool:
    """Whether two names may be of the same owner: 车上 and 火车上, 妹妹 and 小红的妹妹."""
    if one == other or one.endswith(other) or other.endswith(one):
        return True
    if "的" in one or "的" in other:
        return False
    if _core(one) == _core(other):
        return True
    if "person" in (sort_of(one, "n"), sort_of(other, "n")):
        longer, shorter = (one, other) if len(one) > len(other) else (other, one)
        return longer.startswith(shorter) and sort_of(longer, "n") == "place"  # 小明家
    first, second = (frozenset(_core(name)) for name in (one, other))
    return first <= second or second <= first


def _core(name: str) -> str:
    """A name without what says where about it: 火车 for 火车上."""
    return name[:-1] if len(name) > 1 and name[-1] in _INSIDE else name


_PEOPLE: Final = character_set("characters", "any people")


@remembered
def is_kind(thing: str, of: str) -> bool:
    """Whether a thing is of a kind: 红花 are 花; any people are people."""
    if not of or not thing or thing.endswith(of) or is_general(of):
        return True
    return is_people(of) and thing[-1] in _PEOPLE and not is_adult(thing)


def same_when(one: str, other: str) -> bool:
    return one in other or other in one


def same_act(part: Part, act: str, undone: bool = False) -> bool:
    """Whether an amount is of what was done, not of what was planned or of the size of it; with
    ``undone``, what is still to do counts too.
    """
    if part.sized or part.planned or part.kind in _NO_ACTS:
        return undone and part.kind == "remain"
    if set(part.verb) & set(act) - _PARTICLES:
        return True
    return bool(part.verb) and part.verb.rstrip("了") == act.rstrip("了")


def acts(part: Part) -> bool:
    """Whether an amount is of something done."""
    return part.verb_class not in STILL and part.kind == "event" and not part.sized


def is_subset(told: Telling, index: int) -> bool:
    """Whether an amount is of some that another amount counts too: 有33支，削好的有14支."""
    frame, part = told.frames[index], told.parts[index]
    if acts(part) or frame.tie or part.money:
        return False
    bare = (not part.verb or part.carried) and not told.mentions[index].follows
    again = bare and not (frame.said_who or frame.said_thing or frame.where)
    if not (part.described or frame.subset or frame.modified or again):
        return False
    size = told.sizes[index]
    return any(
        other < index
        and told.sizes[other] >= size
        and not told.parts[other].described
        and not acts(told.parts[other])
        and not told.frames[other].tie
        and same_who(told.frames[other].who, frame.who)
        and is_kind(frame.thing, told.frames[other].thing)
        and (not again or told.parts[other].verb_class == "hold")
        for other in told.related
    )
