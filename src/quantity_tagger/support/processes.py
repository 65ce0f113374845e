"""Worker processes: how many there is room for, and what each is started with."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

# Threads gain nothing on arrays this small, and a worker is to use one processor.
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def cores() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # pragma: no cover - not every system tells
        return os.cpu_count() or 1


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Processes started meanwhile inherit an environment that gives each one thread."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(ONE_THREAD)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
