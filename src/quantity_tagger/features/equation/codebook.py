"""g(T, y): features of a whole equation, which no single quantity shows.

Each *template* looks at one property (the answer's size, whether owners agree, …) and gives every
assignment of signs exactly one value; a feature is a template with one of its values (`templates`).
Values are worked out for many problems and all their assignments at once (`view`).

Families of templates can be switched off, as all templates can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Final

import numpy as np

from quantity_tagger.arrays import Ints
from quantity_tagger.features.equation.constants import ConstantTable
from quantity_tagger.features.equation.template import DirectTemplate, GroupedTemplate
from quantity_tagger.features.equation.templates import TEMPLATES
from quantity_tagger.features.equation.view import FIELDS, VALUES, Small, Stack, View
from quantity_tagger.lattice.assignments import Assignments, AssignmentTable

FAMILIES: Final = ("g-frame", "g-pattern", "g-answer")


@dataclass(frozen=True)
class Codebook:
    """The templates of the chosen families laid end to end."""

    families: tuple[str, ...]
    templates: tuple[DirectTemplate | GroupedTemplate, ...] = field(init=False, compare=False)
    offsets: tuple[int, ...] = field(init=False, compare=False)
    size: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        chosen = tuple(t for t in TEMPLATES if t.family in self.families)
        ends = [0, *np.cumsum([template.size for template in chosen]).tolist()]
        object.__setattr__(self, "templates", chosen)
        object.__setattr__(self, "offsets", tuple(ends[:-1]))
        object.__setattr__(self, "size", ends[-1])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every feature, in order."""
        return tuple(name for template in self.templates for name in template.names())

    def codes(self, constants: Sequence[ConstantTable], assignments: Assignments) -> Ints:
        """(T, E) for each template the feature that each assignment has."""
        found = np.empty((len(self.templates), assignments.size), np.intp)
        for place, view, groups in self.views(constants, assignments):
            here = found[:, place].reshape(len(found), len(view.kind), -1)
            for at, (template, offset) in enumerate(zip(self.templates, self.offsets, strict=True)):
                values: Small
                if isinstance(template, GroupedTemplate):
                    values = template.values(view.kind, groups[:, :, at], view.table)
                else:
                    values = template.find(view)
                np.add(values, offset, out=here[at], dtype=np.intp)
        return found

    def views(
        self, constants: Sequence[ConstantTable], assignments: Assignments
    ) -> Iterator[tuple[slice, View, Small]]:
        """Where the assignments of problems with equally many constants stand, a view of them, and
        the group (B, n, T) of each constant for each template.
        """
        if not self.templates or not assignments.size:
            return
        stack = Stack(constants)
        fields, numbers = self._groups
        groups = numbers[np.arange(len(fields)), stack.fields[:, fields]]
        for _, group in groupby(assignments, key=_shape):
            tables = list(group)
            problems = np.concatenate([table.problems for table in tables])
            view = View(stack, problems, tables[0].constants)
            place = slice(tables[0].place.start, tables[-1].place.stop)
            yield place, view, groups[view.rows]

    @cached_property
    def _groups(self) -> tuple[Ints, Small]:
        """(T,) the field of each template, and (T, values) the groups of its values."""
        fields = np.zeros(len(self.templates), np.intp)
        numbers = np.zeros((len(self.templates), VALUES), np.uint8)
        for at, template in enumerate(self.templates):
            if isinstance(template, GroupedTemplate):
                fields[at] = FIELDS[template.field]
                numbers[at] = [template.group_of(value) for value in range(VALUES)]
        return fields, numbers


def _shape(table: AssignmentTable) -> tuple[int, int]:
    """Equal for tables that have one table of the constants' signs: all that there are."""
    return table.rows.shape[1], -1 if table.is_complete else table.place.start


@dataclass(frozen=True)
class Equations:
    """The assignments of some problems and what g sees of them."""

    book: Codebook
    constants: Sequence[ConstantTable]
    assignments: Assignments

    def codes(self) -> Ints:
        """(T, E) the features, one from each template."""
        return self.book.codes(self.constants, self.assignments)
