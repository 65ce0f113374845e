"""The numbers of a list of problems or questions: they name, and count nothing."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from quantity_tagger.text.document import Language

_LIST_NUMBER: Final[dict[Language, re.Pattern[str]]] = {
    "en": re.compile(
        r"\s*(?:\((\d{1,3})\)|(\d{1,3})\)|(?:[Qq]\.?\s*)?(\d{1,3})\.(?=\s)|[Qq]\.?\s*(\d{1,3})\b)"
    ),
    "zh": re.compile(
        r"\s*(?:[(（](\d{1,2})[)）](?!\s*班)"
        r"|(\d{1,2})\s*(?:、(?!\s*[\d一二三四五六七八九十])|[.．](?!\d)))"
    ),
}
#: What a sentence or a line begins after.
_OPENING: Final = re.compile(r"(?:[\n.?!;:。．？！；：，,]|^)(?=\s*(?:[(（]|[Qq]\.?\s*)?\d)")
_BLANK_LINE: Final = re.compile(r"\n[ \t\r\u3000]*\n")


def list_numbers(text: str, language: Language) -> list[tuple[int, int]]:
    """Where they stand: one that opens the text, and those that count on from it or from 1, each
    at the start of a sentence.
    """
    pattern = _LIST_NUMBER[language]
    found: list[tuple[int, int]] = []
    expected = 0
    for opening in _OPENING.finditer(text):
        match = pattern.match(text, opening.end())
        if match is None:
            continue
        number = int(match[match.lastindex or 0])
        first = not text[: opening.end()].strip()
        if first or number == (expected or 1):
            found.append(match.span())
            expected = number + 1
    # A lone 1 in the middle of a text is no list.
    return found if len(found) > 1 or (found and not text[: found[0][0]].strip()) else []


def parts(text: str, language: Language) -> list[int]:
    """Where the text may begin anew: at each list number, and after each blank line."""
    numbered = [start for start, _ in list_numbers(text, language)]
    return sorted({0, *numbered, *(blank.end() for blank in _BLANK_LINE.finditer(text))})


def part_of(starts: list[int], position: int) -> int:
    """The index of the part that a position lies in."""
    return bisect_right(starts, position) - 1
