"""Design matrices, folded: attributes that always occur together share one column.

Columns of a 0/1 design matrix that are equal get equal gradients, so only the sum of their weights
matters to the scores. With penalties rᵢ the cheapest weights of a given sum are wᵢ = u / (rᵢ·ρ),
where ρ² = Σ 1/rᵢ, for one number u: the scores are those of one column of value ρ and weight u (Σ
wᵢ = ρ·u), the penalty is that of u (Σ rᵢ·wᵢ² = u²), so the optimum and every step towards it are
the same, with far fewer columns (most long n-grams occur once, beside others that occur once).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.features.encoded import SparseRows


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


def fold(rows: SparseRows, penalties: Floats) -> Design:
    """Fold equal columns of the matrix with these rows; ``penalties`` (attributes,) are the rᵢ."""
    shape = (len(rows.indptr) - 1, len(penalties))
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
    _, first, column = np.unique(prints, axis=0, return_index=True, return_inverse=True)
    column = column.reshape(-1)
    value = np.sqrt(np.bincount(column, 1.0 / penalties, len(first)))
    folded = (counts[:, first] @ sparse.diags_array(value)).tocsr()
    return Design(
        matrix=folded,
        transposed=folded.T.tocsr(),
        column=column,
        share=1.0 / (penalties * value[column]),
    )


def add_by_column(values: np.ndarray, indptr: Ints) -> np.ndarray:
    """Sum ``values`` over each column of a compressed matrix, wrapping around at 64 bits."""
    total = np.zeros(len(indptr) - 1, values.dtype)
    filled = np.flatnonzero(np.diff(indptr))
    if len(filled):
        total[filled] = np.add.reduceat(values, indptr[:-1][filled])
    return total
