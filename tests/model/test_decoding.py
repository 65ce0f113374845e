"""The readings of many problems at once are those of each alone."""

from __future__ import annotations

import math

import numpy as np
import pytest

from quantity_tagger.arrays import Floats
from quantity_tagger.lattice.assignments import Assignments, AssignmentTable
from quantity_tagger.model.decoding import (
    CANDIDATES,
    READINGS,
    Readings,
    acceptable,
    constants,
    shares_of,
    weigh_cluster,
    weigh_ranked,
)
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read

TWO = "Ann had 9 pens and lost 4. How many are left?"
FALLING = "Ann had 1/3 of a pie and 1/2 of a pie. How much is left?"
COLD = "It was -5 degrees and it fell by 2 degrees. What was it then?"
FOUR = "A van had 5 boxes, got 7, then 2.5, and lost 4. How many boxes are in it?"
HUGE = f"Ann had {10**30} grains and lost {10**30 - 1} of them. How many are left?"


def weighed(problem: Problem, total: Floats) -> tuple[Readings, Readings]:
    """The readings by scores of all assignments, as one of a table and alone."""
    table = table_of_problem(problem)
    (at_once,) = weigh_cluster(table, total[None], [problem])
    ranked = [
        (tuple(table.signs[at].tolist()), float(total[at]))
        for at in np.argsort(-total, kind="stable")
        if total[at] > -np.inf
    ]
    alone = weigh_ranked(problem, table.unknown, ranked[:READINGS], ranked[:CANDIDATES])
    assert list(at_once.first) == list(alone.first)
    return at_once.readings, alone.readings


def table_of_problem(problem: Problem) -> AssignmentTable:
    entries = len(problem.quantities) + 1
    (table,) = Assignments.of(np.array([0, entries], np.intp), [problem.place_of_unknown])
    return table


@pytest.mark.parametrize("text", [TWO, FALLING, COLD, FOUR, HUGE])
@pytest.mark.parametrize("seed", range(5))
def test_a_cluster_is_weighed_as_its_problems_are(text: str, seed: int) -> None:
    problem = read(text)
    total = np.random.default_rng(seed).normal(size=3 ** len(problem.quantities)) * 5
    at_once, alone = weighed(problem, total)
    assert [signs for signs, _ in at_once] == [signs for signs, _ in alone]
    for (_, one), (_, other) in zip(at_once, alone, strict=True):
        assert math.isclose(one, other, rel_tol=1e-12)


def test_where_none_of_the_best_can_be_right_a_later_one_stands() -> None:
    problem = read(FOUR)
    table = table_of_problem(problem)
    able = [
        acceptable(problem, constants(indices, table.unknown)) for indices in table.signs.tolist()
    ]
    assert able.count(False) >= READINGS
    at_once, alone = weighed(problem, np.where(able, -1.0, 0.0))
    assert [signs for signs, _ in at_once] == [signs for signs, _ in alone]
    assert acceptable(problem, at_once[0][0])


def test_where_nothing_can_be_right_the_best_stands() -> None:
    total = np.full(9, -np.inf)
    total[8] = 1.0  # −9 − 4
    at_once, alone = weighed(read(TWO), total)
    assert at_once == alone == (((-1, -1), 1.0),)


def test_shares_are_the_sums_of_the_readings() -> None:
    readings = (((1, -1), 0.5), ((1, 0), 0.3), ((0, 1), 0.2))
    first, second = shares_of(readings)
    assert first == pytest.approx((0.8, 0.2, 0.0))
    assert second == pytest.approx((0.2, 0.3, 0.5))
