"""Sets of words and characters of the Chinese lexicon, for modules that look them up."""

from __future__ import annotations

from quantity_tagger.languages.lexicon import load


def word_set(file: str, section: str) -> frozenset[str]:
    """The words of a section."""
    return frozenset(load("zh", file)[section])


def word_map(file: str, section: str) -> dict[str, str]:
    """Each word of a line with the first word of that line."""
    lines = [line.split() for line in load("zh", file)[section]]
    return {word: line[0] for line in lines for word in line}


def character_set(file: str, section: str) -> frozenset[str]:
    """The characters of all lines of a section."""
    return frozenset("".join(load("zh", file)[section]))
