"""Decoding as the published code of the paper does it: cues as rules that cannot be overruled.

The larger of what is compared must be +, the smaller −, and what is not related to the question 0.
The rules are general and stated here in full; the published code has more of them, made for single
problems, which are not re-made. Nothing else in this package decodes so: it is there to show what
such rules are worth (`quantity-tagger cross-validate --decode published`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.features.cues import Cue, cues
from quantity_tagger.model.decoding import decode
from quantity_tagger.reading.analysis import describe
from quantity_tagger.signs import INDEX

if TYPE_CHECKING:
    from quantity_tagger.arrays import Bools
    from quantity_tagger.model.model import Model
    from quantity_tagger.problem.problem import Problem

Rules = Mapping[Cue, int]
RULES: Final[Rules] = {"larger": 1, "smaller": -1, "unrelated": 0}
USED: Final = 2
"""So many constants must be left to use, else the rules are no help and are not asked."""


def published_signs(
    model: Model, problems: Sequence[Problem], rules: Rules = RULES
) -> list[tuple[int, ...]]:
    """For each problem the signs of its quantities, under the rules."""
    if model.lattice.weighs_equations:
        raise QuantityTaggerError(
            f"{model.lattice.title} is not of the paper and has no published decoding; "
            "take another variant"
        )
    if not problems:
        return []
    scored = model.score(problems)
    encoded = scored.encoded
    allowed = encoded.layout.allowed & _admitted(problems, rules)
    # Without assignments the lattice looks for the best that are allowed, however many there are.
    layout = replace(encoded.layout, allowed=allowed, assignments=None)
    encoded = replace(encoded, layout=layout)
    found = decode(model.lattice, encoded, scored.scores, problems)
    return [one.candidates[0][0] for one in found]


def _admitted(problems: Sequence[Problem], rules: Rules) -> Bools:
    """(3, Q) the signs that the rules leave to each entry."""
    columns = []
    for problem in problems:
        told = cues(describe(problem))
        ruled = sum(one not in (None, "unrelated") for one in told) >= USED
        for cue in told:
            column = np.ones(3, bool)
            if ruled and cue is not None and cue in rules:
                column[:] = False
                column[INDEX[rules[cue]]] = True
            columns.append(column)
    return np.stack(columns, axis=1)
