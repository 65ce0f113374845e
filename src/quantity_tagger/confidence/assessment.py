"""How far an answer can be trusted: the verdict on scope, and calibrated probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Final

from quantity_tagger.confidence.calibration import NOT_UNDERSTOOD, evidence, follows, rescaled
from quantity_tagger.confidence.comparison import put_twice
from quantity_tagger.confidence.scope import Scope, classify
from quantity_tagger.confidence.unsaid import put_in
from quantity_tagger.confidence.verdict import NUMBER_TWICE, UNSAID_NUMBER
from quantity_tagger.model.calibration import Calibration
from quantity_tagger.model.decoding import Tagging
from quantity_tagger.model.model import answer
from quantity_tagger.problem.beyond import Beyond
from quantity_tagger.problem.facts import CLEAR, DOUBTED, GUESSED
from quantity_tagger.reading.conversion import compounds
from quantity_tagger.values import Value

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

Evidence = dict[str, float]

BEYOND: Final = {CLEAR: 0.9, DOUBTED: 0.7, GUESSED: 0.0}
"""How often a world that signs cannot write is right, by how far it is trusted (docs/confidence.md
has what was measured)."""


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

    A world that signs cannot write competes with the candidates: it has the share that such worlds
    were measured to deserve, and the candidates share what is left.
    """
    tagging = _in_one_piece(problem, facts, tagging)
    signs = tagging.candidates[0][0]
    scope = classify(problem, facts, signs)
    seen = evidence(problem, facts, tagging.candidates, scope)
    if calibration is not None:
        confidence = calibration.confidence(seen)
        if not follows(facts, signs):
            confidence = min(confidence, NOT_UNDERSTOOD)
        tagging = Tagging(rescaled(tagging.candidates, confidence), tagging.spans)
    beyond = facts.beyond
    if beyond is None or not BEYOND[beyond.trust]:
        beyond = _put_in(problem, facts, signs, scope)
    if beyond is None:
        return Assessment(tagging, scope, seen, answer(problem, signs))
    share = BEYOND[beyond.trust]
    left = tuple([(its, probability * (1 - share)) for its, probability in tagging.candidates])
    tagging = Tagging(left, tagging.spans)
    if share <= left[0][1]:
        return Assessment(tagging, scope, seen, answer(problem, signs))
    scope = classify(problem, facts, beyond.signs, beyond=beyond)
    found = answer(problem, beyond.times) + sum(one.value for one in beyond.constants)
    return Assessment(tagging, scope, seen, found, beyond, share)


def _in_one_piece(problem: Problem, facts: Facts, tagging: Tagging) -> Tagging:
    """The candidates that give both numbers of an amount in two units one sign, if there are."""
    joined = compounds(problem, facts.conversions)
    kept = [one for one in tagging.candidates if all(one[0][at] == one[0][at + 1] for at in joined)]
    total = sum(probability for _, probability in kept)
    if not kept or not total or len(kept) == len(tagging.candidates):
        return tagging
    left = [(signs, probability / total) for signs, probability in kept]
    return Tagging(tuple(left), tagging.spans)


def _put_in(problem: Problem, facts: Facts, signs: Sequence[int], scope: Scope) -> Beyond | None:
    """What a verdict finds lacking in the signs, put in where it is plain."""
    if scope.code == NUMBER_TWICE:
        return put_twice(problem, facts, signs)
    return put_in(problem, facts, signs) if scope.code == UNSAID_NUMBER else None
