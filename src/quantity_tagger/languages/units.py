"""Units of measurement and their exact sizes, from the lexicon of each language.

A table of our own: what school problems measure with is some sixty names, among them 斤, 角 and
dozens, that no library of physical units has, and every size has to be exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from quantity_tagger.languages.lexicon import load

#: Dimension → which of its units, and how many of the smallest that is; None where it is no fixed
#: number of those.
Sizes = Mapping[str, tuple[int, Fraction | None]]


@cache
def units(language: str) -> Mapping[str, Sizes]:
    """For each name of a unit the dimensions that it may be of, and its size in each."""
    found: dict[str, dict[str, tuple[int, Fraction | None]]] = {}
    for dimension, lines in load(language, "dimensions").items():
        for number, line in enumerate(lines):
            size, *names = line.split()
            for name in names:
                known = None if size == "?" else Fraction(size)
                found.setdefault(name, {})[dimension] = number, known
    return found


def shared(language: str, one: str, other: str) -> str | None:
    """The dimension that two units measure, None where they have none in common."""
    known = units(language)
    theirs = known.get(other, {})
    return next((dimension for dimension in known.get(one, {}) if dimension in theirs), None)


def factor(language: str, one: str, other: str) -> Fraction | None:
    """How many of the other unit are in one; None where that is not known exactly."""
    if one == other:
        return Fraction(1)
    known = units(language)
    for dimension, (number, size) in known.get(one, {}).items():
        line, its = known.get(other, {}).get(dimension, (-1, None))
        if number == line:
            return Fraction(1)
        if size is not None and its is not None:
            return size / its
    return None
