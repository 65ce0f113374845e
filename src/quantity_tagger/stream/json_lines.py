"""JSONL, in and out: one object a line. Blank lines are left out, all else gives a line.

A row keeps its fields and gets those of its result; what is no object is kept as ``given``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from quantity_tagger.datasets.jsonl import parse_object
from quantity_tagger.errors import DataError
from quantity_tagger.stream.chunk import CHUNK_BYTES, CHUNK_ROWS, Chunk, Position, Tally, tally_of
from quantity_tagger.stream.job import STANDARD, Job, Solve
from quantity_tagger.stream.lines import lines, opened
from quantity_tagger.stream.results import Asked, kept_names, results

GIVEN = "given"
"""The field that keeps a line which is no object."""


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
        text = ""
        if not fault:
            try:
                held, text = _held(line, job)
            except DataError as error:
                fault = f"{str(error)[0].upper()}{str(error)[1:]}."
        if fault:
            held = json.dumps({GIVEN: line}, ensure_ascii=False)
        asked.append(Asked(number, text, fault))
        kept.append(held)
    found = results(asked, solve, job.full)
    body = "".join(
        f"{held[:-1]}, {json.dumps(result, ensure_ascii=False)[1:]}\n"
        for held, result in zip(kept, found, strict=True)
    )
    return body.encode(), tally_of(found)


def finish(job: Job, part: Path) -> Path:
    """Nothing is left to do."""
    return part


def total(job: Job) -> int:
    """The bytes of the file."""
    return Path(job.source).stat().st_size


def _held(line: str, job: Job) -> tuple[str, str]:
    """A row's own fields as JSON, and its text."""
    entry = parse_object(line, f"the field {job.text_field}")
    if job.text_field not in entry:
        raise DataError(f"the field {job.text_field} is missing")
    text = entry[job.text_field]
    if not isinstance(text, str):
        raise DataError(f"the field {job.text_field} must be a string")
    names = kept_names(list(entry), job.full)
    try:
        held = json.dumps(
            dict(zip(names, entry.values(), strict=True)), ensure_ascii=False, allow_nan=False
        )
    except ValueError:  # 1e999, which Python reads as infinite
        raise DataError("a number in it is too large") from None
    return held, text
