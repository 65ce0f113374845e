"""How far an answer can be trusted: the verdict on scope, and calibrated probabilities."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from quantity_tagger.confidence.calibration import NOT_UNDERSTOOD, evidence, follows, rescaled
from quantity_tagger.confidence.scope import Scope, classify
from quantity_tagger.confidence.verdict import NUMBER_TWICE, UNSAID_NUMBER
from quantity_tagger.model.calibration import Calibration
from quantity_tagger.model.decoding import Tagging
from quantity_tagger.model.model import answer
from quantity_tagger.problem.beyond import Beyond
from quantity_tagger.problem.facts import GUESSED
from quantity_tagger.reading.conversion import compounds
from quantity_tagger.values import Value

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

Evidence = dict[str, float]


class Assessment(Value):
    """A model's tagging of a problem, its candidates as likely as they are to be right, and whether
    the problem is one of addition and subtraction; ``evidence`` is what a calibration weighs.
    Where a world ``beyond`` signs is likelier than all of them, it has the ``answer``, as sure as
    ``certainty``.
    """

    FIELDS: ClassVar = ("tagging", "scope", "evidence", "answer", "beyond", "certainty")
    __slots__ = FIELDS

    def __init__(
        self,
        tagging: Tagging,
        scope: Scope,
        evidence: Evidence,
        answer: Fraction,
        beyond: Beyond | None = None,
        certainty: float = 0.0,
    ) -> None:
        self.tagging = tagging
        self.scope = scope
        self.evidence = evidence
        self.answer = answer
        self.beyond = beyond
        self.certainty = certainty

    @property
    def signs(self) -> tuple[int, ...]:
        return self.tagging.candidates[0][0] if self.beyond is None else self.beyond.signs

    @property
    def confidence(self) -> float:
        return self.tagging.candidates[0][1] if self.beyond is None else self.certainty


def assess(
    problem: Problem, facts: Facts, tagging: Tagging, calibration: Calibration | None
) -> Assessment:
    """Classify the scope of a tagged problem, whose values are in one unit; without a
    ``calibration`` its candidates keep the probabilities of the lattice.
    """
    tagging = _in_one_piece(problem, facts, tagging)
    signs, probability = tagging.candidates[0]
    beyond, chance = _likeliest(facts, tagging)
    if beyond is None or chance <= probability:
        scope = classify(problem, facts, signs)
        if beyond is not None and scope.code in (NUMBER_TWICE, UNSAID_NUMBER):
            return assess(problem, facts, _without_first(tagging), calibration)
        seen = evidence(problem, facts, tagging, scope)
        if calibration is not None:
            confidence = calibration.confidence(seen)
            if not follows(facts, signs):
                confidence = min(confidence, NOT_UNDERSTOOD)
            tagging = rescaled(tagging, probability, confidence)
        return Assessment(tagging, scope, seen, answer(problem, signs))
    scope = classify(problem, facts, beyond.signs, beyond=beyond)
    seen = evidence(problem, facts, tagging, scope, beyond)
    if calibration is not None:
        confidence = calibration.confidence(seen)
        if beyond.rank is None or beyond.trust == GUESSED:
            confidence = min(confidence, NOT_UNDERSTOOD)
        tagging = rescaled(tagging, chance, confidence)
        chance = confidence
    return Assessment(tagging, scope, seen, beyond.answer(problem.quantities), beyond, chance)


def _without_first(tagging: Tagging) -> Tagging:
    """The tagging without its first candidate, which a rule has found to leave something out."""
    left = 1.0 - tagging.candidates[0][1]
    kept = [(signs, chance / left) for signs, chance in tagging.candidates[1:]]
    none = (tagging.candidates[0][0], 0.0)  # signs alone write no other
    beyond = tuple([chance / left for chance in tagging.beyond])
    return Tagging(tuple(kept) or (none,), tagging.spans, beyond)


def _likeliest(facts: Facts, tagging: Tagging) -> tuple[Beyond | None, float]:
    """The likeliest of the equations that signs cannot write, and how likely it is."""
    if not any(tagging.beyond):
        return None, 0.0
    chance = max(tagging.beyond)
    return facts.beyond[tagging.beyond.index(chance)], chance


def _in_one_piece(problem: Problem, facts: Facts, tagging: Tagging) -> Tagging:
    """The candidates that give both numbers of an amount in two units one sign, if there are."""
    joined = compounds(problem, facts.conversions)
    kept = [one for one in tagging.candidates if all(one[0][at] == one[0][at + 1] for at in joined)]
    total = sum([*(probability for _, probability in kept), *tagging.beyond], 0.0)
    if not kept or not total or len(kept) == len(tagging.candidates):
        return tagging
    left = [(signs, probability / total) for signs, probability in kept]
    return Tagging(tuple(left), tagging.spans, tuple([one / total for one in tagging.beyond]))
