"""The numbers a lattice weighs: w·f on tokens, on quantities, and on the structure itself."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from quantity_tagger.arrays import Floats


@dataclass(frozen=True)
class Scores:
    """Scores of labels; the same shape holds expected counts and gradients.

    ``tokens`` (C, M): one row for each of the lattice's token labels.
    ``quantities`` (3, Q): one row for each sign.
    ``structure`` (D,): one entry for each of the lattice's structural features.
    ``equations`` (E,): one entry for each assignment of the layout, where these are scored.
    """

    tokens: Floats
    quantities: Floats
    structure: Floats
    equations: Floats = field(default_factory=lambda: np.zeros(0))

    def __sub__(self, other: Scores) -> Scores:
        return Scores(
            self.tokens - other.tokens,
            self.quantities - other.quantities,
            self.structure - other.structure,
            self.equations - other.equations,
        )
