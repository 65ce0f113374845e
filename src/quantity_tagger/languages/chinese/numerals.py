"""The values of numbers as Chinese texts write them: 三百零五, 1.2万, 四分之三, 2(1/2), 25%."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import Final

DIGITS: Final = {
    **dict(zip("零一二三四五六七八九", range(10), strict=True)),
    **dict(zip("〇壹贰叁肆伍陆柒捌玖", range(10), strict=True)),
    "○": 0,
    "两": 2,
    "俩": 2,
}
TENS: Final = {"十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100, "仟": 1000}
MYRIADS: Final = {"万": 10**4, "亿": 10**8, "萬": 10**4, "億": 10**8}
MULTIPLIERS: Final = TENS | MYRIADS
NUMERAL_CHARACTERS: Final = "".join((*DIGITS, *MULTIPLIERS)).replace("俩", "").replace("○", "")

VULGAR_FRACTIONS: Final = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"

MAX_DIGITS: Final = 100
"""What has more is no number of a word problem, and slow to compute with."""

_ZEROS: Final = frozenset("零〇○")
_POSITIONAL: Final = re.compile(f"[{''.join(DIGITS)}]+")
_MIXED: Final = re.compile(r"(\d+)?\s*\(?\s*(\d+)\s*/\s*(\d+)\s*\)?", re.ASCII)


def numeral_value(numeral: str) -> Fraction | None:
    """What a numeral in Chinese characters is worth; None where it is not well formed, or has more
    than `MAX_DIGITS` characters.

    >>> numeral_value("三百零五"), numeral_value("四分之三"), numeral_value("一万二")
    (Fraction(305, 1), Fraction(3, 4), Fraction(12000, 1))
    """
    if len(numeral) > MAX_DIGITS:
        return None
    if numeral == "半":
        return Fraction(1, 2)
    whole, separator, rest = numeral.partition("又")
    if separator:
        left, right = numeral_value(whole), _part(rest)
        return None if left is None or right is None else left + right
    if "分之" in numeral:
        return _part(numeral)
    whole, separator, decimals = numeral.partition("点")
    value = _integer(whole)
    if value is None or not separator:
        return None if value is None else Fraction(value)
    if not _POSITIONAL.fullmatch(decimals):
        return None
    return value + Fraction(_positional(decimals), 10 ** len(decimals))


@lru_cache(maxsize=1 << 12)
def number_value(number: str) -> Fraction | None:
    """What a number in plain digits is worth: 12, 7,341, .5, 3/7, 2(1/2), ½, 2½, -3, 25%.

    None where it is not well formed or too long to be meant as a number.
    """
    if len(number) > MAX_DIGITS:
        return None
    if number.isdecimal():
        return Fraction(int(number))
    if number.startswith("-"):
        return _scaled(number[1:], Fraction(-1))
    if number.endswith("%"):
        return _scaled(number[:-1], Fraction(1, 100))
    if number[-1:] in VULGAR_FRACTIONS and number:
        part = Fraction(unicodedata.numeric(number[-1])).limit_denominator(10)
        whole = number[:-1] or "0"
        return int(whole) + part if whole.isdecimal() else None
    if "/" in number:
        found = _MIXED.fullmatch(number)
        if found is None or not int(found[3]):
            return None
        return int(found[1] or "0") + Fraction(int(found[2]), int(found[3]))
    whole, _, decimals = number.replace(",", "").partition(".")
    if not (whole + decimals).isdecimal():
        return None
    return Fraction(int(whole + decimals), 10 ** len(decimals))


def _scaled(number: str, factor: Fraction) -> Fraction | None:
    value = number_value(number)
    return None if value is None else value * factor


def multiplier_value(characters: str) -> int:
    """What stands after digits as a multiplier is worth: 万, 千万, 亿."""
    value = 1
    for character in characters:
        value *= MULTIPLIERS[character]
    return value


def _part(numeral: str) -> Fraction | None:
    """X分之Y is Y/X."""
    below, _, above = numeral.partition("分之")
    denominator = 100 if below == "百" else 1000 if below == "千" else _integer(below)
    numerator = numeral_value(above) if "分之" not in above else None
    if numerator is None or not denominator:
        return None
    return numerator / denominator


def _positional(digits: str) -> int:
    return int("".join(str(DIGITS[digit]) for digit in digits))


def _integer(numeral: str) -> int | None:
    """A whole number below 10^16: 亿 splits it, then 万, then each section is read by itself.

    A single digit after a multiplier, with no 零 between, stands one place below it: 一万二 is
    12000. Two or three bare digits are no number but a guess (三四个) or a list (一二年级); a year
    (二〇〇八) is one.
    """
    if not numeral:
        return None
    if len(numeral) > 1 and _POSITIONAL.fullmatch(numeral):
        if len(numeral) < 4 and not _ZEROS.intersection(numeral):
            return None
        return _positional(numeral)
    for characters, size in (("亿億", 10**8), ("万萬", 10**4)):
        at = max(numeral.rfind(characters[0]), numeral.rfind(characters[1]))
        if at < 0:
            continue
        high = _integer(numeral[:at])
        rest = numeral[at + 1 :]
        if not rest or high is None:
            return None if high is None else high * size
        low = _below(rest, size)
        return None if low is None or low >= size else high * size + low
    return _section(numeral, 10**4)


def _below(numeral: str, size: int) -> int | None:
    if len(numeral) == 1 and numeral in DIGITS and numeral not in _ZEROS:
        return DIGITS[numeral] * size // 10
    if len(numeral) > 1 and numeral[0] in _ZEROS:
        numeral = numeral[1:]
        if len(numeral) == 1:
            return DIGITS.get(numeral)
    return _integer(numeral)


def _section(numeral: str, below: int) -> int | None:
    """A whole number below 10^4, its multipliers falling."""
    total = 0
    digit: int | None = None
    zero = False
    for character in numeral:
        if character in _ZEROS:
            if digit is not None or zero:
                return None
            zero = True
        elif character in DIGITS:
            if digit is not None:
                return None
            digit = DIGITS[character]
        elif character in TENS:
            size = TENS[character]
            if size >= below:
                return None
            if digit is None:
                if size != 10:
                    return None
                digit = 1  # 十二, and 一百十二 as some say it
            total += digit * size
            below, digit, zero = size, None, False
        else:
            return None
    if digit is not None:
        return total + (digit * below // 10 if not zero and 10 < below < 10**4 else digit)
    return None if zero and len(numeral) > 1 else total
