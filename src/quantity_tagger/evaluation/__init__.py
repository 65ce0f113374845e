"""Scores of predictions against gold: accuracy, precision and recall of signs, steps, folds."""

from quantity_tagger.evaluation.cross_validation import CrossValidation, cross_validate
from quantity_tagger.evaluation.report import Report, SignScore, evaluate

__all__ = ["CrossValidation", "Report", "SignScore", "cross_validate", "evaluate"]
