"""Readable word lists, in the folder of each language; general knowledge lives there.

A lexicon file is plain text: ``#`` starts a comment, ``[name]`` starts a section, every other line
is one entry (words may be several, separated by a space).
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from quantity_tagger.languages import folder

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def load(language: str, name: str) -> Mapping[str, tuple[str, ...]]:
    """The sections of a language's ``lexicon/<name>.txt``, each a tuple of its entries in order."""
    text = folder(language).joinpath("lexicon", f"{name}.txt").read_text("utf-8")
    sections: dict[str, list[str]] = {}
    entries: list[str] = []
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        if line.startswith("[") and line.endswith("]"):
            entries = sections.setdefault(line[1:-1], [])
        else:
            entries.append(line)
    return MappingProxyType({section: tuple(found) for section, found in sections.items()})
