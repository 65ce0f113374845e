"""A run that was killed goes on, and its output has the bytes of one that was not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from quantity_tagger import batch as stream
from quantity_tagger import cli
from quantity_tagger.batch import Job, journal
from quantity_tagger.batch.engines import local
from quantity_tagger.batch.formats import csv as delimited
from quantity_tagger.batch.formats import jsonl as json_lines
from quantity_tagger.batch.formats import parquet
from quantity_tagger.batch.journal import journal_of, part_of
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.generation import generate

ROWS = 60
CHUNK = 10
FORMATS = ("jsonl", "csv", "parquet")

# What a test's run differs in from a user's: small chunks, each safe at once. `KILL` says when the
# process is to be killed by SIGKILL, which nothing can catch.
RUN = """
import os, signal, sys
from quantity_tagger import cli
from quantity_tagger.batch.formats import csv as delimited, jsonl as json_lines, parquet
from quantity_tagger.batch import journal
for module in (delimited, json_lines, parquet):
    module.CHUNK_ROWS = {chunk}
journal.COMMIT_SECONDS = {commit_seconds}

def die():
    os.kill(os.getpid(), signal.SIGKILL)

{kill}
if __name__ == "__main__":
    sys.exit(cli.main(["batch", *sys.argv[1:]]))
"""

KILLS = {
    "before the first answer": "journal.PartFile.append = lambda *_: die()",
    "in the middle of writing": """
append = journal.PartFile.append
def cut(self, outcome):
    if self.progress.tally.rows >= 30:
        self._file.write(outcome.body[: len(outcome.body) // 2])
        self._file.flush()
        die()
    append(self, outcome)
journal.PartFile.append = cut
""",
    "between answers and journal": """
dumps = journal.json.dumps
def cut(state, **options):
    if "output_bytes" in state and state["tally"]["rows"] == 30:
        die()
    return dumps(state, **options)
journal.json.dumps = cut
""",
    "when all is written": "import quantity_tagger.batch as s\ns.publish = lambda *_: die()",
    "in the middle of making it whole": """
import quantity_tagger.batch as s
def cut(target, whole):
    with open(whole, "r+b") as file:
        if whole != journal.part_of(target):
            file.truncate(100)
    die()
s.publish = cut
""",
    "when the name is given": """
replace = os.replace
def cut(source, target):
    replace(source, target)
    if not target.name.endswith(".journal"):
        die()
os.replace = cut
""",
}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the same problems in every format, some of them bad."""
    pa = pytest.importorskip("pyarrow", reason="the extra [parquet] is not installed")
    import csv

    import pyarrow.parquet as pq

    folder = tmp_path_factory.mktemp("sources")
    texts = [record.text for record in generate("en", ROWS, seed=5)]
    texts[13] = "nothing to solve"
    lines = [json.dumps({"id": n, "text": text}) for n, text in enumerate(texts)]
    lines[40] = "no JSON"
    (folder / "in.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    with (folder / "in.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["id", "text"], *enumerate(texts)])
    pq.write_table(
        pa.table({"id": range(ROWS), "text": texts}), folder / "in.parquet", row_group_size=30
    )
    return folder


@pytest.fixture(scope="module")
def whole(sources: Path) -> dict[str, bytes]:
    """What runs that nobody interrupts give."""
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        for module in (delimited, json_lines, parquet):
            patch.setattr(module, "CHUNK_ROWS", CHUNK)
        for name in FORMATS:
            target = sources / f"whole.{name}"
            stream.solve_file(Job(str(sources / f"in.{name}"), str(target), name))
            found[name] = target.read_bytes()
    return found


def script(tmp_path: Path, kill: str = "", commit_seconds: float = 0) -> Path:
    path = tmp_path / "run.py"
    path.write_text(RUN.format(chunk=CHUNK, commit_seconds=commit_seconds, kill=kill))
    return path


def start(*argv: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, *map(str, argv)], capture_output=True, check=False)


@pytest.mark.parametrize(
    ("name", "when"),
    [
        *(("jsonl", when) for when in KILLS),
        ("csv", "in the middle of writing"),
        ("parquet", "in the middle of writing"),
        ("parquet", "in the middle of making it whole"),
        ("parquet", "when the name is given"),
    ],
)
def test_a_killed_run_goes_on(
    tmp_path: Path, sources: Path, whole: dict[str, bytes], name: str, when: str
) -> None:
    source, target = sources / f"in.{name}", tmp_path / f"out.{name}"
    killed = start(script(tmp_path, KILLS[when]), source, target)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert target.exists() == (when == "when the name is given")
    if target.exists():
        assert target.read_bytes() == whole[name]
    summary = resumed(source, target, name)
    assert target.read_bytes() == whole[name]
    assert summary.tally.rows == ROWS
    if "middle of writing" in when:
        assert summary.resumed == 30
    assert sorted(path.name for path in tmp_path.iterdir()) == [target.name, "run.py"]


def resumed(source: Path, target: Path, name: str, **options: Any) -> stream.Summary:
    with pytest.MonkeyPatch.context() as patch:
        for module in (delimited, json_lines, parquet):
            patch.setattr(module, "CHUNK_ROWS", CHUNK)
        return stream.solve_file(Job(str(source), str(target), name), resume=True, **options)


@pytest.mark.parametrize("name", ["jsonl", "parquet"])
def test_two_workers_are_killed_from_outside_and_go_on_as_two(
    tmp_path: Path, sources: Path, whole: dict[str, bytes], name: str
) -> None:
    source, target = sources / f"in.{name}", tmp_path / f"out.{name}"
    # The run waits after 30 rows for the kill, so that the test does not depend on the clock.
    waiting = KILLS["in the middle of writing"].replace(
        "die()",
        "import multiprocessing, time; "
        "print(*(one.pid for one in multiprocessing.active_children()), flush=True); "
        "time.sleep(600)",
        1,
    )
    process = subprocess.Popen(
        [sys.executable, script(tmp_path, waiting), source, target, "--workers", "2"],
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    with process.stdout:
        workers = [int(pid) for pid in process.stdout.readline().split()]
        assert len(workers) == 2
        process.kill()
    assert process.wait() == -signal.SIGKILL
    assert not target.exists()
    assert resumed(source, target, name, workers=2).tally.rows == ROWS
    assert target.read_bytes() == whole[name]
    while any(map(runs, workers)):  # they see that their pipe has no other end
        time.sleep(0.05)


def runs(pid: int) -> bool:
    """Whether a process still lives; one that only nobody has buried does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


@pytest.fixture
def unfinished(tmp_path: Path, sources: Path) -> tuple[Path, Path]:
    """Input and output of a run that was stopped after some rows, by Ctrl-C."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes((sources / "in.jsonl").read_bytes())

    def stop(state: stream.State) -> None:
        if state.tally.rows >= 40:
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_lines, "CHUNK_ROWS", CHUNK)
        with pytest.raises(KeyboardInterrupt):
            stream.solve_file(Job(str(source), str(target), "jsonl"), watch=stop)
    return source, target


def test_a_run_stopped_by_hand_loses_nothing(
    unfinished: tuple[Path, Path], whole: dict[str, bytes]
) -> None:
    source, target = unfinished
    assert part_of(target).exists()
    assert resumed(source, target, "jsonl").resumed == 40
    assert target.read_bytes() == whole["jsonl"]


def test_what_is_unfinished_is_not_lightly_overwritten(
    unfinished: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = unfinished
    assert cli.main(["batch", str(source), str(target)]) == 2
    assert "go on with it by --resume, or delete it" in capsys.readouterr().err
    part_of(target).unlink()
    assert cli.main(["batch", str(source), str(target), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["resumed_rows"] == 0


@pytest.mark.parametrize(
    ("options", "changed"),
    [
        ({"text_field": "id"}, "--text-field"),
        ({"language": "en"}, "--language"),
        ({"full": True}, "--full"),
        ({"full": True, "language": "zh"}, "--language and --full"),
    ],
)
def test_other_options_are_refused(
    unfinished: tuple[Path, Path], options: dict[str, Any], changed: str
) -> None:
    source, target = unfinished
    with pytest.raises(QuantityTaggerError, match=f"since {changed} ha(s|ve) changed: delete it"):
        stream.solve_file(Job(str(source), str(target), "jsonl", **options), resume=True)
    assert part_of(target).exists()


def test_another_input_is_refused_even_where_only_the_end_is_another(
    unfinished: tuple[Path, Path],
) -> None:
    source, target = unfinished
    content = source.read_bytes()
    at = os.stat(source)
    source.write_bytes(content[:-3] + b"?" + content[-2:])
    os.utime(source, ns=(at.st_atime_ns, at.st_mtime_ns))
    with pytest.raises(QuantityTaggerError, match="since the input has changed"):
        resumed(source, target, "jsonl")


def test_another_model_is_refused(unfinished: tuple[Path, Path]) -> None:
    from quantity_tagger.model import bundled as models

    source, target = unfinished
    job = Job(str(source), str(target), "jsonl", model=str(models.path("en")))
    with pytest.raises(QuantityTaggerError, match="since the model has changed"):
        stream.solve_file(job, resume=True)


@pytest.mark.parametrize("content", ["", "{}", '{"fingerprint": {}, "tally": 3}', None])
def test_a_journal_that_does_not_fit_is_refused(
    unfinished: tuple[Path, Path], content: str | None
) -> None:
    source, target = unfinished
    if content is None:
        part_of(target).write_bytes(b"shorter than the journal says")
    else:
        journal_of(target).write_text(content)
    with pytest.raises(QuantityTaggerError, match=r"does not fit .* delete both"):
        resumed(source, target, "jsonl")


def test_two_runs_do_not_write_the_same_file(unfinished: tuple[Path, Path]) -> None:
    pytest.importorskip("fcntl", reason="this system has no file locks of this kind")
    source, target = unfinished
    with part_of(target).open("r+b") as file:
        journal._lock(file, target)
        with pytest.raises(QuantityTaggerError, match="Another run is writing"):
            resumed(source, target, "jsonl")


def test_nothing_to_resume_starts_anew(
    tmp_path: Path, sources: Path, whole: dict[str, bytes]
) -> None:
    target = tmp_path / "out.csv"
    assert resumed(sources / "in.csv", target, "csv").resumed == 0
    assert target.read_bytes() == whole["csv"]


def test_a_worker_that_dies_is_told_of_and_what_was_done_is_kept(
    tmp_path: Path, sources: Path, whole: dict[str, bytes]
) -> None:
    source, target = sources / "in.jsonl", tmp_path / "out.jsonl"

    def kill_a_worker(state: stream.State) -> None:
        import multiprocessing

        if state.tally.rows == 10:
            multiprocessing.active_children()[0].kill()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_lines, "CHUNK_ROWS", CHUNK)
        patch.setattr(local, "WINDOW", 2)
        job = Job(str(source), str(target), "jsonl")
        with pytest.raises(QuantityTaggerError, match=r"exit status -9.* go on with --resume"):
            stream.solve_file(job, workers=2, watch=kill_a_worker)
    assert resumed(source, target, "jsonl").resumed >= 10
    assert target.read_bytes() == whole["jsonl"]
