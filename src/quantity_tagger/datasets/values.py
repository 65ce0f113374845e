"""Exact values as data files write them, and when two answers count as the same."""

from __future__ import annotations

import re
from fractions import Fraction

from quantity_tagger.problem.notation import ascii_minus

# Absurd numerals cost memory before anyone looks at them; no word problem needs more digits.
LONGEST_NUMERAL = 200

_NUMBER = r"\d+(?:\.\d*)?|\.\d+"
# "12", "-3.50", "7/24", and as Math23K writes them "((7)/(24))", "4((7)/(24))", "45%".
_NUMERAL = re.compile(
    rf"""(?P<sign>[+-]?)\s*
    (?: (?P<whole>\d+)?\s*\(\(?(?P<over>\d+)\)?/\(?(?P<under>\d+)\)?\)
      | (?P<top>{_NUMBER})/(?P<bottom>{_NUMBER})
      | (?P<number>{_NUMBER})(?P<percent>%?)
    )""",
    re.VERBOSE | re.ASCII,
)


def parse_value(written: str) -> Fraction | None:
    """The exact value of a numeral, or None where ``written`` is none.

    Read are whole numbers, decimals, fractions ("1/3"), and the forms of Math23K: "((1)/(3))", the
    mixed number "4((1)/(3))" and the percentage "45%", which is worth 45/100.
    """
    written = written.strip()
    if len(written) > LONGEST_NUMERAL:
        return None
    match = _NUMERAL.fullmatch(written)
    if match is None:
        return None
    part = match.groupdict()
    try:
        if part["number"] is not None:
            value = Fraction(part["number"]) / (100 if part["percent"] else 1)
        elif part["top"] is not None:
            value = Fraction(part["top"]) / Fraction(part["bottom"])
        else:
            value = int(part["whole"] or 0) + Fraction(int(part["over"]), int(part["under"]))
    except ZeroDivisionError:
        return None
    return -value if part["sign"] == "-" else value


_AMOUNT = re.compile(
    r"[^\d+\-]*(?P<sign>-?)[^\d+\-]*"
    r"(?:(?P<whole>\d+)\s+(?P<part>\d+/\d+)|(?P<number>\d[\d,]*(?:\.\d+)?(?:/\d+)?))"
    r"(?P<percent>%?)\D*",
    re.ASCII,
)


def parse_answer(written: str) -> Fraction | None:
    """As `parse_value`, and what people write around a lone number: "$3.50", "18 apples", "1,200",
    "2 1/2 cups", "35个".
    """
    value = parse_value(written)
    if value is not None or len(written) > LONGEST_NUMERAL:
        return value
    match = _AMOUNT.fullmatch(ascii_minus(written.strip()))
    if match is None:
        return None
    part = match.groupdict()
    if part["whole"] is not None:
        whole, over = parse_value(part["whole"]), parse_value(part["part"])
        value = None if whole is None or over is None else whole + over
    else:
        value = parse_value(part["number"].replace(",", "") + part["percent"])
    return -value if value is not None and part["sign"] else value


def agree(a: Fraction, b: Fraction) -> bool:
    """Whether two answers are the same: exact, or apart by at most one millionth of the larger."""
    return a == b or abs(a - b) * 10**6 <= max(abs(a), abs(b))
