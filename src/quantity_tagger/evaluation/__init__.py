"""Scores of predictions against gold: accuracy, precision and recall of signs, steps, folds."""

from quantity_tagger.evaluation.cross_validation import CrossValidation, cross_validate
from quantity_tagger.evaluation.reliability import Reliability
from quantity_tagger.evaluation.report import Report, SignScore, assess_all, evaluate

__all__ = [
    "CrossValidation",
    "Reliability",
    "Report",
    "SignScore",
    "assess_all",
    "cross_validate",
    "evaluate",
]
