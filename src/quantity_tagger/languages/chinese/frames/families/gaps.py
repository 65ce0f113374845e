"""How far one of two is ahead of the other once they changed: 甲领先乙80米，乙追上35米.

What is told before is how far they were apart, that they were alike, or what each had; what comes
after changes one side or the other, and only the distance between them counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.naming import bare, shared
from quantity_tagger.languages.chinese.frames.families.pieces import Piece, alike, asked_piece
from quantity_tagger.languages.chinese.frames.words import any_of, role
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.languages.chinese.tokenizer import plain
from quantity_tagger.situation.direct import signed_sum
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


_any = partial(any_of, "gaps")


@cache
def _compares() -> re.Pattern[str]:
    """比乙多, 领先乙, 落后: who is ahead of whom, or behind."""
    more, less = _any("more").pattern, _any("less").pattern
    ahead, behind = _any("ahead").pattern, _any("behind").pattern
    return re.compile(
        f"(?P<one>[^，]*?)(?:比(?P<than>[^，]+?)(?:(?P<more>{more})|(?P<less>{less}))(?P<does>.*)"
        f"|(?:(?P<ahead>{ahead})|(?P<behind>{behind}))(?P<other>[^，了得打]*))$"
    )


@dataclass(slots=True)
class _Sides:
    """The two sides; the first is the one whose lead is asked for."""

    names: list[str] = field(default_factory=list)
    last: int = 0

    def of(self, name: str) -> int:
        """1 for the side that the lead is asked of, -1 for the other, 0 for none of them."""
        name = _name(name)
        if not name or name in listed("comparing", "pronoun"):
            return self.last
        for number, known in enumerate(self.names):
            if known and (shared(known, name) or shared(name, known)):
                self.last = 1 - 2 * number
                return self.last
        if "" in self.names:  # 领先多少分: the other one was not named
            self.names[1] = name
            self.last = -1
            return -1
        return 0


def read_gap(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """The asked lead; None where the sides or what each did are not clear."""
    text = plain(problem.text)
    asked = asked_piece(found)
    if asked is None or asked is not found[-1] or _any("never").search(text):
        return None
    match = _compares().search(asked.before)
    if any(word in asked.before for word in role("start")):
        return None  # 原来甲比乙多几个: before they changed
    if match is None or not all(alike(piece, asked) for piece in found):
        return None
    things = {piece.thing for piece in found if piece.thing}
    if asked.thing and any(asked.thing not in one and one not in asked.thing for one in things):
        return None  # 屋顶上还有4只蜻蜓
    sides = _Sides([*_names(match)], 1)
    shares = _shares(sides, found[:-1], text)
    if shares is None:
        return None
    way = -1 if match["less"] or match["behind"] else 1
    form = {quantity: way * share for quantity, share in shares.items() if share}
    words = [word for piece in found for word in piece.words]
    candidate = signed_sum(form, problem.values, "gap", "comparison", words)
    return None if candidate is None or candidate.doubts or len(form) < 2 else candidate


def _name(text: str) -> str:
    return bare(_any("said of it").sub("", text))


def _names(match: re.Match[str]) -> tuple[str, str]:
    """The names of both, without what they share at their ends: 中国选手, 日本选手."""
    one, other = _name(match["one"]), _name(match["than"] or match["other"] or "")
    while len(one) > 1 and len(other) > 1 and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return one, other


def _shares(sides: _Sides, told: Sequence[Piece], text: str) -> dict[int, int] | None:
    """What each amount does to the lead of the first side."""
    shares: dict[int, int] = {}
    equal = any_of("roles", "equal").search(text) is not None
    begun = equal or any(_any("both").search(piece.before) for piece in told)
    changed, held = False, set[int]()
    for piece in told:
        quantity = piece.word.quantity
        if quantity is None:
            return None
        if _any("both").search(piece.before):
            shares[quantity] = 0
            continue
        match = _compares().search(piece.before)
        if match is not None:
            if begun and not match["does"]:
                return None
            name, than = _names(match)
            one = sides.of(name)
            if not one or (than and sides.of(than) != -one):
                return None
            changed = changed or bool(begun)
            begun, sides.last = True, one
            shares[quantity] = one * (-1 if match["less"] or match["behind"] else 1)
            continue
        side = sides.of(piece.subject)
        way = _way(piece)
        if not side:
            return None
        if not way:  # what each had
            held.add(side)
        other = re.escape(sides.names[side > 0])
        twice = way and other and re.search(f"[给到进入往]了?{other}", piece.text)
        shares[quantity] = side * (way or 1) * (2 if twice else 1)  # one gets what the other loses
        changed = changed or bool(way)
    return shares if changed and (begun != (len(held) == 2)) and len(held) != 1 else None


def _way(piece: Piece) -> int:
    if _any("catches up").search(piece.before):
        return -1 if "被" in piece.before else 1
    scores = piece.word.unit in listed("gaps", "scores") and piece.verb
    return piece.direction or (1 if scores else 0)
