"""The amounts of a Chinese text: numbers in digits and in characters, with what they are worth.

What counts as a quantity
-------------------------
Writers of problems put the numbers that matter in digits and leave 一 and 两 to grammar ("一个班",
"两天一共"). So numbers are taken in by how sure they are:

1. every number in digits (the numbers of a list and times of the day aside), and every composed
   numeral in characters that stands before a measure word or alone (三十二个, 一百零五减去三十七);
   and a simple one that measures (九米, 三元) or counts five or more (八只): two, three or four of
   a thing are often just those that the text tells of;
2. a simple numeral from two up after a verb, counting in a measure word that a number in digits or
   the question counts in too ("有25个…吃了三个") or counting what comes on top ("又来了两辆");
3. where no number is in digits, one of the first kind is in characters, or these are fewer than
   two, any simple numeral that counts (三个, 半小时) or stands alone;
   so is 一 where it measures (一元) or ends a clause (吃了一个，);
4. where these are fewer than two still, 一 in the same places.

Where a simple numeral sums up what was stated (两样一共, 三人共有), it counts nothing new.

The segmenter often glues a numeral to its neighbours (大七|十七岁, 三棵树). A guessed word gives
way to a numeral with a measure word; a word of the dictionary gives way where what goes with the
numeral can only be a size (高三|米) or a count (三|棵|树).

A multiplier after digits (1.2万) belongs to the unit where the question asks in it (多少万元), so
that the answer comes back in the unit asked for; elsewhere it multiplies. Amounts written in
falling units (3元5角) are one quantity, in the unit that the question asks for or the largest.

25% is 1/4 here, as 百分之二十五 says it and Math23K has it (a quotient of 1/4 is answered by 25%);
in English it is 25 with the unit percent, as the English sets have it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from enum import IntEnum
from fractions import Fraction
from typing import Final, NamedTuple

from quantity_tagger.errors import ReadingError
from quantity_tagger.languages.chinese.non_amounts import clock_times, list_numbers
from quantity_tagger.languages.chinese.number_patterns import number_patterns
from quantity_tagger.languages.chinese.numerals import (
    MAX_DIGITS,
    NUMERAL_CHARACTERS,
    multiplier_value,
    number_value,
    numeral_value,
)
from quantity_tagger.languages.chinese.tokenizer import known, plain
from quantity_tagger.languages.chinese.vocabulary import character_set
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Document, Token

_ASKED_MULTIPLIER: Final = re.compile("(?:多少|几)([十百千]?[万亿]|千(?!克|米|瓦))")
_TOO_LARGE: Final = 10**MAX_DIGITS
_FEW: Final = 4  # so many may be no more than the things that a text names (三个班)
_SUM: Final = "|".join(load("zh", "word_groups")["summing up"])
# What the numeral counts was stated before: 两样一共, 两个班共, 三人共.
_SUMMED_UP: Final = re.compile(
    f"两[^，。；,;.？?0-9]{{1,4}}?(?:{_SUM})|[三四五六七八九十].(?:{_SUM})"
)
_SIZES: Final = character_set("characters", "size")
_STOPS: Final = frozenset("，。；、,;.？?！!")
#: What stands before and after the second number of a sum told in words: 十五比七大多少.
_OPERAND: Final = re.compile(f"[0-9{NUMERAL_CHARACTERS}](?:比|减去?|加上?)$")
_OPERATED: Final = frozenset("大小多少得等是加减")
_AGAIN: Final = frozenset(("又", "再"))


class Amount(NamedTuple):
    """What a number written at ``start:end`` is worth."""

    start: int
    end: int
    value: Fraction
    unit: str = ""  # the unit of the value, where it is not what follows in the text


class _Rank(IntEnum):
    SURE = 0
    COMPARABLE = 1
    SIMPLE = 2
    ONE = 3


def find_amounts(document: Document) -> list[Amount]:
    """The amounts of the text; its times of the day only where it has no others."""
    text = plain(document.text)
    clock = clock_times(text)
    times = [(time.start, time.end) for time in clock]
    amounts = _outside(_in_digits(text), [*times, *list_numbers(text)])
    ranked = _in_characters(text, document.tokens, amounts)
    if times:
        ranked = [one for one in ranked if _outside(one[1:], times)]
    in_characters = not amounts or any(rank is _Rank.SURE for rank, _ in ranked)
    for rank in _Rank if ranked else ():
        wanted = len(amounts) < 2 and not clock
        if rank <= _Rank.COMPARABLE or wanted or (rank is _Rank.SIMPLE and in_characters):
            amounts.extend(amount for found, amount in ranked if found == rank)
    if not amounts:
        return [Amount(time.start, time.end, time.hours, "时") for time in clock]
    amounts.sort()
    return _joined(text, amounts)


def _outside(amounts: Sequence[Amount], spans: Sequence[tuple[int, int]]) -> list[Amount]:
    """Those that do not begin within one of the spans."""
    for start, end in spans:
        amounts = [amount for amount in amounts if not start <= amount.start < end]
    return list(amounts)


def _in_digits(text: str) -> list[Amount]:
    asked = _ASKED_MULTIPLIER.search(text)
    amounts = []
    for found in number_patterns().digits.finditer(text):
        number, multiplier = found.groups()
        if number is None:
            continue
        start, end = found.span("number")
        _check_length(number, start)
        value = number_value(number)
        if value is None:
            continue
        if multiplier and (asked is None or multiplier != asked[1]):
            _check_length(multiplier, start)
            value *= multiplier_value(multiplier)
            _check_length(value, start)
            end = found.end()
        amounts.append(Amount(start, end, value))
    return amounts


def _check_length(number: str | Fraction | int, start: int) -> None:
    """Refuses a number that is too long as it is written, or in what it is worth."""
    if len(number) > MAX_DIGITS if isinstance(number, str) else number >= _TOO_LARGE:
        raise ReadingError(
            f"第{start + 1}个字处的数超过{MAX_DIGITS}位：应用题用不到这么长的数，请改短或删去。"
        )


def _in_characters(
    text: str, tokens: Sequence[Token], in_digits: Sequence[Amount]
) -> list[tuple[_Rank, Amount]]:
    """Numerals that count something, each with its rank."""
    patterns = number_patterns()
    ranked: list[tuple[_Rank, Amount]] = []
    starts: list[int] = []
    counted: frozenset[str] = frozenset()
    for found in patterns.numeral.finditer(text):
        numeral, unit = found.groups()
        if numeral == "一" and len(in_digits) > 1:
            continue  # nothing could admit it
        if numeral == "拾" and text[found.end("numeral") :][:1].isdigit():
            continue  # a verb: 多拾14个
        _check_length(numeral, found.start("numeral"))
        value = numeral_value(numeral)
        _check_length(value or 0, found.start("numeral"))
        if not value or (unit in patterns.labels and numeral != "两"):
            continue
        start, end = found.span("numeral")
        if len(numeral) == 1 and _SUMMED_UP.match(text, start):
            continue
        starts = starts or [token.start for token in tokens]
        first = bisect_right(starts, start) - 1
        last = bisect_right(starts, end - 1) - 1
        if not _stands(text, tokens, first, last, found):
            continue
        rank = _rank(numeral, value, unit)
        if rank is _Rank.SIMPLE and not unit and _differs(text, start):
            rank = _Rank.COMPARABLE
        elif rank is _Rank.SIMPLE and unit and _leads(tokens, first, start):
            counted = counted or _counted(text, in_digits)
            if unit in counted or _again(tokens, first):
                rank = _Rank.COMPARABLE
        elif rank is _Rank.ONE and unit and _is_amount(text, tokens, first, found):
            rank = _Rank.SIMPLE
        ranked.append((rank, Amount(start, end, value)))
    return ranked


def _stands(
    text: str, tokens: Sequence[Token], first: int, last: int, found: re.Match[str]
) -> bool:
    """Whether a numeral, in the tokens ``first`` to ``last``, is more than a part of a word."""
    numeral, unit = found.groups()
    start, end = found.span("numeral")
    if not unit:
        if _OPERAND.search(text[max(0, start - 3) : start]) and text[end : end + 1] in _OPERATED:
            return True
        if tokens[last].end > end:
            return False
        if tokens[first].start == start:
            return tokens[first].tag == "m"
        return _differs(text, start)
    if tokens[first].start < start:
        before = text[tokens[first].start : start]
        glued = (plain(tokens[first].text), before[-1] + numeral)  # 王五 is a name in 王五本
        if before not in _SIZES and any(map(known, glued)):
            return False
    if tokens[last].end > found.end():
        return numeral != "一" and (
            unit in number_patterns().counters or not known(plain(tokens[last].text))
        )
    return True


def _differs(text: str, start: int) -> bool:
    """Whether what starts here is a difference: 甲数比乙数大三, though 大三 is a word too."""
    before = text[max(0, start - 12) : start]
    return before[-1:] in _SIZES and "比" in before


def _counted(text: str, amounts: Sequence[Amount]) -> frozenset[str]:
    """The measure words that amounts count in and that the question asks in."""
    patterns = number_patterns()
    found = (patterns.measure.match(text, amount.end) for amount in amounts)
    asked = patterns.asked.finditer(text)
    return frozenset((*(unit[0] for unit in found if unit), *(unit[1] for unit in asked)))


def _rank(numeral: str, value: Fraction, unit: str | None) -> _Rank:
    if numeral == "一":
        return _Rank.ONE
    if len(numeral) > 1 and (unit or "分之" not in numeral):
        return _Rank.SURE
    if unit and value > 1 and (value > _FEW or unit in number_patterns().sizes):
        return _Rank.SURE
    return _Rank.SIMPLE


def _leads(tokens: Sequence[Token], first: int, start: int) -> bool:
    """Whether a numeral is what a verb acts on (吃了两个, 送给小方两个), a part of it (五个和两个)
    or a difference (多两个).
    """
    if tokens[first].start < start:
        return True
    if not first:
        return False
    before = tokens[first - 1]
    if before.tag in ("v", "ul") or before.text in _SIZES or before.text == "和":
        return True
    giver = tokens[first - 2] if first > 1 else before
    return giver.tag == "ul" or giver.text.endswith("给")


def _is_amount(text: str, tokens: Sequence[Token], first: int, found: re.Match[str]) -> bool:
    """Whether 一 is a number, no article: a size (一元) or the end of a clause (吃了一个)."""
    start, end = found.start("numeral"), found.end()
    if found["unit"] in number_patterns().sizes:
        return True
    return (end == len(text) or text[end] in _STOPS) and _leads(tokens, first, start)


def _again(tokens: Sequence[Token], first: int) -> bool:
    """Whether the clause tells of something on top: 又来了, 再买."""
    for index in range(first - 1, max(-1, first - 7), -1):
        if tokens[index].text in _AGAIN:
            return True
        if tokens[index].tag == "x":
            return False
    return False


def _joined(text: str, amounts: list[Amount]) -> list[Amount]:
    """What is one amount made one: 3元5角, 2米40厘米, 12万5千, 3个半."""
    patterns = number_patterns()
    steps = patterns.steps
    joined: list[Amount] = []
    top = above = ""  # the largest unit of the amount last joined, and its last one
    for amount in amounts:
        start, end, value, _ = amount
        measure = patterns.measure.match(text, end)
        name = measure[0] if measure else ""
        last = joined[-1] if joined else None
        if last and last.end == start and value < last.value:
            joined[-1] = Amount(last.start, end, last.value + value)
        elif (
            last
            and top
            and last.end + (0 if last.unit else len(above)) == start
            and (step := steps.get((top, name)))
        ):
            joined[-1] = Amount(last.start, end + len(name), last.value + value * step, top)
            above = name
            continue
        elif name and (half := patterns.half.match(text, end)):
            follows = patterns.measure.match(text, half.end())
            joined.append(
                Amount(start, half.end(), value + Fraction(1, 2), "" if follows else name)
            )
            name = ""
        elif last and last.end > start:
            continue  # the 半 of 两个半小时
        else:
            joined.append(amount)
        top = above = name
    if any(amount.unit for amount in joined):
        asked = patterns.asked.search(text)
        return [_in_unit(amount, asked[1] if asked else "") for amount in joined]
    return joined


def _in_unit(amount: Amount, unit: str) -> Amount:
    step = number_patterns().steps.get((amount.unit, unit))
    return amount._replace(value=amount.value / step, unit=unit) if step else amount
