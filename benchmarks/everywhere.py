"""Whether answers and model bytes are the same everywhere: ``python -m benchmarks.everywhere``.

    python -m benchmarks.everywhere [--python PATH …]

Solves problems of our own generator and trains a small model, each time in a process of its own:
with three hash seeds, with one thread and with four, and under every other interpreter that is
named (one with the package's dependencies, such as ``build/py3.12/bin/python``). Answers are
compared whole, with all their probabilities to the last digit; models by their bytes.

Between versions of NumPy and SciPy last digits may differ; the answers, signs and equations may
not. So two sums are told: of all that is said, and of what is answered.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from quantity_tagger.support.processes import ONE_THREAD

PROBLEMS = 150  # of each language
SETTINGS: dict[str, dict[str, str]] = {
    "hash seed 0": {"PYTHONHASHSEED": "0"},
    "hash seed 1": {"PYTHONHASHSEED": "1"},
    "hash seed 12345": {"PYTHONHASHSEED": "12345"},
    "one thread": dict.fromkeys(ONE_THREAD, "1"),
    "four threads": dict.fromkeys(ONE_THREAD, "4"),
}


def digest() -> dict[str, str]:
    """What this interpreter makes of it all."""
    import platform

    import numpy
    import scipy

    from quantity_tagger import QuantityTagger, solver
    from quantity_tagger.generation import generate

    said, answered = hashlib.sha256(), hashlib.sha256()
    for language in ("en", "zh"):
        for record in generate(language, PROBLEMS, seed=18):
            found = solver.solve(record.text, why=True).to_dict(why=True)
            said.update(json.dumps(found, sort_keys=True).encode())
            signs = [quantity["sign"] for quantity in found["quantities"]]
            answered.update(json.dumps([found["answer"], found["equation"], signs]).encode())
    records = list(generate("en", 40, seed=18))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.model")
        QuantityTagger(window=2, max_iterations=15).fit(records).save(path)
        model = hashlib.sha256(path.read_bytes())
    return {
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "answers": answered.hexdigest()[:16],
        "all that is said": said.hexdigest()[:16],
        "model": model.hexdigest()[:16],
    }


def asked(python: str, **more: str) -> dict[str, str]:
    root = Path(__file__).parents[1]
    path = os.pathsep.join([str(root / "src"), str(root)])
    found = subprocess.run(
        [python, "-m", "benchmarks.everywhere", "--digest"],
        env={**os.environ, "PYTHONPATH": path, **more}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if found.returncode:
        raise SystemExit(f"{python}: {found.stderr[-1000:]}")
    return dict(json.loads(found.stdout))


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.everywhere", description=__doc__)
    parser.add_argument("--python", action="append", default=[], help="another interpreter")
    parser.add_argument("--json", type=Path, help="also write the figures to a file")
    parser.add_argument("--digest", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args(argv)
    if arguments.digest:
        print(json.dumps(digest()))
        return 0
    figures: dict[str, Any] = {}
    for name, more in SETTINGS.items():
        figures[name] = asked(sys.executable, **more)
        print(f"{name:18} {figures[name]}", flush=True)
    here = next(iter(figures.values()))
    for python in arguments.python:
        found = asked(python)
        name = f"Python {found['python']}, NumPy {found['numpy']}"
        figures[name] = found
        print(f"{name:18} {found}", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")
    differ = [
        name
        for name, found in figures.items()
        if any(found[key] != here[key] for key in keys(found, here))
    ]
    print("all the same" if not differ else f"different: {', '.join(differ)}")
    return 1 if differ else 0


def keys(found: dict[str, str], here: dict[str, str]) -> tuple[str, ...]:
    """What must be equal: with the same libraries all of it, else what is answered."""
    same = all(found[name] == here[name] for name in ("numpy", "scipy"))
    return ("answers", "all that is said", "model") if same else ("answers",)


if __name__ == "__main__":
    raise SystemExit(main())
