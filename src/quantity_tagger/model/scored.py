"""Problems as a lattice sees them: encoded and scored once, for decoding and for explaining."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quantity_tagger.features.encoded import Encoded
    from quantity_tagger.features.equation.constants import ConstantTable
    from quantity_tagger.lattice.scores import Scores


@dataclass(frozen=True)
class Scored:
    """Encoded problems and a model's scores for them."""

    encoded: Encoded
    scores: Scores

    def part(self, number: int) -> ScoredProblem:
        """One of the problems."""
        return ScoredProblem(self.encoded, number)


class ScoredProblem:
    """One of many encoded problems.

    ``anchors`` are the tokens of its quantities and of x, ``tokens`` the others of its window, both
    as places in the text; ``unknown`` is the place of x among the anchors. ``rows`` are where its
    tokens stand among those of all problems, ``gaps`` where the gaps before, between and after the
    anchors begin and end among its ``tokens``.
    """

    def __init__(self, encoded: Encoded, number: int) -> None:
        windows, layout = encoded.windows, encoded.layout
        first, last = layout.quantity_offsets[number : number + 2].tolist()
        ends: list[int] = layout.gap_offsets[first + number : last + number + 2].tolist()
        self.anchors: list[int] = windows.anchors[first:last].tolist()
        self.tokens: list[int] = windows.tokens[ends[0] : ends[-1]].tolist()
        self.unknown = int(windows.unknown[number])
        self.rows = slice(ends[0], ends[-1])
        self.gaps = [end - ends[0] for end in ends]
        self._encoded = encoded
        self._number = number
        self._first = first

    def token_attributes(self, place: int) -> list[int]:
        """The attributes of one of the ``tokens``."""
        return self._encoded.tokens.row(self._encoded.layout.column[self.rows.start + place])

    def quantity_attributes(self, place: int) -> list[int]:
        """The attributes of a quantity, or of x."""
        return self._encoded.quantities.row(self._first + place)

    @property
    def constants(self) -> ConstantTable | None:
        """What features of the whole equation see of the constants, where the model has such."""
        equations = self._encoded.equations
        return None if equations is None else equations.constants[self._number]
