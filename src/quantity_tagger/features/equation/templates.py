"""What g looks at: all its templates.

Most group the constants by one field and ask for the masks of the groups: which signs they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from quantity_tagger.features.equation.constants import (
    AGREEMENTS,
    ECHOES,
    FIRST,
    KINDS,
    PHASES,
    ROLES,
    SECOND,
    TOLD,
    UNITS,
    WHOSE,
)
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


def _passed_over(view: View) -> Small:
    """Whether a constant left out answers the question better than one that is used."""
    return view.by_kind(view.left_above_used[0], 2)


def _unmatched(view: View) -> Small:
    """Whether the question's words point more at one left out than at one that is used."""
    return view.by_kind(view.left_above_used[1], 2)


def _clause_mates(view: View) -> Small:
    """Whether clause mates have one sign, opposite ones, or one is left out."""
    return view.by_kind(view.table.clause_mates(view.field("linked")[:, 1:] == 1), 8)


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


def _of_units(other: Small, rival: Small, same: Small, kind: Small) -> Small:
    """Whether a unit that does not fit is used, and one that fits left out."""
    used = np.maximum(_used(other) * 2, _used(rival))
    left = np.maximum(_left(same) * 2, _left(kind))
    return used * 3 + left


def _of_related(alien: Small, alien_unreal: Small, near: Small, near_unreal: Small) -> Small:
    """Whether one is used that is not related, one that is left out, one used that is not real."""
    used = _used(alien | alien_unreal)
    left = _left(near | near_unreal)
    return used * 4 + left * 2 + _used(alien_unreal | near_unreal)


def _of_slots(near: Small, beside: Small, far: Small) -> Small:
    """How far from what is asked the strangest constant used is, and the nearest left out."""
    used = _used(beside | far) + _used(far)
    nearest = np.where(_left(near), 1, np.where(_left(beside), 2, _left(far) * 3))
    return used * 4 + nearest


def _of_agreement(other: Small, same: Small, joint: Small) -> Small:
    """Whether one that does not agree with the question is used, and one that does left out."""
    used = _used(other) * 2 + _used(same)
    left = _left(other) * 2 + _left(same | joint)
    return used * 4 + left


def _of_effect(loss: Small, still: Small, gain: Small) -> Small:
    """Whether signs go with what the events do to the stock, against it, or leave events out."""
    along = (gain | loss >> MINUS) & 1
    against = (gain >> MINUS | loss) & 1
    return ((along * 2 + against) * 2 + _left(gain | loss)) * len(MASKS) + still


_BITS: Final = ("---", "--x", "-x-", "-xx", "x--", "x-x", "xx-", "xxx")
_USED_LEFT: Final = tuple(
    f"used {a}, left {b}"
    for a in ("none", "same", "other", "both")
    for b in ("none", "same", "other", "both")
)


def _agreement(family: str, name: str) -> GroupedTemplate:
    groups = _named(AGREEMENTS, ("other",), ("same",), ("joint",))
    return GroupedTemplate(family, name, (KINDS, _USED_LEFT), name, groups, _of_agreement)


def _roles(name: str, one: tuple[str, ...], two: tuple[str, ...]) -> GroupedTemplate:
    return _two("g-role", name, "role", _named(ROLES, one, two))


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
        "g-unit",
        "unit",
        (KINDS, ("", "rival", "other"), ("", "kind", "same")),
        "unit",
        _named(UNITS, ("other",), ("rival",), ("same",), ("kind", "unsaid")),
        _of_units,
    ),
    GroupedTemplate(
        "g-unit",
        "related",
        (KINDS, _BITS),
        "real",
        _numbered((0,), (1,), (2,), (3,)),
        _of_related,
    ),
    GroupedTemplate(
        "g-unit",
        "slots",
        (KINDS, ("0", "1", "2+"), ("none", "0", "1", "2+")),
        "against",
        _numbered((0,), (1,), (2, 3, 4)),
        _of_slots,
    ),
    DirectTemplate("g-unit", "passed over", (KINDS, _NO_YES), _passed_over),
    _agreement("g-owner", "owner"),
    _agreement("g-place", "place"),
    _agreement("g-place", "time"),
    _two("g-event", "verb", "own", _numbered((1,), (0,))),
    GroupedTemplate(
        "g-event",
        "effect",
        (KINDS, _NO_YES, _NO_YES, _NO_YES, MASKS),
        "effect",
        _numbered((0,), (1,), (2,)),
        _of_effect,
    ),
    _roles("state change", ("state",), ("change",)),
    _roles("state difference", ("state", "change"), ("difference",)),
    _roles("total part", ("total", "goal"), ("part",)),
    _roles("beside", ("groups", "rate", "price"), ("age", "date", "label")),
    _two("g-role", "phases", "phase", _named(PHASES, ("start",), ("end",))),
    _two("g-side", "sides", "side", _numbered((FIRST,), (SECOND,))),
    DirectTemplate("g-clause", "clause mates", (KINDS, _BITS), _clause_mates),
    _two("g-match", "match", "echo", _named(ECHOES, ("most",), ("none", "some"))),
    DirectTemplate("g-match", "passed over", (KINDS, _NO_YES), _unmatched),
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
