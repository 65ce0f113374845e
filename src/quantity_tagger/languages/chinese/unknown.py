"""Where a Chinese problem asks, and for what."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Sequence
from functools import cache
from typing import Final

from quantity_tagger.languages.chinese.unit_phrases import unit_after
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Document, Token
from quantity_tagger.problem.problem import Quantity, Unknown

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
    if best < _IMPERATIVE:
        numbers = {quantity.token for quantity in quantities}
        ordered = [_order(tokens, clause, numbers) for clause in document.clauses]
        if max(ordered, default=-1) >= 0:
            best, at = _IMPERATIVE, max(ordered)
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


def _order(tokens: Sequence[Token], clause: range, numbers: Container[int]) -> int:
    """The word that orders in a clause that begins with it (说出, 请你帮他算算), or −1; without a
    polite word before it, a clause that has a number tells of a deed: 找出4本书.
    """
    polite = load("zh", "questions")["polite"]
    for index in clause:
        word = tokens[index].text
        if _imperative(word):
            told = index == clause.start and word[0] not in polite
            return -1 if told and any(place in numbers for place in clause) else index
        if word not in polite:
            break
    return -1


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
        return unit_after(tokens, at)
    if word in ("（", "("):
        return unit_after(tokens, at + 1)
    if word == "多" and at + 1 < len(tokens):
        return (tokens[at + 1].text,)
    if word in load("zh", "questions")["amount"]:
        return (word[1:],)
    before = range(at - 1, question.start - 1, -1)
    indices = reversed(question) if _imperative(word) else before
    noun = next((index for index in indices if tokens[index].tag[0] == "n"), -1)
    return (tokens[noun].text,) if noun >= 0 else ()


def _imperative(word: str) -> bool:
    """Whether it is one, also as the segmenter joins it to the next word: 求新|纪录."""
    words = load("zh", "questions")
    bare = word.lstrip("".join(words["polite"]))
    return bare in words["imperative"] or bare in words["order"] or bare[:1] in words["joined"]
