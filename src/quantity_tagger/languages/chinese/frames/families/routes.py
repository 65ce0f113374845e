"""Ways from place to place in Chinese: 从书店到车站有420米, 从车站到医院有610米."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.pieces import Piece, alike, asked_piece
from quantity_tagger.languages.chinese.frames.words import any_of
from quantity_tagger.situation.direct import answer, signed_sum
from quantity_tagger.situation.statements import Form, Given, World
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


@cache
def _leg() -> re.Pattern[str]:
    ends = any_of("routes", "length").pattern
    to = any_of("routes", "to").pattern
    via = any_of("routes", "by way of").pattern
    return re.compile(
        f"从?(?P<one>[^从]+?)(?P<via>(?:{via}).+?)?(?:{to})(?P<other>.+?)(?:的?(?:{ends}).*)?$"
    )


def read_route(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """A way of two legs from the legs, or a leg from the way and the other leg."""
    asked = asked_piece(found)
    if asked is None or any_of("routes", "never").search(problem.text):
        return None
    told = [piece for piece in found if piece is not asked and alike(piece, asked)]
    ways = [_ends(piece.before) for piece in [*told, asked]]
    if len(told) != 2 or None in ways or len(told) != len(problem.quantities):
        return None
    one, other, whole = [way for way in ways if way is not None]
    if not (_shares(one, other) and _shares(other, whole) and _shares(one, whole)):
        return None
    near = any_of("routes", "near").search(asked.before)
    signs = {piece.word.quantity or 0: Fraction(1) for piece in told}
    whole_way = [bool(match and match["via"]) for match in (_leg().search(p.before) for p in told)]
    for piece, longest in zip(told, whole_way, strict=True):
        if any(whole_way) and not longest:  # 从家经过邮局到学校: the other is a leg of it
            signs[piece.word.quantity or 0] = Fraction(-1)
    if near:
        signs[told[1].word.quantity or 0] = Fraction(-1)
    return signed_sum(signs, problem.values, "way", "way", asked.words, absolute=bool(near))


def read_points(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """The way between two of several places that lie one after another: 甲、乙、丙三地依次."""
    row = re.search(f"(?P<names>[^，。]+?)(?:{any_of('routes', 'row').pattern})", problem.text)
    asked = asked_piece(found)
    names = re.split("[、和与]", row["names"]) if row else []
    if asked is None or len(names) < 3:
        return None
    names[-1] = re.sub("[二两三四五六].*$", "", names[-1])
    world = World()
    asked_form: Form = {}
    for piece in found:
        ends = sorted(
            [(piece.before.find(n), at) for at, n in enumerate(names) if n in piece.before]
        )
        if len(ends) != 2 or not alike(piece, asked):
            return None
        low, high = sorted(at for _, at in ends)
        way: Form = dict.fromkeys(range(low, high), 1)  # the stretches between them
        if piece is asked:
            asked_form = way
        else:
            world.say(way, Given({piece.word.quantity or 0: 1}), "way", piece.words)
    return answer(world, problem.values, asked_form, "way")


def _ends(text: str) -> frozenset[str] | None:
    """The two places that a way joins."""
    match = _leg().search(text)
    return frozenset([match["one"][-2:], match["other"][-2:]]) if match else None


def _shares(one: frozenset[str], other: frozenset[str]) -> bool:
    return len({a for a in one for b in other if a[-1] == b[-1] and (a in b or b in a)}) == 1
