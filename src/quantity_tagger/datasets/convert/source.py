"""A problem as a converter reads it from a published file, before signs are found."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from quantity_tagger.datasets.jsonl import check_characters
from quantity_tagger.datasets.values import parse_value
from quantity_tagger.errors import DataError
from quantity_tagger.problem.document import Language


@dataclass(frozen=True, slots=True)
class Source:
    """What a file says about one problem; ``answer`` is None where it gives no single number."""

    id: str
    lang: Language
    text: str
    answer: Fraction | None
    equation: str | None = None
    number: int | None = None  # as fold lists name the problem
    tokens: tuple[str, ...] | None = None
    signs: tuple[int, ...] | None = None  # as annotated, a sign for x perhaps among them
    extra: Mapping[str, object] = field(default_factory=dict)


def objects(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a JSON file with a name for each: a list, or one object after another."""
    text = read_text(path)
    decoder = json.JSONDecoder()
    position, items = 0, []
    try:
        while position < len(text):
            item, position = decoder.raw_decode(text, position)
            items.append(item)
            while position < len(text) and text[position].isspace():
                position += 1
    except json.JSONDecodeError as error:
        raise DataError(f"{path}, line {error.lineno}: no valid JSON ({error.msg})") from None
    except (RecursionError, ValueError):
        raise DataError(f"{path}: no valid JSON (nested too deeply or too large)") from None
    if len(items) == 1 and isinstance(items[0], list):
        items = items[0]
    for number, item in enumerate(items, start=1):
        where = f"{path}, problem {number}"
        if not isinstance(item, dict):
            raise DataError(f"{where}: an object is needed")
        try:
            check_characters(item)
        except DataError as error:
            raise DataError(f"{where}: {error}") from None
        yield where, item


def rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a CSV file with a header, or the objects of a JSON file."""
    if path.suffix.lower() != ".csv":
        yield from objects(path)
        return
    try:
        for number, row in enumerate(csv.DictReader(io.StringIO(read_text(path))), start=2):
            yield f"{path}, line {number}", {k: v for k, v in row.items() if k is not None}
    except csv.Error as error:
        raise DataError(f"{path}: no valid CSV ({error})") from None


def read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig").strip()
    except OSError as error:
        raise DataError(f"{path} cannot be opened ({error.strerror})") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: byte {error.start + 1} is not UTF-8") from None


def string(item: Mapping[str, Any], name: str, where: str) -> str:
    """A field that must be there; where the authors wrap it in a list, its only entry."""
    if name not in item:
        raise DataError(f"{where}: the field {name} is missing")
    value = only(item[name])
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise DataError(f"{where}: the field {name} must be a string")
    return str(value).strip()


def only(value: object) -> object:
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def index(item: Mapping[str, Any], name: str, where: str) -> int:
    written = string(item, name, where)
    if not re.fullmatch(r"\d{1,9}", written):
        raise DataError(f"{where}: the field {name} must be a whole number")
    return int(written)


def number(value: object) -> Fraction | None:
    """An answer as a file gives it: a number, a numeral, either as the only entry of a list."""
    value = only(value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return parse_value(str(value).replace(",", ""))


_NO_SPACE_BEFORE = re.compile(
    r"\s+([.,?!;:%)\]}’”]|n't\b|'(?:s|re|ve|ll|d|m)\b|'(?=\s|$))", re.IGNORECASE
)
_NO_SPACE_AFTER = re.compile(r"([($\[{“])\s+")


def untokenise(text: str) -> str:
    """English words separated by spaces, set as people write them."""
    return _NO_SPACE_AFTER.sub(r"\1", _NO_SPACE_BEFORE.sub(r"\1", text))
