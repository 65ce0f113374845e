"""Quantities, units and the unknown of an English word problem.

25% is 25 with the unit percent, as MAWPS (whose equations multiply it by 0.01) and GSM8K list it;
in Chinese it is 1/4, as Math23K has it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from operator import itemgetter
from typing import Final

from quantity_tagger.lexicon import load
from quantity_tagger.reading.english_numerals import Numeral, numerals
from quantity_tagger.reading.problem import Quantity, Unknown
from quantity_tagger.text.document import Document, Token
from quantity_tagger.text.english import cut
from quantity_tagger.text.segments import segment

_START, _LEMMA = itemgetter(1), itemgetter(4)
_LIST_NUMBER: Final = re.compile(r"\s*(?:\(\d+\)|\d+\)|(?:[Qq]\.?\s*)?\d+\.(?=\s)|[Qq]\.?\s*\d+\b)")

_NOUNS: Final = frozenset(["NN", "NNS", "NNP", "NNPS"])
_MODIFIERS: Final = frozenset(["JJ", "JJS", "VBN", "VBG", "POS"])
_VERBS: Final = frozenset(["VBD", "VBZ", "VBP", "VBN", "VB", "VBG"])
_FINITE: Final = frozenset(["VBD", "VBZ", "VBP"])
_MORE: Final = frozenset(["more", "fewer", "less", "extra", "additional"])
_ONLY: Final = frozenset(["only", "just", "exactly", "about"])
_DETERMINERS: Final = frozenset(["DT", "PRP$", "PDT"])
_HOW_MUCH: Final = frozenset(["many", "much"])
_PERCENT: Final = frozenset(["%", "percent", "％"])


def find_quantities(document: Document) -> tuple[Document, tuple[Quantity, ...]]:
    """The quantities, and the document cut so that each is one token."""
    text = document.text
    listed = _LIST_NUMBER.match(text)
    first = listed.end() if listed else 0
    tokens = document.tokens
    found: list[Numeral] = []
    places: list[int] = []
    whole = True  # each is one token already
    for numeral, here, after in _located(tokens, numerals(text, tokens)):
        if numeral[0] >= first and _counts(tokens, here, after, numeral):
            found.append(numeral)
            places.append(here)
            _, start, end, tag, _ = tokens[here]
            whole = whole and start == numeral[0] and end == numeral[1] and tag == "CD"
    if not found:
        return document, ()
    if not whole:
        recut, places = _recut(text, tokens, found)
        sentences, clauses = segment(text, recut)
        document = replace(document, tokens=tuple(recut), sentences=sentences, clauses=clauses)
    units = _units(document.tokens, places)
    return document, tuple(
        Quantity(text[n.start : n.end], n.value, n.start, n.end, place, unit)
        for n, place, unit in zip(found, places, units, strict=True)
    )


def find_unknown(document: Document, quantities: tuple[Quantity, ...]) -> Unknown | None:
    """Where the text asks, or None: the last sentence marked "?", else the last that asks by its
    words or commands.
    """
    tokens = document.tokens
    for sentence in reversed(document.sentences):
        if "?" in [
            token[0] for token in tokens[max(sentence.start, sentence.stop - 3) : sentence.stop]
        ]:
            token = _asking(tokens, sentence)
            if token is None:
                token = sentence[0] if tokens[sentence[0]].tag != "CD" else _mark(tokens, sentence)
            return _unknown(document, sentence, token)
    for sentence in reversed(document.sentences):
        command = _command(document, sentence)
        token = _asking(tokens, sentence)
        if token is None or (command is None and not _asks_alone(tokens, token)):
            token = command
        if token is None:
            token = _open_equation(tokens, sentence)
        if token is not None:
            return _unknown(document, sentence, token)
    return None


def _located(tokens: Sequence[Token], found: list[Numeral]) -> Iterator[tuple[Numeral, int, int]]:
    """Each numeral with the index of its first token and the index after its last."""
    starts = list(map(_START, tokens))
    for numeral in found:
        here = bisect_right(starts, numeral[0]) - 1
        yield numeral, here, bisect_left(starts, numeral[1], here + 1)


def _counts(tokens: Sequence[Token], here: int, after: int, numeral: Numeral) -> bool:
    """Whether a numeral states a quantity; "one", "half" and "a pair" do so in some places only."""
    if numeral.word == "pair":
        return not _is_of_pairs(tokens, after)
    if numeral.word == "half":
        return here == 0 or tokens[here - 1].tag not in ("JJ", "DT", "PRP$", "RB")
    if tokens[here].lemma != "one" or numeral.value != 1:
        return True
    return _one_counts(tokens, here)


def _one_counts(tokens: Sequence[Token], here: int) -> bool:
    """Whether "one" is a quantity: it is one before "more" and comparatives, after its clause's
    verb, and in a list with other numbers; elsewhere it is a pronoun or no more than an article.
    """
    if here + 1 == len(tokens):
        return False
    after = tokens[here + 1]
    if after.lemma in _MORE:
        return True
    if after.lemma in ("of", "another", "-", "day"):
        return False
    if after.tag in _NOUNS and here + 2 < len(tokens) and tokens[here + 2].tag in ("JJR", "RBR"):
        return True
    before = here - 1
    if before >= 0 and tokens[before].lemma in _ONLY:
        before -= 1
    if before > 0 and tokens[before].tag in ("PRP", "NNP") and tokens[before - 1].tag in _VERBS:
        before -= 1  # gave her one
    if before < 0:
        return False
    last = tokens[before]
    starts_noun = after.tag in _NOUNS or after.tag in _MODIFIERS
    if last.tag in _VERBS:
        return starts_noun or (last.tag in _FINITE and after.tag in (".", ",", "IN", "TO"))
    if last.lemma in ("and", ",") and starts_noun:
        return any(token.tag == "CD" for token in tokens[max(0, before - 5) : before])
    return False


def _is_of_pairs(tokens: Sequence[Token], after: int) -> bool:
    if after >= len(tokens) or tokens[after].lemma != "of":
        return False
    return any(
        token.text.lower() in _words("units", "pairs") for token in tokens[after + 1 : after + 4]
    )


def _recut(
    text: str, tokens: Sequence[Token], found: list[Numeral]
) -> tuple[list[Token], list[int]]:
    """The tokens cut anew so that each numeral is one of them, and the indices of the numerals."""
    recut: list[Token] = []
    places: list[int] = []
    waiting = iter(found)
    numeral = next(waiting, None)
    for token in tokens:
        start, end = token.start, token.end
        while numeral is not None and numeral.start < end:
            recut.extend(_pieces(text, start, numeral.start))
            if numeral.end > end:  # goes on in the next token
                start = end
                break
            places.append(len(recut))
            written = text[numeral.start : numeral.end]
            recut.append(
                token
                if token.text == written and token.tag == "CD"
                else Token(written, numeral.start, numeral.end, "CD", written.lower())
            )
            start = numeral.end
            numeral = next(waiting, None)
        if start == token.start:
            recut.append(token)
        else:
            recut.extend(_pieces(text, start, end))
    return recut, places


def _pieces(text: str, start: int, end: int) -> list[Token]:
    """The tokens of what is left of a token when a numeral is cut out of it."""
    if start >= end:
        return []
    return [
        Token(
            text[start + a : start + b],
            start + a,
            start + b,
            tag,
            text[start + a : start + b].lower(),
        )
        for a, b in cut(text[start:end])
        for tag in ["NN" if text[start + a].isalpha() else "HYPH"]
    ]


def _units(tokens: Sequence[Token], places: list[int]) -> list[tuple[str, ...]]:
    """The unit words of each quantity; in "3 red and 5 blue marbles" the first shares the noun."""
    units: list[tuple[str, ...]] = []
    last: tuple[str, ...] = ()
    reached = -1
    for place in reversed(places):
        unit, after, complete = _unit(tokens, place)
        if unit and last and not complete and after + 1 == reached:
            unit = (*unit, last[-1])
        units.append(unit)
        last, reached = unit, place
    return units[::-1]


def _unit(tokens: Sequence[Token], place: int) -> tuple[tuple[str, ...], int, bool]:
    """Unit words of the quantity at ``place``, the index after them, whether a noun is there."""
    if place and (name := _currency().get(tokens[place - 1].text)):
        return (name,), place + 1, True
    index = place + 1
    if index == len(tokens):
        return (), index, False
    lemma = tokens[index].lemma
    if lemma in _PERCENT:
        return ("percent",), index + 1, True
    if lemma == "-":  # 3-year-old, 90-minute
        words, index, complete = _noun_phrase(tokens, index + 1)
        return tuple(word.partition("-")[0] for word in words[:1]), index, complete
    if lemma == "of":  # 34 of the marbles
        index += 1
        while index < len(tokens) and tokens[index].tag in _DETERMINERS:
            index += 1
        return _noun_phrase(tokens, index)
    words, index, complete = _noun_phrase(tokens, index)
    if complete and index < len(tokens) and tokens[index].lemma == "of":
        material, after, found = _noun_phrase(tokens, index + 1)
        if found:  # 28 bales of hay are hay bales
            return (*material, *words), after, True
    return words, index, complete


def _noun_phrase(tokens: Sequence[Token], index: int) -> tuple[tuple[str, ...], int, bool]:
    """Modifiers and nouns from ``index`` on as written, in lower case, the index after them, and
    whether a noun is among them.
    """
    between = _words("units", "between")
    words: list[str] = []
    until, kept = index, 0
    while index < len(tokens):
        token = tokens[index]
        if token.tag in _NOUNS:
            words.append(token.text.lower())
            until, kept = index + 1, len(words)
        elif token.lemma in between and not words:
            pass
        elif token.tag in _MODIFIERS and not kept:
            words.append(token.text.lower())
            if token.tag == "JJ" and until == index:
                until = index + 1
        else:
            break
        index += 1
    if kept:
        return tuple(words[:kept]), until, True
    return tuple(words[: max(0, until - (index - len(words)))]), until, False


def _mark(tokens: Sequence[Token], sentence: range) -> int:
    return next(index for index in sentence if tokens[index].text == "?")


def _asking(tokens: Sequence[Token], sentence: range) -> int | None:
    """The token that asks: a blank to fill in, else "how", else "what" and so on."""
    lemmas = list(map(_LEMMA, tokens[sentence.start : sentence.stop]))
    for lemma in lemmas:
        if lemma[:2] == "__":
            return sentence.start + lemmas.index(lemma)
    for word in load("en", "questions")["wh"]:
        if word in lemmas:
            return sentence.start + lemmas.index(word)
    return None


def _asks_alone(tokens: Sequence[Token], token: int) -> bool:
    """Whether a word asks without a question mark: a blank, "how many", "what is"."""
    after = tokens[token + 1] if token + 1 < len(tokens) else None
    if tokens[token].lemma == "how":
        return after is not None and (after.lemma in _HOW_MUCH or after.tag in ("JJ", "RB"))
    if tokens[token].lemma == "what":
        return after is not None and after.lemma in ("be", "do")
    return tokens[token].lemma[:2] == "__"


def _open_equation(tokens: Sequence[Token], sentence: range) -> int | None:
    """The sign of an equation that has nothing on its right: "3 + 4 =", with or without a stop."""
    for index in reversed(sentence):
        if tokens[index].text == "=":
            return index
        if tokens[index].text != ".":
            return None
    return None


def _command(document: Document, sentence: range) -> int | None:
    """The verb that opens a clause of the sentence and commands an answer: "Find …"."""
    tokens = document.tokens
    commands = _words("questions", "imperative")
    openers = _words("questions", "before imperative")
    for clause in document.clauses:
        if clause[0] not in sentence:
            continue
        for index in clause:
            token = tokens[index]
            if token.lemma in commands or token.text.lower() in commands:
                return index
            if token.lemma not in openers and token.tag != "CD" and token.text.isalpha():
                break
    return None


def _unknown(document: Document, sentence: range, token: int) -> Unknown:
    start, end = sentence[0], sentence[-1] + 1
    conditions = _words("questions", "condition")
    for clause in document.clauses:
        opening = clause.start
        if start <= opening <= token:
            start = opening
        elif token < opening < end and document.tokens[opening].lemma in conditions:
            end = opening
            break
    return Unknown(token, range(start, end), _head(document.tokens, token, end))


def _head(tokens: Sequence[Token], token: int, end: int) -> tuple[str, ...]:
    """What is asked for: "how many red marbles", "what is the weight", "find the sum"."""
    index = token + 1
    counters = _words("questions", "counter")
    if tokens[token].lemma == "how" and index < end:
        if tokens[index].lemma in _HOW_MUCH:
            index += 1
        elif tokens[index].tag in ("JJ", "RB"):
            return (tokens[index].lemma,)
    counter: tuple[str, ...] = ()
    while index < end:
        words, after, found = _noun_phrase(tokens, index)
        if found:
            if words[-1] not in counters or after >= end or tokens[after].lemma != "of":
                return words
            counter, index = words, after
        elif tokens[index].lemma == "than" or (counter and tokens[index].tag == "CD"):
            return counter  # "how much more than …", "the sum of 3 and 4"
        elif tokens[token].lemma == "how" and (tokens[index].tag in _VERBS | {"MD"}):
            return words
        index += 1
    return counter


@cache
def _words(name: str, section: str) -> frozenset[str]:
    return frozenset(load("en", name)[section])


@cache
def _currency() -> dict[str, str]:
    return dict(line.split() for line in load("en", "units")["currency"])
