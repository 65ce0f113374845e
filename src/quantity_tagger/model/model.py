"""A trained model: settings, vocabularies and weights; signs for new problems. NumPy alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from quantity_tagger import features
from quantity_tagger.arrays import Floats, Ints, offsets
from quantity_tagger.features.encoded import Encoded
from quantity_tagger.features.encoder import Encoder
from quantity_tagger.features.readings import FAMILY as READINGS
from quantity_tagger.features.readings import PLAIN
from quantity_tagger.features.window import Width, Windows, cut_all
from quantity_tagger.lattice import lattice
from quantity_tagger.lattice.assignments import EXACT, Assignments
from quantity_tagger.lattice.base import Lattice, Ranked, one_sign
from quantity_tagger.lattice.scores import Scores
from quantity_tagger.model.decoding import Decoded, constants, decode
from quantity_tagger.model.decoding import Tagging as Tagging
from quantity_tagger.model.scored import Scored
from quantity_tagger.problem.facts import CLEAR
from quantity_tagger.signs import INDEX

if TYPE_CHECKING:
    from quantity_tagger.features.equation.codebook import Codebook
    from quantity_tagger.features.equation.scorer import EquationScorer
    from quantity_tagger.model.calibration import Calibration
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

BEAM = 729
"""How many assignments of a problem with many constants QT(g) weighs."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What must be the same in training and in use."""

    variant: str
    window: Width
    templates: tuple[str, ...]
    free_unknown: bool


@dataclass(frozen=True)
class Weights:
    """w: ``tokens`` (attributes, labels), ``quantities`` (attributes, 3), ``structure`` (D,); and
    v: ``equations``, one for each feature of the codebook; u: ``readings``, one for each feature
    of readings.
    """

    tokens: Floats
    quantities: Floats
    structure: Floats
    equations: Floats = field(default_factory=lambda: np.zeros(0))
    readings: Floats = field(default_factory=lambda: np.zeros(0))


@lru_cache(maxsize=64)
def codebook(settings: Settings) -> Codebook:
    """The features of g that these settings look at."""
    from quantity_tagger.features.equation.codebook import Codebook

    return Codebook(tuple(filter(features.is_whole, settings.templates)))


def facts_of(
    settings: Settings, problems: Sequence[Problem], given: Sequence[Facts | None] | None = None
) -> Sequence[Facts]:
    """What the analysis finds of each problem, where the templates look at it at all; ``given`` are
    those that are known already.
    """
    if not features.need_facts(settings.templates):
        return ()
    from quantity_tagger.reading.analysis import analyse_all, describe

    given = [None] * len(problems) if given is None else given
    pairs = list(zip(problems, given, strict=True))
    unknown = [problem for problem, found in pairs if found is None]
    missing: Iterator[Facts] = iter(())
    if unknown and features.need_story(settings.templates):
        missing = iter(analyse_all(unknown))
    elif unknown:
        missing = iter([describe(problem) for problem in unknown])
    return [next(missing) if found is None else found for _, found in pairs]


def encode(
    encoder: Encoder,
    settings: Settings,
    problems: Sequence[Problem],
    windows: Windows,
    facts: Sequence[Facts],
    assignments: Assignments | None = None,
) -> Encoded:
    """Problems ready for the settings' lattice, in training and in use."""
    equations = None
    if assignments is not None and lattice(settings.variant).weighs_equations:
        from quantity_tagger.features.equation.codebook import Equations
        from quantity_tagger.features.equation.constants import constant_table

        constants = [constant_table(found) for found in facts]
        equations = Equations(codebook(settings), constants, assignments)
    layout = windows.layout(settings.free_unknown, assignments)
    return encoder.encode(problems, windows, layout, facts, equations)


@dataclass(frozen=True)
class Model:
    """Signs for problems: score every attribute, let the lattice decide."""

    settings: Settings
    encoder: Encoder
    weights_: Weights
    calibration: Calibration | None = None

    @property
    def lattice(self) -> Lattice:
        return lattice(self.settings.variant)

    def __getstate__(self) -> dict[str, object]:
        """The fields, without what is cached beside them."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @cached_property
    def attribute_names(self) -> tuple[list[str], list[str]]:
        """The names of the attributes of tokens and of quantities, by their numbers."""
        return self.encoder.names()

    def encode(
        self, problems: Sequence[Problem], facts: Sequence[Facts | None] | None = None
    ) -> Encoded:
        """Problems as rows of attributes; ``facts`` where they are known already."""
        windows = cut_all(problems, self.settings.window)
        known = facts_of(self.settings, problems, facts)
        assignments = None
        if self.lattice.weighs_equations or not self.settings.free_unknown:
            given = self._beams(problems, windows, known)
            assignments = Assignments.of(offsets(windows.counts), windows.unknown.tolist(), given)
        return encode(self.encoder, self.settings, problems, windows, known, assignments)

    def _beams(
        self, problems: Sequence[Problem], windows: Windows, facts: Sequence[Facts]
    ) -> dict[int, Ints]:
        """For problems with too many constants to score all assignments, the best ones of a chain
        (the lattice's own, or QT's where that is none), and those that the story suggests; these
        alone where it was understood clearly, since the scores of so many single quantities, which
        nothing was learnt from, would outweigh it.
        """
        many = np.flatnonzero(windows.counts > EXACT + 1).tolist()
        if not many:
            return {}
        chain = lattice("qt") if self.lattice.weighs_equations else self.lattice
        some = [problems[p] for p in many]
        known = [facts[p] for p in many] if facts else ()
        cut = cut_all(some, self.settings.window)
        encoded = encode(self.encoder, self.settings, some, cut, known)
        ranked = chain.k_best(encoded.layout, self.scores(encoded), BEAM)
        beams: dict[int, Ints] = {}
        for at, (p, best) in enumerate(zip(many, ranked, strict=True)):
            told = dict.fromkeys(suggested(known[at]) if known else ())
            if not (known and known[at].worlds and known[at].worlds[0].trust == CLEAR):
                told |= dict.fromkeys(tuple(y) for y, _ in best)
            beams[p] = np.array(list(told))
        return beams

    @cached_property
    def _scorer(self) -> EquationScorer:
        from quantity_tagger.features.equation.scorer import EquationScorer

        return EquationScorer(codebook(self.settings), self.weights_.equations)

    def scores(self, encoded: Encoded) -> Scores:
        whole, equations = np.zeros(0), encoded.equations
        if equations is not None:
            whole = self._scorer.score(equations.constants, equations.assignments)
        readings = encoded.readings
        if readings is not None:
            weighed = readings.rows.weigh(self.weights_.readings[:, None])[0]
            whole[readings.places] += readings.pooled(weighed)[0]
        return Scores(
            encoded.tokens.weigh(self.weights_.tokens),
            encoded.quantities.weigh(self.weights_.quantities),
            self.weights_.structure,
            whole,
        )

    def signs(
        self, problems: Sequence[Problem], facts: Sequence[Facts | None] | None = None
    ) -> list[tuple[int, ...]]:
        """For each problem the signs of its quantities in x = Σ sᵢqᵢ: the best feasible ones."""
        if not problems:
            return []
        encoded = self.encode(problems, facts)
        found = self._decoded(encoded, self.scores(encoded), problems)
        return [one.candidates[0][0] for one in found]

    def _decoded(
        self, encoded: Encoded, scores: Scores, problems: Sequence[Problem]
    ) -> list[Decoded]:
        """The candidates of each problem, and beside them the equations beyond signs."""
        found = decode(self.lattice, encoded, scores, problems)
        readings = encoded.readings
        if readings is None or not (readings.equations != PLAIN).any():
            return found
        weighed = readings.rows.weigh(self.weights_.readings[:, None])[0]
        for number, shares in readings.beyond(readings.pooled(weighed)[1]).items():
            unknown = int(encoded.windows.unknown[number])
            found[number] = found[number].parted(shares, unknown)
        return found

    def tag(
        self, problems: Sequence[Problem], facts: Sequence[Facts | None] | None = None
    ) -> list[Tagging]:
        """For each problem its candidates and the best spans of the first.

        ``facts`` may give what the analysis of each problem found.
        """
        return self.decode(problems, self.score(problems, facts)) if problems else []

    def score(
        self, problems: Sequence[Problem], facts: Sequence[Facts | None] | None = None
    ) -> Scored:
        """Encode problems and score what they have; ``facts`` where they are known already."""
        encoded = self.encode(problems, facts)
        return Scored(encoded, self.scores(encoded))

    def decode(self, problems: Sequence[Problem], scored: Scored) -> list[Tagging]:
        """What `tag` finds, for problems that have been scored."""
        encoded, scores = scored.encoded, scored.scores
        layout = encoded.layout
        found = self._decoded(encoded, scores, problems)
        chosen = np.array([index for one in found for index in one.first], np.intp)
        spans = reached(encoded.windows, self.lattice.spans(layout, scores, chosen))
        bounds = layout.quantity_offsets.tolist()
        return [
            Tagging(one.candidates, tuple(spans[start:stop]), one.beyond)
            for one, start, stop in zip(found, bounds[:-1], bounds[1:], strict=True)
        ]

    def marginals(self, problems: Sequence[Problem]) -> list[Floats]:
        """For each problem (quantities + 1, 3): the probability of each sign, x at its place."""
        if not problems:
            return []
        encoded = self.encode(problems)
        found = self.lattice.marginals(encoded.layout, self.scores(encoded)).signs
        return np.split(found.T, encoded.layout.quantity_offsets[1:-1])

    def ranked(self, problems: Sequence[Problem], k: int) -> list[Ranked]:
        """For each problem its k best sign assignments (signs of the constants) with log p."""
        encoded = self.encode(problems)
        scores = self.scores(encoded)
        log_z = self.lattice.log_partition(encoded.layout, scores).tolist()
        return [
            [(constants(y, problem.place_of_unknown), score - z) for y, score in found]
            for problem, found, z in zip(
                problems, self.lattice.k_best(encoded.layout, scores, k), log_z, strict=True
            )
        ]

    def weights(self) -> Iterator[tuple[str, str, float]]:
        """(attribute, label, weight) of every feature that has one."""
        labels = self.lattice.token_labels
        for names, columns, values in (
            (self.encoder.tokens, labels, self.weights_.tokens),
            (self.encoder.quantities, one_sign("N"), self.weights_.quantities),
        ):
            for name, index in names.items():
                for column, label in enumerate(columns):
                    if values[index, column]:
                        yield name, label, float(values[index, column])
        for name, value in zip(self.lattice.structure, self.weights_.structure, strict=True):
            if value:
                yield "structure", name, float(value)
        if self.lattice.weighs_equations:
            known = codebook(self.settings).names
            for name, value in zip(known, self.weights_.equations, strict=True):
                if value:
                    yield name, "equation", float(value)
            for name, index in self.encoder.readings.items():
                if value := float(self.weights_.readings[index]):
                    yield f"{READINGS}:{name}", "reading", value


def suggested(facts: Facts) -> Iterator[tuple[int, ...]]:
    """The sign indices of constants and unknown that worlds have."""
    for world in facts.worlds:
        yield tuple([INDEX[sign] for sign in world.signs])


def reached(windows: Windows, spans: Ints) -> list[tuple[int, int]]:
    """Spans (Q, 2) of token rows as tokens of the text; what they are of is within them."""
    low, high = spans.T
    start, stop = windows.anchors.copy(), windows.anchors.copy()
    some = np.flatnonzero(high > low)
    start[some] = np.minimum(start[some], windows.tokens[low[some]])
    stop[some] = np.maximum(stop[some], windows.tokens[high[some] - 1])
    return list(zip(start.tolist(), (stop + 1).tolist(), strict=True))


def answer(problem: Problem, signs: Sequence[int]) -> Fraction:
    return sum(
        (sign * quantity.value for sign, quantity in zip(signs, problem.quantities, strict=True)),
        Fraction(),
    )
