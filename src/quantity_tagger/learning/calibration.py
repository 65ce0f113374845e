"""Fits a calibration: how often is an answer right that looks like this?

What a tagger says of problems it has learnt from tells nothing, so it is trained without one part
of the problems at a time, and what it says of that part is compared with the answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from quantity_tagger.arrays import Floats
from quantity_tagger.confidence.assessment import Evidence
from quantity_tagger.datasets.values import agree
from quantity_tagger.learning.threads import one_thread
from quantity_tagger.model.calibration import Calibration
from quantity_tagger.model.model import Model
from quantity_tagger.solver import Solver

if TYPE_CHECKING:
    from quantity_tagger.learning.estimator import QuantityTagger
    from quantity_tagger.learning.examples import Item
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

REGULARISATION: Final = 1.0
LEAST_COUNT: Final = 5
"""How often a piece of evidence must be seen to weigh anything."""

PRIOR: Final = {"odds": 0.3, "ahead": 0.3, "in scope": 0.2, "no such world": -0.5, "length": -0.5}
"""What is believed until the problems say otherwise."""

DECIMALS: Final = 4

Sample = tuple[Evidence, bool]
"""What was seen of an answer, and whether it was right."""


class Known(NamedTuple):
    """What a tagger can learn from, as it was given and as it was read, with its answer."""

    item: Item
    problem: Problem
    answer: Fraction


def calibrate(
    tagger: QuantityTagger,
    known: Sequence[Known],
    parts: Sequence[int],
    most: int | None = None,
    unsolvable: Sequence[Known] = (),
) -> Calibration:
    """The calibration of such a tagger; ``parts`` says what is left out together.

    The tagger is asked once about a problem that is told several times. Where parts are of unequal
    size, it is asked about the first ``most`` of each. What is ``unsolvable`` by signs is never
    learnt from, and asked about in turn: how sure may an answer be that cannot be right?
    """
    samples: list[Sample] = []
    numbers = sorted(set(parts))
    for turn, part in enumerate(numbers):
        learnt = [one for one, its in zip(known, parts, strict=True) if its != part]
        asked = {
            one.problem.text: one for one, its in zip(known, parts, strict=True) if its == part
        }
        held = [*list(asked.values())[:most], *unsolvable[turn :: len(numbers)]]
        model = _fitted(tagger, learnt)
        problems, answers = [one.problem for one in held], [one.answer for one in held]
        samples += samples_of(model, problems, answers, tagger.analysed(problems))
    return fit(samples)


def dealt(count: int, parts: int, seed: int) -> list[int]:
    """The part of each of so many problems, at random, parts of equal size up to one."""
    order: list[int] = (np.random.default_rng(seed).permutation(count) % parts).tolist()
    return order


def samples_of(
    model: Model,
    problems: Sequence[Problem],
    answers: Sequence[Fraction],
    facts: Sequence[Facts] | None = None,
) -> list[Sample]:
    """What a model says of problems whose answers are known."""
    return [
        (one.evidence, agree(one.answer, right))
        for right, one in zip(answers, Solver(model).assess(problems, facts), strict=True)
    ]


def fit(samples: Sequence[Sample], regularisation: float = REGULARISATION) -> Calibration:
    """The logistic model that fits best, held to the prior.

    The targets are Platt's, a little off 0 and 1 (Platt 1999), so that samples without an error do
    not promise certainty.
    """
    from scipy.optimize import minimize

    seen = Counter(name for evidence, _ in samples for name in evidence)
    names = sorted({name for name, count in seen.items() if count >= LEAST_COUNT} | PRIOR.keys())
    X = np.array([[evidence.get(name, 0.0) for name in names] for evidence, _ in samples])
    right = np.array([correct for _, correct in samples], bool)
    n_right, n_wrong = int(right.sum()), int((~right).sum())
    target = np.where(right, (n_right + 1) / (n_right + 2), 1 / (n_wrong + 2))
    mean = np.array([PRIOR.get(name, 0.0) for name in names])
    # The level is for the data to say.
    penalty = np.array([0.01 if name == "bias" else regularisation for name in names])

    def objective(point: Floats) -> tuple[float, Floats]:
        score = X @ point
        apart = point - mean
        loss = float((np.logaddexp(0.0, score) - target * score).sum() + penalty @ apart**2)
        expected = np.exp(-np.logaddexp(0.0, -score))
        return loss, X.T @ (expected - target) + 2 * penalty * apart

    with one_thread():
        found = minimize(objective, mean, jac=True, method="L-BFGS-B").x
    rounded = np.round(found, DECIMALS).tolist()
    weights = {name: weight for name, weight in zip(names, rounded, strict=True) if weight}
    return Calibration(weights)


def _fitted(tagger: QuantityTagger, known: Sequence[Known]) -> Model:
    from sklearn.base import clone

    inner: QuantityTagger = clone(tagger)
    inner.set_params(calibration_folds=0, checkpoint=None, watch=None)
    return inner.fit([one.item for one in known], [one.answer for one in known]).model_
