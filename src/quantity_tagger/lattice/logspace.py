"""Sums of exponentials that neither overflow nor lose what matters; −∞ stands for log 0.

Every sum subtracts the maximum of what it adds, so scores of any size are safe. Paths are joined in
one of two algebras: "sum" (log Σ exp) or "max" (the best one). Arrays keep their long axis last, so
that every step is a few passes over contiguous rows.
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


def over_signs(values: Floats) -> Floats:
    """log Σ exp over a first axis of three, at least one term of which is finite."""
    top = np.maximum(np.maximum(values[0], values[1]), values[2])
    share = np.exp(values - top)
    total: Floats = np.log(share[0] + share[1] + share[2])
    total += top
    return total


def segments(values: Floats, cuts: Cuts, algebra: Algebra) -> tuple[Floats, Floats]:
    """Join the columns (…, n) of each gap: the result (…, g), and each column's share of it."""
    if not len(cuts.gaps):
        return np.zeros((*values.shape[:-1], 0)), values
    top = np.maximum.reduceat(values, cuts.starts, axis=-1)
    if algebra == "max":
        return top, values
    share = values - np.take(top, cuts.owner, axis=-1)
    np.exp(share, out=share)
    total = np.add.reduceat(share, cuts.starts, axis=-1)
    share *= np.take(1.0 / total, cuts.owner, axis=-1)
    return np.log(total) + top, share


def segment_argmax(values: Floats, cuts: Cuts) -> Ints:
    """(g,) the place of the first largest value (n,) of each gap."""
    if not len(cuts.gaps):
        return np.zeros(0, np.intp)
    top = np.maximum.reduceat(values, cuts.starts)
    places = np.flatnonzero(values == top[cuts.owner])
    return places[np.searchsorted(cuts.owner[places], np.arange(len(cuts.gaps)))]


def accumulate(values: Floats, cuts: Cuts, algebra: Algebra, *, backwards: bool = False) -> Floats:
    """(…, n) the columns of each gap joined from its first up to each, or from each to its last."""
    plus = np.logaddexp if algebra == "sum" else np.maximum
    result = values.copy()
    towards = 1 if backwards else -1
    for places in cuts.back if backwards else cuts.forth:
        result[..., places] = plus(result[..., places + towards], result[..., places])
    return result
