"""Times of the day, as 8:15: points on the clock, no amounts to be added; in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

_NOON: Final = 12
DIGITAL: Final = r"(?<![\d:：.])(?P<h>[01]?\d|2[0-4])[:：](?P<m>[0-5]\d)(?![\d:：])"


class ClockTime(NamedTuple):
    """A time of the day written at ``start:end``, ``hours`` after midnight as far as it is told."""

    start: int
    end: int
    hours: Fraction


class Clock:
    """Finds times of the day with the words of ``lexicon/clock.txt`` and the pattern of a language.

    ``time`` has the groups ``h`` and ``m`` (`DIGITAL`) or ``hour``, with ``minute`` or ``half``
    where the language has them, and ``part`` of the day.
    """

    def __init__(self, sections: Mapping[str, tuple[str, ...]], time: re.Pattern[str]) -> None:
        self._hints = sections["hint"]
        self._ratio = re.compile(any_of(sections["ratio"]), re.IGNORECASE)
        self._time = time
        self._numerals = {word: value for value, word in enumerate(sections["hour"], 1)}
        self._late = frozenset(sections["late"])

    def times(self, text: str) -> list[ClockTime]:
        """Every time of the day that a text names in numbers, in order."""
        lowered = text.lower()
        for hint in self._hints:
            if hint in lowered:
                break
        else:  # without any of these it names none
            return []
        may_be_ratio = self._ratio.search(text) is not None  # and so may 2:30
        found: list[ClockTime] = []
        for match in self._time.finditer(text):
            told = match.groupdict()
            if told["h"]:
                if may_be_ratio:
                    continue
                hour, minute = int(told["h"]), int(told["m"])
            else:
                written = told["hour"].lower()
                hour = self._numerals.get(written) or int(written)
                minute = int(told.get("minute") or (30 if told.get("half") else 0))
            if told["part"] and told["part"].lower() in self._late and hour < _NOON:
                hour += _NOON  # in the afternoon 3 is 15
            if hour <= 2 * _NOON:
                found.append(ClockTime(*match.span(), hour + Fraction(minute, 60)))
        return found


def hours(sections: Mapping[str, tuple[str, ...]]) -> str:
    """A regular expression for an hour in digits or words."""
    return rf"\d{{1,2}}|{any_of(sections['hour'])}"


def any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
