"""Disks that are full, files that vanish or shrink, Ctrl-C: a clear end, the right status, and
nothing half-written under a final name.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from quantity_tagger import cli
from quantity_tagger.batch.journal import journal_of, part_of
from quantity_tagger.datasets import save
from quantity_tagger.generation import generate

pytest.importorskip("resource", reason="this system has no limits of this kind")

# Files may not grow beyond so many bytes, as on a disk with that much room.
FULL = """
import resource, sys
limit = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
from quantity_tagger import cli
sys.exit(cli.main(sys.argv[2:]))
"""


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    source = tmp_path / "in.jsonl"
    save(list(generate("en", 40, seed=3)), source)
    return source


def on_a_full_disk(room: int, *argv: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", FULL, str(room), *map(str, argv)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip


def ends_in_a_sentence(process: subprocess.CompletedProcess[str], status: int = 2) -> None:
    assert process.returncode == status, process.stderr
    assert "Traceback" not in process.stderr
    assert process.stderr.splitlines()[-1].startswith("quantity-tagger: ")


class TestFullDisk:
    def test_batch(self, problems: Path, tmp_path: Path) -> None:
        target = tmp_path / "out.jsonl"
        process = on_a_full_disk(2_000, "batch", problems, target)
        ends_in_a_sentence(process)
        assert not target.exists()

    @pytest.mark.parametrize("argv", [("--count", "400", "-o")])
    def test_generate(self, tmp_path: Path, argv: tuple[str, ...]) -> None:
        target = tmp_path / "made.jsonl"
        ends_in_a_sentence(on_a_full_disk(2_000, "generate", *argv, target))
        assert not list(tmp_path.iterdir())

    def test_train(self, problems: Path, tmp_path: Path) -> None:
        folder = tmp_path / "models"
        folder.mkdir()
        process = on_a_full_disk(
            500, "train", problems, "-o", folder / "a.model", "--max-iterations", "2",
            "--window", "1", "--features", "none",
        )  # fmt: skip
        ends_in_a_sentence(process)
        assert not list(folder.iterdir())


class TestFilesThatGo:
    @pytest.mark.parametrize(
        "argv",
        [
            ("batch", "nowhere.jsonl", "out.jsonl"),
            ("train", "nowhere.jsonl", "-o", "a.model"),
            ("evaluate", "nowhere.jsonl"),
            ("data", "check", "nowhere.jsonl"),
            ("solve", "--model", "nowhere.model", "Ann had 9 pens and lost 4. How many?"),
        ],
    )
    def test_one_that_is_gone(
        self, argv: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:  # fmt: skip
        monkeypatch.chdir(tmp_path)
        assert cli.main(list(argv)) == 2
        assert "nowhere" in capsys.readouterr().err
        assert not list(tmp_path.iterdir())

    @pytest.mark.skipif(os.geteuid() == 0, reason="whoever runs this may read everything")
    def test_one_that_may_not_be_read(
        self, problems: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        problems.chmod(0)
        assert cli.main(["batch", str(problems), str(tmp_path / "out.jsonl")]) == 2
        assert "Permission denied" in capsys.readouterr().err

    def test_a_folder_that_vanishes_while_training(
        self, problems: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:  # fmt: skip
        from quantity_tagger.learning.estimator import QuantityTagger

        folder = tmp_path / "models"
        folder.mkdir()
        own = QuantityTagger.fit

        def fit(self: QuantityTagger, *arguments: object) -> QuantityTagger:
            folder.rmdir()
            return own(self, *arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(QuantityTagger, "fit", fit)
        argv = ["train", str(problems), "-o", str(folder / "a.model"), "--max-iterations", "1",
                "--window", "1", "--features", "none"]  # fmt: skip
        assert cli.main(argv) == 2
        assert "No such file or directory" in capsys.readouterr().err


# Ctrl-C comes when the first answers are there, and not before.
STOPPED = """
import os, signal, sys
from quantity_tagger import cli
from quantity_tagger.batch import journal
from quantity_tagger.batch.formats import jsonl
jsonl.CHUNK_ROWS = 10
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
append = journal.PartFile.append
def stop(self, outcome):
    append(self, outcome)
    os.kill(os.getpid(), signal.SIGINT)
journal.PartFile.append = stop
sys.exit(cli.main(sys.argv[1:]))
"""


def test_control_c_in_the_middle_of_a_batch(problems: Path, tmp_path: Path) -> None:
    target, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    process = subprocess.run(
        [sys.executable, "-c", STOPPED, "batch", problems, target], capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert process.returncode == 128 + signal.SIGINT
    assert "Traceback" not in process.stderr
    assert not target.exists()
    assert cli.main(["batch", str(problems), str(target), "--resume"]) == 0
    assert cli.main(["batch", str(problems), str(whole)]) == 0
    assert target.read_bytes() == whole.read_bytes()


def test_a_journal_with_another_figure_is_refused(problems: Path, tmp_path: Path) -> None:
    """With a wrong place in the input, rows would be left out and nobody would know."""
    target = tmp_path / "out.jsonl"
    process = subprocess.run(
        [sys.executable, "-c", STOPPED, "batch", problems, target], capture_output=True, check=False
    )
    assert process.returncode == 130
    content = journal_of(target).read_text()
    state = json.loads(content[content.index("{") :])
    place = f"{state['position'][0]}"
    changed = re.sub(rf"\b{place}\b", str(problems.stat().st_size), content, count=1)
    assert changed != content
    journal_of(target).write_text(changed)
    assert cli.main(["batch", str(problems), str(target), "--resume"]) == 2
    assert part_of(target).exists()
    assert not target.exists()
