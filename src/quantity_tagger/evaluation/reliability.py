"""Whether confidence holds what it says: answers that are 80 % sure should be right four times in
five.

The expected calibration error is Σ_b (n_b / n) · |accuracy_b − confidence_b| over bins b of the
confidences (Naeini et al. 2015; Guo et al. 2017): here `BINS` of equal width, and once more with
as many problems in each, which sees more where most confidences are alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

BINS: Final = 15


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of about the same confidence: how many, how sure on average, how often right."""

    low: float
    high: float
    problems: int
    confidence: float
    accuracy: float

    @property
    def gap(self) -> float:
        return abs(self.accuracy - self.confidence)

    def to_dict(self) -> dict[str, float | int]:
        return {
            "from": self.low,
            "to": self.high,
            "problems": self.problems,
            "confidence": self.confidence,
            "accuracy": self.accuracy,
        }


@dataclass(frozen=True, slots=True)
class Reliability:
    """``bins`` of equal width and ``even`` ones of equal size, without those that are empty."""

    bins: tuple[Bin, ...]
    even: tuple[Bin, ...]

    @classmethod
    def of(
        cls, confidences: Sequence[float], right: Sequence[bool], bins: int = BINS
    ) -> Reliability:
        """From the confidence of each answer and whether it was right."""
        pairs = sorted(zip(confidences, right, strict=True))
        width = [
            [pair for pair in pairs if min(int(pair[0] * bins), bins - 1) == at]
            for at in range(bins)
        ]
        size = [
            pairs[at * len(pairs) // bins : (at + 1) * len(pairs) // bins] for at in range(bins)
        ]
        return cls(
            tuple(
                _bin(at / bins, (at + 1) / bins, found) for at, found in enumerate(width) if found
            ),
            tuple(_bin(found[0][0], found[-1][0], found) for found in size if found),
        )

    @property
    def problems(self) -> int:
        return sum(one.problems for one in self.bins)

    @property
    def confidence(self) -> float:
        """The mean."""
        return sum(one.problems * one.confidence for one in self.bins) / max(self.problems, 1)

    @property
    def error(self) -> float:
        """The expected calibration error, by bins of equal width."""
        return _expected(self.bins)

    @property
    def even_error(self) -> float:
        """The expected calibration error, by bins of equal size."""
        return _expected(self.even)

    def to_dict(self) -> dict[str, Any]:
        return {
            "problems": self.problems,
            "mean_confidence": self.confidence,
            "expected_calibration_error": self.error,
            "expected_calibration_error_even_bins": self.even_error,
            "bins": [one.to_dict() for one in self.bins],
        }


def _bin(low: float, high: float, pairs: Sequence[tuple[float, bool]]) -> Bin:
    confidence = fmean(confidence for confidence, _ in pairs)
    return Bin(low, high, len(pairs), confidence, fmean(right for _, right in pairs))


def _expected(bins: Sequence[Bin]) -> float:
    total = sum(one.problems for one in bins)
    return sum(one.problems * one.gap for one in bins) / total if total else 0.0
