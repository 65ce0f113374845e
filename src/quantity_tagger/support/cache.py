"""A dictionary that makes what it does not have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")

KEPT: Final = 1 << 16
"""How many keys are remembered at a time, so that a stream of texts needs no more memory."""

LONGEST: Final = 40
"""Longer words are not remembered: there are none, and memory is not for whoever sends them."""


class Memo(dict[K, V]):
    """What a function makes of each key, worked out when it is first asked for; so fast that it
    serves for every word of a stream, and emptied when it has grown to `KEPT` keys.
    """

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self._make(key)
        if not isinstance(key, str) or len(key) <= LONGEST:
            if len(self) >= KEPT:
                self.clear()
            self[key] = value
        return value
