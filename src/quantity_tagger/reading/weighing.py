"""What the network makes of a problem's worlds, and the equations that it would add to them."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from quantity_tagger import languages
from quantity_tagger.arrays import Bools, Floats, Ints
from quantity_tagger.neural import sign_network
from quantity_tagger.problem.facts import CLEAR, GUESSED, Facts, World
from quantity_tagger.reading.wording import described
from quantity_tagger.signs import INDEX, SIGNS, ZERO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.neural.sign_network import SignScores
    from quantity_tagger.problem.problem import Problem

FILE: Final = "embeddings.npz"

MOST: Final = 6
"""The network learnt from problems with so many quantities at most, and each more triples the
assignments."""

LONGEST: Final = 200
"""And from texts of so many tokens; attention takes the square of their number."""

ADDED: Final = 3
"""How many equations the network adds to those that were understood or guessed."""

SCHEMA: Final = "wording?"
"""What the worlds are called that follow from the network alone."""

SPELLED: Final = "expression"
"""A sum told in words ("10 take away 3") is no story, and the network learnt from stories."""

_GUESS: Final = ("a guess",)
_COST: Final = 2.0

Signs = tuple[int, ...]


def weighed(problem: Problem, facts: Facts) -> Facts:
    """The facts with the network's likelihood of each world, with the worlds that it adds, and with
    the odds that the problem is in scope. The likelihoods of all that signs can write make up how
    likely it is that they can.
    """
    network = network_of(problem)
    best = facts.worlds[0] if facts.worlds else None
    spelled = best is not None and best.schema == SPELLED and best.trust == CLEAR
    if network is None or spelled:
        return facts
    scores = network(described(problem, facts, languages.get(problem.language).verb_effect))
    place = facts.unknown
    told = [(*one.signs[:place], *one.signs[place + 1 :]) for one in facts.worlds]
    written = -float(np.logaddexp(0, -scores.in_signs))
    likelihoods = {signs: written + one for signs, one in _likelihoods(scores, facts, told).items()}
    worlds = [
        one.with_likelihood(likelihoods[signs])
        for one, signs in zip(facts.worlds, told, strict=True)
    ]
    for signs, likelihood in likelihoods.items():
        if signs not in told:
            whole = (*signs[:place], -1, *signs[place:])
            world = World(SCHEMA, whole, GUESSED, _COST - likelihood, (), _GUESS)
            worlds.append(world.with_likelihood(likelihood))
    return facts.completed(worlds=tuple(worlds), scope_odds=scores.in_scope)


def network_of(problem: Problem) -> sign_network.SignNetwork | None:
    """The network that can weigh a problem; None where its language has none, or where there are
    more numbers or words than it learnt from.
    """
    if not 1 <= len(problem.quantities) <= MOST or len(problem.document.columns.texts) > LONGEST:
        return None
    return _network(problem.language)


def understood(facts: Facts) -> Facts:
    """The facts without the worlds that the network added."""
    worlds = tuple(one for one in facts.worlds if one.schema != SCHEMA)
    return facts.completed(worlds=worlds) if worlds else facts


def all_likelihoods(
    scores: SignScores, facts: Facts, told: Sequence[Signs] = ()
) -> tuple[Ints, Floats]:
    """All assignments, as indices of signs, and the likelihood of each among those that a story
    has and those that are told.
    """
    table = _assignments(len(scores.single)).table
    allowed = _allowed(facts, table)
    for signs in told:
        allowed[_place(signs)] = True
    return table, _normalised(np.where(allowed, scores.of(table).astype(float), -np.inf))


def _likelihoods(scores: SignScores, facts: Facts, told: Sequence[Signs]) -> dict[Signs, float]:
    """The likelihood of those that are told and of the likeliest, among all that a story has."""
    every = _assignments(len(scores.single)).every
    _, likelihoods = all_likelihoods(scores, facts, told)
    most = min(ADDED, int(np.isfinite(likelihoods).sum()))
    best = np.argsort(-likelihoods, kind="stable")[:most].tolist()
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
