"""Wordings as the lexicon writes them: text with slots, free choices and choices of tense.

``{A} [had|has] {n} (at home|in a box|)``: a slot is filled by the scene, ``( | )`` is a free
choice, ``[ | ]`` takes the first part in the past and the second in the present. Choices nest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.languages.telling.chance import Chance

Fill = Callable[[str], str]
"""Says what stands in a slot."""

_PIECES = re.compile(r"\{([^{}]*)\}|([(\[|\])])|([^{}(\[|\])]+)")


@dataclass(frozen=True, slots=True)
class _Slot:
    name: str


@dataclass(frozen=True, slots=True)
class _Choice:
    parts: tuple[Pattern, ...]
    of_tense: bool


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled wording; ``slots`` are the names of all that it may fill."""

    pieces: tuple[str | _Slot | _Choice, ...]
    slots: frozenset[str]

    def expand(self, fill: Fill, chance: Chance, past: bool) -> str:
        """One of the texts that the wording allows."""
        text = ""
        for piece in self.pieces:
            if type(piece) is str:
                text += piece
            elif type(piece) is _Slot:
                text += fill(piece.name)
            elif type(piece) is _Choice:
                if piece.of_tense:
                    part = piece.parts[0 if past else -1]
                else:
                    part = chance.one_of(piece.parts)
                text += part.expand(fill, chance, past)
        return text


@cache
def compiled(wording: str) -> Pattern:
    """The pattern that a line of the lexicon means."""
    tokens = [(m[1], m[2], m[3]) for m in _PIECES.finditer(wording)]
    pattern, rest = _sequence(tokens, 0, "")
    if rest != len(tokens):
        raise QuantityTaggerError(f"The wording {wording!r} has a bracket too many.")
    return pattern


_Tokens = list[tuple[str | None, str | None, str | None]]


def _sequence(tokens: _Tokens, at: int, closing: str) -> tuple[Pattern, int]:
    pieces: list[str | _Slot | _Choice] = []
    slots: set[str] = set()
    while at < len(tokens):
        slot, mark, text = tokens[at]
        if mark in ("(", "["):
            choice, at = _choice(tokens, at + 1, ")" if mark == "(" else "]")
            pieces.append(choice)
            for part in choice.parts:
                slots |= part.slots
            continue
        if mark is not None and closing:
            break
        if mark is not None:
            return Pattern(tuple(pieces), frozenset(slots)), at
        if slot is not None:
            pieces.append(_Slot(slot))
            slots.add(slot)
        else:
            pieces.append(text or "")
        at += 1
    return Pattern(tuple(pieces), frozenset(slots)), at


def _choice(tokens: _Tokens, at: int, closing: str) -> tuple[_Choice, int]:
    parts = []
    while True:
        part, at = _sequence(tokens, at, closing)
        parts.append(part)
        mark = tokens[at][1] if at < len(tokens) else None
        at += 1
        if mark == closing:
            return _Choice(tuple(parts), closing == "]"), at
        if mark != "|":
            raise QuantityTaggerError(f"A choice in a wording is not closed by {closing!r}.")
