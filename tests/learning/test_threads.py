"""Learning gives the same bytes, however many threads the environment allows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import benchmarks
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import quantity_tagger.learning.estimator  # noqa: F401 - it loads the libraries that have threads
from quantity_tagger.datasets import save
from quantity_tagger.generation import generate
from quantity_tagger.learning.threads import one_thread

VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def threads() -> set[int]:
    """Of BLAS: those of OpenMP, which other packages load, are each thread's own."""
    return {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Enough for vectors so long that BLAS shares them between threads."""
    path = tmp_path_factory.mktemp("data") / "problems.jsonl"
    save(generate("en", 150, seed=3), path)
    return path


def trained(problems: Path, model: Path, threads: str | None, *argv: str) -> bytes:
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    if threads is not None:
        environment |= dict.fromkeys(VARIABLES, threads)
    command = [sys.executable, "-m", "quantity_tagger", "train", problems, "-o", model, *argv]
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return model.read_bytes()


@pytest.mark.parametrize("argv", [(), ("--model", "qt-s"), ("--calibration-folds", "2")])
def test_a_model_has_the_same_bytes_for_any_number_of_threads(
    problems: Path, tmp_path: Path, argv: tuple[str, ...]
) -> None:
    settings = ("--max-iterations", "12", *argv)
    one, *others = (
        trained(problems, tmp_path / f"{count}.model", count, *settings)
        for count in ("1", "2", None)
    )
    assert others == [one, one]


def test_the_limit_ends_with_the_last_of_several() -> None:
    found: list[set[int]] = []

    def work() -> None:
        with one_thread():
            found.append(threads())

    with threadpool_limits(2):
        with one_thread():
            other = Thread(target=work)
            other.start()
            other.join()
            found.append(threads())
        assert found == [{1}, {1}]
        assert threads() == {2}


def test_the_benchmarks_set_no_threads_that_a_user_would_not_have() -> None:
    for path in Path(benchmarks.__file__).parent.glob("*.py"):
        assert not any(name in path.read_text("utf-8") for name in VARIABLES), path.name
