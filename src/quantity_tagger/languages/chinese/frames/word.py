"""A word of a problem and the part it plays in its clause."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, eq=False)
class Word:
    """A word with its role; ``quantity`` numbers an amount, ``asked`` marks the unknown.

    Two words are never the same, though they look alike.
    """

    text: str
    role: str
    first: int
    last: int
    tag: str = ""
    quantity: int | None = None
    asked: bool = False
    unit: str = ""
