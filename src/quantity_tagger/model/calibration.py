"""The part of a model that says how sure it is: a logistic model of an answer's evidence."""

from __future__ import annotations

from math import exp
from typing import ClassVar, Final

from quantity_tagger.values import Value

SUREST: Final = 0.999
"""No answer is surer than that; the data by which confidence is fitted do not reach further."""


class Calibration(Value):
    """``weights`` of the evidence by its name."""

    FIELDS: ClassVar = ("weights",)
    __slots__ = FIELDS

    def __init__(self, weights: dict[str, float]) -> None:
        self.weights = weights

    def confidence(self, evidence: dict[str, float]) -> float:
        """The probability that the answer is right: σ(Σ weight · evidence)."""
        weights = self.weights
        score = 0.0
        for name, value in evidence.items():
            score += weights.get(name, 0.0) * value
        return min(logistic(score), SUREST)


def logistic(score: float) -> float:
    """σ, without overflow."""
    if score >= 0:
        return 1.0 / (1.0 + exp(-score))
    grown = exp(score)
    return grown / (1.0 + grown)
