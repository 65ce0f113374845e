"""Sums of exponentials that neither overflow nor lose what matters; −∞ stands for log 0.

Every sum subtracts the maximum of what it adds, so scores of any size are safe. Paths are joined in
one of two algebras: "sum" (log Σ exp) or "max" (the best one). Arrays keep their long axis last, so
that every step is a few passes over contiguous rows.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from quantity_tagger.arrays import Floats

Algebra = Literal["sum", "max"]


def finite_or_zero(values: Floats) -> Floats:
    """Maxima to subtract: where everything is −∞ nothing needs shifting."""
    return np.where(np.isfinite(values), values, 0.0)


def logsumexp(values: Floats, axis: int) -> Floats:
    """Log Σ exp along one axis; −∞ where all terms are."""
    top = finite_or_zero(values.max(axis=axis, keepdims=True))
    with np.errstate(divide="ignore"):
        total: Floats = np.log(np.exp(values - top).sum(axis=axis))
    return total + top.squeeze(axis)


def over_signs(values: Floats) -> Floats:
    """Log Σ exp over a first axis of three, at least one term of which is finite."""
    top = np.maximum(np.maximum(values[0], values[1]), values[2])
    share = np.exp(values - top)
    total: Floats = np.log(share[0] + share[1] + share[2])
    total += top
    return total


def join(values: Floats, algebra: Algebra) -> tuple[Floats, Floats]:
    """Finite ``values`` (…, c, n) joined over c (…, n), and the share of each in the sum."""
    top = values.max(axis=-2)
    if algebra == "max":
        return top, values
    share = values - top[..., None, :]
    np.exp(share, out=share)
    total = share.sum(axis=-2)
    share *= (1.0 / total)[..., None, :]
    np.log(total, out=total)
    total += top
    return total, share


def accumulate(values: Floats, algebra: Algebra) -> Floats:
    """(…, c, n) each of ``values`` joined with all before it along c."""
    plus = np.logaddexp if algebra == "sum" else np.maximum
    result: Floats = plus.accumulate(values, axis=-2)
    return result
