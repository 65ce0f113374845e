"""A trained model: settings, vocabularies and weights; signs for new problems. NumPy alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from quantity_tagger import features
from quantity_tagger.arrays import Floats, Ints, offsets
from quantity_tagger.features import Attributes
from quantity_tagger.features.encoded import Batch, Vocabulary, assemble
from quantity_tagger.features.encoder import Numbering, laid_out
from quantity_tagger.features.window import Width, Window, Windows, cut, cut_all
from quantity_tagger.lattice import lattice
from quantity_tagger.lattice.assignments import EXACT, Assignments
from quantity_tagger.lattice.base import Lattice, Ranked
from quantity_tagger.lattice.scores import Scores
from quantity_tagger.model.decoding import (
    CANDIDATES,
    READINGS,
    Weighed,
    acceptable,
    constants,
    weigh_cluster,
    weigh_ranked,
)
from quantity_tagger.model.decoding import Tagging as Tagging
from quantity_tagger.model.scored import Scored
from quantity_tagger.signs import MARKS

if TYPE_CHECKING:
    from quantity_tagger.features.equation.codebook import Codebook, Equations
    from quantity_tagger.features.equation.scorer import Weigher
    from quantity_tagger.model.calibration import Calibration
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

BEAM = 729
"""How many assignments of a problem with many constants QT(g) weighs."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What must be the same in training and in use; ``schemas`` are those g knows by name."""

    model: str
    window: Width
    templates: tuple[str, ...]
    free_unknown: bool
    schemas: tuple[str, ...] = ()


@dataclass(frozen=True)
class Weights:
    """w: ``tokens`` (attributes, labels), ``quantities`` (attributes, 3), ``structure`` (D,); and
    v: ``equations``, one for each feature of the codebook.
    """

    tokens: Floats
    quantities: Floats
    structure: Floats
    equations: Floats = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True, slots=True)
class Prepared:
    """A problem on its way to the lattice: its window and attributes."""

    problem: Problem
    window: Window
    attributes: Attributes


def prepare(problem: Problem, settings: Settings, facts: Facts | None = None) -> Prepared:
    """``facts`` may give what the analysis of the problem found, so that it runs but once."""
    window = cut(problem, settings.window)
    attributes = features.extract(problem, window, settings.templates, facts)
    return Prepared(problem, window, attributes)


@lru_cache(maxsize=64)
def codebook(settings: Settings) -> Codebook:
    """The features of g that these settings look at."""
    from quantity_tagger.features.equation.codebook import Codebook

    return Codebook(tuple(filter(features.is_whole, settings.templates)), settings.schemas)


def batch_of(
    prepared: Sequence[Prepared],
    settings: Settings,
    tokens: Vocabulary,
    quantities: Vocabulary,
    told: Mapping[int, Ints] | None = None,
) -> Batch:
    """``told``: for problems with many constants, the assignments that QT(g) is to weigh."""
    equations = None
    if lattice(settings.model).weighs_equations:
        from quantity_tagger.features.equation.codebook import Equations

        places = [one.window.unknown for one in prepared]
        counts = np.array([len(one.window.anchors) for one in prepared], np.intp)
        assignments = Assignments.of(offsets(counts), places, told)
        frames = [one.attributes.frame for one in prepared if one.attributes.frame is not None]
        equations = Equations(codebook(settings), frames, assignments)
    return assemble(
        [one.window for one in prepared],
        [one.attributes for one in prepared],
        tokens,
        quantities,
        free_unknown=settings.free_unknown,
        equations=equations,
    )


@dataclass(frozen=True)
class Model:
    """Signs for problems: score every attribute, let the lattice decide."""

    settings: Settings
    tokens: Vocabulary
    quantities: Vocabulary
    weights_: Weights
    calibration: Calibration | None = None

    @property
    def lattice(self) -> Lattice:
        return lattice(self.settings.model)

    def __getstate__(self) -> dict[str, object]:
        """What the model is, without what it has found out on its way."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @cached_property
    def attribute_names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the attributes of tokens and of quantities, by their numbers."""
        return tuple(self.tokens), tuple(self.quantities)

    @cached_property
    def _numbering(self) -> Numbering:
        return Numbering(self.settings.templates, self.tokens, self.quantities)

    def batch(self, problems: Sequence[Problem]) -> Batch:
        return self._numbered(problems)[1]

    def _numbered(
        self, problems: Sequence[Problem], facts: Sequence[Facts | None] | None = None
    ) -> tuple[Windows, Batch]:
        """The windows of problems and their batch; ``facts`` where they are known already."""
        settings = self.settings
        windows = cut_all(problems, settings.window)
        known = self._facts(problems, facts)
        assignments = equations = None
        if self.lattice.weighs_equations or not settings.free_unknown:
            told = self._beams(problems, windows, known)
            assignments = Assignments.of(offsets(windows.counts), windows.unknown.tolist(), told)
        if assignments is not None and self.lattice.weighs_equations:
            from quantity_tagger.features.equation.codebook import Equations
            from quantity_tagger.features.equation.constants import frame

            equations = Equations(
                codebook(settings), [frame(found) for found in known], assignments
            )
        layout = laid_out(windows, free_unknown=settings.free_unknown, assignments=assignments)
        return windows, self._numbering.batch(problems, windows, layout, known, equations)

    def _facts(
        self, problems: Sequence[Problem], facts: Sequence[Facts | None] | None
    ) -> Sequence[Facts]:
        """What the analysis finds of each problem, where the model looks at it at all."""
        if set(features.CONTEXTUAL).issuperset(self.settings.templates):
            return ()
        from quantity_tagger.reading.analysis import analyse

        given = [None] * len(problems) if facts is None else facts
        return [
            analyse(problem) if found is None else found
            for problem, found in zip(problems, given, strict=True)
        ]

    def _beams(
        self, problems: Sequence[Problem], windows: Windows, facts: Sequence[Facts]
    ) -> dict[int, Ints]:
        """For problems with too many constants to weigh all assignments, the best ones of a chain:
        the lattice's own, or QT's where that is none.
        """
        many = np.flatnonzero(windows.counts > EXACT + 1).tolist()
        if not many:
            return {}
        chain = lattice("qt") if self.lattice.weighs_equations else self.lattice
        some = [problems[p] for p in many]
        cut = cut_all(some, self.settings.window)
        layout = laid_out(cut, free_unknown=self.settings.free_unknown)
        known = [facts[p] for p in many] if facts else ()
        scores = self.scores(self._numbering.batch(some, cut, layout, known))
        ranked = chain.k_best(layout, scores, BEAM)
        return {p: np.array([y for y, _ in best]) for p, best in zip(many, ranked, strict=True)}

    @cached_property
    def _weigher(self) -> Weigher:
        from quantity_tagger.features.equation.scorer import Weigher

        return Weigher(codebook(self.settings), self.weights_.equations)

    def scores(self, batch: Batch) -> Scores:
        return Scores(
            batch.tokens.weigh(self.weights_.tokens),
            batch.quantities.weigh(self.weights_.quantities),
            self.weights_.structure,
            self._weighed(batch.equations),
        )

    def _weighed(self, equations: Equations | None) -> Floats:
        if equations is None:
            return np.zeros(0)
        return self._weigher.weigh(equations.frames, equations.assignments)

    def signs(self, problems: Sequence[Problem]) -> list[tuple[int, ...]]:
        """For each problem the signs of its quantities in x = Σ sᵢqᵢ: the best ones that can be
        right.
        """
        if not problems:
            return []
        batch = self.batch(problems)
        scores = self.scores(batch)
        places = [problem.place_of_unknown for problem in problems]
        best = self.lattice.best_signs(batch.layout, scores)
        bounds = batch.layout.quantity_offsets.tolist()
        found: list[tuple[int, ...]] = []
        for index, problem in enumerate(problems):
            signs = constants(best[bounds[index] : bounds[index + 1]].tolist(), places[index])
            if not acceptable(problem, signs):
                signs = self._first_acceptable(problem, places[index]) or signs
            found.append(signs)
        return found

    def _first_acceptable(self, problem: Problem, unknown: int) -> tuple[int, ...] | None:
        batch = self.batch([problem])
        ranked = self.lattice.k_best(batch.layout, self.scores(batch), CANDIDATES)[0]
        for indices, _ in ranked:
            signs = constants(indices, unknown)
            if acceptable(problem, signs):
                return signs
        return None

    def tag(
        self, problems: Sequence[Problem], facts: Sequence[Facts | None] | None = None
    ) -> list[Tagging]:
        """For each problem its readings and the best spans of the first; the signs of `signs`.

        ``facts`` may give what the analysis of each problem found.
        """
        return self.decode(problems, self.score(problems, facts)) if problems else []

    def score(
        self, problems: Sequence[Problem], facts: Sequence[Facts | None] | None = None
    ) -> Scored:
        """Encode problems and score what they have; ``facts`` where they are known already."""
        windows, batch = self._numbered(problems, facts)
        return Scored(windows, batch, self.scores(batch))

    def decode(self, problems: Sequence[Problem], scored: Scored) -> list[Tagging]:
        """What `tag` finds, for problems that have been scored."""
        windows, batch, scores = scored.windows, scored.batch, scored.scores
        layout = batch.layout
        weighed: dict[int, Weighed] = {}
        for table, total in self.lattice.totals(layout, scores):
            members = table.problems.tolist()
            some = [problems[p] for p in members]
            weighed.update(zip(members, weigh_cluster(table, total, some), strict=True))
        if not weighed:
            weighed.update(enumerate(self._weighed_one_by_one(problems, windows, batch, scores)))
        found = [weighed[p] for p in range(len(problems))]
        chosen = np.array([index for one in found for index in one.first], np.intp)
        spans = reached(windows, self.lattice.spans(layout, scores, chosen))
        bounds = layout.quantity_offsets.tolist()
        return [
            Tagging(one.readings, tuple(spans[start:stop]))
            for one, start, stop in zip(found, bounds[:-1], bounds[1:], strict=True)
        ]

    def _weighed_one_by_one(
        self, problems: Sequence[Problem], windows: Windows, batch: Batch, scores: Scores
    ) -> Iterator[Weighed]:
        """For lattices that cannot weigh all assignments at once."""
        ranked = self.lattice.k_best(batch.layout, scores, CANDIDATES)
        for problem, unknown, best in zip(problems, windows.unknown.tolist(), ranked, strict=True):
            yield weigh_ranked(problem, unknown, best[:READINGS], best)

    def marginals(self, problems: Sequence[Problem]) -> list[Floats]:
        """For each problem (quantities + 1, 3): the probability of each sign, x at its place."""
        if not problems:
            return []
        batch = self.batch(problems)
        found = self.lattice.marginals(batch.layout, self.scores(batch)).signs
        return np.split(found.T, batch.layout.quantity_offsets[1:-1])

    def ranked(self, problems: Sequence[Problem], k: int) -> list[Ranked]:
        """For each problem its k best sign assignments (signs of the constants) with log p."""
        batch = self.batch(problems)
        scores = self.scores(batch)
        log_z = self.lattice.log_partition(batch.layout, scores).tolist()
        return [
            [(constants(y, problem.place_of_unknown), score - z) for y, score in found]
            for problem, found, z in zip(
                problems, self.lattice.k_best(batch.layout, scores, k), log_z, strict=True
            )
        ]

    def weights(self) -> Iterator[tuple[str, str, float]]:
        """(attribute, label, weight) of every feature that has one."""
        labels = self.lattice.token_labels
        for names, columns, values in (
            (self.tokens, labels, self.weights_.tokens),
            (self.quantities, tuple(f"N{mark}" for mark in MARKS), self.weights_.quantities),
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
