"""Templates of g: each looks at one matter of an equation and gives it exactly one value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
    """One matter: its family and the names of its values, axis by axis."""

    family: str
    name: str
    axes: Axes

    @cached_property
    def size(self) -> int:
        return prod(map(len, self.axes))

    def names(self) -> Iterable[str]:
        for parts in product(*self.axes):
            yield f"{self.family}:{self.name}={'/'.join(parts)}"


@dataclass(frozen=True)
class Looking(Template):
    """``find`` gives (B, A), or what broadcasts to it, of places in the product of the axes."""

    find: Callable[[View], Small]


@dataclass(frozen=True)
class Sorting(Template):
    """Constants are sorted by the values they have in a field; ``place`` tells from the masks of
    the sorts the place in the product of the axes after the first, which is the question's kind.
    """

    field: str
    sorts: tuple[frozenset[int], ...]
    place: Callable[..., Small]

    @cached_property
    def step(self) -> int:
        """How many values there are for each kind of question."""
        return self.size // len(KINDS)

    def sort_of(self, value: int) -> int:
        """The number of a value's sort, from 1 on; 0 for those that do not matter."""
        return next((at for at, sort in enumerate(self.sorts, 1) if value in sort), 0)

    def values(self, kind: Ints, sorts: Small, table: Table) -> Ints:
        """(B, A) for questions of a kind (B,) about constants (B, n) of these sorts."""
        return self.places(kind, masks_of_sorts(sorts, len(self.sorts), table))

    def places(self, kind: Ints, masks: Small) -> Ints:
        """The same from the masks (sorts or more, B, A)."""
        return (kind * self.step)[:, None] + self.place(*masks[: len(self.sorts)])


def masks_of_sorts(sorts: Small, count: int, table: Table) -> Small:
    """(count, B, A) the masks of the constants (B, n) of each sort."""
    masks = table.masks(sorts[:, :, None] == np.arange(1, count + 1))
    return masks.transpose(1, 0, 2)
