"""Sums of exponentials that neither overflow nor lose what matters; −∞ stands for log 0.

Every sum subtracts the maximum of what it adds, so scores of any size are safe. Paths are joined in
one of two algebras: "sum" (log Σ exp) or "max" (the best one).
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from quantity_tagger.lattice.layout import Cuts, Floats, Ints

Algebra = Literal["sum", "max"]


def finite_or_zero(values: Floats) -> Floats:
    """Maxima to subtract: where everything is −∞ nothing needs shifting."""
    return np.where(np.isfinite(values), values, 0.0)


def logsumexp(values: Floats, axis: int) -> Floats:
    """log Σ exp along one axis; −∞ where all terms are."""
    top = finite_or_zero(values.max(axis=axis, keepdims=True))
    with np.errstate(divide="ignore"):
        total: Floats = np.log(np.exp(values - top).sum(axis=axis))
    return total + top.squeeze(axis)


def segments(values: Floats, cuts: Cuts, algebra: Algebra) -> tuple[Floats, Floats]:
    """Join the rows (n, …) of each gap: the result (g, …), and each row's share of it (for "sum")."""
    if not len(cuts.gaps):
        return np.zeros((0, *values.shape[1:])), values
    top = np.maximum.reduceat(values, cuts.starts, axis=0)
    if algebra == "max":
        return top, values
    share = np.exp(values - top[cuts.owner])
    total = np.add.reduceat(share, cuts.starts, axis=0)
    share /= total[cuts.owner]
    return np.log(total) + top, share


def segment_argmax(values: Floats, cuts: Cuts) -> Ints:
    """(g,) the row of the first largest value (n,) of each gap."""
    if not len(cuts.gaps):
        return np.zeros(0, np.intp)
    top = np.maximum.reduceat(values, cuts.starts)
    rows = np.flatnonzero(values == top[cuts.owner])
    return rows[np.searchsorted(cuts.owner[rows], np.arange(len(cuts.gaps)))]


def accumulate(values: Floats, cuts: Cuts, algebra: Algebra, *, backwards: bool = False) -> Floats:
    """(n, …) the rows of each gap joined from its first up to each one, or from each one to its last."""
    plus = np.logaddexp if algebra == "sum" else np.maximum
    result = values.copy()
    towards = 1 if backwards else -1
    for rows in cuts.back if backwards else cuts.forth:
        result[rows] = plus(result[rows + towards], result[rows])
    return result
