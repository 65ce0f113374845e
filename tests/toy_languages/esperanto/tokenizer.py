"""Words, numbers and marks; nouns end in -o, verbs in -s."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quantity_tagger.problem.document import Columns, Token

_TOKEN = re.compile(r"\d+|\w+|[^\w\s]")
_NOUN = re.compile(r"\w+oj?n?")


def columns(text: str, words: Sequence[tuple[int, int]] | None = None) -> Columns:
    offsets = words or [match.span() for match in _TOKEN.finditer(text)]
    return Columns.of([_token(text[start:end], start, end) for start, end in offsets])


def _token(text: str, start: int, end: int) -> Token:
    lemma = text.lower()
    if text.isdecimal():
        return Token(text, start, end, "number", lemma)
    if not text.isalpha():
        return Token(text, start, end, "mark", lemma)
    if _NOUN.fullmatch(lemma):
        return Token(text, start, end, "noun", lemma.rstrip("jn"))
    return Token(text, start, end, "verb" if lemma.endswith("s") else "word", lemma)
