"""Templates of g: each looks at one property of an equation and gives it exactly one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod

import numpy as np

from quantity_tagger.arrays import Ints
from quantity_tagger.features.equation.constants import KINDS
from quantity_tagger.features.equation.view import Small, Table, View

Axes = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Template:
    """One property: its family and the names of its values, axis by axis."""

    family: str
    name: str
    axes: Axes

    @cached_property
    def size(self) -> int:
        return prod(map(len, self.axes))

    def names(self) -> list[str]:
        start = f"{self.family}:{self.name}="
        return [start + "/".join(parts) for parts in product(*self.axes)]


@dataclass(frozen=True)
class DirectTemplate(Template):
    """``find`` gives (B, A), or what broadcasts to it, of places in the product of the axes."""

    find: Callable[[View], Small]


@dataclass(frozen=True)
class GroupedTemplate(Template):
    """Constants are grouped by the values they have in a field; ``place`` tells from the masks of
    the groups the place in the product of the axes after the first, which is the question's kind.
    """

    field: str
    groups: tuple[frozenset[int], ...]
    place: Callable[..., Small]

    @cached_property
    def step(self) -> int:
        """How many values there are for each kind of question."""
        return self.size // len(KINDS)

    def group_of(self, value: int) -> int:
        """The number of a value's group, from 1 on; 0 for those that do not matter."""
        return next((at for at, group in enumerate(self.groups, 1) if value in group), 0)

    def values(self, kind: Ints, groups: Small, table: Table) -> Ints:
        """(B, A) for questions of a kind (B,) about constants (B, n) of these groups."""
        return self.places(kind, masks_of_groups(groups, len(self.groups), table))

    def places(self, kind: Ints, masks: Small) -> Ints:
        """The same from the masks (groups or more, B, A)."""
        return (kind * self.step)[:, None] + self.place(*masks[: len(self.groups)])


def masks_of_groups(groups: Small, count: int, table: Table) -> Small:
    """(count, B, A) the masks of the constants (B, n) of each group."""
    masks = table.masks(groups[:, :, None] == np.arange(1, count + 1))
    return masks.transpose(1, 0, 2)
