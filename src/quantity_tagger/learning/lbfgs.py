"""L-BFGS (Liu & Nocedal 1989): quasi-Newton descent from the last few steps and gradient changes.

SciPy's own L-BFGS-B spends most of its time on bounds that we do not have (5 to 7 ms an iteration
on 54,000 weights, against 2 ms here and 8 ms for the objective itself) and hides its state, so
that a search cannot be taken up where it stopped. Here the state is a value: save it, load it, go
on, and the steps are the same to the last bit. SciPy's optimiser is the oracle in the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.linalg.blas import daxpy

from quantity_tagger.arrays import Floats

Function = Callable[[Floats], tuple[float, Floats]]

MEMORY = 6
"""Steps remembered."""

DECREASE, CURVATURE = 1e-4, 0.9
"""The strong Wolfe conditions: how much a step must gain, how much of the slope it may leave."""

TRIES = 30
"""Evaluations of one line search before the search has nowhere to go."""


@dataclass(frozen=True)
class State:
    """A point of the search, and what is remembered of the way to it.

    ``steps`` and ``changes`` (k, n), k ≤ MEMORY: the last moves and how the gradient changed on
    them, oldest first. ``evaluations`` so far.
    """

    point: Floats
    value: float
    gradient: Floats
    steps: tuple[Floats, ...] = ()
    changes: tuple[Floats, ...] = ()
    evaluations: int = 1

    @classmethod
    def start(cls, function: Function, point: Floats) -> State:
        return cls(point, *function(point))


def descend(function: Function, state: State) -> Iterator[State]:
    """The states that follow ``state``, until no step gains any more."""
    while True:
        following = step(function, state)
        if following is None:
            return
        state = following
        yield state


def step(function: Function, state: State) -> State | None:
    """One iteration, or None where no descent is left."""
    direction = downhill(state)
    slope = float(direction @ state.gradient)
    if not slope < 0:
        return None
    first = 1.0 if state.steps else 1.0 / max(float(np.sqrt(-slope)), 1e-12)
    found = line_search(function, state, direction, slope, first)
    if found is None:
        return None
    point, value, gradient, evaluations = found
    move, change = point - state.point, gradient - state.gradient
    steps, changes = state.steps, state.changes
    if float(move @ change) > 1e-12 * float(change @ change):
        steps = (*steps, move)[-MEMORY:]
        changes = (*changes, change)[-MEMORY:]
    return State(point, value, gradient, steps, changes, state.evaluations + evaluations)


def downhill(state: State) -> Floats:
    """−H·gradient by the two-loop recursion, H the inverse Hessian the remembered steps show."""
    direction = -state.gradient
    pairs = list(zip(state.steps, state.changes, strict=True))
    curvatures = [float(move @ change) for move, change in pairs]
    alphas = []
    for (move, change), curvature in zip(reversed(pairs), reversed(curvatures), strict=True):
        alpha = float(move @ direction) / curvature
        alphas.append(alpha)
        daxpy(change, direction, a=-alpha)
    if pairs:
        change = pairs[-1][1]
        direction *= curvatures[-1] / float(change @ change)
    for (move, change), curvature, alpha in zip(pairs, curvatures, reversed(alphas), strict=True):
        daxpy(move, direction, a=alpha - float(change @ direction) / curvature)
    return direction


def line_search(
    function: Function, state: State, direction: Floats, slope: float, first: float
) -> tuple[Floats, float, Floats, int] | None:
    """A point along ``direction`` that meets the strong Wolfe conditions (Nocedal & Wright, 3.5,
    3.6).

    Steps grow until a bracket holds such a point, and the bracket is then cut by the minimum of the
    parabola through what is known of its ends. If none meets the conditions in time, the best point
    that is lower than the start is taken.
    """
    low, low_value, low_slope = 0.0, state.value, slope
    high: float | None = None
    length = first
    best: tuple[Floats, float, Floats] | None = None
    for tries in range(1, TRIES + 1):
        point = state.point + length * direction
        value, gradient = function(point)
        here = float(direction @ gradient)
        if np.isfinite(value) and value < state.value and (best is None or value < best[1]):
            best = (point, value, gradient)
        too_high = not value <= state.value + DECREASE * length * slope or value >= low_value
        if not too_high and abs(here) <= -CURVATURE * slope:
            return point, value, gradient, tries
        if too_high:
            high = length
        else:
            if (high is not None and here * (high - low) >= 0) or (high is None and here >= 0):
                high = low
            low, low_value, low_slope = length, value, here
        if high is None:
            length *= 2.0
            continue
        # The parabola through the low end's value and slope and the latest value, kept inside.
        width = length - low if too_high else high - low
        bend = value - low_value - low_slope * width
        cut = -low_slope * width * width / (2.0 * bend) if too_high and bend > 0 else width / 2.0
        inside = min(max(cut / width, 0.1), 0.9) if width else 0.5
        length = low + inside * width
    return None if best is None else (*best, TRIES)
