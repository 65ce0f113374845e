"""Whether a difference between two models is real: a paired bootstrap over problems.

Both models tag the same problems, each from several starting points. A problem's score is the share
of starting points from which it is solved; problems are drawn again and again with replacement,
within each fold, and the difference of the means of folds is looked at each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from quantity_tagger.arrays import Floats
from quantity_tagger.evaluation.cross_validation import CrossValidation

DRAWS: Final = 10_000
LEVEL: Final = 0.05


@dataclass(frozen=True, slots=True)
class Difference:
    """The first without the second: the mean, its 95 % interval, and how likely a difference at
    least as far from nothing would be if there were none.
    """

    mean: float
    low: float
    high: float
    chance: float

    @property
    def real(self) -> bool:
        return self.chance < LEVEL


def difference(one: Sequence[CrossValidation], other: Sequence[CrossValidation]) -> Difference:
    """The difference of two models, each cross-validated from several starting points."""
    rng = np.random.default_rng(0)
    folds = [mine - theirs for mine, theirs in zip(_scores(one), _scores(other), strict=True)]
    drawn = np.mean([_means(rng, scores) for scores in folds], axis=0)
    mean = float(np.mean([scores.mean() for scores in folds]))
    below, above = float(np.mean(drawn <= 0)), float(np.mean(drawn >= 0))
    low, high = np.quantile(drawn, [LEVEL / 2, 1 - LEVEL / 2]).tolist()
    return Difference(mean, low, high, min(1.0, 2 * min(below, above)))


def _scores(found: Sequence[CrossValidation]) -> list[Floats]:
    """For each fold the score of each of its problems."""
    return [
        np.mean([[one.correct for one in seed.folds[fold].outcomes] for seed in found], axis=0)
        for fold in range(len(found[0].folds))
    ]


def _means(rng: np.random.Generator, scores: Floats) -> Floats:
    """(DRAWS,) the mean of so many problems drawn from these."""
    # How often each problem is drawn says as much as which are drawn, in far less room.
    counts = rng.multinomial(len(scores), np.full(len(scores), 1 / len(scores)), DRAWS)
    return np.asarray(counts @ scores / len(scores))
