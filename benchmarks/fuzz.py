"""Knocks at every door of `benchmarks.doors` with inputs guided by coverage (atheris, libFuzzer).

    python -m benchmarks.fuzz [--door NAME …] [--runs N] [--seconds S] [--json FILE]

Needs the extra ``fuzz`` (``make fuzz`` installs it). Each door has a process of its own, one after
another, and a number of runs that fits its speed: 10 million in all. Before them comes every
Chinese numeral of at most five characters, 8 million more. A run fails that ends in any
error but the package's own, takes over `SECONDS` or more memory than `MEGABYTES`; its input is
kept, and belongs into ``FOUND`` of ``tests/test_doors.py`` with what is mended.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.doors import doors

SECONDS = 5
MEGABYTES = 1_024

RUNS = {
    "chinese numerals": 4_000_000,
    "english numerals": 1_500_000,
    "values and equations": 500_000,
    "english reader": 100_000,
    "chinese reader": 100_000,
    "solver": 10_000,
    "data line": 1_500_000,
    "data file": 300_000,
    "batch jsonl": 200_000,
    "batch csv": 300_000,
    "batch parquet": 20_000,
    "batch journal": 200_000,
    "convert addsub": 200_000,
    "convert mawps": 150_000,
    "convert mawps csv": 150_000,
    "convert svamp": 150_000,
    "convert asdiv": 150_000,
    "model file": 500_000,
    "model header": 300_000,
    "checkpoint": 50_000,
    "checkpoint head": 50_000,
    "lexicon": 500_000,
    "result of a run": 200_000,
    "command line": 5_000,
    "api body": 50_000,
}
LONGEST = {"chinese numerals": 150, "english numerals": 200, "values and equations": 200,
           "solver": 400, "english reader": 600, "chinese reader": 600}  # fmt: skip


CHARACTERS = "零〇一二两九十百千万亿点又半分之½/%-.,5("
"""What numbers in Chinese texts are made of; of digits that are read alike, a few."""


def exhaust(most: int) -> dict[str, Any]:
    """Every string of at most so many of these characters, read as a numeral of either kind."""
    from quantity_tagger.languages.chinese.numerals import number_value, numeral_value

    start = time.monotonic()
    tried = failures = read = 0
    for length in range(most + 1):
        for characters in product(CHARACTERS, repeat=length):
            text = "".join(characters)
            tried += 1
            try:
                found = (numeral_value(text), number_value(text))
                read += any(value is not None for value in found)
            except Exception as error:
                failures += 1
                print(f"{text!r}: {error!r}", file=sys.stderr)
    return {
        "runs": tried, "failures": failures, "read": read,
        "seconds": round(time.monotonic() - start, 1),
    }  # fmt: skip


def child(name: str, runs: int, seconds: int, place: Path) -> None:
    """One door in this process: ends the process."""
    import atheris

    with atheris.instrument_imports(include=["quantity_tagger"], enable_loader_override=False):
        door = doors()[name]
        for seed in (b"", *door.seeds):
            door.knock(seed)
    corpus = place / "corpus"
    corpus.mkdir(exist_ok=True)
    for number, seed in enumerate(door.seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    words = place / "words"
    words.write_text("".join(f'"{escaped(word)}"\n' for word in door.words), "ascii")
    atheris.Setup(
        [
            sys.argv[0],
            f"-runs={runs}",
            f"-max_total_time={seconds}",
            f"-max_len={LONGEST.get(name, 4_096)}",
            f"-timeout={SECONDS}",
            f"-rss_limit_mb={MEGABYTES}",
            f"-artifact_prefix={place}/found-",
            *([f"-dict={words}"] if door.words else []),
            "-seed=18",
            "-print_final_stats=1",
            str(corpus),
        ],
        door.knock,
    )
    atheris.Fuzz()


def escaped(word: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word.encode())


def fuzz(name: str, runs: int, seconds: int, keep: Path) -> dict[str, Any]:
    """What came of one door."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        process = subprocess.run(
            [sys.executable, "-m", "benchmarks.fuzz", "--child", name, "--runs", str(runs),
             "--seconds", str(seconds), "--place", folder],
            capture_output=True, text=True, errors="replace", check=False,
        )  # fmt: skip
        found = sorted(Path(folder).glob("found-*"))
        told = process.stdout + process.stderr
        done = re.search(r"stat::number_of_executed_units:\s+(\d+)", told)
        memory = re.search(r"stat::peak_rss_mb:\s+(\d+)", told)
        covered = re.findall(r"cov: (\d+)", told)
        for path in found:
            keep.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, keep / f"{name.replace(' ', '-')}-{path.name}")
        if process.returncode or found:
            print(told[-3_000:], file=sys.stderr)
    return {
        "runs": int(done.group(1)) if done else 0,
        "failures": len(found) or int(process.returncode != 0),
        "branches": int(covered[-1]) if covered else 0,
        "peak_mb": int(memory.group(1)) if memory else 0,
        "seconds": round(time.monotonic() - start, 1),
    }


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--door", action="append", choices=[*RUNS], help="these alone")
    parser.add_argument("--runs", type=int, help="of each door, in place of its own number")
    parser.add_argument("--seconds", type=int, default=0, help="of each door at most (any)")
    parser.add_argument("--exhaust", type=int, default=5, help="characters of numerals (5)")
    parser.add_argument("--keep", type=Path, default=Path("build/found"), help="for what fails")
    parser.add_argument("--json", type=Path, help="also write the figures to a file")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--place", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args(argv)
    if arguments.child:
        child(arguments.child, arguments.runs, arguments.seconds, arguments.place)
        return 0
    figures: dict[str, Any] = {}
    if arguments.json and arguments.json.exists() and arguments.door:
        figures = json.loads(arguments.json.read_text("utf-8"))
    if not arguments.door:
        figures["every short numeral"] = exhaust(arguments.exhaust)
        print(
            f"{'every short numeral':22} {json.dumps(figures['every short numeral'])}", flush=True
        )
    for name in arguments.door or RUNS:
        runs = arguments.runs or RUNS[name]
        figures[name] = fuzz(name, runs, arguments.seconds, arguments.keep)
        print(f"{name:22} {json.dumps(figures[name])}", flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")
    total = sum(one["runs"] for one in figures.values())
    failures = sum(one["failures"] for one in figures.values())
    print(f"{total:,} runs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
