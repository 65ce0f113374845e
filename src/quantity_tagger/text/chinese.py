"""Chinese words and their tags, by rjieba, with its guesses put right where a rule can tell.

The dictionary words are taken as they come. What the segmenter *guesses* (words in no dictionary)
often swallows a function word at an end (班有, 比小明); such guesses are cut. After a number the
measure word stands alone (3|本|书, though 本书 is a word elsewhere), and so does an asking 几.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from quantity_tagger.lexicon import load
from quantity_tagger.text.document import Token

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Full-width forms to their plain ones, one character for one, so that offsets hold.
_PLAIN: Final = {
    **{ord("０") + digit: ord("0") + digit for digit in range(10)},
    **dict(zip(map(ord, "．／％（）－−＝＋"), map(ord, "./%()--=+"), strict=True)),
}
_NUMBER: Final = re.compile(r"[0-9][0-9.,]*%?")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")  # half a character, which no encoding holds
_NUMERAL: Final = frozenset("零〇一二两三四五六七八九十百千万亿半几第")
_SWALLOWED: Final = re.compile("(?<=.)(?:多少|几)")
_COUNTING: Final = frozenset("0123456789零〇一二两三四五六七八九十百千万亿半")
_ASKING: Final = ("多少", "几")
_UNCOUNTED: Final = frozenset(("多少", "多", "许多", "少", "好多", "大多数", "多数", "少数"))

_Piece = tuple[int, str, str]  # start, word in plain characters, tag


def plain(text: str) -> str:
    """The text with full-width digits and signs made plain; every offset stays what it was."""
    return text.translate(_PLAIN)


class ChineseAnnotator:
    """Tokens with ICTCLAS tags; the lemma is the word in normal form (NFKC, lower case)."""

    def annotate(self, text: str, words: Sequence[tuple[int, int]] | None = None) -> list[Token]:
        """The tokens of ``text`` in order; ``words`` are character offsets of a given cut."""
        pieces = _cut(text) if words is None else _given(text, words)
        tokens = []
        before = ""
        last = len(pieces) - 1
        for index, (start, word, tag) in enumerate(pieces):
            after = pieces[index + 1][1] if index < last else ""
            end = start + len(word)
            tokens.append(
                Token(text[start:end], start, end, _tag(word, tag, before, after), _lemma(word))
            )
            before = word
        return tokens


class _Lexicon(NamedTuple):
    measures: frozenset[str]
    leading: frozenset[str]
    trailing: frozenset[str]
    two: frozenset[str]
    verb: frozenset[str]
    verb_follower: frozenset[str]
    whole: frozenset[str]


@cache
def _lexicon() -> _Lexicon:
    words = load("zh", "words")
    sections = ("leading", "trailing", "two", "verb", "verb follower", "whole")
    return _Lexicon(measures(), *(frozenset(words[section]) for section in sections))


@cache
def measures() -> frozenset[str]:
    """Every measure word, of whatever kind."""
    kinds = load("zh", "measures")
    return frozenset(
        word for kind, found in kinds.items() if kind not in ("ladder", "label") for word in found
    )


@lru_cache(maxsize=1 << 14)
def _lemma(word: str) -> str:
    return unicodedata.normalize("NFKC", word).lower()


def _cut(text: str) -> list[_Piece]:
    import rjieba  # a dictionary of some megabytes: loaded for Chinese text only

    pieces: list[_Piece] = []
    at = 0
    counted = False
    for word, tag in rjieba.tag(_SURROGATE.sub("\ufffd", plain(text))):
        if word.isspace():
            at += len(word)
            continue
        for piece, piece_tag in _pieces(word, tag, counted):
            pieces.append((at, piece, piece_tag))
            at += len(piece)
        counted = _counts(word)
    return pieces


@lru_cache(maxsize=1 << 14)
def _pieces(word: str, tag: str, counted: bool) -> tuple[tuple[str, str], ...]:
    """The word as it should be cut; ``counted`` says that a number stands right before it."""
    if len(word) == 1:
        return ((word, tag),)
    return tuple(_split(word, tag, counted))


def _split(word: str, tag: str, counted: bool) -> Iterator[tuple[str, str]]:
    lexicon = _lexicon()
    if counted and (size := _measure_at(word, 0)):
        if size == len(word):
            yield word, "q"
        else:
            yield word[:size], "q"
            yield from _tagged(word[size:])
        return
    for asking in _ASKING:
        if word.startswith(asking) and tag in ("m", "n") and len(word) > len(asking):
            yield asking, "m"
            yield from _split(word[len(asking) :], "n", counted=True)
            return
    if not _known(word) and (swallowed := _SWALLOWED.search(word)):
        yield from _tagged(word[: swallowed.start()])
        yield from _split(word[swallowed.start() :], "m", counted=False)
        return
    if word in lexicon.two:
        yield from ((word[0], "n"), *_tagged(word[1:]))
    elif word.isascii() or word[0] in _NUMERAL or _known(word):
        yield word, tag
    elif word[0] in lexicon.leading:
        yield from (*_tagged(word[0]), *_tagged(word[1:]))
    elif word[-1] in lexicon.trailing:
        yield from (*_tagged(word[:-1]), *_tagged(word[-1]))
    else:
        yield word, tag


def _measure_at(word: str, at: int) -> int:
    """The length of the longest measure word that ``word`` has at ``at``, 0 where there is none."""
    lexicon = _lexicon()
    if word[at:].startswith(tuple(lexicon.whole)):
        return 0
    return next(
        (n for n in range(min(4, len(word) - at), 0, -1) if word[at : at + n] in lexicon.measures),
        0,
    )


def _known(word: str) -> bool:
    import rjieba

    return bool(rjieba.has_word(word))


def _tagged(word: str) -> list[tuple[str, str]]:
    import rjieba

    found: list[tuple[str, str]] = rjieba.tag(word)
    return [piece for first, tag in found for piece in _pieces(first, tag, counted=False)]


def _given(text: str, words: Sequence[tuple[int, int]]) -> list[_Piece]:
    """The given cut with tags: those of the same cut of the text, else of the word by itself."""
    simple = plain(text)
    tags = {(start, word): tag for start, word, tag in _cut(text)}
    return [
        (start, word, tags.get((start, word)) or _tag_alone(word))
        for start, word in ((start, simple[start:end]) for start, end in words)
    ]


@lru_cache(maxsize=1 << 14)
def _tag_alone(word: str) -> str:
    """The tag of a word without context; a phrase is what its last word is."""
    found = _tagged(word)
    return found[-1][1] if found else "x"


@lru_cache(maxsize=1 << 14)
def _counts(word: str) -> bool:
    """Whether a measure word may follow: a number in digits, a numeral, an asking word."""
    return word[-1] in _COUNTING or word.endswith(_ASKING)


@lru_cache(maxsize=1 << 16)
def _tag(word: str, tag: str, before: str, after: str) -> str:
    """The tag in its place: rjieba's, but for numbers, measure words and verbs that it misses."""
    lexicon = _lexicon()
    if _NUMBER.fullmatch(word):
        return "m"
    if word in lexicon.measures and before and _counts(before):
        return "q"
    if tag == "p" and word in lexicon.verb:
        return "v" if after in lexicon.verb_follower or _NUMBER.fullmatch(after) else "p"
    if tag == "m" and not _NUMERAL.intersection(word) and word not in _UNCOUNTED:
        return "q" if word in lexicon.measures else "n"
    return tag
