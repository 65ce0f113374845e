"""English numerals, in digits and in words, to exact values.

What is read: 12, 7,341, 3.50, .5, -3, 1/2, 2 1/2, ½, 2½, 3 dozen, 2.5 million; twenty-five, one
hundred and four, a hundred, two thirds, two and a half, half an hour, half a dozen, a dozen,
a pair. What is not: ordinals (first, 2nd, 30th), digits that end a name (mp3), vague words (some,
a couple, dozens), multiples (twice, double). "25%" is worth 25: its sign is a unit.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from quantity_tagger.errors import ReadingError
from quantity_tagger.languages.english.number_words import (
    DIGITS,
    GLYPHS,
    NUMBER_WORDS,
    ONES,
    SCALES,
    TENS,
    VULGAR,
    any_of,
    is_first,
)
from quantity_tagger.problem.document import Columns
from quantity_tagger.support.cache import BoundedCache

#: A number with more digits than this is no quantity of a word problem (and slow to read exactly).
MAX_DIGITS: Final = 100
_TOO_LARGE: Final = 10**MAX_DIGITS

_CARDINALS: Final = {**ONES, **TENS, "a": 1}
_MULTIPLIERS: Final = {**SCALES, "hundred": 100, "dozen": 12}
_PARTS: Final = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "fourth": 4, "fourths": 4, "quarter": 4,
    "quarters": 4, "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6, "seventh": 7, "sevenths": 7,
    "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9, "tenth": 10, "tenths": 10,
}  # fmt: skip


class Numeral:
    """A number written at ``start:end`` of a text; ``word`` is what follows "a" in "a pair"."""

    __slots__ = ("end", "start", "value", "word")

    def __init__(self, start: int, end: int, value: Fraction, word: str = "") -> None:
        self.start: Final = start
        self.end: Final = end
        self.value: Final = value
        self.word: Final = word


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
#: What begins a number after "a"; written with a capital only where the pattern takes that.
_AFTER_A: Final = frozenset(
    [*SCALES, *(word.capitalize() for word in SCALES), "hundred", "Hundred", "dozen", "pair"]
)
#: Marks right after a number that cannot belong to it, where it is a token.
_AFTER_NUMBER: Final = frozenset([".", ",", "?", "!"])
_WORD: Final = re.compile(r"[A-Za-z]+")
_NEVER_FIRST: Final = frozenset([*SCALES, "hundred", "and"])
_OF: Final = re.compile(r"\s+of\b")
_HALF_OF: Final = re.compile(r"(?:an?|of)\b")
#: What `_TAIL` may begin with after white space.
_CONTINUATION: Final = re.compile(
    rf"[\d{GLYPHS}]|(?:and|a|one|two|three|{'|'.join([*_PARTS, *_MULTIPLIERS])})\b", re.IGNORECASE
)
_ZERO: Final = Fraction(0)
#: What was found out about words after numbers and numbers in digits; emptied at so many.
_COUNTS: Final = {"": 1, "a": 1, "one": 1, "two": 2, "three": 3}


def numerals(text: str, columns: Columns) -> list[Numeral]:
    """Every number written in an English text, in order; "one", "half" and "a pair" are for the
    reader to judge. Numbers in digits start anywhere, numbers in words at a token.
    """
    found: list[Numeral] = []
    reached = 0
    if columns.numeric is None or not text.isascii():
        for start in _starts(text, columns):
            if start >= reached:
                reached = _read_at(text, start, found) or reached
        return found
    # Our own cut never divides a run of digits, and has told where to look.
    for index in columns.numeric:
        start = columns.starts[index]
        form = columns.texts[index]
        if form.isdigit():
            if start >= reached and len(form) <= MAX_DIGITS and _stands_alone(columns, index):
                reached = columns.ends[index]
                found.append(Numeral(start, reached, value_of(form) or _ZERO))
                continue
            starts = _digit_starts(text, start, columns.ends[index])
        elif form[0].isalpha():
            if (form == "a" or form == "A") and not _begins_after_a(columns.texts, index + 1):
                continue
            starts = [start]
            if not form.isalpha():
                starts += _digit_starts(text, start, columns.ends[index])
        else:
            starts = _digit_starts(text, start, columns.ends[index])
        for start in starts:
            if start >= reached:
                reached = _read_at(text, start, found) or reached
    return found


def _starts(text: str, columns: Columns) -> list[int]:
    """Where a number may start, whoever has cut the text."""
    words = [
        start
        for start, form in zip(columns.starts, columns.texts, strict=True)
        if is_first(form.lower())
    ]
    return sorted(words + _digit_starts(text, 0, len(text)))


def _digit_starts(text: str, start: int, end: int) -> list[int]:
    """Where a number in digits that lie in ``start:end`` may start."""
    found: list[int] = []
    for run in _DIGIT_RUN.finditer(text, start, end):
        at = run.start()
        if at and text[at - 1] in _BEFORE_DIGITS:  # a sign, a decimal point, both or neither
            found += (at - 2, at - 1) if at > 1 else (0,)
        found.append(at)
    return found


def _stands_alone(columns: Columns, index: int) -> bool:
    """Whether digits are a number with nothing around them that could belong to it."""
    texts, starts, ends = columns.texts, columns.starts, columns.ends
    if index and ends[index - 1] == starts[index] and texts[index - 1] != "$":
        return False
    after = index + 1
    if after == len(texts):
        return True
    if starts[after] == ends[index]:
        return texts[after] in _AFTER_NUMBER
    return not _may_go_on(texts[after])


def _may_go_on(form: str) -> bool:
    """Whether a word may go on with the number before it."""
    return _GOES_ON[form]


_GOES_ON: Final = BoundedCache[str, bool](lambda form: _CONTINUATION.match(form) is not None)


def _begins_after_a(texts: list[str], after: int) -> bool:
    return after < len(texts) and (texts[after] in _AFTER_A or not texts[after].isalpha())


def _read_at(text: str, start: int, found: list[Numeral]) -> int:
    """Adds the numbers that start here; where they and what is no number end, 0 without any."""
    match = _NUMERAL.match(text, start)
    if match is None:
        return 0
    found += _numbers_of(text, match)
    return max(match.end(), found[-1].end if found else 0)


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


def value_of(digits: str) -> Fraction | None:
    """What a number in digits is worth; None for a division by zero."""
    return _VALUES[digits]


def _worth(digits: str) -> Fraction | None:
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


_VALUES: Final = BoundedCache(_worth)


def _from_digits(text: str, start: int, end: int) -> list[Numeral]:
    if end - start > MAX_DIGITS:
        raise _too_long(start)
    written = text[start:end]
    value = value_of(written)
    if value is None:  # 3/0: two numbers and a stroke
        slash = text.index("/", start)
        return [
            Numeral(start, slash, Fraction(value_of(text[start:slash]) or 0)),
            Numeral(slash + 1, end, Fraction(0)),
        ]
    return [_with_tail(text, Numeral(start, end, value))]


def _too_long(start: int) -> ReadingError:
    return ReadingError(
        f"The number at character {start} has more than {MAX_DIGITS} digits: "
        "no word problem needs it, so shorten or remove it."
    )


def _with_tail(text: str, numeral: Numeral) -> Numeral:
    """The numeral with what belongs to it on its right: 2 1/2, 3 dozen, two and a half."""
    match = _TAIL.match(text, numeral.end)
    if match is None:
        return numeral
    start, value = numeral.start, numeral.value
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
        value *= _MULTIPLIERS[match["scale"]]
        if value >= _TOO_LARGE:  # "million million million …"
            raise _too_long(start)
        return _with_tail(text, Numeral(start, end, value))
    return _with_part(text, numeral, match) if whole else numeral


def _with_part(text: str, numeral: Numeral, match: re.Match[str]) -> Numeral:
    """Thirds, halves, … after a number: "two thirds" divides, "two and a half" adds."""
    start, value = numeral.start, numeral.value
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
