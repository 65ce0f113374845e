"""Minimising the objective: SciPy's L-BFGS in rounds, with a monitor and checkpoints.

Each round starts L-BFGS afresh from the point where the last one stopped. A checkpoint taken between
rounds therefore needs that point alone, and a run that is killed and resumed takes the very same steps
as one that was not.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from scipy.optimize import OptimizeResult, minimize

from quantity_tagger.lattice.layout import Floats
from quantity_tagger.learning.checkpoint import Checkpoint
from quantity_tagger.learning.monitor import ConvergenceMonitor, Step

Function = Callable[[Floats], tuple[float, Floats]]

ROUND = 100
"""Iterations of one round, after which a checkpoint may be taken."""

MEMORY = 10
"""Correction pairs L-BFGS keeps; more cost more than they bring on these objectives."""


def optimise(
    function: Function,
    start: Floats,
    monitor: ConvergenceMonitor,
    *,
    checkpoint: Path | None = None,
    identity: str = "",
    watch: Callable[[Step], None] | None = None,
) -> Floats:
    """The point where the search stops; ``checkpoint`` is written after each round and, if it is there
    and of the same ``identity``, taken up first.
    """
    point = start
    if checkpoint is not None and checkpoint.exists():
        saved = Checkpoint.load(checkpoint, identity)
        point, monitor.history[:] = saved.point, saved.history
    if monitor.iterations % ROUND:
        return point  # the search that left the checkpoint had come to its end
    while not monitor.finished:
        before = monitor.iterations
        point = one_round(function, point, monitor, watch)
        if checkpoint is not None:
            Checkpoint(point, list(monitor.history), identity).save(checkpoint)
        if monitor.iterations - before < ROUND:
            break  # L-BFGS itself found no further descent
    return point


def one_round(
    function: Function,
    start: Floats,
    monitor: ConvergenceMonitor,
    watch: Callable[[Step], None] | None,
) -> Floats:
    """Up to ``ROUND`` iterations of L-BFGS, each reported to the monitor."""
    evaluations = monitor.history[-1].evaluations if monitor.history else 0
    latest: dict[str, float] = {}

    def counted(point: Floats) -> tuple[float, Floats]:
        nonlocal evaluations
        evaluations += 1
        value, gradient = function(point)
        latest["norm"] = float(np.sqrt(gradient @ gradient))
        return value, gradient

    def after_iteration(intermediate_result: OptimizeResult) -> None:
        value = float(intermediate_result.fun)
        step = Step(monitor.iterations + 1, value, latest["norm"], evaluations)
        monitor.report(step)
        if watch is not None:
            watch(step)
        if monitor.finished:
            raise StopIteration

    found = minimize(
        counted,
        start,
        jac=True,
        method="L-BFGS-B",
        callback=after_iteration,
        options={
            "maxcor": MEMORY,
            "maxiter": ROUND,
            "maxfun": 20 * ROUND,
            "ftol": 0.0,
            "gtol": 1e-6,
        },
    )
    point: Floats = found.x
    return point
