"""What travels through a stream: stretches of rows on the way in, their answers on the way out.

Everything here is plain and small, so that it can cross to another process or another machine. A
chunk is cut by the input alone, never by who works on it: so the output has the same bytes for any
number of workers.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any, NamedTuple

CHUNK_ROWS = 512
"""Rows solved at once: enough for the arrays of the model, few enough to keep all workers busy."""

CHUNK_BYTES = 1 << 20
"""A chunk ends early where its rows are long, so that memory does not grow with them."""


class Position(NamedTuple):
    """Where reading goes on: bytes (of a text file) or rows (of a table), and lines before it."""

    offset: int = 0
    line: int = 0


class Chunk(NamedTuple):
    """Some rows as a format packs them, and where the next chunk begins."""

    payload: bytes
    after: Position


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of the rows."""

    rows: int = 0
    solved: int = 0
    out_of_scope: int = 0
    errors: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


class Outcome(NamedTuple):
    """A chunk's part of the output, what became of its rows, and where the next chunk begins."""

    body: bytes
    tally: Tally
    after: Position


def tally_of(results: list[dict[str, Any]]) -> Tally:
    """What became of rows, by their result fields."""
    errors = sum(result["error"] is not None for result in results)
    outside = sum(result["in_scope"] is False for result in results)
    return Tally(len(results), len(results) - errors - outside, outside, errors)
