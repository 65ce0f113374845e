"""Design matrices, folded: attributes that always occur together share one column.

Columns of a 0/1 design matrix that are equal get equal gradients, so from a common start their
weights stay equal. k equal columns with weights w each are one column with value √k and weight u =
√k·w: the same scores (k·w = √k·u) and the same penalty (k·w² = u²), so the optimum and every step
towards it are the same, with far fewer columns (most long n-grams occur once, beside others that
occur once).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from quantity_tagger.batch import Rows
from quantity_tagger.lattice.layout import Floats, Ints


@dataclass(frozen=True)
class Design:
    """A folded matrix and the way back: attribute a has column ``column[a]`` and, in units of its
    column's weight, weight ``share[a]``.
    """

    matrix: sparse.csr_array
    transposed: sparse.csr_array
    column: Ints
    share: Floats

    def expand(self, folded: Floats) -> Floats:
        """(attributes, c) weights from the folded ones (columns, c)."""
        return folded[self.column] * self.share[:, None]


def fold(rows: Rows, n_attributes: int) -> Design:
    """Fold equal columns of the matrix with these rows."""
    shape = (len(rows.indptr) - 1, n_attributes)
    matrix = sparse.csr_array((np.ones(len(rows.indices)), rows.indices, rows.indptr), shape)
    matrix.sum_duplicates()
    # Columns are equal when their random sums are: two 64-bit sums make a false match unthinkable.
    seeds = np.random.default_rng(0).integers(1, 2**62, size=(2, shape[0]), dtype=np.uint64)
    counts = matrix.tocsc()
    prints = np.stack(
        [
            add_by_column(counts.data.astype(np.uint64) * seed[counts.indices], counts.indptr)
            for seed in seeds
        ],
        axis=1,
    )
    _, first, column, size = np.unique(
        prints, axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    folded = (counts[:, first] @ sparse.diags_array(np.sqrt(size.astype(float)))).tocsr()
    return Design(
        matrix=folded,
        transposed=folded.T.tocsr(),
        column=column.reshape(-1),
        share=1.0 / np.sqrt(size.astype(float))[column.reshape(-1)],
    )


def add_by_column(values: np.ndarray, indptr: Ints) -> np.ndarray:
    """Sum ``values`` over each column of a compressed matrix, wrapping around at 64 bits."""
    total = np.zeros(len(indptr) - 1, values.dtype)
    filled = np.flatnonzero(np.diff(indptr))
    if len(filled):
        total[filled] = np.add.reduceat(values, indptr[:-1][filled])
    return total
