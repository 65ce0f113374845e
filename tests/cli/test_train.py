"""Training, evaluating and cross-validating from the command line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from problems import ALL, ENGLISH
from quantity_tagger import cli
from quantity_tagger.cli.show import report as figures
from quantity_tagger.datasets import save
from quantity_tagger.model.file import load_model
from quantity_tagger.support import progress

QUICK = ("--max-iterations", "4")


def outcome(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    status = cli.main([str(argument) for argument in argv])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def json_of(capsys: pytest.CaptureFixture[str], *argv: object) -> Any:
    status, out, err = outcome(capsys, *argv, "--json")
    assert status == 0, err
    return json.loads(out)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "mine.jsonl"
    save(ALL, path)
    return path


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "english.jsonl"
    save(ENGLISH, path)
    return path


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return tmp_path / "my.model"


class TestTrain:
    def test_it_writes_a_model_and_says_what_it_learnt(
        self, capsys: pytest.CaptureFixture[str], file: Path, model: Path
    ) -> None:
        status, out, err = outcome(capsys, "train", file, "-o", model, *QUICK)
        assert status == 0
        assert f"{model}: qt, window 3" in out
        assert f"{len(ALL)} of {len(ALL)} problems used" in out
        assert "weights" in out
        assert "stopped after 4 iterations" in out
        assert "training" in err
        assert "objective" in err
        assert "gradient" in err
        assert load_model(model).settings.window == 3

    def test_options_reach_the_model(
        self, capsys: pytest.CaptureFixture[str], file: Path, model: Path
    ) -> None:
        shown = json_of(
            capsys, "train", file, "-o", model, *QUICK, "--model", "qt-r", "--window", "N",
            "--features", "none", "--no-prior", "--regularisation", "0.5", "--tolerance", "0",
            "--min-count", "2", "--seed", "5",
        )  # fmt: skip
        settings = load_model(model).settings
        assert (settings.variant, settings.window) == ("qt-r", None)
        assert "world" not in settings.templates
        assert shown["window"] == "N"
        assert (shown["features"], shown["prior"]) == ("none", False)
        assert (shown["regularisation"], shown["min_count"], shown["seed"]) == (0.5, 2, 5)
        assert (shown["problems"], shown["used"], shown["left_out"]) == (len(ALL), len(ALL), 0)
        assert (shown["iterations"], shown["converged"]) == (4, False)
        assert shown["weights"] > 0
        assert shown["objective"] > 0

    def test_templates_are_chosen_by_name(
        self, capsys: pytest.CaptureFixture[str], file: Path, model: Path
    ) -> None:
        chosen = ("--template", "word", "--template", "tag")
        json_of(capsys, "train", file, "-o", model, *QUICK, *chosen)
        assert load_model(model).settings.templates == ("word", "tag")

    def test_several_files_and_problems_that_are_left_out(
        self, capsys: pytest.CaptureFixture[str], english: Path, model: Path, tmp_path: Path
    ) -> None:
        more = tmp_path / "more.jsonl"
        more.write_text('{"text": "Ann had 5 pens and lost 2. How many are left?", "answer": 99}\n')
        status, out, _ = outcome(capsys, "train", english, more, "-o", model, *QUICK)
        assert status == 0
        assert f"{len(ENGLISH)} of {len(ENGLISH) + 1} problems used" in out
        assert "1 left out" in out

    def test_a_data_set_can_be_named(
        self,
        capsys: pytest.CaptureFixture[str],
        english: Path,
        model: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv("QUANTITY_TAGGER_DATA", str(english.parent))
        assert json_of(capsys, "train", "english", "-o", model, *QUICK)["problems"] == len(ENGLISH)
        assert json_of(capsys, "evaluate", "english", "--model", model)["problems"] == len(ENGLISH)

    def test_the_same_command_writes_the_same_bytes(
        self, capsys: pytest.CaptureFixture[str], file: Path, model: Path
    ) -> None:
        outcome(capsys, "train", file, "-o", model, *QUICK)
        first = model.read_bytes()
        outcome(capsys, "train", file, "-o", model, *QUICK)
        assert model.read_bytes() == first

    def test_a_finished_checkpoint_gives_the_model_at_once(
        self, capsys: pytest.CaptureFixture[str], file: Path, model: Path, tmp_path: Path
    ) -> None:
        half = ("--checkpoint", tmp_path / "half.npz")
        outcome(capsys, "train", file, "-o", model, *QUICK, *half)
        first = model.read_bytes()
        model.unlink()
        shown = json_of(capsys, "train", file, "-o", model, *QUICK, *half)
        assert model.read_bytes() == first
        assert shown["iterations"] == 4
        status, _, err = outcome(capsys, "train", file, "-o", model, *QUICK, *half, "--seed", "1")
        assert status == 2
        assert "another training run" in err

    def test_ctrl_c_saves_how_far_it_was(
        self,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
        file: Path,
        model: Path,
        tmp_path: Path,
    ) -> None:
        outcome(capsys, "train", file, "-o", model, *QUICK)
        whole = model.read_bytes()
        model.unlink()
        half = tmp_path / "half.npz"

        @contextmanager
        def broken_off(*_: object) -> Iterator[Callable[[int, str], None]]:
            def show(done: int, _: str) -> None:
                if done == 3:
                    raise KeyboardInterrupt

            yield show

        argv = ("train", file, "-o", model, *QUICK, "--checkpoint", half)
        with monkeypatch.context() as patched:
            patched.setattr(progress, "counting", broken_off)
            status, _, err = outcome(capsys, *argv)
        assert (status, err) == (130, f"Stopped; the same command goes on from {half}.\n")
        assert not model.exists()
        _, _, err = outcome(capsys, *argv)
        assert model.read_bytes() == whole

    def test_an_output_that_cannot_be_written_is_told_before_training(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, file: Path
    ) -> None:
        monkeypatch.setattr(figures, "records_of", lambda _: pytest.fail("the work has begun"))
        status, out, err = outcome(capsys, "train", file, "-o", "/proc/my.model")
        assert (status, out) == (2, "")
        assert "/proc/my.model cannot be written" in err

    @pytest.mark.parametrize(
        ("argv", "sentence"),
        [
            (["--window", "0"], "the window J"),
            (["--window", "tune"], "the window J"),
            (["--model", "crf"], "invalid choice: 'crf'"),
            (["--template", "wrod"], "there is no feature template 'wrod'"),
            (["--regularisation", "-1"], "--regularisation must be"),
            (["--regularisation", "much"], "invalid float value"),
            (["--max-iterations", "0"], "--max-iterations must be"),
            (["--checkpoint", "no/such/folder/half"], "is no folder"),
            (["-o", "no/such/folder/my.model"], "is no folder"),
            (["-o", "."], "is a folder"),
        ],
    )
    def test_what_is_wrong_is_said_in_one_sentence_before_any_work(
        self,
        capsys: pytest.CaptureFixture[str],
        file: Path,
        model: Path,
        argv: list[str],
        sentence: str,
    ) -> None:
        status, out, err = outcome(capsys, "train", file, "-o", model, *argv)
        assert (status, out) == (2, "")
        assert sentence in err
        assert err.count("\n") == 1
        assert not model.exists()

    def test_a_file_that_is_not_there(
        self, capsys: pytest.CaptureFixture[str], file: Path, model: Path
    ) -> None:
        status, out, err = outcome(capsys, "train", file, "nowhere.jsonl", "-o", model)
        assert (status, out) == (2, "")
        assert 'there is no file "nowhere.jsonl"' in err

    def test_an_empty_file(
        self, capsys: pytest.CaptureFixture[str], model: Path, tmp_path: Path
    ) -> None:
        (tmp_path / "empty.jsonl").write_text("")
        status, _, err = outcome(capsys, "train", tmp_path / "empty.jsonl", "-o", model)
        assert status == 2
        assert "there is no problem in" in err

    def test_a_terminal_sees_a_bar(
        self,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
        file: Path,
        model: Path,
    ) -> None:
        terminal = io.StringIO()
        monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setenv("COLUMNS", "120")
        _, out, _ = outcome(capsys, "train", file, "-o", model, *QUICK)
        drawn = terminal.getvalue()
        assert "4/4" in drawn
        assert "objective" in drawn
        assert "━" in drawn
        assert "\x1b" in drawn
        assert "\x1b" not in out


class TestEvaluate:
    def test_figures_for_programs(
        self, capsys: pytest.CaptureFixture[str], file: Path, model: Path
    ) -> None:
        outcome(capsys, "train", file, "-o", model, "--max-iterations", "20")
        shown = json_of(capsys, "evaluate", file, "--model", model)
        assert shown["problems"] == len(ALL)
        assert shown["correct"] == len(ALL)
        assert shown["accuracy"] == 1
        assert shown["unread"] == 0
        for sign in ("+", "0", "-"):
            assert {"precision", "recall", "f1"} <= set(shown["signs"][sign])
        steps = shown["single_step"]["problems"], shown["multi_step"]["problems"]
        assert steps == (len(ALL) - 3, 3)

    def test_figures_to_read(
        self, capsys: pytest.CaptureFixture[str], english: Path, model: Path, tmp_path: Path
    ) -> None:
        outcome(capsys, "train", english, "-o", model, "--max-iterations", "20")
        mixed = tmp_path / "mixed.jsonl"
        mixed.write_text(english.read_text() + '{"text": "Once upon a time.", "answer": 1}\n')
        status, out, err = outcome(capsys, "evaluate", mixed, "--model", model)
        assert status == 0
        assert "16/16" in err
        assert out.splitlines()[0] == "accuracy: 93.8% (15 of 16 problems)"
        assert "1 could not be read" in out
        assert "precision" in out

    def test_a_bundled_model_goes_by_its_language(
        self, capsys: pytest.CaptureFixture[str], english: Path
    ) -> None:
        assert json_of(capsys, "evaluate", english, "--model", "en")["accuracy"] > 0.5

    def test_of_no_problems_there_is_no_share(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        single = tmp_path / "single.jsonl"
        save(ENGLISH[:1], single)
        _, out, _ = outcome(capsys, "evaluate", single, "--model", "en")
        assert "  multi-step: none\n" in out
        shown = json_of(capsys, "evaluate", single, "--model", "en")
        assert shown["multi_step"] == {"problems": 0, "correct": 0, "accuracy": None}

    def test_evaluating_needs_neither_scipy_nor_scikit_learn(
        self, capsys: pytest.CaptureFixture[str], english: Path, model: Path
    ) -> None:
        outcome(capsys, "train", english, "-o", model, *QUICK)
        code = (
            "import sys\nfrom quantity_tagger.cli import main\n"
            f"status = main(['evaluate', {str(english)!r}, '--model', {str(model)!r}])\n"
            "assert status == 0\n"
            "assert not {'scipy', 'sklearn', 'joblib'} & set(sys.modules)"
        )
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)

    def test_what_is_no_model(
        self, capsys: pytest.CaptureFixture[str], english: Path, model: Path
    ) -> None:
        for given, sentence in ((english, "is not a model file"), (model, "cannot be read")):
            status, out, err = outcome(capsys, "evaluate", english, "--model", given)
            assert (status, out) == (2, "")
            assert sentence in err


class TestCrossValidate:
    def test_the_folds_of_the_file(self, capsys: pytest.CaptureFixture[str], english: Path) -> None:
        status, out, err = outcome(capsys, "cross-validate", english, "--window", 1, *QUICK)
        assert status == 0
        assert [line.split(":")[0] for line in out.splitlines()[:5]] == [
            "fold 0", "fold 1", "fold 2", "mean of folds", "accuracy",
        ]  # fmt: skip
        assert "3/3" in err

    def test_tuned_windows_are_told(
        self, capsys: pytest.CaptureFixture[str], english: Path
    ) -> None:
        argv = ("cross-validate", english, "--window", "tune", "--max-iterations", 1)
        shown = json_of(capsys, *argv, "--features", "none")
        assert shown["problems"] == len(ENGLISH)
        assert len(shown["folds"]) == 3
        for fold in shown["folds"]:
            tried = {trial["window"]: trial["accuracy"] for trial in fold["tuning"]}
            assert list(tried) == [1, 2, 3, 4, 5, 6, "N"]
            assert tried[fold["window"]] == max(tried.values())
        assert shown["settings"]["features"] == "none"

    def test_folds_can_be_dealt(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        bare = tmp_path / "bare.jsonl"
        lines = [json.dumps({"text": r.text, "answer": str(r.answer)}) for r in ENGLISH]
        bare.write_text("\n".join(lines))
        argv = ("cross-validate", bare, "--window", "1", *QUICK)
        status, _, err = outcome(capsys, *argv)
        assert status == 2
        assert "--folds K" in err
        first = json_of(capsys, *argv, "--folds", 4)
        assert [fold["problems"] for fold in first["folds"]] == [4, 4, 4, 3]
        assert json_of(capsys, *argv, "--folds", 4) == first
        status, _, err = outcome(capsys, *argv, "--folds", 99)
        assert status == 2
        assert "cannot be dealt into 99 folds" in err

    def test_no_jobs_is_no_work(self, capsys: pytest.CaptureFixture[str], english: Path) -> None:
        status, _, err = outcome(capsys, "cross-validate", english, "--jobs", "0")
        assert status == 2
        assert "--jobs 0" in err
