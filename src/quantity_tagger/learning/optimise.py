"""The search for the weights: L-BFGS watched by a monitor, with checkpoints.

A checkpoint holds the whole state of the search, so a run that is killed and taken up again takes
the very same steps as one that was not.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from quantity_tagger.arrays import Floats
from quantity_tagger.learning.checkpoint import Checkpoint
from quantity_tagger.learning.lbfgs import Function, State, descend
from quantity_tagger.learning.monitor import ConvergenceMonitor, Step
from quantity_tagger.learning.threads import one_thread

CHECKPOINT_EVERY = 25
"""Iterations between checkpoints."""


@one_thread()
def optimise(
    function: Function,
    start: Floats,
    monitor: ConvergenceMonitor,
    *,
    checkpoint: Path | None = None,
    identity: str = "",
    watch: Callable[[Step], None] | None = None,
) -> Floats:
    """The point where the search stops; a ``checkpoint`` of the same ``identity`` is taken up
    first. Ctrl-C leaves one of where the search was.
    """
    if checkpoint is not None and checkpoint.exists():
        saved = Checkpoint.load(checkpoint, identity)
        monitor.history[:] = saved.history
        reached = saved
    else:
        reached = Checkpoint(State.start(function, start), [], identity)
    if monitor.finished:
        return reached.state.point
    try:
        for state in descend(function, reached.state):
            norm = float(np.sqrt(state.gradient @ state.gradient))
            step = Step(monitor.iterations + 1, state.value, norm, state.evaluations)
            monitor.report(step)
            # In one step, so that Ctrl-C never finds a state without its history.
            reached = Checkpoint(state, list(monitor.history), identity)
            if watch is not None:
                watch(step)
            if monitor.finished:
                break
            if checkpoint is not None and step.iteration % CHECKPOINT_EVERY == 0:
                reached.save(checkpoint)
    except KeyboardInterrupt:
        if checkpoint is not None:
            reached.save(checkpoint)
        raise
    if checkpoint is not None:
        reached.save(checkpoint)
    return reached.state.point
