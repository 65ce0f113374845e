"""Numbers of a Chinese text that are no amounts: times of the day, the numbers of a list."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from quantity_tagger.languages import clock, sheet
from quantity_tagger.languages.clock import any_of
from quantity_tagger.languages.lexicon import load

_LIST_NUMBER: Final = re.compile(
    r"\s*(?:[(（](\d{1,2})[)）](?!\s*班)"
    r"|(\d{1,2})\s*(?:、(?!\s*[\d一二三四五六七八九十])|[.．](?!\d)))"
)


def list_numbers(text: str) -> list[tuple[int, int]]:
    """Where the numbers of a list stand."""
    return sheet.list_numbers(text, _LIST_NUMBER)


def clock_times(text: str) -> list[clock.ClockTime]:
    """Times of the day, as 下午3时."""
    return _clock().times(text)


@cache
def _clock() -> clock.Clock:
    """A part of the day makes a time of any 时; without one, what stands around must (8时30分,
    到9时, 9时出发), and no word of how long it takes may stand before it (用了8时30分).
    """
    sections = load("zh", "clock")
    no_duration = "".join(f"(?<!{re.escape(word)})" for word in sections["duration"])
    event, bound = any_of(sections["event"]), any_of(sections["bound"])
    until = "".join(sections["until"])
    time = re.compile(
        rf"""(?:(?P<part>{any_of(sections["part"])})的?\s*)?
        (?:{clock.DIGITAL}
        |(?<![\d.]){no_duration}(?P<near>(?<=[{until}])|(?<=[时点分]-))?(?P<hour>{clock.hours(sections)})
        (?(part)[时点](?!间)|(?(near)[时点](?!间)
            |(?:[时点](?=\d{{1,2}}分|[钟整半]|{event}|{bound})|点(?![\d一二三四五六七八九十]))))
        (?:(?P<minute>\d{{1,2}})分(?!之)|(?P<half>半)|[钟整])?)""",
        re.VERBOSE,
    )
    return clock.Clock(sections, time)
