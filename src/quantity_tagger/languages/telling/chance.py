"""Random choices that are the same for the same seed, on every machine and Python.

Only ``Random.random`` is promised to stay as it is between versions of Python, so every choice is
made from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class NoRoomError(Exception):
    """A number was asked for from an empty range; the draw is begun anew."""


class Chance:
    """A stream of random choices."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def happens(self, probability: float) -> bool:
        return self._random() < probability

    def one_of(self, items: Sequence[T]) -> T:
        return items[int(self._random() * len(items))]

    def whole(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        if low > high:
            raise NoRoomError
        return low + int(self._random() * (high - low + 1))

    def some_of(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` different items in random order; fewer where there are not as many."""
        left = list(items)
        return [left.pop(int(self._random() * len(left))) for _ in range(min(count, len(left)))]
