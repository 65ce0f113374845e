"""The candidates of many problems at once are those of each alone."""

from __future__ import annotations

import math
from math import exp

import numpy as np
import pytest

from quantity_tagger.arrays import Floats
from quantity_tagger.lattice.assignments import Assignments, AssignmentTable
from quantity_tagger.lattice.base import Ranked
from quantity_tagger.model.decoding import (
    CONSIDERED,
    SHARING,
    Candidates,
    Decoded,
    candidates_of,
    constants,
    is_feasible,
    ranked_table,
    shares_of,
)
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read

TWO = "Ann had 9 pens and lost 4. How many are left?"
FALLING = "Ann had 1/3 of a pie and 1/2 of a pie. How much is left?"
COLD = "It was -5 degrees and it fell by 2 degrees. What was it then?"
FOUR = "A van had 5 boxes, got 7, then 2.5, and lost 4. How many boxes are in it?"
HUGE = f"Ann had {10**30} grains and lost {10**30 - 1} of them. How many are left?"


def one_by_one(problem: Problem, unknown: int, ranked: Ranked) -> Decoded:
    """The candidates of a problem by their definition, from its assignments, best first."""

    def feasible(some: Ranked) -> Ranked:
        return [one for one in some if is_feasible(problem, constants(one[0], unknown))]

    sharing = kept = feasible(ranked[:SHARING])
    if not kept:
        sharing = ranked[:CONSIDERED]
        kept = feasible(sharing)[:1] or sharing[:1]
    top = sharing[0][1]
    found: dict[tuple[int, ...], float] = {}
    for indices, score in kept:
        signs = constants(indices, unknown)
        found[signs] = found.get(signs, 0.0) + exp(score - top)
    total = sum(exp(score - top) for _, score in sharing)
    best = sorted(found.items(), key=lambda candidate: -candidate[1])
    first = next(y for y, _ in kept if constants(y, unknown) == best[0][0])
    return Decoded(tuple((signs, weight / total) for signs, weight in best), first)


def both(problem: Problem, total: Floats) -> tuple[Candidates, Candidates]:
    """The candidates by scores of all assignments, as one of a table and alone."""
    table = table_of_problem(problem)
    (at_once,) = candidates_of(table, total[None], [problem])
    ranked = [
        (tuple(table.signs[at].tolist()), float(total[at]))
        for at in np.argsort(-total, kind="stable")
        if total[at] > -np.inf
    ]
    alone = one_by_one(problem, table.unknown, ranked)
    assert list(at_once.first) == list(alone.first)
    (again,) = candidates_of(*ranked_table(0, table.unknown, ranked[:CONSIDERED]), [problem])
    assert [signs for signs, _ in again.candidates] == [signs for signs, _ in alone.candidates]
    return at_once.candidates, alone.candidates


def table_of_problem(problem: Problem) -> AssignmentTable:
    entries = len(problem.quantities) + 1
    (table,) = Assignments.of(np.array([0, entries], np.intp), [problem.place_of_unknown])
    return table


@pytest.mark.parametrize("text", [TWO, FALLING, COLD, FOUR, HUGE])
@pytest.mark.parametrize("seed", range(5))
def test_a_cluster_is_weighed_as_its_problems_are(text: str, seed: int) -> None:
    problem = read(text)
    total = np.random.default_rng(seed).normal(size=3 ** len(problem.quantities)) * 5
    at_once, alone = both(problem, total)
    assert [signs for signs, _ in at_once] == [signs for signs, _ in alone]
    for (_, one), (_, other) in zip(at_once, alone, strict=True):
        assert math.isclose(one, other, rel_tol=1e-12)


def test_where_none_of_the_best_is_feasible_a_later_one_stands() -> None:
    problem = read(FOUR)
    table = table_of_problem(problem)
    feasible = [
        is_feasible(problem, constants(indices, table.unknown)) for indices in table.signs.tolist()
    ]
    assert feasible.count(False) >= SHARING
    at_once, alone = both(problem, np.where(feasible, -1.0, 0.0))
    assert [signs for signs, _ in at_once] == [signs for signs, _ in alone]
    assert is_feasible(problem, at_once[0][0])


def test_where_nothing_is_feasible_the_best_stands() -> None:
    total = np.full(9, -np.inf)
    total[8] = 1.0  # −9 − 4
    at_once, alone = both(read(TWO), total)
    assert at_once == alone == (((-1, -1), 1.0),)


@pytest.mark.parametrize("seed", range(5))
def test_both_forms_of_an_equation_are_one_candidate_where_x_is_free(seed: int) -> None:
    problem = read(FOUR)
    unknown, rng = problem.place_of_unknown, np.random.default_rng(seed)
    forms = [(*y, x) for y in np.ndindex(3, 3, 3, 3) for x in (0, 2)]
    ranked = sorted(((y, float(rng.normal())) for y in forms), key=lambda one: -one[1])
    (found,) = candidates_of(*ranked_table(0, unknown, ranked[:CONSIDERED]), [problem])
    alone = one_by_one(problem, unknown, ranked)
    assert [signs for signs, _ in found.candidates] == [signs for signs, _ in alone.candidates]
    assert list(found.first) == list(alone.first)
    assert math.isclose(sum(share for _, share in found.candidates), 1)


def test_shares_are_the_sums_of_the_candidates() -> None:
    candidates = (((1, -1), 0.5), ((1, 0), 0.3), ((0, 1), 0.2))
    first, second = shares_of(candidates)
    assert first == pytest.approx((0.8, 0.2, 0.0))
    assert second == pytest.approx((0.2, 0.3, 0.5))
