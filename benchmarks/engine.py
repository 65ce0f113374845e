"""The engine against python-crfsuite, in one run, on the same tokens and attributes.

Both train on the AS_CN problems outside fold 0 with J = 4 and the same 14 attributes a token (words
and tags at −3 … +3, and the bias). Times are CPU seconds of this process, the least of several
rounds that alternate between the two, so that what else the machine does hurts both alike. No
variable of the environment limits threads: what is measured is what a user gets.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np

from quantity_tagger.arrays import Ints, offsets
from quantity_tagger.datasets import load
from quantity_tagger.datasets.fetch import locate
from quantity_tagger.datasets.gold import gold_signs
from quantity_tagger.features.encoded import Encoded
from quantity_tagger.features.encoder import Encoder
from quantity_tagger.features.window import cut_all
from quantity_tagger.lattice import lattice
from quantity_tagger.lattice import variants as known_variants
from quantity_tagger.lattice.assignments import Assignments
from quantity_tagger.learning.examples import gold_indices
from quantity_tagger.learning.monitor import ConvergenceMonitor
from quantity_tagger.learning.objective import Objective
from quantity_tagger.learning.optimise import optimise
from quantity_tagger.learning.threads import one_thread
from quantity_tagger.model.model import Model, Settings, Weights, encode
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read
from quantity_tagger.signs import SIGNS

TEMPLATES = ("word", "tag")
WINDOW = 4
ITERATIONS = 100
ROUNDS = 3
Signs = tuple[int, ...]


@dataclass(frozen=True)
class Task:
    """Problems with gold signs, ready for a lattice."""

    settings: Settings
    problems: Sequence[Problem]
    signs: Sequence[Signs]
    encoder: Encoder
    encoded: Encoded
    gold: Ints

    @classmethod
    def of(
        cls, problems: Sequence[Problem], signs: Sequence[Signs], name: str, window: int | None
    ) -> Task:
        settings = Settings(name, window, TEMPLATES, free_unknown=False)
        windows = cut_all(problems, window)
        encoder = Encoder.fit(TEMPLATES, problems, windows, ())
        return cls.encoded_by(encoder, settings, problems, signs)

    @classmethod
    def encoded_by(
        cls,
        encoder: Encoder,
        settings: Settings,
        problems: Sequence[Problem],
        signs: Sequence[Signs],
    ) -> Task:
        windows = cut_all(problems, settings.window)
        assignments = None
        if lattice(settings.variant).weighs_equations:
            assignments = Assignments.of(offsets(windows.counts), windows.unknown.tolist())
        encoded = encode(encoder, settings, problems, windows, (), assignments)
        return cls(settings, problems, signs, encoder, encoded, gold_indices(problems, signs))

    def repeated(self, count: int, keep: Callable[[Signs], bool] = lambda _: True) -> Task | None:
        """The problems (those that ``keep`` takes), again and again, ``count`` in all."""
        some = [one for one in zip(self.problems, self.signs, strict=True) if keep(one[1])]
        if not some:
            return None
        problems, signs = zip(*islice(cycle(some), count), strict=True)
        return self.encoded_by(self.encoder, self.settings, problems, signs)

    def objective(self) -> Objective:
        chosen = lattice(self.settings.variant)
        mean = Weights(
            np.zeros((len(self.encoder.tokens), len(chosen.token_labels))),
            np.zeros((len(self.encoder.quantities), 3)),
            np.zeros(len(chosen.structure)),
        )
        return Objective(chosen, self.encoded, self.gold, mean, 0.01)

    def train(self, iterations: int = ITERATIONS) -> tuple[float, int, Model]:
        """CPU seconds of the search, its evaluations, and the model."""
        objective = self.objective()
        start = np.random.default_rng(0).uniform(-0.05, 0.05, objective.size)
        monitor = ConvergenceMonitor(iterations, 0.0)
        began = time.process_time()
        point = optimise(objective, start, monitor)
        seconds = time.process_time() - began
        model = Model(self.settings, self.encoder, objective.weights(point))
        return seconds, monitor.history[-1].evaluations, model

    def sequences(self) -> list[tuple[list[list[str]], list[str]]]:
        """Attributes and labels of each problem as one sequence, as crfsuite takes them."""
        windows, layout = self.encoded.windows, self.encoded.layout
        token_names, quantity_names = self.encoder.names()
        rows: list[list[tuple[int, list[str], str]]] = [[] for _ in self.problems]
        for at, (problem, token) in enumerate(
            zip(windows.problem.tolist(), windows.tokens.tolist(), strict=True)
        ):
            row = self.encoded.tokens.row(layout.column[at])
            rows[problem].append((token, [token_names[number] for number in row], "O"))
        for at, (problem, token) in enumerate(
            zip(layout.problem.tolist(), windows.anchors.tolist(), strict=True)
        ):
            row = self.encoded.quantities.row(at)
            label = str(SIGNS[self.gold[at]])
            rows[problem].append((token, [quantity_names[number] for number in row], label))
        found = []
        for lines in rows:
            lines.sort(key=lambda line: line[0])
            found.append(([line for _, line, _ in lines], [label for _, _, label in lines]))
        return found


def training_part() -> tuple[list[Problem], list[Signs]]:
    """The problems of AS_CN outside fold 0 whose signs can be told."""
    problems, signs = [], []
    for record in load(locate("as_cn")):
        if record.fold != 0:
            problem = read(record.text, record.lang)
            gold = gold_signs(record, problem)
            if gold is not None:
                problems.append(problem)
                signs.append(gold)
    return problems, signs


def crfsuite_trainer(sequences: list[tuple[list[list[str]], list[str]]]) -> Any:
    import pycrfsuite

    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(
        {
            "c1": 0.0,
            "c2": 0.01,
            "max_iterations": ITERATIONS,
            "feature.possible_states": True,
            "feature.possible_transitions": True,
            "delta": 0.0,
            "epsilon": 0.0,
        }
    )
    for attributes, labels in sequences:
        trainer.append(attributes, labels)
    return trainer


def cpu_seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def against_crfsuite(problems: list[Problem], signs: list[Signs]) -> dict[str, float]:
    """Training per 100 evaluations or iterations, and decoding of prebuilt sequences."""
    import pycrfsuite

    task = Task.of(problems, signs, "qt", WINDOW)
    sequences = task.sequences()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "peer.crfsuite")
        ours, theirs = [], []
        for _ in range(ROUNDS):
            trainer = crfsuite_trainer(sequences)
            theirs.append(cpu_seconds(lambda trainer=trainer: trainer.train(path)))
            seconds, evaluations, model = task.train()
            ours.append(seconds * 100 / evaluations)
        tagger = pycrfsuite.Tagger()
        tagger.open(path)
        items = [pycrfsuite.ItemSequence(attributes) for attributes, _ in sequences]
        chosen = model.lattice

        def decode_ours() -> None:
            chosen.best_signs(task.encoded.layout, model.scores(task.encoded))

        def decode_theirs() -> None:
            for item in items:
                tagger.tag(item)

        ours_decode = min(cpu_seconds(decode_ours) for _ in range(5 * ROUNDS))
        theirs_decode = min(cpu_seconds(decode_theirs) for _ in range(5 * ROUNDS))
        tagger.close()
    return {
        "train_seconds_per_100": min(ours),
        "crfsuite_seconds_per_100": min(theirs),
        "train_vs_crfsuite": min(ours) / min(theirs),
        "decode_problems_per_second": len(problems) / ours_decode,
        "crfsuite_problems_per_second": len(problems) / theirs_decode,
        "decode_vs_crfsuite": theirs_decode / ours_decode,
    }


def variants(problems: list[Problem], signs: list[Signs]) -> dict[str, float]:
    """Each variant's training time over QT's, per evaluation, at the same J."""
    per_evaluation = {}
    for name in known_variants():
        task = Task.of(problems, signs, name, WINDOW)
        runs = [task.train(30) for _ in range(ROUNDS)]
        per_evaluation[name] = min(seconds / evaluations for seconds, evaluations, _ in runs)
    return {name: seconds / per_evaluation["qt"] for name, seconds in per_evaluation.items()}


def evaluation_seconds(task: Task) -> float:
    objective = task.objective()
    point = np.random.default_rng(0).uniform(-0.05, 0.05, objective.size)
    with one_thread():  # as learning has it
        objective(point)
        return min(cpu_seconds(lambda: objective(point)) for _ in range(3))


def growth(problems: list[Problem], signs: list[Signs]) -> dict[str, dict[str, Any]]:
    """Seconds of one evaluation over problems, J and quantities, with fitted exponents."""
    task = Task.of(problems, signs, "qt", WINDOW)

    def seconds(count: int, quantities: int | None = None) -> float | None:
        made = task.repeated(count, lambda gold: quantities in (None, len(gold)))
        return None if made is None else evaluation_seconds(made)

    over_problems = {n: seconds(n) for n in (100, 1000, 10_000, 100_000)}
    over_window = {
        j: evaluation_seconds(Task.of(problems, signs, "qt", j)) for j in (2, 3, 4, 6, 8, 12)
    }
    over_quantities = {n: seconds(2000, n) for n in (2, 3, 4, 5, 6, 8, 10)}
    return {
        name: {"seconds": {str(n): s for n, s in times.items()}, "exponent": exponent(times)}
        for name, measured in (
            ("problems", over_problems),
            ("window", over_window),
            ("quantities", over_quantities),
        )
        for times in [{n: s for n, s in measured.items() if s is not None}]
    }


def exponent(times: dict[int, float]) -> float:
    """The slope of log time over log size."""
    slope, _ = np.polyfit(np.log(list(times)), np.log(list(times.values())), 1)
    return float(slope)


def peak_memory_mb() -> float:
    """Peak resident memory of a fresh process that reads, trains on AS_CN and ends."""
    command = [sys.executable, "-m", "benchmarks.engine", "--train-once"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(output.strip().splitlines()[-1])


def own_peak_mb() -> float:
    """Peak resident memory of this process. What ``getrusage`` tells begins with what the process
    had that started this one, so that the kernel's own account is read where there is one.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run() -> dict[str, Any]:
    problems, signs = training_part()
    return {
        **against_crfsuite(problems, signs),
        "variants_vs_qt": variants(problems, signs),
        "train_peak_mb": peak_memory_mb(),
        "growth": growth(problems, signs),
    }


if __name__ == "__main__":
    if "--train-once" in sys.argv:
        Task.of(*training_part(), "qt", WINDOW).train()
        print(own_peak_mb())
    else:
        import json

        print(json.dumps(run(), indent=2))
