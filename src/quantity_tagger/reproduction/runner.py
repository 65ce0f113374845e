"""Trains the models of a plan, several at a time, and keeps the outcome of each in a file.

A file holds the signs that one model gave to the problems it was tested on. Its name is a sum over
the run's settings, the data and the code, so that a run which was cut off goes on where it was, and
nothing that other data or other code made is ever taken for its own.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from typing import Final

import numpy as np

import quantity_tagger
from quantity_tagger.datasets import fetch, jsonl
from quantity_tagger.datasets.record import Record
from quantity_tagger.errors import DataError, ReadingError
from quantity_tagger.evaluation.cross_validation import in_parallel, split
from quantity_tagger.evaluation.report import assess_all
from quantity_tagger.features import PAPER, need_story
from quantity_tagger.learning.threads import one_thread
from quantity_tagger.model import published
from quantity_tagger.model.model import Model, Settings, facts_of
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read
from quantity_tagger.reproduction.marked import marked
from quantity_tagger.reproduction.plan import Run, Scale, templates_of
from quantity_tagger.support.files import atomic_write

Signs = tuple[tuple[int, ...] | None, ...]
"""The signs of each problem of a test, in the order of the test; None where it was not read."""

Spans = tuple[tuple[tuple[int, int], ...], ...]
"""The spans of each marked problem."""

FORMAT = 3
"""Of the files; another number makes all of them strangers."""

CALIBRATION_FOLDS = 3

BESIDE_THE_POINT = frozenset(
    (*("batch", "cli", "explanation", "generation", "reproduction", "web"),)
)
"""Rooms of the package that change no result."""


RULES: Final[dict[str, published.Rules]] = {
    "published": published.RULES,
    "order": {cue: sign for cue, sign in published.RULES.items() if cue != "unrelated"},
    "relatedness": {"unrelated": 0},
}
"""Rules of decoding by name: all of the published code's, and each kind alone."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to, the processor time that it took, and how sure a calibrated model was;
    ``ruled`` are the signs under each of `RULES`, ``spans`` those of the marked problems.
    """

    signs: Signs
    seconds: float
    confidence: tuple[float | None, ...] | None = None
    ruled: Mapping[str, Signs] | None = None
    spans: Spans | None = None


@dataclass(frozen=True, slots=True)
class Store:
    """The files of all runs in one folder, made by this code at this scale."""

    folder: Path
    scale: Scale
    code: str

    @classmethod
    def open(cls, folder: Path, scale: Scale) -> Store:
        folder.mkdir(parents=True, exist_ok=True)
        # The files can be made again and are many: no repository wants them.
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")
        return cls(folder, scale, code_sum())

    def path(self, run: Run) -> Path:
        sets = [run.trained_on] if run.elsewhere is None else [run.trained_on, run.elsewhere]
        told = [FORMAT, self.code, asdict(run), asdict(self.scale.search), self.scale.sample]
        told += map(data_sum, sets)
        if run.marked:
            told.append([one.problem.text for one in marked(run.trained_on)])
        key = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
        return self.folder / f"{key[:32]}.json"

    def read(self, run: Run) -> Outcome | None:
        """The outcome of a run, or None where there is none yet."""
        try:
            held = json.loads(self.path(run).read_text(encoding="utf-8"))
            sure, ruled, spans = held["confidence"], held["ruled"], held["spans"]
            return Outcome(
                _as_signs(held["signs"]),
                float(held["seconds"]),
                None if sure is None else tuple(sure),
                None if ruled is None else {name: _as_signs(ruled[name]) for name in RULES},
                None
                if spans is None
                else tuple(tuple((start, stop) for start, stop in one) for one in spans),
            )
        except FileNotFoundError:
            return None
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError):
            raise DataError(
                f"{self.path(run)} is damaged; remove it and start the command again"
            ) from None

    def write(self, run: Run, outcome: Outcome) -> None:
        held = {"run": asdict(run), **asdict(outcome)}
        with atomic_write(self.path(run)) as file:
            file.write(json.dumps(held).encode())


def _as_signs(held: Iterable[Iterable[int] | None]) -> Signs:
    return tuple(None if one is None else tuple(one) for one in held)


def carry_out_all(
    runs: Iterable[Run], store: Store, jobs: int | None, watch: Callable[[int], None] | None = None
) -> int:
    """Carry out those of the runs that have no outcome yet; how many they were.

    ``watch`` is told how many of all the runs are done.
    """
    wanted = list(dict.fromkeys(runs))
    missing = [run for run in wanted if not store.path(run).exists()]
    done = len(wanted) - len(missing)
    if watch is not None:
        watch(done)
    in_parallel(
        [partial(carry_out, run, store) for run in missing],
        jobs,
        None if watch is None else lambda more: watch(done + more),
    )
    return len(missing)


def carry_out(run: Run, store: Store) -> None:
    """Train and test one model and keep what it said."""
    import quantity_tagger.learning.estimator  # noqa: F401 - it loads the libraries whose threads are limited

    with one_thread():
        store.write(run, outcome_of(run, store))


def outcome_of(run: Run, store: Store) -> Outcome:
    from quantity_tagger.learning.estimator import QuantityTagger

    class Remembering(QuantityTagger):
        """A tagger that reads what was read before from memory."""

        def read(self, texts: Sequence[str], language: str | None) -> list[Problem | None]:
            return [_read(text, language) for text in texts]

        def _facts(self, settings: Settings, problems: Sequence[Problem]) -> Sequence[Facts]:
            return known_facts(settings, problems)

    start = time.process_time()
    search = store.scale.search
    learnt, test = parts(run, store.scale)
    tagger = Remembering(
        run.model,
        run.window,
        features=run.features,
        templates=templates_of(run),
        prior=run.prior,
        regularisation=run.regularisation,
        equation_penalty=run.equation_penalty,
        calibration_folds=CALIBRATION_FOLDS if run.calibrated else 0,
        max_iterations=search.max_iterations,
        tolerance=search.tolerance,
        seed=run.seed,
    )
    model = tagger.fit(learnt).model_
    if run.calibrated:
        found = assess_all(lambda _: model, test).outcomes
        signs = tuple(one.signs for one in found)
        sure = tuple(one.confidence for one in found)
        return Outcome(signs, time.process_time() - start, sure)
    if run.marked:
        problems = [one.problem for one in marked(run.trained_on)]
        spans = tuple(one.spans for one in model.tag(problems))
        return Outcome((), time.process_time() - start, spans=spans)
    signs = signs_of(model, test, run.constraints)
    ruled = None
    if run.features == PAPER and run.fold is not None and not run.tuning:
        ruled = {name: ruled_signs(model, test, rules) for name, rules in RULES.items()}
    return Outcome(signs, time.process_time() - start, ruled=ruled)


def ruled_signs(model: Model, test: Sequence[Record], rules: published.Rules) -> Signs:
    problems = problems_of(test)
    readable = [problem for problem in problems if problem is not None]
    found = iter(published.published_signs(model, readable, rules))
    return tuple(None if problem is None else next(found) for problem in problems)


def signs_of(model: Model, test: Sequence[Record], constraints: bool) -> Signs:
    problems = problems_of(test)
    readable = [problem for problem in problems if problem is not None]
    if constraints:
        found = iter(model.signs(readable, known_facts(model.settings, readable) or None))
    else:
        found = iter([best[0][0] for best in model.ranked(readable, 1)])
    return tuple(None if problem is None else next(found) for problem in problems)


def problems_of(records: Sequence[Record]) -> list[Problem | None]:
    return [_read(record.text, record.lang) for record in records]


@cache
def _read(text: str, language: str | None) -> Problem | None:
    """A problem as read; many runs of a process have it, and it is read but once."""
    try:
        return read(text, language)
    except ReadingError:
        return None


def known_facts(settings: Settings, problems: Sequence[Problem]) -> Sequence[Facts]:
    """What is known of problems; the same problem is analysed but once, which takes longest."""
    kind = need_story(settings.templates)
    held = [_FACTS.get((problem.text, kind)) for problem in problems]
    found = facts_of(settings, problems, held)
    for problem, facts in zip(problems, found, strict=bool(found)):
        _FACTS[problem.text, kind] = facts
    return found


_FACTS: Final[dict[tuple[str, bool], Facts]] = {}


def parts(run: Run, scale: Scale) -> tuple[list[Record], list[Record]]:
    """What a run learns from, and what it is tested on."""
    records = records_of(run.trained_on, scale.sample)
    if run.marked:
        return list(records), []
    if run.elsewhere is not None:
        return list(records), list(records_of(run.elsewhere, scale.sample))
    if run.fold is None:
        raise ValueError("a run is tested on a fold or elsewhere")
    learnt = [record for record in records if record.fold != run.fold]
    if run.tuning:
        return split(learnt, 0, run.fold)
    test = [record for record in records if record.fold == run.fold]
    if run.learnt is not None:
        # One order for all sizes, so that more problems are those of before and others.
        order = np.random.default_rng(run.fold).permutation(len(learnt))[: run.learnt]
        learnt = [learnt[place] for place in sorted(order.tolist())]
    return learnt, test


def records_of(name: str, sample: int | None) -> tuple[Record, ...]:
    """The problems of a set, at most ``sample`` of each of its folds."""
    return _records(fetch.locate(name), sample)


@cache
def _records(path: Path, sample: int | None) -> tuple[Record, ...]:
    taken: dict[int | None, int] = {}
    found = []
    for record in jsonl.load(path):
        taken[record.fold] = taken.get(record.fold, 0) + 1
        if sample is None or taken[record.fold] <= sample:
            found.append(record)
    return tuple(found)


def data_sum(name: str) -> str:
    return _sum(fetch.locate(name))


@cache
def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@cache
def code_sum() -> str:
    """One sum over every file of the package that can change a result."""
    root = Path(quantity_tagger.__file__).parent
    total = hashlib.sha256(quantity_tagger.__version__.encode())
    for path in sorted(root.rglob("*")):
        within = path.relative_to(root)
        if path.suffix in (".pyc", ".part") or within.parts[0] in BESIDE_THE_POINT:
            continue
        if path.is_file():
            total.update(f"{within.as_posix()}\0".encode())
            total.update(path.read_bytes())
    return total.hexdigest()
