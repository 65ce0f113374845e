"""Comparisons by the very words of their sides: 灰塔比绿塔高14米, 坐地铁比坐公共汽车少用19分钟.

Whatever stands before an amount names it, and a side of a comparison is the amount whose name it
shares most with. No word class is needed, so this reads sides that are no nouns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.families.naming import (
    bare,
    joined_names,
    shared,
    sum_words,
)
from quantity_tagger.languages.chinese.frames.families.pieces import Piece, asked_piece
from quantity_tagger.languages.chinese.frames.holders import is_plural
from quantity_tagger.languages.chinese.frames.words import any_of, is_unlike, role
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, World, plus, times
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

_ONE = Fraction(1)
_any = partial(any_of, "comparing")


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    ways = sorted(role("more than") | role("less than"), key=len, reverse=True)
    return tuple(
        [
            re.compile(f"^(?P<one>.*)[比较](?P<other>.+)(?P<way>{found})(?P<deed>.{{0,6}})$")
            for found in ("多|少", "|".join(ways))
        ]
    )


def _comparison(text: str) -> re.Match[str] | None:
    return next((match for one in _patterns() if (match := one.match(text))), None)


@cache
def _changes() -> frozenset[str]:
    return listed("effects", "rise") | listed("effects", "fall")


@dataclass(slots=True)
class _Names:
    """The amounts met so far, each with the words that name it."""

    names: list[str] = field(default_factory=list)
    #: what was told of, latest last; several that are told of as one are one entry
    spoken: list[tuple[int, ...]] = field(default_factory=list)
    holders: str = ""
    times: tuple[str, ...] = ()
    sentence: int = -1
    #: whether amounts of several make one amount (not ages, not temperatures)
    adds: bool = True

    def add(self, name: str) -> int:
        self.names.append(name)
        return len(self.names) - 1

    def speak(self, nodes: Sequence[int]) -> tuple[int, ...]:
        entry = tuple(nodes)
        if entry in self.spoken:
            self.spoken.remove(entry)
        self.spoken.append(entry)
        return entry

    def members(self, text: str) -> tuple[int, ...]:
        """The amounts of several that are named together, new ones where they were not met."""
        parts = joined_names(text)
        if len(parts) < 2:
            return ()
        found = [self.find(part) or [self.add(part)] for part in parts]
        return tuple([one[0] for one in found]) if all(len(one) == 1 for one in found) else ()

    def all(self, text: str) -> tuple[int, ...]:
        """All that were told of, where a side stands for several: 两个年级比六年级少."""
        several = is_plural(text) and text[1:2] != "年" and self.adds
        return tuple(range(len(self.names))) if several and len(self.names) > 1 else ()

    def named(self, piece: Piece) -> str:
        """The words for an amount; who and where are those of the piece before if it has none."""
        own = piece.before + piece.noun
        if piece.joined and not piece.holders:
            own = piece.lead + own
        elif not piece.holders and piece.sentence == self.sentence:
            own = self.holders + own
            if len(piece.times) == 1 and len(self.times) > 1:  # 星期六上午…，下午…
                own = "".join(self.times[:-1]) + own
        if piece.holders or piece.sentence != self.sentence:
            self.holders, self.times = piece.holders, piece.times
        self.sentence = piece.sentence
        return bare(own)

    def find(self, side: str, but: int = -1) -> list[int]:
        """The amounts that a side names: the one that shares most with it, or those that tie."""
        scores = {n: shared(side, name) for n, name in enumerate(self.names) if n != but}
        best = max(scores.values(), default=0.0)
        return [node for node, score in scores.items() if score == best] if best > 0 else []

    def subject(self, side: str) -> tuple[int, ...]:
        """What a comparison tells of: one met before if its words say so, else new."""
        if not side or side in listed("comparing", "pronoun"):
            return self.spoken[-1] if self.spoken else (self.add(side),)
        for node, name in enumerate(self.names):
            if side in name or (name and name in side and shared(side, name)):
                return (node,)
            if _within(side, name) and shared(side, name):  # 白猫钓的: 白猫上周钓了
                return (node,)
        return (self.add(side),)

    def standard(self, side: str, but: int) -> list[int]:
        """The amount or amounts that something is compared with."""
        if side in listed("comparing", "pronoun"):
            before = [entry for entry in self.spoken if but not in entry]
            meant = [
                entry
                for entry in before
                if not any(is_unlike(side, self.names[node]) for node in entry)
            ]
            return list((meant or before)[-1]) if before else []
        joint = sum_words().sub("", side)
        members = self.members(joint)
        if members:
            return list(members)
        if joint != side:  # 比他们的总和多: all that were told of
            own = self.find(bare(joint), but)
            return own or [node for node in range(len(self.names)) if node != but]
        found_ = self.find(bare(side), but)
        if len(found_) > 1 and not self.adds:
            return []
        if len(found_) > 1:
            return found_ if all(bare(side) in self.names[node] for node in found_) else []
        return found_ or [self.add(bare(side))]


def _within(side: str, name: str) -> bool:
    """Whether a name has all characters of a side, in their order."""
    rest = iter(name)
    return all(char in rest for char in side)


def read_compared(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """The asked amount of a story that only compares; None where the text tells something else."""
    equal = next((piece for piece in found if _equal(piece)), None)
    text = problem.text
    alike_ = _same_size().search(text)
    if equal is not None:
        text = "".join([piece.text for piece in found if piece is not equal])
    elif "比" not in text and "相差" not in text and not any(_together(p) for p in found):
        return None
    elif alike_ is not None and "比" in text:
        text = text.replace(alike_.group(), "")
    asked = asked_piece(found)
    if asked is None or asked is not found[-1] or _any("never").search(_without_sides(text, found)):
        return None
    told = [piece for piece in found if piece is not asked and _alike(piece, asked)]
    if len({piece.word.unit for piece in told}) != 1 or len(told) < 2:
        return None
    ways = {piece.direction for piece in told}
    if "比" not in text and (("又" in text) or (-1 in ways and len(ways) > 1)):
        return None
    timed = any(piece.times for piece in told)
    if ("比" in text or not timed) and _more_than_sides(told, asked):
        return None
    if any(_together(piece) and _listed(problem, piece, found) for piece in told):
        return None
    size = slots.size_of(asked.word.unit)
    names, world = _Names(adds=size not in ("age", "temperature")), World()
    compared = 0
    together = any(_together(piece) for piece in told)
    for piece in sorted(told, key=lambda one: together and _of_all(one)):
        if together and _of_all(piece):  # 三天共花50元: all that are named
            all_: Form = dict.fromkeys(range(len(names.names)), _ONE)
            world.say(all_, Given({piece.word.quantity or 0: _ONE}), "together", piece.words)
            continue
        if not _say(names, world, piece):
            return None
        compared += piece is equal or _comparison(piece.before) is not None or _together(piece)
    if alike_ is not None and "比" in text:
        pair = [names.find(bare(alike_[side])) for side in ("one", "other")]
        if any(len(one) != 1 for one in pair):
            return None
        world.say({pair[0][0]: 1, pair[1][0]: -1}, None, "equal")
    form = _asked(names, asked, compared)
    if form is None:
        return None
    candidate = answer(world, problem.values, form, "compared", absolute="相差" in asked.before)
    if candidate is None or sum(share != 0 for share in candidate.coefficients) < 2:
        return None
    shares = [candidate.coefficients[piece.word.quantity or 0] for piece in told]
    parts = [place for place, piece in enumerate(told) if piece.before.startswith("其中") and place]
    if any(shares[place] * shares[place - 1] < 0 for place in parts):
        return None  # 有教师86人，其中男教师29人，女教师比男教师多: not all of them
    left_out = [piece for piece in told if not candidate.coefficients[piece.word.quantity or 0]]
    if any(_of_all(piece) for piece in left_out):
        return replace(candidate, doubts=(*candidate.doubts, "a whole plays no part"))
    if any(piece.before.startswith("其中") for piece in left_out):
        return replace(candidate, doubts=(*candidate.doubts, "a part plays no part"))
    return candidate


def _without_sides(text: str, found: Sequence[Piece]) -> str:
    """The text without the names of what is compared: 还要走的比已经走的多56米，还要走…."""
    for piece in found:
        match = None if piece.word.asked else _comparison(piece.before)
        for side in (match["one"], match["other"]) if match else ():
            name = bare(side)
            left = len(name) > 1 and any(word in name for word in role("left"))
            text = text.replace(name, "") if left else text
    return text


def _more_than_sides(told: list[Piece], asked: Piece) -> bool:
    """Whether a side is told in parts (上午9圈，下午6圈; 箱子里2个，桌子上4个) or changes: its name
    then stands for more than one amount.
    """
    plain = [p for p in told if _comparison(p.before) is None and not _equal(p)]
    sides = "".join([p.before for p in [*told, asked] if p not in plain] + [asked.text])
    changed = [p.direction != 0 or bool(_any("again").search(p.before)) for p in plain]
    if any(changed) and not all(changed):
        return True
    for before, piece in pairwise(plain):
        joined = piece.joined and piece.before[-1:] in role("joiner")
        place = piece.subject
        located = any(place.endswith(one) or place + one in piece.before for one in role("inside"))
        own = piece.noun if joined else (place if located else "") or "".join(piece.times)
        apart = joined or bool(before.person)
        if own and apart and (joined or not piece.person) and own not in sides:
            return True
    return False


def _alike(piece: Piece, asked: Piece) -> bool:
    mine, theirs = piece.word.unit, asked.word.unit
    return not theirs or mine == theirs or (bool(slots.size_of(mine)) and _same(mine, theirs))


def _same(one: str, other: str) -> bool:
    return slots.size_of(one) == slots.size_of(other)


def _say(names: _Names, world: World, piece: Piece) -> bool:
    """What a clause states of its amount; False where its sides are not clear."""
    told = Given({piece.word.quantity or 0: _ONE})
    made = _equal(piece)
    if made is not None:
        form = _until(names, piece, made)
        if form is not None:
            world.say(form, told, "made equal", piece.words)
        return form is not None
    match = _comparison(piece.before)
    if match is None and _together(piece):
        members = names.members(sum_words().sub("", _total().split(piece.before)[0]))
        world.say(dict.fromkeys(members, _ONE), told, "together", piece.words)
        names.speak(members)
        return bool(members)
    if match is None and (each := any_of("roles", "each of them").search(piece.before)):
        members = names.members(piece.before[: each.start()])
        for member in members:  # 小红和小兰都剪了33个
            world.say({member: 1}, told, "told", piece.words)
        if members:
            names.speak(members)
            return True
    if match is None:
        if "比" in piece.before or re.search("[和与、].*[共和总]", piece.before):
            return False
        warmer = slots.size_of(piece.word.unit) == "temperature"
        if warmer and any(len(verb) > 1 and verb in piece.before for verb in _changes()):
            return False  # 中午升高了7度: a change is no amount of its own
        name = names.named(piece)
        alone = bare(piece.before + piece.noun)
        known = [n for n, own in enumerate(names.names) if own and own == alone]
        known = known or [n for n, own in enumerate(names.names) if own and own in name]
        node = known[0] if len(known) == 1 else names.add(name)
        names.speak([node])
        world.say({node: 1}, told, "told", piece.words)
        return True
    one = names.members(match["one"]) or names.all(match["one"])
    one = one or names.subject(bare(match["one"]))
    if "总" in match["one"] and len(one) < 2:
        return False
    other = names.standard(match["other"].strip(), one[0])
    if not other:
        return False
    sign = _way(match["way"], piece.word.unit)
    form = plus(dict.fromkeys(one, _ONE), dict.fromkeys(other, -_ONE))
    world.say(form, Given({piece.word.quantity or 0: Fraction(sign)}), "comparison", piece.words)
    names.speak(one)
    return True


def _together(piece: Piece) -> bool:
    """甲乙两人共有…: whether an amount is told of several that are named."""
    total = None if "比" in piece.before else _total().search(piece.before)
    return total is not None and len(joined_names(piece.before[: total.start()])) > 1


def _of_all(piece: Piece) -> bool:
    total = _total().search(piece.before)
    return total is not None and not _together(piece) and "比" not in piece.before


def _listed(problem: Problem, piece: Piece, found: Sequence[Piece]) -> bool:
    """Whether the list begins before the clause: 运来苹果，梨和橘子共98千克."""
    before = problem.text[: problem.tokens[piece.words[0]].start].rstrip("，,")
    last = re.split("[，。,]", before)[-1][-2:]
    return bool(last) and any(last in other.before for other in found)


@cache
def _total() -> re.Pattern[str]:
    words = [*listed("comparing", "several"), *listed("comparing", "sum")]
    return re.compile("|".join(sorted(words, key=len, reverse=True)))


@cache
def _same_size() -> re.Pattern[str]:
    """乙和丁一样重: two that are equal, told without an amount."""
    words = any_of("roles", "equal").pattern
    name = "[^，。？0-9]{1,8}?"
    return re.compile(
        f"(?:^|(?<=[，。]))(?P<one>{name})[和与跟同](?P<other>{name})(?:{words})[^，。的]?(?=[，。])"
    )


def _equal(piece: Piece) -> re.Match[str] | None:
    """再吹6个就和小玲一样多: what one side needs or gives to be as the other."""
    more = _any("until").search(piece.before)
    return _made_equal().search(piece.after) if more else None


@cache
def _made_equal() -> re.Pattern[str]:
    words = any_of("roles", "equal").pattern
    return re.compile(f"[和与跟同](?P<other>[^，。？]+?)(?:{words})")


def _until(names: _Names, piece: Piece, made: re.Match[str]) -> Form | None:
    """The side that must grow is less by the amount than the one that it is to equal."""
    lead = _any("until").split(piece.before)[0]
    one = names.subject(bare(lead))
    other = names.standard(bare(made["other"]), one[0])
    return plus({other[0]: _ONE}, dict.fromkeys(one, -_ONE)) if len(other) == 1 else None


def _way(word: str, unit: str) -> int:
    sign = 1 if word in role("more than") else -1
    return -sign if word in role("quick") and slots.size_of(unit) == "length" else sign


def _asked(names: _Names, asked: Piece, compared: int) -> Form | None:
    made = _equal(asked)
    if made is not None:
        return _until(names, asked, made)
    match = _comparison(asked.before)
    if match is not None:
        one = names.find(bare(match["one"])) if match["one"] else list(names.spoken[-1])
        if len(one) != 1:
            return None
        if sum_words().search(match["other"]):
            other = names.standard(match["other"], one[0])
        else:
            parts = [bare(part) for part in re.split("[和与跟、及]", match["other"])]
            sides = [names.find(part, one[0]) for part in parts]
            other = [side[0] for side in sides] if all(len(side) == 1 for side in sides) else []
        if not other:
            return None
        form = plus({one[0]: _ONE}, dict.fromkeys(other, -_ONE))
        return times(_way(match["way"], asked.word.unit), form)
    if "相差" in asked.before:
        sides = [names.find(bare(part)) for part in re.split("[和与跟]", asked.before)[:2]]
        if len(names.names) == 2:
            sides = [[0], [1]]
        if len(sides) < 2 or any(len(side) != 1 for side in sides) or sides[0] == sides[1]:
            return None
        return {sides[0][0]: _ONE, sides[1][0]: -_ONE}
    if not compared:
        return None
    if _together(asked):
        parts = joined_names(_total().split(asked.before)[0])
        members = [names.find(part) for part in parts]
        if any(len(one) != 1 for one in members):
            return None
        return dict.fromkeys([one[0] for one in members], _ONE)
    text = bare(asked.before + asked.noun)
    named = [node for node, name in enumerate(names.names) if name and name in text]
    node = named if len(named) == 1 else names.find(text)
    several = any(word in asked.before for word in listed("comparing", "several"))
    if several and len(node) != 1:
        return dict.fromkeys(range(len(names.names)), _ONE)
    return {node[0]: _ONE} if len(node) == 1 else None
