"""AddSub.json and Math23K_AddSub.json as the paper's authors publish them.

A list of objects: ``iIndex``, ``lEquations``, ``lSolutions``, ``sQuestion`` (words separated by
spaces), here and there ``lSigns`` ("plus minus zero …" for the numbers and x in text order). The
Chinese file has ``original_text`` too, and plain strings where the English one has lists of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quantity_tagger.datasets.convert.source import (
    Source,
    index,
    number,
    objects,
    only,
    string,
    untokenise,
)
from quantity_tagger.languages.detect import detect

_SIGNS = {"plus": 1, "minus": -1, "zero": 0}


def addsub(path: Path) -> Iterator[Source]:
    """The English file."""
    yield from _read(path, "addsub")


def as_cn(path: Path) -> Iterator[Source]:
    """The Chinese file, which the paper calls AS_CN."""
    yield from _read(path, "as_cn")


def _read(path: Path, name: str) -> Iterator[Source]:
    for where, item in objects(path):
        question = string(item, "sQuestion", where)
        original = str(item.get("original_text", "")).strip()
        number_here = index(item, "iIndex", where)
        text = original or untokenise(question)
        yield Source(
            id=f"{name}-{number_here}",
            lang=detect(text) if name == "addsub" else "zh",
            text=text,
            answer=number(item.get("lSolutions")),
            equation=string(item, "lEquations", where),
            number=number_here,
            tokens=tuple(question.split()),
            signs=_annotated(item),
        )


def _annotated(item: dict[str, Any]) -> tuple[int, ...] | None:
    written = only(item.get("lSigns"))
    if not isinstance(written, str):
        return None
    words = written.split()
    return tuple(_SIGNS[word] for word in words) if set(words) <= _SIGNS.keys() else None
