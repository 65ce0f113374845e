"""Problems as a lattice sees them: encoded and scored once, for decoding and for explaining."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quantity_tagger.arrays import Ints
    from quantity_tagger.features.encoded import Batch, Rows
    from quantity_tagger.features.equation.constants import Frame
    from quantity_tagger.features.window import Windows
    from quantity_tagger.lattice.scores import Scores


@dataclass(frozen=True)
class Scored:
    """A batch of problems, the windows it was encoded from, and a model's scores for it."""

    windows: Windows
    batch: Batch
    scores: Scores

    def part(self, number: int) -> ScoredProblem:
        """One problem of the batch."""
        layout = self.batch.layout
        first, last = layout.quantity_offsets[number : number + 2].tolist()
        ends = layout.gap_offsets[first + number : last + number + 2].tolist()
        return ScoredProblem(self, number, first, last, ends)


class ScoredProblem:
    """One problem of a batch.

    ``anchors`` are the tokens of its quantities and of x, ``tokens`` the others of its window, both
    as places in the text; ``unknown`` is the place of x among the anchors. ``rows`` are where its
    tokens stand among those of the batch, ``gaps`` where the gaps before, between and after the
    anchors begin and end among the ``tokens``.
    """

    def __init__(self, scored: Scored, number: int, first: int, last: int, ends: list[int]) -> None:
        windows = scored.windows
        self.anchors: list[int] = windows.anchors[first:last].tolist()
        self.tokens: list[int] = windows.tokens[ends[0] : ends[-1]].tolist()
        self.unknown = int(windows.unknown[number])
        self.rows = slice(ends[0], ends[-1])
        self.gaps = [end - ends[0] for end in ends]
        self._batch = scored.batch
        self._number = number
        self._first = first

    def token_attributes(self, place: int) -> Ints:
        """The attributes of one of the ``tokens``."""
        column = self._batch.layout.column[self.rows.start + place]
        return _row(self._batch.tokens, int(column))

    def quantity_attributes(self, place: int) -> Ints:
        """The attributes of a quantity, or of x."""
        return _row(self._batch.quantities, self._first + place)

    @property
    def constants(self) -> Frame | None:
        """What features of the whole equation see of the constants, where the model has such."""
        equations = self._batch.equations
        return None if equations is None else equations.frames[self._number]


def _row(rows: Rows, number: int) -> Ints:
    return rows.indices[rows.indptr[number] : rows.indptr[number + 1]]
