"""Which attributes an encoder knows: those that the problems it is fitted to have often enough.

There are far more attributes than are kept, so they are counted by what they stand for, and those
that are kept are named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from quantity_tagger.arrays import Ints
from quantity_tagger.features.contextual import REACH, TEMPLATES, lines
from quantity_tagger.features.external import AttributeKey, attribute_keys, names
from quantity_tagger.features.readings import readings

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

Counted = Iterable[tuple[str, int]]
"""Attributes that occur, and how often."""


def frequent(told: Counted, least: int) -> list[str]:
    """The attributes that occur ``least`` times in all."""
    counts: Counter[str] = Counter()
    for name, times in told:
        counts[name] += times
    return [name for name, count in counts.items() if count >= least]


def external(facts: Sequence[Facts], times: Sequence[int], templates: Sequence[str]) -> Counted:
    """The external attributes of problems, ``times`` saying how often each problem is told."""
    keys: Counter[AttributeKey] = Counter()
    for one, count in zip(facts, times, strict=True):
        for line in attribute_keys(one, templates):
            for key in line:
                keys[key] += count
    return ((name, count) for key, count in keys.items() for name in names(key))


def of_readings(facts: Sequence[Facts], times: Sequence[int]) -> Counted:
    """The same of the readings of problems."""
    for one, count in zip(facts, times, strict=True):
        for each in readings(one):
            for name in each.names:
                yield name, count


class Series:
    """Problems laid end to end with edges between them, to count what stands around their tokens;
    ``first`` (P,) is the place of each one's first token.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self._lines: dict[str, list[str]] = {"w": [], "t": [], "e": []}
        starts: list[int] = []
        for problem in problems:
            starts.append(len(self._lines["w"]) + REACH)
            for kind, line in lines(problem).items():
                self._lines[kind] += line
        self.first = np.array(starts, np.intp)
        self._runs: dict[tuple[str, int], tuple[Ints, Ints]] = {}

    def frequent(
        self, places: Ints, times: Ints, templates: Sequence[str], least: int
    ) -> list[str]:
        """The contextual attributes that ``least`` of these places (n,) have; ``times`` (n,) is
        how often each counts.
        """
        found: list[str] = []
        for template in TEMPLATES:
            for name, first, last in TEMPLATES[template] if template in templates else ():
                line, size = self._lines[name[0]], last - first + 1
                runs, start = self._numbered(name[0], size)
                counts = np.bincount(runs[places + first], times, len(start))
                kept = start[counts >= least].tolist()
                found += [f"{name}={'_'.join(line[at : at + size])}" for at in kept]
        return found

    def _numbered(self, kind: str, size: int) -> tuple[Ints, Ints]:
        """The number of the run of ``size`` symbols that starts at each place, and for each number
        a place where its run starts. A run is the run of its symbols but the last, and the last.
        """
        if (kind, size) not in self._runs:
            if size == 1:
                known: dict[str, int] = {}
                keys = [known.setdefault(one, len(known)) for one in self._lines[kind]]
                pairs = np.array(keys, np.intp)
            else:
                (before, _), (last, each) = (self._numbered(kind, n) for n in (size - 1, 1))
                pairs = before[:-1] * len(each) + last[size - 1 :]
            _, start, runs = np.unique(pairs, return_index=True, return_inverse=True)
            self._runs[kind, size] = runs, start
        return self._runs[kind, size]
