"""Kinds of knowledge told in unusual ways: problems of our own, some for each mechanism."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read

PROBLEMS = [
    json.loads(line)
    for line in (Path(__file__).parent / "told_otherwise.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda one: one["text"][:40])
def test_it_is_understood(problem: dict[str, str]) -> None:
    best = understand(read(problem["text"], "en"))[0]
    assert str(best.answer) == problem["answer"]
    assert best.trusted
