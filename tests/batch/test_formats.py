"""What is put into a file comes out of it, whatever it is: properties of the formats."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity_tagger.batch import Job, formats
from quantity_tagger.batch.chunk import Chunk, Position
from quantity_tagger.batch.engines import ray as cluster
from quantity_tagger.batch.formats import csv as delimited
from quantity_tagger.batch.formats import jsonl as json_lines
from quantity_tagger.batch.formats import parquet
from quantity_tagger.batch.job import format_of
from quantity_tagger.batch.results import FIELDS, kept_names
from quantity_tagger.errors import MissingExtraError, QuantityTaggerError, ReadingError
from quantity_tagger.solution.solution import Solution


def unread(texts: list[str]) -> list[Solution | ReadingError]:
    """Solving is not what is looked at here."""
    return [ReadingError("not solved") for _ in texts]


def job_on(folder: Path, content: bytes, name: str) -> Job:
    source = folder / f"in.{name}"
    source.write_bytes(content)
    return Job(str(source), "-", name)


def solved(job: Job) -> str:
    body = b"".join(job.module.answered(job, one.payload, unread)[0] for one in all_of(job))
    return body.decode()


def all_of(job: Job) -> list[Chunk]:
    return list(job.module.chunks(job, Position()))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("formats")


cells = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ['"', '""', ",", "\n", "\r\n", "\r", '"\n', ",\n,", " ", "\ufeff", "\u2028"]
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | cells,
    lambda some: st.lists(some, max_size=3) | st.dictionaries(cells, some, max_size=3),
    max_leaves=6,
)  # fmt: skip


@given(rows=st.lists(st.tuples(cells, cells), max_size=8), ending=st.sampled_from(["\n", "\r\n"]))
def test_csv_rows_come_back_as_they_were(
    folder: Path, rows: list[tuple[str, str]], ending: str
) -> None:
    content = io.StringIO(newline="")
    csv.writer(content, quoting=csv.QUOTE_ALL, lineterminator=ending).writerows(
        [("text", "note"), *rows]
    )
    written = solved(job_on(folder, content.getvalue().encode(), "csv"))
    header, *found = csv.reader(io.StringIO(written, newline=""))
    assert header == ["text", "note", *FIELDS]
    assert [tuple(row[:2]) for row in found] == rows
    assert {row[-2] for row in found} <= {"not solved"}


@given(content=st.binary(max_size=200) | st.text('a,"\n\r ', max_size=60).map(str.encode))
def test_no_bytes_are_too_wild_for_csv(folder: Path, content: bytes) -> None:
    job = job_on(folder, b"text,id\n" + content, "csv")
    rows = list(csv.reader(io.StringIO(solved(job), newline="")))
    assert {len(row) for row in rows} == {2 + len(FIELDS)}
    numbers = [int(row[-1]) for row in rows[1:]]
    assert numbers == sorted(set(numbers))


@given(rows=st.lists(st.dictionaries(cells, json_values, max_size=4), max_size=6))
def test_json_rows_come_back_as_they_were(folder: Path, rows: list[dict[str, object]]) -> None:
    content = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    found = [json.loads(line) for line in solved(job_on(folder, content, "jsonl")).split("\n")[:-1]]
    assert len(found) == len(rows)
    for row, result in zip(rows, found, strict=True):
        names = kept_names(list(row), False)
        assert [result[name] for name in names] == list(row.values())


@given(content=st.binary(max_size=300) | st.text('{}[]":,text1\n\r ', max_size=80).map(str.encode))
def test_no_bytes_are_too_wild_for_json_lines(folder: Path, content: bytes) -> None:
    found = [json.loads(line) for line in solved(job_on(folder, content, "jsonl")).split("\n")[:-1]]
    marked = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    full = [
        number
        for number, line in enumerate(marked, start=1)
        if line.decode("utf-8", "backslashreplace").strip()
    ]
    assert [row["line"] for row in found] == full
    assert all(row["error"] for row in found)


@given(
    names=st.lists(st.sampled_from([*FIELDS, "given_answer", "text", "id"]), unique=True),
    full=st.booleans(),
)
def test_no_two_fields_of_a_row_have_one_name(names: list[str], full: bool) -> None:
    kept = kept_names(names, full)
    assert len({*kept, *FIELDS}) == len(names) + len(FIELDS)


@pytest.mark.parametrize("module", [json_lines, delimited])
def test_reading_goes_on_at_the_end_of_any_chunk(
    tmp_path: Path, module: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "csv" if module is delimited else "jsonl"
    rows = "".join(f'"{n}\nand, more",{n}\r\n' for n in range(20))
    if name == "jsonl":
        rows = "".join(json.dumps({"text": str(n)}) + "\n\n" for n in range(20))
    content = f"\ufefftext,id\r\n{rows}" if name == "csv" else rows
    job = job_on(tmp_path, content.encode(), name)
    monkeypatch.setattr(module, "CHUNK_ROWS", 3)
    whole = all_of(job)
    assert len(whole) == 7
    for place, chunk in enumerate(whole[:-1], start=1):
        assert list(job.module.chunks(job, chunk.after)) == whole[place:]


def test_long_rows_end_a_chunk_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "CHUNK_BYTES", 1000)
    job = job_on(tmp_path, b'{"text": "%s"}\n' % (b"x" * 400) * 9, "jsonl")
    assert [len(json.loads(chunk.payload)) for chunk in all_of(job)] == [3, 3, 3]


def test_formats_are_told_by_endings() -> None:
    assert format_of("a.JSONL", "b.ndjson") == "jsonl"
    assert format_of("-", "b.csv") == format_of("b.csv", "-") == "csv"
    assert format_of("-", "-") == "jsonl"
    assert format_of("a.txt", "b.out", "parquet") == "parquet"
    with pytest.raises(QuantityTaggerError, match="same ending"):
        format_of("a.csv", "b.jsonl")


def test_a_format_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shouts.py").write_text('ENDINGS = (".shout",)\nSTREAMS = False\n')
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    assert formats.names() == ["csv", "jsonl", "parquet", "shouts"]
    assert format_of("a.shout", "-") == "shouts"
    with pytest.raises(QuantityTaggerError, match="The format shouts cannot be streamed"):
        Job("a.shout", "-", "shouts").check()


def test_an_extra_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job = job_on(tmp_path, b"", "parquet")
    for name in ("pyarrow", "ray", "ray.data"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=r"quantity-tagger\[parquet\]"):
        parquet.total(job)
    with pytest.raises(MissingExtraError, match=r"quantity-tagger\[ray\]"):
        cluster.check(job, None)
