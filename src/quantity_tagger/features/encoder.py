"""Problems as sparse integer rows: attributes of the tokens of t, and of its quantities.

`Encoder.fit` learns which attributes there are in some problems (`vocabulary`). `Encoder.encode`
names nothing: n-grams are looked up by their numbers (`ngrams`), and the attributes that follow
from a fact are named once and cached. What the vocabularies do not have is passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from quantity_tagger.features import BIAS, CONSTANT, UNKNOWN, readings
from quantity_tagger.features.encoded import NONE, Encoded, SparseRows
from quantity_tagger.features.ngrams import NgramIndex
from quantity_tagger.features.readings import Readings
from quantity_tagger.support.cache import BoundedCache

if TYPE_CHECKING:
    from quantity_tagger.arrays import Ints
    from quantity_tagger.features.equation.codebook import Equations
    from quantity_tagger.features.external import AttributeKey
    from quantity_tagger.features.window import Windows
    from quantity_tagger.lattice.layout import Layout
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

Vocabulary = dict[str, int]
"""The number of each attribute; numbers count its names through in order."""

TOKENS, QUANTITIES = 0, 1


class Encoder:
    """Encodes by the vocabularies of ``tokens``, of ``quantities`` and of ``readings``."""

    def __init__(
        self,
        templates: Sequence[str],
        tokens: Vocabulary,
        quantities: Vocabulary,
        readings: Vocabulary | None = None,
    ) -> None:
        self.templates = tuple(templates)
        self.tokens = tokens
        self.quantities = quantities
        self.readings = {} if readings is None else readings
        self._ngrams: NgramIndex | None = None
        self._external: BoundedCache[AttributeKey, list[int]] = BoundedCache(
            partial(_known_attributes, quantities)
        )

    def __reduce__(self) -> tuple[type[Encoder], tuple[object, ...]]:
        return type(self), (self.templates, self.tokens, self.quantities, self.readings)

    @classmethod
    def fit(
        cls,
        templates: Sequence[str],
        problems: Sequence[Problem],
        windows: Windows,
        facts: Sequence[Facts],
        min_count: int = 1,
        times: Sequence[int] | None = None,
    ) -> Encoder:
        """The encoder of all attributes that occur in at least ``min_count`` rows; ``times`` says
        how often each problem is told, by default once.
        """
        from quantity_tagger.features.vocabulary import Series, external, frequent, of_readings

        told = [1] * len(problems) if times is None else times
        often = np.array(told, np.intp)
        series = Series(problems)

        def around(owner: Ints, at: Ints) -> list[str]:
            return series.frequent(series.first[owner] + at, often[owner], templates, min_count)

        counts = windows.counts
        own = [(CONSTANT, int(often @ (counts - 1))), (UNKNOWN, int(often.sum()))]
        if facts:
            own += external(facts, told, templates)
        quantities = around(np.repeat(np.arange(len(counts)), counts), windows.anchors)
        read: list[str] = []
        if readings.FAMILY in templates:
            read = frequent(of_readings(facts, told), min_count)
        return cls(
            templates,
            _numbered(BIAS, around(windows.problem, windows.tokens)),
            _numbered(BIAS, [*quantities, *frequent(own, min_count)]),
            _numbered(readings.READ, read) if read else {},
        )

    def encode(
        self,
        problems: Sequence[Problem],
        windows: Windows,
        layout: Layout,
        facts: Sequence[Facts],
        equations: Equations | None = None,
    ) -> Encoded:
        """The rows of all problems; without ``facts`` nothing external is looked at."""
        ngrams = self._index()
        lines = ngrams.lines(problems)
        at = (lines.first[windows.problem] + windows.tokens)[np.argsort(layout.column)]
        tokens = ngrams.attributes(lines, TOKENS, at)
        always = np.full((1, tokens.shape[1]), self.tokens.get(BIAS, NONE))
        at = np.repeat(lines.first, windows.counts) + windows.anchors
        quantities = ngrams.attributes(lines, QUANTITIES, at)
        also = np.full((2, quantities.shape[1]), self.quantities.get(BIAS, NONE))
        also[0] = self.quantities.get(CONSTANT, NONE)
        also[0, layout.first + windows.unknown] = self.quantities.get(UNKNOWN, NONE)
        of_quantities = SparseRows.of_table(np.concatenate([quantities, also]))
        if facts:
            of_quantities = of_quantities.beside(self._external_rows(facts))
        of_tokens = SparseRows.of_table(np.concatenate([tokens, always]))
        derived = self._readings(facts, layout) if equations is not None else None
        return Encoded(windows, layout, of_tokens, of_quantities, equations, derived)

    def _readings(self, facts: Sequence[Facts], layout: Layout) -> Readings | None:
        if not self.readings or layout.assignments is None:
            return None
        known = self.readings
        told = [
            [
                (each, [known[name] for name in each.names if name in known])
                for each in readings.readings(one)
            ]
            for one in facts
        ]
        return Readings.of(told, layout.assignments)

    def names(self) -> tuple[list[str], list[str]]:
        """The inverse of the vocabularies: the names of tokens' and of quantities' attributes."""
        return list(self.tokens), list(self.quantities)

    def _index(self) -> NgramIndex:
        if self._ngrams is None:
            self._ngrams = NgramIndex(self.templates, (self.tokens, self.quantities))
        return self._ngrams

    def _external_rows(self, facts: Sequence[Facts]) -> SparseRows:
        from quantity_tagger.features.external import attribute_keys

        attributes_of = self._external
        found: list[int] = []
        ends = [0]
        for one in facts:
            for line in attribute_keys(one, self.templates):
                for key in line:
                    found += attributes_of[key]
                ends.append(len(found))
        return SparseRows(np.array(ends, np.intp), np.array(found, np.intp))


def _numbered(always: str, names: Sequence[str]) -> Vocabulary:
    """What every row has (``always``), and these names."""
    return {name: number for number, name in enumerate(dict.fromkeys([always, *names]))}


def _known_attributes(known: Vocabulary, key: AttributeKey) -> list[int]:
    """The attributes that a key stands for, those that are known."""
    from quantity_tagger.features.external import names

    return [known[name] for name in names(key) if name in known]
