"""The language of a text, by its script."""

from __future__ import annotations

import re

from quantity_tagger.text.document import Language

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LATIN_WORD = re.compile(r"[A-Za-z]+")
_QUESTION = re.compile(r"[^.!?。！？\n]*[?？]")


def detect(text: str) -> Language:
    """Chinese where the text has Chinese characters, else English.

    A text with both goes by its last question sentence (by the whole text where none is marked):
    Chinese if that has at least as many Chinese characters as Latin words.
    """
    if text.isascii() or not _HAN.search(text):
        return "en"
    if not _LATIN_WORD.search(text):
        return "zh"
    question = (_QUESTION.findall(text) or [""])[-1]
    return _prevailing(question) or _prevailing(text) or "zh"


def _prevailing(text: str) -> Language | None:
    han, latin = len(_HAN.findall(text)), len(_LATIN_WORD.findall(text))
    if not han and not latin:
        return None
    return "zh" if han >= latin else "en"
