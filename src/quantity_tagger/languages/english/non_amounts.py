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
_SCALES: Final = "|".join(
    noun for noun, scale in (line.split() for line in load("en", "frames")["scales"])
    if scale != "year"
)  # fmt: skip
_MONTHS: Final = "|".join(", ".join(load("en", "frames")["months"]).split(", "))
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


#: Questions that ask for a place on a scale, or for the way between two.
_ASKS_PLACE: Final = re.compile(rf"\b(?:which|what)\s+(?:{_SCALES})\b", re.IGNORECASE)
_SIDES: Final = "|".join(
    line.split()[0] for line in load("en", "frames")["row sides"] if not line.startswith("left")
)
_ASKS_SIDE: Final = re.compile(
    rf"\bhow\s+many\b[^?]*\b(?:{_SIDES}|to\s+the\s+left)\b|\bwhere\b[^?]*\bstand\b",
    re.IGNORECASE,
)
#: Somebody's place in a race or table: "came 9th", "17th of 42".
_PLACED: Final = re.compile(
    r"(?:\b(?:came|come|comes|finish|finished|finishes|was|were|is|stood|stands|ranked)\s+"
    r"(?P<rank>(?P<digits>\d{1,3})(?:st|nd|rd|th)))\b",
    re.IGNORECASE,
)
_ASKS_WAY: Final = re.compile(rf"\bhow\s+many\s+(?:{_SCALES})s\b", re.IGNORECASE)
_ORDINAL: Final = re.compile(
    rf"\b(?P<rank>(?P<digits>\d{{1,3}})(?:st|nd|rd|th)|(?P<word>{'|'.join(_ORDINALS)}))\b"
    rf"(?P<named>\s+(?!day|point|number)(?:{_SCALES})\b|(?:\s+of)?\s+(?:{_MONTHS})\b)?",
    re.IGNORECASE,
)


def is_ordinal(text: str) -> bool:
    """Whether a word tells a place in an order: "12th", "third"."""
    return text in _ORDINALS or (text[:1].isdigit() and text[-2:] in ("st", "nd", "rd", "th"))


def list_numbers(text: str) -> list[tuple[int, int]]:
    """Where the numbers of a list stand."""
    return sheet.list_numbers(text, _LIST_NUMBER)


def clock_times(text: str) -> list[clock.ClockTime]:
    """Times of the day, as 8:15 or 3 o'clock."""
    return _clock().times(text)


def ranks_in(text: str) -> list[tuple[int, int, int]]:
    """Ordinals that are somebody's place in a row or on a scale, and what they count: "8th from
    the front", "in 8th place", where a place is asked for.
    """
    in_row = _ROW.search(text) is not None
    asks_place = _ASKS_PLACE.search(text) is not None
    asks_way = _ASKS_WAY.search(text) is not None
    asks_side = _ASKS_SIDE.search(text) is not None
    if not (in_row or asks_place or asks_way or asks_side):
        return []
    found = []
    placed = asks_side and not (in_row or asks_place or asks_way)
    for match in (_RANK if in_row else _PLACED if placed else _ORDINAL).finditer(text):
        digits, word = match["digits"], match.groupdict().get("word", "")
        if not (in_row or placed) and not match["named"] and not (digits and asks_place):
            continue
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
