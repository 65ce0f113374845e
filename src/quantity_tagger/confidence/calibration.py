"""How sure an answer is: the evidence that a calibration weighs (`model.calibration`).

The probabilities of a lattice tell candidates apart and are no measure of how often the best one is
right. A calibration is a logistic model, fitted on problems that the tagger had not learnt from,
over what there is to see: the odds of the best answer, whether it follows from the story, what was
left out, whether the problem is in scope.

    confidence = σ(Σ weight · evidence)
"""

from __future__ import annotations

from fractions import Fraction
from math import log, log2
from operator import mul
from typing import TYPE_CHECKING, Final, get_args

from quantity_tagger.model.decoding import Tagging, whole_values
from quantity_tagger.problem.facts import GUESSED, QuestionKind

if TYPE_CHECKING:
    from quantity_tagger.confidence.scope import Scope
    from quantity_tagger.problem.beyond import Beyond
    from quantity_tagger.problem.facts import Facts, World
    from quantity_tagger.problem.problem import Problem

BOUND: Final = 8.0
"""Log-odds beyond it are all the same: as good as certain."""

NEGLIGIBLE: Final = 1e-4
"""Candidates less likely than that are not looked at; a lead beyond it is no further evidence."""

NOT_UNDERSTOOD: Final = 0.9
"""No answer is surer than that which follows from no world that is more than a guess: of such
answers about 94 % are right however sure they look, of the others 98.8 %.
"""

SHORT: Final = 40
"""Tokens of a problem that is not long."""


# What is counted, by name: named once, and not for every problem anew.
_QUANTITIES: Final = tuple([f"quantities {n}" for n in range(6)])
_USED: Final = tuple([f"used {n}" for n in range(5)])
_LEFT_OUT: Final = tuple([f"left out {n}" for n in range(4)])
_FIRST_WORLD: Final = ("", "guessed world", "doubted world", "clear world")
_OTHER_WORLD: Final = ("", "not the guessed world", "not the doubted world", "not the clear world")
_TRUST: Final = ("", "a guess", "doubt", "a clear world")
_ASKS: Final[dict[str, str]] = {
    kind: f"asks {kind or 'no kind'}" for kind in get_args(QuestionKind)
}


def evidence(
    problem: Problem, facts: Facts, tagging: Tagging, scope: Scope, beyond: Beyond | None = None
) -> dict[str, float]:
    """What there is to see of the first candidate, or of the equation ``beyond`` signs that is
    likelier, by name.
    """
    signs = tagging.candidates[0][0] if beyond is None else beyond.signs
    same, rival = _rivals(problem, facts, tagging, beyond)
    found = {
        "bias": 1.0,
        "odds": log_odds(same),
        "ahead": _bounded(log(max(same, NEGLIGIBLE) / max(rival, NEGLIGIBLE))),
        "in scope": log_odds(scope.probability),
    }
    left_out = signs.count(0)
    found["length"] = _length(problem)
    found[_QUANTITIES[min(len(signs), 5)]] = 1.0
    found[_USED[min(len(signs) - left_out, 4)]] = 1.0
    found[_LEFT_OUT[min(left_out, 3)]] = 1.0
    found[_ASKS[facts.question.kind]] = 1.0
    if beyond is not None:
        _see_beyond(found, beyond)
        return found
    if facts.beyond and (facts.beyond[0].rank == 0 or facts.beyond[0].rank is None):
        found["signs where they may lack something"] = 1.0
    _see_worlds(found, facts, signs)
    _see_units(found, facts, signs)
    return found


def follows(facts: Facts, signs: tuple[int, ...]) -> bool:
    """Whether the signs are those of the likeliest world, and that is more than a guess."""
    if not facts.worlds or facts.worlds[0].trust == GUESSED:
        return False
    return facts.worlds[0].signs == (*signs[: facts.unknown], -1, *signs[facts.unknown :])


def rescaled(tagging: Tagging, likeliest: float, confidence: float) -> Tagging:
    """The tagging with the ``likeliest`` of its candidates and of its equations beyond signs as
    sure as ``confidence``, the others sharing the rest as before and none above it.
    """
    left = 1.0 - likeliest
    scale = (1.0 - confidence) / left if left > 0 else 0.0
    found = [(signs, min(chance * scale, confidence)) for signs, chance in tagging.candidates]
    beyond = [min(chance * scale, confidence) for chance in tagging.beyond]
    if tagging.candidates[0][1] == likeliest:
        found[0] = tagging.candidates[0][0], confidence
    else:
        beyond[tagging.beyond.index(likeliest)] = confidence
    return Tagging(tuple(found), tagging.spans, tuple(beyond))


def log_odds(probability: float) -> float:
    """The log-odds, log p/(1 − p), within ±`BOUND`."""
    if probability <= 0:
        return -BOUND
    return BOUND if probability >= 1 else _bounded(log(probability / (1.0 - probability)))


def _bounded(value: float) -> float:
    return max(-BOUND, min(BOUND, value))


def _rivals(
    problem: Problem, facts: Facts, tagging: Tagging, beyond: Beyond | None
) -> tuple[float, float]:
    """The probability of the likeliest equation's answer, by all that give it, and of the likeliest
    other answer.
    """
    values, below = whole_values(problem)
    chances: dict[Fraction | int, float] = {}
    for signs, probability in tagging.candidates:
        if probability < NEGLIGIBLE:  # and so are all that follow
            break
        answer = sum(map(mul, values, signs))
        chances[answer] = chances.get(answer, 0.0) + probability
    for one, probability in zip(facts.beyond, tagging.beyond, strict=False):
        if probability >= NEGLIGIBLE:
            told = one.answer(problem.quantities) * below
            chances[told] = chances.get(told, 0.0) + probability
    if beyond is None:
        best: Fraction | int = sum(map(mul, values, tagging.candidates[0][0]))
    else:
        best = beyond.answer(problem.quantities) * below
    same = chances.pop(best, 0.0)
    return min(same, 1.0), max(chances.values(), default=0.0)


def _length(problem: Problem) -> float:
    """How often the text is twice as long as a short problem; long stories hide more."""
    return log2(len(problem.document.columns.texts) / SHORT)


def _see_beyond(found: dict[str, float], beyond: Beyond) -> None:
    """How an equation beyond signs came about, and what it has beyond them."""
    told = "a rule" if beyond.rank is None else _FIRST_WORLD[beyond.trust]
    found["beyond signs"] = 1.0
    found[f"beyond signs, {told}"] = 1.0
    if beyond.rank == 0:
        found["beyond signs, first"] = 1.0
    found["beyond signs, twice" if beyond.repeats else "beyond signs, unsaid"] = 1.0
    if beyond.log_odds is not None:
        found["odds of the wording, beyond signs"] = _bounded(beyond.log_odds)


def _see_worlds(found: dict[str, float], facts: Facts, signs: tuple[int, ...]) -> None:
    """Whether the story was understood, how clearly, and whether these signs follow from it."""
    if not facts.worlds:
        found["no world"] = 1.0
        return
    whole = (*signs[: facts.unknown], -1, *signs[facts.unknown :])
    first = facts.worlds[0]
    ours = next((world for world in facts.worlds if world.signs == whole), None)
    if ours is first:
        found[_FIRST_WORLD[first.trust]] = 1.0
        found["cost of the world"] = min(first.cost, BOUND)
    else:
        found[_OTHER_WORLD[first.trust]] = 1.0
        found["a later world" if ours else "no such world"] = 1.0
    if ours:
        found[f"schema {ours.schema}"] = 1.0
    _see_likelihood(found, facts, ours)
    if len(facts.worlds) > 1:
        found["gap of the worlds"] = min(facts.worlds[1].cost - first.cost, BOUND)
    if sum(not outline.told for outline in facts.outlines):
        found["a number in no statement"] = 1.0


def _see_likelihood(found: dict[str, float], facts: Facts, ours: World | None) -> None:
    """What the network says of these signs, beside what was understood; signs of no world are not
    among those that it finds likely.
    """
    rivals = [odds for world in facts.worlds if (odds := world.log_odds) is not None]
    if not rivals:
        return
    told = ours.log_odds if ours else None
    odds = -BOUND if told is None else _bounded(told)
    trust = _TRUST[facts.worlds[0].trust]
    found["odds of the wording"] = odds
    found[f"odds of the wording beside {trust}"] = odds
    if told is None or told < max(rivals):
        found[f"another is likelier beside {trust}"] = 1.0


def _see_units(found: dict[str, float], facts: Facts, signs: tuple[int, ...]) -> None:
    """A number of what is asked that does not matter is the distractor that is hardest to tell;
    one of another unit that does may be one that was not told.
    """
    unit = facts.question.unit
    if not unit:
        return
    place = 0
    for entry in facts.quantities:
        if entry.value is None:
            continue
        sign = signs[place]
        place += 1
        if not sign and entry.unit == unit:
            found["left out, of the unit asked for"] = 1.0
        elif sign and entry.unit and entry.unit != unit:
            found["used, of another unit"] = 1.0
