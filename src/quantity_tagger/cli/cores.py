"""As many processes as there are cores: more would only be in each other's way."""

from __future__ import annotations

import sys

from quantity_tagger.support import processes


def limited(option: str, count: int) -> int:
    """``count``, or the number of cores where that is less, which is told."""
    cores = processes.cores()
    if count <= cores:
        return count
    print(f"{option} {count} is more than the {cores} cores here: {cores} it is.", file=sys.stderr)
    return cores
