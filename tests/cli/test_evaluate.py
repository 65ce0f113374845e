"""``quantity-tagger evaluate`` says which problems failed, and scores only signs that are known."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from problems import ENGLISH
from quantity_tagger import cli
from quantity_tagger.datasets import Record, save
from quantity_tagger.evaluation import Report
from quantity_tagger.evaluation.report import Outcome
from quantity_tagger.reading import read

RIGHT = Record(
    "Ann had 9 pens and lost 4. How many pens has she left?", Fraction(5), id="right", lang="en"
)
WRONG = Record(
    "Tom had 8 caps and lost 3. How many caps has he left?", Fraction(11), id="wrong", lang="en"
)
UNREAD = Record("Once there was a king.", Fraction(3), id="unread", lang="en")


def evaluated(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    status = cli.main(["evaluate", *map(str, argv)])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    save([RIGHT, WRONG, UNREAD], path)
    return path


class TestErrors:
    def test_those_that_failed_are_printed(
        self, capsys: pytest.CaptureFixture[str], file: Path
    ) -> None:
        status, out, err = evaluated(capsys, file, "--errors", "5")
        assert status == 0
        shown = out[out.index("failed:") :]
        assert shown.startswith("failed: 2 of 3 problems\n\nwrong: right is 11, answered 5, ")
        assert "% sure" in shown
        assert f"  {WRONG.text}\n" in shown
        assert "unread: right is 3, not read (no number)\n  Once there was a king." in shown
        assert RIGHT.text not in shown
        assert "3/3" in err

    def test_no_more_than_wanted(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        _, out, _ = evaluated(capsys, file, "--errors", "1")
        assert "failed: 2 of 3 problems, the first 1\n" in out
        assert WRONG.text in out
        assert UNREAD.text not in out
        _, out, _ = evaluated(capsys, file)
        assert "failed" not in out

    def test_less_than_none(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        status, out, err = evaluated(capsys, file, "--errors", "-1")
        assert (status, out) == (2, "")
        assert "--errors is -1" in err


class TestRows:
    def test_every_problem_is_written_and_told_to_programs(
        self, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path
    ) -> None:
        rows = tmp_path / "rows.jsonl"
        _, out, _ = evaluated(capsys, file, "--rows", rows, "--json")
        found: list[dict[str, Any]] = [json.loads(line) for line in rows.read_text().splitlines()]
        assert json.loads(out)["rows"] == found
        assert [(row["id"], row["gold"], row["answer"], row["correct"]) for row in found] == [
            ("right", "5", "5", True),
            ("wrong", "11", "5", False),
            ("unread", "3", None, False),
        ]
        assert found[0]["text"] == RIGHT.text
        assert 0.5 < found[0]["confidence"] <= 1
        assert (found[0]["in_scope"], found[0]["scope"]) == (True, "ok")
        assert (found[0]["signs"], found[0]["gold_signs"]) == ([1, -1], None)
        assert found[2]["error"] == "no_number"

    def test_a_file_that_cannot_be_written_is_told_first(
        self, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path
    ) -> None:
        status, out, err = evaluated(capsys, file, "--rows", tmp_path / "no" / "rows.jsonl")
        assert (status, out) == (2, "")
        assert "is no folder" in err

    def test_folds_have_them_too(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        source, rows = tmp_path / "english.jsonl", tmp_path / "rows.jsonl"
        save(ENGLISH, source)
        argv = ["cross-validate", source, "--window", 1, "--max-iterations", 1]
        argv += ["--features", "none"]
        assert cli.main([*map(str, argv), "--rows", str(rows), "--errors", "50"]) == 0
        found = [json.loads(line) for line in rows.read_text().splitlines()]
        assert {row["id"] for row in found} == {record.id for record in ENGLISH}
        wrong = sum(not row["correct"] for row in found)
        assert f"failed: {wrong} of {len(ENGLISH)} problems\n" in capsys.readouterr().out


class TestSigns:
    def test_each_has_its_count(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        source = tmp_path / "english.jsonl"
        save(ENGLISH, source)
        _, out, _ = evaluated(capsys, source)
        table = out[out.index("sign  quantities") :].splitlines()
        signs = [sign for record in ENGLISH for sign in record.signs or ()]
        assert [line.split()[:2] for line in table[1:4]] == [
            ["+", str(signs.count(1))], ["0", str(signs.count(0))], ["-", str(signs.count(-1))],
        ]  # fmt: skip

    def test_there_is_no_table_where_signs_were_guessed(
        self, capsys: pytest.CaptureFixture[str], file: Path
    ) -> None:
        _, out, _ = evaluated(capsys, file)
        assert "precision" not in out
        assert json.loads(evaluated(capsys, file, "--json")[1])["signs"] is None

    def test_guessed_ones_do_not_count(self) -> None:
        known, guessed = ENGLISH[0], replace(ENGLISH[1], signs=None)
        outcomes = tuple(
            Outcome(record, read(record.text, "en"), (1, 1), (1, 1)) for record in (known, guessed)
        )
        assert Report(outcomes).sign(1).gold == 2
