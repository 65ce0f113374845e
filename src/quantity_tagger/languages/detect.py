"""The language of a text, by its script."""

from __future__ import annotations

import re
from typing import Final

from quantity_tagger.problem.document import Language

_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
#: Full-width forms and ideographic punctuation, as Chinese is typed.
_WIDE: Final = re.compile(r"[\u3000-\u303f\uff01-\uff5e]")
_LATIN_WORD: Final = re.compile(r"[A-Za-z]+")
_SENTENCE_END: Final = re.compile(r"[.!?。！？\n]")


def detect(text: str) -> Language:
    """Chinese where the text has Chinese characters, else English; without any letter (a bare
    expression) Chinese where its punctuation is.

    A text with both goes by its last question sentence (by the whole text where none is marked):
    Chinese if that has at least as many Chinese characters as Latin words.
    """
    if text.isascii():
        return "en"
    if not _LATIN_WORD.search(text):
        return "zh" if _HAN.search(text) or _WIDE.search(text) else "en"
    if not _HAN.search(text):
        return "en"
    return _prevailing(_last_question(text)) or _prevailing(text) or "zh"


def _last_question(text: str) -> str:
    """The text between the last question mark and the sentence end before it."""
    mark = max(text.rfind("?"), text.rfind("？"))
    start = 0
    for end in _SENTENCE_END.finditer(text, 0, max(mark, 0)):
        start = end.end()
    return text[start : max(mark, 0)]


def _prevailing(text: str) -> Language | None:
    han, latin = len(_HAN.findall(text)), len(_LATIN_WORD.findall(text))
    if not han and not latin:
        return None
    return "zh" if han >= latin else "en"
