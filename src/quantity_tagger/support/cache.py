"""What is remembered of words: never more than so many, and none that is too long to be one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")

KEPT: Final = 1 << 14
"""How many keys are remembered at a time, so that a stream of texts needs no more memory."""

LONGEST: Final = 40
"""Longer words are not remembered: there are none, and memory is not for whoever sends them."""


class BoundedCache(dict[K, V]):
    """What a function makes of each key, worked out when it is first asked for; so fast that it
    serves for every word of a stream, and emptied when it has grown to ``size`` keys.
    """

    def __init__(self, make: Callable[[K], V], size: int = KEPT) -> None:
        self._make = make
        self._size = size

    def __missing__(self, key: K) -> V:
        value = self._make(key)
        if _is_short(key):
            if len(self) >= self._size:
                self.clear()
            self[key] = value
        return value


def _is_short(key: object) -> bool:
    if isinstance(key, tuple):
        return all(_is_short(part) for part in key)
    return not isinstance(key, str) or len(key) <= LONGEST


def remembered(function: Callable[..., V]) -> Callable[..., V]:
    """A function of words that remembers what it made of them, in a `BoundedCache`."""
    kept: BoundedCache[tuple[Any, ...], V] = BoundedCache(lambda key: function(*key))

    @wraps(function)
    def found(*key: Any) -> V:
        return kept[key]

    return found
