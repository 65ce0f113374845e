"""CSV, in and out: a header, then a record a row, which may span lines inside quotes.

A record that cannot be right (a quote that never closes, a field too many) is kept with its error,
and reading goes on with the very next line: one stray quote does not swallow the rows below it.
"""

from __future__ import annotations

import csv
import json
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from quantity_tagger.batch.chunk import CHUNK_BYTES, CHUNK_ROWS, Chunk, Position, Tally, tally_of
from quantity_tagger.batch.job import STANDARD, Job, Solve, no_column
from quantity_tagger.batch.lines import BYTE_ORDER_MARK, Line, lines, opened, size_of
from quantity_tagger.batch.results import Asked, fields, kept_names, results
from quantity_tagger.datasets.jsonl import LONGEST_LINE
from quantity_tagger.errors import DataError

ENDINGS = (".csv",)
STREAMS = True

LONGEST_RECORD = 1 << 20
"""Characters of a record over several lines; a quote still open by then was never closed."""

RETRIED_LINES = 50
"""Lines of a record that begins among lines which were taken for a part of another: each of them
may seem to open a quote, and would be read to the end of the file again.
"""

UNCLOSED = "A quote opens in this line and does not close: double it, or close it."


class Record(NamedTuple):
    """The fields of a row, what is wrong with it, the number of its first line, where it ends."""

    cells: list[str]
    fault: str
    line: int
    after: Position
    size: int


def chunks(job: Job, start: Position) -> Iterator[Chunk]:
    """The rows from ``start`` on; a payload has the header (in the first alone) and the records."""
    # The module's default of 131,072 characters a field is for nobody's good here.
    csv.field_size_limit(LONGEST_LINE)
    with opened(job.source) as file:
        marked = job.source != STANDARD and file.read(3) == BYTE_ORDER_MARK
        if job.source != STANDARD:
            file.seek(0)
        first = next(_records(lines(file, Position()), None), None)
        if first is None:
            return
        header, ending = first
        shape: dict[str, Any] = {
            "columns": len(header.cells),
            "text": _text_column(job, header),
            "ending": "\r\n" if ending.endswith("\r\n") else "\n",
        }
        head: dict[str, Any] = {}
        if start.offset == 0:
            start = header.after
            head = {
                "header": kept_names(header.cells, job.full),
                "mark": "\ufeff" if marked else "",
            }
        if job.source != STANDARD:
            file.seek(start.offset)
        rows: list[tuple[int, list[str], str]] = []
        size = 0
        after = start
        for record, _ in _records(lines(file, start), len(header.cells)):
            rows.append((record.line, record.cells, record.fault))
            size += record.size
            after = record.after
            if len(rows) == CHUNK_ROWS or size >= CHUNK_BYTES:
                yield _chunk(shape | head, rows, after)
                rows, size, head = [], 0, {}
        if rows or head:
            yield _chunk(shape | head, rows, after)


def answered(job: Job, payload: bytes, solve: Solve) -> tuple[bytes, Tally]:
    """Each record with its result, and before the first the header."""
    told = json.loads(payload)
    columns, place = told["columns"], told["text"]
    records = [(line, _fitted(cells, columns), fault) for line, cells, fault in told["rows"]]
    asked = [Asked(line, cells[place], fault) for line, cells, fault in records]
    found = results(asked, solve, job.full)
    rows = [
        [*cells, *_written(result)] for (_, cells, _), result in zip(records, found, strict=True)
    ]
    if "header" in told:
        rows.insert(0, [*told["header"], *fields(job.full)])
    text = told.get("mark", "") + _lines_of(rows, told["ending"])
    return text.encode(), tally_of(found)


def finish(job: Job, part: Path) -> Path:
    """Nothing is left to do."""
    return part


def total(job: Job) -> int | None:
    """The bytes of the file."""
    return size_of(job.source)


def _chunk(shape: dict[str, Any], rows: list[Any], after: Position) -> Chunk:
    return Chunk(json.dumps({**shape, "rows": rows}).encode(), after)


def _text_column(job: Job, header: Record) -> int:
    names = header.cells
    if header.fault:
        raise DataError(f"{job.source}, line {header.line}, the header: {header.fault}")
    if job.text_field not in names:
        raise no_column(job, names)
    return names.index(job.text_field)


def _fitted(cells: list[str], columns: int) -> list[str]:
    """As many cells as there are columns; what is too much stays in the last."""
    if len(cells) > columns:
        return [*cells[: columns - 1], ",".join(cells[columns - 1 :])]
    return cells + [""] * (columns - len(cells))


def _written(result: dict[str, Any]) -> list[str]:
    """Results as cells: nothing for what is not there, JSON for what is no text."""
    return [
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for value in ("" if value is None else value for value in result.values())
    ]


def _lines_of(rows: list[list[str]], ending: str) -> str:
    # The writer quotes a lone carriage return only where its own line ends have one.
    written: list[str] = []
    out = SimpleNamespace(write=lambda row: written.append(row.removesuffix("\r\n") + ending))
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return "".join(written)


def _records(stream: Iterator[Line], columns: int | None) -> Iterator[tuple[Record, str]]:
    """Records, each with its line's ending; those of another number of columns have a fault."""
    waiting: deque[Line] = deque()
    while True:
        taken: list[Line] = []
        cut = [False]
        try:
            cells = next(csv.reader(_fed(stream, waiting, taken, cut)), None)
        except csv.Error as error:
            cells, fault = [], f"The line is no CSV ({error})."
        else:
            fault = UNCLOSED if cut[0] else ""
        if not taken:
            return
        if not cells and not fault:
            continue  # a blank line
        cells = cells or []
        if not fault and columns is not None and len(cells) != columns:
            fault = f"The row has {len(cells)} fields and the header {columns}: quote commas."
        if fault and len(taken) > 1:
            # The lines below were taken for a part of this one: they get their own chance.
            waiting.extendleft(reversed(taken[1:]))
            del taken[1:]
            cells, fault = [taken[0].text], UNCLOSED
        elif fault and not cells:
            cells = [taken[0].text]
        fault = next((line.fault for line in taken if line.fault), fault)
        first, last = taken[0], taken[-1]
        size = sum(line.size for line in taken)
        yield Record(cells, fault, first.number, last.after, size), first.ending or "\n"


def _fed(
    stream: Iterator[Line], waiting: deque[Line], taken: list[Line], cut: list[bool]
) -> Iterator[str]:
    """Lines for one record, noted in ``taken``; ``cut`` tells that it was not whole at the end."""
    size = 0
    most = RETRIED_LINES if waiting else sys.maxsize
    while size <= LONGEST_RECORD and len(taken) < most:
        line = waiting.popleft() if waiting else next(stream, None)
        if line is None:
            break
        taken.append(line)
        size += len(line.text)
        yield line.text + line.ending
    cut[0] = bool(taken)
