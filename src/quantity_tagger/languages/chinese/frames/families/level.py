"""Two that become equal, or differ by so much, once something changed: 甲给乙4个后两人一样多.

Each side has what it had at first and its changes; the words around an amount say which side it is
of, whether it is a stock or a change, and whether it goes from one side to the other.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.naming import bare, shared
from quantity_tagger.languages.chinese.frames.families.pieces import Piece, alike, asked_piece
from quantity_tagger.languages.chinese.frames.words import any_of
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.languages.chinese.tokenizer import plain
from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, World, plus, times
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


_any = partial(any_of, "level")


@cache
def _equal() -> re.Pattern[str]:
    words = any_of("roles", "equal").pattern
    return re.compile(f"(?:[和与跟同](?P<other>[^，。？0-9]{{1,12}}?))?(?:{words})(?P<at>.?的)?")


@cache
def _receives() -> re.Pattern[str]:
    to = any_of("level", "to").pattern
    return re.compile(f"(?:{to})(?P<to>[^，。？0-9的]{{1,10}})")


@cache
def _gets() -> re.Pattern[str]:
    """得到小明给的: from whom it comes."""
    gets = any_of("level", "gets").pattern
    return re.compile(f"(?:{gets})(?P<to>[^，。？0-9]{{1,6}}?)(?:给|送|借|让|那里|那儿)")


@dataclass(frozen=True, slots=True)
class _Story:
    """The text, and the pieces that stand before what is said to be equal."""

    text: str
    before: set[Piece]


@dataclass(slots=True)
class _Sides:
    """The two sides by name, with what each has at the end as a form."""

    names: list[str] = field(default_factory=list)
    end: dict[int, Form] = field(default_factory=dict)
    last: int = -1

    def of(self, name: str) -> int:
        """The side that a name stands for; -1 where there would be a third."""
        if not name or name in listed("comparing", "pronoun"):
            return self.last
        for number, known in enumerate(self.names):
            if shared(name, known) or shared(known, name):
                self.last = number
                return number
        if len(self.names) == 2:
            return -1
        self.names.append(name)
        self.last = len(self.names) - 1
        self.end[self.last] = {("start", self.last): 1}
        return self.last

    def move(self, side: int, amount: Hashable, way: int) -> None:
        self.end[side] = plus(self.end[side], {amount: way})


def read_level(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """What is asked of two that are equal, or differ by a told amount, after their changes."""
    text = plain(problem.text)
    equal = _equal().search(text)
    asked = asked_piece(found)
    if asked is None or _any("never").search(text):
        return None
    differs = None if equal is not None else next((p for p in found if _differs(p, text)), None)
    if equal is None and differs is None and not any(_of_both(piece) for piece in found):
        return None
    if any(not alike(piece, asked) for piece in found) or len(found) <= len(problem.quantities):
        return None
    sides, world = _Sides(), World()
    at = len(text) if equal is None or equal["at"] else equal.end()
    at = at if differs is None else problem.tokens[differs.word.first].start
    before = {p for p in found if problem.tokens[p.word.last].end <= at}
    if not _say(sides, world, found, _Story(text, before), differs):
        return None
    if equal is not None and equal["other"]:
        sides.of(_head(equal["other"]))
    if len(sides.names) != 2:
        return None
    apart = plus(sides.end[0], times(-1, sides.end[1]))
    if equal is not None and equal["at"]:  # 两根同样长的绳子
        world.say({("start", 0): 1, ("start", 1): -1}, None, "made equal")
    elif equal is not None:
        world.say(apart, None, "made equal")
    for piece in found:
        if _of_both(piece):
            told = Given({piece.word.quantity or 0: 1})
            world.say(sides.end[0], told, "made equal", piece.words)
            world.say(sides.end[1], told, "made equal", piece.words)
    form = _asked(sides, asked, _Story(text, before))
    return answer(world, problem.values, form, "made equal") if form else None


def _say(
    sides: _Sides, world: World, found: Sequence[Piece], story: _Story, differs: Piece | None
) -> bool:
    """What each piece states; False where its side is not clear."""
    for number, piece in enumerate(found):
        if _of_both(piece):
            continue
        side = sides.of(_head(bare(piece.subject)))
        if side < 0:
            return False
        amount: Hashable = "asked" if piece.word.asked else ("told", number)
        told = None if piece.word.asked else Given({piece.word.quantity or 0: 1})
        if piece is differs:
            way = re.search("比(?P<other>.+?)(?P<way>多|少)", piece.before)
            other = sides.of(_head(bare(way["other"]))) if way else -1
            if way is None or other in (-1, side) or told is None:
                return False
            sign = 1 if way["way"] == "多" else -1
            form = times(sign, plus(sides.end[side], times(-1, sides.end[other])))
            world.say(form, told, "made equal", piece.words)
            continue
        way_ = _moves(piece, story)
        got = _gets().search(piece.before)
        to = got["to"] if got else _receiver(piece) if way_ else ""
        if way_:
            other = sides.of(_head(bare(to))) if to else -1
            if to and (other in (-1, side)):
                return False
            sides.last = side
            way_ = (1 if got else -1) if to else way_
            sides.move(side, amount, way_)
            if to:
                sides.move(other, amount, -way_)
            if told is not None:
                world.say({amount: 1}, told, "told", piece.words)
        elif told is not None:
            world.say(_held(sides, side, piece, story), told, "told", piece.words)
    return True


def _head(name: str) -> str:
    """A name without what is said of it: 小刚写的."""
    return re.split("的|写|做|捐|有", name)[0] or name


def _of_both(piece: Piece) -> bool:
    return not piece.word.asked and bool(_any("both").search(piece.before))


def _differs(piece: Piece, text: str) -> bool:
    """他做的题就比张亮多2道: told of what would be."""
    return bool(re.search("就比.+[多少]", piece.before)) and bool(_any("if").search(text))


def _receiver(piece: Piece) -> str:
    match = _receives().search(piece.after) or _receives().search(piece.before)
    return "" if match is None else match["to"]


def _moves(piece: Piece, story: _Story) -> int:
    """Whether an amount is a change: 1 where it adds to its side, -1 where it takes from it."""
    less, more = _any("less").search(piece.before), _any("more").search(piece.before)
    way = -1 if less else piece.direction or (1 if more else 0)
    if piece not in story.before:
        return 0
    if _any("again").search(piece.before):
        return way or 1
    if _any("if").search(piece.before) or _receives().search(piece.after):
        return way or (1 if _receives().search(piece.after) else 0)
    if _any("start").search(piece.before) or _any("end").search(piece.before):
        return 0
    if piece.word.asked:
        return way
    later = _any("start").search(story.text) or _any("same").search(story.text)
    return way if later or (way < 0 and _any("then").search(piece.after)) else 0


def _held(sides: _Sides, side: int, piece: Piece, story: _Story) -> Form:
    """What a side has when it is told: at the end, else at first."""
    left = _any("left").search(piece.before)
    now = _any("end").search(piece.before) and not _any("again").search(story.text)
    return sides.end[side] if left or now else {("start", side): 1}


def _asked(sides: _Sides, asked: Piece, story: _Story) -> Form:
    """What the asked amount is: a change, what its side had at first, or has at the end."""
    if any("asked" in form for form in sides.end.values()):
        return {"asked": 1}
    if any_of("comparing", "several").search(asked.before) and _any("two").search(asked.before):
        return plus(_held(sides, 0, asked, story), _held(sides, 1, asked, story))
    side = sides.of(_head(bare(asked.subject)))
    return {} if side < 0 else _held(sides, side, asked, story)
