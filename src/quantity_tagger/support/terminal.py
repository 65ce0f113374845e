"""Styles for a terminal, by hand: rich takes longer to load than a problem takes to solve."""

from __future__ import annotations

import os
import sys
from typing import TextIO

CODES = {
    "bold": "1",
    "dim": "2",
    "grey": "90",
    "underline": "4",
    "green": "32",
    "yellow": "33",
    "magenta": "35",
    "cyan": "36",
}

# Digits of three lines, each cell one or two of a letter's five pixel rows.
_LARGE = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", "▀▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    ".": (" ", " ", "▀"),
    ",": (" ", " ", "▞"),
    "−": ("   ", "▀▀▀", "   "),
    "/": ("  ▞", " ▞ ", "▞  "),
    " ": (" ", " ", " "),
}


# A text must not steer the terminal: control characters but tab and line end are shown as �.
_CONTROLS = {code: "\ufffd" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}


def wanted(stream: TextIO) -> bool:
    """Whether colour belongs there: a terminal, unless NO_COLOR; anything, with FORCE_COLOR."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class Paint:
    """Puts styles on text, or leaves it as it is."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, text: str, *styles: str) -> str:
        text = text.translate(_CONTROLS)
        if not self.on or not styles or not text:
            return text
        return f"\x1b[{';'.join(CODES[style] for style in styles)}m{text}\x1b[0m"

    def large(self, number: str) -> list[str]:
        """A number in large digits where styles are on and the terminal can show them."""
        if not self.on or not _can_show("█") or not set(number) <= set(_LARGE):
            return [self(number, "bold")]
        rows = zip(*(_LARGE[character] for character in number), strict=True)
        return [self(" ".join(row).rstrip(), "bold") for row in rows]


def _can_show(character: str) -> bool:
    try:
        character.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
