"""g(T, y): features of a whole equation, which no single quantity shows.

Each *template* looks at one matter (the answer's size, whether owners agree, which of the situation
model's readings this is, …) and gives every assignment of signs exactly one value; a feature is a
template with one of its values. Values are worked out for many problems and all their assignments
at once: what matters is nearly always how many constants of some sort have some sign, which is a
matrix product.

Families of templates can be switched off, as all templates can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import product
from math import prod
from typing import Final

import numpy as np

from quantity_tagger.features.frame import (
    AGREEMENTS,
    ECHOES,
    FIRST,
    KINDS,
    PHASES,
    READINGS,
    ROLES,
    SECOND,
    UNITS,
    Constant,
    Frame,
)
from quantity_tagger.lattice.layout import Bools, Floats, Ints
from quantity_tagger.lattice.space import EXACT, Space, assignments
from quantity_tagger.signs import MINUS, PLUS, ZERO

FAMILIES: Final = (
    "g-reading",
    "g-pattern",
    "g-answer",
    "g-unit",
    "g-owner",
    "g-place",
    "g-event",
    "g-role",
    "g-side",
    "g-breath",
    "g-match",
)
OTHER_SCHEMA: Final = "other"
_NO_YES: Final = ("no", "yes")
_MASKS: Final = ("", "+", "0", "+0", "-", "+-", "0-", "+0-")
_FEW: Final = ("0", "1", "2", "3+")
_ROUNDING: Final = 1e-6

Axes = tuple[tuple[str, ...], ...]


class Table:
    """A assignments of n constants (A, n), and what follows from them alone."""

    def __init__(self, signs: Ints) -> None:
        self.signs = signs
        self.size = signs.shape[1]
        self.having = [(signs == index).T.astype(np.float32) for index in (PLUS, ZERO, MINUS)]

    def masks(self, which: Bools) -> Ints:
        """(B, A) the signs that those of ``which`` (B, n) have, as a place in `_MASKS`."""
        if self.size <= EXACT:
            found: Ints = self._masks_of_sets[which @ self._powers]
            return found
        chosen = which.astype(np.float32)
        plus, zero, minus = ((chosen @ having > 0).astype(np.intp) for having in self.having)
        return np.asarray(plus + 2 * zero + 4 * minus, np.intp)

    @cached_property
    def _powers(self) -> Ints:
        return np.asarray(2 ** np.arange(self.size), np.intp)

    @cached_property
    def _masks_of_sets(self) -> Ints:
        """(2ⁿ, A) the masks of every set of constants: there are few, and they are asked for by
        every problem again and again.
        """
        sets = (np.arange(2**self.size)[:, None] & self._powers) > 0
        masks = np.zeros((len(sets), len(self.signs)), np.intp)
        for sign, having in enumerate(self.having):
            masks |= (sets.astype(np.float32) @ having > 0).astype(np.intp) << sign
        return masks

    @cached_property
    def totals(self) -> tuple[Ints, Ints, Ints]:
        """(1, A) how many of all constants are +, 0 and −."""
        plus, zero, minus = (having.sum(axis=0)[None].astype(np.intp) for having in self.having)
        return plus, zero, minus

    @cached_property
    def factor(self) -> Floats:
        """(n, A) the signs as numbers."""
        return (1 - self.signs).T.astype(float)

    @cached_property
    def used_and_left(self) -> Floats:
        """(n², A) whether the first of two constants is used and the second left out."""
        used, left = self.signs != ZERO, self.signs == ZERO
        pairs = (used[:, :, None] & left[:, None, :]).reshape(len(self.signs), -1)
        return np.asarray(pairs.T, np.float32)

    @cached_property
    def neighbours(self) -> list[Floats]:
        """(n − 1, A) each whether neighbours have one sign, opposite ones, or one is left out."""
        before, after = self.signs[:, :-1], self.signs[:, 1:]
        same = (before == after) & (after != ZERO)
        opposite = np.abs(before - after) == 2
        apart = (before == ZERO) != (after == ZERO)
        return [each.T.astype(np.float32) for each in (same, opposite, apart)]


def table_of(signs: Ints) -> Table:
    """The table of these assignments; all of few constants, which most problems have, are kept."""
    size = signs.shape[1]
    return _table_of_all(size) if len(signs) == 3**size and size <= EXACT else Table(signs)


@cache
def _table_of_all(size: int) -> Table:
    return Table(np.delete(assignments(size + 1, 0), 0, axis=1))


class View:
    """B problems with n constants each and the table of their A assignments (A, n)."""

    def __init__(self, frames: Sequence[Frame], signs: Ints, schemas: dict[str, int]) -> None:
        self.table = table_of(signs)
        self.signs = signs
        self.size = signs.shape[1]
        count = len(frames)
        told = np.array([one.constants for one in frames], np.intp)
        self._told = told.reshape(count, self.size, len(Constant._fields))
        self.values = np.array([one.values for one in frames]).reshape(count, self.size)
        self.kind = np.array([one.kind for one in frames], np.intp)[:, None]
        self.readings = np.array([_padded(one, self.size) for one in frames], np.int8)
        self.schema = np.array(
            [
                [schemas.get(schema, 0) for schema, _ in one.readings]
                + [0] * (READINGS - len(one.readings))
                for one in frames
            ],
            np.intp,
        ).reshape(count, READINGS)

    def told(self, name: str) -> Ints:
        """(B, n) one field of the constants."""
        return self._told[:, :, _FIELDS[name]]

    def mask(self, which: Bools) -> Ints:
        """(B, A) the signs that those of ``which`` (B, n) have, as a place in `_MASKS`."""
        return self.table.masks(which)

    def any(self, which: Bools, sign: int) -> Ints:
        """(B, A) whether one of ``which`` has the sign."""
        return self.mask(which) >> sign & 1

    def any_used(self, which: Bools) -> Ints:
        return _USES[self.mask(which)]

    def any_left_above_used(self, fit: Ints) -> Ints:
        """(B, A) whether one left out has more of ``fit`` (B, n) than one that is used."""
        above = (fit[:, None, :] > fit[:, :, None]).reshape(len(fit), -1)  # used, left
        hits: Floats = above.astype(np.float32) @ self.table.used_and_left
        return (hits > 0).astype(np.intp)

    def by_kind(self, codes: Ints, size: int) -> Ints:
        return self.kind * size + codes

    @cached_property
    def everyone(self) -> Bools:
        return np.ones((1, self.size), bool)

    @cached_property
    def same(self) -> Floats:
        """(READINGS, B, A) how many signs an assignment has that a reading has too."""
        readings = self.readings.transpose(1, 0, 2)
        found: Floats = sum(
            (readings == 1 - sign).astype(np.float32) @ having
            for sign, having in enumerate(self.table.having)
        )
        return found

    @cached_property
    def matches(self) -> Bools:
        """(READINGS, B, A) whether an assignment is that reading of the situation model."""
        return np.asarray(self.same == self.size)

    @cached_property
    def sizes(self) -> tuple[Floats, Floats, Floats, Floats]:
        """(B, A) the answers, the smallest and largest constant used, and (B, 1) what is as good as
        nothing beside the constants.
        """
        used = self.signs != ZERO
        shape = (len(self.values), len(self.signs))
        smallest, largest = np.full(shape, np.inf), np.full(shape, -np.inf)
        for column, taken in zip(self.values.T, used.T, strict=True):
            each = np.broadcast_to(column[:, None], shape)
            np.minimum(smallest, each, out=smallest, where=taken)
            np.maximum(largest, each, out=largest, where=taken)
        slack = _ROUNDING * np.maximum(np.abs(self.values).max(axis=1), 1.0)[:, None]
        return self.values @ self.table.factor, smallest, largest, slack


_FIELDS: Final = {name: place for place, name in enumerate(Constant._fields)}
_USES: Final = np.array(["+" in mask or "-" in mask for mask in _MASKS], np.intp)


def _padded(one: Frame, size: int) -> list[Sequence[int]]:
    none = (9,) * size  # a sign that no assignment has
    found: list[Sequence[int]] = [signs for _, signs in one.readings]
    return found + [none] * (READINGS - len(found))


@dataclass(frozen=True)
class Template:
    """One matter: its family, the names of its values axis by axis, and how values are found.

    ``values`` gives (B, A), or what broadcasts to it, of places in the product of the axes.
    """

    family: str
    name: str
    axes: Axes
    values: Callable[[View], Ints]

    @cached_property
    def size(self) -> int:
        return prod(map(len, self.axes))

    def names(self) -> Iterable[str]:
        for parts in product(*self.axes):
            yield f"{self.family}:{self.name}={'/'.join(parts)}"


@dataclass(frozen=True)
class Codebook:
    """The templates of the chosen families laid end to end; ``schemas`` are those known by name."""

    families: tuple[str, ...]
    schemas: tuple[str, ...]
    templates: tuple[Template, ...] = field(init=False, compare=False)
    offsets: tuple[int, ...] = field(init=False, compare=False)
    size: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        chosen = tuple(t for t in _templates(self.schemas) if t.family in self.families)
        ends = [0, *np.cumsum([template.size for template in chosen]).tolist()]
        object.__setattr__(self, "templates", chosen)
        object.__setattr__(self, "offsets", tuple(ends[:-1]))
        object.__setattr__(self, "size", ends[-1])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every feature, in order."""
        return tuple(name for template in self.templates for name in template.names())

    def codes(self, frames: Sequence[Frame], space: Space) -> Ints:
        """(T, E) for each template the feature that each assignment of the space has."""
        if not self.templates:
            return np.zeros((0, space.size), np.intp)
        known = {name: index + 1 for index, name in enumerate(self.schemas)}
        found = np.empty((len(self.templates), space.size), np.intp)
        for cluster in space:
            view = View([frames[p] for p in cluster.problems.tolist()], cluster.constants, known)
            for row, template, offset in zip(found, self.templates, self.offsets, strict=True):
                np.add(template.values(view), offset, out=cluster.of(row))
        return found


def schemas_of(frames: Iterable[Frame], least: int) -> tuple[str, ...]:
    """The schemas that are told of at least ``least`` times, in order of their names."""
    counts: dict[str, int] = {}
    for one in frames:
        for schema, _ in one.readings:
            counts[schema] = counts.get(schema, 0) + 1
    return tuple(sorted(schema for schema, n in counts.items() if n >= least))


# --- the matters ----------------------------------------------------------------------------------


def _templates(schemas: Sequence[str]) -> tuple[Template, ...]:
    return (*_reading_templates((OTHER_SCHEMA, *schemas)), *_GENERAL)


def _reading_templates(schemas: tuple[str, ...]) -> tuple[Template, ...]:
    """Is this one of the readings that the situation model proposes, and which?"""
    by_rank = [
        Template("g-reading", f"{rank + 1}", (schemas, _NO_YES), partial(_matched, rank=rank))
        for rank in range(READINGS)
    ]
    return (
        *by_rank,
        Template("g-reading", "agreed", (KINDS, _FEW, _FEW), _agreed),
        Template("g-reading", "away", (_FEW, _FEW), _away),
    )


def _matched(view: View, rank: int) -> Ints:
    return np.asarray(view.schema[:, rank, None] * 2 + view.matches[rank], np.intp)


def _agreed(view: View) -> Ints:
    """How many readings there are, and how many of them are this one."""
    there = (view.readings[:, :, 0] != 9).sum(axis=1)[:, None]
    return view.by_kind(there * len(_FEW) + view.matches.sum(axis=0), len(_FEW) ** 2)


def _away(view: View) -> Ints:
    """How many constants the first reading leaves out, and how many signs differ from it."""
    first = view.readings[:, 0]
    away = np.minimum(view.size - view.same[0].astype(np.intp), 3)
    spared = np.minimum((first == 0).sum(axis=1), 3)[:, None]
    return np.asarray(spared * len(_FEW) + away, np.intp)


def _pattern(view: View) -> Ints:
    plus, zero, minus = (np.minimum(total, 3) for total in view.table.totals)
    return view.by_kind((plus * 4 + zero) * 4 + minus, 64)


def _used(view: View) -> Ints:
    """How many constants there are, and how many are left out."""
    _, zero, _ = view.table.totals
    return np.asarray(min(view.size, 5) * 4 + np.minimum(zero, 3), np.intp)


_SIZES: Final = ("negative", "zero", "below all used", "between", "above all used")


def _answer(view: View) -> Ints:
    """The answer against the constants that are used."""
    answer, smallest, largest, slack = view.sizes
    code = 2 + (answer >= smallest - slack) + (answer > largest + slack)
    code = np.where(np.abs(answer) <= slack, 1, code)
    return view.by_kind(np.where(answer < -slack, 0, code), len(_SIZES))


def _told_already(view: View) -> Ints:
    """Whether the answer is a number of the text."""
    answer, _, _, slack = view.sizes
    hit = np.zeros(answer.shape, np.intp)
    for column in view.values.T:
        hit |= np.abs(answer - column[:, None]) <= slack
    return hit


def _largest(view: View) -> Ints:
    """The sign of the largest constant of all, and of the largest that is related."""
    values = view.values
    largest = values == values.max(axis=1, keepdims=True)
    related = view.told("related") == 1
    within = np.where(related, values, -np.inf)
    among = related & (within == within.max(axis=1, keepdims=True))
    return view.by_kind(view.mask(largest) * 8 + view.mask(among), 64)


def _unit(view: View) -> Ints:
    """Whether a unit that does not fit is used, and one that fits left out."""
    unit = view.told("unit")
    same, kind, unsaid, rival, other = (unit == UNITS.index(name) for name in UNITS)
    used = np.maximum(view.any_used(other) * 2, view.any_used(rival))
    left = np.maximum(view.any(same, ZERO) * 2, view.any(kind | unsaid, ZERO))
    return view.by_kind(used * 3 + left, 9)


def _related(view: View) -> Ints:
    related = view.told("related") == 1
    unreal = view.told("unreal") == 1
    bits = (view.any_used(~related), view.any(related, ZERO), view.any_used(unreal))
    return view.by_kind(bits[0] * 4 + bits[1] * 2 + bits[2], 8)


def _slots(view: View) -> Ints:
    """How far from what is asked the strangest constant used is, and the nearest left out."""
    against = view.told("against")
    used = view.any_used(against >= 1) + view.any_used(against >= 2)
    left = [view.any(against == n, ZERO) for n in (0, 1)]
    nearest = np.where(left[0] == 1, 1, 3 - left[1])
    some = view.any(view.everyone, ZERO)
    return view.by_kind(np.asarray(used * 4 + nearest * some, np.intp), 12)


def _passed_over(view: View) -> Ints:
    """Whether a constant left out answers the question better than one that is used."""
    against, along = view.told("against"), view.told("along")
    fit = along - 5 * against  # what speaks against weighs more than all that speaks for
    return view.by_kind(view.any_left_above_used(fit), 2)


def _agreement(name: str) -> Callable[[View], Ints]:
    """Whether one that does not agree with the question is used, and one that does left out."""

    def values(view: View) -> Ints:
        said = view.told(name)
        same, joint, _, other = (said == AGREEMENTS.index(one) for one in AGREEMENTS)
        used = view.any_used(other) * 2 + view.any_used(same)
        left = view.any(other, ZERO) * 2 + view.any(same | joint, ZERO)
        return view.by_kind(used * 4 + left, 16)

    return values


def _event(view: View) -> Ints:
    """Whether signs go with what the events do to the stock, against it, or leave events out."""
    effect = view.told("effect")
    gain, loss = effect == 2, effect == 0
    along = view.any(gain, PLUS) | view.any(loss, MINUS)
    against = view.any(gain, MINUS) | view.any(loss, PLUS)
    out = view.any(gain | loss, ZERO)
    still = view.mask(effect == 1)
    return view.by_kind(((along * 2 + against) * 2 + out) * 8 + still, 64)


def _verbs(view: View) -> Ints:
    """The signs of what is told with the question's own verb, and of what is told with another."""
    verb = view.told("verb")
    own = verb == 2
    own |= (verb == 1) & ~own.any(axis=1, keepdims=True)  # one like it, where it is not there
    return view.by_kind(view.mask(own) * 8 + view.mask(~own), 64)


def _two_roles(one: tuple[str, ...], two: tuple[str, ...]) -> Callable[[View], Ints]:
    first, second = (np.array([role in roles for role in ROLES]) for roles in (one, two))

    def values(view: View) -> Ints:
        role = view.told("role")
        a, b = view.mask(first[role]), view.mask(second[role])
        return view.by_kind(a * 8 + b, 64)

    return values


def _phases(view: View) -> Ints:
    phase = view.told("phase")
    start, end = (view.mask(phase == PHASES.index(name)) for name in ("start", "end"))
    return view.by_kind(start * 8 + end, 64)


def _sides(view: View) -> Ints:
    side = view.told("side")
    return view.by_kind(view.mask(side == FIRST) * 8 + view.mask(side == SECOND), 64)


def _breath(view: View) -> Ints:
    """Whether constants told in one breath have one sign, opposite ones, or one is left out."""
    linked = view.told("linked")[:, 1:].astype(np.float32)
    bits = [linked @ each > 0 for each in view.table.neighbours]
    return view.by_kind((bits[0] * 2 + bits[1]) * 2 + bits[2], 8)


def _match(view: View) -> Ints:
    """Whether signs go with what the question's words point at."""
    echo = view.told("echo")
    most = echo == ECHOES.index("most")
    less = (echo == ECHOES.index("none")) | (echo == ECHOES.index("some"))
    return view.by_kind(view.mask(most) * 8 + view.mask(less), 64)


def _unmatched(view: View) -> Ints:
    return view.by_kind(view.any_left_above_used(view.told("echo")), 2)


_BITS: Final = ("---", "--x", "-x-", "-xx", "x--", "x-x", "xx-", "xxx")
_USED_LEFT: Final = tuple(
    f"used {a}, left {b}"
    for a in ("none", "same", "other", "both")
    for b in ("none", "same", "other", "both")
)
_GENERAL: Final = (
    Template("g-pattern", "signs", (KINDS, _FEW, _FEW, _FEW), _pattern),
    Template("g-pattern", "left out", (("0", "1", "2", "3", "4", "5+"), _FEW), _used),
    Template("g-answer", "size", (KINDS, _SIZES), _answer),
    Template("g-answer", "told already", (_NO_YES,), _told_already),
    Template("g-answer", "largest", (KINDS, _MASKS, _MASKS), _largest),
    Template("g-unit", "unit", (KINDS, ("", "rival", "other"), ("", "kind", "same")), _unit),
    Template("g-unit", "related", (KINDS, _BITS), _related),
    Template("g-unit", "slots", (KINDS, ("0", "1", "2+"), ("none", "0", "1", "2+")), _slots),
    Template("g-unit", "passed over", (KINDS, _NO_YES), _passed_over),
    Template("g-owner", "owner", (KINDS, _USED_LEFT), _agreement("owner")),
    Template("g-place", "place", (KINDS, _USED_LEFT), _agreement("place")),
    Template("g-place", "time", (KINDS, _USED_LEFT), _agreement("time")),
    Template("g-event", "verb", (KINDS, _MASKS, _MASKS), _verbs),
    Template("g-event", "effect", (KINDS, _NO_YES, _NO_YES, _NO_YES, _MASKS), _event),
    Template(
        "g-role", "state change", (KINDS, _MASKS, _MASKS), _two_roles(("state",), ("change",))
    ),
    Template(
        "g-role",
        "state difference",
        (KINDS, _MASKS, _MASKS),
        _two_roles(("state", "change"), ("difference",)),
    ),
    Template(
        "g-role",
        "total part",
        (KINDS, _MASKS, _MASKS),
        _two_roles(("total", "goal"), ("part",)),
    ),
    Template(
        "g-role",
        "beside",
        (KINDS, _MASKS, _MASKS),
        _two_roles(("groups", "rate", "price"), ("age", "date", "label")),
    ),
    Template("g-role", "phases", (KINDS, _MASKS, _MASKS), _phases),
    Template("g-side", "sides", (KINDS, _MASKS, _MASKS), _sides),
    Template("g-breath", "breath", (KINDS, _BITS), _breath),
    Template("g-match", "match", (KINDS, _MASKS, _MASKS), _match),
    Template("g-match", "passed over", (KINDS, _NO_YES), _unmatched),
)
