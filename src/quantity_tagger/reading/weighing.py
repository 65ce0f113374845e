"""What the network makes of a problem's worlds, and the equations that it would add to them.

It says how likely each form of the equation is (as signs write it, with a number twice, with one
that goes unsaid) and how likely the signs are; an equation is as likely as its form and its signs.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from quantity_tagger import languages
from quantity_tagger.arrays import Floats, Ints
from quantity_tagger.neural import sign_network
from quantity_tagger.neural.sign_network import PLAIN, log_shares
from quantity_tagger.problem.facts import CLEAR, GUESSED, Facts, World
from quantity_tagger.problem.world import log_odds
from quantity_tagger.reading.assignments import Signs, allowed, assignments, place_of
from quantity_tagger.reading.forms import COST, GUESS, SCHEMA, weighed_beyond
from quantity_tagger.reading.lacking import lacking
from quantity_tagger.reading.wording import described

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

ADDED: Final = 8
"""How many equations the network adds to those that were understood."""

SPELLED: Final = "expression"
"""A sum told in words ("10 take away 3") is no story, and the network learnt from stories."""


def weighed(problem: Problem, facts: Facts) -> Facts:
    """The facts with the network's likelihood of each world and of each equation that signs cannot
    write, with those that it adds, and with the odds that the problem is in scope.
    """
    network = network_of(problem)
    best = facts.worlds[0] if facts.worlds else None
    spelled = best is not None and best.schema == SPELLED and best.trust == CLEAR
    if network is None or spelled:
        return facts
    scores = network(described(problem, facts, languages.get(problem.language).verb_effect))
    place = facts.unknown
    told = [(*one.signs[:place], *one.signs[place + 1 :]) for one in facts.worlds]
    # It has hardly seen units that differ.
    converts = bool(facts.conversions)
    written = 0.0 if converts else float(scores.forms[PLAIN])
    likelihoods = {signs: written + one for signs, one in _likelihoods(scores, facts, told).items()}
    worlds = [
        one.with_likelihood(likelihoods[signs])
        for one, signs in zip(facts.worlds, told, strict=True)
    ]
    for signs, likelihood in likelihoods.items():
        if signs not in told:
            whole = (*signs[:place], -1, *signs[place:])
            world = World(SCHEMA, whole, GUESSED, COST - likelihood, (), GUESS)
            worlds.append(world.with_likelihood(likelihood))
    found = facts.completed(worlds=tuple(worlds), scope_odds=scores.in_scope)
    if converts:
        return found
    if not facts.worlds and not facts.beyond:  # what the network reads may lack something too
        found = found.completed(beyond=tuple(lacking(problem, found)))
    return found.completed(beyond=weighed_beyond(scores, found), sign_odds=log_odds(written))


def network_of(problem: Problem) -> sign_network.SignNetwork | None:
    """The network that can weigh a problem; None where its language has none, or where there are
    more numbers or words than it learnt from.
    """
    if not 1 <= len(problem.quantities) <= MOST or len(problem.document.columns.texts) > LONGEST:
        return None
    return _network(problem.language)


def understood(facts: Facts) -> Facts:
    """The facts without the worlds and equations that the network added."""
    worlds, beyond = (
        tuple([one for one in its if one.schema != SCHEMA]) for its in (facts.worlds, facts.beyond)
    )
    return facts._replace(worlds=worlds, beyond=beyond)


def all_likelihoods(
    scores: SignScores, facts: Facts, told: Sequence[Signs] = ()
) -> tuple[Ints, Floats]:
    """All assignments, as indices of signs, and the likelihood of each among those that a story
    has and those that are told.
    """
    table = assignments(len(scores.single)).table
    can_be = allowed(facts, table)
    for signs in told:
        can_be[place_of(signs)] = True
    return table, log_shares(np.where(can_be, scores.of(table).astype(float), -np.inf))


def _likelihoods(scores: SignScores, facts: Facts, told: Sequence[Signs]) -> dict[Signs, float]:
    """The likelihood of those that are told and of the likeliest, among all that a story has."""
    every = assignments(len(scores.single)).every
    _, likelihoods = all_likelihoods(scores, facts, told)
    most = min(ADDED, int(np.isfinite(likelihoods).sum()))
    best = np.argsort(-likelihoods, kind="stable")[:most].tolist()
    return {
        every[at]: float(likelihoods[at]) for at in (*(place_of(signs) for signs in told), *best)
    }


@cache
def _network(language: str) -> sign_network.SignNetwork | None:
    """The network of a language, loaded when it is first asked for; None where it has none."""
    path = languages.get(language).folder / "models" / FILE
    return sign_network.load(path) if path.exists() else None
