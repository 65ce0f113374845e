"""The language of a text, by its script; and whether it is one that can be read at all."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from quantity_tagger import languages
from quantity_tagger.languages.language import Language
from quantity_tagger.languages.lexicon import parse

_WORD: Final = re.compile(r"[^\W\d_]+")
#: Letters of scripts that no language here is written in: Greek, Cyrillic, Hebrew, Arabic, those of
#: India and Thailand, kana, Hangul.
_OTHER_SCRIPT: Final = (
    r"[\u0370-\u05ff\u0600-\u06ff\u0900-\u0e7f\u1100-\u11ff\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af]"
)
#: What share of the letters makes a text foreign, and how many function words do at least.
_FOREIGN_SHARE: Final = 0.3
_FEWEST: Final = 2
_SENTENCE_END: Final = re.compile(r"[.!?。！？\n]")


def detect(text: str) -> str:
    """The code of the language whose script the text is written in; without any letter (a bare
    expression) the one whose punctuation it has, else the default.

    A text in several scripts goes by its last question sentence (by the whole text where none is
    marked): by that which most of its words are in, where they are as many not by the default.
    """
    scripts = _scripts()
    if text.isascii() or len(scripts) == 1:
        return _by_words(text, scripts[0])
    used = [group for group in scripts if group[0].script.search(text)]
    if not used:
        marked = [one for group in scripts for one in group if one.marks and one.marks.search(text)]
        return marked[0].code if marked else languages.DEFAULT
    if len(used) == 1:
        return _by_words(text, used[0])
    return _by_words(text, _prevailing(_last_question(text)) or _prevailing(text) or used[-1])


def is_foreign(text: str) -> bool:
    """Whether a text is in no language that is read here, as far as that is plain: much of it is in
    another script, or it has more function words of one other language than of ours.

    A name or a word from elsewhere makes no text foreign, nor does a text too short to tell.
    """
    if not text.isascii():
        letters = sum(map(str.isalpha, text))
        if len(re.findall(_OTHER_SCRIPT, text)) > _FOREIGN_SHARE * letters:
            return True
        if any(group[0].script.search(text) for group in _scripts()[1:]):
            return False
    foreign, any_foreign, own = _function_words()
    lowered = text.lower()
    if any_foreign.isdisjoint(lowered.split()):
        return False
    words = _WORD.findall(lowered)
    told = [word for word in words if word in any_foreign]
    if len(told) < _FEWEST:
        return False
    most = max([sum([word in known for word in told]) for known in foreign])
    return most >= _FEWEST and most > sum([word in own for word in words])


@cache
def _scripts() -> tuple[tuple[Language, ...], ...]:
    """The languages by their scripts, that of the default first."""
    groups: dict[str, list[Language]] = {}
    for language in languages.known().values():
        groups.setdefault(language.letters, []).append(language)
    return tuple(map(tuple, groups.values()))


def _by_words(text: str, group: tuple[Language, ...]) -> str:
    """The language of one script whose function words the text has most of, else the first."""
    if len(group) == 1:
        return group[0].code
    words = _WORD.findall(text.lower())
    return max(group, key=lambda one: sum([word in one.function_words for word in words])).code


@cache
def _function_words() -> tuple[tuple[frozenset[str], ...], frozenset[str], frozenset[str]]:
    """Those of each language that is not read, of all of them, and of those in the usual script."""
    sections = parse(languages.ROOT / "foreign_words.txt")
    usual = _scripts()[0]
    read = {language.name.lower() for language in usual}
    foreign = tuple([frozenset(words) for name, words in sections.items() if name not in read])
    own = frozenset().union(*[language.function_words for language in usual])
    return foreign, frozenset().union(*foreign), own


def _last_question(text: str) -> str:
    """The text between the last question mark and the sentence end before it."""
    mark = max(text.rfind("?"), text.rfind("？"))
    start = 0
    for end in _SENTENCE_END.finditer(text, 0, max(mark, 0)):
        start = end.end()
    return text[start : max(mark, 0)]


def _prevailing(text: str) -> tuple[Language, ...] | None:
    counts = [(len(group[0].script.findall(text)), group) for group in _scripts()]
    most = max(count for count, _ in counts)
    return [group for count, group in counts if count == most][-1] if most else None
