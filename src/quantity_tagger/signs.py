"""The sign set S = {+1, 0, −1} of the paper and its order in every array of the package."""

from __future__ import annotations

from typing import Final

SIGNS: Final[tuple[int, int, int]] = (1, 0, -1)
MARKS: Final[tuple[str, str, str]] = ("+", "0", "-")
INDEX: Final[dict[int, int]] = {sign: index for index, sign in enumerate(SIGNS)}

PLUS, ZERO, MINUS = range(3)
