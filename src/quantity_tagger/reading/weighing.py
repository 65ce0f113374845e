"""What the network makes of a problem's worlds, and the equations that it would add to them.

It says how likely each form of the equation is (as signs write it, with a number twice, with one
that goes unsaid) and how likely the signs are; an equation is as likely as its form and its signs.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import log
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from quantity_tagger import languages
from quantity_tagger.arrays import Bools, Floats, Ints
from quantity_tagger.neural import sign_network
from quantity_tagger.neural.sign_network import (
    ONE_LESS,
    ONE_MORE,
    OTHER,
    PLAIN,
    TWICE,
    log_shares,
)
from quantity_tagger.problem.beyond import Beyond, Constant
from quantity_tagger.problem.facts import CLEAR, GUESSED, Facts, World
from quantity_tagger.problem.world import log_odds
from quantity_tagger.reading.lacking import lacking
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

ADDED: Final = 8
"""How many equations the network adds to those that were understood."""

LEAST: Final = log(0.03)
"""How likely an equation is at least that signs cannot write and the network adds."""

_UNSAID: Final = {ONE_MORE: 1, ONE_LESS: -1}
_REASON: Final = "unsaid"
"""Why a number stands there that the network alone puts in."""

SCHEMA: Final = "wording?"
"""What the worlds are called that follow from the network alone."""

SPELLED: Final = "expression"
"""A sum told in words ("10 take away 3") is no story, and the network learnt from stories."""

LAST: Final = 99
"""The rank of an equation that the network alone thinks of."""

_GUESS: Final = ("a guess",)
_COST: Final = 2.0

Signs = tuple[int, ...]


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
            world = World(SCHEMA, whole, GUESSED, _COST - likelihood, (), _GUESS)
            worlds.append(world.with_likelihood(likelihood))
    found = facts.completed(worlds=tuple(worlds), scope_odds=scores.in_scope)
    if converts:
        return found
    if not facts.worlds and not facts.beyond:  # what the network reads may lack something too
        found = found.completed(beyond=tuple(lacking(problem, found)))
    return found.completed(beyond=_beyond(scores, found), sign_odds=log_odds(written))


def _beyond(scores: SignScores, facts: Facts) -> tuple[Beyond, ...]:
    """The equations that signs cannot write with how likely they are, and the likely ones that
    nobody thought of, of forms that no equation has that was understood.
    """
    likelihoods: dict[int, Floats] = {}
    sizes = _sizes(facts)
    of_signs = scores.of(_assignments(len(sizes)).table).astype(float)
    found = []
    for one in facts.beyond:
        form = _form(one)
        if form not in likelihoods:
            its = [each.signs for each in facts.beyond if _form(each) == form]
            likelihoods[form] = _of_form(form, scores, of_signs, sizes, its)
        found.append(one.with_likelihood(float(likelihoods[form][_place(one.signs)])))
    counted = facts.question.unit_kind in ("count", "") and (sizes % 1 == 0).all()
    for form in np.argsort(-scores.forms, kind="stable").tolist():
        if scores.forms[form] < LEAST:
            break
        passed = form in (PLAIN, OTHER) or form in likelihoods
        if passed or (form in _UNSAID and not counted):
            continue
        every = _of_form(form, scores, of_signs, sizes)
        best = int(every.argmax())
        if every[best] >= LEAST:
            found.append(_added(form, _assignments(len(sizes)).every[best], float(every[best])))
    return tuple(found)


def _of_form(
    form: int, scores: SignScores, of_signs: Floats, sizes: Floats, told: Sequence[Signs] = ()
) -> Floats:
    """How likely the equation has this form and each assignment of signs, among those that a story
    has and those that are told.
    """
    table = _assignments(len(sizes)).table
    signs = np.array(SIGNS)[table]
    allowed: Bools = (table != ZERO).any(axis=1)
    answers: Floats = signs @ sizes
    if form >= TWICE:
        at = form - TWICE
        allowed &= signs[:, at] != 0
        answers = answers + signs[:, at] * sizes[at]
    else:
        answers = answers + _UNSAID.get(form, 0)
    if (sizes >= 0).all() and form != OTHER:
        allowed &= answers >= -1e-9
    for one in told:
        allowed[_place(one)] = True
    if not allowed.any():
        return np.full(len(table), -np.inf)
    found: Floats = scores.forms[form] + log_shares(np.where(allowed, of_signs, -np.inf))
    return found


def _form(equation: Beyond) -> int:
    """The form that the network knows an equation by."""
    often = [abs(times) for times in equation.times]
    more = sum(often) - sum(map(bool, often))
    unsaid = sum(one.value for one in equation.constants)
    if not unsaid and more == 1:
        return TWICE + often.index(2)
    if unsaid in (1, -1) and not more:
        return ONE_MORE if unsaid == 1 else ONE_LESS
    return OTHER


def _added(form: int, signs: Signs, likelihood: float) -> Beyond:
    times = tuple([sign * (1 + (TWICE + at == form)) for at, sign in enumerate(signs)])
    unsaid = _UNSAID.get(form)
    constants = (Constant(Fraction(unsaid), _REASON),) if unsaid else ()
    cost = _COST - likelihood
    return Beyond(
        SCHEMA, times, constants, GUESSED, cost, (), _GUESS, rank=LAST, likelihood=likelihood
    )


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
    table = _assignments(len(scores.single)).table
    allowed = _allowed(facts, table)
    for signs in told:
        allowed[_place(signs)] = True
    return table, log_shares(np.where(allowed, scores.of(table).astype(float), -np.inf))


def _likelihoods(scores: SignScores, facts: Facts, told: Sequence[Signs]) -> dict[Signs, float]:
    """The likelihood of those that are told and of the likeliest, among all that a story has."""
    every = _assignments(len(scores.single)).every
    _, likelihoods = all_likelihoods(scores, facts, told)
    most = min(ADDED, int(np.isfinite(likelihoods).sum()))
    best = np.argsort(-likelihoods, kind="stable")[:most].tolist()
    return {every[at]: float(likelihoods[at]) for at in (*(_place(signs) for signs in told), *best)}


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
    sizes = _sizes(facts)
    used: Bools = (table != ZERO).sum(axis=1) >= min(2, len(sizes))
    if (sizes < 0).any():
        return used
    answers: Floats = np.array(SIGNS)[table] @ sizes
    used &= answers >= -1e-9
    return used


def _sizes(facts: Facts) -> Floats:
    """The sizes of the quantities without x."""
    return np.array([one.size for at, one in enumerate(facts.quantities) if at != facts.unknown])


@cache
def _network(language: str) -> sign_network.SignNetwork | None:
    """The network of a language, loaded when it is first asked for; None where it has none."""
    path = languages.get(language).folder / "models" / FILE
    return sign_network.load(path) if path.exists() else None
