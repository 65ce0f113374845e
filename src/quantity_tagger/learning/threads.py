"""One thread for the arrays: our products are small, and many threads only wait for each other.

Sums that threads share also end in other last digits, so that a model's bytes would depend on the
machine. Whatever the environment says, learning runs on one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

_lock = Lock()
_users = 0
_limits: Any = None


@contextmanager
def one_thread() -> Iterator[None]:
    """While any block of this process is inside, BLAS has one thread; a decorator too."""
    global _users, _limits
    with _lock:
        if not _users:
            # Late: it looks for the libraries that are loaded by now.
            from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

            _limits = threadpool_limits(1)
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if not _users:
                _limits.restore_original_limits()
