"""As many processes as there are cores: more would only be in each other's way."""

from __future__ import annotations

import os
import sys


def available() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # pragma: no cover - not every system tells
        return os.cpu_count() or 1


def limited(option: str, count: int) -> int:
    """``count``, or the number of cores where that is less, which is told."""
    cores = available()
    if count <= cores:
        return count
    print(f"{option} {count} is more than the {cores} cores here: {cores} it is.", file=sys.stderr)
    return cores
