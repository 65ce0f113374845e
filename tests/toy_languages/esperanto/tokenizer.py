"""Words, numbers and marks; nouns end in -o, verbs in -s."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quantity_tagger.problem.document import Columns, Document, Token
from quantity_tagger.problem.segments import segmented

_TOKEN = re.compile(r"\d+|\w+|[^\w\s]")
_NOUN = re.compile(r"\w+oj?n?")


def annotate_all(texts: Sequence[tuple[str, Sequence[tuple[int, int]] | None]]) -> list[Document]:
    return [segmented(text, "eo", _columns(text, words)) for text, words in texts]


def _columns(text: str, words: Sequence[tuple[int, int]] | None) -> Columns:
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
