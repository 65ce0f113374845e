"""Sets of words of the English lexicon, for modules that look words up in them."""

from __future__ import annotations

from quantity_tagger.languages.lexicon import load


def word_set(file: str, section: str) -> frozenset[str]:
    """The words of a section."""
    return frozenset(load("en", file)[section])


def word_map(file: str, section: str) -> dict[str, str]:
    """Each word of a line with the first word of that line."""
    lines = [line.split() for line in load("en", file)[section]]
    return {word: line[0] for line in lines for word in line}
