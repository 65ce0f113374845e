"""A trained model: settings, vocabularies and weights; signs for new problems. NumPy alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import exp, lcm
from operator import mul
from typing import TYPE_CHECKING

import numpy as np

from quantity_tagger import features
from quantity_tagger.batch import Batch, Vocabulary, assemble
from quantity_tagger.features import Attributes
from quantity_tagger.lattice import Lattice, lattice
from quantity_tagger.lattice.lattice import Ranked
from quantity_tagger.lattice.layout import Floats, Ints, Layout, offsets
from quantity_tagger.lattice.scores import Scores
from quantity_tagger.lattice.space import EXACT, Space
from quantity_tagger.signs import MARKS, SIGNS
from quantity_tagger.window import Width, Window, cut

if TYPE_CHECKING:
    from quantity_tagger.analysis.facts import Facts
    from quantity_tagger.features.whole import Codebook
    from quantity_tagger.reading.problem import Problem

CANDIDATES = 64
"""How many sign assignments are looked at for one that can be right before the best one stands."""

BEAM = 729
"""How many assignments of a problem with many constants QT(g) weighs."""

READINGS = 27
"""How many sign assignments share the probability of a tagging: all that three quantities have."""


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


@dataclass(frozen=True, slots=True)
class Tagging:
    """What a model makes of one problem.

    ``readings``: signs of the constants in x = Σ sᵢqᵢ with their probability among those that can
    be right, best first. ``spans``: for each constant and the unknown, in text order, the tokens
    of the text (``start, stop``) that its span covers where the signs are the first reading's.
    """

    readings: tuple[tuple[tuple[int, ...], float], ...]
    spans: tuple[tuple[int, int], ...]


def prepare(problem: Problem, settings: Settings, facts: Facts | None = None) -> Prepared:
    """``facts`` may give what the analysis of the problem found, so that it runs but once."""
    window = cut(problem, settings.window)
    attributes = features.extract(problem, window, settings.templates, facts)
    return Prepared(problem, window, attributes)


@lru_cache(maxsize=64)
def codebook(settings: Settings) -> Codebook:
    """The features of g that these settings look at."""
    from quantity_tagger.features.whole import Codebook

    return Codebook(tuple(filter(features.is_whole, settings.templates)), settings.schemas)


def batch_of(
    prepared: Sequence[Prepared],
    settings: Settings,
    tokens: Vocabulary,
    quantities: Vocabulary,
    told: Mapping[int, Ints] | None = None,
) -> Batch:
    """``told``: for problems with many constants, the assignments that QT(g) is to weigh."""
    whole = None
    if lattice(settings.model).weighs_equations:
        places = [one.window.unknown for one in prepared]
        counts = np.array([len(one.window.anchors) for one in prepared], np.intp)
        space = Space.of(offsets(counts), places, told)
        frames = [one.attributes.frame for one in prepared if one.attributes.frame is not None]
        whole = space, codebook(settings).codes(frames, space)
    return assemble(
        [one.window for one in prepared],
        [one.attributes for one in prepared],
        tokens,
        quantities,
        free_unknown=settings.free_unknown,
        whole=whole,
    )


@dataclass(frozen=True)
class Model:
    """Signs for problems: score every attribute, let the lattice decide."""

    settings: Settings
    tokens: Vocabulary
    quantities: Vocabulary
    weights_: Weights

    @property
    def lattice(self) -> Lattice:
        return lattice(self.settings.model)

    def batch(self, problems: Sequence[Problem]) -> Batch:
        return self._batch([prepare(problem, self.settings) for problem in problems])

    def _batch(self, prepared: Sequence[Prepared]) -> Batch:
        told = self._beams(prepared) if self.lattice.weighs_equations else None
        return batch_of(prepared, self.settings, self.tokens, self.quantities, told)

    def _beams(self, prepared: Sequence[Prepared]) -> dict[int, Ints]:
        """For problems with too many constants to weigh all assignments, QT's best ones."""
        many = [p for p, one in enumerate(prepared) if len(one.window.anchors) > EXACT + 1]
        if not many:
            return {}
        settings = replace(self.settings, model="qt")
        batch = batch_of([prepared[p] for p in many], settings, self.tokens, self.quantities)
        ranked = lattice("qt").k_best(batch.layout, self.scores(batch), BEAM)
        return {p: np.array([y for y, _ in best]) for p, best in zip(many, ranked, strict=True)}

    def scores(self, batch: Batch) -> Scores:
        return Scores(
            batch.tokens.weigh(self.weights_.tokens),
            batch.quantities.weigh(self.weights_.quantities),
            self.weights_.structure,
            self.weights_.equations[batch.equations].sum(axis=0),
        )

    def signs(self, problems: Sequence[Problem]) -> list[tuple[int, ...]]:
        """For each problem the signs of its quantities in x = Σ sᵢqᵢ: the best ones that can be
        right.
        """
        if not problems:
            return []
        batch = self.batch(problems)
        scores = self.scores(batch)
        places = [place_of_unknown(problem) for problem in problems]
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
        if not problems:
            return []
        known = [None] * len(problems) if facts is None else facts
        prepared = [
            prepare(problem, self.settings, fact)
            for problem, fact in zip(problems, known, strict=True)
        ]
        batch = self._batch(prepared)
        scores = self.scores(batch)
        readings: list[tuple[tuple[tuple[int, ...], float], ...]] = []
        chosen: list[int] = []
        for one, ranked in zip(
            prepared, self.lattice.k_best(batch.layout, scores, READINGS), strict=True
        ):
            indices, found = self._readings(one, ranked)
            chosen.extend(indices)
            readings.append(found)
        spans = self.lattice.viterbi(fixed(batch.layout, chosen), scores).spans.tolist()
        bounds = batch.layout.quantity_offsets.tolist()
        starts = batch.layout.gap_offsets[batch.layout.gap_before[batch.layout.first]].tolist()
        return [
            Tagging(found, reached(one.window, spans[bounds[p] : bounds[p + 1]], starts[p]))
            for p, (one, found) in enumerate(zip(prepared, readings, strict=True))
        ]

    def _readings(
        self, one: Prepared, ranked: Ranked
    ) -> tuple[tuple[int, ...], tuple[tuple[tuple[int, ...], float], ...]]:
        """The sign indices to draw spans for, and the readings that share the probability."""
        problem, unknown = one.problem, one.window.unknown
        share = able = able_to_be_right(problem, unknown, ranked)
        if not able:
            batch = self._batch([one])
            share = self.lattice.k_best(batch.layout, self.scores(batch), CANDIDATES)[0]
            able = able_to_be_right(problem, unknown, share)[:1] or share[:1]
        top = share[0][1]
        # Both forms of one equation, where x is free to be + or −, are one reading.
        found: dict[tuple[int, ...], float] = {}
        for indices, score in able:
            signs = constants(indices, unknown)
            found[signs] = found.get(signs, 0.0) + exp(score - top)
        total = sum(exp(score - top) for _, score in share)
        best = sorted(found.items(), key=lambda reading: -reading[1])
        first = next(y for y, _ in able if constants(y, unknown) == best[0][0])
        return first, tuple((signs, weight / total) for signs, weight in best)

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
            [(constants(y, place_of_unknown(problem)), score - z) for y, score in found]
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


def able_to_be_right(problem: Problem, unknown: int, ranked: Ranked) -> Ranked:
    values = whole_values(problem)
    return [found for found in ranked if can_be_right(values, constants(found[0], unknown))]


def fixed(layout: Layout, signs: Sequence[int]) -> Layout:
    """The same layout with every sign (Q,) told."""
    allowed = np.zeros_like(layout.allowed)
    allowed[np.array(signs, np.intp), np.arange(len(signs))] = True
    return replace(layout, allowed=allowed)


def reached(
    window: Window, spans: Sequence[Sequence[int]], start: int
) -> tuple[tuple[int, int], ...]:
    """Spans as tokens of the text, from token rows of a batch where ``start`` is the problem's."""
    found = []
    for anchor, (low, high) in zip(window.anchors, spans, strict=True):
        inside = (anchor, *window.tokens[low - start : high - start])
        found.append((min(inside), max(inside) + 1))
    return tuple(found)


def place_of_unknown(problem: Problem) -> int:
    """How many quantities stand before the unknown."""
    return sum(quantity.token < problem.unknown.token for quantity in problem.quantities)


def constants(indices: Sequence[int], unknown: int) -> tuple[int, ...]:
    """Signs of the constants in x = Σ sᵢqᵢ from sign indices of constants and unknown."""
    signs = [SIGNS[index] for index in indices]
    turn = -signs.pop(unknown)
    return tuple(turn * sign for sign in signs)


def answer(problem: Problem, signs: Sequence[int]) -> Fraction:
    return sum(
        (sign * quantity.value for sign, quantity in zip(signs, problem.quantities, strict=True)),
        Fraction(),
    )


def acceptable(problem: Problem, signs: Sequence[int]) -> bool:
    """What holds for addition-subtraction problems at large, stated once: something is added or
    subtracted, so of several constants at least two are used, and the answer is not negative
    unless the text itself has a negative number.
    """
    return can_be_right(whole_values(problem), signs)


def whole_values(problem: Problem) -> list[int]:
    """The values in whole numbers of their largest common part: whether sums of them are negative
    is the same, and told much faster.
    """
    values = [quantity.value for quantity in problem.quantities]
    below = lcm(*(value.denominator for value in values))
    return [value.numerator * (below // value.denominator) for value in values]


def can_be_right(values: Sequence[int], signs: Sequence[int]) -> bool:
    if len(signs) - signs.count(0) < min(2, len(signs)):
        return False
    return sum(map(mul, values, signs)) >= 0 or min(values) < 0
