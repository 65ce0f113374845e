"""A model's readings of problems as a user is told of them: calibrated, with the verdict on scope.

The analysis of a problem is worked out here once and handed to all who need it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from quantity_tagger.confidence.calibration import evidence, rescaled
from quantity_tagger.confidence.scope import Scope, judge
from quantity_tagger.model.calibration import Calibration
from quantity_tagger.model.decoding import Tagging
from quantity_tagger.reading.analysis import analyse
from quantity_tagger.values import Value

if TYPE_CHECKING:
    from quantity_tagger.model.model import Model
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

Evidence = dict[str, float]


class Assessment(Value):
    """What a model makes of a problem, and whether it is one of addition and subtraction.

    ``unknown`` is the place of x among the spans of the tagging.
    """

    FIELDS: ClassVar = ("tagging", "scope", "unknown")
    __slots__ = FIELDS

    def __init__(self, tagging: Tagging, scope: Scope, unknown: int) -> None:
        self.tagging = tagging
        self.scope = scope
        self.unknown = unknown

    @property
    def signs(self) -> tuple[int, ...]:
        return self.tagging.candidates[0][0]

    @property
    def confidence(self) -> float:
        return self.tagging.candidates[0][1]


def assess(model: Model, problems: Sequence[Problem]) -> list[Assessment]:
    """Every problem tagged, each reading as likely as it is to be right where the model is
    calibrated, and judged.
    """
    found: list[Assessment] = []
    for problem, facts, tagging, scope in _seen(model, problems):
        if model.calibration is not None:
            tagging = _calibrated(model.calibration, problem, facts, tagging, scope)
        found.append(Assessment(tagging, scope, facts.unknown))
    return found


def collect(
    model: Model, problems: Sequence[Problem]
) -> list[tuple[tuple[int, ...], Evidence, Scope]]:
    """For each problem the signs of the first reading and what a calibration sees of it."""
    return [
        (tagging.candidates[0][0], evidence(problem, facts, tagging.candidates, scope), scope)
        for problem, facts, tagging, scope in _seen(model, problems)
    ]


def _seen(model: Model, problems: Sequence[Problem]) -> list[tuple[Problem, Facts, Tagging, Scope]]:
    facts = [analyse(problem) for problem in problems]
    taggings = model.tag(problems, facts)
    return [
        (problem, found, tagging, judge(problem, found, tagging.candidates[0][0]))
        for problem, found, tagging in zip(problems, facts, taggings, strict=True)
    ]


def _calibrated(
    calibration: Calibration, problem: Problem, facts: Facts, tagging: Tagging, scope: Scope
) -> Tagging:
    seen = evidence(problem, facts, tagging.candidates, scope)
    readings = rescaled(tagging.candidates, calibration.confidence(seen))
    return Tagging(readings, tagging.spans)
