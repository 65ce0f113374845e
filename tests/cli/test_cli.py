"""The command prints what was asked for, or one sentence that says what is wrong."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from quantity_tagger import __version__, cli
from quantity_tagger.cli import demo
from quantity_tagger.support.columns import aligned

ENGLISH = "Ann had 9 red pens and 2 1/2 cakes. She lost 4 pens. How many pens are left?"
CHINESE = "小红有9支铅笔,送给小明4支,还剩多少支铅笔?"


def outcome(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    status = cli.main(argv)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def feed(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


class TestMain:
    def test_help_lists_every_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        for argv in ([], ["--help"], ["-h"]):
            status, out, _ = outcome(capsys, *argv)
            assert status == 0
            assert "examples:" in out
            assert all(f"  {name} " in out for name in cli.COMMANDS)

    def test_version(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert outcome(capsys, "--version") == (0, f"quantity-tagger {__version__}\n", "")

    def test_an_unknown_command_says_what_there_is(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        status, out, err = outcome(capsys, "xyz")
        assert (status, out) == (2, "")
        assert err == (
            f"quantity-tagger: There is no command 'xyz'; there are {', '.join(cli.COMMANDS)}.\n"
        )

    def test_a_mistyped_command_is_told_what_was_meant(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert outcome(capsys, "slove") == (
            2, "", "quantity-tagger: There is no command 'slove'; did you mean solve?\n",
        )  # fmt: skip

    @pytest.mark.parametrize("argv", [["--nonsense"], ["read"], ["read", ENGLISH, "--language=fr"]])
    def test_wrong_arguments_give_one_sentence(
        self, capsys: pytest.CaptureFixture[str], argv: list[str]
    ) -> None:
        status, out, err = outcome(capsys, *argv)
        assert (status, out) == (2, "")
        assert err.startswith("quantity-tagger: ")
        assert err.count("\n") == 1
        assert "--help" in err

    @pytest.mark.parametrize("name", cli.COMMANDS)
    def test_every_command_has_a_module_and_helps(
        self, capsys: pytest.CaptureFixture[str], name: str
    ) -> None:
        module = import_module(cli.COMMANDS[name][0])
        status, out, _ = outcome(capsys, name, "--help")
        assert status == 0
        assert f"usage: quantity-tagger {name}" in out
        assert module.HELP.split()[0] in out

    def test_an_interrupt_is_quiet(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupt(arguments: object) -> int:
            raise KeyboardInterrupt

        monkeypatch.setattr(demo, "run", interrupt)
        assert outcome(capsys, "demo") == (130, "", "")

    def test_an_unreadable_file_is_one_sentence(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(arguments: object) -> int:
            raise PermissionError(13, "Permission denied", "notes.txt")

        monkeypatch.setattr(demo, "run", refuse)
        status, out, err = outcome(capsys, "demo")
        assert (status, out, err) == (2, "", "quantity-tagger: notes.txt: Permission denied.\n")

    def test_a_reader_that_goes_away_is_no_error(self) -> None:
        read_end, write_end = os.pipe()
        os.close(read_end)
        process = subprocess.run(
            [sys.executable, "-m", "quantity_tagger", "demo"],
            stdout=write_end,
            stderr=subprocess.PIPE,
            check=False,
        )
        os.close(write_end)
        assert process.returncode == 141
        assert process.stderr == b""

    def test_an_ascii_terminal_gets_escapes_not_a_trace(self) -> None:
        process = subprocess.run(
            [sys.executable, "-m", "quantity_tagger", "read", CHINESE],
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
            capture_output=True,
            check=False,
        )
        assert process.returncode == 0, process.stderr
        assert b"\\u8fd8" in process.stdout


class TestRead:
    def test_it_shows_quantities_units_and_the_question(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        status, out, err = outcome(capsys, "read", ENGLISH)
        assert (status, err) == (0, "")
        marked, _, facts, *_ = out.split("\n")
        assert marked.startswith("Ann had [9] red pens and [2 1/2] cakes.")
        assert "She lost [4] pens. {How} many pens are left?" in marked
        assert "English" in facts
        assert "How many pens are left?" in out
        rows = [line.split() for line in out.splitlines()]
        assert ["2", "1/2", "2.5", "cakes"] in [row[:4] for row in rows]

    def test_json_is_for_programs(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, out, _ = outcome(capsys, "read", ENGLISH, "--json")
        assert status == 0
        shown = json.loads(out)
        assert shown["language"] == "en"
        assert shown["text"] == ENGLISH
        assert [q["value"] for q in shown["quantities"]] == ["9", "2.5", "4"]
        for quantity in shown["quantities"]:
            assert ENGLISH[quantity["start"] : quantity["end"]] == quantity["text"]
        assert shown["unknown"]["question"] == "How many pens are left?"
        assert shown["unknown"]["head"] == ["pens"]
        assert "tokens" not in shown

    def test_tokens_can_be_listed(self, capsys: pytest.CaptureFixture[str]) -> None:
        _, out, _ = outcome(capsys, "read", ENGLISH, "--json", "--tokens")
        tokens = json.loads(out)["tokens"]
        assert [t["text"] for t in tokens][:4] == ["Ann", "had", "9", "red"]
        assert all(ENGLISH[t["start"] : t["end"]] == t["text"] for t in tokens)
        _, out, _ = outcome(capsys, "read", ENGLISH, "--tokens")
        assert "lemma" in out

    def test_chinese(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, out, _ = outcome(capsys, "read", CHINESE)
        assert status == 0
        assert "小红有[9]支铅笔,送给小明[4]支" in out
        assert "Chinese" in out

    def test_columns_of_chinese_stand_below_each_other(self) -> None:
        assert aligned([("铅笔", "a"), ("ab", "b")]) == ["铅笔  a", "ab    b"]

    def test_a_file(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        path = tmp_path / "problem.txt"
        path.write_text("\ufeff" + CHINESE, "utf-8")
        _, out, _ = outcome(capsys, "read", str(path), "--json")
        assert json.loads(out)["text"] == CHINESE

    def test_standard_input(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        feed(monkeypatch, CHINESE.encode())
        _, out, _ = outcome(capsys, "read", "-", "--json")
        assert json.loads(out)["text"] == CHINESE

    def test_bytes_that_are_no_text(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        feed(monkeypatch, b"9 pens \xff")
        status, out, err = outcome(capsys, "read", "-")
        assert (status, out) == (2, "")
        assert err == (
            "quantity-tagger: standard input is not UTF-8 text (byte 8): save it as UTF-8.\n"
        )

    def test_a_missing_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, _, err = outcome(capsys, "read", "no-such-problem.txt")
        assert status == 2
        assert "no-such-problem.txt" in err

    @pytest.mark.parametrize(
        "text",
        ["", " ", "Hello.", "9 pens.", "How many pens?", "x" * 5000, "a\0b", "\udcff", "9" * 9999],
    )
    def test_what_is_no_problem_gives_one_sentence(
        self, capsys: pytest.CaptureFixture[str], text: str
    ) -> None:
        status, out, err = outcome(capsys, "read", text)
        assert (status, out) == (2, "")
        assert err.startswith("quantity-tagger: ")
        assert err.count("\n") == 1
        assert len(err) < 400

    def test_a_terminal_gets_colours(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.delenv("NO_COLOR", raising=False)
        _, out, _ = outcome(capsys, "read", ENGLISH, "--tokens")
        assert "\x1b[1;36m[9]\x1b[0m" in out
        assert "[2 1/2]" in out


class TestDemo:
    def test_it_shows_both_problems(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, out, _ = outcome(capsys, "demo")
        assert status == 0
        for mark in ("[52]", "[7]", "[34]", "[78]", "[12]", "[35]", "[20]", "English", "Chinese"):
            assert mark in out


def test_the_script_and_the_module_are_one() -> None:
    assert find_spec("quantity_tagger.__main__") is not None
    process = subprocess.run(
        [sys.executable, "-m", "quantity_tagger", "reed"], capture_output=True, check=False
    )
    assert process.returncode == 2
    assert process.stderr.startswith(b"quantity-tagger: There is no command")
