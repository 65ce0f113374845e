"""New problems as integer arrays for a trained model: what `assemble` does by names, by numbers.

Both give the same rows. Naming is for training, which must learn which attributes there are, and
for explaining; here all that the model does not know is passed over unnamed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from quantity_tagger.arrays import Ints, offsets
from quantity_tagger.features import BIAS, CONSTANT, UNKNOWN
from quantity_tagger.features.encoded import Batch, Rows, Vocabulary, allowed_signs
from quantity_tagger.features.ngrams import NONE, Lookup
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.support.cache import Memo

if TYPE_CHECKING:
    from quantity_tagger.features.equation.codebook import Equations
    from quantity_tagger.features.external import Saying
    from quantity_tagger.features.window import Windows
    from quantity_tagger.lattice.assignments import Assignments
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

TOKENS, QUANTITIES = 0, 1


class Numbering:
    """Numbers the attributes of problems by a model's vocabularies."""

    def __init__(
        self, templates: Sequence[str], tokens: Vocabulary, quantities: Vocabulary
    ) -> None:
        self._lookup = Lookup(templates, (tokens, quantities))
        self._said: Memo[Saying, list[int]] = Memo(partial(_numbers_of, quantities))
        self._token_bias = tokens.get(BIAS, NONE)
        self._bias, self._unknown, self._constant = (
            quantities.get(name, NONE) for name in (BIAS, UNKNOWN, CONSTANT)
        )

    def batch(
        self,
        problems: Sequence[Problem],
        windows: Windows,
        layout: Layout,
        facts: Sequence[Facts],
        equations: Equations | None = None,
    ) -> Batch:
        """Problems ready for a lattice; without ``facts`` nothing external is looked at."""
        lines = self._lookup.lines(problems)
        at = (lines.first[windows.problem] + windows.tokens)[np.argsort(layout.column)]
        tokens = self._lookup.attributes(lines, TOKENS, at)
        always = np.full((1, tokens.shape[1]), self._token_bias)
        at = np.repeat(lines.first, windows.counts) + windows.anchors
        quantities = self._lookup.attributes(lines, QUANTITIES, at)
        also = np.full((2, quantities.shape[1]), self._bias)
        also[0] = self._constant
        also[0, layout.first + windows.unknown] = self._unknown
        of_quantities = _known(np.concatenate([quantities, also]))
        if facts:
            of_quantities = _beside(of_quantities, self._external(facts))
        return Batch(
            layout,
            _known(np.concatenate([tokens, always])),
            of_quantities,
            equations,
        )

    def _external(self, facts: Sequence[Facts]) -> Rows:
        from quantity_tagger.features.external import sayings

        numbers_of = self._said
        found: list[int] = []
        ends = [0]
        for one in facts:
            for line in sayings(one):
                for saying in line:
                    found += numbers_of[saying]
                ends.append(len(found))
        return Rows(np.array(ends, np.intp), np.array(found, np.intp))


def _numbers_of(known: Vocabulary, saying: Saying) -> list[int]:
    """The numbers of the attributes that a saying names, those that are known."""
    from quantity_tagger.features.external import names

    return [known[name] for name in names(saying) if name in known]


def laid_out(
    windows: Windows, *, free_unknown: bool, assignments: Assignments | None = None
) -> Layout:
    """Where everything lies, as `batch.layout` says it of windows one by one."""
    quantity_offsets = offsets(windows.counts)
    return Layout(
        quantity_offsets=quantity_offsets,
        gap_offsets=offsets(windows.gaps),
        allowed=allowed_signs(quantity_offsets, windows.unknown, free_unknown),
        windows=windows.reach,
        assignments=assignments,
    )


def _known(attributes: Ints) -> Rows:
    """The rows of a table (looks, n), without what is `NONE`."""
    there = attributes.T != NONE
    return Rows(offsets(there.sum(axis=1)), attributes.T[there])


def _beside(left: Rows, right: Rows) -> Rows:
    """Rows that hold what the rows of both hold, one after the other."""
    sizes = np.diff(left.indptr), np.diff(right.indptr)
    indices = np.empty(len(left.indices) + len(right.indices), np.intp)
    is_left = np.repeat(np.tile([True, False], len(sizes[0])), np.stack(sizes, axis=1).reshape(-1))
    indices[is_left], indices[~is_left] = left.indices, right.indices
    return Rows(left.indptr + right.indptr, indices)
