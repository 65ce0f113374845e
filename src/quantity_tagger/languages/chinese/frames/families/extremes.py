"""The most and the least of a list: 最高分比最低分多多少, 最多的和最少的一共有多少."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.families.naming import bare, shared
from quantity_tagger.languages.chinese.frames.families.pieces import Piece, alike, asked_piece
from quantity_tagger.languages.chinese.frames.words import any_of, role
from quantity_tagger.situation.direct import signed_sum
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


@cache
def _sides() -> re.Pattern[str]:
    """Two sides that are compared, lie apart or are added."""
    total = any_of("stocks", "asked sum").pattern
    return re.compile(
        f"^(?P<one>[^，]+?)(?:[比较](?P<other>[^，]+)(?:{_ways()})"
        f"|[和与跟同](?P<second>[^，]+?)(?:相?差|(?P<sum>{total}|的和)))"
    )


@cache
def _most() -> re.Pattern[str]:
    return re.compile(f"最(?P<way>{_ways()})")


def _ways() -> str:
    return any_of("roles", "more than").pattern + "|" + any_of("roles", "less than").pattern


def read_extremes(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """What the asked sides of a list come to; None where none of them is the most or the least."""
    asked = asked_piece(found)
    match = _sides().search(asked.before) if asked is not None else None
    if asked is None or match is None or not _most().search(asked.before):
        return None
    told = [piece for piece in found if piece is not asked and alike(piece, asked)]
    if len(told) < 3 or any("比" in piece.before for piece in told):
        return None
    if len({piece.direction for piece in told}) > 1 or any(_most().search(p.text) for p in told):
        return None
    names = (match["one"], match["other"] or match["second"])
    sides = [_side(name, told, problem.values) for name in names]
    one, other = sides
    if one is None or other is None or one == other:
        return None
    words = [word for piece in told if piece.word.quantity in sides for word in piece.words]
    form = {one: 1, other: 1 if match["sum"] else -1}
    return signed_sum(form, problem.values, "extremes", "told", words, absolute=True)


def _side(text: str, told: Sequence[Piece], values: tuple[Fraction, ...]) -> int | None:
    """The amount that a side means: the most, the least, or the one of that name."""
    match = _most().search(text)
    places = [piece.word.quantity or 0 for piece in told]
    if match is None:
        scores = [shared(bare(text), bare(piece.before + piece.noun)) for piece in told]
        best = max(scores)
        return places[scores.index(best)] if best > 0 and scores.count(best) == 1 else None
    more = match["way"] in role("more than")
    if match["way"] in role("quick") and slots.size_of(told[0].word.unit) == "length":
        more = not more
    pick = (max if more else min)(places, key=lambda place: values[place])
    return pick if [values[n] for n in places].count(values[pick]) == 1 else None
