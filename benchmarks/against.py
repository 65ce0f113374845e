"""Processor time of this checkout over that of another one, in one run on one machine.

    git worktree add --detach ../old TAG
    python -m benchmarks.against ../old

``page``: an answer of the page, with reasons, story and lattice, one problem after the other;
``solve``: plain answers, one after the other; ``batch``: plain answers, all at once. Each is the
least of rounds that alternate between the two; below 1 this checkout is the faster one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from quantity_tagger.generation import generate

ROUNDS = 7
TEXTS = 60
LANGUAGES = ("en", "zh")

WORKER = """
import json, sys, time
from quantity_tagger import solve
from quantity_tagger.solver import solve_all
try:
    from quantity_tagger.web.jobs import perform
except ImportError:  # as it was called before
    from quantity_tagger.web.work import perform

def page(texts):
    for text in texts:
        job = {"do": "solve", "text": text, "language": None, "model": None, "signs": None,
               "why": True, "lattice": True, "words": None}
        (outcome,) = perform([job], 5000, 50)
        assert outcome.result == "done"

def one_by_one(texts):
    for text in texts:
        solve(text)

works = {"page": page, "solve": one_by_one, "batch": solve_all}
for line in sys.stdin:
    texts = json.loads(line)
    found = {}
    for name, work in works.items():
        start = time.process_time()
        work(texts)
        found[name] = time.process_time() - start
    print(json.dumps(found), flush=True)
"""


class Worker:
    """A process that works with the package of one checkout."""

    def __init__(self, checkout: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            env={**os.environ, "PYTHONPATH": str(checkout / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def seconds(self, texts: list[str]) -> dict[str, float]:
        """The processor time of each kind of work on these texts."""
        pipe, answers = self._process.stdin, self._process.stdout
        assert pipe is not None
        assert answers is not None
        pipe.write(json.dumps(texts) + "\n")
        pipe.flush()
        found: dict[str, float] = json.loads(answers.readline())
        return found

    def stop(self) -> None:
        self._process.communicate()


def compare(other: Path) -> dict[str, dict[str, float]]:
    """For each language the ratio of each kind of work."""
    workers = [Worker(Path(__file__).resolve().parent.parent), Worker(other)]
    ratios: dict[str, dict[str, float]] = {}
    for language in LANGUAGES:
        texts = [record.text for record in generate(language, TEXTS, seed=1)]
        for worker in workers:
            worker.seconds(texts)  # the first time loads models
        rounds = [[worker.seconds(texts) for worker in workers] for _ in range(ROUNDS)]
        ratios[language] = {
            kind: min(ours[kind] for ours, _ in rounds) / min(theirs[kind] for _, theirs in rounds)
            for kind in rounds[0][0]
        }
    for worker in workers:
        worker.stop()
    return ratios


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path, help="the other checkout's folder")
    for language, found in compare(parser.parse_args().checkout).items():
        print(language, "  ".join(f"{kind} {ratio:.2f}" for kind, ratio in found.items()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
