"""v·g for a trained model: the weights of all features of every assignment, summed.

Few constants can be grouped in few ways, and a stream of problems meets the same groupings again
and again: the scores of each template and grouping, one for every assignment, are cached. The cache
is one array that is read and filled for many problems at once, which `support.cache` is not made
for.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Final

import numpy as np

from quantity_tagger.arrays import Bools, Floats, Ints, offsets
from quantity_tagger.features.equation.codebook import Codebook
from quantity_tagger.features.equation.constants import KINDS, ConstantTable
from quantity_tagger.features.equation.template import (
    DirectTemplate,
    GroupedTemplate,
    masks_of_groups,
)
from quantity_tagger.features.equation.view import Small, Table
from quantity_tagger.lattice.assignments import Assignments

FEW: Final = 5
"""For up to so many constants scores are cached."""

CACHED: Final = 4096
"""Rows of the cache for each number of constants, so that a stream needs no more memory."""


class EquationScorer:
    """Scores with the weights of a codebook's features."""

    def __init__(self, book: Codebook, weights: Floats) -> None:
        self._book = book
        self._grouped: list[tuple[int, GroupedTemplate, Floats]] = []
        self._direct: list[tuple[DirectTemplate, Floats]] = []
        for at, (template, offset) in enumerate(zip(book.templates, book.offsets, strict=True)):
            own = weights[offset : offset + template.size]
            if isinstance(template, GroupedTemplate):
                self._grouped.append((at, template, own))
            else:
                self._direct.append((template, own))
        self._columns = np.array([at for at, _, _ in self._grouped], np.intp)
        self._caches: dict[int, _ScoreCache] = {}

    def score(self, constants: Sequence[ConstantTable], assignments: Assignments) -> Floats:
        """(E,) for each assignment."""
        total = np.zeros(assignments.size)
        for place, view, groups in self._book.views(constants, assignments):
            here = total[place].reshape(len(view.kind), -1)
            if view.table.complete and view.size <= FEW:
                self._cache_of(view.table).add(here, view.kind, groups[:, :, self._columns])
            else:
                for at, grouped, weights in self._grouped:
                    here += weights[grouped.values(view.kind, groups[:, :, at], view.table)]
            for direct, weights in self._direct:
                here += weights[direct.find(view)]
        return total

    def _cache_of(self, table: Table) -> _ScoreCache:
        if table.size not in self._caches:
            templates = [(grouped, weights) for _, grouped, weights in self._grouped]
            self._caches[table.size] = _ScoreCache(templates, table)
        return self._caches[table.size]


class _ScoreCache:
    """The scores (A,) of all assignments by each of S templates, for the ways in which n constants
    can be grouped and the kinds of questions; worked out when first met.
    """

    def __init__(self, templates: Sequence[tuple[GroupedTemplate, Floats]], table: Table) -> None:
        self._templates, self._table = templates, table
        bases = np.array([len(template.groups) + 1 for template, _ in templates], np.intp)
        self._powers = bases ** np.arange(table.size)[:, None]
        self._step = bases**table.size
        self._start = offsets(self._step * len(KINDS))
        self._rows = np.full(self._start[-1], -1, np.int32)
        self._scores = np.empty((CACHED, len(table.signs)))
        self._count = 0
        self._lock = Lock()  # no thread may empty the cache while another reads it

    def add(self, total: Floats, kind: Ints, groups: Small) -> None:
        """Add to ``total`` (B, A) the scores of these groups (B, n, S)."""
        keys = (groups * self._powers).sum(axis=1) + kind[:, None] * self._step + self._start[:-1]
        at_once = CACHED // max(keys.shape[1], 1)
        for start in range(0, len(keys), at_once):
            part = slice(start, start + at_once)
            with self._lock:
                for rows in self._known(keys[part], kind[part], groups[part]).T:
                    total[part] += self._scores.take(rows, axis=0)

    def _known(self, keys: Ints, kind: Ints, groups: Small) -> Ints:
        """(B, S) the rows of these keys; those that are missing are made."""
        missing = self._rows[keys] < 0
        if missing.any():
            if self._count + np.count_nonzero(missing) > CACHED:
                self._rows.fill(-1)
                self._count = 0
                missing.fill(True)
            self._fill(keys, missing, kind, groups)
        return np.asarray(self._rows[keys])

    def _fill(self, keys: Ints, missing: Bools, kind: Ints, groups: Small) -> None:
        number, problem = np.nonzero(missing.T)
        each = dict(zip(keys[problem, number].tolist(), range(len(number)), strict=True))
        some = np.array(list(each.values()), np.intp)
        number, problem = number[some], problem[some]
        most = max(len(template.groups) for template, _ in self._templates)
        masks = masks_of_groups(groups[problem, :, number], most, self._table)
        stop = self._count + len(some)
        scores = self._scores[self._count : stop]
        bounds = np.searchsorted(number, np.arange(len(self._templates) + 1)).tolist()
        for (template, weights), start, end in zip(
            self._templates, bounds[:-1], bounds[1:], strict=True
        ):
            if start < end:
                places = template.places(kind[problem[start:end]], masks[:, start:end])
                scores[start:end] = weights[places]
        self._rows[list(each)] = np.arange(self._count, stop)
        self._count = stop
