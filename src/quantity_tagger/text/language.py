"""The language of a text, by its script; and whether it is one that can be read at all."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from quantity_tagger.lexicon import load
from quantity_tagger.text.document import Language

_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
#: Full-width forms and ideographic punctuation, as Chinese is typed.
_WIDE: Final = re.compile(r"[\u3000-\u303f\uff01-\uff5e]")
_LATIN_WORD: Final = re.compile(r"[A-Za-z]+")
_WORD: Final = re.compile(r"[^\W\d_]+")
#: Letters of scripts that neither language is written in: Greek, Cyrillic, Hebrew, Arabic, those of
#: India and Thailand, kana, Hangul.
_OTHER_SCRIPT: Final = re.compile(
    r"[\u0370-\u05ff\u0600-\u06ff\u0900-\u0e7f\u1100-\u11ff\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af]"
)
#: What share of the letters makes a text foreign, and how many function words do at least.
_FOREIGN_SHARE: Final = 0.3
_FEWEST: Final = 2
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


def is_foreign(text: str) -> bool:
    """Whether a text is neither English nor Chinese, as far as that is plain: much of it is in
    another script, or it has more function words of one other language than of English.

    A name or a word from elsewhere makes no text foreign, nor does a text too short to tell.
    """
    letters = sum(map(str.isalpha, text))
    if not text.isascii() and len(_OTHER_SCRIPT.findall(text)) > _FOREIGN_SHARE * letters:
        return True
    if _HAN.search(text):
        return False
    languages, other, english = _function_words()
    words = _WORD.findall(text.lower())
    told = [word for word in words if word in other]
    if len(told) < _FEWEST:
        return False
    most = max([sum([word in known for word in told]) for known in languages])
    return most >= _FEWEST and most > sum([word in english for word in words])


@cache
def _function_words() -> tuple[tuple[frozenset[str], ...], frozenset[str], frozenset[str]]:
    """Those of each other language, of all of them, and of English."""
    languages = tuple(map(frozenset, load("other", "function_words").values()))
    closed = frozenset().union(*load("en", "closed_class").values())
    return languages, frozenset().union(*languages), closed.union(load("other", "english")["words"])


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
