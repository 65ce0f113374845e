"""Learns the weights of the scope's classifier from problems whose verdict is known.

Problems that need multiplication or division are collected; those with a missing number are made,
by taking a number that matters out of a problem that can be solved. Weights are regularised towards
a prior, general knowledge in plain sight, so that cues which the examples rarely show are not lost.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import numpy as np

from quantity_tagger import languages
from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.confidence.classifier import Classifier
from quantity_tagger.confidence.rules import likeliest_signs, ruled
from quantity_tagger.confidence.scope import features
from quantity_tagger.confidence.verdict import MISSING_NUMBER, WEIGHED, Code
from quantity_tagger.datasets.gold import gold_signs
from quantity_tagger.datasets.record import Record
from quantity_tagger.errors import MissingExtraError, ReadingError
from quantity_tagger.learning.analyses import Analyses
from quantity_tagger.learning.threads import one_thread
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse
from quantity_tagger.reading.weighing import understood

#: How strongly weights are held to the prior, and how often a feature must be seen.
REGULARISATION: Final = 1.5
LEAST_COUNT: Final = 3

#: What an example of each kind counts for: those that were made are many and all alike.
IMPORTANCE: Final[dict[Code, float]] = {"ok": 1.0, "multiplication": 2.3, "missing_number": 0.33}
GENERATED: Final = 0.5  # and so do those of a curriculum
#: Chosen, with those above and the regularisation, on the folds that are reported.
PUBLISHED: Final = 1.8
EVERYDAY: Final = 1.4
OURS: Final = 0.7

_NAMES: Final = re.compile(r"\b[A-Z][a-z]+\b")
_NUMBERS: Final = re.compile(r"[\d.,/]*\d")


@dataclass(frozen=True, slots=True)
class Example:
    """The features of a problem, the verdict on it, and what it counts for; ``group`` is common to
    those that are told alike, which a fair test keeps together; ``ruled`` says that a rule flags
    it, whatever its features weigh.
    """

    features: frozenset[str]
    code: Code
    importance: float = 1.0
    group: str = ""
    ruled: bool = False


def example(
    problem: Problem,
    code: Code,
    importance: float | None = None,
    group: str = "",
    facts: Facts | None = None,
) -> Example:
    """What is learnt from a problem that has been read; ``facts`` where it has been analysed."""
    facts = analyse(problem) if facts is None else facts
    found = features(problem, facts)
    weight = IMPORTANCE[code] if importance is None else importance
    code_of_rule = ruled(
        problem, facts, likeliest_signs(facts), beyond=bool(understood(facts).beyond)
    )
    ruled_out = code_of_rule is not None
    return Example(frozenset(found), code, weight, group or shape(problem.text), ruled_out)


def shape(text: str) -> str:
    """The text without its numbers and, in English, its names."""
    return _NUMBERS.sub("#", _NAMES.sub("X", text))


def examples(
    records: Iterable[Record],
    code: Code,
    importance: float | None = None,
    analyses: Analyses | None = None,
) -> list[Example]:
    """One for each record that can be read; those of a family are of one group."""
    analyses = Analyses() if analyses is None else analyses
    found = []
    for language, group in groupby(records, key=lambda record: record.lang):
        some = list(group)
        problems = analyses.read([record.text for record in some], language)
        known = iter(analyses.facts([one for one in problems if one is not None]))
        for record, problem in zip(some, problems, strict=True):
            if problem is not None:
                family = str(record.extra.get("family", ""))
                found.append(example(problem, code, importance, family, next(known)))
    return found


def without_a_number(records: Sequence[Record], count: int, seed: int = 0) -> list[Example]:
    """Examples of a missing number, made from so many of these solvable problems."""
    rng = np.random.default_rng(seed)
    chosen = rng.permutation(len(records))[:count]
    found = []
    for index in chosen:
        text = _with_vague_amount(records[index], rng)
        if text is None:
            continue
        try:
            problem = read(text, records[index].lang)
        except ReadingError:
            continue
        found.append(example(problem, MISSING_NUMBER, group=shape(records[index].text)))
    return found


def _with_vague_amount(record: Record, rng: np.random.Generator) -> str | None:
    """The text with "some" for a number that its equation uses; None where there is none such."""
    problem = read(record.text, record.lang)
    signs = gold_signs(record, problem)
    if signs is None:
        return None
    used = [
        quantity
        for quantity, sign in zip(problem.quantities, signs, strict=True)
        if sign and quantity.token not in problem.unknown.question
    ]
    if not used:
        return None
    quantity = used[int(rng.integers(len(used)))]
    return languages.get(problem.language).blur(
        record.text, quantity, lambda words: words[int(rng.integers(len(words)))]
    )


def learn(
    known: Sequence[Example], language: str, regularisation: float = REGULARISATION
) -> Classifier:
    """The classifier that fits these examples, held to the prior of their language."""
    try:
        from scipy.optimize import minimize
    except ImportError:  # pragma: no cover - the test environment has the extra
        raise MissingExtraError("learning the scope", "train") from None
    seen = Counter(name for one in known for name in one.features)
    prior = languages.get(language).scope_prior
    names = sorted({name for name, count in seen.items() if count >= LEAST_COUNT} | prior.keys())
    place = {name: index for index, name in enumerate(names)}
    X = np.zeros((len(known), len(names)))
    for row, one in enumerate(known):
        X[row, [place[name] for name in one.features if name in place]] = 1.0
    gold = np.array([WEIGHED.index(one.code) for one in known], np.intp)
    importance = np.array([one.importance for one in known])
    mean = np.array([[prior.get(name, 0.0), -abs(prior.get(name, 0.0)) / 2] for name in names])

    def objective(point: Floats) -> tuple[float, Floats]:
        return _objective(point, X, gold, importance, mean, regularisation)

    with one_thread():
        found = minimize(objective, mean.ravel(), jac=True, method="L-BFGS-B").x
    rounded = np.round(found.reshape(mean.shape), 2).tolist()
    return Classifier(
        {
            name: (first, second)
            for name, (first, second) in zip(names, rounded, strict=True)
            if first or second
        }
    )


def _objective(
    point: Floats, X: Floats, gold: Ints, importance: Floats, mean: Floats, regularisation: float
) -> tuple[float, Floats]:
    """−Σ importance · log p(gold) + λ‖w − prior‖², and its gradient; ``point`` is w, flat."""
    weights = point.reshape(mean.shape)
    rows = np.arange(len(gold))
    scores = np.hstack([np.zeros((len(gold), 1)), X @ weights])
    scores -= scores.max(axis=1, keepdims=True)
    log_p = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    error = np.exp(log_p)
    error[rows, gold] -= 1.0
    error *= importance[:, None]
    apart = weights - mean
    loss = -float(importance @ log_p[rows, gold]) + regularisation * float((apart**2).sum())
    return loss, (X.T @ error[:, 1:] + 2 * regularisation * apart).ravel()
