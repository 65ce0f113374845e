"""Readings of the story as latent variables: what tells of each, and which equation it derives.

A reading r is a world of linear statements that determines the answer. Which of them the writer
meant is not seen; like a span, a reading is summed over:

    score(y) = log Σ_h exp w·f(t, y, h) + v·g(T, y) + log (1 + Σ_{r derives y} exp u·φ(r))

The 1 stands for a story that nobody read. Readings that derive the same equation are pooled by
their sum, and an assignment that no reading derives gains nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from quantity_tagger.arrays import Bools, Floats, Ints, offsets
from quantity_tagger.features.encoded import SparseRows
from quantity_tagger.problem.facts import DOUBTED

if TYPE_CHECKING:
    from quantity_tagger.lattice.assignments import Assignments
    from quantity_tagger.problem.facts import Facts, World

FAMILY: Final = "readings"
READ: Final = "reading"
"""What every reading has, so that no row is empty."""

_STEPS: Final = (0.0, 0.2, 0.4, 0.7, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0)
"""Bounds of what readings cost, for learning what each step is worth."""

_RANKS: Final = 5
"""Readings after so many are all told apart by what they cost alone."""

_TRUST: Final = ("", "guessed", "doubted", "clear")

PRIOR: Final = {"trust=clear": 6.0, "trust=doubted": 4.0, "rank=0": 1.0}
"""Mean weights of an informative prior: a story that was understood is trusted until the data say
otherwise.
"""

Signs = tuple[int, ...]


def readings(facts: Facts) -> Iterator[tuple[Signs, list[str]]]:
    """Each reading of a problem: the signs it derives, x's among them, and what tells of it."""
    worlds = facts.worlds
    asked = next((one.names[0] for one in facts.outlines if one.names), "")
    least = worlds[0].cost if worlds else _STEPS[-1] + 1
    for rank, world in enumerate(worlds):
        agreed = [one.schema for one in worlds if one.signs == world.signs and one is not world]
        yield world.signs, _of_world(world, min(rank, _RANKS), asked, least, agreed)


def _of_world(
    world: World, rank: int, asked: str, least: float, agreed: Sequence[str]
) -> list[str]:
    schema, trust = world.schema, _TRUST[world.trust]
    step = _step(world.cost)
    return [
        READ,
        f"trust={trust}",
        f"rank={rank}",
        f"schema={schema}",
        f"schema={schema}/{trust}",
        f"asked={asked}/{schema}",
        f"behind={_step(world.cost - least)}/{_step(least)}",
        *(f"cost>{bound:g}" for bound in _STEPS[:step]),
        *(f"doubt={why}" for why in dict.fromkeys(world.doubts)),
        *(f"doubt={why}/{schema}" for why in dict.fromkeys(world.doubts)),
        f"agreed={len(agreed)}/{trust}",
        *(f"agrees={one}" for one in agreed),
    ]


def is_understood(names: Sequence[str]) -> bool:
    """Whether a reading with these features is more than a guess."""
    return kind_of(names) in _TRUST[DOUBTED:]


def kind_of(names: Sequence[str]) -> str:
    """What a reading with these features is: clear, doubted or guessed."""
    return names[1].removeprefix("trust=")


def _step(cost: float) -> int:
    return sum(cost > bound for bound in _STEPS)


@dataclass(frozen=True)
class Readings:
    """The readings of many problems, those of one assignment together.

    ``rows`` (R) are their features; ``starts`` (G,) is where the readings of each assignment that
    has some begin, ``places`` (G,) are these assignments among the E of a layout, ``understood``
    those of them that a world derives which is more than a guess.
    """

    rows: SparseRows
    starts: Ints
    places: Ints
    understood: Ints

    @classmethod
    def of(
        cls, told: Sequence[Iterable[tuple[Signs, list[int], bool]]], assignments: Assignments
    ) -> Readings:
        """From the signs and the features of each problem's readings, and whether it is more than
        a guess; those that derive an assignment that is not weighed are passed over.
        """
        found = sorted(
            (place, features, more)
            for problem, its in enumerate(told)
            for signs, features, more in its
            if (place := assignments.place_of(problem, signs)) is not None
        )
        at = np.array([place for place, _, _ in found], np.intp)
        sizes = np.array([len(features) for _, features, _ in found], np.intp)
        flat = [feature for _, features, _ in found for feature in features]
        places, starts = np.unique(at, return_index=True)
        # np.unique would load numpy.ma first
        understood = np.array(sorted({place for place, _, more in found if more}), np.intp)
        rows = SparseRows(offsets(sizes), np.array(flat, np.intp))
        return cls(rows, starts, places, understood)

    def pooled(self, scores: Floats) -> tuple[Floats, Floats]:
        """(G,) log (1 + Σ exp) of the readings (R,) of each assignment, and (R,) the share of each
        reading in it.
        """
        if not len(scores):
            return np.zeros(0), np.zeros(0)
        top = np.maximum(np.maximum.reduceat(scores, self.starts), 0.0)
        sizes = np.diff(self.starts, append=len(scores))
        shares = np.exp(scores - np.repeat(top, sizes))
        total = np.add.reduceat(shares, self.starts) + np.exp(-top)
        shares /= np.repeat(total, sizes)
        return top + np.log(total), shares

    def mark(self, size: int) -> Bools:
        """(E,) which of so many assignments are ``understood``."""
        marked = np.zeros(size, bool)
        marked[self.understood] = True
        return marked

    def each(self, values: Floats) -> Floats:
        """(R,) for each reading what its assignment has of ``values`` (E,)."""
        sizes = np.diff(self.starts, append=len(self.rows.indptr) - 1)
        return np.asarray(np.repeat(values[self.places], sizes))
