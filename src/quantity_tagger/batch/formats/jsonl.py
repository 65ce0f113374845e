"""JSONL, in and out: one object a line. Blank lines are left out, all else gives a line.

A row keeps its fields and gets those of its result; what is no object is kept as ``given``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from quantity_tagger.batch.chunk import CHUNK_BYTES, CHUNK_ROWS, Chunk, Position, Tally, tally_of
from quantity_tagger.batch.job import STANDARD, Job, Solve
from quantity_tagger.batch.lines import lines, opened, size_of
from quantity_tagger.batch.results import Asked, kept_names, results
from quantity_tagger.datasets.jsonl import parse_object
from quantity_tagger.errors import DataError

ENDINGS = (".jsonl", ".ndjson")
STREAMS = True

GIVEN = "given"
"""The field that keeps a line which is no object."""

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def chunks(job: Job, start: Position) -> Iterator[Chunk]:
    """The rows from ``start`` on; a payload lists line number, text and fault of each."""
    with opened(job.source) as file:
        if job.source != STANDARD:
            file.seek(start.offset)
        rows: list[tuple[int, str, str]] = []
        size = 0
        for line in lines(file, start):
            size += line.size
            if line.text.strip():
                rows.append((line.number, line.text, line.fault))
            if len(rows) == CHUNK_ROWS or size >= CHUNK_BYTES:
                yield Chunk(json.dumps(rows).encode(), line.after)
                rows, size = [], 0
        if rows:
            yield Chunk(json.dumps(rows).encode(), line.after)


def answered(job: Job, payload: bytes, solve: Solve) -> tuple[bytes, Tally]:
    """Each row with its result, a line each."""
    asked, kept = [], []
    for number, line, fault in json.loads(payload):
        held, text, fault = ("", "", fault) if fault else _taken(line, job)
        asked.append(Asked(number, text, fault))
        kept.append(held or _encode({GIVEN: line}))
    found = results(asked, solve, job.full)
    body = "".join(
        f"{_joined(held, _encode(result))}\n" for held, result in zip(kept, found, strict=True)
    )
    return body.encode(), tally_of(found)


def _joined(first: str, second: str) -> str:
    """Two JSON objects as one."""
    return second if first == "{}" else f"{first[:-1]}, {second[1:]}"


def finish(job: Job, part: Path) -> Path:
    """Nothing is left to do."""
    return part


def total(job: Job) -> int | None:
    """The bytes of the file."""
    return size_of(job.source)


def _taken(line: str, job: Job) -> tuple[str, str, str]:
    """A row's own fields as JSON (empty if it is no object), its text, what is wrong with it."""
    try:
        entry = parse_object(line, f"the field {job.text_field}")
        names = kept_names(list(entry), job.full)
        held = _encode(dict(zip(names, entry.values(), strict=True)))
    except DataError as error:
        return "", "", f"{str(error)[0].upper()}{str(error)[1:]}."
    except ValueError:  # 1e999, which Python reads as infinite and JSON cannot say
        return "", "", "A number in it is too large."
    if job.text_field not in entry:
        return held, "", f"The field {job.text_field} is missing."
    text = entry[job.text_field]
    if not isinstance(text, str):
        return held, "", f"The field {job.text_field} must be a string."
    return held, text, ""
