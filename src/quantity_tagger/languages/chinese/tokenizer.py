"""Chinese words and their tags, by rjieba, with its guesses put right where a rule can tell.

The dictionary words are taken as they come. What the segmenter *guesses* (words in no dictionary)
often swallows a function word at an end (班有, 比小明); such guesses are cut. After a number the
measure word stands alone (3|本|书, though 本书 is a word elsewhere), and so does an asking 几.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from quantity_tagger.languages.chinese.vocabulary import word_set
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Columns, Document, Token
from quantity_tagger.problem.segments import segmented
from quantity_tagger.support.cache import BoundedCache, remembered

# Full-width forms to their plain ones, one character for one, so that offsets hold.
_RANGES: Final = (("０", 10), ("Ａ", 26), ("ａ", 26))
_PLAIN: Final = {
    **{ord(first) + n: ord(first) - 0xFEE0 + n for first, size in _RANGES for n in range(size)},
    **dict(zip(map(ord, "．／％（）－−＝＋"), map(ord, "./%()--=+"), strict=True)),
}
#: Stops as another keyboard writes them; those between digits are part of a number or a time.
_STOPS: Final = dict(zip(",;:?!", "，；：？！", strict=True))
_STOP: Final = re.compile(r"[,;:](?![0-9])|(?<![0-9])[,;:]|[?!]")
_QUOTES: Final = re.compile('"([^"\n]*)"')
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")  # half a character, which no encoding holds
_NUMBER: Final = re.compile(r"[0-9][0-9.,]*%?")
_NUMERAL: Final = frozenset("零〇一二两三四五六七八九十百千万亿半几第")
_COUNTING: Final = frozenset("0123456789零〇一二两三四五六七八九十百千万亿半")
_ASKING: Final = ("多少", "几")
_SWALLOWED: Final = re.compile("(?<=.)(?:多少|几)")
_LONGEST_GUESS: Final = 20  # what is longer is no word that swallowed another
_INDEFINITE: Final = word_set("word_groups", "indefinite")


def plain(text: str) -> str:
    """The text with full-width digits, letters and signs made plain and Chinese stops and quotes;
    offsets stay as they were.
    """
    text = _QUOTES.sub(r"“\1”", text.translate(_PLAIN))
    return _STOP.sub(lambda stop: _STOPS[stop[0]], text)


@cache
def measures() -> frozenset[str]:
    """Every measure word, of whatever kind."""
    kinds = load("zh", "measures")
    return frozenset(
        word for kind, found in kinds.items() if kind not in ("ladder", "label") for word in found
    )


class ChineseAnnotator:
    """Tokens with ICTCLAS tags; the lemma is the word in normal form (NFKC, lower case)."""

    def annotate(self, text: str, words: Sequence[tuple[int, int]] | None = None) -> list[Token]:
        """The tokens of ``text`` in order; ``words`` are character offsets of a given cut."""
        tokens = cut(text)
        if words is None:
            return tokens
        found = {(token.start, token.end): token for token in tokens}
        return [found.get((i, j)) or _alone(text[i:j], i, j) for i, j in words]


def annotate_all(texts: Sequence[tuple[str, Sequence[tuple[int, int]] | None]]) -> list[Document]:
    """The documents of texts, each with the character offsets of a given cut, or None."""
    return [segmented(text, "zh", columns(text, words)) for text, words in texts]


def columns(text: str, words: Sequence[tuple[int, int]] | None = None) -> Columns:
    """The tokens of ``text`` in columns; ``words`` are character offsets of a given cut."""
    return Columns.of(ChineseAnnotator().annotate(text, words))


class _Word(NamedTuple):
    """A word as rjieba should have cut and tagged it."""

    text: str
    tag: str
    lemma: str


class _Lexicon(NamedTuple):
    leading: frozenset[str]
    trailing: frozenset[str]
    two: frozenset[str]
    verb: frozenset[str]
    verb_follower: frozenset[str]
    noun: frozenset[str]
    whole: tuple[str, ...]


@cache
def _lexicon() -> _Lexicon:
    words = load("zh", "words")
    return _Lexicon(
        leading=frozenset(words["leading"]),
        trailing=frozenset(words["trailing"]),
        two=frozenset(words["two"]),
        verb=frozenset(words["verb"]),
        verb_follower=frozenset(words["verb follower"]),
        noun=frozenset(words["noun"]),
        whole=words["whole"],
    )


def cut(text: str, start: int = 0, end: int | None = None, *, counted: bool = False) -> list[Token]:
    """The tokens of ``text[start:end]``; ``counted`` says that a number stands right before."""
    import rjieba  # a dictionary of some megabytes: loaded for Chinese text only

    tokens: list[Token] = []
    at = start
    before = ""  # the word before where it may turn out to be a verb
    for piece, piece_tag in rjieba.tag(_SURROGATE.sub("\ufffd", plain(text[start:end]))):
        if piece.isspace():
            at += len(piece)
            continue
        for word, tag, lemma in _WORDS[piece, piece_tag, counted]:
            if before and _makes_verb(before, word):
                tokens[-1] = tokens[-1]._replace(tag="v")
            before = word if tag == "p" else ""
            after = at + len(word)
            tokens.append(Token(text[at:after], at, after, tag, lemma))
            at = after
        counted = piece[-1] in _COUNTING or piece.endswith(_ASKING)
    return tokens


def _makes_verb(preposition: str, after: str) -> bool:
    """Whether what follows shows that a word tagged as a preposition is a verb (用了, 用去5元)."""
    lexicon = _lexicon()
    return preposition in lexicon.verb and (
        after in lexicon.verb_follower or _NUMBER.fullmatch(after) is not None
    )


def _words(given: tuple[str, str, bool]) -> tuple[_Word, ...]:
    """The words in what rjieba gave as one with a tag, and whether a number stands before it."""
    piece, tag, counted = given
    return tuple(
        _Word(
            word,
            _tag(word, found, counted and not index),
            unicodedata.normalize("NFKC", word).lower(),
        )
        for index, (word, found) in enumerate(_split(piece, tag, counted))
    )


_WORDS: Final = BoundedCache(_words)


def _tag(word: str, tag: str, counted: bool) -> str:
    if _NUMBER.fullmatch(word):
        return "m"
    if counted and word in measures():
        return "q"
    if word in _lexicon().noun:
        return "n"
    if tag == "m" and not _NUMERAL.intersection(word) and word not in _INDEFINITE:
        return "q" if word in measures() else "n"
    return tag


def _split(word: str, tag: str, counted: bool) -> Iterator[tuple[str, str]]:
    lexicon = _lexicon()
    if len(word) == 1 or len(word) > _LONGEST_GUESS or word.isascii():
        yield word, tag
    elif counted and (size := _measure_length(word)):
        yield word[:size], "q"
        yield from _tagged(word[size:])
    elif (
        word.startswith(_ASKING)
        and word not in _ASKING
        and (tag in ("m", "n") or word[1:] in measures())  # 几幅 is an adverb in the dictionary
    ):
        size = len(_ASKING[0] if word.startswith(_ASKING[0]) else _ASKING[1])
        yield word[:size], "m"
        rest = word[size:]
        yield from ([(rest, "q")] if rest in measures() else _split(rest, "n", counted=True))
    elif word.startswith("第几"):  # asks which one
        yield word[0], "m"
        yield from _split(word[1:], "m", counted)
    elif len(word) == 2 and word[0] in _COUNTING and word[1] in "多少加减":
        yield word[0], "m"
        yield from _tagged(word[1])
    elif word in lexicon.two:
        yield word[0], "n"
        yield from _tagged(word[1:])
    elif word[0] in _NUMERAL or (known(word) and not word.endswith(_ASKING[0], 1)):
        yield word, tag
    elif swallowed := _SWALLOWED.search(word):
        yield from _tagged(word[: swallowed.start()])
        yield from _split(word[swallowed.start() :], "m", counted=False)
    elif (inner := word.find("比", 1)) > 0:
        yield from _tagged(word[:inner])
        yield "比", "p"
        yield from _tagged(word[inner + 1 :])
    elif word[0] in lexicon.leading:
        yield from _tagged(word[0])
        yield from _tagged(word[1:])
    elif word[-1] in lexicon.trailing:
        yield from _tagged(word[:-1])
        yield from _tagged(word[-1])
    else:
        yield word, tag


def _measure_length(word: str) -> int:
    """The length of the longest measure word that ``word`` begins with, 0 where there is none."""
    if word.startswith(_lexicon().whole):
        return 0
    return next((n for n in range(min(4, len(word)), 0, -1) if word[:n] in measures()), 0)


def known(word: str) -> bool:
    """Whether a dictionary holds the word, so that the segmenter does not guess it."""
    import rjieba

    return bool(rjieba.has_word(word))


def _tagged(text: str) -> list[tuple[str, str]]:
    """A shorter piece of text, cut and tagged again."""
    import rjieba

    return [found for word, tag in rjieba.tag(text) for found in _split(word, tag, counted=False)]


def _alone(word: str, start: int, end: int) -> Token:
    """A word of a given cut that rjieba cuts otherwise: a phrase is what its last word is."""
    lemma = unicodedata.normalize("NFKC", word).lower()
    return Token(word, start, end, _tag_alone(_SURROGATE.sub("\ufffd", plain(word))), lemma)


@remembered
def _tag_alone(word: str) -> str:
    found = _tagged(word)
    return _tag(word, found[-1][1], counted=False) if found else "x"
