"""How likely a problem's equation has each form that signs alone do not write: a number twice, one
that goes unsaid.
"""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import TYPE_CHECKING, Final

import numpy as np

from quantity_tagger.arrays import Bools, Floats
from quantity_tagger.neural.sign_network import (
    ONE_LESS,
    ONE_MORE,
    OTHER,
    PLAIN,
    TWICE,
    log_shares,
)
from quantity_tagger.problem.beyond import Beyond, Constant
from quantity_tagger.problem.facts import GUESSED, Facts
from quantity_tagger.reading.assignments import Signs, assignments, place_of, sizes_of
from quantity_tagger.signs import SIGNS, ZERO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.neural.sign_network import SignScores

SCHEMA: Final = "wording?"
"""What the equations are called that follow from the network alone."""

GUESS: Final = ("a guess",)
COST: Final = 2.0
"""Their doubt, and what they cost beside how unlikely they are."""

LEAST: Final = log(0.03)
"""How likely an equation is at least that signs cannot write and the network adds."""

LAST: Final = 99
"""The rank of such an equation."""

_UNSAID: Final = {ONE_MORE: 1, ONE_LESS: -1}
_REASON: Final = "unsaid"
"""Why a number stands there that the network alone puts in."""


def weighed_beyond(scores: SignScores, facts: Facts) -> tuple[Beyond, ...]:
    """The equations that signs cannot write with how likely they are, and the likely ones that
    nobody thought of, of forms that no equation has that was understood.
    """
    likelihoods: dict[int, Floats] = {}
    sizes = sizes_of(facts)
    of_signs = scores.of(assignments(len(sizes)).table).astype(float)
    found = []
    for one in facts.beyond:
        form = _form(one)
        if form not in likelihoods:
            its = [each.signs for each in facts.beyond if _form(each) == form]
            likelihoods[form] = _of_form(form, scores, of_signs, sizes, its)
        found.append(one.with_likelihood(float(likelihoods[form][place_of(one.signs)])))
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
            found.append(_added(form, assignments(len(sizes)).every[best], float(every[best])))
    return tuple(found)


def _of_form(
    form: int, scores: SignScores, of_signs: Floats, sizes: Floats, told: Sequence[Signs] = ()
) -> Floats:
    """How likely the equation has this form and each assignment of signs, among those that a story
    has and those that are told.
    """
    table = assignments(len(sizes)).table
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
        allowed[place_of(one)] = True
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
    cost = COST - likelihood
    return Beyond(
        SCHEMA, times, constants, GUESSED, cost, (), GUESS, rank=LAST, likelihood=likelihood
    )
