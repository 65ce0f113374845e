"""How people write numbers: digits in the manner of the text they belong to.

A number of the text that stands in digits is written again as it stands there (``3.50``, ``7,341``,
``2 1/2``, ``25%``); number words, Chinese numerals and everything computed are written in digits in
the ``Style`` of the numbers around them. Nothing is ever rounded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

MINUS: Final = "−"

_CURRENCY: Final = "$€£¥"
_VULGAR: Final = re.compile("[¼-¾⅐-⅞]")
_WHOLE: Final = r"\d{1,3}(?:,\d{3})+|\d+"
_DECIMAL: Final = re.compile(rf"(-?)({_WHOLE}|(?=\.\d))(?:\.(\d+))?(%?)")
_FRACTION: Final = re.compile(rf"(-?)(?:({_WHOLE})(?: and |又| |-))?(\d+)/(\d+)")
# Words for a number with a decimal point: "three point five", 三点五, 3元5角, 1.25万.
_DECIMAL_WORDS: Final = re.compile(r"\bpoint\b|[点元角]|\d\.\d", re.IGNORECASE)
_LATEX_FRACTION: Final = re.compile(r"(?:(\d+) )?(\d+)/(\d+)")


@dataclass(frozen=True, slots=True)
class Style:
    """What the numbers of a text have in common.

    ``decimal``: a value that terminates is written with a decimal point, else every one that is not
    whole is a fraction. ``places``: decimals kept at least, as where prices have two (3.50).
    ``mixed``: 3/2 is written 1 1/2. ``grouped``: thousands are separated by commas.
    ``percent``: values are hundredths, 1/4 is written 25%.
    Whole numbers never get decimals.
    """

    decimal: bool = True
    places: int = 0
    mixed: bool = False
    grouped: bool = False
    percent: bool = False

    @staticmethod
    def of(numbers: Iterable[tuple[str, Fraction]]) -> Style:
        """The common style of numbers, each given as it is written and by its value.

        One decimal number makes all results decimal. Fractions give mixed numbers (3 − 1/4 is
        2 3/4) unless the text itself writes an improper one. Percent needs every number in percent.
        """
        numbers = tuple(numbers)
        if all(_is_bare(text, value) for text, value in numbers):
            return PLAIN
        found = [_Numeral.read(text, value) for text, value in numbers]
        fractions = [numeral for numeral in found if numeral.is_fraction]
        mixed = any(numeral.is_mixed for numeral in fractions)
        improper = any(numeral.is_improper for numeral in fractions)
        return Style(
            decimal=not fractions or any(numeral.is_decimal for numeral in found),
            places=max((numeral.places_kept for numeral in found), default=0),
            mixed=bool(fractions) and (mixed or not improper),
            grouped=any("," in numeral.digits for numeral in found),
            percent=bool(found) and all(numeral.is_percent for numeral in found),
        )


PLAIN: Final = Style()


def write(value: Fraction, style: Style = PLAIN) -> str:
    """``value`` in digits: exact, with a true minus sign, readable back without loss."""
    sign = MINUS if value < 0 else ""
    value = abs(value)
    if style.percent:
        return f"{sign}{_unsigned(value * 100, style)}%"
    return sign + _unsigned(value, style)


def rewrite(text: str, value: Fraction, style: Style = PLAIN) -> str:
    """A number of the text as it stands there if it is in digits worth ``value``, else written."""
    return (
        text if _is_bare(text, value) else _Numeral.read(text, value).digits or write(value, style)
    )


def write_value(value: Fraction) -> str:
    """For programs and data files, the shortest exact numeral: ``18``, ``-2.5``, ``1/3``."""
    return ascii_minus(write(value))


def ascii_minus(text: str) -> str:
    """For programs, which do not take − for a minus."""
    return text.replace(MINUS, "-")


def to_latex(written: str) -> str:
    """What ``write`` or ``rewrite`` gave, for LaTeX's mathematical mode."""
    latex = ascii_minus(written).replace(",", "{,}").replace("%", r"\%")
    return _LATEX_FRACTION.sub(lambda m: rf"{m[1] or ''}\frac{{{m[2]}}}{{{m[3]}}}", latex)


@dataclass(frozen=True, slots=True)
class _Numeral:
    """A number as written; ``digits`` is empty where it is not in digits that give its value."""

    digits: str = ""
    is_decimal: bool = False
    is_fraction: bool = False
    is_mixed: bool = False
    is_improper: bool = False
    is_percent: bool = False
    places_kept: int = 0

    @staticmethod
    def read(text: str, value: Fraction) -> _Numeral:
        if _is_bare(text, value):
            return _Numeral(digits=text)
        plain = _plain(text)
        if match := _DECIMAL.fullmatch(plain.lstrip(_CURRENCY)):
            numeral = _decimal(match, value, priced=plain[0] in _CURRENCY)
        elif match := _FRACTION.fullmatch(plain):
            numeral = _fraction(match, value)
        else:
            numeral = None
        if numeral is not None:
            return numeral
        if value.denominator == 1:
            return _Numeral()
        in_decimals = _DECIMAL_WORDS.search(plain) is not None
        return _Numeral(is_decimal=in_decimals, is_fraction=not in_decimals)


def _is_bare(text: str, value: Fraction) -> bool:
    """Whether ``text`` is the digits of a whole ``value``: most are, and need no closer look."""
    return text.isdigit() and value.denominator == 1 and text == str(value.numerator)


def _plain(text: str) -> str:
    """``text`` with ASCII digits, signs and bars: １２ is 12, 2½ is 2 1/2, 3(1/2) is 3 1/2."""
    text = _VULGAR.sub(lambda vulgar: f" {vulgar[0]}", text)
    text = unicodedata.normalize("NFKC", text).replace("⁄", "/").replace(MINUS, "-")
    return " ".join(text.replace("(", " ").replace(")", " ").split())


def _decimal(match: re.Match[str], value: Fraction, priced: bool) -> _Numeral | None:
    minus, whole, places, percent = match.groups(default="")
    worth = _integer(whole) + Fraction(int(places or "0"), 10 ** len(places))
    worth = -worth if minus else worth
    is_percent = bool(percent) and worth == value * 100
    if not is_percent and worth != value:
        return None
    keeps_zeros = places.endswith("0") or (priced and len(places) == 2)
    return _Numeral(
        digits="".join(
            (
                MINUS if minus else "",
                _like(whole),
                f".{places}" if places else "",
                "%" if is_percent else "",
            )
        ),
        is_decimal=bool(places),
        is_percent=is_percent,
        places_kept=len(places) if keeps_zeros else 0,
    )


def _fraction(match: re.Match[str], value: Fraction) -> _Numeral | None:
    minus, whole, numerator, denominator = match.groups(default="")
    if not int(denominator):
        return None
    part = Fraction(int(numerator), int(denominator))
    worth = _integer(whole) + part
    if (-worth if minus else worth) != value:
        return None
    bar = f"{int(numerator)}/{int(denominator)}"
    return _Numeral(
        digits=f"{MINUS if minus else ''}{f'{_like(whole)} {bar}' if whole else bar}",
        is_fraction=True,
        is_mixed=bool(whole),
        is_improper=not whole and part >= 1,
    )


def _integer(whole: str) -> int:
    return int(whole.replace(",", "") or "0")


def _like(whole: str) -> str:
    """The whole part again, without leading zeros and with its commas."""
    return f"{_integer(whole):{',' if ',' in whole else ''}}"


def _unsigned(value: Fraction, style: Style) -> str:
    grouped = "," if style.grouped else ""
    whole, rest = divmod(value.numerator, value.denominator)
    if not rest:
        return f"{whole:{grouped}}"
    places = _places(value.denominator) if style.decimal else None
    if places is not None:
        places = max(places, style.places)
        decimals = rest * 10**places // value.denominator
        return f"{whole:{grouped}}.{decimals:0{places}}"
    if style.mixed and whole:
        return f"{whole:{grouped}} {rest}/{value.denominator}"
    return f"{value.numerator}/{value.denominator}"


def _places(denominator: int) -> int | None:
    """How many decimals a fraction in lowest terms needs; None where it does not terminate."""
    twos = (denominator & -denominator).bit_length() - 1
    denominator >>= twos
    fives = 0
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    return max(twos, fives) if denominator == 1 else None
