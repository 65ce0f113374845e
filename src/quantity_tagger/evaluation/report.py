"""How good predictions are: answers, signs, single- against multi-step problems (paper, 3.1); and
how far they can be trusted: confidence, scope, what is left when the unsure ones are not answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quantity_tagger.confidence.verdict import Scope
from quantity_tagger.datasets.gold import gold_signs
from quantity_tagger.datasets.record import Record
from quantity_tagger.datasets.values import agree
from quantity_tagger.errors import ReadingError
from quantity_tagger.evaluation.reliability import Reliability
from quantity_tagger.model.model import Model, answer
from quantity_tagger.model.published import published_signs
from quantity_tagger.problem.document import Language
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.notation import write_value
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read_all
from quantity_tagger.signs import MARKS, SIGNS
from quantity_tagger.solver import Solver

STEP = 2
"""A single-step problem uses at most so many constants."""

CHUNK = 256
"""Problems that are looked at together."""

FEASIBLE, PUBLISHED = "feasible", "published"
DECODINGS = (FEASIBLE, PUBLISHED)
"""How signs are chosen: the best ones that can be right; or under the published code's rules."""

THRESHOLD = 0.5
"""An answer counts as given where the problem is in scope and it is at least so sure."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one record: predicted and gold signs (None where unread or unknown), how sure
    the answer is and whether the problem is in scope (None where nobody looked), and why it could
    not be read.
    """

    record: Record
    problem: Problem | None
    gold: tuple[int, ...] | None
    signs: tuple[int, ...] | None
    confidence: float | None = None
    scope: Scope | None = None
    trouble: str = ""
    #: what was answered, where signs and values do not say it: in another unit, a number twice
    answered: Fraction | None = None

    @property
    def answer(self) -> Fraction | None:
        if self.answered is not None or self.problem is None or self.signs is None:
            return self.answered
        return answer(self.problem, self.signs)

    @property
    def correct(self) -> bool:
        found = self.answer
        return found is not None and agree(found, self.record.answer)

    def given(self, threshold: float = THRESHOLD) -> bool:
        """Whether there is an answer, to a problem in scope, at least so sure."""
        return (
            self.confidence is not None
            and self.confidence >= threshold
            and (self.scope is None or self.scope.in_scope)
        )

    @property
    def annotated(self) -> bool:
        """Whether the signs are those of the record, not guessed from its answer."""
        return self.record.signs is not None and self.record.quantities is not None

    def to_dict(self) -> dict[str, Any]:
        """All that is known of the problem, in plain values."""
        problem, signs, scope = self.problem, self.signs, self.scope
        found = None if self.answer is None else write_value(self.answer)
        refused = scope is not None and not scope.in_scope
        return {
            "id": self.record.id,
            "text": self.record.text,
            "language": self.record.lang if problem is None else problem.language,
            "gold": write_value(self.record.answer),
            "answer": None if refused else found,
            "guess": found if refused else None,
            "correct": self.correct,
            "confidence": 0.0 if refused else self.confidence,
            "in_scope": None if scope is None else scope.in_scope,
            "scope": None if scope is None else scope.code,
            "gold_signs": self.gold if self.annotated else None,
            "signs": signs,
            "error": self.trouble or None,
        }

    @property
    def single_step(self) -> bool | None:
        """By the gold signs; None where there are none."""
        gold = self.gold if self.gold is not None else self.record.signs
        return None if gold is None else sum(sign != 0 for sign in gold) <= STEP


@dataclass(frozen=True, slots=True)
class SignScore:
    """Precision, recall and F1 of one sign over all constants."""

    predicted: int
    gold: int
    right: int

    @property
    def precision(self) -> float:
        return self.right / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.predicted + self.gold) if self.right else 0.0

    def to_dict(self) -> dict[str, float | int]:
        return {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "gold": self.gold,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """Figures over some outcomes."""

    outcomes: tuple[Outcome, ...]

    @property
    def problems(self) -> int:
        return len(self.outcomes)

    @property
    def unread(self) -> int:
        return sum(outcome.problem is None for outcome in self.outcomes)

    @property
    def correct(self) -> int:
        return sum(outcome.correct for outcome in self.outcomes)

    @property
    def accuracy(self) -> float:
        return self.correct / self.problems if self.outcomes else 0.0

    def steps(self, single: bool) -> Report:
        """The single-step or the multi-step problems alone."""
        return Report(tuple(one for one in self.outcomes if one.single_step is single))

    @property
    def annotated(self) -> Report:
        """The problems whose signs are known, not guessed from the answer."""
        return Report(tuple(one for one in self.outcomes if one.annotated))

    def sign(self, sign: int) -> SignScore:
        """How well a sign is told, over the problems whose signs are known."""
        predicted = gold = right = 0
        for outcome in self.annotated.outcomes:
            if outcome.gold is None or outcome.signs is None:
                continue
            for mine, theirs in zip(outcome.signs, outcome.gold, strict=True):
                predicted += mine == sign
                gold += theirs == sign
                right += mine == theirs == sign
        return SignScore(predicted, gold, right)

    @property
    def assessed(self) -> bool:
        """Whether it was looked at how sure the answers are."""
        return any(one.confidence is not None for one in self.outcomes)

    def given(self, threshold: float = THRESHOLD) -> Report:
        """The problems that get an answer, at this threshold."""
        return Report(tuple(one for one in self.outcomes if one.given(threshold)))

    @property
    def reliability(self) -> Reliability:
        """Confidence against truth, over all problems that could be read."""
        told = [one for one in self.outcomes if one.confidence is not None]
        return Reliability.of(
            [one.confidence or 0.0 for one in told], [one.correct for one in told]
        )

    @property
    def out_of_scope(self) -> dict[str, int]:
        """How many problems are out of scope, by the code of the reason."""
        codes = (one.scope.code for one in self.outcomes if one.scope and not one.scope.in_scope)
        return dict(Counter(codes).most_common())

    @property
    def troubles(self) -> dict[str, int]:
        """How many problems could not be read, by the code of the reason."""
        unread = (one.trouble or "other" for one in self.outcomes if one.problem is None)
        return dict(Counter(unread).most_common())

    def to_dict(self, threshold: float = THRESHOLD) -> dict[str, Any]:
        return {
            "problems": self.problems,
            "correct": self.correct,
            "accuracy": self.accuracy,
            "unread": self.unread,
            **(self._trust(threshold) if self.assessed else {}),
            "single_step": self._share(self.steps(single=True)),
            "multi_step": self._share(self.steps(single=False)),
            "signs": {
                mark: self.sign(sign).to_dict() for mark, sign in zip(MARKS, SIGNS, strict=True)
            }
            if self.annotated.problems
            else None,
        }

    def _trust(self, threshold: float) -> dict[str, Any]:
        given = self.given(threshold)
        return {
            "unread_by_reason": self.troubles,
            "out_of_scope": self.out_of_scope,
            "threshold": threshold,
            "coverage": given.problems / self.problems,
            "at_threshold": self._share(given),
            "calibration": self.reliability.to_dict(),
        }

    @staticmethod
    def _share(report: Report) -> dict[str, float | int | None]:
        return {
            "problems": report.problems,
            "correct": report.correct,
            "accuracy": report.accuracy if report.problems else None,
        }


def read_records(records: Sequence[Record]) -> list[Problem | None]:
    """Every record read, None where the reader refuses."""
    found = _read_all(records)
    return [None if isinstance(one, ReadingError) else one for one in found]


def _read_all(records: Sequence[Record]) -> list[Problem | ReadingError]:
    """Every record read in its language; an error stands where the reader refuses."""
    found: dict[int, Problem | ReadingError] = {}
    groups: dict[str | None, list[int]] = {}
    for at, record in enumerate(records):
        groups.setdefault(record.lang, []).append(at)
    for language, places in groups.items():
        texts = [records[at].text for at in places]
        found.update(zip(places, read_all(texts, language), strict=True))
    return [found[at] for at in range(len(records))]


def evaluate(
    model: Model,
    records: Sequence[Record],
    problems: Sequence[Problem | None] | None = None,
    decoding: str = FEASIBLE,
    facts: Sequence[Facts] | None = None,
) -> Report:
    """Tag every record and compare; ``problems`` may give them as already read, ``facts`` what was
    found of those that can be.
    """
    if problems is None:
        problems = read_records(records)
    readable = [problem for problem in problems if problem is not None]
    tagged = iter(
        published_signs(model, readable) if decoding == PUBLISHED else model.signs(readable, facts)
    )
    return Report(
        tuple(
            Outcome(
                record,
                problem,
                None if problem is None else gold_signs(record, problem),
                None if problem is None else next(tagged),
            )
            for record, problem in zip(records, problems, strict=True)
        )
    )


def assess_all(
    model_of: Callable[[Language], Model],
    records: Sequence[Record],
    watch: Callable[[int], None] = lambda _: None,
) -> Report:
    """Evaluate, and look at how sure the answers are and at what is out of scope.

    ``model_of`` gives the model for a language: records may be of both. ``watch`` is told how many
    of them are done.
    """
    outcomes: dict[int, Outcome] = {}
    read_by: dict[Language, list[tuple[int, Problem]]] = {}
    for at, problem in enumerate(_read_all(records)):
        if isinstance(problem, ReadingError):
            outcomes[at] = Outcome(records[at], None, None, None, trouble=problem.code)
        else:
            read_by.setdefault(problem.language, []).append((at, problem))
    for language, found in read_by.items():
        for start in range(0, len(found), CHUNK):
            chunk = found[start : start + CHUNK]
            assessments = Solver(model_of(language)).assess([problem for _, problem in chunk])
            for (at, problem), one in zip(chunk, assessments, strict=True):
                gold = gold_signs(records[at], problem)
                outcomes[at] = Outcome(
                    records[at],
                    problem,
                    gold,
                    one.signs,
                    one.confidence,
                    one.scope,
                    answered=one.answer,
                )
            watch(len(outcomes))
    watch(len(outcomes))
    return Report(tuple(outcomes[at] for at in range(len(records))))
