"""Readings of the story as latent variables: what tells of each, and which equation it derives.

A reading r is a world of linear statements that determines the answer. Which of them the writer
meant is not seen; like a span, a reading is summed over:

    score(y) = log Σ_h exp w·f(t, y, h) + v·g(T, y) + log (1 + Σ_{r derives y} exp u·φ(r))

The 1 stands for a story that nobody read. Readings that derive the same equation are pooled by
their sum, and an assignment that no reading derives gains nothing.

A reading that signs cannot write alone (a number twice, one that goes unsaid) stands in the sum of
the signs that its numbers have, and takes its share of them: p(equation) is that share of p(y).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from quantity_tagger.arrays import Bools, Floats, Ints, offsets
from quantity_tagger.features.encoded import SparseRows
from quantity_tagger.problem.facts import CLEAR, DOUBTED, GUESSED

if TYPE_CHECKING:
    from quantity_tagger.lattice.assignments import Assignments
    from quantity_tagger.problem.beyond import Beyond
    from quantity_tagger.problem.facts import Facts, World

FAMILY: Final = "readings"
READ: Final = "reading"
"""What every reading has, so that no row is empty."""

_STEPS: Final = (0.0, 0.2, 0.4, 0.7, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0)
"""Bounds of what readings cost, for learning what each step is worth."""

_ODDS: Final = tuple(float(bound) for bound in range(-7, 7))
"""Bounds of a network's log-odds; what each step is worth is learnt, for all readings and for what
is understood.
"""

_ABSURD: Final = _ODDS[:5]
"""Those that matter for an equation beyond signs that was understood: of these the network has seen
few.
"""

_RANKS: Final = 5
"""Readings after so many are all told apart by what they cost alone."""

_TRUST: Final = ("", "guessed", "doubted", "clear")
_UNDERSTOOD: Final = frozenset((*_TRUST[DOUBTED:], "lacking"))

PRIOR: Final = {
    "trust=clear": 6.0,
    "trust=doubted": 4.0,
    "rank=0": 1.0,
    "beyond=clear": 6.0,
    "beyond=doubted": 4.0,
    "beyond=lacking": 6.0,
}
"""Mean weights of an informative prior: a story that was understood is trusted until the data say
otherwise.
"""

Signs = tuple[int, ...]

PLAIN: Final = -1
"""The number of an equation that signs write."""


class Reading(NamedTuple):
    """The signs that a reading derives, x's among them, what tells of it, and its number among the
    equations of the problem that signs cannot write (``Facts.beyond``), or `PLAIN`.
    """

    signs: Signs
    names: list[str]
    equation: int = PLAIN

    @property
    def kind(self) -> str:
        """Clear, doubted or guessed; "lacking" where a rule put in what signs lack."""
        return self.names[1].partition("=")[2]

    @property
    def is_understood(self) -> bool:
        """Whether its signs may be right though signs alone could not be: it is more than a guess,
        or has more than signs.
        """
        return self.kind in _UNDERSTOOD or self.equation != PLAIN


def readings(facts: Facts) -> Iterator[Reading]:
    """Each reading of a problem."""
    worlds = facts.worlds
    first = _trust_of(facts.beyond[0]) if facts.beyond else ""
    asked = next((one.names[0] for one in facts.outlines if one.names), "")
    least = worlds[0].cost if worlds else _STEPS[-1] + 1
    for rank, world in enumerate(worlds):
        names = _of_world(world, min(rank, _RANKS), asked, least)
        if first:
            names.append(f"beside beyond={first}/{_TRUST[world.trust]}")
        if world.trust != CLEAR:
            names += _of_question(facts, world)
        yield Reading(world.signs, names)
    best = _TRUST[worlds[0].trust] if worlds else "none"
    rival = max((world.log_odds or 0.0 for world in worlds), default=0.0)
    for number, one in enumerate(facts.beyond):
        signs = (*one.signs[: facts.unknown], -1, *one.signs[facts.unknown :])
        names = _of_beyond(one, number, asked, best)
        trust = _trust_of(one)
        if one.log_odds is not None:
            bounds = _ODDS if one.trust == GUESSED else _ABSURD
            names += [f"beyond odds>{bound:g}/{trust}" for bound in bounds if one.log_odds > bound]
        for bound in _ODDS:
            if rival > bound:
                against = f"against odds>{bound:g}"
                names += [f"beyond {against}", f"beyond {trust} {against}"]
        yield Reading(signs, names, number)


def _of_world(world: World, rank: int, asked: str, least: float) -> list[str]:
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
        *_of_odds(world, trust),
        *(f"cost>{bound:g}" for bound in _STEPS[:step]),
        *(f"doubt={why}" for why in dict.fromkeys(world.doubts)),
        *(f"doubt={why}/{schema}" for why in dict.fromkeys(world.doubts)),
    ]


def _of_odds(world: World, trust: str) -> Iterator[str]:
    """What the network says of its signs."""
    odds = world.log_odds
    if odds is None:
        return
    for bound in _ODDS:
        if odds > bound:
            yield f"odds>{bound:g}"
            yield f"odds>{bound:g}/{trust}"


def _of_question(facts: Facts, world: World) -> Iterator[str]:
    """What the words of the question say beside a story that was not quite understood."""
    question, schema = facts.question, world.schema
    yield f"question={question.kind}/{schema}"
    yield f"question={question.kind}/{_count(world.signs, 1)}/{_count(world.signs, -1)}"
    for cue in question.cues:
        yield f"cue={cue}/{schema}"
    told = {one.told for one in facts.outlines}
    if len(told) == 1:
        yield f"all told={told.pop()}/{question.kind}/{schema}"


def _count(signs: Signs, sign: int) -> int:
    """How many constants have the sign, 3 where more do; the unknown is one of the −."""
    return min(signs.count(sign) - (sign < 0), 3)


def _of_beyond(beyond: Beyond, number: int, asked: str, best: str) -> list[str]:
    """``best`` is how far the first world is trusted that signs can write."""
    schema, trust = beyond.schema, _trust_of(beyond)
    first = "yes" if beyond.rank == 0 else "no"
    lacks = "twice" if beyond.repeats else "unsaid" if beyond.constants else "units"
    return [
        READ,
        f"beyond={trust}",
        f"beyond first={first}/{trust}",
        f"beyond beside={best}/{trust}/{first}",
        f"beyond lacks={lacks}/{trust}",
        f"beyond schema={schema}/{trust}",
        f"beyond asked={asked}/{trust}",
        f"beyond rank={min(number, _RANKS)}",
        *(f"beyond reason={one.reason.partition(':')[0]}" for one in beyond.constants),
        *(f"beyond cost>{bound:g}" for bound in _STEPS[: _step(beyond.cost)]),
        *(f"beyond doubt={why}" for why in dict.fromkeys(beyond.doubts)),
    ]


def _trust_of(beyond: Beyond) -> str:
    return "lacking" if beyond.rank is None else _TRUST[beyond.trust]


def _step(cost: float) -> int:
    return sum(cost > bound for bound in _STEPS)


@dataclass(frozen=True)
class Readings:
    """The readings of many problems, those of one assignment together.

    ``rows`` (R) are their features; ``starts`` (G,) is where the readings of each assignment that
    has some begin, ``places`` (G,) are these assignments among the E of a layout, ``understood``
    those of them that a world derives which is more than a guess. ``problems``, ``equations`` (R,)
    are the problem of each reading and the number of its equation; ``signs`` are those of
    each that signs cannot write alone.
    """

    rows: SparseRows
    starts: Ints
    places: Ints
    understood: Ints
    problems: Ints
    equations: Ints
    signs: Mapping[int, Signs]

    @classmethod
    def of(
        cls, told: Sequence[Iterable[tuple[Reading, list[int]]]], assignments: Assignments
    ) -> Readings:
        """From each problem's readings and the features of each that are known; those that derive
        an assignment that is not weighed are passed over.
        """
        found = sorted(
            (place, reading.equation, features, problem, reading.is_understood, reading.signs)
            for problem, its in enumerate(told)
            for reading, features in its
            if (place := assignments.place_of(problem, reading.signs)) is not None
        )
        at = np.array([one[0] for one in found], np.intp)
        sizes = np.array([len(one[2]) for one in found], np.intp)
        flat = [feature for one in found for feature in one[2]]
        places, starts = np.unique(at, return_index=True)
        # np.unique would load numpy.ma first
        understood = np.array(sorted({one[0] for one in found if one[4]}), np.intp)
        return cls(
            SparseRows(offsets(sizes), np.array(flat, np.intp)),
            starts,
            places,
            understood,
            np.array([one[3] for one in found], np.intp),
            np.array([one[1] for one in found], np.intp),
            {row: one[5] for row, one in enumerate(found) if one[1] != PLAIN},
        )

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

    def of_place(self) -> Ints:
        """(R,) which of the G assignments each reading derives."""
        sizes = np.diff(self.starts, append=len(self.rows.indptr) - 1)
        return np.repeat(np.arange(len(self.starts)), sizes)

    def beyond(self, shares: Floats) -> dict[int, dict[Signs, dict[int, float]]]:
        """By problem, by signs and by number what equations that signs cannot write have of these
        signs; ``shares`` (R,) are those of all readings.
        """
        found: dict[int, dict[Signs, dict[int, float]]] = {}
        for row in np.flatnonzero(self.equations != PLAIN).tolist():
            its = found.setdefault(int(self.problems[row]), {}).setdefault(self.signs[row], {})
            number = int(self.equations[row])
            its[number] = its.get(number, 0.0) + float(shares[row])
        return found
