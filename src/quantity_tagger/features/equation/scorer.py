"""v·g for a trained model: the weights of all features of every assignment, summed.

Of few constants there are few ways in which a template can sort them, and a stream of problems
meets the same ones again and again: what each is worth to all assignments is found out once and
kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Final

import numpy as np

from quantity_tagger.arrays import Bools, Floats, Ints, offsets
from quantity_tagger.features.equation.codebook import Codebook
from quantity_tagger.features.equation.constants import KINDS, Frame
from quantity_tagger.features.equation.template import Looking, Sorting, masks_of_sorts
from quantity_tagger.features.equation.view import Small, Table
from quantity_tagger.lattice.assignments import Assignments

FEW: Final = 5
"""Of up to so many constants worths are kept."""

KEPT: Final = 4096
"""How many are kept of each number of constants, so that a stream of texts needs no more memory."""


class Weigher:
    """Weighs with the weights of a codebook's features."""

    def __init__(self, book: Codebook, weights: Floats) -> None:
        self._book = book
        self._sorting: list[tuple[int, Sorting, Floats]] = []
        self._looking: list[tuple[Looking, Floats]] = []
        for at, (template, offset) in enumerate(zip(book.templates, book.offsets, strict=True)):
            own = weights[offset : offset + template.size]
            if isinstance(template, Sorting):
                self._sorting.append((at, template, own))
            else:
                self._looking.append((template, own))
        self._columns = np.array([at for at, _, _ in self._sorting], np.intp)
        self._kept: dict[int, _Kept] = {}

    def weigh(self, frames: Sequence[Frame], assignments: Assignments) -> Floats:
        """(E,) for each assignment of the assignments."""
        total = np.zeros(assignments.size)
        for place, view, sorts in self._book.views(frames, assignments):
            here = total[place].reshape(len(view.kind), -1)
            if view.table.complete and view.size <= FEW:
                self._kept_of(view.table).add(here, view.kind, sorts[:, :, self._columns])
            else:
                for at, sorting, weights in self._sorting:
                    here += weights[sorting.values(view.kind, sorts[:, :, at], view.table)]
            for looking, weights in self._looking:
                here += weights[looking.find(view)]
        return total

    def _kept_of(self, table: Table) -> _Kept:
        if table.size not in self._kept:
            templates = [(sorting, weights) for _, sorting, weights in self._sorting]
            self._kept[table.size] = _Kept(templates, table)
        return self._kept[table.size]


class _Kept:
    """What each of S templates is worth to all assignments (A,), for the ways in which n constants
    can be sorted and the kinds of questions; found out when it is first met.
    """

    def __init__(self, templates: Sequence[tuple[Sorting, Floats]], table: Table) -> None:
        self._templates, self._table = templates, table
        bases = np.array([len(template.sorts) + 1 for template, _ in templates], np.intp)
        self._powers = bases ** np.arange(table.size)[:, None]
        self._step = bases**table.size
        self._start = offsets(self._step * len(KINDS))
        self._rows = np.full(self._start[-1], -1, np.int32)
        self._worth = np.empty((KEPT, len(table.signs)))
        self._count = 0
        self._lock = Lock()  # what is found out in one thread must not be forgotten by another

    def add(self, total: Floats, kind: Ints, sorts: Small) -> None:
        """Add to ``total`` (B, A) what these sorts (B, n, S) are worth."""
        keys = (sorts * self._powers).sum(axis=1) + kind[:, None] * self._step + self._start[:-1]
        at_once = KEPT // max(keys.shape[1], 1)
        for start in range(0, len(keys), at_once):
            part = slice(start, start + at_once)
            with self._lock:
                for rows in self._known(keys[part], kind[part], sorts[part]).T:
                    total[part] += self._worth.take(rows, axis=0)

    def _known(self, keys: Ints, kind: Ints, sorts: Small) -> Ints:
        """(B, S) the rows of these keys; those that are missing are made."""
        missing = self._rows[keys] < 0
        if missing.any():
            if self._count + np.count_nonzero(missing) > KEPT:
                self._rows.fill(-1)
                self._count = 0
                missing.fill(True)
            self._find_out(keys, missing, kind, sorts)
        return np.asarray(self._rows[keys])

    def _find_out(self, keys: Ints, missing: Bools, kind: Ints, sorts: Small) -> None:
        number, problem = np.nonzero(missing.T)
        each = dict(zip(keys[problem, number].tolist(), range(len(number)), strict=True))
        some = np.array(list(each.values()), np.intp)
        number, problem = number[some], problem[some]
        most = max(len(template.sorts) for template, _ in self._templates)
        masks = masks_of_sorts(sorts[problem, :, number], most, self._table)
        stop = self._count + len(some)
        worth = self._worth[self._count : stop]
        bounds = np.searchsorted(number, np.arange(len(self._templates) + 1)).tolist()
        for (template, weights), start, end in zip(
            self._templates, bounds[:-1], bounds[1:], strict=True
        ):
            if start < end:
                places = template.places(kind[problem[start:end]], masks[:, start:end])
                worth[start:end] = weights[places]
        self._rows[list(each)] = np.arange(self._count, stop)
        self._count = stop
