"""One thread for the products of arrays: those of a batch of sentences are so small that threads
spend more time on waiting for each other than they save.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any, Final

#: What OpenBLAS calls its functions, in the wheels of NumPy from the newest to the oldest.
_NAMES: Final = (
    ("scipy_openblas_", "64_"),
    ("scipy_openblas_", ""),
    ("openblas_", "64_"),
    ("openblas_", ""),
)
_lock: Final = Lock()
_users = 0
_threads = 1


@contextmanager
def one_thread() -> Iterator[None]:
    """While any block of this process is inside, NumPy's OpenBLAS has one thread; where NumPy uses
    another library, that library decides.
    """
    global _users, _threads
    get, set_ = _functions()
    with _lock:
        if not _users:
            _threads = get()
            set_(1)
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if not _users:
                set_(_threads)


@cache
def _functions() -> tuple[Callable[[], int], Callable[[int], Any]]:
    """What tells and what sets the number of threads."""
    import ctypes

    names = ("numpy._core._multiarray_umath", "numpy.core._multiarray_umath")  # since 2.0; before
    loaded = [sys.modules[name].__file__ for name in names if name in sys.modules]
    try:
        library = ctypes.CDLL(str(loaded[0]))
    except (IndexError, OSError):
        return (lambda: 1), (lambda _: None)
    for start, end in _NAMES:
        get = getattr(library, f"{start}get_num_threads{end}", None)
        set_ = getattr(library, f"{start}set_num_threads{end}", None)
        if get is not None and set_ is not None:
            return get, set_
    return (lambda: 1), (lambda _: None)
