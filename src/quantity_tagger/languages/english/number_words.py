"""How English writes numbers: the words and the digit patterns that cutting and reading share."""

from __future__ import annotations

import re
from typing import Final

ONES: Final = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
TENS: Final = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
SCALES: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
VULGAR: Final = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5),
    "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8),
    "⅝": (5, 8), "⅞": (7, 8), "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip

#: Words that can begin or continue a number in words.
NUMBER_WORDS: Final = frozenset([*ONES, *TENS, *SCALES, "hundred"])
#: Words that can begin one.
_FIRST: Final = frozenset([*ONES, *TENS, "a", "half"])

#: The glyphs of fractions, for use inside a character class.
GLYPHS: Final = "".join(VULGAR)
#: A minus that is neither a hyphen nor the stroke of a range.
_MINUS: Final = r"(?<![\w.)%])(?<!\d\s)[-−](?=\.?\d)"
_UNSIGNED: Final = (
    r"(?<!/)\d+/\d+(?![/\d])"  # 1/2, but not the date 1/2/2003
    r"|\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?"
    rf"|\d+(?:\.\d+|[{GLYPHS}])?"
    r"|(?<![\w.])\.\d+"
    rf"|[{GLYPHS}]"
)
#: A number in digits.
DIGITS: Final = rf"(?:{_MINUS})?(?:{_UNSIGNED})"
#: An ordinal in digits: one token, no quantity.
ORDINAL: Final = r"\d+(?:st|nd|rd|th)\b"

#: The first word of a token: a number of several words, "one hundred", may be one.
_FIRST_WORD: Final = re.compile(r"[^\s-]+")
_DIGIT: Final = re.compile(rf"[\d{GLYPHS}]")


def is_first(lemma: str) -> bool:
    """Whether a number in words may begin with a token."""
    first = _FIRST_WORD.match(lemma)
    return first is not None and first.group() in _FIRST


def may_begin(form: str) -> bool:
    """Whether a number may begin at a token or, in digits, within it."""
    return is_first(form.lower()) or _DIGIT.search(form) is not None


def any_of(words: list[str]) -> str:
    """A pattern for any of the words, the first letter in either case; it fails fast elsewhere."""
    by_letter: dict[str, list[str]] = {}
    for word in words:
        by_letter.setdefault(word[0], []).append(word[1:])
    groups = (
        f"[{letter}{letter.upper()}](?:{'|'.join(sorted(rests, key=len, reverse=True))})"
        for letter, rests in sorted(by_letter.items())
    )
    return f"(?:{'|'.join(groups)})"
