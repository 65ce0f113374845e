"""The regularised negative log-likelihood (paper, equation 3) and its gradient (equation 4).

    f(w) = Σ_i n_i [ log Σ_{y,h} exp w·f(t_i, y, h) − log Σ_h exp w·f(t_i, y_i, h) ] + λ ‖w − μ‖²

where n_i is how often problem i is told: repetitions are weighed, not computed again; h is a span,
and for QT(g) also the reading that derives the equation (`features.readings`); of the gold signs
only those readings count that derive the gold equation.
μ is 0, or the means of an informative prior for a few features; the weight of an attribute may be
penalised more than others (``penalties``: of tokens' and of quantities' attributes, of the features
of whole equations and of those of readings).
"""

from __future__ import annotations

import numpy as np

from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.features.encoded import Encoded, SparseRows
from quantity_tagger.features.readings import PLAIN, Readings
from quantity_tagger.lattice.assignments import Assignments
from quantity_tagger.lattice.base import Lattice
from quantity_tagger.lattice.scores import Scores
from quantity_tagger.learning.folding import fold
from quantity_tagger.model.model import Weights


class Objective:
    """f and its gradient over one flat vector: the folded deviations of w from the prior's mean."""

    def __init__(
        self,
        lattice: Lattice,
        encoded: Encoded,
        gold: Ints,
        mean: Weights,
        regularisation: float,
        penalties: tuple[Floats, Floats, Floats, Floats] | None = None,
        equations: Ints | None = None,
        times: Floats | None = None,
    ) -> None:
        """``gold`` (Q,) are the right signs, ``equations`` (P,) the number of each problem's right
        equation among those that signs cannot write; by default signs write all of them.
        ``times`` (P,) is how often each problem counts, by default once.
        """
        self.lattice = lattice
        self.layout = encoded.layout
        self.gold = gold
        self.times = times
        self.mean = mean
        self.regularisation = regularisation
        if penalties is None:
            penalties = (
                np.ones(len(mean.tokens)),
                np.ones(len(mean.quantities)),
                np.ones(len(mean.equations)),
                np.ones(len(mean.readings)),
            )
        self.tokens = fold(encoded.tokens, penalties[0])
        self.quantities = fold(encoded.quantities, penalties[1])
        codes = encoded.codes()
        self.equations = fold(one_each(codes), penalties[2])
        self.readings = encoded.readings
        no_rows = SparseRows(np.zeros(1, np.intp), np.zeros(0, np.intp))
        rows = no_rows if self.readings is None else self.readings.rows
        self.reading_features = fold(rows, penalties[3])
        self.right: _Right | None = None
        if self.readings is not None and encoded.layout.assignments is not None:
            if equations is None:
                equations = np.full(encoded.layout.n_problems, PLAIN)
            self.right = _Right(self.readings, encoded.layout.assignments, gold, equations, times)
        self.base_of_readings = rows.weigh(mean.readings[:, None])[0]
        self.base = Scores(
            encoded.tokens.weigh(mean.tokens),
            encoded.quantities.weigh(mean.quantities),
            mean.structure,
            mean.equations[codes].sum(axis=0),
        )
        labels = len(lattice.token_labels)
        self._shapes = (
            (self.tokens.matrix.shape[1], labels),
            (self.quantities.matrix.shape[1], 3),
            (len(lattice.structure),),
            (self.equations.matrix.shape[1],),
            (self.reading_features.matrix.shape[1],),
        )
        self.size = sum(int(np.prod(shape)) for shape in self._shapes)

    def __call__(self, vector: Floats) -> tuple[float, Floats]:
        tokens, quantities, structure, equations, readings = self._split(vector)
        scores = Scores(
            self.base.tokens + (self.tokens.matrix @ tokens).T,
            self.base.quantities + (self.quantities.matrix @ quantities).T,
            self.base.structure + structure,
            self.base.equations + self.equations.matrix @ equations,
        )
        shares = np.zeros(0)
        if self.readings is not None:
            weighed = self.base_of_readings + self.reading_features.matrix @ readings
            pooled, shares = self.readings.pooled(weighed)
            scores.equations[self.readings.places] += pooled
        value, slope = self.lattice.loss(self.layout, scores, self.gold, self.times)
        gradient = 2.0 * self.regularisation * vector
        parts = self._split(gradient)
        parts[0][...] += self.tokens.transposed @ slope.tokens.T
        parts[1][...] += self.quantities.transposed @ slope.quantities.T
        parts[2][...] += slope.structure
        parts[3][...] += self.equations.transposed @ slope.equations
        if self.readings is not None:
            of_readings = self.readings.each(slope.equations) * shares
            if self.right is not None:
                value += self.right.loss(pooled, shares, of_readings)
            parts[4][...] += self.reading_features.transposed @ of_readings
        return value + self.regularisation * float(vector @ vector), gradient

    def weights(self, vector: Floats) -> Weights:
        """W and v of a point of the search."""
        tokens, quantities, structure, equations, readings = self._split(vector)
        return Weights(
            self.mean.tokens + self.tokens.expand(tokens),
            self.mean.quantities + self.quantities.expand(quantities),
            self.mean.structure + structure,
            self.mean.equations + self.equations.expand(equations[:, None])[:, 0],
            self.mean.readings + self.reading_features.expand(readings[:, None])[:, 0],
        )

    def _split(self, vector: Floats) -> list[Floats]:
        """Views of the vector's five blocks."""
        blocks, start = [], 0
        for shape in self._shapes:
            size = int(np.prod(shape))
            blocks.append(vector[start : start + size].reshape(shape))
            start += size
        return blocks


class _Right:
    """Which readings of the gold signs derive another equation than the gold one.

    ``rows`` are the readings of the gold signs of those problems that have such, ``owner`` counts
    these problems through, ``derives`` says which rows derive the gold equation. A story that
    nobody read derives what signs write (``plain``).
    """

    def __init__(
        self,
        readings: Readings,
        assignments: Assignments,
        gold: Ints,
        equations: Ints,
        times: Floats | None,
    ) -> None:
        places = np.empty(len(equations), np.intp)
        for table in assignments:
            at = np.arange(len(table.problems)) * len(table.signs) + table.find(gold)
            places[table.problems] = table.place.start + at
        group = readings.of_place()
        is_gold = readings.places[group] == places[readings.problems]
        derives = readings.equations == equations[readings.problems]
        parted = np.unique(readings.problems[is_gold & ~derives])
        kept = is_gold & np.isin(readings.problems, parted)
        self.rows = np.flatnonzero(kept)
        self.owner = np.searchsorted(parted, readings.problems[self.rows])
        self.derives = derives[self.rows]
        self.plain = equations[parted] == PLAIN
        self.groups = np.zeros(len(parted), np.intp)
        self.groups[self.owner] = group[self.rows]
        self.times = np.ones(len(parted)) if times is None else times[parted]

    def loss(self, pooled: Floats, shares: Floats, slope: Floats) -> float:
        """−Σ log of the share that the gold equation has of its signs; adds to the ``slope`` (R,)
        by the score of each reading.
        """
        if not len(self.rows):
            return 0.0
        own = shares[self.rows]
        share = np.where(self.plain, np.exp(-pooled[self.groups]), 0.0)
        np.add.at(share, self.owner, np.where(self.derives, own, 0.0))
        wanted = np.where(self.derives, own / share[self.owner], 0.0)
        slope[self.rows] += self.times[self.owner] * (own - wanted)
        return -float(self.times @ np.log(share))


def one_each(codes: Ints) -> SparseRows:
    """(T, E) codes as rows: row e has the T features ``codes[:, e]``."""
    templates, count = codes.shape
    return SparseRows(np.arange(count + 1) * templates, codes.T.reshape(-1))
