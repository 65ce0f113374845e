"""How much a stock or a measure changed: between two told states, or by told gains and losses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.families.pieces import Piece, alike, asked_piece
from quantity_tagger.languages.chinese.frames.words import any_of
from quantity_tagger.situation.direct import signed_sum
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


_any = partial(any_of, "changes")


def read_change(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """How far two told states are apart, where all that is told lies between them."""
    asked = asked_piece(found)
    told = _told(problem, found, asked)
    if asked is None or len(told) != len(problem.quantities):
        return None
    signs, way = _between(told), _way(asked)
    return None if signs is None or not way else _form(problem, found, told, signs, way)


def read_net(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """What gains and losses come to, or steps forward and back."""
    asked = asked_piece(found)
    told = [p for p in _told(problem, found, asked) if not _any("size").search(p.before)]
    if asked is None or len(told) < 2:
        return None
    heading = _heading(told, asked)
    if heading is not None:
        return _form(problem, found, told, heading, 1)
    signs, way = _net(told, asked), _way(asked)
    return None if signs is None or not way else _form(problem, found, told, signs, way)


def _told(problem: Problem, found: Sequence[Piece], asked: Piece | None) -> list[Piece]:
    """The amounts that may be states or changes; none where the text tells something else."""
    if asked is None:
        return []
    since = re.search(f"比[^，]{{0,8}}?(?:{_any('earlier').pattern})", asked.before)
    text = problem.text.replace(since.group(), "") if since else problem.text
    if _any("never").search(text):
        return []
    told = [piece for piece in found if piece is not asked and piece.word.quantity is not None]
    return told if len(told) > 1 and all(alike(piece, asked) for piece in told) else []


def _form(
    problem: Problem, found: Sequence[Piece], told: Sequence[Piece], signs: list[int], way: int
) -> Candidate | None:
    asked = next(piece for piece in found if piece.word.asked)
    scales = slots.unit_scales([piece.word.unit for piece in found])
    scale = scales.get(asked.word.unit, Fraction(1))
    form = {
        piece.word.quantity or 0: way * sign * scales.get(piece.word.unit, Fraction(1)) / scale
        for piece, sign in zip(told, signs, strict=True)
    }
    words = [word for piece in told for word in piece.words]
    candidate = signed_sum(form, problem.values, "change in words", "change", words)
    return candidate if candidate is None or not candidate.doubts else None


def _way(asked: Piece) -> int:
    """Whether the question asks by how much something grew (1) or shrank (-1)."""
    if _any("grew").search(asked.before) or _any("up").search(asked.before):
        return 1
    return -1 if _any("shrank").search(asked.before) else asked.direction


def _heading(told: Sequence[Piece], asked: Piece) -> list[int] | None:
    """向东走450米，又向西走280米: how far to one side, where all goes that way or back."""
    where = re.search("[东西南北](?=[边面方侧]|$)", asked.before)
    lines = [line for line in ("东西", "南北") if where and where.group() in line]
    if where is None or not lines:
        return None
    ways = [re.findall("[向往朝正]([东西南北])", piece.before) for piece in told]
    if not all(way and way[-1] in lines[0] for way in ways):
        return None
    return [1 if way[-1] == where.group() else -1 for way in ways]


def _net(told: Sequence[Piece], asked: Piece) -> list[int] | None:
    """Gains and losses alone: what they come to."""
    signs = [_moved(piece) for piece in told]
    held = [p for p, sign in zip(told, signs, strict=True) if not sign]
    first = [p for p in held if p is told[0] or _any("before").search(p.before)]
    both = 1 in signs and -1 in signs and held == first  # 店里有90袋，卖出…，又运进…
    return signs if both and (_any("net").search(asked.before) or not asked.verb) else None


def _moved(piece: Piece) -> int:
    if _any("down").search(piece.before):
        return -1
    return 1 if _any("up").search(piece.before) else piece.direction


def _between(told: Sequence[Piece]) -> list[int] | None:
    """Two states, told as before and after or one after the other, and the changes known."""
    before = [p for p in told if _any("before").search(p.before)]
    after = [p for p in told if p not in before and _any("after").search(p.before)]
    if len(told) == 2 and after == [told[1]] and not before:
        before = [told[0]]  # 体温是39.2度，吃药后是37.5度
    if len(before) != 1 or len(after) != 1:
        return None
    rest = [piece for piece in told if piece not in before and piece not in after]
    if any(not piece.direction for piece in rest):
        return None
    return [1 if p in after else -1 if p in before else -p.direction for p in told]
