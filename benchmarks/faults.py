"""Kills commands at random moments and looks at what they leave: ``python -m benchmarks.faults``.

Each of train, reproduce, batch (here and on a Ray cluster of this machine) and the writing of a
model is started on a tiny task, killed by SIGKILL at a random moment, and started again on what the
kill left, until it has been killed `KILLS` times. After every kill, whatever bears its final name
must be whole; whenever a run comes to its end, what it made must have the bytes of a run that
nobody killed, and nothing else may be left. Needs the extra ``dev``, and Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from quantity_tagger import cli
from quantity_tagger.datasets import save
from quantity_tagger.generation import generate

KILLS = 200
PROBLEMS = 60
LOG = "log"  # what a command said last
SOON = 1.5  # seconds
LATE = 0.2  # the share of kills that may come later

Files = dict[str, bytes]


@dataclass(frozen=True)
class Task:
    """A command that is started by ``go`` in a folder that ``prepare`` has filled.

    ``made`` gives the files under their final names, each as it is compared; ``kept`` are names
    that may stand beside them at the end.
    """

    prepare: Callable[[Path], None]
    go: Callable[[Path], int]
    made: Callable[[Path], Files]
    kept: frozenset[str] = frozenset()
    environment: dict[str, str] | None = None


@dataclass
class Result:
    """How often it was killed, how many runs came to their end, and what was wrong."""

    kills: int = 0
    whole_runs: int = 0
    faults: int = 0
    seconds: float = 0.0


# --- tasks ----------------------------------------------------------------------------------------


def problems(place: Path) -> None:
    save(list(generate("en", PROBLEMS, seed=7)), place / "in.jsonl")


def train(place: Path) -> int:
    from quantity_tagger.learning import optimise

    optimise.CHECKPOINT_EVERY = 2  # a kill between any two of them costs little
    return cli.main(
        ["train", str(place / "in.jsonl"), "-o", str(place / "out.model"), "--window", "1",
         "--checkpoint", str(place / "half"), "--max-iterations", "40", "--features", "none"]
    )  # fmt: skip


def write_models(place: Path) -> int:
    """Writes two models by turns under one name; each takes 3 MB, so that a kill falls inside."""
    import numpy as np

    from benchmarks.doors import small_model
    from quantity_tagger.support.files import atomic_write

    small_model()  # what is tested is `atomic_write`, which writes every model
    contents = [np.full(3 << 20, number, np.uint8).tobytes() for number in (1, 2)]
    for turn in range(40):
        with atomic_write(place / "out.model") as file:
            for at in range(0, len(contents[0]), 1 << 16):
                file.write(contents[turn % 2][at : at + (1 << 16)])
    return 0


def models(place: Path) -> Files:
    """A file that is wholly of one kind, which of the two does not matter."""
    path = place / "out.model"
    if not path.exists():
        return {}
    content = path.read_bytes()
    whole = len(content) == 3 << 20 and len(set(content)) == 1
    return {"out.model": b"whole" if whole else content}


def sets(place: Path) -> None:
    """Problems of our own under the name of a benchmark, in three folds."""
    records = [replace(record, fold=at % 3) for at, record in enumerate(generate("en", 24, seed=7))]
    (place / "data").mkdir()
    save(records, place / "data" / "addsub.jsonl")


def reproduce(place: Path) -> int:
    from quantity_tagger.reproduction import plan

    os.environ["QUANTITY_TAGGER_DATA"] = str(place / "data")
    os.environ["QUANTITY_TAGGER_CACHE"] = str(place / "none")
    brief = plan.Search(4, 1e-2)
    plan.QUICK = plan.Scale((1,), (0,), (4,), brief, brief, sample=4)
    return cli.main(
        ["reproduce", "--out", str(place / "out"), "--quick", "--dataset", "addsub",
         "--part", "paper", "--jobs", "1"]
    )  # fmt: skip


def pages(place: Path) -> Files:
    """Pages and results, less the times that they tell."""
    found = {}
    for path in sorted(place.glob("out/*")):
        if path.is_file() and path.suffix in (".md", ".json", ".html") and path.name[0] != ".":
            text = re.sub(r'"processor_seconds": [\d.]+', "", path.read_text("utf-8"))
            text = re.sub(r"\d+ minutes of processor time", "", text)
            found[path.name] = text.encode()
    for path in sorted(place.glob("out/runs/*.json")):
        if path.name[0] != ".":
            held = json.loads(path.read_text("utf-8"))  # it must be whole for that
            found[f"runs/{path.name}"] = json.dumps(held["signs"]).encode()
    return found


def table(place: Path) -> None:
    """The same problems in every format, some of them bad."""
    import csv

    import pyarrow as pa
    from pyarrow.parquet import write_table

    texts = [record.text for record in generate("en", 4 * PROBLEMS, seed=5)]
    texts[13] = "nothing to solve"
    rows = [json.dumps({"id": n, "text": text}) for n, text in enumerate(texts)]
    rows[40] = "no JSON"
    (place / "in.jsonl").write_text("\n".join(rows) + "\n", "utf-8")
    with (place / "in.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["id", "text"], *enumerate(texts)])
    write_table(pa.table({"id": range(len(texts)), "text": texts}), place / "in.parquet",
                row_group_size=60)  # fmt: skip


def batch(kind: str, *options: str) -> Callable[[Path], int]:
    def go(place: Path) -> int:
        from quantity_tagger.batch import formats, journal

        formats.load(kind).CHUNK_ROWS = 10  # type: ignore[attr-defined]
        journal.COMMIT_SECONDS = 0.01
        source, target = place / f"in.{kind}", place / f"out.{kind}"
        return cli.main(["batch", str(source), str(target), "--resume", *options])

    return go


def named(*names: str) -> Callable[[Path], Files]:
    return lambda place: {
        name: (place / name).read_bytes() for name in names if (place / name).exists()
    }


def tasks(address: str | None, environment: dict[str, str]) -> dict[str, Task]:
    inputs = frozenset(["in.jsonl", "in.csv", "in.parquet"])
    found = {
        "train": Task(problems, train, named("out.model"), frozenset(["in.jsonl", "half"])),
        "model writing": Task(lambda _: None, write_models, models),
        "reproduce": Task(sets, reproduce, pages, frozenset(["data", "out"])),
        **{
            f"batch {kind}": Task(table, batch(kind), named(f"out.{kind}"), inputs)
            for kind in ("jsonl", "csv", "parquet")
        },
        "batch, two workers": Task(
            table, batch("jsonl", "--workers", "2"), named("out.jsonl"), inputs
        ),
    }
    if address is not None:
        options = ("--engine", "ray", "--address", address, "--workers", "1")
        found["batch on Ray"] = Task(
            table, batch("jsonl", *options), named("out.jsonl"), inputs, environment
        )
    return found


# --- kills ----------------------------------------------------------------------------------------


def started(task: Task, place: Path) -> int:
    """The task in a process of its own, made by a fork: what is imported here need not be again."""
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setpgid(0, 0)
        os.environ.update(task.environment or {})
        log = os.open(place / LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(log, stream)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        status = task.go(place)
        sys.stdout.flush()
        os._exit(status)
    except BaseException:
        import traceback

        traceback.print_exc()
        sys.stderr.flush()
        os._exit(99)


def ended(pid: int, seconds: float) -> int | None:
    """The exit status of a process that ended by itself in time, None where it was killed."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return None if code == -signal.SIGKILL else code


def emptied(place: Path, task: Task) -> None:
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    task.prepare(place)


def torment(name: str, task: Task, kills: int, place: Path, chance: random.Random) -> Result:
    emptied(place, task)
    begin = time.monotonic()
    status = ended(started(task, place), 600)
    if status != 0:
        raise SystemExit(f"{name}: does not even run: {(place / LOG).read_text('utf-8')[-2000:]}")
    span = time.monotonic() - begin
    whole = task.made(place)
    result = Result()

    def fault(what: str) -> None:
        result.faults += 1
        print(f"{name}: {what}", file=sys.stderr, flush=True)

    emptied(place, task)
    while result.kills < kills:
        # Most kills come soon, so that many fit into little time; some may come at the very end.
        most = 1.5 * span if chance.random() < LATE else min(1.1 * span, SOON)
        status = ended(started(task, place), chance.uniform(0, most))
        try:
            found = task.made(place)
        except ValueError as error:
            fault(f"half a file under its final name ({error})")
            found = {}
        for file, content in found.items():
            if whole.get(file) != content:
                fault(f"{file} is not what it should be after a kill")
        if status is None:
            result.kills += 1
            continue
        result.whole_runs += 1
        if status != 0:
            fault(f"status {status}: {(place / LOG).read_text('utf-8')[-1000:]}")
        if found.keys() != whole.keys():
            fault(f"{sorted(whole.keys() - found.keys())} were not made")
        left = {path.name for path in place.iterdir()} - task.kept - whole.keys() - {LOG}
        left |= {path.name for path in place.rglob("*.part*")}
        if left:
            fault(f"{sorted(left)} were left")
        emptied(place, task)
    result.seconds = round(time.monotonic() - begin, 1)
    return result


# --- a cluster ------------------------------------------------------------------------------------

CLUSTER = """
import ray, sys
ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False,
         object_store_memory=1 << 28, _node_ip_address="127.0.0.1")
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
ray.shutdown()
"""


@contextmanager
def cluster(wanted: bool) -> Iterator[tuple[str | None, dict[str, str]]]:
    """Where a cluster of this machine is reached, if one can be had."""
    if not wanted:
        yield None, {}
        return
    from quantity_tagger.batch.engines import ray as engine

    key = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    environment = {**engine.SETTINGS, engine.LOOPBACK: "0", **key}
    with subprocess.Popen(
        [sys.executable, "-c", CLUSTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, **environment},
    ) as process:  # fmt: skip
        if process.stdout is None:
            raise RuntimeError("the cluster has no stdout")
        yield process.stdout.readline().strip(), environment
        process.communicate()


def warm() -> None:
    """Loads what the tasks need, for the forks to have it."""
    import matplotlib
    import pyarrow.parquet  # noqa: F401

    from quantity_tagger import solver
    from quantity_tagger.learning import estimator  # noqa: F401
    from quantity_tagger.reproduction import plots, runner  # noqa: F401

    matplotlib.use("Agg")
    import matplotlib.pyplot

    solver.bundled("en")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=KILLS, help=f"of each task ({KILLS})")
    parser.add_argument("--task", action="append", help="these alone")
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--json", type=Path, help="also write the figures to a file")
    arguments = parser.parse_args(argv)
    warm()
    on_ray = not arguments.task or "batch on Ray" in arguments.task
    figures: dict[str, Any] = {}
    if arguments.json and arguments.json.exists() and arguments.task:
        figures = json.loads(arguments.json.read_text("utf-8"))
    with cluster(on_ray) as (address, environment), tempfile.TemporaryDirectory() as folder:
        found = tasks(address, environment)
        for name in arguments.task or found:
            chance = random.Random(f"{arguments.seed} {name}")
            result = torment(name, found[name], arguments.kills, Path(folder, "place"), chance)
            figures[name] = vars(result)
            print(f"{name:20} {json.dumps(figures[name])}", flush=True)
            if arguments.json:
                arguments.json.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")
    return 1 if any(one["faults"] for one in figures.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
