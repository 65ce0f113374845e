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


def list_numbers(text: str) -> list[tuple[int, int]]:
    """Where the numbers of a list stand."""
    return sheet.list_numbers(text, _LIST_NUMBER)


def clock_times(text: str) -> list[clock.ClockTime]:
    """Times of the day, as 8:15 or 3 o'clock."""
    return _clock().times(text)


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
