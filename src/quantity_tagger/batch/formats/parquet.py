"""Parquet, in and out: every column stays as it is, nested ones too, and results are added.

A Parquet file cannot be taken up in its middle, since what describes it stands at its end. So the
answers are first put down one after another as Arrow messages, each with its length before it, and
become one Parquet file when all are there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quantity_tagger.batch.chunk import CHUNK_ROWS, Chunk, Position, Tally, tally_of
from quantity_tagger.batch.job import Job, Solve, no_column
from quantity_tagger.batch.results import FULL, Asked, fields, kept_names, results
from quantity_tagger.errors import DataError, MissingExtraError

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.parquet import FileMetaData, ParquetFile

ENDINGS = (".parquet", ".pq")
STREAMS = False

GROUP_ROWS = 1 << 16
GROUP_BYTES = 1 << 26
"""A row group of the output ends with whichever of the two comes first."""

LENGTH = 8
BUFFER = 1 << 20
WHOLE_COLUMN = 1 << 26
"""Bytes of a row group's column that is read at once."""

WHOLE = ".whole"
"""Ending of the Parquet file while it is made."""

FIRST_ROW = b"first_row"


def chunks(job: Job, start: Position) -> Iterator[Chunk]:
    """The rows from ``start`` on, none over a row group's end; a payload is an Arrow stream."""
    with _opened(job) as file, _readable(job):
        _text_column(job, file.schema_arrow)
        before = 0
        for group in range(file.num_row_groups):
            rows = file.metadata.row_group(group).num_rows
            if before + rows > start.offset:
                yield from _chunks_of(file, group, Position(before, before), start)
            before += rows


def _chunks_of(file: ParquetFile, group: int, at: Position, start: Position) -> Iterator[Chunk]:
    row = at.offset
    for batch in file.iter_batches(CHUNK_ROWS, row_groups=[group], use_threads=False):
        # A resumed run begins where a chunk began, so a batch lies before it or after it.
        if row >= start.offset and batch.num_rows:
            numbered = batch.schema.with_metadata(
                {**(batch.schema.metadata or {}), FIRST_ROW: str(row + 1).encode()}
            )
            after = row + batch.num_rows
            yield Chunk(_packed(batch.cast(numbered)), Position(after, after))
        row += batch.num_rows


def answered(job: Job, payload: bytes, solve: Solve) -> tuple[bytes, Tally]:
    """Rows with their results, as an Arrow stream after its length."""
    import pyarrow as pa

    with pa.ipc.open_stream(payload) as stream:
        batch = stream.read_next_batch()
    metadata = dict(batch.schema.metadata)
    first = int(metadata.pop(FIRST_ROW))
    column = batch.column(_text_column(job, batch.schema))
    asked = [_asked(job, row, value) for row, value in enumerate(column, start=first)]
    found = results(asked, solve, job.full)
    schema = _with_results(batch.schema.with_metadata(metadata), job)
    columns = [
        _column(found, field.name, field.type) for field in list(schema)[-len(fields(job.full)) :]
    ]
    body = _packed(pa.record_batch([*batch.columns, *columns], schema=schema))
    return len(body).to_bytes(LENGTH) + body, tally_of(found)


def _asked(job: Job, row: int, value: pa.Scalar[Any]) -> Asked:
    try:
        text = value.as_py()
    except UnicodeDecodeError:
        return Asked(row, "", f"The column {job.text_field} is not UTF-8 here.")
    return Asked(row, text or "", f"The column {job.text_field} is null." if text is None else "")


def finish(job: Job, part: Path) -> Path:
    """One Parquet file of all that was put down."""
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    with _opened(job) as file:
        schema = _with_results(file.schema_arrow, job)
    whole = part.with_name(part.name + WHOLE)
    with ParquetWriter(whole, schema) as writer:
        for batches in _groups(part):
            # Chunks may have dictionaries of their own: a row group has one for each column.
            writer.write_table(pa.Table.from_batches(batches, schema).unify_dictionaries())
    return whole


def total(job: Job) -> int:
    """The rows of the file."""
    with _opened(job) as file:
        return int(file.metadata.num_rows)


def _groups(part: Path) -> Iterator[list[pa.RecordBatch]]:
    """The batches that a file of Arrow messages holds, gathered into row groups."""
    import pyarrow as pa

    batches: list[pa.RecordBatch] = []
    rows = size = 0
    with part.open("rb") as file:
        while length := file.read(LENGTH):
            body = file.read(int.from_bytes(length))
            with pa.ipc.open_stream(body) as stream:
                batches.extend(stream)
            rows += batches[-1].num_rows
            size += len(body)
            if rows >= GROUP_ROWS or size >= GROUP_BYTES:
                yield batches
                batches, rows, size = [], 0, 0
    if batches:
        yield batches


def _opened(job: Job) -> ParquetFile:
    with _readable(job):
        from pyarrow.parquet import ParquetFile

        file = ParquetFile(job.source, pre_buffer=False)
        if _largest_column(file.metadata) <= WHOLE_COLUMN:
            return file
        # With a buffer, columns are read as they are needed, not a row group at once. But then
        # Arrow takes the memory that a page claims to need, where a file is damaged.
        file.close(force=True)
        return ParquetFile(job.source, buffer_size=BUFFER, pre_buffer=False)


def _largest_column(metadata: FileMetaData) -> int:
    """Bytes of the largest column of a row group; a damaged group may have fewer than the file."""
    groups = map(metadata.row_group, range(metadata.num_row_groups))
    return max(
        (
            group.column(column).total_compressed_size
            for group in groups
            for column in range(group.num_columns)
        ),
        default=0,
    )


@contextmanager
def _readable(job: Job) -> Iterator[None]:
    """What Arrow has to say of a file that is none of Parquet, or damaged within, as ours."""
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtraError("Parquet", "parquet") from None
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        reason = (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
        raise DataError(f"{job.source} cannot be read as Parquet ({reason}).") from None


def _text_column(job: Job, schema: pa.Schema) -> int:
    import pyarrow as pa

    places = schema.get_all_field_indices(job.text_field)
    if not places:
        raise no_column(job, schema.names)
    kind = schema.field(places[0]).type
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    if not (
        pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    ):
        raise DataError(
            f"{job.source}: the column {job.text_field} holds {kind} and must hold strings."
        )
    return int(places[0])


def _with_results(schema: pa.Schema, job: Job) -> pa.Schema:
    """The schema of the output: that of the input, clashing names made others, and the results."""
    import pyarrow as pa

    kinds = {"confidence": pa.float64(), "in_scope": pa.bool_(), "line": pa.int64()}
    kept = [
        field.with_name(name)
        for field, name in zip(schema, kept_names(schema.names, job.full), strict=True)
    ]
    added = [pa.field(name, kinds.get(name, pa.string())) for name in fields(job.full)]
    return pa.schema([*kept, *added], schema.metadata)


def _column(found: list[dict[str, Any]], name: str, kind: pa.DataType) -> pa.Array:
    import pyarrow as pa

    values = [result[name] for result in found]
    if name == FULL:
        values = [value and json.dumps(value, ensure_ascii=False) for value in values]
    return pa.array(values, kind)


def _packed(batch: pa.RecordBatch) -> bytes:
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return bytes(sink.getvalue())
