"""MAWPS as its repository publishes it, and the two layouts that its mirrors use.

The official JSON has ``iIndex``, ``sQuestion``, ``lEquations``, ``lSolutions``; a mirror follows
Math23K (``id``, ``original_text``, ``segmented_text``, ``equation``, ``ans``); another, in JSON or
CSV, replaces the numbers (``Question`` with N_00 or number0, ``Numbers``, ``Equation``,
``Answer``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from quantity_tagger.datasets.convert.source import (
    Source,
    number,
    rows,
    string,
    untokenise,
)
from quantity_tagger.errors import DataError
from quantity_tagger.languages.detect import detect

_PLACE = re.compile(r"\b(?:N_|number)(\d{1,3})\b")
_OPERATORS = frozenset("+-*/^")


def mawps(path: Path) -> Iterator[Source]:
    """A MAWPS file, its layout told by its field names."""
    yield from _read(path, "mawps")


def math23k(path: Path) -> Iterator[Source]:
    """Math23K itself, whose layout one of the mirrors took over."""
    yield from _read(path, "math23k")


def _read(path: Path, name: str) -> Iterator[Source]:
    for position, (where, item) in enumerate(rows(path), start=1):
        if "sQuestion" in item:
            yield _official(item, name, where)
        elif "original_text" in item:
            yield _like_math23k(item, name, where)
        elif "Question" in item:
            yield _with_places(item, name, position, where)
        else:
            raise DataError(
                f"{where}: neither of the fields sQuestion, original_text and Question is there"
            )


def _official(item: dict[str, Any], name: str, where: str) -> Source:
    text = untokenise(string(item, "sQuestion", where))
    return Source(
        id=f"{name}-{string(item, 'iIndex', where)}",
        lang=detect(text),
        text=text,
        answer=number(item.get("lSolutions")),
        equation=string(item, "lEquations", where),
    )


def _like_math23k(item: dict[str, Any], name: str, where: str) -> Source:
    text = string(item, "original_text", where)
    return Source(
        id=f"{name}-{string(item, 'id', where)}",
        lang=detect(text),
        text=text,
        answer=number(item.get("ans")),
        equation=string(item, "equation", where),
    )


def _with_places(item: dict[str, Any], name: str, position: int, where: str) -> Source:
    numbers = [_plain(written) for written in string(item, "Numbers", where).split()]

    def fill(template: str) -> str:
        def written(place: re.Match[str]) -> str:
            if int(place[1]) >= len(numbers):
                raise DataError(f"{where}: {place[0]} is not among the field Numbers")
            return numbers[int(place[1])]

        return _PLACE.sub(written, template)

    text = untokenise(fill(string(item, "Question", where)))
    return Source(
        id=f"{name}-{position}",
        lang=detect(text),
        text=text,
        answer=number(item.get("Answer")),
        equation=_infix(fill(string(item, "Equation", where))),
        extra=_grade(item),
    )


def _plain(written: str) -> str:
    """People write 8 where the file has 8.0."""
    return re.sub(r"\.0*$", "", written)


def _infix(equation: str) -> str:
    """An equation in prefix order ("- 8 2") with its operators between; others as they are."""
    tokens = equation.split()
    if len(tokens) < 3 or tokens[0] not in _OPERATORS:
        return equation
    stack: list[str] = []
    for token in reversed(tokens):
        if token in _OPERATORS:
            if len(stack) < 2:
                return equation
            token = f"({stack.pop()} {token} {stack.pop()})"
        stack.append(token)
    return stack[0] if len(stack) == 1 else equation


def _grade(item: Mapping[str, Any]) -> dict[str, object]:
    return {"grade": str(item["Grade"])} if item.get("Grade") else {}
