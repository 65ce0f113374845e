"""The figures of the page, from the outcomes of the runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from statistics import fmean, stdev

from quantity_tagger.datasets.gold import gold_signs
from quantity_tagger.datasets.record import Record
from quantity_tagger.errors import DataError
from quantity_tagger.evaluation import report as evaluation
from quantity_tagger.evaluation.cross_validation import CrossValidation, best_of
from quantity_tagger.evaluation.report import Report, SignScore, read_records
from quantity_tagger.features import SETS
from quantity_tagger.features.window import Width
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading.analysis import analyse
from quantity_tagger.reproduction import plan
from quantity_tagger.reproduction.plan import Run, Tuned
from quantity_tagger.reproduction.runner import Outcome, Signs, Store, parts, records_of
from quantity_tagger.signs import SIGNS

Rule = Callable[[Problem], tuple[int, ...]]
Read = tuple[Problem | None, tuple[int, ...] | None]


@dataclass(frozen=True)
class Results:
    """Reports on runs that are done; ``folds`` names the folds of each of the paper's sets,
    ``others`` the further sets on which its models are tested, ``features`` the feature sets.
    """

    store: Store
    folds: Mapping[str, Sequence[int]]
    others: Mapping[str, Sequence[str]]
    features: Sequence[str] = SETS
    _read: dict[str, dict[int, Read]] = field(default_factory=dict)

    # --- reports ------------------------------------------------------------------------------

    def outcome(self, run: Run) -> Outcome:
        found = self.store.read(run)
        if found is None:
            raise DataError(f"there is no outcome of {run}; start the command again")
        return found

    def report(self, run: Run, rules: str | None = None) -> Report:
        """What a run reached; with ``rules``, as it is decoded under these (of `RULES`)."""
        outcome = self.outcome(run)
        _, test = parts(run, self.store.scale)
        dataset = run.elsewhere or run.trained_on
        if rules is not None and outcome.ruled is not None:
            return self.scored(dataset, test, outcome.ruled[rules])
        return self.scored(dataset, test, outcome.signs, outcome.confidence)

    def scored(
        self,
        dataset: str,
        test: Sequence[Record],
        signs: Signs,
        confidence: Sequence[float | None] | None = None,
    ) -> Report:
        read = self._as_read(dataset)
        sure = confidence or (None,) * len(test)
        return Report(
            tuple(
                evaluation.Outcome(record, *read[id(record)], tagged, how_sure)
                for record, tagged, how_sure in zip(test, signs, sure, strict=True)
            )
        )

    def _as_read(self, dataset: str) -> dict[int, Read]:
        """Problem and gold signs of every record of a set, by the record's identity."""
        if dataset not in self._read:
            records = records_of(dataset, self.store.scale.sample)
            self._read[dataset] = {
                id(record): (problem, None if problem is None else gold_signs(record, problem))
                for record, problem in zip(records, read_records(records), strict=True)
            }
        return self._read[dataset]

    def seconds(self, runs: Sequence[Run]) -> float:
        outcomes = map(self.store.read, dict.fromkeys(runs))
        return sum(outcome.seconds for outcome in outcomes if outcome is not None)

    # --- what the page shows --------------------------------------------------------------------

    def tuned(self) -> Tuned:
        return {
            (dataset, chosen, model): {
                fold: best_of(self._trials(dataset, chosen, model, fold)) for fold in names
            }
            for dataset, names in self.folds.items()
            for chosen in self.features
            for model in plan.VARIANTS
        }

    def _trials(
        self, dataset: str, chosen: str, model: str, fold: int
    ) -> tuple[tuple[Width, float], ...]:
        runs = plan.tuning(dataset, chosen, model, fold, self.store.scale)
        return tuple((run.window, self.report(run).accuracy) for run in runs)

    def crossed(
        self, runs: Sequence[Run], *, trials: bool = False, rules: str | None = None
    ) -> CrossValidation:
        """Runs that differ in their fold, as one cross-validation."""
        return CrossValidation(
            tuple(self.report(run, rules) for run in runs),
            tuple(run.fold for run in runs if run.fold is not None),
            tuple(run.window for run in runs),
            tuple(
                self._trials(run.trained_on, run.features, run.model, run.fold)
                if trials and run.fold is not None
                else ()
                for run in runs
            ),
        )

    def learnt(self, run: Run) -> int:
        """How many problems a run learns from."""
        return len(parts(run, self.store.scale)[0])

    def mean(self, runs: Sequence[Run]) -> float:
        """The mean accuracy of runs, as the paper takes it over folds."""
        return fmean(self.report(run).accuracy for run in runs)

    def distracted(self, dataset: str) -> dict[int, tuple[int, int]]:
        """For each fold how many problems have a number that does not matter, and how many there
        are.
        """
        records = records_of(dataset, self.store.scale.sample)
        found = {}
        for fold in self.folds[dataset]:
            signs = [record.signs or () for record in records if record.fold == fold]
            found[fold] = (sum(0 in one for one in signs), len(signs))
        return found

    def crossed_by_rule(self, dataset: str, rule: Rule) -> CrossValidation:
        """What a rule that learns nothing reaches on each fold."""
        records = records_of(dataset, self.store.scale.sample)
        folds = tuple(self.folds[dataset])
        reports = tuple(
            self.by_rule(dataset, rule, [record for record in records if record.fold == fold])
            for fold in folds
        )
        return CrossValidation(reports, folds, (None,) * len(folds), ((),) * len(folds))

    def by_rule(self, dataset: str, rule: Rule, test: Sequence[Record] | None = None) -> Report:
        """What a rule reaches on these records of a set, or on all."""
        if test is None:
            test = records_of(dataset, self.store.scale.sample)
        read = self._as_read(dataset)
        problems = [read[id(record)][0] for record in test]
        signs = tuple(None if problem is None else rule(problem) for problem in problems)
        return self.scored(dataset, test, signs)


# --- rules that learn nothing ---------------------------------------------------------------------


def add_all(problem: Problem) -> tuple[int, ...]:
    """The paper's majority baseline: all constants +1, x −1."""
    return (1,) * len(problem.quantities)


def first_world(problem: Problem) -> tuple[int, ...]:
    """What the analysis alone takes the story for; all is added where it has no idea."""
    facts = analyse(problem)
    if not facts.worlds:
        return add_all(problem)
    signs = facts.worlds[0].signs
    return tuple(sign for place, sign in enumerate(signs) if place != facts.unknown)


# --- errors ---------------------------------------------------------------------------------------


class ErrorKind(Enum):
    """Why an answer is wrong, as far as signs can tell (the paper's three kinds, then the rest)."""

    IMPLICIT = "implicit"
    RELEVANCE = "relevance"
    DIRECTION = "direction"
    LABEL = "label"


def error_kind(outcome: evaluation.Outcome) -> ErrorKind | None:
    """The kind of an error; None where the answer is right."""
    if outcome.correct:
        return None
    if outcome.gold is None or outcome.signs is None:
        return ErrorKind.IMPLICIT
    if outcome.gold == outcome.signs:
        return ErrorKind.LABEL
    if [sign != 0 for sign in outcome.gold] != [sign != 0 for sign in outcome.signs]:
        return ErrorKind.RELEVANCE
    return ErrorKind.DIRECTION


@dataclass(frozen=True, slots=True)
class Relevance:
    """Errors of relevance: problems with a relevant constant missed, an irrelevant one taken."""

    missed: int
    taken: int


def relevance(report: Report) -> Relevance:
    missed = taken = 0
    for outcome in report.outcomes:
        if error_kind(outcome) is ErrorKind.RELEVANCE:
            pairs = list(zip(outcome.gold or (), outcome.signs or (), strict=True))
            missed += any(gold != 0 and mine == 0 for gold, mine in pairs)
            taken += any(gold == 0 and mine != 0 for gold, mine in pairs)
    return Relevance(missed, taken)


def kinds(report: Report) -> Counter[ErrorKind]:
    return Counter(kind for kind in map(error_kind, report.outcomes) if kind is not None)


def confusion(report: Report) -> dict[tuple[int, int], int]:
    """How many constants with each gold sign were given each sign: (gold, given) → count."""
    found = Counter(
        pair
        for outcome in report.outcomes
        if outcome.gold is not None and outcome.signs is not None
        for pair in zip(outcome.gold, outcome.signs, strict=True)
    )
    return {(gold, given): found[gold, given] for gold in SIGNS for given in SIGNS}


@dataclass(frozen=True, slots=True)
class Hard:
    """A problem by its id, how many models fail at it, and the kind of the first's error."""

    id: str
    failures: int
    kind: ErrorKind | None


def hardest(reports: Sequence[Report]) -> list[Hard]:
    """The problems that any of the models fails at, most failures first, then in order."""
    found = []
    for outcomes in zip(*(report.outcomes for report in reports), strict=True):
        failures = sum(not outcome.correct for outcome in outcomes)
        if failures:
            name = outcomes[0].record.id or "?"
            found.append(Hard(name, failures, error_kind(outcomes[0])))
    return sorted(found, key=lambda hard: -hard.failures)


# --- signs and spread -----------------------------------------------------------------------------


def sign_with_unknown(report: Report, sign: int) -> SignScore:
    """Precision and recall where x counts as a quantity too, as it does in the paper.

    x is always −1 here, and rightly so: the form of the equation is chosen that way.
    """
    score = report.sign(sign)
    if sign != -1:
        return score
    unknowns = sum(
        outcome.gold is not None and outcome.signs is not None for outcome in report.outcomes
    )
    return SignScore(score.predicted + unknowns, score.gold + unknowns, score.right + unknowns)


@dataclass(frozen=True, slots=True)
class Spread:
    """Accuracies of several seeds: mean, sample standard deviation, lowest and highest."""

    mean: float
    deviation: float
    lowest: float
    highest: float


def spread(values: Sequence[float]) -> Spread:
    deviation = stdev(values) if len(values) > 1 else 0.0
    return Spread(fmean(values), deviation, min(values), max(values))


def share(count: int, total: int) -> float:
    return float(Fraction(count, total)) if total else 0.0
