"""How good predictions are: answers, signs, single- against multi-step problems (paper, 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quantity_tagger.datasets.gold import gold_signs
from quantity_tagger.datasets.record import Record
from quantity_tagger.datasets.values import agree
from quantity_tagger.errors import ReadingError
from quantity_tagger.model import Model, answer
from quantity_tagger.reading import read
from quantity_tagger.reading.problem import Problem
from quantity_tagger.signs import MARKS, SIGNS

STEP = 2
"""A single-step problem uses at most so many constants."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one record: predicted and gold signs (None where unread or unknown)."""

    record: Record
    problem: Problem | None
    gold: tuple[int, ...] | None
    signs: tuple[int, ...] | None

    @property
    def correct(self) -> bool:
        if self.problem is None or self.signs is None:
            return False
        return agree(answer(self.problem, self.signs), self.record.answer)

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

    def sign(self, sign: int) -> SignScore:
        predicted = gold = right = 0
        for outcome in self.outcomes:
            if outcome.gold is None or outcome.signs is None:
                continue
            for mine, theirs in zip(outcome.signs, outcome.gold, strict=True):
                predicted += mine == sign
                gold += theirs == sign
                right += mine == theirs == sign
        return SignScore(predicted, gold, right)

    def to_dict(self) -> dict[str, Any]:
        return {
            "problems": self.problems,
            "correct": self.correct,
            "accuracy": self.accuracy,
            "unread": self.unread,
            "single_step": self._share(self.steps(single=True)),
            "multi_step": self._share(self.steps(single=False)),
            "signs": {
                mark: self.sign(sign).to_dict() for mark, sign in zip(MARKS, SIGNS, strict=True)
            },
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
    problems: list[Problem | None] = []
    for record in records:
        try:
            problems.append(read(record.text, record.lang))
        except ReadingError:
            problems.append(None)
    return problems


def evaluate(
    model: Model, records: Sequence[Record], problems: Sequence[Problem | None] | None = None
) -> Report:
    """Tag every record and compare; ``problems`` may give them as already read."""
    if problems is None:
        problems = read_records(records)
    tagged = iter(model.signs([problem for problem in problems if problem is not None]))
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
