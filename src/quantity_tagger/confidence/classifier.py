"""A log-linear model of three verdicts over named binary features; plain Python, for it is small.

p(v | features) ∝ exp Σ w[v, feature], with no weights for the verdict "ok".
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path

from quantity_tagger import languages
from quantity_tagger.confidence.verdict import WEIGHED
from quantity_tagger.errors import ModelFileError


@dataclass(frozen=True)
class Classifier:
    """``weights``: for each feature what it says for a multiplication and for a missing number."""

    weights: dict[str, tuple[float, float]]

    def probabilities(self, features: Iterable[str]) -> tuple[float, float, float]:
        """Of each of `WEIGHED`; a feature counts once however often it is named."""
        multiplication = missing = 0.0
        weights = self.weights
        # in the order of the features, so that the same text has the same sum in every process
        for name in dict.fromkeys(features):
            weight = weights.get(name)
            if weight is not None:
                multiplication += weight[0]
                missing += weight[1]
        top = max(0.0, multiplication, missing)
        scores = exp(-top), exp(multiplication - top), exp(missing - top)
        total = scores[0] + scores[1] + scores[2]
        return scores[0] / total, scores[1] / total, scores[2] / total

    def save(self, path: Path) -> None:
        """Write the weights as JSON that people can read, heaviest first."""
        by_weight = sorted(self.weights.items(), key=lambda one: (-max(map(abs, one[1])), one[0]))
        lines = ",\n".join(
            f"    {json.dumps(name, ensure_ascii=False)}: [{first:g}, {second:g}]"
            for name, (first, second) in by_weight
        )
        verdicts = json.dumps(WEIGHED[1:])
        path.write_text(
            f'{{\n  "verdicts": {verdicts},\n  "weights": {{\n{lines}\n  }}\n}}\n', "utf-8"
        )


def path(language: str) -> Path:
    """Where the weights of a language lie."""
    return languages.get(language).folder / "models" / "scope.json"


@cache
def bundled(language: str) -> Classifier:
    """The classifier of a language that comes with the package."""
    try:
        stored = json.loads(path(language).read_text("utf-8"))
    except FileNotFoundError:
        raise ModelFileError(
            f"There are no weights for the scope of the language {language!r}: make them with "
            "'python tools/train_scope.py'."
        ) from None
    return Classifier(
        {name: (first, second) for name, (first, second) in stored["weights"].items()}
    )
