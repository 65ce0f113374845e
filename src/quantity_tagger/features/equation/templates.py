"""What g looks at: all its templates.

Most group the constants by one field and ask for the masks of the groups: which signs they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np

from quantity_tagger.arrays import Ints
from quantity_tagger.features.equation.constants import (
    AGREEMENTS,
    COSTS,
    ECHOES,
    FIRST,
    KINDS,
    PHASES,
    PROPOSALS,
    ROLES,
    SECOND,
    SUGGESTED,
    TOLD,
    TRUST,
    UNITS,
    WHOSE,
    WORLD,
)
from quantity_tagger.features.equation.template import DirectTemplate, GroupedTemplate
from quantity_tagger.features.equation.view import MASKS, NO_SIGN, Small, View
from quantity_tagger.signs import MINUS, ZERO

OTHER_SCHEMA: Final = "other"
_NO_YES: Final = ("no", "yes")
_FEW: Final = ("0", "1", "2", "3+")


# --- templates that look at the equation directly ------------------------------------------------


def templates(schemas: Sequence[str]) -> tuple[DirectTemplate | GroupedTemplate, ...]:
    """All, where these schemas are known by name."""
    return (*_suggestions((OTHER_SCHEMA, *schemas)), *_GENERAL)


def _suggestions(schemas: tuple[str, ...]) -> tuple[DirectTemplate | GroupedTemplate, ...]:
    """Is this one of the proposals or worlds, and which?"""
    # The schemas of proposals and of worlds are numbered together and named apart.
    of_worlds = np.array([schema.startswith(WORLD) for schema in schemas])
    place = np.where(of_worlds, np.cumsum(of_worlds), 0)
    worlds = (OTHER_SCHEMA, *(schema for schema in schemas if schema.startswith(WORLD)))
    other = np.where(of_worlds, 0, np.cumsum(~of_worlds) - 1)
    proposals = tuple(schema for schema in schemas if not schema.startswith(WORLD))
    by_rank = [
        DirectTemplate(
            "g-reading" if rank < PROPOSALS else "g-world",
            f"{rank % PROPOSALS + 1}",
            (proposals if rank < PROPOSALS else worlds, _NO_YES),
            partial(_matched, rank=rank, places=other if rank < PROPOSALS else place),
        )
        for rank in range(SUGGESTED)
    ]
    return (
        *by_rank,
        DirectTemplate("g-reading", "agreed", (KINDS, _FEW, _FEW), _agreed),
        DirectTemplate("g-reading", "away", (_FEW, _FEW), _away),
        DirectTemplate("g-world", "first", (KINDS, TRUST, _AGREE, _OF_TWO), _of_two),
        DirectTemplate(
            "g-world",
            "against",
            (proposals, TRUST, _OF_TWO),
            partial(_against, places=other),
        ),
        DirectTemplate("g-world", "derived", (_FEW, _FEW), _derived),
        DirectTemplate("g-world", "cost", (COSTS, COSTS), _cost),
        DirectTemplate("g-world", "away", (TRUST, _FEW, _FEW), _away_from_world),
    )


def _matched(view: View, rank: int, places: Ints) -> Small:
    return np.asarray(places[view.schemas[:, rank, None]] * 2 + view.matches[rank])


def _agreed(view: View) -> Small:
    """How many proposals there are, and how many of them are this one."""
    there = (view.suggested[:PROPOSALS, :, 0] != NO_SIGN).sum(axis=0)[:, None]
    agreed = view.matches[:PROPOSALS].sum(axis=0)
    return view.by_kind(there * len(_FEW) + agreed, len(_FEW) ** 2)


def _away(view: View) -> Small:
    """How many constants the first proposal leaves out, and how many signs differ from it."""
    away = np.minimum(view.size - view.same[0], 3)
    spared = np.minimum((view.suggested[0] == 0).sum(axis=1), 3)[:, None]
    return np.asarray(spared * len(_FEW) + away)


def _away_from_world(view: View) -> Small:
    """The same of the first world, and how far it is trusted."""
    away = np.minimum(view.size - view.same[PROPOSALS], 3)
    spared = np.minimum((view.suggested[PROPOSALS] == 0).sum(axis=1), 3)[:, None]
    return np.asarray((view.trust[:, None] * len(_FEW) + spared) * len(_FEW) + away)


_AGREE: Final = ("differ", "agree")
_OF_TWO: Final = ("neither", "world", "proposal", "both")


def _which(view: View) -> Small:
    """Whether this is the first world, the first proposal, both or neither."""
    return np.asarray(view.matches[PROPOSALS] + 2 * view.matches[0])


def _of_two(view: View) -> Small:
    """The same, by how far the world is trusted and whether the two agree."""
    agree = (view.suggested[0] == view.suggested[PROPOSALS]).all(axis=1)
    codes = (view.trust * len(_AGREE) + agree)[:, None] * len(_OF_TWO) + _which(view)
    return view.by_kind(codes, len(TRUST) * len(_AGREE) * len(_OF_TWO))


def _against(view: View, places: Ints) -> Small:
    """The same, by the schema of the proposal."""
    schema = places[view.schemas[:, 0]] * len(TRUST) + view.trust
    return np.asarray(schema[:, None] * len(_OF_TWO) + _which(view))


def _cost(view: View) -> Small:
    """What the first world costs, and what the one that is this assignment does."""
    own = (view.matches[PROPOSALS:] * view.costs.T[:, :, None]).max(axis=0)
    return np.asarray(view.costs[:, :1] * len(COSTS) + own)


def _derived(view: View) -> Small:
    """How many proposals and how many worlds are this one."""
    proposed = view.matches[:PROPOSALS].sum(axis=0)
    return np.asarray(proposed * len(_FEW) + view.matches[PROPOSALS:].sum(axis=0))


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


_GENERAL: Final[tuple[DirectTemplate | GroupedTemplate, ...]] = (
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
