"""Readable word lists, in the folder of each language; general knowledge lives there.

A lexicon file is plain text: ``#`` starts a comment, ``[name]`` starts a section, every other line
is one entry (words may be several, separated by a space).
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from quantity_tagger import languages
from quantity_tagger.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@cache
def load(language: str, name: str) -> Mapping[str, tuple[str, ...]]:
    """The sections of a language's ``lexicon/<name>.txt``, each a tuple of its entries in order."""
    return parse(languages.get(language).folder / "lexicon" / f"{name}.txt")


def parse(file: Path) -> Mapping[str, tuple[str, ...]]:
    """The sections of a lexicon file."""
    sections: dict[str, list[str]] = {}
    entries: list[str] | None = None
    try:
        lines = file.read_text("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise DataError(f"{file.name}: byte {error.start + 1} is not UTF-8.") from None
    for number, line in enumerate(lines, 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        if line.startswith("[") and line.endswith("]"):
            if line[1:-1] in sections:
                raise DataError(f"{file.name}, line {number}: the section {line} stands twice.")
            entries = sections[line[1:-1]] = []
        elif entries is None:
            raise DataError(f"{file.name}, line {number}: {line!r} stands in no section.")
        else:
            entries.append(line)
    return MappingProxyType({section: tuple(found) for section, found in sections.items()})
