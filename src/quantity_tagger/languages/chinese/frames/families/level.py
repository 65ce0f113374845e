"""Two that become equal: what one side must change, or what a side has once the other changed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.compared import bare, shared
from quantity_tagger.languages.chinese.frames.families.pieces import Piece, alike
from quantity_tagger.languages.chinese.frames.words import role
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.languages.chinese.tokenizer import plain
from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, World
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


@cache
def _any(section: str) -> re.Pattern[str]:
    return re.compile("|".join(sorted(listed("comparing", section), key=len, reverse=True)))


@cache
def _equal() -> re.Pattern[str]:
    words = "|".join(sorted(role("equal"), key=len, reverse=True))
    return re.compile(f"(?:[和与跟同](?P<other>[^，。？0-9]{{1,12}}?))?(?:{words})")


def read_level(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """What is asked of two that are equal after one of them changed."""
    text = plain(problem.text)
    equal = _equal().search(text)
    asked = next((piece for piece in found if piece.word.asked), None)
    if equal is None or asked is None or _any("never level").search(text):
        return None
    told = [piece for piece in found if piece.word.quantity is not None]
    if len(told) != 2 or len(problem.quantities) != 2:
        return None
    if any(not alike(piece, asked) for piece in told):
        return None
    moves = [piece for piece in told if _moves(piece)]
    if _moves(asked) and not _any("start").search(asked.before):
        after = problem.tokens[asked.word.last].end <= equal.end()
        signs = {told[0]: 1, told[1]: -1} if after and not moves else None
    else:
        signs = _after(told, moves, asked, equal["other"] or "")
    return _said(problem, signs) if signs else None


def _moves(piece: Piece) -> int:
    if piece.direction and (piece.direction < 0 or _any("again").search(piece.before)):
        return piece.direction
    return 1 if _any("until").search(piece.before) else 0


def _after(
    told: Sequence[Piece], moves: Sequence[Piece], asked: Piece, other: str
) -> dict[Piece, int] | None:
    """One side with its change is the other; which is asked for, its name tells."""
    if len(moves) != 1 or not other:
        return None
    theirs = shared(bare(other)[:2], bare(asked.before)) > 0
    state = next(piece for piece in told if piece is not moves[0])
    named = shared(bare(other)[:2], bare(state.before)) > 0
    if theirs == named:
        return None
    way = _moves(moves[0])
    return {state: 1, moves[0]: way if theirs else -way}


def _said(problem: Problem, signs: dict[Piece, int]) -> Candidate | None:
    form = {piece.word.quantity or 0: Fraction(sign) for piece, sign in signs.items()}
    world = World()
    world.say({"asked": 1}, Given(form), "made equal", tuple(w for p in signs for w in p.words))
    values = tuple([quantity.value for quantity in problem.quantities])
    asked: Form = {"asked": Fraction(1)}
    return answer(world, values, asked, "made equal", absolute=True)
