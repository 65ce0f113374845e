"""English numerals, in digits and in words, to exact values.

What is read: 12, 7,341, 3.50, .5, -3, 1/2, 2 1/2, ½, 2½, 3 dozen, 2.5 million; twenty-five, one
hundred and four, a hundred, two thirds, two and a half, half an hour, half a dozen, a dozen,
a pair. What is not: ordinals (first, 2nd, 30th), digits that end a name (mp3), vague words (some,
a couple, dozens), multiples (twice, double). "25%" is worth 25: its sign is a unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from quantity_tagger.errors import ReadingError
from quantity_tagger.text.document import Token
from quantity_tagger.text.english_numbers import (
    DIGITS,
    GLYPHS,
    NUMBER_WORDS,
    ONES,
    SCALES,
    TENS,
    VULGAR,
    any_of,
)

#: A number with more digits than this is no quantity of a word problem (and slow to read exactly).
MAX_DIGITS: Final = 100

_CARDINALS: Final = {**ONES, **TENS, "a": 1}
_MULTIPLIERS: Final = {**SCALES, "hundred": 100, "dozen": 12}
_PARTS: Final = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "fourth": 4, "fourths": 4, "quarter": 4,
    "quarters": 4, "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6, "seventh": 7, "sevenths": 7,
    "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9, "tenth": 10, "tenths": 10,
}  # fmt: skip


class Numeral(NamedTuple):
    """A number written at ``start:end`` of a text; ``word`` is what follows "a" in "a pair"."""

    start: int
    end: int
    value: Fraction
    word: str = ""


_CARDINAL: Final = any_of([*ONES, *TENS])
_SCALE: Final = any_of([*SCALES, "hundred"])
_NUMBER_WORD: Final = any_of(sorted(NUMBER_WORDS))
_PART: Final = any_of(sorted(_PARTS))
_NUMERAL: Final = re.compile(
    rf"(?P<digits>(?<![^\W\d])(?:{DIGITS}))(?!\d|(?:st|nd|rd|th)\b)"
    rf"|\b(?P<words>(?:{_CARDINAL}|[Aa]\s+{_SCALE})\b(?:(?:\s+and\s+|\s|-){_NUMBER_WORD}\b)*)"
    r"|\b(?P<half>[Hh]alf\s+(?P<dozen>an?\s+dozen\b)?)"
    r"|\b(?P<article>[Aa]\s+(?P<noun>dozen|pair)\b)"
)
#: What may follow a number and belongs to it.
_TAIL: Final = re.compile(
    rf"\s(?P<fraction>\d+/\d+)(?![/\d])|\s?(?P<glyph>[{GLYPHS}])"
    rf"|(?P<joint>\s+and\s+|[\s-])(?P<count>(?:[Aa]|[Oo]ne|[Tt]wo|[Tt]hree)[\s-])?(?P<part>{_PART})\b"
    r"|\s+and\s+(?P<and_fraction>\d+/\d+)(?![/\d])"
    r"|\s(?P<scale>hundred|thousand|million|billion|trillion|dozen)\b"
)
_DIGIT_RUN: Final = re.compile(rf"[\d{GLYPHS}]\d*")
_BEFORE_DIGITS: Final = frozenset("-−.")
_FIRST: Final = frozenset([*ONES, *TENS, "a", "half"])
_WORD: Final = re.compile(r"[A-Za-z]+")
_NEVER_FIRST: Final = frozenset([*SCALES, "hundred", "and"])
_OF: Final = re.compile(r"\s+of\b")
_HALF_OF: Final = re.compile(r"(?:an?|of)\b")
_COUNTS: Final = {"": 1, "a": 1, "one": 1, "two": 2, "three": 3}


def numerals(text: str, tokens: Iterable[Token]) -> list[Numeral]:
    """Every number written in an English text, in order; "one", "half" and "a pair" are for the
    reader to judge. Numbers in digits start anywhere, numbers in words at a token.
    """
    starts = [
        token[1]
        for token in tokens
        if (word := token[4]) in _FIRST or ("-" in word and word.partition("-")[0] in _FIRST)
    ]
    for run in _DIGIT_RUN.finditer(text):
        start = run.start()
        if start and text[start - 1] in _BEFORE_DIGITS:  # a sign, a decimal point, both or neither
            starts += (start - 2, start - 1) if start > 1 else (0,)
        starts.append(start)
    starts.sort()
    found: list[Numeral] = []
    reached = 0
    for start in starts:
        if start >= reached and (match := _NUMERAL.match(text, start)):
            found += _numbers_of(text, match)
            reached = max(match.end(), found[-1].end if found else 0)
    return found


def _numbers_of(text: str, match: re.Match[str]) -> list[Numeral]:
    start, end = match.span()
    kind = match.lastgroup
    if kind == "digits":
        return _from_digits(text, start, end)
    if kind == "words":
        return _from_words(text, start, end)
    if kind == "article":
        noun = match["noun"]
        return [Numeral(start, end, Fraction(2 if noun == "pair" else 12), noun)]
    if match["dozen"]:
        return [Numeral(start, end, Fraction(6), "dozen")]
    if _HALF_OF.match(text, end):
        return [Numeral(start, start + len("half"), Fraction(1, 2), "half")]
    return []


@lru_cache(maxsize=4096)
def value_of(digits: str) -> Fraction | None:
    """What a number in digits is worth; None for a division by zero."""
    sign = -1 if digits[0] in "-−" else 1
    digits = digits.lstrip("-−")
    if digits.isdigit():
        return Fraction(sign * int(digits))
    if digits[-1] in VULGAR:
        return sign * (int(digits[:-1] or 0) + Fraction(*VULGAR[digits[-1]]))
    above, slash, below = digits.partition("/")
    if slash:
        return Fraction(sign * int(above), int(below)) if int(below) else None
    whole, _, decimals = digits.replace(",", "").partition(".")
    return Fraction(sign * int(whole + decimals), 10 ** len(decimals))


def _from_digits(text: str, start: int, end: int) -> list[Numeral]:
    if end - start > MAX_DIGITS:
        raise ReadingError(
            f"The number at character {start} has more than {MAX_DIGITS} digits: "
            "no word problem needs it, so shorten or remove it."
        )
    written = text[start:end]
    value = value_of(written)
    if value is None:  # 3/0: two numbers and a stroke
        slash = text.index("/", start)
        return [
            Numeral(start, slash, Fraction(value_of(text[start:slash]) or 0)),
            Numeral(slash + 1, end, Fraction(0)),
        ]
    return [_with_tail(text, Numeral(start, end, value))]


def _with_tail(text: str, numeral: Numeral) -> Numeral:
    """The numeral with what belongs to it on its right: 2 1/2, 3 dozen, two and a half."""
    match = _TAIL.match(text, numeral.end)
    if match is None:
        return numeral
    start, _, value, _ = numeral
    end = match.end()
    whole = value.denominator == 1 and value >= 0
    fraction = match["fraction"] or match["and_fraction"]
    if fraction:
        added = value_of(fraction) if len(fraction) <= MAX_DIGITS else None
        if not whole or added is None or not 0 < added < 1:
            return numeral
        return Numeral(start, end, value + added)
    if match["glyph"]:
        return Numeral(start, end, value + Fraction(*VULGAR[match["glyph"]])) if whole else numeral
    if match["scale"]:
        return _with_tail(text, Numeral(start, end, value * _MULTIPLIERS[match["scale"]]))
    return _with_part(text, numeral, match) if whole else numeral


def _with_part(text: str, numeral: Numeral, match: re.Match[str]) -> Numeral:
    """Thirds, halves, … after a number: "two thirds" divides, "two and a half" adds."""
    start, _, value, _ = numeral
    part = match["part"].lower()
    below = _PARTS[part]
    if match["joint"].strip() == "and":
        count = match["count"]
        if count is None:
            return numeral
        above = _COUNTS[count[:-1].lower()]
        if (above == 1) == part.endswith("s") or above >= below:
            return numeral
        return Numeral(start, match.end(), value + Fraction(above, below))
    if match["count"] is not None or (value == 1) == part.endswith("s"):
        return numeral  # "one fifths"; and "two third graders" are graders, "two thirds" are not
    # A quarter is also a coin and a time of the year: only "three-quarters" and "… quarters of".
    if (
        below == 4
        and part.startswith("q")
        and match["joint"] != "-"
        and not _OF.match(text, match.end())
    ):
        return numeral
    return Numeral(start, match.end(), value / below)


def _from_words(text: str, start: int, end: int) -> list[Numeral]:
    """The numbers in a run of number words: most often one, but "two twenty" is two."""
    matches = list(_WORD.finditer(text, start, end))
    words = [match.group().lower() for match in matches]
    found: list[Numeral] = []
    first = 0
    while first < len(words):
        if words[first] in _NEVER_FIRST:
            first += 1
            continue
        value, after = _cardinal(words, first)
        found.append(Numeral(matches[first].start(), matches[after - 1].end(), Fraction(value)))
        first = after
    if found and found[-1].end == end:
        found[-1] = _with_tail(text, found[-1])
    return found


def _cardinal(words: list[str], first: int) -> tuple[int, int]:
    """The value of the longest number at ``first``, and the index after it."""
    total = 0  # closed by a scale word: the 4,000 of "four thousand six"
    group = 0  # below 1,000 and open: the 6
    scale = 10**15  # scales fall: "two thousand three million" is two numbers
    room = 1000  # what may be added next is smaller than this
    after = first
    while after < len(words):
        at = after
        word = words[at]
        if word == "and":  # goes on after "hundred" and "thousand" only
            if at == first or words[at - 1] not in _MULTIPLIERS or at + 1 == len(words):
                break
            if _closes_another(words, at):
                break
            at += 1
            word = words[at]
        if word == "hundred":
            if not 0 < group < 100:
                break
            group *= 100
            room = 100
        elif word in SCALES:
            if not group or SCALES[word] >= scale:
                break
            scale = SCALES[word]
            total += group * scale
            group, room = 0, 1000
        else:
            value = _CARDINALS[word]
            if value >= room or (value == 0 and at != first):
                break
            group += value
            room = 10 if word in TENS else 1
        after = at + 1
    return total + group, max(after, first + 1)


def _closes_another(words: list[str], conjunction: int) -> bool:
    """Whether "and" joins two numbers: "three hundred and two hundred"."""
    last = words[conjunction - 1]
    # No number below a thousand has more words than "nine hundred and ninety nine".
    following = words[conjunction + 1 : conjunction + 6]
    if last == "hundred":
        multiplier = next((word for word in following if word in _MULTIPLIERS), "")
        return multiplier == "hundred"
    return any(SCALES.get(word, 0) >= _MULTIPLIERS[last] for word in following)
