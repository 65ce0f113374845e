"""The arrays that rooms hand to each other, and how ragged rows lie end to end in one of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


def offsets(sizes: Ints) -> Ints:
    """0 and the running totals of ``sizes``: where each row begins, and where the last one ends."""
    total = np.zeros(len(sizes) + 1, np.intp)
    np.cumsum(sizes, out=total[1:])
    return total
