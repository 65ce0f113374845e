"""The amounts of a problem with the text around each, for families that read the text itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.mention import Word, clauses
from quantity_tagger.languages.chinese.frames.words import effect_of
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.languages.chinese.tokenizer import plain
from quantity_tagger.situation.facts import DIRECTION

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

#: What a verb does that is nothing done.
_NOT_DONE = frozenset(["state", "need", "room", "lack", "cost", "change", "rise", "fall"])
_PEOPLE = frozenset(["人", "名", "位"])
_HOLDING = frozenset(["person", "place", "plural", "ordinal", "located"])
_NOMINAL = _HOLDING | {"noun", "adjective", "pronoun"}


@dataclass(slots=True, eq=False)
class Piece:
    """An amount, the text of its clause before it (from the amount before on) and after it (up to
    the next one), and the text before the first amount of the clause.
    """

    word: Word
    before: str
    after: str
    lead: str
    words: tuple[int, ...]
    verb: bool
    joined: bool
    sentence: int
    #: what follows the measure word up to the next of a list, and the counted noun in it
    noun: str
    thing: str
    #: who and where, as told in these words, and when
    holders: str
    person: str
    times: tuple[str, ...]
    #: whom or what the clause tells of: its first noun phrase
    subject: str
    #: whether the verb makes a stock grow (1) or shrink (-1); 0 where it does neither
    direction: int

    @property
    def text(self) -> str:
        """The words around the amount, with N for it."""
        return f"{self.before}N{self.after}"


def pieces(problem: Problem, words: Sequence[Word]) -> list[Piece]:
    """The amounts in the order of the text."""
    text, tokens = plain(problem.text), problem.tokens
    found: list[Piece] = []
    for _, sentence, parts in clauses(words):
        places = [place for place, word in enumerate(parts) if word.role == "amount"]
        start, lead = 0, ""
        for number, place in enumerate(places):
            end = len(parts) if number + 1 == len(places) else places[number + 1]
            word = parts[place]
            before = text[tokens[parts[start].first].start : tokens[word.first].start]
            after = text[tokens[word.first].end : tokens[parts[end - 1].last].end]
            lead = lead if number else before
            around = parts[start:end]
            does = any(one.role.startswith("verb") and _does(one.text) for one in around)
            numbers = tuple([one.first for one in around])
            rest = text[tokens[word.last].end : tokens[parts[end - 1].last].end]
            found.append(
                Piece(
                    word,
                    before,
                    after,
                    lead,
                    numbers,
                    does,
                    number > 0,
                    sentence,
                    re.split("[、和与，]", rest)[0],
                    _counted(parts[place + 1 : end]),
                    "".join([one.text for one in parts[start:place] if one.role in _HOLDING]),
                    next((one.text for one in parts[start:place] if one.role == "person"), ""),
                    tuple([one.text for one in parts[start:place] if one.role == "time"]),
                    _subject(parts[start:place]),
                    _direction(parts[start:place], parts[place + 1 : end], word.unit),
                )
            )
            start = place + 1
    people = any(piece.word.asked and piece.word.unit in _PEOPLE for piece in found)
    for piece in found:
        if people and piece.word.unit == "个" and piece.thing in listed("kinds", "people"):
            piece.word = replace(piece.word, unit="人")  # 52个同学
    asked = next((piece for piece in found if piece.word.asked and not piece.word.unit), None)
    if asked is not None:  # 水深多少？ asks in the measure word that is told most
        units = Counter([piece.word.unit for piece in found if piece is not asked])
        asked.word = replace(asked.word, unit=units.most_common(1)[0][0] if units else "")
    return found


def asked_piece(found: Sequence[Piece]) -> Piece | None:
    """The amount that is asked for."""
    return next((piece for piece in found if piece.word.asked), None)


def _does(verb: str) -> bool:
    return effect_of(verb) not in _NOT_DONE


def relevant(found: Sequence[Piece], asked: Piece) -> list[Piece]:
    """The told amounts that are counted like the asked one, of its things and its holder."""
    told = [piece for piece in found if piece is not asked and alike(piece, asked)]
    things = {piece.thing for piece in told if piece.thing}
    if asked.thing in things:
        told = [piece for piece in told if piece.thing in ("", asked.thing)]
    names = {piece.holders for piece in told if piece.holders}
    own = {name for name in names if _meet(name, asked.holders)}
    if asked.holders and own:
        told = [p for p in told if not p.holders or p.holders in own or p.direction]
        others = {
            p.holders for p in found if p.holders and p.holders not in own and not p.direction
        }
        told = [p for p in told if p.holders not in others]
    return told


def _meet(one: str, other: str) -> bool:
    return bool(one) and bool(other) and (one in other or other in one)


def alike(piece: Piece, asked: Piece) -> bool:
    """Whether two amounts are counted or measured alike."""
    return same_count(piece.word.unit, asked.word.unit)


def same_count(mine: str, theirs: str) -> bool:
    """Whether two units count or measure the same."""
    if mine == theirs or {mine, theirs} <= _PEOPLE:
        return True
    return bool(slots.size_of(mine)) and slots.size_of(mine) == slots.size_of(theirs)


def _subject(before: Sequence[Word]) -> str:
    found = ""
    for word in before:
        if word.role in _NOMINAL:
            found += word.text
        elif found or word.role.startswith("verb"):
            break
    return found


def _direction(before: Sequence[Word], after: Sequence[Word], unit: str) -> int:
    """What the last verb before an amount does to a stock, else the first one after it."""
    when = next((n for n in reversed(range(len(before))) if before[n].role == "when"), -1)
    for word in [*reversed(before[when + 1 :]), *after]:
        if word.text[-1] == "到" and effect_of(word.text[:-1]) in ("rise", "fall"):
            return 0  # 升到4000米 is no change by so much
        if word.role.startswith("verb") or (word.role == "compare" and len(word.text) > 1):
            effect = effect_of(word.text)
            way = DIRECTION.get(effect, 0)
            if word.text in ("下", "下了") and unit not in _PEOPLE:
                return 1  # 母鸡下了12个
            if effect == "change" and slots.size_of(unit) != "money":
                return 1  # 找回9只: what is found again
            if way and word.text[-1] in "到往" and any(one.role == "by" for one in before):
                return -1  # 被送到外地7只
            if way:
                return way
            if word.text not in ("有", "共有"):
                return 0
    return 0


def _counted(after: Sequence[Word]) -> str:
    found = ""
    for word in after:
        if word.role not in ("noun", "adjective", "person"):
            break
        found += word.text
    return found
