"""How far an answer can be trusted: the verdict on scope, and calibrated probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from quantity_tagger.confidence.calibration import NOT_UNDERSTOOD, evidence, follows, rescaled
from quantity_tagger.confidence.scope import Scope, classify
from quantity_tagger.model.calibration import Calibration
from quantity_tagger.model.decoding import Tagging
from quantity_tagger.values import Value

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

Evidence = dict[str, float]


class Assessment(Value):
    """A model's tagging of a problem, its candidates as likely as they are to be right, and whether
    the problem is one of addition and subtraction; ``evidence`` is what a calibration weighs.
    """

    FIELDS: ClassVar = ("tagging", "scope", "evidence")
    __slots__ = FIELDS

    def __init__(self, tagging: Tagging, scope: Scope, evidence: Evidence) -> None:
        self.tagging = tagging
        self.scope = scope
        self.evidence = evidence

    @property
    def signs(self) -> tuple[int, ...]:
        return self.tagging.candidates[0][0]

    @property
    def confidence(self) -> float:
        return self.tagging.candidates[0][1]


def assess(
    problem: Problem, facts: Facts, tagging: Tagging, calibration: Calibration | None
) -> Assessment:
    """Classify the scope of a tagged problem; without a ``calibration`` its candidates keep the
    probabilities of the lattice.
    """
    scope = classify(problem, facts, tagging.candidates[0][0])
    seen = evidence(problem, facts, tagging.candidates, scope)
    if calibration is not None:
        confidence = calibration.confidence(seen)
        if not follows(facts, tagging.candidates[0][0]):
            confidence = min(confidence, NOT_UNDERSTOOD)
        candidates = rescaled(tagging.candidates, confidence)
        tagging = Tagging(candidates, tagging.spans)
    return Assessment(tagging, scope, seen)
