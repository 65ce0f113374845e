"""Cross-validation on the folds that a data set names (paper, section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from quantity_tagger.datasets.record import Record
from quantity_tagger.errors import DataError
from quantity_tagger.evaluation.report import Report, evaluate

if TYPE_CHECKING:
    from quantity_tagger.tagger import QuantityTagger


@dataclass(frozen=True, slots=True)
class CrossValidation:
    """One report for each test fold, in order of the folds."""

    folds: tuple[Report, ...]

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

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.pooled.to_dict(),
            "mean_of_folds": self.mean_of_folds,
            "folds": [report.to_dict() for report in self.folds],
        }


def cross_validate(tagger: QuantityTagger, records: Sequence[Record]) -> CrossValidation:
    """Train on all folds but one and test on that one, for each fold."""
    from sklearn.base import clone

    names = sorted({record.fold for record in records if record.fold is not None})
    if len(names) < 2 or any(record.fold is None for record in records):
        raise DataError("cross-validation needs a fold number in every record, of two folds or more")
    reports = []
    for name in names:
        fitted = clone(tagger).fit([record for record in records if record.fold != name])
        reports.append(evaluate(fitted.model_, [r for r in records if r.fold == name]))
    return CrossValidation(tuple(reports))
