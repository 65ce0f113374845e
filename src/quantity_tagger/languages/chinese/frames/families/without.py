"""Those who are not or did not: 会潜水的有20人, 不会潜水的有多少人."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.naming import bare, shared
from quantity_tagger.languages.chinese.frames.families.pieces import Piece, relevant
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, World
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


@cache
def _negative() -> re.Pattern[str]:
    words = sorted(listed("comparing", "negative"), key=len, reverse=True)
    return re.compile(f"(?:{'|'.join(words)})(?P<what>.+)")


@cache
def _never() -> re.Pattern[str]:
    return re.compile("|".join(listed("comparing", "never without")))


def read_without(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """A whole less those who did, or all the others where no whole is told."""
    asked = next((piece for piece in found if piece.word.asked), None)
    if asked is None or _never().search(problem.text):
        return None
    match = _negative().search(asked.before) or _negative().search(asked.after)
    own = relevant(found, asked)
    told = [piece for piece in own if not piece.before.startswith("其中")]
    if match is not None:
        form = _asked(match, told) or _asked(match, own)
    else:
        form = _both(asked, own) or _did(asked, own)
    if form is None:
        return None
    world = World()
    world.say({"asked": 1}, Given(form), "without", asked.words)
    values = tuple([quantity.value for quantity in problem.quantities])
    asked_form: Form = {"asked": Fraction(1)}
    return answer(world, values, asked_form, "without")


def _asked(match: re.Match[str], told: Sequence[Piece]) -> dict[int, Fraction] | None:
    what, _, rest = match["what"].partition("的")
    did = _best(bare(what), told)
    if did is None or _negative().search(did.before + did.after):
        return None
    return _complement(did, rest, told)


def _both(asked: Piece, told: Sequence[Piece]) -> dict[int, Fraction] | None:
    """All are those who did and those who did not."""
    if len(told) != 2 or not _whole().search(asked.before):
        return None
    for piece, other in (told, told[::-1]):
        match = _negative().search(piece.before)
        if match and bare(match["what"]) == bare(other.before):
            return {p.word.quantity: Fraction(1) for p in told if p.word.quantity is not None}
    return None


def _did(asked: Piece, told: Sequence[Piece]) -> dict[int, Fraction] | None:
    """All less those who did not are those who did: 30次，没投中12次，投中几次."""
    denied = [piece for piece in told if _negative().search(piece.before + piece.after)]
    if len(denied) != 1 or len(told) < 2 or told[-1] is not denied[0]:
        return None
    if len(told) > 2 and not denied[0].before.startswith("其中"):
        return None
    match = _negative().search(denied[0].before + denied[0].after)
    what = bare(match["what"].partition("的")[0]) if match else ""
    if not what or what not in bare(asked.before + asked.after):
        return None
    signs = {piece.word.quantity: -1 if piece is denied[0] else 1 for piece in told}
    return {place: Fraction(sign) for place, sign in signs.items() if place is not None}


@cache
def _whole() -> re.Pattern[str]:
    return re.compile("|".join(listed("comparing", "whole")))


def _best(what: str, told: Sequence[Piece]) -> Piece | None:
    """The amount whose words have most of these, and no other as much."""
    scores = [(shared(what, bare(piece.before + piece.after)), piece) for piece in told]
    best = max((score for score, _ in scores), default=0.0)
    found = [piece for score, piece in scores if score == best]
    return found[0] if best > 0 and len(found) == 1 else None


def _complement(did: Piece, rest: str, told: Sequence[Piece]) -> dict[int, Fraction] | None:
    """All that were told of before, less those who did; where nothing is done, the others."""
    others = [piece for piece in told if piece is not did]
    marked = "的" in did.before
    wholes = [
        piece
        for piece in others
        if not marked or "的" not in piece.before or _whole().search(piece.text)
    ]
    wholes = [piece for piece in wholes if piece.thing != did.thing or marked or did.verb]
    named = _best(bare(rest), wholes) if rest and len(wholes) > 1 else None
    wholes = [named] if named is not None else wholes
    if (marked or did.verb) and wholes:
        signs = {piece.word.quantity: 1 for piece in wholes} | {did.word.quantity: -1}
    elif not did.verb and len(others) > 1:
        signs = {piece.word.quantity: 1 for piece in others}
    else:
        return None
    form = {place: Fraction(sign) for place, sign in signs.items() if place is not None}
    return form if len(form) > 1 else None
