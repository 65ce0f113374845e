"""`QuantityTagger`: the models of the paper as a scikit-learn estimator."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import numpy as np

from quantity_tagger import features as feature_sets
from quantity_tagger.arrays import Floats, offsets
from quantity_tagger.datasets.gold import gold_signs
from quantity_tagger.datasets.record import Record
from quantity_tagger.datasets.values import agree
from quantity_tagger.errors import MissingExtraError, QuantityTaggerError, ReadingError
from quantity_tagger.features.encoder import Encoder, Vocabulary
from quantity_tagger.features.readings import FAMILY as READINGS
from quantity_tagger.features.readings import PLAIN
from quantity_tagger.features.window import cut_all, width_of
from quantity_tagger.lattice import lattice
from quantity_tagger.lattice.assignments import Assignments
from quantity_tagger.model.calibration import Calibration
from quantity_tagger.model.file import load_model, save_model
from quantity_tagger.model.model import (
    Model,
    Settings,
    Weights,
    answer,
    codebook,
    encode,
    facts_of,
)
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import check_several, read_all
from quantity_tagger.reading.analysis import analyse_all
from quantity_tagger.signs import MARKS

try:
    from sklearn.base import BaseEstimator
    from sklearn.exceptions import NotFittedError
    from sklearn.utils import Tags

    from quantity_tagger.learning.calibration import Known, calibrate, dealt
    from quantity_tagger.learning.distractors import spliced
    from quantity_tagger.learning.examples import (
        Item,
        Solved,
        gold_indices,
        once,
        problems_of,
        solved_by,
        with_answers,
    )
    from quantity_tagger.learning.monitor import ConvergenceMonitor, Step
    from quantity_tagger.learning.objective import Objective
    from quantity_tagger.learning.optimise import optimise
    from quantity_tagger.learning.threads import one_thread
except ImportError as error:  # pragma: no cover - the test environment has the extra
    raise MissingExtraError("training a model", "train") from error

LEARNT = 6
"""How many constants a problem may have for QT(g) to learn from it: each more triples the work."""

LEAST = {
    "regularisation": 0,
    "contextual_penalty": 0.001,
    "equation_penalty": 0.001,
    "max_iterations": 1,
    "tolerance": 0,
    "min_count": 1,
    "calibration_folds": 0,
    "distractors": 0,
    "seed": 0,
}
"""The least that each number among a tagger's parameters may be."""


class QuantityTagger(BaseEstimator):  # type: ignore[misc]
    """Tags every quantity of a word problem with a sign and solves the equation they form.

    Parameters
    ----------
    variant : {"qt", "qt-s", "qt-r", "qt-fix", "qt-g"}
        The lattice. Affects which spans are possible and what they can be seen by; "qt-g" also
        weighs the equation as a whole.
    window : int, "N" or None
        J, the tokens seen around each quantity (itself, J − 1 on each side); "N" or None for all.
        Larger windows see more and overfit sooner.
    features : {"full", "paper", "none"}
        What is looked at: n-grams alone ("none"), also what the paper takes from external tools
        ("paper"), or also our readings of the whole story ("full").
    templates : sequence of str or None
        Feature templates by name, instead of a set (see `quantity_tagger.features.families`).
    prior : bool
        Whether weights are pulled towards the general knowledge of the full features' prior
        instead of towards zero. Matters where training shows little; the other sets have none.
    free_unknown : bool
        Whether x may be + as well as −, so that an equation has two forms, both right.
    distractors : int
        How many further versions of each training problem are made by telling a statement of
        another in its midst, with numbers that do not matter. Teaches what training rarely shows.
    regularisation : float
        λ. Larger values trust single features less.
    contextual_penalty : float
        How many times λ holds the contextual n-grams, which are many and overfit few problems.
    equation_penalty : float
        How many times λ holds the features of whole equations, where they are weighed.
    max_iterations, tolerance : int, float
        L-BFGS stops after so many iterations, or when ten together gain less than this share.
    min_count : int
        Attributes seen fewer times are dropped; 1 keeps all, as the paper does.
    calibration_folds : int
        Into how many parts the problems are dealt to learn how sure an answer is, each part met by
        a tagger that has not seen it; 0 leaves probabilities as the lattice has them.
    language : {"en", "zh"} or None
        Language of raw texts; None tells it by their script.
    seed : int
        Of the random starting point; the latent spans make the objective non-convex.
    checkpoint : path or None
        Where a long search leaves its state, and takes it up again.
    watch : callable or None
        Called with each `Step` of the search.
    model : str or None
        The older name of ``variant``, which it replaces where it is given.

    """

    def __init__(
        self,
        variant: str = "qt",
        window: int | str | None = 3,
        *,
        features: str = feature_sets.FULL,
        templates: Sequence[str] | None = None,
        prior: bool = True,
        free_unknown: bool = False,
        distractors: int = 0,
        regularisation: float = 0.01,
        contextual_penalty: float = 1.0,
        equation_penalty: float = 1.0,
        max_iterations: int = 250,
        tolerance: float = 1e-5,
        min_count: int = 1,
        calibration_folds: int = 0,
        language: str | None = None,
        seed: int = 0,
        checkpoint: str | Path | None = None,
        watch: Callable[[Step], None] | None = None,
        model: str | None = None,
    ) -> None:
        self.variant = variant
        self.model = model
        self.window = window
        self.features = features
        self.templates = templates
        self.prior = prior
        self.free_unknown = free_unknown
        self.distractors = distractors
        self.regularisation = regularisation
        self.contextual_penalty = contextual_penalty
        self.equation_penalty = equation_penalty
        self.max_iterations = max_iterations
        self.tolerance = tolerance
        self.min_count = min_count
        self.calibration_folds = calibration_folds
        self.language = language
        self.seed = seed
        self.checkpoint = checkpoint
        self.watch = watch

    @property
    def _variant(self) -> str:
        return self.variant if self.model is None else self.model

    # --- learning ---------------------------------------------------------------------------------

    @one_thread()
    def fit(self, X: Iterable[Item], y: Iterable[object] | None = None) -> QuantityTagger:
        """Learn from records, or from problems or texts ``X`` with their answers ``y``.

        Problems whose signs cannot be told are left out; ``n_problems_`` says how many were used.
        """
        settings = self._settings()
        items = with_answers(X, y)
        problems, signs, others = self._examples(items)
        if not problems:
            raise QuantityTaggerError("there is no problem to learn from whose signs can be told")
        self.n_problems_ = len(problems)
        more, more_signs = spliced(problems, signs, self.distractors, self.seed)
        problems, signs = self._weighable([*problems, *more], [*signs, *more_signs])
        problems, signs, times = once(problems, signs)
        facts = [*self._facts(settings, problems)]
        numbers = [PLAIN] * len(problems)
        if READINGS in settings.templates:
            found = self._beyond_signs(settings, others)
            problems += [one.problem for one in found]
            facts += [one.facts for one in found]
            signs += [one.signs for one in found]
            numbers += [one.number for one in found]
            times += [one.times for one in found]
            self.n_problems_ += sum(one.times for one in found)
        windows = cut_all(problems, settings.window)
        chosen, assignments = lattice(settings.variant), None
        if chosen.weighs_equations:
            assignments = Assignments.of(offsets(windows.counts), windows.unknown.tolist())
        encoder = Encoder.fit(settings.templates, problems, windows, facts, self.min_count, times)
        encoded = encode(encoder, settings, problems, windows, facts, assignments)
        objective = Objective(
            chosen,
            encoded,
            gold_indices(problems, signs),
            self._mean(encoder, settings),
            self.regularisation,
            (
                self._penalties(encoder.tokens),
                self._penalties(encoder.quantities),
                np.full(codebook(settings).size, self.equation_penalty),
                np.full(len(encoder.readings), self.equation_penalty),
            ),
            np.array(numbers, np.intp),
            np.array(times, float),
        )
        start = np.random.default_rng(self.seed).uniform(-0.05, 0.05, objective.size)
        monitor = ConvergenceMonitor(self.max_iterations, self.tolerance)
        point = optimise(
            objective,
            start,
            monitor,
            checkpoint=None if self.checkpoint is None else Path(self.checkpoint),
            identity=self._identity(problems, signs, times),
            watch=self.watch,
        )
        self.monitor_ = monitor
        weights = objective.weights(point)
        self.model_ = Model(settings, encoder, weights, self._calibration(items))
        return self

    def _settings(self) -> Settings:
        if self.templates is None:
            chosen = feature_sets.templates_of(self._variant, self.features)
        else:
            chosen = tuple(self.templates)
        feature_sets.check_templates(chosen)
        check_numbers({name: getattr(self, name) for name in LEAST})
        if lattice(self._variant).weighs_equations and self.free_unknown:
            title = lattice(self._variant).title
            raise QuantityTaggerError(f"{title} takes x as −; leave free_unknown off")
        return Settings(self._variant, width_of(self.window), chosen, self.free_unknown)

    def _calibration(self, items: Sequence[tuple[Item, Fraction | None]]) -> Calibration | None:
        if not self.calibration_folds:
            return None
        problems = self._problems([item for item, _ in items])
        known = [
            Known(item, problem, target)
            for (item, target), problem in zip(items, problems, strict=True)
            if problem is not None and target is not None
        ]
        if not 2 <= self.calibration_folds <= len(known):
            raise QuantityTaggerError(
                f"{len(known)} problems cannot be dealt into {self.calibration_folds} folds to "
                "calibrate on; take at least 2 and at most as many as there are problems"
            )
        return calibrate(self, known, dealt(len(known), self.calibration_folds, self.seed))

    def _examples(
        self, items: Sequence[tuple[Item, Fraction | None]]
    ) -> tuple[list[Problem], list[tuple[int, ...]], list[tuple[Problem, Fraction]]]:
        """Problems with their signs, and those whose signs cannot be told, with their answers."""
        problems, golds, others = [], [], []
        read = self._problems([item for item, _ in items])
        for (item, target), problem in zip(items, read, strict=True):
            if problem is None:
                continue
            record = (
                item if isinstance(item, Record) else Record(problem.text, cast(Fraction, target))
            )
            signs = gold_signs(record, problem)
            if signs is not None:
                problems.append(problem)
                golds.append(signs)
            else:
                others.append((problem, record.answer))
        return problems, golds, others

    def _beyond_signs(
        self, settings: Settings, others: Sequence[tuple[Problem, Fraction]]
    ) -> list[Solved]:
        """Of the problems whose signs cannot be told those that a reading solves."""
        kept = [one for one in others if len(one[0].quantities) <= LEARNT]
        problems, answers, times = once(*zip(*kept, strict=True)) if kept else ([], [], [])
        solved = (
            solved_by(problem, facts, right, count)
            for problem, facts, right, count in zip(
                problems, self._facts(settings, problems), answers, times, strict=True
            )
        )
        return [one for one in solved if one is not None]

    def read(self, texts: Sequence[str], language: str | None) -> Sequence[Problem | None]:
        """Each text as a problem, None where it is none; a tagger that meets the same texts again
        may remember it, as what the analysis finds of them (`analysed`).
        """
        found = read_all(texts, language)
        return [None if isinstance(one, ReadingError) else one for one in found]

    def analysed(self, problems: Sequence[Problem]) -> Sequence[Facts]:
        """What the analysis finds of each problem, to learn from and to calibrate on."""
        return analyse_all(problems)

    def _facts(self, settings: Settings, problems: Sequence[Problem]) -> Sequence[Facts]:
        if feature_sets.need_story(settings.templates):
            return self.analysed(problems)
        return facts_of(settings, problems)

    def _weighable(
        self, problems: list[Problem], signs: list[tuple[int, ...]]
    ) -> tuple[list[Problem], list[tuple[int, ...]]]:
        """The problems that are small enough to be weighed whole, where they have to be."""
        if not lattice(self._variant).weighs_equations:
            return problems, signs
        kept = [p for p, one in enumerate(problems) if len(one.quantities) <= LEARNT]
        return [problems[p] for p in kept], [signs[p] for p in kept]

    def _mean(self, encoder: Encoder, settings: Settings) -> Weights:
        chosen, quantities = lattice(settings.variant), encoder.quantities
        mean = Weights(
            np.zeros((len(encoder.tokens), len(chosen.token_labels))),
            np.zeros((len(quantities), 3)),
            np.zeros(len(chosen.structure)),
            np.zeros(codebook(settings).size),
            np.zeros(len(encoder.readings)),
        )
        if self.prior and self.features == feature_sets.FULL:
            from quantity_tagger.features import external, readings

            for (attribute, mark), value in external.PRIOR.items():
                if attribute in quantities:
                    mean.quantities[quantities[attribute], MARKS.index(mark)] = value
            for name, value in readings.PRIOR.items():
                if name in encoder.readings:
                    mean.readings[encoder.readings[name]] = value
        return mean

    def _penalties(self, names: Vocabulary) -> Floats:
        """(attributes,) how many times λ each is regularised."""
        return np.array(
            [self.contextual_penalty if feature_sets.is_contextual(name) else 1.0 for name in names]
        )

    def _identity(
        self, problems: list[Problem], signs: list[tuple[int, ...]], times: list[int]
    ) -> str:
        """What a checkpoint belongs to: these settings on these problems."""
        told = {k: v for k, v in self.get_params().items() if k not in ("checkpoint", "watch")}
        text = repr((told, [problem.text for problem in problems], signs, times))
        return hashlib.sha256(text.encode()).hexdigest()

    # --- use --------------------------------------------------------------------------------------

    def predict(self, X: Iterable[Item]) -> np.ndarray:
        """(n,) the answers as exact `Fraction`s; None where a text cannot be read."""
        found = self._tagged(X)
        answers = np.empty(len(found), object)
        for index, (problem, signs) in enumerate(found):
            answers[index] = None if problem is None else answer(problem, signs)
        return answers

    def predict_signs(self, X: Iterable[Item]) -> list[tuple[int, ...] | None]:
        """For each problem the signs of its quantities in x = Σ sᵢqᵢ."""
        return [None if problem is None else signs for problem, signs in self._tagged(X)]

    def predict_marginals(self, X: Iterable[Item]) -> list[Floats | None]:
        """For each problem (quantities + 1, 3): probability of +, 0, −, x at its place."""
        problems = self._problems(X)
        found = iter(self._fitted().marginals([p for p in problems if p is not None]))
        return [None if problem is None else next(found) for problem in problems]

    def score(self, X: Iterable[Item], y: Iterable[object] | None = None) -> float:
        """The share of right answers; what cannot be read counts as wrong."""
        pairs = list(with_answers(X, y))
        answers = self.predict([item for item, _ in pairs])
        right = [
            found is not None and target is not None and agree(found, target)
            for found, (_, target) in zip(answers, pairs, strict=True)
        ]
        return float(np.mean(right)) if right else 0.0

    def save(self, path: str | Path) -> None:
        """Write the fitted model to one file of data."""
        save_model(self._fitted(), path)

    @classmethod
    def load(cls, path: str | Path) -> QuantityTagger:
        """A fitted tagger from a model file; how it was trained is not in the file."""
        model = load_model(path)
        told = model.settings
        tagger = cls(
            told.variant,
            told.window,
            features=feature_sets.set_of(told.variant, told.templates),
            templates=told.templates,
            free_unknown=told.free_unknown,
        )
        tagger.model_ = model
        return tagger

    def _fitted(self) -> Model:
        if not hasattr(self, "model_"):
            raise NotFittedError(f"this {type(self).__name__} is not fitted yet; call fit first")
        return self.model_

    def _problems(self, X: Iterable[Item]) -> list[Problem | None]:
        check_several(X)
        return problems_of(list(X), self.language, self.read)

    def _tagged(self, X: Iterable[Item]) -> list[tuple[Problem | None, tuple[int, ...]]]:
        model = self._fitted()
        problems = self._problems(X)
        signs = iter(model.signs([problem for problem in problems if problem is not None]))
        return [(problem, () if problem is None else next(signs)) for problem in problems]

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        tags.target_tags.required = False
        tags.no_validation = True
        return tags


def check_numbers(values: Mapping[str, Any], written: Callable[[str], str] = str) -> None:
    """Refuses a number below its least; ``written`` is how the caller writes a parameter's name."""
    for name, least in LEAST.items():
        value = values[name]
        if not least <= value < float("inf"):
            raise QuantityTaggerError(
                f"{written(name)} must be a number from {least} up, not {value}"
            )
