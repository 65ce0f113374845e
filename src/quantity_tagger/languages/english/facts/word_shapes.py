"""What an English word is by itself, whatever stands beside it; worked out once for each word."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.words import words as load_words
from quantity_tagger.languages.english.lemmas import lemmatise
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.support.cache import BoundedCache

#: A shape is any of these, added up.
LOWER: Final = 1
CAPITAL: Final = 2
PLURAL: Final = 4  # can be nothing else
NAME: Final = 8  # of a person
TELLS: Final = 16  # can be a verb, after those who are counted
KINDS: Final = 32  # a plural of which we know what it is a kind of
LABEL: Final = 64  # before a number that only names: "room" 204
HALF: Final = 128  # of the day: "a.m."

#: Plurals that can be nothing else.
_PLURALS: Final = word_set("noun_groups", "irregular plural")
_HALVES: Final = frozenset(["a.m.", "p.m.", "am", "pm", "a.m", "p.m", "o'clock"])


def shape_of(word: str) -> int:
    """The shape of a word as it is written."""
    return _SHAPES[word]


def _shape(word: str) -> int:
    words = load_words()
    shape = 0
    plain = word.lower()
    if word[0].isupper():
        shape |= CAPITAL
        if plain in words.genders:
            shape |= NAME
    if word.islower():
        shape |= LOWER
        if lemmatise(word, "VBD") in words.verbs and words.kinds.get(word, "count") == "count":
            shape |= TELLS
    if word in _PLURALS:
        shape |= PLURAL
    singular = lemmatise(word, "NNS")
    if singular in words.kinds_of and singular != plain:
        shape |= KINDS
    if plain in words.labels:
        shape |= LABEL
    if plain in _HALVES:
        shape |= HALF
    return shape


_SHAPES: Final = BoundedCache(_shape)
