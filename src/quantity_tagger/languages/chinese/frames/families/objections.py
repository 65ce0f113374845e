"""What the words of the text hold against a reading that the frames found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.families.naming import named
from quantity_tagger.languages.chinese.frames.families.pieces import (
    Piece,
    alike,
    asked_piece,
    relevant,
)
from quantity_tagger.languages.chinese.frames.words import any_of
from quantity_tagger.languages.chinese.tokenizer import measures
from quantity_tagger.situation.understand import Candidate

_any = partial(any_of, "stocks")


def objection(candidate: Candidate, found: Sequence[Piece]) -> str:
    """Why a reading is doubtful; nothing where the question fits it."""
    asked = asked_piece(found)
    if asked is not None and _any("does not fit").search(asked.before + asked.after):
        return "what does not fit is asked for"
    used = {place for place, share in enumerate(candidate.coefficients) if share}
    counted = [piece for piece in found if piece.word.quantity in used]
    same = asked is not None and sum(alike(piece, asked) for piece in counted) > 1
    if asked is not None and same and any(_is_other(piece, asked) for piece in counted):
        return "something is counted otherwise"
    told_later = max((n for n, piece in enumerate(found) if _told(piece, used)), default=-1)
    changes = [piece for n, piece in enumerate(found) if n > told_later]
    changes = [piece for piece in changes if not _of_another(candidate, piece)]
    if asked is not None and any(_ignored(piece, asked, used) for piece in changes):
        return "a change of what is asked for is left out"
    if candidate.schema == "change" and asked is not None and _beside(found, asked, used):
        return "another change is left out"
    if asked is None or len(used) < 2 or min(candidate.coefficients) < 0:
        return ""
    if _any("no sum").search(asked.before):
        return "a sum is not what is asked for"
    parts = [p for p in found if p.before.startswith("其中") and p.word.quantity in used]
    if parts and not asked.before.startswith("其中"):
        return "a part is added to its whole"
    told = [piece for piece in relevant(found, asked) if piece.word.quantity in used]
    own = named(told, asked) if _any("joined").search(asked.before) else told
    return "" if len(own) == len(told) else "the question names some of them"


def _is_other(piece: Piece, asked: Piece) -> bool:
    """18棵南瓜结了65个瓜: whether an amount has another measure word than the asked one."""
    counted = piece.word.unit in measures() and not slots.size_of(piece.word.unit)
    return counted and not alike(piece, asked)


def _beside(found: Sequence[Piece], asked: Piece, used: set[int]) -> bool:
    """先赢了14颗，接着输了一些，从30颗变成25颗: what else changed between the two states."""
    return any(
        piece.direction
        and piece.word.quantity is not None
        and piece.word.quantity not in used
        and piece.word.unit == asked.word.unit
        and not (piece.thing and piece.thing != asked.thing)
        and not piece.times
        for piece in found
    )


def _told(piece: Piece, used: set[int]) -> bool:
    """还剩35个: a stock that has all changes before it in it."""
    return piece.word.quantity in used and bool(_any("asked left").search(piece.before))


def _of_another(candidate: Candidate, piece: Piece) -> bool:
    """Whether a change is somebody's who is not asked for, as the clauses before it tell."""
    story = candidate.story
    if story is None:
        return False
    whose = next((f.holder for f in story.facts if f.amount.quantity == piece.word.quantity), "")
    asked = story.question.fact.holder
    return story.people.issuperset((whose, asked)) and whose != asked


def _ignored(piece: Piece, asked: Piece, used: set[int]) -> bool:
    """吃了31个: a change that names no other things, nobody else and no other time."""
    if piece.word.quantity is None or piece.word.quantity in used or not piece.direction:
        return False
    if piece.word.unit != asked.word.unit or piece.thing or slots.size_of(piece.word.unit):
        return False
    if asked.direction or not (
        _any("asked left").search(asked.before) or _any("end").search(asked.before)
    ):
        return False
    others = piece.person and piece.person != asked.person
    return not others and not (set(piece.times) and set(asked.times))
