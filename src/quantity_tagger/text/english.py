"""English words: cut by one regular expression, tagged, and brought to their lemma."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from quantity_tagger.text.document import Token
from quantity_tagger.text.english_lemmas import lemmatise
from quantity_tagger.text.english_numbers import DIGITS, ONES, ORDINAL, TENS, any_of
from quantity_tagger.text.english_tagger import tag

_CARDINAL: Final = any_of([*ONES, *TENS])
_TOKEN: Final = re.compile(
    r"[A-Za-z]++(?=[\s,?!])|[,?]|"  # most tokens; the rest of the pattern is for the others
    r"(?=[MDPSJv])(?:Mrs?|Ms|Dr|Prof|St|Jr|Sr|Mt|vs)\.(?=\s)"  # ends no sentence
    rf"|(?=[-−.\d½-⅞⅐-⅒¼-¾])(?:{ORDINAL}|{DIGITS})"
    rf"|{_CARDINAL}(?=-(?!(?:one|two|three|four|five|six|seven|eight|nine)\b)[^\W\d_])"
    r"|['’](?:s|re|ve|ll|d|m)\b|n['’]t\b"  # Dan|'s, did|n't
    r"|[^\W\d_]+?(?=n['’]t\b)"
    r"|(?:[A-Za-z]\.){2,}"  # a.m., U.S.
    r"|[^\W\d_]\w*(?:['’](?!(?:s|re|ve|ll|d|m)\b)[^\W\d_]\w*)*(?:-[^\W\d_]\w*)*"
    r"|_{2,}|\.{2,}|-{2,}|''|``|\S"
)


def cut(text: str) -> list[tuple[int, int]]:
    """Character offsets of the tokens, in the manner of the Penn Treebank; numbers stand alone."""
    return [match.span() for match in _TOKEN.finditer(text)]


class EnglishAnnotator:
    """The built-in English annotator: Penn tags, lower-case lemmas, no dependency."""

    def annotate(self, text: str, words: Sequence[tuple[int, int]] | None = None) -> list[Token]:
        """The tokens of ``text`` in order; ``words`` are character offsets of a given cut."""
        if words is not None:
            forms = [text[start:end] for start, end in words]
            tags = tag(forms)
            return [
                Token(form, start, end, label, lemmatise(form, label))
                for form, (start, end), label in zip(forms, words, tags, strict=True)
            ]
        forms = _TOKEN.findall(text)
        tags = tag(forms)
        tokens: list[Token] = []
        find = text.find
        end = 0
        for form, label, lemma in zip(forms, tags, map(lemmatise, forms, tags), strict=True):
            start = find(form, end)  # nothing but white space can stand before it
            end = start + len(form)
            tokens.append(_token((form, start, end, label, lemma)))
        return tokens


# Builds the tuple without a Python call for each token, which is a third of the time otherwise.
_token: Final[Callable[[tuple[str, int, int, str, str]], Token]] = partial(tuple.__new__, Token)
