"""Quantities and the unknown of a Chinese problem.

What counts as a quantity
-------------------------
Writers of problems put the numbers that matter in digits and leave 一 and 两 to grammar ("一个班",
"两天一共"). So numbers are taken in by how sure they are:

1. every number in digits (a leading list number aside), and every numeral in characters that is a
   composed number (三十二, 三点五, 四分之三) before a measure word;
2. where these are fewer than two, a simple numeral that counts (三个, 两支, 半小时);
3. where these are fewer than two still, 一 before a measure word.

A multiplier after digits (1.2万) belongs to the unit where the question asks in it (多少万元), so
that the answer comes back in the unit asked for; elsewhere it multiplies. Amounts written in
falling units (3元5角) are one quantity in the largest unit.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from quantity_tagger.lexicon import load
from quantity_tagger.reading.chinese_numerals import (
    NUMERAL_CHARACTERS,
    VULGAR_FRACTIONS,
    multiplier_value,
    number_value,
    numeral_value,
)
from quantity_tagger.reading.problem import Quantity, Unknown
from quantity_tagger.text.chinese import measures, plain
from quantity_tagger.text.document import Document, Token
from quantity_tagger.text.segments import segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction


class _Amount(NamedTuple):
    start: int
    end: int
    value: Fraction


_PREFIXED_UNITS: Final = "克米瓦卡伏焦帕赫升"  # 千克 is a unit, not a thousand of something
_DIGITS: Final = re.compile(
    rf"""
    (?P<name>[A-Za-z^][0-9]+)                                # A4, cm^2: no number of things
    |(?P<number>
        (?:(?<![^，。、：:；;=+*×÷(“"是为作到得于至])-)?      # a sign, not a minus between numbers
        (?:[0-9]+\([0-9]+/[0-9]+\)                           # 2(1/2)
        |[0-9]+/[0-9]+(?![0-9/.])
        |[0-9]*[{VULGAR_FRACTIONS}]
        |[0-9]{{1,3}}(?:,[0-9]{{3}})+(?![0-9,])(?:\.[0-9]+)?
        |[0-9]+(?:\.[0-9]+)?
        |(?<![^\s(+=*/<>-])\.[0-9]+
        )%?
    )
    (?P<multiplier>[十百千万亿]+(?![{_PREFIXED_UNITS}分]))?
    """,
    re.VERBOSE,
)
_LIST_NUMBER: Final = re.compile(
    r"\s*(?:\([0-9]{1,2}\)(?!\s*班)|[0-9]{1,2}\s*(?:、(?!\s*[0-9一二三四五六七八九十])|\.(?![0-9])))"
)
_RUN: Final = f"[{NUMERAL_CHARACTERS}]+"
_OPERATOR: Final = frozenset("+-*/×÷－−＋")
_NOUN_TAGS: Final = frozenset(("n", "nz", "ng", "nt", "vn", "a", "b", "nrt"))


def find_quantities(document: Document) -> tuple[Document, tuple[Quantity, ...]]:
    """The quantities in text order, with a document in which each of them is one token."""
    amounts = _amounts(document)
    if not amounts:
        return document, ()
    document = _recut(document, [(amount.start, amount.end) for amount in amounts])
    index_at = {token.start: index for index, token in enumerate(document.tokens)}
    text = document.text
    quantities = []
    for start, end, value in amounts:
        index = index_at[start]
        unit = _unit(document.tokens, index)
        quantities.append(Quantity(text[start:end], value, start, end, index, unit))
    return document, tuple(quantities)


def _amounts(document: Document) -> list[_Amount]:
    text = plain(document.text)
    sure = _in_digits(text)
    written = _in_characters(text, document.tokens)
    if written:
        for rank in range(3):
            if rank == 0 or len(sure) < 2:
                sure.extend(amount for found, amount in written if found == rank)
        sure.sort()
    return _joined(text, sure)


def _in_digits(text: str) -> list[_Amount]:
    listed = _LIST_NUMBER.match(text)
    asked = _asked_multiplier(text)
    amounts = []
    for found in _DIGITS.finditer(text, listed.end() if listed else 0):
        start, end = found.span("number")
        if start < 0:
            continue
        value = number_value(found["number"])
        if value is None:
            continue
        multiplier = found["multiplier"]
        if multiplier and multiplier != asked:
            value *= multiplier_value(multiplier)
            end = found.end()
        amounts.append(_Amount(start, end, value))
    return amounts


_ASKED_MULTIPLIER: Final = re.compile("(?:多少|几)([十百千]?[万亿]|千(?!克|米|瓦))")


def _asked_multiplier(text: str) -> str:
    found = _ASKED_MULTIPLIER.search(text)
    return found[1] if found else ""


class _Patterns(NamedTuple):
    numeral: re.Pattern[str]
    labels: frozenset[str]
    ladders: dict[tuple[str, str], int]
    ladder: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    kinds = load("zh", "measures")
    whole = load("zh", "words")["whole"]
    units = _alternatives(measures())
    ladders: dict[tuple[str, str], int] = {}
    for line in kinds["ladder"]:
        steps = line.split()
        for above, below, size in zip(steps[::2], steps[2::2], steps[3::2], strict=False):
            ladders[above, below] = int(size)
    return _Patterns(
        re.compile(
            rf"(?<![0-9.第几数周期拜初这那哪每前后])(?P<numeral>{_RUN}(?:又{_RUN}分之{_RUN}|分之{_RUN}|点{_RUN})?|半)"
            rf"(?!{_alternatives(whole)})(?P<unit>{units})"
        ),
        frozenset(kinds["label"]),
        ladders,
        re.compile(_alternatives({unit for step in ladders for unit in step})),
    )


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def _in_characters(text: str, tokens: Sequence[Token]) -> list[tuple[int, _Amount]]:
    """Numerals that count something, each with its rank (0 composed, 1 simple, 2 一)."""
    patterns = _patterns()
    found = []
    starts: list[int] = []
    for match in patterns.numeral.finditer(text):
        numeral = match["numeral"]
        value = numeral_value(numeral)
        if value is None or not value:
            continue
        if match["unit"] in patterns.labels and numeral != "两":
            continue
        starts = starts or [token.start for token in tokens]
        start, end = match.span("numeral")
        first = tokens[bisect_right(starts, start) - 1]
        last = tokens[bisect_right(starts, end - 1) - 1]
        if first.start < start or last.end > match.end("unit"):
            continue
        rank = 2 if numeral == "一" else 0 if len(numeral) > 1 else 1
        found.append((rank, _Amount(start, end, value)))
    return found


def _joined(text: str, amounts: list[_Amount]) -> list[_Amount]:
    """Amounts in falling units (3元5角, 2米40厘米) made one, in the largest unit."""
    patterns = _patterns()
    joined: list[_Amount] = []
    size = 1
    above = ""
    for amount in amounts:
        unit = patterns.ladder.match(text, amount.end)
        name = unit[0] if unit else ""
        ratio = patterns.ladders.get((above, name), 0)
        if ratio and joined and joined[-1].end + len(above) == amount.start:
            size *= ratio
            last = joined.pop()
            # The unit of the last step stays outside: it stands where a unit stands.
            amount = _Amount(last.start, amount.end, last.value + amount.value / size)
        else:
            size = 1
        joined.append(amount)
        above = name
    return joined


def _recut(document: Document, spans: Sequence[tuple[int, int]]) -> Document:
    """The document cut so that each span is one token."""
    text = document.text
    tokens: list[Token] = []
    pending = iter((*spans, (len(text) + 1, len(text) + 1)))
    start, end = next(pending)
    placed = False
    for token in document.tokens:
        at = token.start
        if token.end <= start:
            tokens.append(token)
            continue
        while at < token.end:
            if at < start:
                stop = min(start, token.end)
                tokens.extend(_fragment(token, text, at, stop))
                at = stop
                continue
            if not placed:
                piece = text[start:end]
                tokens.append(Token(piece, start, end, "m", plain(piece).lower()))
                placed = True
            if end > token.end:
                break
            at = end
            start, end = next(pending)
            placed = False
    return _with_tokens(document, tuple(tokens))


def _fragment(token: Token, text: str, start: int, end: int) -> list[Token]:
    """What is left of a token beside a quantity."""
    if start == token.start and end == token.end:
        return [token]
    piece = text[start:end].strip()
    if not piece:
        return []
    start = text.index(piece, start)
    if piece in measures() or plain(piece).lower() in measures():
        tag = "q"
    elif any(character.isalnum() for character in piece):
        tag = token.tag
    else:
        tag = "x"
    return [Token(piece, start, start + len(piece), tag, plain(piece).lower())]


def _with_tokens(document: Document, tokens: tuple[Token, ...]) -> Document:
    if tokens == document.tokens:
        return document
    return Document(document.text, document.language, tokens, *segment(document.text, tokens))


def _unit(tokens: Sequence[Token], index: int) -> tuple[str, ...]:
    """The measure word after a number and the noun after it, or right before the number."""
    after = index + 1
    words: list[str] = []
    if after < len(tokens) and _is_measure(tokens[after]):
        words.append(tokens[after].text)
        after += 1
    nouns = []
    while after < len(tokens) and tokens[after].tag in _NOUN_TAGS and len(nouns) < 3:
        nouns.append(tokens[after])
        after += 1
    while nouns and nouns[-1].tag in ("a", "b", "vn"):
        nouns.pop()
    words.extend(token.text for token in nouns)
    if len(words) == 1 and words[0] in _classifiers() and index and tokens[index - 1].tag == "n":
        words.append(tokens[index - 1].text)
    return tuple(words)


@cache
def _classifiers() -> frozenset[str]:
    return frozenset(load("zh", "measures")["classifier"])


def _is_measure(token: Token) -> bool:
    text = token.text
    if token.tag == "q" or text in measures() or token.lemma in measures():
        return True
    return text[0] in "十百千万亿" and (text[1:] in measures() or not text[1:])


class _Asking(NamedTuple):
    amount: frozenset[str]
    count: frozenset[str]
    interrogative: frozenset[str]
    imperative: frozenset[str]


@cache
def _asking() -> _Asking:
    words = load("zh", "questions")
    return _Asking(*(frozenset(words[section]) for section in _Asking._fields))


def find_unknown(document: Document, quantities: Sequence[Quantity]) -> Unknown | None:
    """Where x sits: at the strongest asking word, the last of several; None where nothing asks.

    Strongest first: an amount (多少, 多长), 几, a blank or an equals sign with nothing after it, an
    interrogative (什么, 哪), an imperative (求, 计算), a question mark, a bare sum.
    """
    tokens = document.tokens
    asking = _asking()
    best, at = 0, -1
    for index, token in enumerate(tokens):
        strength = _strength(tokens, index, token.text, asking)
        if strength and strength >= best:
            best, at = strength, index
    if at < 0:
        at = _bare_sum(tokens, quantities)
        if at < 0:
            return None
    question = next(clause for clause in document.clauses if at in clause)
    return Unknown(at, question, _head(tokens, at, question))


def _strength(tokens: Sequence[Token], index: int, word: str, asking: _Asking) -> int:
    if word in asking.amount:
        return 7
    if word in asking.count:
        return 6
    if word in "=＝" or _is_blank(tokens, index):
        return 5 if _ends(tokens, index + 1) else 0
    if word in asking.interrogative:
        return 4
    if word in asking.imperative:
        return 3
    if word in "?？":
        return 2
    return 0


def _is_blank(tokens: Sequence[Token], index: int) -> bool:
    """Empty brackets or a drawn line or box, to be filled in."""
    word = tokens[index].text
    if word in "（(" and index + 1 < len(tokens) and tokens[index + 1].text in "）)":
        return True
    return word in "□○" or (len(word) > 1 and not word.strip("_＿-—"))


def _ends(tokens: Sequence[Token], index: int) -> bool:
    return index >= len(tokens) or tokens[index].text[0] in "？?．。.（(，,；;！!"


def _bare_sum(tokens: Sequence[Token], quantities: Sequence[Quantity]) -> int:
    """The last token that is no number, where numbers and operators are all there is."""
    if len(quantities) < 2:
        return -1
    found = -1
    numbers = {quantity.token for quantity in quantities}
    operator = False
    for index, token in enumerate(tokens):
        if index in numbers:
            continue
        found = index
        operator = operator or token.text in _OPERATOR
    return found if operator else -1


def _head(tokens: Sequence[Token], at: int, question: range) -> tuple[str, ...]:
    word = tokens[at].text
    if word.startswith(("多少", "几")):
        return _unit(tokens, at)
    if word in _asking().amount:
        return (word[1:],)
    before = at - 1
    if before in question and tokens[before].tag.startswith("n"):
        return (tokens[before].text,)
    return ()
