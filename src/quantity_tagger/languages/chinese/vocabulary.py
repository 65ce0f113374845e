"""Sets of words and characters of the Chinese lexicon, for modules that look them up."""

from __future__ import annotations

from quantity_tagger.languages.lexicon import load


def word_set(file: str, section: str) -> frozenset[str]:
    """The words of a section."""
    return frozenset(load("zh", file)[section])


def character_set(file: str, section: str) -> frozenset[str]:
    """The characters of all lines of a section."""
    return frozenset("".join(load("zh", file)[section]))
