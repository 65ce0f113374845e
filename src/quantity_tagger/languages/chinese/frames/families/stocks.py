"""One stock that changes, read from the words around each amount.

Where the frames of the clauses do not fit together (who has, where, whose), what is left of them
may: the verbs say what grows and what shrinks, the words of the question which amounts count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Literal

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.families.naming import named, of_its_time_and_sort
from quantity_tagger.languages.chinese.frames.families.pieces import (
    Piece,
    alike,
    asked_piece,
    relevant,
)
from quantity_tagger.languages.chinese.frames.words import any_of, role
from quantity_tagger.languages.chinese.tokenizer import plain
from quantity_tagger.situation.direct import signed_sum
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

Part = Literal["start", "end", "state", "flow"]


@dataclass(slots=True)
class _Entry:
    part: Part
    quantity: int
    sign: int
    words: tuple[int, ...]


_any = partial(any_of, "stocks")


def read_stock(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """What there is at the end or was at the start; None where the text tells something else."""
    if _any("never").search(problem.text):
        return None
    asked = asked_piece(found)
    if asked is None:
        return None
    text = asked.before + asked.after
    start = _any("asked start").search(text) is not None
    left = _any("asked left").search(text) is not None
    if not start and not left and not _any("asked end").search(text):
        start = _told_at_the_end(problem, found, asked)
        if not start:
            return None
    form: dict[int, Fraction] | None = None
    entries: list[_Entry] = []
    for told in (relevant(found, asked), [p for p in found if p is not asked and alike(p, asked)]):
        entries = _entries(told, asked)
        form = _end(entries) if not start else _start(entries)
        if form is not None and len(form) > 1:
            break
    if form is None or len(form) < 2 or (not start and min(form.values()) > 0 and left):
        return None
    parted = sum(_any("part").search(piece.before) is not None for piece in found) > 1
    words = [word for entry in entries for word in entry.words]
    reading = signed_sum(form, problem.values, "stock in words", "stock", words)
    return _unless_all(reading, problem, found, unsure=parted)


def _told_at_the_end(problem: Problem, found: Sequence[Piece], asked: Piece) -> bool:
    """月底水位是9米。月初是多少: the last stock is told, and what is asked has another time."""
    before = problem.text[: problem.tokens[asked.word.first].start]
    clauses = re.split("[，。；]", before)[-2:]  # 门没关好之前，圈里有
    told = [piece for piece in found if piece is not asked and alike(piece, asked)]
    if len(told) < 2 or not any(_any("earlier").search(clause) for clause in clauses):
        return False
    return bool(_any("end").search(told[-1].before)) and all(p.direction for p in told[:-1])


def read_sum(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """All that is told of the asked things, where the question asks for all of them."""
    asked = asked_piece(found)
    if asked is None or not _any("asked sum").search(asked.before):
        return None
    if _any("never sum").search(problem.text):
        return None
    told = relevant(found, asked)
    if _any("joined").search(asked.before):
        told = named(told, asked)
    counted, told = told, of_its_time_and_sort(told, asked)
    beside = [piece for piece in counted if piece not in told]
    if len(told) < 2 or any(piece.direction < 0 for piece in told):
        return None
    form = {p.word.quantity: Fraction(1) for p in told if p.word.quantity is not None}
    words = [word for piece in told for word in piece.words]
    found_sum = signed_sum(form, problem.values, "sum in words", "sum", words)
    several = any(_any("asked sum").search(piece.before) for piece in told)
    several |= slots.size_of(asked.word.unit) == "money"
    several |= len(form) + len(beside) < len(problem.values)
    found = [piece for piece in found if piece not in beside]
    return _unless_all(found_sum, problem, found, unsure=several)


def read_remainder(problem: Problem, found: Sequence[Piece]) -> Candidate | None:
    """What is left of a list once its parts are told: 男生64人、女生58人，其中75人住帐篷，其余…"""
    asked = asked_piece(found)
    if asked is None or asked is not found[-1] or _any("never rest").search(problem.text):
        return None
    told = [piece for piece in found[:-1] if piece.word.quantity is not None]
    if len(told) != len(relevant(found, asked)) or not _asks_rest(problem, told, asked):
        return None
    some = [_any("part").search(p.before) or _any("among").search(p.before) for p in told]
    first = next((place for place, part in enumerate(some) if part), 0)
    whole, parts = told[:first], told[first:]
    if len(whole) < 2 or not all(piece.joined for piece in whole[1:]):
        return None
    things = [piece.thing or piece.subject for piece in whole]
    if any(thing and thing in part.before for thing in things for part in [*parts, asked]):
        return None  # 鸡中有15只: of some of the list
    if any(piece.direction < 0 for piece in whole) or any(p.direction > 0 for p in parts):
        return None
    form = {piece.word.quantity or 0: 1 if piece in whole else -1 for piece in told}
    words = [word for piece in told for word in piece.words]
    return signed_sum(form, problem.values, "rest", "rest", words)


def _asks_rest(problem: Problem, told: Sequence[Piece], asked: Piece) -> bool:
    """Whether those are asked for who were not told of."""
    last = problem.tokens[told[-1].word.last].end if told else 0
    text = plain(problem.text)[last : problem.tokens[asked.word.first].start]
    rest = any(word in text for word in role("rest"))
    return rest or any(asked.before.startswith(word) for word in role("negative"))


def _unless_all(
    reading: Candidate | None, problem: Problem, found: Sequence[Piece], *, unsure: bool = False
) -> Candidate | None:
    """A reading with a doubt unless all that is counted alike plays its part, of one holder."""
    if reading is None:
        return None
    asked = next(piece for piece in found if piece.word.asked)
    told = [piece for piece in found if piece is not asked and alike(piece, asked)]
    used = all(reading.coefficients[piece.word.quantity or 0] for piece in told)
    people = {piece.person for piece in told if piece.person}
    others = asked.person in people and len(people) > 1
    if used and not others and not unsure and not _any("unsure").search(problem.text):
        return reading
    return replace(reading, doubts=(*reading.doubts, "read from the words alone"))


def _entries(told: Sequence[Piece], asked: Piece) -> list[_Entry]:
    """The parts of the told amounts; none where one of them has no part."""
    entries: list[_Entry] = []
    for piece in told:
        entry = _entry(piece, asked, not entries)
        if entry is None:
            return []
        entries.append(entry)
    return entries


def _entry(piece: Piece, asked: Piece, first: bool) -> _Entry | None:
    quantity = piece.word.quantity
    if quantity is None:
        return None
    if _any("start").search(piece.before):
        return _Entry("start", quantity, 1, piece.words)
    if piece.direction:
        got = bool(asked.subject) and re.search(f"给了?{re.escape(asked.subject)}", piece.before)
        return _Entry("flow", quantity, 1 if got else piece.direction, piece.words)
    if _any("end").search(piece.before):
        return _Entry("end", quantity, 1, piece.words)
    return _Entry("state", quantity, 1, piece.words) if first else None


def _end(entries: list[_Entry]) -> dict[int, Fraction] | None:
    """The last told stock and what came after it; one told as the first goes before all changes."""
    starts = [n for n, entry in enumerate(entries) if entry.part == "start"]
    states = [n for n, entry in enumerate(entries) if entry.part in ("state", "end")]
    if len(starts) + len(states) > 1:
        return None
    base = -1 if starts else states[0] if states else -1
    kept = [e for n, e in enumerate(entries) if n >= base or e.part == "start"]
    if not starts and not states and (not entries or entries[0].sign < 0):
        return None
    return {entry.quantity: Fraction(entry.sign) for entry in kept}


def _start(entries: list[_Entry]) -> dict[int, Fraction] | None:
    """The stock at the end without what came and with what went; what is told after a stock that
    changes led to came later than it.
    """
    ends = [place for place, entry in enumerate(entries) if entry.part == "end"]
    if len(ends) != 1 or any(entry.part in ("start", "state") for entry in entries):
        return None
    told = entries[: ends[0] + 1] if ends[0] else entries
    return {entry.quantity: Fraction(1 if entry.part == "end" else -entry.sign) for entry in told}
