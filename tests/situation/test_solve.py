"""Elimination against brute force, and WORLD-like stories written as statements."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from quantity_tagger.situation.solve import Elimination
from quantity_tagger.situation.statements import Given, World


def told(
    world: World, form: dict[str, int], quantity: int | None = None, constant: int = 0
) -> None:
    quantities = {} if quantity is None else {quantity: Fraction(1)}
    world.say(form, Given(quantities, Fraction(constant), "told"))


def solved(world: World, asked: dict[str, int], values: list[int]) -> tuple[list[int], int] | None:
    exact = tuple(map(Fraction, values))
    found = Elimination(world, exact).solve({name: Fraction(n) for name, n in asked.items()})
    return None if found is None else (list(map(int, found.coefficients)), int(found.constant))


def test_losses_are_taken_from_the_start() -> None:
    world = World()
    told(world, {"s0": 1}, 0)
    told(world, {"s1": 1, "s0": -1, "f1": 1})
    told(world, {"f1": 1}, 1)
    told(world, {"s2": 1, "s1": -1, "f2": 1})
    told(world, {"f2": 1}, 2)
    assert solved(world, {"s2": 1}, [10, 3, 2]) == ([1, -1, -1], 0)


def test_net_flow_leaves_the_told_outflow_idle() -> None:
    world = World()
    told(world, {"s0": 1}, 0)
    told(world, {"out": 1}, 1)
    told(world, {"s1": 1, "s0": -1, "in": -1, "out": 1})
    told(world, {"s1": 1}, 2)
    assert solved(world, {"in": 1, "out": -1}, [18, 25, 22]) == ([-1, 0, 1], 0)
    assert solved(world, {"in": 1}, [18, 25, 22]) == ([-1, 1, 1], 0)


def test_a_number_may_count_twice() -> None:
    world = World()
    told(world, {"noah": 1}, 0)
    told(world, {"noah": 1, "olivia": -1}, 1)
    assert solved(world, {"noah": 1, "olivia": 1}, [45, 17]) == ([2, -1], 0)


def test_oneself_in_a_queue_is_a_constant() -> None:
    world = World()
    told(world, {"front": 1}, 0)
    told(world, {"behind": 1}, 1)
    told(world, {"all": 1, "front": -1, "behind": -1}, constant=1)
    assert solved(world, {"all": 1}, [14, 6]) == ([1, 1], 1)


def test_overlap_finds_the_idle_total() -> None:
    world = World()
    told(world, {"only1": 1, "both": 1}, 0)
    told(world, {"all": 1, "only2": -1, "both": -1}, 1)
    told(world, {"both": 1}, 2)
    told(world, {"all": 1}, 3)
    told(world, {"all": 1, "only1": -1, "only2": -1, "both": -1, "neither": -1})
    assert solved(world, {"neither": 1}, [33, 21, 20, 45]) == ([-1, 1, 1, 0], 0)


def test_ages_grow_together() -> None:
    world = World()
    told(world, {"mum": 1}, 0)
    told(world, {"lily": 1}, 1)
    told(world, {"mum later": 1, "mum": -1}, 2)
    told(world, {"lily later": 1, "lily": -1}, 2)
    assert solved(world, {"mum later": 1, "lily later": -1}, [35, 8, 5]) == ([1, -1, 0], 0)


def test_what_is_not_tied_is_not_determined() -> None:
    world = World()
    told(world, {"a": 1, "b": 1}, 0)
    assert solved(world, {"a": 1}, [5]) is None


def test_contradictions_are_seen() -> None:
    world = World()
    told(world, {"a": 1}, 0)
    told(world, {"a": 1}, 1)
    assert len(Elimination(world, (Fraction(3), Fraction(4))).contradictions) == 1
    assert not Elimination(world, (Fraction(3), Fraction(3))).contradictions


@pytest.mark.parametrize("seed", range(60))
def test_random_worlds_against_their_hidden_amounts(seed: int) -> None:
    """Amounts are drawn first and told by true statements: what is solved must give them back."""
    draw = random.Random(seed)
    names = [f"v{i}" for i in range(draw.randint(2, 7))]
    hidden = {name: Fraction(draw.randint(0, 30)) for name in names}
    world, values = World(), []
    for _ in range(draw.randint(1, 8)):
        form = {
            n: Fraction(draw.choice([-1, 1, 1, 2])) for n in draw.sample(names, min(2, len(names)))
        }
        values.append(sum((share * hidden[n] for n, share in form.items()), Fraction(0)))
        world.say(form, Given({len(values) - 1: Fraction(1)}))
    solver = Elimination(world, tuple(values))
    assert not solver.contradictions
    asked = {n: Fraction(draw.choice([-1, 1])) for n in draw.sample(names, draw.randint(1, 2))}
    truth = sum((share * hidden[n] for n, share in asked.items()), Fraction(0))
    found = solver.solve(asked)
    assert (found is None) == (not _in_row_space(world, asked, names))
    if found is not None:
        pairs = zip(found.coefficients, values, strict=True)
        assert sum((c * v for c, v in pairs), found.constant) == truth
        assert solver.value(asked) == truth


def _in_row_space(world: World, asked: dict[str, Fraction], names: list[str]) -> bool:
    rows = [[s.form.get(n, Fraction(0)) for n in names] for s in world.statements]
    return _rank(rows) == _rank([*rows, [asked.get(n, Fraction(0)) for n in names]])


def _rank(rows: list[list[Fraction]]) -> int:
    rows = [list(row) for row in rows]
    rank = 0
    for column in range(len(rows[0])):
        pivot = next((r for r in range(rank, len(rows)) if rows[r][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for r in range(rank + 1, len(rows)):
            share = rows[r][column] / rows[rank][column]
            rows[r] = [a - share * b for a, b in zip(rows[r], rows[rank], strict=True)]
        rank += 1
    return rank
