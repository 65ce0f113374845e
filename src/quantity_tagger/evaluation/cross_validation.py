"""Cross-validation on the folds that a data set names (paper, section 3), with J tuned inside each.

A fold's training part is all other folds. J is tuned on that part alone: a random fifth of it is
held out, one model for each candidate is trained on the rest, and the J whose model solves most of
the held-out problems, the smallest of equals, trains the model that meets the fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from quantity_tagger.datasets.record import Record
from quantity_tagger.errors import DataError, MissingExtraError, QuantityTaggerError
from quantity_tagger.evaluation.report import (
    FEASIBLE,
    THRESHOLD,
    Report,
    assess_all,
    evaluate,
)
from quantity_tagger.features.window import Width, name_of, width_of
from quantity_tagger.learning.threads import one_thread

if TYPE_CHECKING:
    from quantity_tagger.learning.estimator import QuantityTagger

T = TypeVar("T")

CANDIDATES: tuple[Width, ...] = (1, 2, 3, 4, 5, 6, None)
"""The J among which tuning chooses."""

HELD_OUT = 0.2
"""The share of a training part on which J is tuned."""

Trials = tuple[tuple[Width, float], ...]
"""Each candidate J with the accuracy it reached on the held-out problems."""


@dataclass(frozen=True, slots=True)
class CrossValidation:
    """One report for each test fold, in order of the folds.

    ``names`` are the folds' numbers, ``windows`` the J used for each, ``trials`` what tuning saw
    there, empty where J was given.
    """

    folds: tuple[Report, ...]
    names: tuple[int, ...]
    windows: tuple[Width, ...]
    trials: tuple[Trials, ...]

    @property
    def pooled(self) -> Report:
        """All problems, each as the model tagged it that had not seen its fold."""
        return Report(tuple(outcome for report in self.folds for outcome in report.outcomes))

    @property
    def accuracy(self) -> float:
        return self.pooled.accuracy

    @property
    def mean_of_folds(self) -> float:
        return fmean(report.accuracy for report in self.folds)

    def to_dict(self, threshold: float = THRESHOLD) -> dict[str, Any]:
        return {
            **self.pooled.to_dict(threshold),
            "mean_of_folds": self.mean_of_folds,
            "folds": [
                {
                    "fold": name,
                    "window": name_of(window),
                    "tuning": [
                        {"window": name_of(width), "accuracy": accuracy}
                        for width, accuracy in trials
                    ],
                    **report.to_dict(threshold),
                }
                for name, window, trials, report in zip(
                    self.names, self.windows, self.trials, self.folds, strict=True
                )
            ],
        }


def cross_validate(
    tagger: QuantityTagger,
    records: Sequence[Record],
    *,
    folds: int | None = None,
    candidates: Sequence[Width] = (),
    seed: int = 0,
    decoding: str = FEASIBLE,
    jobs: int | None = None,
    watch: Callable[[int], None] | None = None,
) -> CrossValidation:
    """Train on all folds but one and test on that one, for each fold.

    ``folds`` deals the records into so many random ones, instead of taking their own. With
    ``candidates``, J is tuned among them and ``tagger.window`` plays no part; ``seed`` is that of
    all that is random. ``decoding`` (of `DECODINGS`) is how the folds are tagged; J is tuned as if
    it were the usual one. ``jobs`` models are trained at a time, by joblib; None leaves it to the
    joblib backend in force, one at a time where there is none. ``watch`` is told how many models
    are done, of ``trainings(…)``.
    """
    if folds is not None:
        records = deal(records, folds, seed)
    names = fold_names(records)
    parts = [[record for record in records if record.fold != name] for name in names]
    trials: list[Trials] = [()] * len(names)
    windows = [width_of(tagger.window)] * len(names)
    done = 0
    if candidates:
        splits = [split(part, seed, name) for part, name in zip(parts, names, strict=True)]
        reached = in_parallel(
            [
                partial(accuracy_of, tagger, width, learnt, held_out)
                for learnt, held_out in splits
                for width in candidates
            ],
            jobs,
            watch,
        )
        done = len(reached)
        each = len(candidates)
        trials = [
            tuple(zip(candidates, reached[at : at + each], strict=True))
            for at in range(0, done, each)
        ]
        windows = [best_of(found) for found in trials]
    reports = in_parallel(
        [
            partial(tested, tagger, window, part, [r for r in records if r.fold == name], decoding)
            for name, window, part in zip(names, windows, parts, strict=True)
        ],
        jobs,
        None if watch is None else lambda more: watch(done + more),
    )
    return CrossValidation(tuple(reports), names, tuple(windows), tuple(trials))


def fold_names(records: Iterable[Record]) -> tuple[int, ...]:
    """The folds of these records, in order; every record must be in one, and there must be two."""
    folds = {record.fold for record in records}
    names = sorted(name for name in folds if name is not None)
    if len(names) < 2 or None in folds:
        raise DataError(
            "cross-validation needs a fold number in every record, of two folds or more; "
            "deal the records into folds (--folds K, in Python folds=K) where the file has none"
        )
    return tuple(names)


def trainings(folds: int, candidates: int) -> int:
    """How many models a cross-validation trains."""
    return folds * (candidates + 1)


def deal(records: Sequence[Record], folds: int, seed: int) -> list[Record]:
    """The records in random folds of equal size, up to one, whatever folds they had."""
    if not 2 <= folds <= len(records):
        raise QuantityTaggerError(
            f"{len(records)} problems cannot be dealt into {folds} folds; "
            "take at least 2 and at most as many as there are problems"
        )
    order = np.random.default_rng(seed).permutation(len(records))
    return [
        replace(record, fold=int(place) % folds)
        for record, place in zip(records, order, strict=True)
    ]


def split(part: Sequence[Record], seed: int, fold: int) -> tuple[list[Record], list[Record]]:
    """A training part in two: what tuning learns from, and the fifth that it is tested on."""
    n_held_out = max(1, round(HELD_OUT * len(part)))
    if n_held_out >= len(part):
        raise DataError("a fold has too few problems to train on for J to be tuned; give a window")
    order = np.random.default_rng([seed, fold]).permutation(len(part))
    held_out = set(order[:n_held_out].tolist())
    return (
        [record for at, record in enumerate(part) if at not in held_out],
        [record for at, record in enumerate(part) if at in held_out],
    )


def best_of(trials: Trials) -> Width:
    """The J that reached most, the first of equals."""
    return max(trials, key=lambda trial: trial[1])[0]


@one_thread()
def tested(
    tagger: QuantityTagger,
    window: Width,
    learnt: Sequence[Record],
    test: Sequence[Record],
    decoding: str,
) -> Report:
    """The report on ``test`` of such a tagger with this J that has learnt from the rest."""
    from sklearn.base import clone

    model = clone(tagger).set_params(window=window).fit(learnt).model_
    if decoding != FEASIBLE:
        return evaluate(model, test, decoding=decoding)
    return assess_all(lambda _: model, test)


@one_thread()
def accuracy_of(
    tagger: QuantityTagger, window: Width, learnt: Sequence[Record], test: Sequence[Record]
) -> float:
    from sklearn.base import clone

    quick = clone(tagger).set_params(window=window, calibration_folds=0)  # J is tuned on answers
    return evaluate(quick.fit(learnt).model_, test).accuracy


def in_parallel(
    calls: Sequence[Callable[[], T]], jobs: int | None, watch: Callable[[int], None] | None
) -> list[T]:
    """The results of the calls, in order, made by joblib's backend in force."""
    try:
        from joblib import Parallel, delayed
    except ImportError:  # pragma: no cover - the test environment has the extra
        raise MissingExtraError("cross-validation", "train") from None

    class Watched(Parallel):  # type: ignore[misc]
        # The one hook that every backend calls when a task is done (Ray's cannot hand results over
        # one by one).
        def print_progress(self) -> None:
            if watch is not None:
                watch(self.n_completed_tasks)

    found: list[T] = Watched(n_jobs=jobs)(delayed(call)() for call in calls)
    return found
