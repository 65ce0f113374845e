"""g(T, y): features of a whole equation, which no single quantity shows.

Each *template* looks at one matter (the answer's size, whether owners agree, which of the situation
model's readings this is, …) and gives every assignment of signs exactly one value; a feature is a
template with one of its values. Values are worked out for many problems and all their assignments
at once (`view`). Most templates ask only which signs some sorts of constants have: their values are
sums of *terms*, and all terms of all of them are looked up together.

Families of templates can be switched off, as all templates can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import groupby, product
from math import prod
from typing import Final, NamedTuple

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
    Frame,
)
from quantity_tagger.features.view import FIELDS, MASKS, NO_SIGN, Small, Stack, Table, View
from quantity_tagger.lattice.layout import Bools, Floats, Ints
from quantity_tagger.lattice.space import Cluster, Space

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
_FEW: Final = ("0", "1", "2", "3+")

FOLDED: Final = 5
"""Of up to so many constants what terms are worth is kept for every set of them."""

_VALUES: Final = max(map(len, (UNITS, AGREEMENTS, ROLES, PHASES, ECHOES)))
"""How many values a field has at most."""

Axes = tuple[tuple[str, ...], ...]


class Term(NamedTuple):
    """What the signs of some constants, those that have one of ``values`` in a field, add to the
    value of a template: ``worth`` has a number for each mask.
    """

    field: str
    values: frozenset[int]
    worth: tuple[int, ...]


@dataclass(frozen=True)
class Template:
    """One matter: its family, the names of its values axis by axis, and how values are found.

    ``find`` gives (B, A), or what broadcasts to it, of places in the product of the axes; or they
    are the sum of ``terms``, within each kind of question. ``recode`` is for what is no sum: it
    turns the sum into the place.
    """

    family: str
    name: str
    axes: Axes
    find: Callable[[View], Small] | None = None
    terms: tuple[Term, ...] = ()
    recode: tuple[int, ...] = ()

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
        found = np.empty((len(self.templates), space.size), np.intp)
        for place, view, members in self._views(frames, space):
            here = found[:, place].reshape(len(found), len(view.kind), -1)
            for row, offset, values in zip(
                here, self.offsets, self._values(view, members), strict=True
            ):
                np.add(values, offset, out=row, dtype=np.intp)
        return found

    def weigh(self, frames: Sequence[Frame], space: Space, weights: Floats) -> Floats:
        """(E,) the sum of the weights of each assignment's features."""
        total = np.zeros(space.size)
        for place, view, members in self._views(frames, space):
            here = total[place].reshape(len(view.kind), -1)
            for template, offset, values in zip(
                self.templates, self.offsets, self._values(view, members), strict=True
            ):
                here += weights[offset : offset + template.size][values]
        return total

    def _views(self, frames: Sequence[Frame], space: Space) -> Iterator[tuple[slice, View, Bools]]:
        """Where the assignments of problems with equally many constants stand, a view of them, and
        which constants the terms mean.
        """
        if not self.templates or not space.size:
            return
        stack = Stack(frames, {name: number for number, name in enumerate(self.schemas, 1)})
        members = self._sums.members(stack)
        for _, group in groupby(space, key=_shape):
            clusters = list(group)
            problems = np.concatenate([cluster.problems for cluster in clusters])
            view = View(stack, problems, clusters[0].constants)
            place = slice(clusters[0].place.start, clusters[-1].place.stop)
            yield place, view, members[view.rows]

    def _values(self, view: View, members: Bools) -> Iterator[Small]:
        """(B, A), or what broadcasts to it, the places of the values of each template."""
        sums = iter(self._sums.values(view, members))
        for template in self.templates:
            yield next(sums) if template.find is None else template.find(view)

    @cached_property
    def _sums(self) -> _Sums:
        return _Sums([template for template in self.templates if template.terms])


class Equations(NamedTuple):
    """The features of all assignments of a space, worked out when they are asked for."""

    book: Codebook
    frames: Sequence[Frame]
    space: Space

    def codes(self) -> Ints:
        """(T, E) the features, one from each template."""
        return self.book.codes(self.frames, self.space)

    def weigh(self, weights: Floats) -> Floats:
        """(E,) the sums of their weights."""
        return self.book.weigh(self.frames, self.space, weights)


def _shape(cluster: Cluster) -> tuple[int, int]:
    """Equal for clusters that have one table of the constants' signs: all that there are."""
    entries = cluster.rows.shape[1]
    return entries, -1 if len(cluster.signs) == 3 ** (entries - 1) else cluster.place.start


class _Sums:
    """The templates whose values are sums of terms, with all terms of all of them end to end: the
    first ones of all, the second ones of those that have two, and so on.
    """

    def __init__(self, templates: Sequence[Template]) -> None:
        # Those with most terms come first, so that those with a further one are the first of all.
        ranked = sorted(range(len(templates)), key=lambda at: -len(templates[at].terms))
        chosen = [templates[at] for at in ranked]
        self._place = np.argsort(ranked)
        most = len(chosen[0].terms) if chosen else 0
        layers = [
            [one.terms[rank] for one in chosen if rank < len(one.terms)] for rank in range(most)
        ]
        self._counts = [len(layer) for layer in layers]
        terms = [term for layer in layers for term in layer]
        self._fields = np.array([FIELDS[term.field] for term in terms], np.intp)
        self._each = np.arange(len(terms))
        self._wanted = np.array([[n in term.values for n in range(_VALUES)] for term in terms])
        self._worth = np.array([term.worth for term in terms], np.int16)
        self._step = np.array([one.size // len(KINDS) for one in chosen], np.int16)
        self._recoded = [
            (at, np.array(one.recode, np.int16)) for at, one in enumerate(chosen) if one.recode
        ]
        self._folded: dict[int, Small] = {}

    def members(self, stack: Stack) -> Bools:
        """(C, S) whether each constant is one of those that a term means."""
        return np.asarray(self._wanted[self._each, stack.told[:, self._fields]])

    def values(self, view: View, members: Bools) -> list[Small]:
        """(B, A) for each template; ``members`` (B, n, S) are those that the terms mean."""
        if not self._counts:
            return []
        worth = self._worths(view, members)
        count = self._counts[0]
        total, start = worth[:count], count
        for count in self._counts[1:]:
            total[:count] += worth[start : start + count]
            start += count
        for at, places in self._recoded:
            total[at] = places[total[at]]
        total += np.multiply.outer(self._step, view.kind.astype(np.int16))[:, :, None]
        return [total[at] for at in self._place]

    def _worths(self, view: View, members: Bools) -> Small:
        """(S, B, A) what each term is worth."""
        if view.size > FOLDED or not view.table.complete:
            masks = view.table.masks(members).transpose(1, 0, 2)
            return np.asarray(self._worth[self._each[:, None, None], masks])
        if view.size not in self._folded:
            self._folded[view.size] = self._fold(view.table)
        sets = view.table.numbers(members) + (self._each << view.size)
        return np.asarray(self._folded[view.size][sets.T])

    def _fold(self, table: Table) -> Small:
        """(S·2ⁿ, A) what each term is worth for every set of constants."""
        masks = table.masks_of_sets
        return self._worth[:, masks].reshape(-1, masks.shape[1])


def schemas_of(frames: Iterable[Frame], least: int) -> tuple[str, ...]:
    """The schemas that are told of at least ``least`` times, in order of their names."""
    counts: dict[str, int] = {}
    for one in frames:
        for schema, _ in one.readings:
            counts[schema] = counts.get(schema, 0) + 1
    return tuple(sorted(schema for schema, n in counts.items() if n >= least))


# --- the matters that are no sums -----------------------------------------------------------------


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


def _matched(view: View, rank: int) -> Small:
    return np.asarray(view.schemas[:, rank, None] * 2 + view.matches[rank])


def _agreed(view: View) -> Small:
    """How many readings there are, and how many of them are this one."""
    there = (view.readings[:, :, 0] != NO_SIGN).sum(axis=0)[:, None]
    return view.by_kind(there * len(_FEW) + view.matches.sum(axis=0), len(_FEW) ** 2)


def _away(view: View) -> Small:
    """How many constants the first reading leaves out, and how many signs differ from it."""
    away = np.minimum(view.size - view.same[0], 3)
    spared = np.minimum((view.readings[0] == 0).sum(axis=1), 3)[:, None]
    return np.asarray(spared * len(_FEW) + away)


def _pattern(view: View) -> Small:
    plus, zero, minus = np.minimum(view.table.totals, 3)
    return view.by_kind((plus * 4 + zero) * 4 + minus, 64)


def _used(view: View) -> Small:
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


def _breath(view: View) -> Small:
    """Whether constants told in one breath have one sign, opposite ones, or one is left out."""
    linked = view.field("linked")[:, 1:].astype(np.float32)
    same, opposite, apart = np.split(linked @ view.table.neighbours > 0, 3, axis=1)
    return view.by_kind((same * 2 + opposite) * 2 + apart, 8)


# --- the matters that are sums --------------------------------------------------------------------


def _of(field: str, names: Sequence[str], *wanted: str) -> tuple[str, frozenset[int]]:
    """The constants that have one of these names in a field."""
    return field, frozenset(names.index(name) for name in wanted)


def _with(field: str, *values: int) -> tuple[str, frozenset[int]]:
    return field, frozenset(values)


def _signs(which: tuple[str, frozenset[int]], times: int) -> Term:
    """Their signs."""
    return Term(*which, tuple(times * mask for mask in range(len(MASKS))))


def _if_used(which: tuple[str, frozenset[int]], times: int) -> Term:
    """Whether one of them is used."""
    return Term(*which, tuple(times * ("+" in mask or "-" in mask) for mask in MASKS))


def _if_left(which: tuple[str, frozenset[int]], times: int) -> Term:
    """Whether one of them is left out."""
    return Term(*which, tuple(times * ("0" in mask) for mask in MASKS))


def _two_masks(
    family: str, name: str, one: tuple[str, frozenset[int]], two: tuple[str, frozenset[int]]
) -> Template:
    """The signs of two sorts of constants."""
    return Template(
        family, name, (KINDS, MASKS, MASKS), terms=(_signs(one, len(MASKS)), _signs(two, 1))
    )


_BITS: Final = ("---", "--x", "-x-", "-xx", "x--", "x-x", "xx-", "xxx")
_USED_LEFT: Final = tuple(
    f"used {a}, left {b}"
    for a in ("none", "same", "other", "both")
    for b in ("none", "same", "other", "both")
)


def _agreement(family: str, name: str) -> Template:
    """Whether one that does not agree with the question is used, and one that does left out."""
    of = partial(_of, name, AGREEMENTS)
    terms = (
        _if_used(of("other"), 8),
        _if_used(of("same"), 4),
        _if_left(of("other"), 2),
        _if_left(of("same", "joint"), 1),
    )
    return Template(family, name, (KINDS, _USED_LEFT), terms=terms)


def _unit() -> Template:
    """Whether a unit that does not fit is used, and one that fits left out."""
    of = partial(_of, "unit", UNITS)
    terms = (  # the worse counts twice
        _if_used(of("other", "rival"), 3),
        _if_used(of("other"), 3),
        _if_left(of("same", "kind", "unsaid"), 1),
        _if_left(of("same"), 1),
    )
    return Template(
        "g-unit", "unit", (KINDS, ("", "rival", "other"), ("", "kind", "same")), terms=terms
    )


def _related() -> Template:
    terms = (
        _if_used(_with("related", 0), 4),
        _if_left(_with("related", 1), 2),
        _if_used(_with("unreal", 1), 1),
    )
    return Template("g-unit", "related", (KINDS, _BITS), terms=terms)


def _slots() -> Template:
    """How far from what is asked the strangest constant used is, and the nearest left out."""
    terms = (
        _if_used(_with("against", 1, 2, 3, 4), 4),
        _if_used(_with("against", 2, 3, 4), 4),
        _if_left(_with("against", 0, 1, 2, 3, 4), 3),
        _if_left(_with("against", 0, 1), -1),
        _if_left(_with("against", 0), -1),
    )
    axes = (KINDS, ("0", "1", "2+"), ("none", "0", "1", "2+"))
    return Template("g-unit", "slots", axes, terms=terms)


def _effect() -> Template:
    """Whether signs go with what the events do to the stock, against it, or leave events out."""
    loss, still, gain = (_with("effect", effect) for effect in range(3))

    def place(still: str, gain: str, loss: str) -> int:
        along = "+" in gain or "-" in loss
        against = "-" in gain or "+" in loss
        out = "0" in gain or "0" in loss
        return ((along * 2 + against) * 2 + out) * len(MASKS) + MASKS.index(still)

    return Template(
        "g-event",
        "effect",
        (KINDS, _NO_YES, _NO_YES, _NO_YES, MASKS),
        terms=(_signs(still, 64), _signs(gain, 8), _signs(loss, 1)),
        recode=tuple(place(*masks) for masks in product(MASKS, repeat=3)),
    )


_role: Final = partial(_of, "role", ROLES)
_GENERAL: Final = (
    Template("g-pattern", "signs", (KINDS, _FEW, _FEW, _FEW), _pattern),
    Template("g-pattern", "left out", (("0", "1", "2", "3", "4", "5+"), _FEW), _used),
    Template("g-answer", "size", (KINDS, _SIZES), _answer),
    Template("g-answer", "told already", (_NO_YES,), _told_already),
    _two_masks("g-answer", "largest", _with("largest", 1), _with("largest_related", 1)),
    _unit(),
    _related(),
    _slots(),
    Template("g-unit", "passed over", (KINDS, _NO_YES), _passed_over),
    _agreement("g-owner", "owner"),
    _agreement("g-place", "place"),
    _agreement("g-place", "time"),
    _two_masks("g-event", "verb", _with("own", 1), _with("own", 0)),
    _effect(),
    _two_masks("g-role", "state change", _role("state"), _role("change")),
    _two_masks("g-role", "state difference", _role("state", "change"), _role("difference")),
    _two_masks("g-role", "total part", _role("total", "goal"), _role("part")),
    _two_masks("g-role", "beside", _role("groups", "rate", "price"), _role("age", "date", "label")),
    _two_masks("g-role", "phases", _of("phase", PHASES, "start"), _of("phase", PHASES, "end")),
    _two_masks("g-side", "sides", _with("side", FIRST), _with("side", SECOND)),
    Template("g-breath", "breath", (KINDS, _BITS), _breath),
    _two_masks(
        "g-match", "match", _of("echo", ECHOES, "most"), _of("echo", ECHOES, "none", "some")
    ),
    Template("g-match", "passed over", (KINDS, _NO_YES), _unmatched),
)
