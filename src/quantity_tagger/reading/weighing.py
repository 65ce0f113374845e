"""What the network makes of a problem's worlds, and the equations that it would add to them."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from quantity_tagger import languages
from quantity_tagger.neural import sign_network
from quantity_tagger.problem.facts import GUESSED, Facts, World
from quantity_tagger.reading.wording import described
from quantity_tagger.signs import INDEX, SIGNS, ZERO

if TYPE_CHECKING:
    from quantity_tagger.arrays import Bools, Floats, Ints
    from quantity_tagger.problem.problem import Problem

FILE: Final = "network.npz"

MOST: Final = 6
"""Of more quantities than this the network weighs the signs of worlds alone; it learnt from
problems with fewer, and each more triples the assignments."""

ADDED: Final = 3
"""How many equations the network adds to those that were understood or guessed."""

SCHEMA: Final = "wording?"
"""What the worlds are called that follow from the network alone."""

_GUESS: Final = ("a guess",)
_COST: Final = 2.0


def weighed(problem: Problem, facts: Facts) -> Facts:
    """The facts with the network's likelihood of each world, and with the worlds that it adds."""
    network = _network(problem.language)
    if network is None or not problem.quantities:
        return facts
    effect = languages.get(problem.language).verb_effect
    scores = network(described(problem, facts, effect))
    place = facts.unknown
    constants = [(*one.signs[:place], *one.signs[place + 1 :]) for one in facts.worlds]
    if len(problem.quantities) > MOST:
        if not constants:
            return facts
        table = np.array([[INDEX[sign] for sign in signs] for signs in constants])
        likely = _normalised(scores.of(table))
        found = dict(zip(constants, likely.tolist(), strict=True))
        added: list[tuple[int, ...]] = []
    else:
        every, table = _assignments(len(problem.quantities))
        allowed = _allowed(facts, table)
        for signs in constants:
            allowed[every[signs]] = True
        likely = np.where(allowed, scores.of(table).astype(float), -np.inf)
        likely = _normalised(likely)
        found = {signs: float(likely[every[signs]]) for signs in constants}
        signs_of = list(every)
        best = (signs_of[at] for at in np.argsort(-likely, kind="stable")[:ADDED].tolist())
        added = [signs for signs in best if signs not in found and allowed[every[signs]]]
        found |= {signs: float(likely[every[signs]]) for signs in added}
    worlds = [_with(one, found[signs]) for one, signs in zip(facts.worlds, constants, strict=True)]
    for signs in added:
        whole = (*signs[:place], -1, *signs[place:])
        world = World(SCHEMA, whole, GUESSED, _COST - found[signs], (), _GUESS)
        worlds.append(_with(world, found[signs]))
    return facts.completed(worlds=tuple(worlds))


def _with(world: World, likelihood: float) -> World:
    return World(
        world.schema,
        world.signs,
        world.trust,
        world.cost,
        world.words,
        world.doubts,
        world.asks,
        world.statements,
        likelihood,
    )


def _normalised(scores: Floats) -> Floats:
    top = scores.max()
    found: Floats = scores - top - np.log(np.exp(scores - top).sum())
    return found


@cache
def _assignments(count: int) -> tuple[dict[tuple[int, ...], int], Ints]:
    """All signs of so many quantities, numbered, and their indices (3 ** count, count)."""
    table = np.array(list(product(range(len(SIGNS)), repeat=count)), np.intp)
    return {signs: at for at, signs in enumerate(product(SIGNS, repeat=count))}, table


def _allowed(facts: Facts, table: Ints) -> Bools:
    """Which assignments have an answer that a story can have: none below zero where no number is,
    and at least two numbers where there are as many.
    """
    told = [one for at, one in enumerate(facts.quantities) if at != facts.unknown]
    sizes = np.array([one.size for one in told])
    used: Bools = (table != ZERO).sum(axis=1) >= min(2, len(told))
    if (sizes < 0).any():
        return used
    signs = np.array(SIGNS)[table]
    return used & (signs @ sizes >= -1e-9)


@cache
def _network(language: str) -> sign_network.SignNetwork | None:
    """The network of a language, loaded when it is first asked for; None where it has none."""
    path = languages.get(language).folder / "models" / FILE
    return sign_network.load(path) if path.exists() else None
