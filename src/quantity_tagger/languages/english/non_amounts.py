"""Numbers of an English text that are no amounts: times of the day, the numbers of a list."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from quantity_tagger.languages import clock, sheet
from quantity_tagger.languages.lexicon import load

_LIST_NUMBER: Final = re.compile(
    r"\s*(?:\((\d{1,3})\)|(\d{1,3})\)|(?:[Qq]\.?\s*)?(\d{1,3})\.(?=\s)|[Qq]\.?\s*(\d{1,3})\b)"
)


_ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip
_IN_ROW: Final = (
    r"(?:in|of)\s+(?:the|a|this)?\s*(?:line|queue|row)\b"
    r"|from\s+(?:the\s+)?(?:front|back|left|right|top|bottom|end|start|beginning)\b"
)
_ROW: Final = re.compile(_IN_ROW, re.IGNORECASE)
_RANK: Final = re.compile(
    rf"\b(?P<rank>(?P<digits>\d{{1,3}})(?:st|nd|rd|th)|(?P<word>{'|'.join(_ORDINALS)}))"
    rf"(?:\s+[a-z]+|\s+in\s+line)?\s+(?:{_IN_ROW})",
    re.IGNORECASE,
)


def list_numbers(text: str) -> list[tuple[int, int]]:
    """Where the numbers of a list stand."""
    return sheet.list_numbers(text, _LIST_NUMBER)


def clock_times(text: str) -> list[clock.ClockTime]:
    """Times of the day, as 8:15 or 3 o'clock."""
    return _clock().times(text)


def ranks_in(text: str) -> list[tuple[int, int, int]]:
    """Ordinals that are somebody's place in a row, and what they count: "8th from the front"."""
    if _ROW.search(text) is None:
        return []
    found = []
    for match in _RANK.finditer(text):
        digits, word = match["digits"], match["word"]
        number = int(digits) if digits else 1 + _ORDINALS.index(word.lower())
        found.append((*match.span("rank"), number))
    return found


@cache
def _clock() -> clock.Clock:
    sections = load("en", "clock")
    time = re.compile(
        rf"""(?:{clock.DIGITAL}
        |(?<![\d.:$/])\b(?P<hour>{clock.hours(sections)})(?=\s*(?:o['’]clock|[ap]\.\s?m\.|[ap]m\b)))
        (?:\s*o['’]clock)?(?:\s*(?P<part>[ap])(?:\.\s?m\.|m\b))?""",
        re.IGNORECASE | re.VERBOSE,
    )
    return clock.Clock(sections, time)
