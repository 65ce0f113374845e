"""``quantity-tagger solve`` prints an answer a person can follow and a program can read."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from problems import ALL
from quantity_tagger import QuantityTagger, cli
from quantity_tagger.support.terminal import Paint, wanted
from test_imports import command, heavy_after

ENGLISH = "Tess picked 25 plums and 8 figs. She ate 5 plums. How many plums are left?"
CHINESE = "面包店烤了20个面包,卖出13个,还剩多少个?"
KEYS = {
    "text",
    "answer",
    "equation",
    "quantities",
    "unknown",
    "confidence",
    "sure",
    "in_scope",
    "scope",
    "guess",
    "language",
    "model",
    "alternatives",
}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("models") / "small.model"
    QuantityTagger("qt", 3, max_iterations=30).fit(ALL).save(path)
    return str(path)


def outcome(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    status = cli.main(["solve", *argv])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def feed(monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content.encode()), "utf-8"))


@pytest.mark.parametrize(("text", "needs"), [(ENGLISH, {"numpy"}), (CHINESE, {"numpy", "rjieba"})])
def test_solving_loads_what_it_needs_and_no_more(text: str, needs: set[str]) -> None:
    assert heavy_after(command("solve", text, "--why")) == needs
    assert heavy_after(command("solve", text, "--json")) == needs


class TestPlain:
    def test_answer_equation_text_and_steps(
        self, capsys: pytest.CaptureFixture[str], model: str
    ) -> None:
        status, out, err = outcome(capsys, ENGLISH, "--model", model)
        assert (status, err) == (0, "")
        lines = out.splitlines()
        assert lines[0] == "20"
        assert lines[2].startswith("25 − 5 − x = 0   ")
        assert lines[2].endswith("% sure")
        assert "Tess picked [25]⁺ plums and [8]⁰ figs. She ate [5]⁻ plums. {How} many" in out
        assert "3. Start with 25 plums." in out
        assert "why" not in out
        assert "\x1b" not in out

    def test_why_adds_reasons_and_other_readings(
        self, capsys: pytest.CaptureFixture[str], model: str
    ) -> None:
        _, out, _ = outcome(capsys, ENGLISH, "--why", "--model", model)
        assert re.search(r"^why 25 is \+ and not [0−]$", out, re.MULTILINE)
        assert re.search(r"^\+\d+\.\d\d +25 +\S", out, re.MULTILINE)
        assert "other readings" in out
        assert "model: small.model" in out

    def test_chinese(self, capsys: pytest.CaptureFixture[str], model: str) -> None:
        _, out, _ = outcome(capsys, CHINESE, "--model", model)
        assert out.startswith("7\n")
        assert "面包店烤了[20]⁺个面包,卖出[13]⁻个" in out
        assert "减去13个：20 − 13 = 7。" in out

    def test_one_that_cannot_be_read_is_one_sentence(
        self, capsys: pytest.CaptureFixture[str], model: str
    ) -> None:
        status, out, err = outcome(capsys, "Hello.", "--model", model)
        assert (status, out) == (2, "")
        assert err.startswith("quantity-tagger: No number was found")

    def test_of_several_one_bad_does_not_stop_the_others(
        self, capsys: pytest.CaptureFixture[str], model: str
    ) -> None:
        status, out, err = outcome(capsys, ENGLISH, "Hello.", CHINESE, "--model", model)
        assert status == 1
        assert "25 − 5 − x = 0" in out
        assert "20 − 13 − x = 0" in out
        assert err.startswith("problem 2: No number was found")

    def test_a_missing_model_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, out, err = outcome(capsys, ENGLISH, "--model", "no-such.model")
        assert (status, out) == (2, "")
        assert err.startswith("quantity-tagger: no-such.model")


class TestSources:
    def test_problems_of_a_file_stand_between_blank_lines(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, model: str
    ) -> None:
        path = tmp_path / "homework.txt"
        first, rest = ENGLISH.split(". ", 1)
        path.write_text(f"\n\n{first}.\n{rest}\n \n\n{CHINESE}\n", "utf-8")
        _, out, _ = outcome(capsys, str(path), "--json", "--model", model)
        assert [json.loads(line)["answer"] for line in out.splitlines()] == ["20", "7"]

    def test_standard_input_is_taken_where_nothing_is_given(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, model: str
    ) -> None:
        for argv in ([], ["-"]):
            feed(monkeypatch, f"{ENGLISH}\n\n{CHINESE}\n")
            _, out, _ = outcome(capsys, *argv, "--json", "--model", model)
            assert [json.loads(line)["answer"] for line in out.splitlines()] == ["20", "7"]

    @pytest.mark.parametrize("text", ["", " ", "\n"])
    def test_an_empty_text_is_no_folder(
        self, capsys: pytest.CaptureFixture[str], text: str, model: str
    ) -> None:
        status, out, err = outcome(capsys, text, "--model", model)
        assert (status, out) == (2, "")
        assert err.startswith("quantity-tagger: The text is empty")

    @pytest.mark.parametrize(
        ("name", "told"),
        [("en", "bundled en"), ("qt-s", "bundled en qt-s"), ("en-qt", "bundled en qt")],
    )
    def test_a_bundled_model_is_known_by_name(
        self, capsys: pytest.CaptureFixture[str], name: str, told: str
    ) -> None:
        _, out, _ = outcome(capsys, ENGLISH, "--json", "--model", name)
        assert json.loads(out)["model"] == told

    def test_a_folder_is_refused(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, model: str
    ) -> None:
        status, out, err = outcome(capsys, str(tmp_path), "--model", model)
        assert (status, out) == (2, "")
        assert f"{tmp_path} is a folder" in err

    def test_empty_input_is_refused(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, model: str
    ) -> None:
        feed(monkeypatch, "\n")
        status, _, err = outcome(capsys, "--model", model)
        assert status == 2
        assert "empty" in err


class TestJson:
    def test_the_keys_are_those_of_the_documentation(
        self, capsys: pytest.CaptureFixture[str], model: str
    ) -> None:
        _, out, _ = outcome(capsys, ENGLISH, "--json", "--model", model)
        assert out.count("\n") == 1
        shown = json.loads(out)
        assert set(shown) == KEYS
        assert (shown["answer"], shown["equation"]) == ("20", "25 - 5 - x = 0")
        assert set(shown["quantities"][0]) == {
            "text",
            "value",
            "start",
            "end",
            "sign",
            "probability",
            "shares",
            "span",
        }

    def test_why_adds_what_moved_each_sign(
        self, capsys: pytest.CaptureFixture[str], model: str
    ) -> None:
        _, out, _ = outcome(capsys, ENGLISH, "--why", "--json", "--model", model)
        first = json.loads(out)["quantities"][0]
        assert first["rival"] in (0, -1)
        assert set(first["why"][0]) == {"feature", "attribute", "seen_at", "weight"}

    def test_an_error_keeps_its_line(self, capsys: pytest.CaptureFixture[str], model: str) -> None:
        status, out, _ = outcome(capsys, "Hello.", ENGLISH, "--json", "--model", model)
        bad, good = map(json.loads, out.splitlines())
        assert status == 1
        assert bad["text"] == "Hello."
        assert "No number" in bad["error"]
        assert good["answer"] == "20"


class TestInteractive:
    def test_it_goes_on_until_the_input_ends(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, model: str
    ) -> None:
        feed(monkeypatch, f"{ENGLISH}\nHello.\n{CHINESE}\n")
        status, out, _ = outcome(capsys, "--interactive", "--model", model)
        assert status == 0
        assert "25 − 5 − x = 0" in out
        assert "No number was found" in out
        assert "20 − 13 − x = 0" in out

    def test_programs_get_json_and_nothing_else(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, model: str
    ) -> None:
        feed(monkeypatch, f"{ENGLISH}\n{CHINESE}\n")
        _, out, err = outcome(capsys, "--interactive", "--json", "--model", model)
        assert [json.loads(line)["text"] for line in out.splitlines()] == [ENGLISH, CHINESE]
        assert err == ""

    def test_a_person_is_asked_on_standard_error(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, model: str
    ) -> None:
        feed(monkeypatch, f"{ENGLISH}\n")
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
        _, out, err = outcome(capsys, "--interactive", "--json", "--model", model)
        assert json.loads(out)["answer"] == "20"
        assert err.count("problem> ") == 2

    def test_a_text_beside_it_is_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, out, err = outcome(capsys, "--interactive", ENGLISH)
        assert (status, out) == (2, "")
        assert "--interactive asks for the problems itself" in err

    def test_an_empty_line_does_not_end_it(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, model: str
    ) -> None:
        for terminal in (True, False):
            feed(monkeypatch, f"\n{ENGLISH}\n\n\n{CHINESE}\n\n")
            monkeypatch.setattr(sys.stdin, "isatty", lambda terminal=terminal: terminal)
            status, out, _ = outcome(capsys, "--interactive", "--json", "--model", model)
            assert status == 0
            assert [json.loads(line)["answer"] for line in out.splitlines()] == ["20", "7"]

    def test_what_a_person_pastes_over_several_lines_is_one_problem(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, model: str
    ) -> None:
        first, rest = ENGLISH.split(". ", 1)
        feed(monkeypatch, f"{first}.\n{rest}\n\n{CHINESE}\n")
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
        _, out, err = outcome(capsys, "--interactive", "--json", "--model", model)
        assert [json.loads(line)["answer"] for line in out.splitlines()] == ["20", "7"]
        assert "An empty line ends a problem" in err


class TestColour:
    def test_a_terminal_gets_large_digits_colour_and_underlines(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, model: str
    ) -> None:
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("FORCE_COLOR", "1")
        _, out, _ = outcome(capsys, ENGLISH, "--model", model)
        assert "▀▀█ █▀█" in out
        assert "\x1b[4;32;1m25\x1b[0m" in out
        assert "\x1b[4;33;1m5\x1b[0m" in out
        plain = re.sub("\x1b\\[[0-9;]*m", "", out)
        assert "Tess picked 25⁺ plums and 8⁰ figs. She ate 5⁻ plums. How many" in plain

    @pytest.mark.parametrize(
        ("environment", "terminal", "colour"),
        [
            ({}, True, True),
            ({}, False, False),
            ({"TERM": "dumb"}, True, False),
            ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
            ({"FORCE_COLOR": "1"}, False, True),
        ],
    )
    def test_where_colour_is_wanted(
        self,
        monkeypatch: pytest.MonkeyPatch,
        environment: dict[str, str],
        terminal: bool,
        colour: bool,
    ) -> None:
        for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        stream = io.StringIO()
        monkeypatch.setattr(stream, "isatty", lambda: terminal)
        assert wanted(stream) is colour

    @pytest.mark.parametrize("force", ["", "1"])
    def test_a_text_cannot_steer_the_terminal(
        self,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
        model: str,
        force: str,
    ) -> None:
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("FORCE_COLOR", force)
        evil = "Ann had 9 \x1b]0;pens\x07 and lost 4. How many \x1b[2J pens are left?"
        _, out, _ = outcome(capsys, evil, "--why", "--model", model)
        assert "\x1b]" not in out
        assert "\x1b[2J" not in out
        assert "\x07" not in out

    def test_large_digits_stand_in_three_lines(self) -> None:
        for number in ("0123456789", "1,234.50", "−3", "2 1/3"):
            lines = Paint(True).large(number)
            assert len(lines) == 3
        assert Paint(True).large("25%") == ["\x1b[1m25%\x1b[0m"]
        assert Paint(False).large("25") == ["25"]

    def test_a_terminal_without_blocks_gets_plain_digits(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "ascii"))
        assert Paint(True).large("25") == ["\x1b[1m25\x1b[0m"]
