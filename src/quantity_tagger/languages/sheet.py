"""The numbers of a list of problems or questions: they name, and count nothing."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

#: What a sentence or a line begins after.
_OPENING: Final = re.compile(r"[\n.?!;:。．？！；：，,](?=\s*(?:[(（]|[Qq]\.?\s*)?\d)")
_ONE: Final = re.compile(r"1(?<!\d1)(?!\d)")  # the digit first: that is found fastest
_BLANK_LINE: Final = re.compile(r"\n[ \t\r\u3000]*\n")


def list_numbers(text: str, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    """Where they stand: one that opens the text, and those that count on from it or from 1, each
    at the start of a sentence. ``pattern`` matches one as the language writes it.
    """
    if not pattern.match(text) and not _ONE.search(text):
        return []
    found: list[tuple[int, int]] = []
    expected = 0
    for start in [0, *[opening.end() for opening in _OPENING.finditer(text)]]:
        match = pattern.match(text, start)
        if match is None or (found and start < found[-1][1]):
            continue
        number = int(match[match.lastindex or 0])
        first = not text[:start].strip()
        if first or number == (expected or 1):
            found.append(match.span())
            expected = number + 1
    # A lone 1 in the middle of a text is no list.
    return found if len(found) > 1 or (found and not text[: found[0][0]].strip()) else []


def parts(text: str, numbers: list[tuple[int, int]]) -> list[int]:
    """Where the text may begin anew: at each list number, and after each blank line."""
    blanks = [blank.end() for blank in _BLANK_LINE.finditer(text)]
    return sorted({0, *(start for start, _ in numbers), *blanks})


def part_of(starts: list[int], position: int) -> int:
    """The index of the part that a position lies in."""
    return bisect_right(starts, position) - 1
