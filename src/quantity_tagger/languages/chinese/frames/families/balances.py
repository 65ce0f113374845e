"""Balances in Chinese: the clauses of a problem say by their words which part an amount plays.

``lexicon/balances.txt`` has the families: for each part its sign and the patterns of a clause, in
which N is the amount and ¹ marks the first; the part "asked" is the asked one. A family is read
where every amount of the asked sort has a part in it and no part is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.families.pieces import Piece, relevant
from quantity_tagger.languages.chinese.tokenizer import plain
from quantity_tagger.languages.lexicon import load
from quantity_tagger.situation.families.balance import Entry, balanced
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


FAR = ".{0,150}"
"""How far ``.*`` of the lexicon reaches; to the end of a text, from each word, is work squared."""


_TELLS = re.compile("[有剩余]")
"""What an amount has of its own, so that it plays another part than the one before it."""


@dataclass(slots=True)
class _Family:
    name: str
    signs: dict[str, int] = field(default_factory=dict)
    parts: list[tuple[str, re.Pattern[str]]] = field(default_factory=list)
    needs: re.Pattern[str] | None = None
    never: re.Pattern[str] | None = None
    ignored: re.Pattern[str] | None = None
    single: str = ""
    apart: bool = False
    units: frozenset[str] = frozenset(["人", "名", "位"])


@cache
def _families() -> tuple[_Family, ...]:
    found: dict[str, _Family] = {}
    for section, lines in load("zh", "balances").items():
        name, part, *sign = section.split(" / ")
        family = found.setdefault(name, _Family(name))
        pattern = re.compile("|".join(lines).replace(".*", FAR))
        if part == "single":
            family.single = lines[0]
        elif part == "apart":
            family.apart = True
        elif part == "units":
            family.units = frozenset(" ".join(lines).split())
        elif part == "ignored":
            family.ignored = pattern
        elif part == "needs":
            family.needs = pattern
        elif part == "never":
            family.never = pattern
        else:
            family.signs[part] = -1 if sign == ["-"] else 1
            if part != "asked":
                family.parts.append((part, pattern))
    return tuple(found.values())


def balances() -> tuple[str, ...]:
    """The names of the families."""
    return tuple([family.name for family in _families()])


def read_balances(problem: Problem, found: Sequence[Piece]) -> Iterator[Candidate]:
    """What each family that fits says of the asked amount."""
    text = plain(problem.text)
    asked = [piece for piece in found if piece.word.asked]
    if len(asked) != 1:
        return
    values = problem.values
    scales = slots.unit_scales([piece.word.unit for piece in found])
    own = relevant(found, asked[0])
    own = [piece for piece in found if piece in own or piece is asked[0]]
    for family in _families():
        if family.needs is not None and not family.needs.search(text):
            continue
        if family.never is not None and family.never.search(text):
            continue
        candidate = None
        for kept in (_of_asked(found, asked[0]),) if family.apart else (found, own):
            entries = _entries(family, kept, asked[0], scales)
            if entries is not None and (candidate is None or candidate.doubts):
                candidate = balanced(family.name, family.signs, entries, values) or candidate
        if candidate is not None and candidate.answer >= 0:
            yield candidate


def _of_asked(found: Sequence[Piece], asked: Piece) -> list[Piece]:
    """The pieces that tell of the asked person, and those that tell of nobody."""
    kept, person = [], ""
    for piece in found:
        person = piece.person or person
        if piece is asked or not asked.person or person in ("", asked.person):
            kept.append(piece)
    return kept


def _entries(
    family: _Family, found: Sequence[Piece], asked: Piece, scales: dict[str, Fraction]
) -> list[Entry] | None:
    """The amounts with their parts; None where one of the asked sort has none."""
    entries: list[Entry] = []
    last = ""
    for piece in found:
        if not _comparable(piece.word.unit, asked.word.unit, family.units):
            continue
        if family.ignored is not None and piece is not asked and family.ignored.search(piece.text):
            continue
        first = "" if entries else "¹"  # marks the first amount
        part = next((n for n, pattern in family.parts if pattern.search(first + piece.text)), "")
        if "asked" in family.signs:
            part = "asked" if piece is asked else part
        if not part and piece.verb and "done" in family.signs:
            part = "done"
        part = part or (last if piece.joined and not _TELLS.search(piece.before) else "")
        if not part:
            return None
        if part == family.single and any(entry.part == part for entry in entries):
            return None
        last = part
        scale = scales.get(piece.word.unit, Fraction(1))
        quantity = None if piece is asked else piece.word.quantity
        entries.append(Entry(part, quantity, scale, piece.words))
    return entries


def _comparable(one: str, other: str, counted: frozenset[str]) -> bool:
    """Whether two amounts may stand in one balance: of one dimension, or counts of one sort."""
    size = slots.size_of(one)
    if size != slots.size_of(other):
        return False
    return bool(size) or one == other or {one, other} <= counted
