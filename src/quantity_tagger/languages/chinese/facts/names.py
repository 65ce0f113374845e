"""Names that the segmenter knows in one place of a text and misses in another.

It cuts 赵雪 out of 赵雪有 and takes 赵|雪原 in 赵雪原有. A name that is a word somewhere is one
wherever it stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger.languages.chinese.facts.noun_phrases import sort_of
from quantity_tagger.problem.document import Token


def with_names(text: str, tokens: Sequence[Token]) -> tuple[Sequence[Token], list[int] | None]:
    """The tokens with every name whole; where any moved, each old token's new index."""
    names = {word for word, _, _, tag, _ in tokens if len(word) == 2 and _is_name(word, tag)}
    if not names:
        return tokens, None
    starts: dict[str, set[int]] = {name: set() for name in names}
    for word, start, _, _, _ in tokens:
        if word in names:
            starts[word].add(start)
    spans = sorted(span for name in names for span in _missed(text, name, starts[name]))
    if not spans:
        return tokens, None
    result: list[Token] = []
    moved: list[int] = []
    ahead = 0  # the first span that does not end before the token; all are equally long
    for token in tokens:
        moved.append(len(result))
        _, start, end, _, _ = token
        while ahead < len(spans) and spans[ahead][1] <= start:
            ahead += 1
        if ahead == len(spans) or spans[ahead][0] >= end:
            result.append(token)
            continue
        first, last = spans[ahead]
        if start < first:
            result.append(_piece(text, token, start, first, "d"))
        if start <= first or not result or result[-1].start != first:
            result.append(_piece(text, token, first, last, "nr"))
        if end > last:
            result.append(_piece(text, token, last, end, "d"))
    return result, [min(at, len(result) - 1) for at in moved]


def _is_name(word: str, tag: str) -> bool:
    shaped = tag[:2] == "nr" or word[0] in "小阿" or word[0] == word[1]
    return shaped and tag[0] in "nziv" and sort_of(word, tag) == "person"


def _missed(text: str, name: str, known: set[int]) -> list[tuple[int, int]]:
    """Where a name stands in the text without being a token, whose starts are ``known``."""
    if text.count(name) == len(known):
        return []
    found: list[tuple[int, int]] = []
    at = text.find(name)
    while at >= 0:
        if at not in known:
            found.append((at, at + len(name)))
        at = text.find(name, at + len(name))
    return found


def _piece(text: str, token: Token, start: int, end: int, tag: str) -> Token:
    word = text[start:end]
    return token._replace(text=word, start=start, end=end, tag=tag, lemma=word)
