"""What g looks at: all its templates.

Most group the constants by one field and ask for the masks of the groups: which signs they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from quantity_tagger.features.equation.constants import KINDS, TOLD, WHOSE
from quantity_tagger.features.equation.template import DirectTemplate, GroupedTemplate
from quantity_tagger.features.equation.view import MASKS, Small, View
from quantity_tagger.signs import MINUS, ZERO

_NO_YES: Final = ("no", "yes")
_FEW: Final = ("0", "1", "2", "3+")


# --- templates that look at the equation directly ------------------------------------------------


def _pattern(view: View) -> Small:
    plus, zero, minus = np.minimum(view.table.totals, 3)
    return view.by_kind((plus * 4 + zero) * 4 + minus, 64)


def _left_out(view: View) -> Small:
    """How many constants there are, and how many are left out."""
    return np.asarray(min(view.size, 5) * 4 + np.minimum(view.table.totals[1], 3))


_SIZES: Final = ("negative", "zero", "below all used", "between", "above all used")


def _answer(view: View) -> Small:
    """The answer against the constants that are used."""
    answer, slack = view.answers
    smallest, largest = view.bounds
    code = 2 + (answer >= smallest - slack) + (answer > largest + slack)
    code = np.where(np.abs(answer) <= slack, 1, code)
    return view.by_kind(np.where(answer < -slack, 0, code), len(_SIZES))


def _told_already(view: View) -> Small:
    """Whether the answer is a number of the text."""
    answer, slack = view.answers
    hit = np.zeros(answer.shape, bool)
    for column in view.values.T:
        hit |= np.abs(answer - column[:, None]) <= slack
    return hit.view(np.int8)


# --- templates that group the constants ----------------------------------------------------------


def _used(mask: Small) -> Small:
    """Whether + or − is among the signs."""
    return (mask | mask >> MINUS) & 1


def _left(mask: Small) -> Small:
    """Whether 0 is."""
    return mask >> ZERO & 1


def _named(names: Sequence[str], *groups: tuple[str, ...]) -> tuple[frozenset[int], ...]:
    """Groups given by the names of their values."""
    return tuple(frozenset(names.index(name) for name in group) for group in groups)


def _numbered(*groups: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, groups))


def _both(one: Small, two: Small) -> Small:
    return one * len(MASKS) + two


def _two(family: str, name: str, field: str, groups: tuple[frozenset[int], ...]) -> GroupedTemplate:
    """The signs of two groups of constants."""
    return GroupedTemplate(family, name, (KINDS, MASKS, MASKS), field, groups, _both)


def _of_largest(all_: Small, related: Small, both: Small) -> Small:
    """The sign of the largest constant of all, and of the largest that is related."""
    return _both(all_ | both, related | both)


def _of_effect(loss: Small, still: Small, gain: Small) -> Small:
    """Whether signs go with what the events do to the stock, against it, or leave events out."""
    along = (gain | loss >> MINUS) & 1
    against = (gain >> MINUS | loss) & 1
    return ((along * 2 + against) * 2 + _left(gain | loss)) * len(MASKS) + still


TEMPLATES: Final[tuple[DirectTemplate | GroupedTemplate, ...]] = (
    DirectTemplate("g-pattern", "signs", (KINDS, _FEW, _FEW, _FEW), _pattern),
    DirectTemplate("g-pattern", "left out", (("0", "1", "2", "3", "4", "5+"), _FEW), _left_out),
    DirectTemplate("g-answer", "size", (KINDS, _SIZES), _answer),
    DirectTemplate("g-answer", "told already", (_NO_YES,), _told_already),
    GroupedTemplate(
        "g-answer",
        "largest",
        (KINDS, MASKS, MASKS),
        "largest",
        _numbered((1,), (2,), (3,)),
        _of_largest,
    ),
    GroupedTemplate(
        "g-frame",
        "moved",
        (KINDS, _NO_YES, _NO_YES, _NO_YES, MASKS),
        "moved",
        _numbered((0,), (1,), (2,)),
        _of_effect,
    ),
    _two("g-frame", "state change", "told", _named(TOLD, ("state",), ("change",))),
    _two("g-frame", "state difference", "told", _named(TOLD, ("state", "change"), ("difference",))),
    _two("g-frame", "total part", "told", _named(TOLD, ("total", "goal"), ("part",))),
    _two("g-frame", "apart", "told", _named(TOLD, ("apart",), ("state", "change", "other"))),
    _two("g-frame", "whose", "whose", _named(WHOSE, ("other",), ("same",))),
)
