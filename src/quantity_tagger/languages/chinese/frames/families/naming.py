"""What names an amount: the words around it, and how much of them another text shares."""

from __future__ import annotations

import re
from functools import cache

from quantity_tagger.languages.chinese.frames.families.pieces import Piece
from quantity_tagger.languages.chinese.frames.words import any_of, is_sort, role, ups
from quantity_tagger.languages.chinese.tokenizer import measures
from quantity_tagger.languages.lexicon import load

#: How many characters before or after an amount may name it.
NEAR = 24


@cache
def sum_words() -> re.Pattern[str]:
    """The words of a sum at the end of a list."""
    return re.compile(f"的?(?:{any_of('comparing', 'sum').pattern}).?$")


def joined_names(text: str) -> list[str]:
    """The names in a list; letters and relatives need no mark between them: 甲乙丙, 爸爸妈妈."""
    text = sum_words().sub("", text)
    parts = re.split("[和与跟、及]|同(?![学时样伴桌])", text)
    if len(parts) == 1:
        row = re.match(f"(?:[甲乙丙丁]{{2,4}}|(?:([{_kin()}])\\1){{2,3}})", text)
        size = 1 if row and row.group()[0] in "甲乙丙丁" else 2
        parts = re.findall(f".{{{size}}}", row.group()) if row else parts
    found = [_lone().sub("", bare(part)) for part in parts]
    return found if all(found) else []


@cache
def _kin() -> str:
    return load("zh", "characters")["kin"][0]


@cache
def _lone() -> re.Pattern[str]:
    """What stands around a name in a list and says nothing of which it is."""
    words = any_of("comparing", "beside").pattern
    counts = "".join(sorted(one for one in measures() if len(one) == 1))
    return re.compile(f"^一[{counts}]|(?<=.)(?:{words}).*$")


def bare(text: str) -> str:
    """A text without what says nothing of which amount is meant."""
    return any_of("comparing", "empty").sub("", text)


def shared(side: str, name: str) -> float:
    """How much of a side's words a name has; 0 where they differ in what tells sides apart."""
    common = 0
    for char in side:
        if char in name:
            common += 1
    if common < 0.6 * len(side) or ("另" in side) != ("另" in name):
        return 0.0
    longest = 0  # stretch of the side that the name has
    for start in range(len(side)):
        while start + longest < len(side) and side[start : start + longest + 1] in name:
            longest += 1
    if longest < min(2, len(side)):
        return 0.0
    for contrast in _contrasts():
        mine, theirs = contrast.intersection(side), contrast.intersection(name)
        if mine - theirs and theirs - mine:
            return 0.0
    return longest + common / 2


@cache
def _contrasts() -> tuple[frozenset[str], ...]:
    """Characters that tell sides apart, each with those that it is told apart from."""
    return tuple([frozenset(line) for line in load("zh", "comparing")["contrast"]])


def named_by(piece: Piece, asked: Piece) -> float:
    """How much of the words around an amount the question repeats; where it is may be left out."""
    question = bare(asked.before[-NEAR:] + asked.noun[:NEAR])
    name = piece.before[-NEAR:] + piece.noun[:NEAR]
    what = name.replace(piece.holders, "", 1)
    return max(shared(bare(name), question), shared(bare(what), question) if what else 0.0)


def named(told: list[Piece], asked: Piece) -> list[Piece]:
    """The amounts that the question names, where it names two of more; one that tells of nobody is
    named with the one before it.
    """
    own: list[Piece] = []
    before: Piece | None = None
    mine = False  # whether the one spoken of is named
    for piece in told:
        who = piece.person if piece.person in piece.subject else ""
        if who:
            others = [one for one in joined_names(asked.before) if one in piece.holders]
            is_own = mine = who in asked.before or bool(others)
        else:
            same = before is not None and before.sentence == piece.sentence
            goes_on = mine and (same or piece.subject in role("pronoun"))
            is_own = goes_on or named_by(piece, asked) > 0
        own += [piece] if is_own else []
        before = piece
    return own if 1 < len(own) < len(told) else told


def of_its_time_and_sort(told: list[Piece], asked: Piece) -> list[Piece]:
    """The amounts of the times and of the sort of things that the question names: 周一和周三共…,
    蔬菜一共….
    """
    times = {time for piece in told for time in piece.times}
    if asked.times and times.issuperset(asked.times):
        told = [piece for piece in told if not set(piece.times).isdisjoint(asked.times)]
    sort = asked.thing or asked.subject
    own = [piece for piece in told if sort in ups(piece.thing or piece.subject)]
    return own if is_sort(sort) and len(own) > 1 else told
