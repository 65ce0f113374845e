"""What the network sees of a word: rows of one table that are summed.

A word is known by its form, its beginning and endings, its shape (capitals, digits) and what a
dictionary says it can be, so that words never seen in a tree are read by the rest.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

_DIGITS: Final = re.compile(r"\d+")
_YEAR: Final = re.compile(r"1[5-9]\d\d|20\d\d")
_AFTER_ALL: Final = chr(sys.maxunicode)
_FRACTIONS: Final = re.compile(r"[½-⅞⅐-⅒¼-¾]")

#: Each has rows of its own in the table; the first row of each stands for what is not known.
KINDS: Final = ("word", "prefix3", "suffix2", "suffix3", "suffix4", "lexical", "shape")

#: What a dictionary says that a form can be; a form's class is the set of these, as bits.
NOUN, VERB, ADJECTIVE, ADVERB, PLURAL, THIRD, PAST, GERUND = (1 << bit for bit in range(8))
CLASSES: Final = 256

SHAPES: Final = (
    "lower", "capital", "upper", "letter", "mixed", "hyphen", "digits", "digit-word", "mark",
)  # fmt: skip


def normalise(form: str) -> str:
    """The form without what its embedding need not know: case, the kind of quote, digits."""
    lower = form.lower().replace("’", "'")
    if form.isalpha():
        return lower
    lower = _FRACTIONS.sub("0/0", lower)
    if lower == "1":
        return lower
    return _DIGITS.sub("00" if _YEAR.fullmatch(lower) else "0", lower)


def shape(form: str) -> int:
    """The index of the form's shape in `SHAPES`."""
    if form.isalpha():
        if form.islower():
            return 0
        if len(form) == 1:
            return 3
        if form.isupper():
            return 2
        return 1 if form[0].isupper() and form[1:].islower() else 4
    if any(map(str.isdigit, form)) or _FRACTIONS.search(form):
        return 7 if any(map(str.isalpha, form)) else 6
    if form[:1].isalpha():
        return 5 if form[0].islower() else 1
    return 8


class Lexicon(Mapping[str, int]):
    """Classes of forms, from sorted lists of them.

    To look up all at once would take longer than to read a problem: forms that begin alike are
    looked up together, when the first of them is asked for.
    """

    def __init__(self, classes: Mapping[int, Sequence[str]]) -> None:
        self._classes: Final = classes
        self._parts: Final[dict[str, dict[str, int]]] = {}

    def __getitem__(self, word: str) -> int:
        begins = word[:2]
        part = self._parts.get(begins)
        if part is None:
            part = {}
            for kind, words in self._classes.items():
                first = bisect_left(words, begins)
                last = bisect_left(words, begins + _AFTER_ALL, first)
                part.update(dict.fromkeys(words[first:last], kind))
            if part:
                self._parts[begins] = part
        return part[word]

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self._classes.values())

    def __len__(self) -> int:
        return sum(map(len, self._classes.values()))


class Vocabulary:
    """Numbers the features: a form becomes one row number of each kind."""

    def __init__(self, known: Mapping[str, Sequence[str]], lexicon: Mapping[str, int]) -> None:
        """``known`` has the strings of the first kinds in order; ``lexicon`` classes of forms."""
        self.known: Final = {kind: tuple(known[kind]) for kind in KINDS[:5]}
        self.lexicon: Final = lexicon
        self._rows: Final[list[dict[str, int]]] = []
        starts = []
        size = 0
        for strings in self.known.values():
            starts.append(size)
            self._rows.append({text: row for row, text in enumerate(strings, size + 1)})
            size += len(strings) + 1
        self._starts: Final = (*starts, size, size + CLASSES)
        self.size: Final = size + CLASSES + len(SHAPES)

    def rows(self, form: str) -> tuple[int, ...]:
        """One row for each kind."""
        text = normalise(form)
        words, prefixes, suffixes2, suffixes3, suffixes4 = self._rows
        starts = self._starts
        return (
            words.get(text, 0),
            prefixes.get(text[:3], starts[1]),
            suffixes2.get(text[-2:], starts[2]),
            suffixes3.get(text[-3:], starts[3]),
            suffixes4.get(text[-4:], starts[4]),
            starts[5] + self.lexical_class(text),
            starts[6] + shape(form),
        )

    def lexical_class(self, word: str) -> int:
        """What a lower-case form can be, by itself and by what it may be an inflection of."""
        found = self.lexicon.get(word, 0)
        if len(word) < 4:
            return found
        if word.endswith("s") and not word.endswith("ss"):
            stems = self._together(_stems_of_s(word))
            found |= (PLURAL if stems & NOUN else 0) | (THIRD if stems & VERB else 0)
        elif word.endswith("ed"):
            found |= PAST if self._together(_stems(word[:-2])) & VERB else 0
        elif word.endswith("ing"):
            found |= GERUND if self._together(_stems(word[:-3])) & VERB else 0
        return found

    def _together(self, stems: Iterable[str]) -> int:
        found = 0
        for stem in stems:
            found |= self.lexicon.get(stem, 0)
        return found


def _stems_of_s(word: str) -> Iterable[str]:
    """What may have got the -s: pen(s), box(es), berr(ies → y), shel(ves → f), kni(ves → fe)."""
    yield word[:-1]
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("ies"):
        yield word[:-3] + "y"
    if word.endswith("ves"):
        yield word[:-3] + "f"
        yield word[:-3] + "fe"


def _stems(stem: str) -> Iterable[str]:
    """What a verb may be that has lost -ed or -ing: walk, bak(e), drop(p), carr(i → y)."""
    yield stem
    yield stem + "e"
    if len(stem) > 2 and stem[-1] == stem[-2]:
        yield stem[:-1]
    if stem.endswith("i"):
        yield stem[:-1] + "y"
