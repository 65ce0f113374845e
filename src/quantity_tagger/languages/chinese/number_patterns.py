"""The patterns that find numbers in a Chinese text, made of the lexicon's measure words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from quantity_tagger.languages.chinese.numerals import NUMERAL_CHARACTERS, VULGAR_FRACTIONS
from quantity_tagger.languages.chinese.tokenizer import measures
from quantity_tagger.languages.chinese.vocabulary import character_set
from quantity_tagger.languages.lexicon import load

_PREFIXED_UNITS: Final = "克米瓦卡伏焦帕赫升"  # 千克 is a unit, not a thousand of something
_PLAIN_NUMERALS: Final = re.sub("[千两]", "", NUMERAL_CHARACTERS)
_RUN: Final = (
    f"(?:[{_PLAIN_NUMERALS}]|千(?![{_PREFIXED_UNITS}])"
    "|(?<![一二三四五六七八九十])两)++"  # 三两 is a weight
)
_SIZE_KINDS: Final = ("length", "mass", "money", "area", "volume")
_DOUBTFUL_SIZES: Final = character_set("characters", "doubtful size")


class Patterns(NamedTuple):
    """What numbers, their measure words and what asks for them look like."""

    digits: re.Pattern[str]
    numeral: re.Pattern[str]
    measure: re.Pattern[str]
    half: re.Pattern[str]
    asked: re.Pattern[str]
    labels: frozenset[str]
    counters: frozenset[str]
    sizes: frozenset[str]
    steps: dict[tuple[str, str], Fraction]  # (元, 角) is 1/10


@cache
def number_patterns() -> Patterns:
    kinds = load("zh", "measures")
    units = _alternatives(measures())
    words = load("zh", "words")
    whole, phrases = _alternatives(words["whole"]), _alternatives(words["phrase"])
    steps: dict[tuple[str, str], Fraction] = {}
    for line in kinds["ladder"]:
        names, sizes = line.split()[::2], line.split()[1::2]
        for high, above in enumerate(names):
            size = Fraction(1)
            for low in range(high + 1, len(names)):
                size /= int(sizes[low])
                steps[above, names[low]] = size
    return Patterns(
        digits=re.compile(
            rf"""
            (?:\^[0-9]+|[A-Za-z][0-9]++(?!{units}))              # cm^2, A4: names, not numbers
            |(?P<number>
                (?:(?<![^，。、：:；;=+*×÷(“"是为作到得于至])-)?   # a sign, not a minus
                (?:[0-9]+(?:
                    \([0-9]+/[0-9]+\)                            # 2(1/2)
                    |/[0-9]+(?![0-9/.])
                    |[{VULGAR_FRACTIONS}]
                    |(?<![0-9]{{4}})(?:,[0-9]{{3}})+(?![0-9,])(?:\.[0-9]+)?
                    |\.[0-9]+
                    )?
                |[{VULGAR_FRACTIONS}]
                |(?<![^\s(+=*/<>-])\.[0-9]+
                )%?
            )
            (?P<multiplier>[十百千万亿]+(?![{_PREFIXED_UNITS}分]))?
            """,
            re.VERBOSE,
        ),
        numeral=re.compile(
            rf"(?<![0-9.第几数周期拜初这那哪每前后{_PLAIN_NUMERALS}])"
            rf"(?!{phrases}|十分[^钟之米，。；,;.？?])(?P<numeral>{_RUN}(?:又{_RUN}分之{_RUN}|分之{_RUN}|点{_RUN})?|半)"
            rf"(?![几余来]|多(?![0-9{_PLAIN_NUMERALS}几]|多少)|{whole})(?P<unit>{units})?"
        ),
        measure=re.compile(units),
        half=re.compile(rf"({units})半(?![数个价路边径篇])"),
        asked=re.compile(rf"(?:多少|几)({units})"),
        labels=frozenset(kinds["label"]),
        counters=frozenset(words["counter"]),
        sizes=frozenset(("岁", *(word for kind in _SIZE_KINDS for word in kinds[kind])))
        - _DOUBTFUL_SIZES,
        steps=steps,
    )


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
