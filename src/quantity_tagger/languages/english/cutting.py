"""English words, cut by one regular expression."""

from __future__ import annotations

import re
from typing import Final

from quantity_tagger.languages.english.number_words import (
    DIGITS,
    ONES,
    ORDINAL,
    TENS,
    any_of,
    may_begin,
)
from quantity_tagger.support.cache import KEPT, LONGEST

_CARDINAL: Final = any_of([*ONES, *TENS])
_TITLES: Final = ("Mrs", "Mr", "Ms", "Dr", "Prof", "St", "Jr", "Sr", "Mt", "vs")
_TOKEN: Final = re.compile(
    r"[A-Za-z]++(?=[\s,?!])|[,?]|"  # most tokens; the rest of the pattern is for the others
    rf"(?=[MDPSJv])(?:{'|'.join(_TITLES)})\.(?=\s)"  # ends no sentence
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


#: A form and whether a number may begin there.
_Word = tuple[str, bool]
#: A title that ends a text has lost its name, and its full stop stands alone.
_TITLED: Final = tuple(f"{title}." for title in _TITLES)
#: The words of stretches without white space, where what stands around them does not matter: a
#: minus may be the stroke of a range.
_CHUNKS: Final[dict[str, list[_Word]]] = {}


def words(text: str) -> tuple[list[str], list[int], list[int], list[int]]:
    """The words as `cut` cuts them: their forms, starts and ends, and the places of those at which
    a number may begin.

    No token has white space in it, and texts are made of few different stretches without any: what
    a stretch is cut into is remembered.
    """
    forms: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    numeric: list[int] = []
    chunks = text.split()
    evenly = " ".join(chunks) == text
    last = len(chunks) - 1 if text.endswith(_TITLED) else -1
    at = 0
    for place, chunk in enumerate(chunks):
        if not evenly:
            at = text.index(chunk, at)
        found = _CHUNKS.get(chunk)
        if found is None or place == last:
            found = _cut_chunk(text, chunk, at)
        for form, is_numeric in found:
            if is_numeric:
                numeric.append(len(forms))
            forms.append(form)
            starts.append(at)
            at += len(form)
            ends.append(at)
        at += 1
    return forms, starts, ends, numeric


def _cut_chunk(text: str, chunk: str, start: int) -> list[_Word]:
    end = start + len(chunk)
    # The pattern sees what stands before, and the white space after it.
    found = [(form, may_begin(form)) for form in _TOKEN.findall(text, start, end + 1)]
    alone = chunk[0] not in "-−" and (end < len(text) or not chunk.endswith(_TITLED))
    if alone and len(chunk) <= LONGEST:
        if len(_CHUNKS) >= KEPT:
            _CHUNKS.clear()
        _CHUNKS[chunk] = found
    return found
