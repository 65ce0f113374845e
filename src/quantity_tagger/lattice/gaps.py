"""What the lattices with L, N and R labels share: the parts that spans take from a gap.

The R tokens of a gap are always a prefix of it and the L tokens a suffix. So in a gap of n tokens
there are n + 1 R parts, up to each *cut* c = 0 … n, and n + 1 L parts, from each cut on; a part's
score is a running sum of its tokens and of the edges between them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from quantity_tagger.arrays import Floats
from quantity_tagger.lattice.base import one_sign, two_signs
from quantity_tagger.lattice.layout import Block, Layout
from quantity_tagger.lattice.scores import Scores

TOKEN_LABELS = (*one_sign("L"), *one_sign("R"))
LEFT, RIGHT = slice(0, 3), slice(3, 6)
SHORT = 16

# Edges inside a span look at its sign; the edge from a span to the next looks at both signs, and at
# whether the parts it joins are empty (∅), that is at whether it leaves or enters at N itself.
STRUCTURE = (
    *one_sign("L→L"),
    *one_sign("L→N"),
    *one_sign("N→R"),
    *one_sign("R→R"),
    *one_sign("R∅"),
    *one_sign("L∅"),
    *two_signs("", ""),
)


@dataclass(frozen=True)
class Edges:
    """The structural scores, (3, 1) each, or their counts; ``across`` (3, 3) looks at two signs."""

    ll: Floats
    ln: Floats
    nr: Floats
    rr: Floats
    no_right: Floats
    no_left: Floats
    across: Floats

    @classmethod
    def of(cls, structure: Floats) -> Edges:
        ll, ln, nr, rr, no_right, no_left = structure[:18].reshape(6, 3, 1)
        return cls(ll, ln, nr, rr, no_right, no_left, structure[18:].reshape(3, 3))


class PartScores:
    """Scores of parts, gap by gap of one size, from the scores of a batch."""

    def __init__(self, scores: Scores) -> None:
        self.left = scores.tokens[LEFT]
        self.right = scores.tokens[RIGHT]
        self.edges = Edges.of(scores.structure)

    def right_parts(self, block: Block, *, outer: bool = False) -> Floats:
        """(3, n + 1, g) the R part up to each cut; an empty one at a problem's end is no edge."""
        scores = np.empty((3, block.size + 1, block.count))
        scores[:, 0] = 0.0 if outer else self.edges.no_right
        if block.size:
            tokens = np.add(block.of(self.right), self.edges.rr[:, None], out=scores[:, 1:])
            tokens[:, 0] += self.edges.nr - self.edges.rr
            running_sum(tokens)
        return scores

    def left_parts(self, block: Block, *, outer: bool = False) -> Floats:
        """(3, n + 1, g) the L part from each cut on; at the start of a problem likewise."""
        scores = np.empty((3, block.size + 1, block.count))
        scores[:, -1] = 0.0 if outer else self.edges.no_left
        if block.size:
            tokens = np.add(block.of(self.left), self.edges.ll[:, None], out=scores[:, :-1])
            tokens[:, -1] += self.edges.ln - self.edges.ll
            running_sum(tokens[:, ::-1])
        return scores


def running_sum(values: Floats) -> None:
    """Add up ``values`` (c, n, g) along n, in place."""
    if values.shape[1] < SHORT:
        # NumPy accumulates a middle axis element by element; adding row to row is faster while few.
        for i in range(1, values.shape[1]):
            values[:, i] += values[:, i - 1]
    else:
        np.cumsum(values, axis=1, out=values)


class PartCounts:
    """The adjoint of `PartScores`: counts of scores from counts of parts, which are overwritten."""

    def __init__(self, layout: Layout) -> None:
        self.tokens = np.zeros((6, layout.n_tokens))
        self.left, self.right = self.tokens[LEFT], self.tokens[RIGHT]
        self.structure = np.zeros(len(STRUCTURE))
        self.edges = Edges.of(self.structure)

    def right_parts(self, block: Block, counts: Floats, *, outer: bool = False) -> None:
        if not outer:
            self.edges.no_right[:, 0] += counts[:, 0].sum(axis=1)
        if block.size:
            # A token is in every part that ends after it.
            tokens = counts[:, 1:]
            running_sum(tokens[:, ::-1])
            block.of(self.right)[...] = tokens
            first = tokens[:, 0].sum(axis=1)
            self.edges.nr[:, 0] += first
            self.edges.rr[:, 0] += tokens.sum(axis=(1, 2)) - first

    def left_parts(self, block: Block, counts: Floats, *, outer: bool = False) -> None:
        if not outer:
            self.edges.no_left[:, 0] += counts[:, -1].sum(axis=1)
        if block.size:
            tokens = counts[:, :-1]
            running_sum(tokens)
            block.of(self.left)[...] = tokens
            last = tokens[:, -1].sum(axis=1)
            self.edges.ln[:, 0] += last
            self.edges.ll[:, 0] += tokens.sum(axis=(1, 2)) - last

    def scores(self, unary: Floats, across: Floats) -> Scores:
        self.edges.across[...] = across
        return Scores(self.tokens, unary, self.structure)
