"""The same problem has the same answer, whatever else goes on: threads, hash seeds, order."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from quantity_tagger import solver
from quantity_tagger.generation import generate

THREADS = 32
TEXTS = [record.text for lang in ("en", "zh") for record in generate(lang, 6, seed=32)]

DIGEST = """
import hashlib, json, sys
from quantity_tagger import solver
found = [solver.solve(text, why=True).to_dict(why=True) for text in json.load(sys.stdin)]
print(hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest())
"""


def told(text: str) -> str:
    return json.dumps(solver.solve(text, why=True).to_dict(why=True), sort_keys=True)


def test_from_many_threads_at_once() -> None:
    alone = [told(text) for text in TEXTS]
    together = Barrier(THREADS)

    def all_of_them(turn: int) -> list[str]:
        together.wait()
        order = [(at + turn) % len(TEXTS) for at in range(len(TEXTS))]
        found = {at: told(TEXTS[at]) for at in order}
        return [found[at] for at in range(len(TEXTS))]

    with ThreadPoolExecutor(THREADS) as threads:
        for found in threads.map(all_of_them, range(THREADS)):
            assert found == alone


@pytest.mark.parametrize("setting", [{"PYTHONHASHSEED": "1"}, {"OMP_NUM_THREADS": "4"}])
def test_with_other_hash_seeds_and_more_threads(setting: dict[str, str]) -> None:
    def digest(**more: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", DIGEST],
            input=json.dumps(TEXTS[::3]), text=True, capture_output=True, check=True,
            env={**os.environ, **more},
        ).stdout  # fmt: skip

    assert digest(**setting) == digest(PYTHONHASHSEED="0", OMP_NUM_THREADS="1")
