"""The numbers of an English text as tokens: each that may be an amount is one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from quantity_tagger.languages.english.cutting import cut
from quantity_tagger.languages.english.non_amounts import clock_times, list_numbers
from quantity_tagger.languages.english.numerals import Numeral, numerals
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Columns

_PAIRS: Final = frozenset(load("en", "units")["pairs"])


def amounts(text: str, columns: Columns) -> list[Numeral]:
    """The numerals that may be amounts, by how they are written; tags are not looked at.

    Times of the day are no amounts: they are found only where a text has no others.
    """
    clock = clock_times(text)
    no_amounts = [*list_numbers(text), *[(time.start, time.end) for time in clock]]
    found = [
        numeral
        for numeral in numerals(text, columns)
        if not (numeral.word == "pair" and _is_of_pairs(columns, numeral))
        if not any(start <= numeral.start < end for start, end in no_amounts)
    ]
    return found or times_of_day(text)


def times_of_day(text: str) -> list[Numeral]:
    """Times of the day as hours."""
    return [Numeral(time.start, time.end, time.hours) for time in clock_times(text)]


def _is_of_pairs(columns: Columns, numeral: Numeral) -> bool:
    """As in "a pair of scissors", which is one."""
    after = bisect_left(columns.starts, numeral.end)
    if columns.texts[after : after + 1] != ["of"]:
        return False
    return any(text.lower() in _PAIRS for text in columns.texts[after + 1 : after + 4])


def recut(
    text: str, offsets: Sequence[tuple[int, int]], found: Sequence[Numeral]
) -> tuple[list[tuple[int, int]], list[int]]:
    """The tokens cut anew so that each numeral is one of them, and the places of the numerals."""
    tokens: list[tuple[int, int]] = []
    places: list[int] = []
    waiting = iter(found)
    numeral = next(waiting, None)
    for first, end in offsets:
        start = first
        while numeral is not None and numeral.start < end:
            tokens.extend(_pieces(text, start, numeral.start))
            if numeral.end > end:  # goes on in the next token
                start = end
                break
            places.append(len(tokens))
            tokens.append((numeral.start, numeral.end))
            start = numeral.end
            numeral = next(waiting, None)
        if start == first:
            tokens.append((first, end))
        else:
            tokens.extend(_pieces(text, start, end))
    return tokens, places


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The tokens of what is left of a token when a numeral is cut out of it."""
    if start >= end:
        return []
    return [(start + first, start + last) for first, last in cut(text[start:end])]
