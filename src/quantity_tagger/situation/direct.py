"""Worlds that are said directly: the equation that a form has in one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction

from quantity_tagger.situation.solve import Elimination
from quantity_tagger.situation.statements import Given, Number, World
from quantity_tagger.situation.understand import Candidate, told_by


def answer(
    world: World,
    values: Sequence[Number],
    form: Mapping[Hashable, Number],
    schema: str,
    cost: float = 0.0,
    *,
    absolute: bool = False,
    scale: Fraction = Fraction(1),
    signed: bool = False,
) -> Candidate | None:
    """The candidate that a world gives for a form; None where it does not determine it.

    ``signed`` allows an answer below nothing (a temperature, a place on a line).
    """
    solver = Elimination(world, values)
    result = solver.solve({name: share for name, share in form.items() if share})
    if result is None or not any(result.coefficients):
        return None
    result = result.scaled(scale)
    if absolute and result.value < 0:
        result = result.negated()
    doubts = []
    if result.value < 0 and not signed:
        doubts.append("the answer is below nothing")
    if solver.contradictions:
        doubts.append("the numbers contradict each other")
    for name in world.counts:
        known = solver.value({name: 1})
        if known is not None and known < 0:
            doubts.append("a count falls below nothing")
            break
    cost += sum([statement.cost for statement in result.used], 0.0) + 2.0 * len(doubts)
    return told_by(result, schema, cost, doubts, used=result.used)


def signed_sum(
    shares: Mapping[int, Number],
    values: Sequence[Number],
    schema: str,
    kind: str,
    words: Iterable[int] = (),
    *,
    absolute: bool = False,
    signed: bool = False,
) -> Candidate | None:
    """The candidate of an asked amount that is the sum of these shares of the told ones."""
    world = World()
    world.say({"asked": 1}, Given(shares), kind, tuple(words))
    return answer(world, values, {"asked": 1}, schema, absolute=absolute, signed=signed)
