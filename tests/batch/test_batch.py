"""Rows go in and come out in order, each with its answer or its error, in every format."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quantity_tagger import batch as stream
from quantity_tagger import cli, solver
from quantity_tagger.batch import Job, lines
from quantity_tagger.batch.formats import csv as delimited
from quantity_tagger.batch.formats import jsonl as json_lines
from quantity_tagger.batch.formats import parquet
from quantity_tagger.batch.journal import journal_of, part_of
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.generation import generate
from quantity_tagger.support.progress import pace

ENGLISH = "Ann had 9 pens and lost 4. How many pens has she left?"
CHINESE = "小红有9支铅笔,送给小明4支,还剩多少支铅笔?"
RESULTS = [
    "answer", "equation", "confidence", "in_scope", "scope", "language", "error", "line",
]  # fmt: skip


def batch(capsys: pytest.CaptureFixture[str], *argv: object) -> dict[str, Any]:
    """The summary of a run that ends well."""
    status = cli.main(["batch", *map(str, argv), "--json"])
    out, err = capsys.readouterr()
    assert status == 0, err
    summary: dict[str, Any] = json.loads(out)
    return summary


def refusal(capsys: pytest.CaptureFixture[str], *argv: object) -> str:
    """The one sentence of a run that is refused."""
    assert cli.main(["batch", *map(str, argv)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def as_jsonl(rows: list[Any]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def solved_jsonl(path: Path, content: bytes, **options: Any) -> list[dict[str, Any]]:
    source, target = path / "in.jsonl", path / "out.jsonl"
    source.write_bytes(content)
    stream.solve_file(Job(str(source), str(target), "jsonl", **options))
    return [json.loads(line) for line in target.read_text("utf-8").splitlines()]


def solved_csv(path: Path, content: bytes, **options: Any) -> list[list[str]]:
    source, target = path / "in.csv", path / "out.csv"
    source.write_bytes(content)
    stream.solve_file(Job(str(source), str(target), "csv", **options))
    return list(csv.reader(io.StringIO(target.read_bytes().decode(), newline="")))


class TestJSONL:
    def test_a_row_keeps_its_fields_and_gets_its_result(self, tmp_path: Path) -> None:
        (row,) = solved_jsonl(tmp_path, as_jsonl([{"id": 7, "text": ENGLISH, "tags": [1, {}]}]))
        assert row == {
            "id": 7,
            "text": ENGLISH,
            "tags": [1, {}],
            "answer": "5",
            "equation": "9 - 4 - x = 0",
            "confidence": round(solver.solve(ENGLISH).confidence, 6),
            "in_scope": True,
            "scope": "ok",
            "language": "en",
            "error": None,
            "line": 1,
        }

    def test_both_languages_in_one_file(self, tmp_path: Path) -> None:
        rows = solved_jsonl(tmp_path, as_jsonl([{"text": CHINESE}, {"text": ENGLISH}]))
        assert [(row["language"], row["answer"]) for row in rows] == [("zh", "5"), ("en", "5")]

    def test_out_of_scope_there_is_no_answer_and_it_is_counted_apart(self, tmp_path: Path) -> None:
        text = "There are 5 boxes with 6 pens in each box. How many pens are there in all?"
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_bytes(as_jsonl([{"text": text}, {"text": ENGLISH}]))
        summary = stream.solve_file(Job(str(source), str(target), "jsonl"))
        first = json.loads(target.read_bytes().splitlines()[0])
        assert first["answer"] is first["equation"] is None
        assert first["confidence"] == 0
        assert (first["in_scope"], first["scope"], first["error"]) == (
            False, "multiplication", None,
        )  # fmt: skip
        assert summary.tally == stream.Tally(rows=2, solved=1, out_of_scope=1, errors=0)

    def test_full_adds_what_solve_gives(self, tmp_path: Path) -> None:
        good, bad = solved_jsonl(tmp_path, as_jsonl([{"text": ENGLISH}, {"text": ""}]), full=True)
        assert good["solution"] == json.loads(json.dumps(solver.solve(ENGLISH).to_dict()))
        assert bad["solution"] is None

    def test_a_field_named_like_a_result_is_kept_as_given(self, tmp_path: Path) -> None:
        (row,) = solved_jsonl(
            tmp_path, as_jsonl([{"text": ENGLISH, "answer": "6", "line": 3, "given_line": 2}])
        )
        assert (row["answer"], row["given_answer"]) == ("5", "6")
        assert (row["line"], row["given_line"], row["given_given_line"]) == (1, 2, 3)

    @pytest.mark.parametrize(
        ("line", "error"),
        [
            (b"[1, 2]", "An object with the field text is needed, not a list."),
            (b'"Ann had 9 pens."', "An object with the field text is needed, not a string."),
            (b"{text}", "No valid JSON at column 2"),
            (b'{"text": NaN}', "No valid JSON (NaN is no number)."),
            (b'{"text": "a", "size": 1e999}', "A number in it is too large."),
            (b'{"text": "\\ud83d 9?"}', "The field text holds half a surrogate pair"),
            (b'{"text": "caf\xe9"}', "Byte 14 of the line is not UTF-8"),
            (b"[" * 100_000, "No valid JSON (nested too deeply)."),
        ],
    )
    def test_a_bad_line_keeps_its_place(self, tmp_path: Path, line: bytes, error: str) -> None:
        good = as_jsonl([{"text": ENGLISH}])
        first, bad, last = solved_jsonl(tmp_path, good + b"\n" + line + b"\n" + good)
        assert (first["answer"], last["answer"]) == ("5", "5")
        assert (first["line"], bad["line"], last["line"]) == (1, 3, 4)
        assert bad["error"].startswith(error)
        assert bad["given"] == line.decode("utf-8", "backslashreplace")
        assert bad["answer"] is bad["confidence"] is bad["in_scope"] is None

    @pytest.mark.parametrize(
        ("row", "error"),
        [
            ({"id": 3}, "The field text is missing."),
            ({"id": 3, "text": None}, "The field text must be a string."),
            ({"id": 3, "text": ["9"]}, "The field text must be a string."),
        ],
    )
    def test_a_row_without_a_text_keeps_its_fields(
        self, tmp_path: Path, row: dict[str, Any], error: str
    ) -> None:
        (found,) = solved_jsonl(tmp_path, as_jsonl([row]))
        assert found == row | dict.fromkeys(RESULTS) | {"error": error, "line": 1}

    @pytest.mark.parametrize(
        ("text", "error"),
        [
            ("", "The text is empty"),
            ("Ann has pens. How many?", "No number was found"),
            ("Ann had 9 pens.", "No question was found"),
            ("9 " * 10_001 + "?", "The text has 20,003 characters"),
        ],
    )
    def test_a_text_that_cannot_be_read_keeps_its_row(
        self, tmp_path: Path, text: str, error: str
    ) -> None:
        (row,) = solved_jsonl(tmp_path, as_jsonl([{"id": 1, "text": text}]))
        assert row["error"].startswith(error)
        assert (row["id"], row["text"], row["answer"]) == (1, text, None)

    def test_a_line_too_long_to_hold_is_shown_by_its_beginning(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lines, "LONGEST_LINE", 1000)
        good = as_jsonl([{"text": ENGLISH}])
        rows = solved_jsonl(tmp_path, b"x" * 5_000_000 + b"\n" + good + b"y" * 1001)
        assert [row["line"] for row in rows] == [1, 2, 3]
        assert rows[0]["error"] == "The line has 5,000,001 bytes and may have at most 1,000."
        assert rows[0]["given"] == "x" * lines.SHOWN
        assert rows[1]["answer"] == "5"
        assert rows[2]["error"] == "The line has 1,001 bytes and may have at most 1,000."

    @pytest.mark.parametrize("content", [b"", b"\n", b"\r\n  \n\n", b"\xef\xbb\xbf"])
    def test_nothing_in_nothing_out(self, tmp_path: Path, content: bytes) -> None:
        assert solved_jsonl(tmp_path, content) == []

    def test_byte_order_mark_and_line_ends_of_all_kinds(self, tmp_path: Path) -> None:
        row = json.dumps({"text": ENGLISH}).encode()
        rows = solved_jsonl(tmp_path, b"\xef\xbb\xbf" + row + b"\r\n\r\n" + row)
        assert [(one["line"], one["answer"]) for one in rows] == [(1, "5"), (3, "5")]

    def test_a_separator_inside_a_text_ends_no_line(self, tmp_path: Path) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_bytes(as_jsonl([{"text": ENGLISH + "\u2028\x85 \r"}]))
        stream.solve_file(Job(str(source), str(target), "jsonl"))
        assert target.read_bytes().count(b"\n") == 1

    def test_another_field_and_a_told_language(self, tmp_path: Path) -> None:
        (row,) = solved_jsonl(
            tmp_path, as_jsonl([{"question": ENGLISH}]), text_field="question", language="en"
        )
        assert row["answer"] == "5"

    def test_a_flaw_in_the_program_costs_one_row(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sound = solver.solve_each

        def flawed(texts: list[str], *rest: Any) -> Any:
            if "BOOM" in texts or any("BOOM" in text for text in texts):
                raise ZeroDivisionError("an accident")
            return sound(texts, *rest)

        monkeypatch.setattr(solver, "solve_each", flawed)
        rows = solved_jsonl(
            tmp_path, as_jsonl([{"text": ENGLISH}, {"text": "BOOM 1?"}, {"text": CHINESE}])
        )
        assert [row["answer"] for row in rows] == ["5", None, "5"]
        assert "please report it (ZeroDivisionError: an accident)" in rows[1]["error"]


class TestCSV:
    def test_columns_stay_and_results_are_added(self, tmp_path: Path) -> None:
        header, row = solved_csv(tmp_path, f'id,text\n7,"{ENGLISH}"\n'.encode())
        confidence = str(round(solver.solve(ENGLISH).confidence, 6))
        assert header == ["id", "text", *RESULTS]
        assert row == ["7", ENGLISH, "5", "9 - 4 - x = 0", confidence, "true", "ok", "en", "", "2"]

    def test_a_text_over_several_lines_and_with_quotes(self, tmp_path: Path) -> None:
        text = 'Ann had 9 "good" pens,\r\nand lost 4.\nHow many pens has she left?'
        content = io.StringIO(newline="")
        csv.writer(content).writerows([["text", "note"], [text, "a\rb"], [ENGLISH, ""]])
        _, first, second = solved_csv(tmp_path, content.getvalue().encode())
        assert first[:3] == [text, "a\rb", "5"]
        assert (first[-1], second[-1]) == ("2", "5")

    def test_byte_order_mark_and_line_ends_are_kept(self, tmp_path: Path) -> None:
        solved_csv(tmp_path, f"\ufefftext,id\r\n{ENGLISH},1\r\n".encode())
        written = (tmp_path / "out.csv").read_bytes()
        assert written.startswith(b"\xef\xbb\xbftext,id,answer,")
        assert written.count(b"\r\n") == written.count(b"\n") == 2

    def test_clashing_and_double_columns(self, tmp_path: Path) -> None:
        header, row = solved_csv(tmp_path, f"answer,text,id,id\n6,{ENGLISH},1,2\n".encode())
        assert header == ["given_answer", "text", "id", "id", *RESULTS]
        assert row[:5] == ["6", ENGLISH, "1", "2", "5"]

    def test_blank_lines_are_no_rows(self, tmp_path: Path) -> None:
        _, row = solved_csv(tmp_path, f"text\n\n{ENGLISH}\n\n".encode())
        assert row[-1] == "3"

    def test_rows_with_too_few_or_too_many_fields(self, tmp_path: Path) -> None:
        _, few, many, good = solved_csv(
            tmp_path, f"id,text\n1\n2,One had 3, and one 4?\n3,{ENGLISH}\n".encode()
        )
        assert few[:2] == ["1", ""]
        assert many[:2] == ["2", "One had 3, and one 4?"]
        assert "1 fields" in few[-2]
        assert "3 fields" in many[-2]
        assert good[2] == "5"

    @pytest.mark.parametrize("stray", ['2,"Ann had 9', '2,"Ann had 9\n3,"x",y'])
    def test_a_quote_that_does_not_close_costs_its_own_line_alone(
        self, tmp_path: Path, stray: str
    ) -> None:
        content = f"id,text\n1,{ENGLISH}\n{stray}\n4,{ENGLISH}\n5,{ENGLISH}\n"
        _, *rows = solved_csv(tmp_path, content.encode())
        assert rows[1][0] == '2,"Ann had 9'
        assert rows[1][-2] == delimited.UNCLOSED
        assert [row[:3] for row in rows[-2:]] == [["4", ENGLISH, "5"], ["5", ENGLISH, "5"]]

    def test_a_quote_that_does_not_close_in_a_long_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(delimited, "LONGEST_RECORD", 200)
        rows = "".join(f"{number},{ENGLISH}\n" for number in range(30))
        _, bad, *good = solved_csv(tmp_path, f'id,text\n"1,x\n{rows}'.encode())
        assert bad[-2] == delimited.UNCLOSED
        assert [row[2] for row in good] == ["5"] * 30

    def test_bytes_that_are_not_utf8(self, tmp_path: Path) -> None:
        _, bad, good = solved_csv(
            tmp_path, f"id,text\n1,caf\xe9 9?\n2,{ENGLISH}\n".encode("latin1")
        )
        assert bad[:2] == ["1", r"caf\xe9 9?"]
        assert "not UTF-8" in bad[-2]
        assert good[2] == "5"

    @pytest.mark.parametrize(("content", "rows"), [(b"", 0), (b"text\n", 1), (b"text", 1)])
    def test_an_empty_file_and_a_lone_header(
        self, tmp_path: Path, content: bytes, rows: int
    ) -> None:
        assert solved_csv(tmp_path, content) == [["text", *RESULTS]] * rows

    def test_a_large_field(self, tmp_path: Path) -> None:
        _, row = solved_csv(tmp_path, f"text,page\n{ENGLISH},{'x' * 300_000}\n".encode())
        assert (len(row[1]), row[2]) == (300_000, "5")

    def test_full_is_json_in_a_cell(self, tmp_path: Path) -> None:
        header, row = solved_csv(
            tmp_path, f"text\n{CHINESE.replace(',', '，')}\n".encode(), full=True
        )
        assert header[-1] == "solution"
        assert json.loads(row[-1])["answer"] == "5"
        assert "铅笔" in row[-1]

    def test_the_column_of_the_texts_must_be_there(self, tmp_path: Path) -> None:
        with pytest.raises(
            QuantityTaggerError, match=r"no column text: .* \(there are id, question"
        ):
            solved_csv(tmp_path, b"id,question\n1,2\n")


class TestParquet:
    @pytest.fixture(autouse=True)
    def _pyarrow(self) -> None:
        pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")

    @staticmethod
    def write(path: Path, columns: dict[str, Any], **options: Any) -> Path:
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.table(columns), path, **options)
        return path

    @staticmethod
    def solved(source: Path, **options: Any) -> Any:
        import pyarrow.parquet as pq

        target = source.with_name("out.parquet")
        stream.solve_file(Job(str(source), str(target), "parquet", **options))
        return pq.read_table(target)

    def test_nested_columns_stay_and_results_are_typed(self, tmp_path: Path) -> None:
        import pyarrow as pa

        columns = {
            "id": pa.array([1, 2, 3], pa.uint16()),
            "text": [ENGLISH, None, CHINESE],
            "tags": [[{"a": 1, "b": ["x"]}], [], None],
            "level": pa.array(["hard", "easy", "hard"]).dictionary_encode(),
            "answer": [6.0, None, 5.0],
        }
        source = self.write(tmp_path / "in.parquet", columns)
        table = self.solved(source)
        assert table.column_names == ["id", "text", "tags", "level", "given_answer", *RESULTS]
        for name, column in columns.items():
            kept = table[f"given_{name}" if name == "answer" else name]
            assert kept.to_pylist() == pa.array(column).to_pylist()
        assert table.schema.field("id").type == pa.uint16()
        assert table["answer"].to_pylist() == ["5", None, "5"]
        assert table["error"].to_pylist() == [None, "The column text is null.", None]
        assert table["line"].to_pylist() == [1, 2, 3]
        assert table["in_scope"].to_pylist() == [True, None, True]
        assert table.schema.field("confidence").type == pa.float64()

    def test_row_groups_and_dictionaries_of_their_own(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        monkeypatch.setattr(parquet, "CHUNK_ROWS", 4)
        monkeypatch.setattr(parquet, "GROUP_ROWS", 16)
        levels = [f"level {number // 7}" for number in range(50)]
        columns = {"text": [ENGLISH] * 50, "level": pa.array(levels).dictionary_encode()}
        table = self.solved(self.write(tmp_path / "in.parquet", columns, row_group_size=11))
        assert table["level"].to_pylist() == levels
        assert table["line"].to_pylist() == list(range(1, 51))
        assert set(table["answer"].to_pylist()) == {"5"}
        written = pq.ParquetFile(tmp_path / "out.parquet").metadata
        assert written.num_row_groups > 1

    def test_no_rows(self, tmp_path: Path) -> None:
        import pyarrow as pa

        table = self.solved(
            self.write(tmp_path / "in.parquet", {"text": pa.array([], pa.string())})
        )
        assert (table.num_rows, table.column_names) == (0, ["text", *RESULTS])

    def test_full_is_json_in_a_column(self, tmp_path: Path) -> None:
        source = self.write(tmp_path / "in.parquet", {"text": [ENGLISH, ""]})
        good, bad = self.solved(source, full=True)["solution"].to_pylist()
        assert json.loads(good)["equation"] == "9 - 4 - x = 0"
        assert bad is None

    def test_bytes_that_are_not_utf8(self, tmp_path: Path) -> None:
        import pyarrow as pa

        texts = pa.array([b"caf\xe9 9?", ENGLISH.encode()]).view(pa.string())
        table = self.solved(self.write(tmp_path / "in.parquet", {"text": texts}))
        assert table["error"].to_pylist() == ["The column text is not UTF-8 here.", None]

    def test_the_column_of_the_texts_must_hold_texts(self, tmp_path: Path) -> None:
        source = self.write(tmp_path / "in.parquet", {"text": [1]})
        with pytest.raises(QuantityTaggerError, match="holds int64 and must hold strings"):
            self.solved(source)
        with pytest.raises(QuantityTaggerError, match=r"no column question.*there are text"):
            self.solved(source, text_field="question")

    def test_what_is_no_parquet(self, tmp_path: Path) -> None:
        source = tmp_path / "in.parquet"
        source.write_bytes(b"no Parquet at all")
        with pytest.raises(QuantityTaggerError, match=r"in\.parquet cannot be read as Parquet"):
            self.solved(source)


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    texts = [record.text for lang in ("en", "zh") for record in generate(lang, 60, seed=3)]
    rows: list[dict[str, Any]] = [{"id": n, "text": text} for n, text in enumerate(texts)]
    rows[7] = {"id": 7}
    rows[90]["text"] = "nothing to solve"
    return rows


class TestSameBytes:
    """However rows are cut into chunks, and whoever solves them."""

    @pytest.mark.parametrize("name", ["jsonl", "csv"])
    def test_for_any_size_of_chunks(
        self,
        tmp_path: Path,
        rows: list[dict[str, Any]],
        name: str,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        source = tmp_path / f"in.{name}"
        if name == "jsonl":
            source.write_bytes(as_jsonl(rows))
        else:
            content = io.StringIO(newline="")
            csv.writer(content).writerows([["text"], *([row.get("text", "")] for row in rows)])
            source.write_text(content.getvalue(), "utf-8", newline="")
        found = set()
        for size in (1, 7, 512):
            for module in (json_lines, delimited):
                monkeypatch.setattr(module, "CHUNK_ROWS", size)
            target = tmp_path / f"out-{size}.{name}"
            stream.solve_file(Job(str(source), str(target), name))
            found.add(target.read_bytes())
        assert len(found) == 1

    def test_for_any_number_of_workers(
        self, tmp_path: Path, rows: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(json_lines, "CHUNK_ROWS", 5)
        source = tmp_path / "in.jsonl"
        source.write_bytes(as_jsonl(rows))
        job = Job(str(source), str(tmp_path / "one.jsonl"), "jsonl")
        alone = stream.solve_file(job)
        target = tmp_path / "three.jsonl"
        together = stream.solve_file(Job(job.source, str(target), "jsonl"), workers=3)
        assert target.read_bytes() == (tmp_path / "one.jsonl").read_bytes()
        assert together.tally == alone.tally
        assert (alone.tally.rows, alone.tally.errors) == (120, 2)


class TestCommand:
    def test_the_summary_counts_rows(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_bytes(as_jsonl([{"text": ENGLISH}, {"text": ""}, 5]))
        summary = batch(capsys, source, target)
        assert summary.pop("seconds") > 0
        assert summary == {
            "rows": 3,
            "solved": 1,
            "out_of_scope": 0,
            "errors": 2,
            "resumed_rows": 0,
            "output": str(target),
        }
        assert not part_of(target).exists()
        assert not journal_of(target).exists()

    def test_without_json_a_person_is_told(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        source = tmp_path / "in.jsonl"
        source.write_bytes(as_jsonl([{"text": ENGLISH}]))
        assert cli.main(["batch", str(source), str(tmp_path / "out.jsonl")]) == 0
        out, err = capsys.readouterr()
        assert out == ""
        assert "1 rows: 1 solved, 0 out of scope, 0 with an error;" in err

    def test_standard_input_and_output(self) -> None:
        process = subprocess.run(
            [sys.executable, "-m", "quantity_tagger", "batch", "-", "-", "--json"],
            input=as_jsonl([{"text": ENGLISH}, {"text": CHINESE}]),
            capture_output=True,
            check=True,
        )
        rows = [json.loads(line) for line in process.stdout.splitlines()]
        assert [row["answer"] for row in rows] == ["5", "5"]
        assert json.loads(process.stderr.splitlines()[-1])["rows"] == 2

    def test_standard_input_as_csv_into_a_file(self, tmp_path: Path) -> None:
        target = tmp_path / "out.csv"
        part_of(target).write_bytes(b"of a run that was killed, and nobody can go on with")
        subprocess.run(
            [sys.executable, "-m", "quantity_tagger", "batch", "-", str(target)],
            input=f"\ufeffid,text\n1,{ENGLISH}\n".encode(),
            capture_output=True,
            check=True,
        )
        assert target.read_text("utf-8").startswith(f"id,text,{','.join(RESULTS)}\n1,{ENGLISH},5,")

    def test_an_output_that_is_there_is_replaced_when_the_new_one_is_whole(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        source, target = tmp_path / "in.csv", tmp_path / "out.csv"
        target.write_text("precious")
        source.write_text("id\n1\n")
        refusal(capsys, source, target)
        assert target.read_text() == "precious"
        source.write_text("text\n")
        batch(capsys, source, target)
        assert target.read_text() != "precious"

    def test_refusals(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        assert "There is no file" in refusal(capsys, source, target)
        source.write_bytes(b"")
        assert "name a file of problems" in refusal(capsys, tmp_path, target, "--format", "csv")
        assert "is the input itself" in refusal(capsys, source, source)
        assert "a folder that exists" in refusal(capsys, source, tmp_path / "no" / "out.jsonl")
        assert "end differently" in refusal(capsys, source, tmp_path / "out.csv")
        assert "cannot be told by its ending" in refusal(capsys, source, tmp_path / "out.gz")
        assert "at least 1" in refusal(capsys, source, target, "--workers", "0")
        assert "add --engine ray" in refusal(capsys, source, target, "--address", "auto")
        assert "files on both sides" in refusal(capsys, source, "-", "--resume")
        assert "name files" in refusal(capsys, source, "-", "--format", "parquet")
        assert "cannot be read" in refusal(capsys, source, target, "--model", tmp_path / "none")
        assert list(tmp_path.iterdir()) == [source]

    def test_a_model_of_ones_own(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        from quantity_tagger.model import bundled as models

        source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
        source.write_bytes(as_jsonl([{"text": ENGLISH}]))
        batch(capsys, source, target, "--model", models.path("en"), "--full")
        assert json.loads(target.read_bytes())["solution"]["model"] == "default.model"


def test_the_pace_of_a_stream() -> None:
    assert pace(512, 0, 0, 100, 0.0) == "512 rows"
    assert pace(9000, 8000, 100, None, 2.0) == "9,000 rows, 4,000 a second"
    assert pace(9000, 8000, 100, 4500, 2.0) == "9,000 rows, 4,000 a second, 0:01:30 left"
    assert pace(9000, 8000, 1, 2000, 2.0).endswith(" 1:06:40 left")
