"""How sure an answer is: a probability that holds what it says.

The probabilities of a lattice tell readings apart and are no measure of how often the best one is
right. A calibration is a logistic model, fitted on problems that the tagger had not learnt from,
over what there is to see: the odds of the best answer, whether the analysis proposed it, what was
left out, whether the problem is in scope.

    confidence = σ(Σ weight · evidence)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, log2
from operator import mul
from typing import TYPE_CHECKING, Final

from quantity_tagger.readings import whole_values

if TYPE_CHECKING:
    from quantity_tagger.analysis.facts import Facts
    from quantity_tagger.reading.problem import Problem
    from quantity_tagger.scope import Scope

Reading = tuple[tuple[int, ...], float]
"""Signs of the constants and their probability."""

BOUND: Final = 8.0
"""Log-odds beyond it are all the same: as good as certain."""

NEGLIGIBLE: Final = 1e-4
"""Readings less likely than that are not looked at; a lead beyond it is no further evidence."""

SHORT: Final = 40
"""Tokens of a problem that is not long."""

SUREST: Final = 0.999
"""No answer is surer than that; the data by which confidence is fitted do not reach further."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """``weights`` of the evidence by its name."""

    weights: Mapping[str, float]

    def confidence(self, evidence: Mapping[str, float]) -> float:
        """The probability that the answer is right."""
        known = self.weights.get
        score = sum(known(name, 0.0) * value for name, value in evidence.items())
        return min(logistic(score), SUREST)


def evidence(
    problem: Problem, facts: Facts, readings: Sequence[Reading], scope: Scope
) -> dict[str, float]:
    """What there is to see of the first reading, by name."""
    signs = readings[0][0]
    same, rival = _rivals(problem, readings)
    found = {
        "bias": 1.0,
        "odds": log_odds(same),
        "ahead": _bounded(log(max(same, NEGLIGIBLE) / max(rival, NEGLIGIBLE))),
        "in scope": log_odds(scope.probability),
    }
    used = len(signs) - signs.count(0)
    found["length"] = _length(problem)
    seen = [
        f"quantities {min(len(signs), 5)}",
        f"used {min(used, 4)}",
        f"left out {min(len(signs) - used, 3)}",
        f"asks {facts.question.kind or 'no kind'}",
        *_proposal(facts, signs),
        *_units(facts, signs),
    ]
    found.update(dict.fromkeys(seen, 1.0))
    return found


def rescaled(readings: Sequence[Reading], confidence: float) -> tuple[Reading, ...]:
    """The readings with the first as sure as ``confidence``, the others sharing the rest as before
    and none above the first.
    """
    (signs, first), *others = readings
    left = 1.0 - first
    scale = (1.0 - confidence) / left if left > 0 else 0.0
    return (
        (signs, confidence),
        *((other, min(probability * scale, confidence)) for other, probability in others),
    )


def logistic(score: float) -> float:
    """σ, without overflow."""
    if score >= 0:
        return 1.0 / (1.0 + exp(-score))
    grown = exp(score)
    return grown / (1.0 + grown)


def log_odds(probability: float) -> float:
    """The log-odds, log p/(1 − p), within ±`BOUND`."""
    if probability <= 0:
        return -BOUND
    return BOUND if probability >= 1 else _bounded(log(probability / (1.0 - probability)))


def _bounded(value: float) -> float:
    return max(-BOUND, min(BOUND, value))


def _rivals(problem: Problem, readings: Sequence[Reading]) -> tuple[float, float]:
    """The probability of the first reading's answer, by all readings that give it, and of the
    likeliest other answer.
    """
    values = whole_values(problem)
    best = sum(map(mul, values, readings[0][0]))
    same = readings[0][1]
    rivals: dict[int, float] = {}
    for signs, probability in readings[1:]:
        if probability < NEGLIGIBLE:  # and so are all that follow
            break
        answer = sum(map(mul, values, signs))
        if answer == best:
            same += probability
        else:
            rivals[answer] = rivals.get(answer, 0.0) + probability
    return min(same, 1.0), max(rivals.values(), default=0.0)


def _length(problem: Problem) -> float:
    """How often the text is twice as long as a short problem; long stories hide more."""
    return max(0.0, log2(len(problem.tokens) / SHORT))


def _proposal(facts: Facts, signs: tuple[int, ...]) -> tuple[str, ...]:
    """Whether the analysis proposed these signs, first or among others, and by which schema."""
    if not facts.proposals:
        return ("nothing proposed",)
    whole = (*signs[: facts.unknown], -1, *signs[facts.unknown :])
    readings = len({proposal.signs for proposal in facts.proposals})
    counted = f"proposals {min(readings, 4)}"
    for order, proposal in enumerate(facts.proposals):
        if proposal.signs == whole:
            when = "first" if order == 0 else "later"
            return f"proposed {when}", f"schema {proposal.schema}", counted
    return "not proposed", counted


def _units(facts: Facts, signs: tuple[int, ...]) -> list[str]:
    """A number of what is asked that does not matter is the distractor that is hardest to tell;
    one of another unit that does may be one that was not told.
    """
    unit = facts.question.unit
    found: list[str] = []
    if not unit:
        return found
    entries = (entry for entry in facts.quantities if entry.value is not None)
    for sign, entry in zip(signs, entries, strict=True):
        if not sign and entry.unit == unit:
            found.append("left out, of the unit asked for")
        elif sign and entry.unit and entry.unit != unit:
            found.append("used, of another unit")
    return found
