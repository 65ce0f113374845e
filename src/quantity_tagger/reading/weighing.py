"""What the network makes of a problem's worlds, and the equations that it would add to them."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from quantity_tagger import languages
from quantity_tagger.neural import sign_network
from quantity_tagger.problem.facts import GUESSED, Facts, World
from quantity_tagger.reading.wording import described
from quantity_tagger.signs import INDEX, SIGNS, ZERO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.arrays import Bools, Floats, Ints
    from quantity_tagger.neural.sign_network import SignScores
    from quantity_tagger.problem.problem import Problem

FILE: Final = "network.npz"

MOST: Final = 6
"""The network learnt from problems with so many quantities at most, and each more triples the
assignments."""

ADDED: Final = 3
"""How many equations the network adds to those that were understood or guessed."""

SCHEMA: Final = "wording?"
"""What the worlds are called that follow from the network alone."""

_GUESS: Final = ("a guess",)
_COST: Final = 2.0

Signs = tuple[int, ...]


def weighed(problem: Problem, facts: Facts) -> Facts:
    """The facts with the network's likelihood of each world, and with the worlds that it adds."""
    network = _network(problem.language)
    if network is None or not 1 <= len(problem.quantities) <= MOST:
        return facts
    scores = network(described(problem, facts, languages.get(problem.language).verb_effect))
    place = facts.unknown
    told = [(*one.signs[:place], *one.signs[place + 1 :]) for one in facts.worlds]
    likelihoods = _likelihoods(scores, facts, told)
    worlds = [
        one.with_likelihood(likelihoods[signs])
        for one, signs in zip(facts.worlds, told, strict=True)
    ]
    for signs, likelihood in likelihoods.items():
        if signs not in told:
            whole = (*signs[:place], -1, *signs[place:])
            world = World(SCHEMA, whole, GUESSED, _COST - likelihood, (), _GUESS)
            worlds.append(world.with_likelihood(likelihood))
    return facts.completed(worlds=tuple(worlds))


def _likelihoods(scores: SignScores, facts: Facts, told: Sequence[Signs]) -> dict[Signs, float]:
    """The likelihood of those that are told and of the likeliest, among all that a story has."""
    every, table = _assignments(len(scores.single))
    allowed = _allowed(facts, table)
    for signs in told:
        allowed[_place(signs)] = True
    likelihoods = _normalised(np.where(allowed, scores.of(table).astype(float), -np.inf))
    best = np.argsort(-likelihoods, kind="stable")[: min(ADDED, int(allowed.sum()))].tolist()
    return {every[at]: float(likelihoods[at]) for at in (*(_place(signs) for signs in told), *best)}


def _normalised(scores: Floats) -> Floats:
    top = scores.max()
    found: Floats = scores - top - np.log(np.exp(scores - top).sum())
    return found


def _place(signs: Signs) -> int:
    """Where an assignment stands among all."""
    place = 0
    for sign in signs:
        place = place * len(SIGNS) + INDEX[sign]
    return place


class _Assignments(NamedTuple):
    """All signs of so many quantities, and their indices (3 ** count, count)."""

    every: list[Signs]
    table: Ints


@cache
def _assignments(count: int) -> _Assignments:
    table = np.array(list(product(range(len(SIGNS)), repeat=count)), np.intp)
    return _Assignments(list(product(SIGNS, repeat=count)), table)


def _allowed(facts: Facts, table: Ints) -> Bools:
    """Which assignments have an answer that a story can have: none below zero where no number is,
    and at least two numbers where there are as many.
    """
    told = [one for at, one in enumerate(facts.quantities) if at != facts.unknown]
    sizes = np.array([one.size for one in told])
    used: Bools = (table != ZERO).sum(axis=1) >= min(2, len(told))
    if (sizes < 0).any():
        return used
    answers: Floats = np.array(SIGNS)[table] @ sizes
    used &= answers >= -1e-9
    return used


@cache
def _network(language: str) -> sign_network.SignNetwork | None:
    """The network of a language, loaded when it is first asked for; None where it has none."""
    path = languages.get(language).folder / "models" / FILE
    return sign_network.load(path) if path.exists() else None
