"""One whole divided in two ways: 大的42个，小的38个，其中红的55个，其余是绿的.

The parts of the first division make the whole; what the second leaves over is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.families.naming import bare
from quantity_tagger.languages.chinese.frames.families.pieces import Piece, alike
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.languages.lexicon import load
from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, World
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


@cache
def _any(section: str) -> re.Pattern[str]:
    return re.compile("|".join(sorted(listed("divisions", section), key=len, reverse=True)))


def read_divisions(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """What a second division of a told whole leaves for the asked part."""
    asked = next((piece for piece in found if piece.word.asked), None)
    if asked is None or asked is not found[-1] or _any("never").search(problem.text):
        return None
    if _any("all").search(asked.before) or _any("not").search(asked.before):
        return None
    told = [piece for piece in found if piece is not asked and alike(piece, asked)]
    if len(told) < 2 or any(slots.size_of(p.word.unit) == "age" for p in told):
        return None
    parts = _parts(problem, told, asked)
    whole = [p for p in told if p not in parts and not _any("part").search(p.before)]
    if parts and len(whole) > 1 and told.index(whole[-1]) > told.index(parts[0]):
        return None
    marked = [p for p in whole if _any("whole").search(p.text)]
    if marked and len(marked) < len(whole):  # the parts may be of any of them
        return None
    named = [p for p in whole if p.thing and p.thing in asked.before + asked.noun]
    told_whole = len(whole) > 1 or (whole and _any("whole").search(whole[0].text))
    if not parts or not told_whole or 0 < len(named) < len(whole):
        return None
    scales = slots.unit_scales([piece.word.unit for piece in found])
    unit = scales.get(asked.word.unit, Fraction(1))
    signs = dict.fromkeys(whole, 1) | dict.fromkeys(parts, -1)
    form = {
        piece.word.quantity or 0: sign * scales.get(piece.word.unit, Fraction(1)) / unit
        for piece, sign in signs.items()
    }
    world = World()
    world.say({"asked": 1}, Given(form), "divisions", tuple(w for p in told for w in p.words))
    values = tuple([quantity.value for quantity in problem.quantities])
    asked_form: Form = {"asked": Fraction(1)}
    candidate = answer(world, values, asked_form, "divisions")
    return None if candidate is None or candidate.doubts else candidate


def _parts(problem: Problem, told: Sequence[Piece], asked: Piece) -> list[Piece]:
    """The told parts of the second division: what follows its own words, or the opposites of what
    is asked.
    """
    last = problem.tokens[asked.word.first].start
    after = problem.text[problem.tokens[told[-1].word.last].end : last]
    if _any("rest").search(after):
        marked = [n for n in range(2, len(told)) if _begins(problem, told, n)]
        return list(told[marked[-1] :]) if marked else []
    return [piece for piece in told if opposite(_name(piece), _name(asked))]


def _begins(problem: Problem, told: Sequence[Piece], number: int) -> bool:
    """Whether a new division is announced between a piece and the one before."""
    start = problem.tokens[told[number - 1].word.last].end
    between = problem.text[start : problem.tokens[told[number].word.first].start]
    return bool(_any("begins").search(between))


def _name(piece: Piece) -> str:
    return bare(piece.before + piece.noun)


def opposite(one: str, other: str) -> bool:
    """Whether two names end alike but for characters that tell two of one sort apart."""
    size = min(len(one), len(other))
    if size < 2:
        return False
    pairs = [(a, b) for a, b in zip(one[-size:], other[-size:], strict=True) if a != b]
    lines = load("zh", "comparing")["contrast"]
    return bool(pairs) and all(any(a in line and b in line for line in lines) for a, b in pairs)
