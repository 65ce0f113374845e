"""The JSONL format, in and out: one object a line, UTF-8, every error with its line and field."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from quantity_tagger import languages
from quantity_tagger.datasets.check import check
from quantity_tagger.datasets.record import GoldQuantity, Record
from quantity_tagger.datasets.values import (
    LONGEST_NUMERAL,
    parse_answer,
    parse_value,
)
from quantity_tagger.errors import DataError
from quantity_tagger.problem.document import Language
from quantity_tagger.problem.notation import write_value
from quantity_tagger.support.files import atomic_write

# A line is held in memory whole; longer ones are surely not one word problem.
LONGEST_LINE = 16 * 1024 * 1024

_FIELDS = frozenset(
    ("id", "lang", "text", "answer", "equation", "quantities", "signs", "fold", "tokens", "pos")
)
_QUANTITY_FIELDS = frozenset(("text", "value", "start", "end"))


# --- in ------------------------------------------------------------------------------------------


def load(path: str | os.PathLike[str], *, strict: bool = False) -> list[Record]:
    """All records of a JSONL file; ``strict`` refuses one that `check` finds fault with."""
    return list(iterate(path, strict=strict))


def iterate(path: str | os.PathLike[str], *, strict: bool = False) -> Iterator[Record]:
    """The records of a JSONL file one after another, the file open meanwhile."""
    for number, record in numbered(Path(path)):
        if strict and (faults := check(record)):
            raise DataError(f"{path}, line {number}: {faults[0]}")
        yield record


def faults(path: str | os.PathLike[str]) -> Iterator[tuple[int, Record, str]]:
    """Line number, record and sentence of everything that `check` finds in a file."""
    for number, record in numbered(Path(path)):
        for sentence in check(record):
            yield number, record, sentence


def parse(line: str) -> Record:
    """The record that one line of JSON holds; a `DataError` names the field that is wrong."""
    return _record(parse_object(line, "the fields text and answer"))


def parse_object(line: str, needed: str) -> dict[str, Any]:
    """The JSON object that a line holds; ``needed`` is what a `DataError` says it must have."""
    try:
        entry = json.loads(line, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise DataError(f"no valid JSON at column {error.colno} ({error.msg})") from None
    except RecursionError:
        raise DataError("no valid JSON (nested too deeply)") from None
    except _NotANumberError as error:
        raise DataError(f"no valid JSON ({error})") from None
    except ValueError:  # Python's own limit on the digits of a number
        raise DataError("a number in it has too many digits") from None
    if not isinstance(entry, dict):
        raise DataError(f"an object with {needed} is needed, not {_kind(entry)}")
    # JSON may spell half a character ("\ud800"), which no UTF-8 file can hold again.
    if "\\u" in line:
        check_characters(entry)
    return entry


def numbered(path: Path) -> Iterator[tuple[int, Record]]:
    """The records of a JSONL file, each with the number of its line."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise DataError(f"{path} cannot be opened ({error.strerror})") from None
    with file:
        for number, line in _lines(path, file):
            try:
                yield number, parse(line)
            except DataError as error:
                raise DataError(f"{path}, line {number}: {error}") from None


def _lines(path: Path, file: BinaryIO) -> Iterator[tuple[int, str]]:
    number = 0
    while True:
        number += 1
        try:
            raw = file.readline(LONGEST_LINE + 1)
        except OSError as error:
            raise DataError(f"{path} cannot be read ({error.strerror})") from None
        if not raw:
            return
        if len(raw) > LONGEST_LINE:
            raise DataError(
                f"{path}, line {number}: longer than {LONGEST_LINE} bytes; "
                "is this a file with one JSON object a line?"
            )
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        try:
            line = raw.decode("utf-8").strip()
        except UnicodeDecodeError as error:
            raise DataError(
                f"{path}, line {number}: byte {error.start + 1} is not UTF-8; "
                "save the file as UTF-8"
            ) from None
        if line:
            yield number, line


def _record(entry: dict[str, Any]) -> Record:
    text = _required(entry, "text")
    if not isinstance(text, str):
        _wrong("text", "a string", text)
    answer, answer_text = _value(_required(entry, "answer"), "answer", parse_answer)
    return Record(
        text=text,
        answer=answer,
        answer_text=answer_text,
        id=_optional_string(entry, "id"),
        lang=_language(entry),
        equation=_optional_string(entry, "equation"),
        quantities=_quantities(entry),
        signs=_signs(entry),
        fold=_fold(entry),
        tokens=_strings(entry, "tokens"),
        pos=_strings(entry, "pos"),
        extra={name: value for name, value in entry.items() if name not in _FIELDS},
    )


def _required(entry: dict[str, Any], name: str, where: str | None = None) -> Any:
    if name not in entry:
        raise DataError(f"the field {where or name} is missing")
    return entry[name]


def _value(
    value: object, name: str, parse: Callable[[str], Fraction | None] = parse_value
) -> tuple[Fraction, str | None]:
    """A value and how it was written; a JSON number counts as its shortest decimal."""
    if isinstance(value, str):
        exact = parse(value)
        if exact is None:
            shown = value if len(value) <= 40 else value[:40] + "…"
            raise DataError(f'the field {name} is no number ("{shown}"); write 12, 3.5 or 1/3')
        return exact, value if value != write_value(exact) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        _wrong(name, 'a number or a string such as "3.5" or "1/3"', value)
    if not math.isfinite(value) or abs(value) >= 10**LONGEST_NUMERAL:
        raise DataError(f"the field {name} is too large a number")
    return Fraction(repr(value)), None


def _optional_string(entry: dict[str, Any], name: str) -> str | None:
    value = entry.get(name)
    if value is not None and not isinstance(value, str):
        _wrong(name, "a string", value)
    return value


def _language(entry: dict[str, Any]) -> Language | None:
    value = _optional_string(entry, "lang")
    if value is None or value in languages.codes():
        return value
    known = " or ".join(f'"{code}"' for code in languages.codes())
    raise DataError(f'the field lang must be {known}, not "{value[:40]}"')


def _quantities(entry: dict[str, Any]) -> tuple[GoldQuantity, ...] | None:
    items = _optional_list(entry, "quantities")
    if items is None:
        return None
    return tuple(_quantity(item, f"quantities[{i}]") for i, item in enumerate(items))


def _quantity(item: object, name: str) -> GoldQuantity:
    if not isinstance(item, dict):
        _wrong(name, "an object", item)
    fields = {key: _required(item, key, f"{name}.{key}") for key in _QUANTITY_FIELDS}
    if not isinstance(fields["text"], str):
        _wrong(f"{name}.text", "a string", fields["text"])
    for key in ("start", "end"):
        if isinstance(fields[key], bool) or not isinstance(fields[key], int):
            _wrong(f"{name}.{key}", "a whole number", fields[key])
    value, value_text = _value(fields["value"], f"{name}.value")
    return GoldQuantity(
        text=fields["text"],
        value=value,
        start=fields["start"],
        end=fields["end"],
        value_text=value_text,
        extra={key: value for key, value in item.items() if key not in _QUANTITY_FIELDS},
    )


def _signs(entry: dict[str, Any]) -> tuple[int, ...] | None:
    items = _optional_list(entry, "signs")
    if items is None:
        return None
    for i, item in enumerate(items):
        if isinstance(item, bool) or not isinstance(item, int):
            _wrong(f"signs[{i}]", "-1, 0 or 1", item)
        if item not in (-1, 0, 1):
            raise DataError(f"the field signs[{i}] must be -1, 0 or 1, not {str(item)[:40]}")
    return tuple(items)


def _fold(entry: dict[str, Any]) -> int | None:
    value = entry.get("fold")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        _wrong("fold", "a whole number", value)
    if value < 0:
        raise DataError("the field fold must not be negative")
    return value


def _strings(entry: dict[str, Any], name: str) -> tuple[str, ...] | None:
    items = _optional_list(entry, name)
    if items is None:
        return None
    for i, item in enumerate(items):
        if not isinstance(item, str):
            _wrong(f"{name}[{i}]", "a string", item)
    return tuple(items)


def _optional_list(entry: dict[str, Any], name: str) -> list[Any] | None:
    value = entry.get(name)
    if value is not None and not isinstance(value, list):
        _wrong(name, "a list", value)
    return value


def _wrong(name: str, wanted: str, value: object) -> NoReturn:
    raise DataError(f"the field {name} must be {wanted}, not {_kind(value)}")


def _kind(value: object) -> str:
    """What JSON calls a value of this Python type."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return "a string"
    if isinstance(value, int | float):
        return "a number"
    return "a list" if isinstance(value, list) else "an object"


class _NotANumberError(ValueError):
    """NaN or Infinity, which Python's JSON allows and the format does not."""


def _no_constant(name: str) -> NoReturn:
    raise _NotANumberError(f"{name} is no number")


def check_characters(entry: dict[str, Any]) -> None:
    """Refuses an object in which half a character stands."""
    for name, value in entry.items():
        try:
            json.dumps({name: value}, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            shown = name.encode("ascii", "backslashreplace").decode("ascii")
            raise DataError(f"the field {shown} holds half a surrogate pair (\\ud800)") from None


# --- out -----------------------------------------------------------------------------------------


def save(records: Iterable[Record], path: str | os.PathLike[str]) -> int:
    """Write records to a JSONL file and return how many.

    The file appears whole or not at all: a reader never meets half of it, and a failure leaves what
    was there before.
    """
    target = Path(path)
    count = 0
    try:
        with atomic_write(target) as file:
            for record in records:
                file.write(dump(record).encode("utf-8") + b"\n")
                count += 1
    except OSError as error:
        raise DataError(f"{target} cannot be written ({error.strerror})") from None
    return count


def dump(record: Record) -> str:
    """One line of JSON without its line end; the inverse of `parse`."""
    entry: dict[str, object] = {}
    if record.id is not None:
        entry["id"] = record.id
    if record.lang is not None:
        entry["lang"] = record.lang
    entry["text"] = record.text
    entry["answer"] = record.answer_text or write_value(record.answer)
    if record.equation is not None:
        entry["equation"] = record.equation
    if record.quantities is not None:
        entry["quantities"] = [_dump_quantity(quantity) for quantity in record.quantities]
    for name in ("signs", "fold", "tokens", "pos"):
        if (value := getattr(record, name)) is not None:
            entry[name] = value
    return json.dumps(entry | dict(record.extra), ensure_ascii=False)


def _dump_quantity(quantity: GoldQuantity) -> dict[str, object]:
    return {
        "text": quantity.text,
        "value": quantity.value_text or write_value(quantity.value),
        "start": quantity.start,
        "end": quantity.end,
        **quantity.extra,
    }
