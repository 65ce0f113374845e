"""Text by the columns that it takes on a screen: how wide it is, in tables, broken into lines."""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TextIO

_WIDE = (
    "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6"
)
_STYLE = r"\x1b\[[0-9;]*m"
_STYLES = re.compile(_STYLE)
_NOT_FIRST = frozenset("，。？！；：、）》」』”’,.?!;:)")


Rows = Sequence[Sequence[str]]


def width(text: str) -> int:
    """Columns that ``text`` takes in a terminal: a Chinese character takes two, a style none."""
    plain = _STYLES.sub("", text)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in plain)


def aligned(rows: Rows) -> list[str]:
    """The rows as lines with columns below each other."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell + " " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def fitted(text: str, stream: TextIO) -> str:
    """The text with line ends between words, where a terminal would break a long line inside one;
    unchanged for what is no terminal.
    """
    if not stream.isatty():
        return text
    return "".join(_broken(text, shutil.get_terminal_size().columns))


@cache
def _pieces() -> re.Pattern[str]:
    """What may not be torn: a style, a run of blanks, a wide character (a line may end after any),
    a word with the styles inside it.
    """
    return re.compile(
        rf"\n|[^\S\n]+|(?:{_STYLE})*[{_WIDE}](?:{_STYLE})*|(?:{_STYLE}|[^\s{_WIDE}])+"
    )


def _broken(text: str, columns: int) -> Iterator[str]:
    at, blank = 0, ""
    for piece in _pieces().findall(text):
        if piece == "\n":
            yield piece
            at, blank = 0, ""
        elif piece.isspace():
            blank = piece
        else:
            wide = width(piece)
            fits = at + len(blank) + wide <= columns
            if at and not fits and _STYLES.sub("", piece)[:1] not in _NOT_FIRST:
                yield "\n"
                at = 0
            else:
                yield blank
                at += len(blank)
            yield piece
            at, blank = at + wide, ""
    yield blank
