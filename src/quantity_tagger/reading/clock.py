"""Times of the day, as 8:15, 3 o'clock or 下午3时: points on the clock, no amounts to be added."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from quantity_tagger.lexicon import load
from quantity_tagger.text.document import Language

_NOON: Final = 12
_DIGITAL: Final = r"(?<![\d:：.])(?P<h>[01]?\d|2[0-4])[:：](?P<m>[0-5]\d)(?![\d:：])"


class ClockTime(NamedTuple):
    """A time of the day written at ``start:end``, ``hours`` after midnight as far as it is told."""

    start: int
    end: int
    hours: Fraction


class _Clock(NamedTuple):
    hint: re.Pattern[str]  # without any of these a text names no time
    ratio: re.Pattern[str]  # where a text has one of these, 2:30 may be a ratio
    time: re.Pattern[str]
    numerals: Mapping[str, int]
    late: frozenset[str]  # parts of the day in which 3 is 15


def clock_times(text: str, language: Language) -> list[ClockTime]:
    """Every time of the day that a text names in numbers, in order."""
    clock = _clock(language)
    if not clock.hint.search(text):
        return []
    may_be_ratio = clock.ratio.search(text) is not None
    found: list[ClockTime] = []
    for match in clock.time.finditer(text):
        told = match.groupdict()
        if told["h"]:
            if may_be_ratio:
                continue
            hour, minute = int(told["h"]), int(told["m"])
        else:
            written = told["hour"].lower()
            hour = clock.numerals.get(written) or int(written)
            minute = int(told.get("minute") or (30 if told.get("half") else 0))
        if told["part"] and told["part"].lower() in clock.late and hour < _NOON:
            hour += _NOON
        if hour <= 2 * _NOON:
            found.append(ClockTime(*match.span(), hour + Fraction(minute, 60)))
    return found


@cache
def _clock(language: Language) -> _Clock:
    sections = load(language, "clock")
    hour = rf"\d{{1,2}}|{_any(sections['hour'])}"
    return _Clock(
        hint=re.compile(_any(sections["hint"]), re.IGNORECASE),
        ratio=re.compile(_any(sections["ratio"]), re.IGNORECASE),
        time=_english(hour) if language == "en" else _chinese(hour, sections),
        numerals={word: value for value, word in enumerate(sections["hour"], 1)},
        late=frozenset(sections["late"]),
    )


def _english(hour: str) -> re.Pattern[str]:
    return re.compile(
        rf"""(?:{_DIGITAL}
        |(?<![\d.:$/])\b(?P<hour>{hour})(?=\s*(?:o['’]clock|[ap]\.\s?m\.|[ap]m\b)))
        (?:\s*o['’]clock)?(?:\s*(?P<part>[ap])(?:\.\s?m\.|m\b))?""",
        re.IGNORECASE | re.VERBOSE,
    )


def _chinese(hour: str, sections: Mapping[str, tuple[str, ...]]) -> re.Pattern[str]:
    """A part of the day makes a time of any 时; without one, what stands around must (8时30分,
    到9时, 9时出发), and no word of how long it takes may stand before it (用了8时30分).
    """
    no_duration = "".join(f"(?<!{re.escape(word)})" for word in sections["duration"])
    event, bound = _any(sections["event"]), _any(sections["bound"])
    until = "".join(sections["until"])
    return re.compile(
        rf"""(?:(?P<part>{_any(sections["part"])})的?\s*)?
        (?:{_DIGITAL}
        |(?<![\d.]){no_duration}(?P<near>(?<=[{until}])|(?<=[时点分]-))?(?P<hour>{hour})
        (?(part)[时点](?!间)|(?(near)[时点](?!间)
            |(?:[时点](?=\d{{1,2}}分|[钟整半]|{event}|{bound})|点(?![\d一二三四五六七八九十]))))
        (?:(?P<minute>\d{{1,2}})分(?!之)|(?P<half>半)|[钟整])?)""",
        re.VERBOSE,
    )


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
