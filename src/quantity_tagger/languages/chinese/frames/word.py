"""A word of a problem and the part it plays in its clause."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Word:
    """A word with its role; ``quantity`` numbers an amount, ``asked`` marks the unknown."""

    text: str
    role: str
    first: int
    last: int
    tag: str = ""
    quantity: int | None = None
    asked: bool = False
    unit: str = ""
