"""Quantities and the unknown of a Chinese problem.

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

Where a simple numeral sums up what was told (两样一共, 三人共有), it counts nothing new.

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
from collections.abc import Iterable, Sequence
from enum import IntEnum
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from quantity_tagger.errors import ReadingError
from quantity_tagger.languages.chinese.non_amounts import clock_times, list_numbers
from quantity_tagger.languages.chinese.numerals import (
    MAX_DIGITS,
    NUMERAL_CHARACTERS,
    VULGAR_FRACTIONS,
    multiplier_value,
    number_value,
    numeral_value,
)
from quantity_tagger.languages.chinese.tokenizer import cut, known, measures, plain
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Columns, Document, Token
from quantity_tagger.problem.problem import Quantity, Unknown
from quantity_tagger.problem.segments import segment


class _Amount(NamedTuple):
    start: int
    end: int
    value: Fraction
    unit: str = ""  # the unit of the value, where it is not what follows in the text


class _Rank(IntEnum):
    SURE = 0
    COMPARABLE = 1
    SIMPLE = 2
    ONE = 3


_PREFIXED_UNITS: Final = "克米瓦卡伏焦帕赫升"  # 千克 is a unit, not a thousand of something
_PLAIN_NUMERALS: Final = re.sub("[千两]", "", NUMERAL_CHARACTERS)
_RUN: Final = (
    f"(?:[{_PLAIN_NUMERALS}]|千(?![{_PREFIXED_UNITS}])"
    "|(?<![一二三四五六七八九十])两)++"  # 三两 is a weight
)
_ASKED_MULTIPLIER: Final = re.compile("(?:多少|几)([十百千]?[万亿]|千(?!克|米|瓦))")
_TOO_LARGE: Final = 10**MAX_DIGITS
_FEW: Final = 4  # so many may be no more than the things that a text tells of (三个班)
_SIZE_KINDS: Final = ("length", "mass", "money", "area", "volume")
_DOUBTFUL_SIZES: Final = frozenset("分毛里")  # points, hair, inside
_SUM: Final = "一共|总共|合计|总计|合起来|加起来|相差|相距|共|都"
# What the numeral counts is what was told before: 两样一共, 两个班共, 三人共.
_TOLD: Final = re.compile(f"两[^，。；,;.？?0-9]{{1,4}}?(?:{_SUM})|[三四五六七八九十].(?:{_SUM})")
_SIZES: Final = frozenset("多少大小高矮长短重轻宽深厚远贵")  # what the size or difference follows
_STOPS: Final = frozenset("，。；、,;.？?！!")
_AGAIN: Final = frozenset(("又", "再"))
_NOUN_TAGS: Final = frozenset(
    ("n", "ns", "nz", "nr", "nrt", "nrfg", "ng", "nt", "zg", "l", "i", "z", "j", "vn", "a", "b")
)
_MODIFIER_TAGS: Final = frozenset(("a", "b", "vn", "z"))


class _Patterns(NamedTuple):
    digits: re.Pattern[str]
    numeral: re.Pattern[str]
    measure: re.Pattern[str]
    half: re.Pattern[str]
    asked: re.Pattern[str]
    labels: frozenset[str]
    classifiers: frozenset[str]
    counters: frozenset[str]
    sizes: frozenset[str]
    steps: dict[tuple[str, str], Fraction]  # (元, 角) is 1/10


@cache
def _patterns() -> _Patterns:
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
    return _Patterns(
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
            rf"(?![几余来]|多(?![0-9{_PLAIN_NUMERALS}])|{whole})(?P<unit>{units})?"
        ),
        measure=re.compile(units),
        half=re.compile(rf"({units})半(?![数个价路边径篇])"),
        asked=re.compile(rf"(?:多少|几)({units})"),
        labels=frozenset(kinds["label"]),
        classifiers=frozenset(kinds["classifier"]),
        counters=frozenset(words["counter"]),
        sizes=frozenset(("岁", *(word for kind in _SIZE_KINDS for word in kinds[kind])))
        - _DOUBTFUL_SIZES,
        steps=steps,
    )


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def find_quantities(document: Document) -> tuple[Document, tuple[Quantity, ...]]:
    """The quantities in text order, with a document in which each of them is one token."""
    amounts = _amounts(document)
    if not amounts:
        return document, ()
    document = _recut(document, _spans(document, amounts))
    text, tokens = document.text, document.tokens
    quantities = []
    index = 0
    for start, end, value, unit in amounts:
        while tokens[index].start < start:
            index += 1
        words = (unit,) if unit else _unit(tokens, index)
        quantities.append(Quantity(text[start:end], value, start, end, index, words))
    return document, tuple(quantities)


def _amounts(document: Document) -> list[_Amount]:
    """The amounts of the text; its times of the day only where it has no others."""
    text = plain(document.text)
    clock = clock_times(text)
    times = [(time.start, time.end) for time in clock]
    amounts = _outside(_in_digits(text), [*times, *list_numbers(text)])
    ranked = _in_characters(text, document.tokens, amounts)
    ranked = [one for one in ranked if _outside(one[1:], times)]
    in_characters = not amounts or any(rank is _Rank.SURE for rank, _ in ranked)
    for rank in _Rank if ranked else ():
        wanted = len(amounts) < 2 and not clock
        if rank <= _Rank.COMPARABLE or wanted or (rank is _Rank.SIMPLE and in_characters):
            amounts.extend(amount for found, amount in ranked if found == rank)
    if not amounts:
        return [_Amount(time.start, time.end, time.hours, "时") for time in clock]
    amounts.sort()
    return _joined(text, amounts)


def _outside(amounts: Sequence[_Amount], spans: Sequence[tuple[int, int]]) -> list[_Amount]:
    """Those that do not begin within one of the spans."""
    return [
        amount for amount in amounts if not any(start <= amount.start < end for start, end in spans)
    ]


def _in_digits(text: str) -> list[_Amount]:
    asked = _ASKED_MULTIPLIER.search(text)
    amounts = []
    for found in _patterns().digits.finditer(text):
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
            end = found.end()
        _check_length(value, start)
        amounts.append(_Amount(start, end, value))
    return amounts


def _check_length(number: str | Fraction | int, start: int) -> None:
    """Refuses a number that is too long as it is written, or in what it is worth."""
    if len(number) > MAX_DIGITS if isinstance(number, str) else number >= _TOO_LARGE:
        raise ReadingError(
            f"第{start + 1}个字处的数超过{MAX_DIGITS}位：应用题用不到这么长的数，请改短或删去。"
        )


def _in_characters(
    text: str, tokens: Sequence[Token], in_digits: Sequence[_Amount]
) -> list[tuple[_Rank, _Amount]]:
    """Numerals that count something, each with its rank."""
    patterns = _patterns()
    ranked: list[tuple[_Rank, _Amount]] = []
    starts: list[int] = []
    counted: frozenset[str] = frozenset()
    for found in patterns.numeral.finditer(text):
        numeral, unit = found.groups()
        if numeral == "一" and len(in_digits) > 1:
            continue  # nothing could admit it
        _check_length(numeral, found.start("numeral"))
        value = numeral_value(numeral)
        _check_length(value or 0, found.start("numeral"))
        if not value or (unit in patterns.labels and numeral != "两"):
            continue
        start, end = found.span("numeral")
        if len(numeral) == 1 and _TOLD.match(text, start):
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
        ranked.append((rank, _Amount(start, end, value)))
    return ranked


def _stands(
    text: str, tokens: Sequence[Token], first: int, last: int, found: re.Match[str]
) -> bool:
    """Whether a numeral, in the tokens ``first`` to ``last``, is more than a part of a word."""
    numeral, unit = found.groups()
    start, end = found.span("numeral")
    if not unit:
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
            unit in _patterns().counters or not known(plain(tokens[last].text))
        )
    return True


def _differs(text: str, start: int) -> bool:
    """Whether what starts here is a difference: 甲数比乙数大三, though 大三 is a word too."""
    before = text[max(0, start - 12) : start]
    return before[-1:] in _SIZES and "比" in before


def _counted(text: str, amounts: Sequence[_Amount]) -> frozenset[str]:
    """The measure words that amounts count in and that the question asks in."""
    patterns = _patterns()
    found = (patterns.measure.match(text, amount.end) for amount in amounts)
    asked = patterns.asked.finditer(text)
    return frozenset((*(unit[0] for unit in found if unit), *(unit[1] for unit in asked)))


def _rank(numeral: str, value: Fraction, unit: str | None) -> _Rank:
    if numeral == "一":
        return _Rank.ONE
    if len(numeral) > 1 and (unit or "分之" not in numeral):
        return _Rank.SURE
    if unit and value > 1 and (value > _FEW or unit in _patterns().sizes):
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
    if found["unit"] in _patterns().sizes:
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


def _joined(text: str, amounts: list[_Amount]) -> list[_Amount]:
    """What is one amount made one: 3元5角, 2米40厘米, 12万5千, 3个半."""
    patterns = _patterns()
    steps = patterns.steps
    joined: list[_Amount] = []
    top = above = ""  # the largest unit of the amount last joined, and its last one
    for amount in amounts:
        start, end, value, _ = amount
        measure = patterns.measure.match(text, end)
        name = measure[0] if measure else ""
        last = joined[-1] if joined else None
        if last and last.end == start and value < last.value:
            joined[-1] = _Amount(last.start, end, last.value + value)
        elif (
            last
            and top
            and last.end + (0 if last.unit else len(above)) == start
            and (step := steps.get((top, name)))
        ):
            joined[-1] = _Amount(last.start, end + len(name), last.value + value * step, top)
            above = name
            continue
        elif name and (half := patterns.half.match(text, end)):
            follows = patterns.measure.match(text, half.end())
            joined.append(
                _Amount(start, half.end(), value + Fraction(1, 2), "" if follows else name)
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


def _in_unit(amount: _Amount, unit: str) -> _Amount:
    step = _patterns().steps.get((amount.unit, unit))
    return amount._replace(value=amount.value / step, unit=unit) if step else amount


class _Span(NamedTuple):
    start: int
    end: int
    tag: str


def _spans(document: Document, amounts: Sequence[_Amount]) -> list[_Span]:
    """What must be one token: each amount, a measure word or 多少 cut in two (三十二分|米)."""
    text = document.text
    ends: frozenset[int] = frozenset()
    spans: list[_Span] = []
    for start, end, _, unit in amounts:
        spans.append(_Span(start, end, "m"))
        if unit or text[end - 1] not in NUMERAL_CHARACTERS:
            continue
        ends = ends or frozenset(token.end for token in document.tokens)
        measure = _patterns().measure.match(text, end)
        if (
            measure
            and measure.end() in ends
            and any(i in ends for i in range(end + 1, measure.end()))
        ):
            spans.append(_Span(end, measure.end(), "q"))
    asking = _torn(document)
    return sorted([*spans, *asking]) if asking else spans


def _torn(document: Document) -> list[_Span]:
    """Where 多少 is cut in two (多得多|少), or the measure word that it asks in (多少|分|米)."""
    text = document.text
    asked = list(_patterns().asked.finditer(text))
    whole = {token.start: token.end for token in document.tokens}
    ends = frozenset(whole.values())
    found = [
        _Span(match.start(), match.start() + 2, "m")
        for match in asked
        if text.startswith("多少", match.start())
        and match.start() + 1 in whole  # 少 begins a word
        and whole.get(match.start()) != match.start() + 2
    ]
    found += [
        _Span(*match.span(1), "q")
        for match in asked
        if match.start(1) in whole
        and match.end(1) in ends
        and whole[match.start(1)] != match.end(1)
    ]
    return found


def _recut(document: Document, spans: Sequence[_Span]) -> Document:
    """The document cut so that each span is one token."""
    text = document.text
    tokens: list[Token] = []
    rest = iter(spans)
    span = next(rest, None)
    changed = torn = False  # torn: a word was left in pieces, which may go with what follows
    for token in document.tokens:
        _, at, stop, _, _ = token
        if span is None or stop <= span.start:
            if torn and tokens[-1].end == at:
                tokens[-1:] = cut(text, tokens[-1].start, stop)
            else:
                tokens.append(token)
            torn = False
            continue
        if at == span.start and stop == span.end:
            tokens.append(token if token.tag == span.tag else token._replace(tag=span.tag))
            span = next(rest, None)
            continue
        changed = True
        while at < stop:
            if span is None or at < span.start:
                end = stop if span is None else min(span.start, stop)
                left = _fragment(token, text, at, end)
                tokens.extend(left)
                torn = len(left) > 1 or (bool(left) and left[0].tag not in ("m", "q", "x"))
                at = end
            else:
                if span.end > stop:
                    break
                piece = text[span.start : span.end]
                tokens.append(Token(piece, span.start, span.end, span.tag, plain(piece).lower()))
                at = span.end
                torn = False
                span = next(rest, None)
    if not changed:
        return document
    columns = Columns.of(tokens)
    return Document(text, document.language, columns, *segment(text, columns))


def _fragment(token: Token, text: str, start: int, end: int) -> list[Token]:
    """What is left of a token beside a quantity."""
    piece = text[start:end].strip()
    if not piece:
        return []
    start = text.index(piece, start)
    end = start + len(piece)
    lemma = plain(piece).lower()
    if lemma in measures():
        return [Token(piece, start, end, "q", lemma)]
    if not any(character.isalnum() for character in piece):
        return [Token(piece, start, end, "x", lemma)]
    if piece.isascii():
        return [Token(piece, start, end, token.tag, lemma)]
    return cut(text, start, end, counted=start > token.start)


def _unit(tokens: Sequence[Token], index: int) -> tuple[str, ...]:
    """The measure word after a number and the noun after it, or right before the number."""
    after = index + 1
    count = len(tokens)
    words: list[str] = []
    if after < count and _is_measure(tokens[after]):
        words.append(tokens[after].text)
        after += 1
    first = after
    while after < count and after < first + 3 and tokens[after].tag in _NOUN_TAGS:
        after += 1
    while after > first and tokens[after - 1].tag in _MODIFIER_TAGS:
        after -= 1
    words.extend(token.text for token in tokens[first:after])
    bare = len(words) == 1 and words[0] in _patterns().classifiers
    if bare and index and tokens[index - 1].tag == "n":
        words.append(tokens[index - 1].text)
    return tuple(words)


def _is_measure(token: Token) -> bool:
    text = token.text
    if token.tag == "q" or token.lemma in measures():
        return True
    return text[0] in "百千万亿" and (len(text) == 1 or text[1:] in measures())


# How strongly a word asks. A question mark and a bare sum are the last resort.
_AMOUNT, _COUNT, _BLANK, _INTERROGATIVE, _IMPERATIVE, _MARK = 7, 6, 5, 4, 3, 2


@cache
def _strengths() -> dict[str, int]:
    words = load("zh", "questions")
    strengths = {"?": _MARK, "？": _MARK, "多": _AMOUNT}
    strengths.update(dict.fromkeys("=＝（(□○", _BLANK))
    for section, strength in (
        ("imperative", _IMPERATIVE),
        ("interrogative", _INTERROGATIVE),
        ("count", _COUNT),
        ("amount", _AMOUNT),
    ):
        strengths.update(dict.fromkeys(words[section], strength))
    return strengths


def find_unknown(document: Document, quantities: Sequence[Quantity]) -> Unknown | None:
    """Where x sits: at the strongest asking word, the last of several; None where nothing asks.

    Strongest first: an amount (多少, 多长), 几, a blank or an equals sign with nothing after it, an
    interrogative (什么, 哪), an imperative (求, 计算), a question mark, a bare sum. The question is
    the clause of that word; after an imperative it runs to the sentence's end.
    """
    tokens = document.tokens
    strengths = _strengths()
    best, at = 0, -1
    for index, token in enumerate(tokens):
        strength = strengths.get(token[0], 0)
        if strength and strength >= best and _asks(tokens, index):
            best, at = strength, index
    if best < _INTERROGATIVE:
        at = _hidden(tokens, at)
    if at < 0:
        at = _bare_sum(tokens, quantities)
    if at < 0:
        return None
    question = _around(document.clauses, at)
    if best == _IMPERATIVE:
        question = range(question.start, _around(document.sentences, at).stop)
    head = _head(tokens, at, question)
    counted = tokens[at].text in ("多少", "几", "（", "(")
    return Unknown(at, question, head, head if counted else ())


def _around(parts: Sequence[range], at: int) -> range:
    return parts[bisect_right(parts, at, key=lambda part: part.start) - 1]


def _asks(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word that may ask does so in its place."""
    word = tokens[index].text
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    if word in ("=", "＝"):
        return not after or after[0] in "？?．。.（(，,；;！!_□"
    if word in ("（", "("):
        return after in ("）", ")", "？", "?")
    if word == "多":
        return word + after in _strengths() and after != "" and _ends(tokens, index + 2)
    return True


def _ends(tokens: Sequence[Token], index: int) -> bool:
    """Whether a phrase ends before ``index``."""
    return index >= len(tokens) or tokens[index].tag in ("x", "y", "uj")


def _hidden(tokens: Sequence[Token], found: int) -> int:
    """The last asking word inside a longer one (百分之几, 哪一年) or line to write on, if any."""
    for index in range(len(tokens) - 1, -1, -1):
        word = tokens[index].text
        if word[-1] == "几" or word[0] == "哪" or (len(word) > 1 and not word.strip("_＿-—")):
            return index
    return found


def _bare_sum(tokens: Sequence[Token], quantities: Sequence[Quantity]) -> int:
    """The last token that is no number, where at least two numbers are joined by an operator and
    nothing else is said: 电话555-1234 is no sum.
    """
    numbers = {quantity.token for quantity in quantities}
    others = [index for index in range(len(tokens)) if index not in numbers]
    if any(tokens[index].text[0].isalpha() for index in others):
        return -1
    joined = any(tokens[index].text in _OPERATORS for index in others)
    return others[-1] if joined and len(numbers) > 1 else -1


_OPERATORS: Final = frozenset(("+", "-", "＋", "－", "−"))


def _head(tokens: Sequence[Token], at: int, question: range) -> tuple[str, ...]:
    """The words that say of what: 多少|棵|树, 多|长, 乙数|=, 求 … 的|和."""
    word = tokens[at].text
    if word in ("多少", "几"):
        return _unit(tokens, at)
    if word in ("（", "("):
        return _unit(tokens, at + 1)
    if word == "多" and at + 1 < len(tokens):
        return (tokens[at + 1].text,)
    if word in load("zh", "questions")["amount"]:
        return (word[1:],)
    before = range(at - 1, question.start - 1, -1)
    indices = before if word not in load("zh", "questions")["imperative"] else reversed(question)
    noun = next((index for index in indices if tokens[index].tag[0] == "n"), -1)
    return (tokens[noun].text,) if noun >= 0 else ()
