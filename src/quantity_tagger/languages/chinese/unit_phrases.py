"""The words that say what a Chinese number counts: a measure word, a noun."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from quantity_tagger.languages.chinese.tokenizer import measures
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Token

_NOUN_TAGS: Final = frozenset(
    ("n", "ns", "nz", "nr", "nrt", "nrfg", "ng", "nt", "zg", "l", "i", "z", "j", "vn", "a", "b")
)
_MODIFIER_TAGS: Final = frozenset(("a", "b", "vn", "z"))


@cache
def _classifiers() -> frozenset[str]:
    return frozenset(load("zh", "measures")["classifier"])


def unit_after(tokens: Sequence[Token], index: int) -> tuple[str, ...]:
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
    bare = len(words) == 1 and words[0] in _classifiers()
    if bare and index and tokens[index - 1].tag == "n":
        words.append(tokens[index - 1].text)
    return tuple(words)


def _is_measure(token: Token) -> bool:
    text = token.text
    if token.tag == "q" or token.lemma in measures():
        return True
    return text[0] in "百千万亿" and (len(text) == 1 or text[1:] in measures())
