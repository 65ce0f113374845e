"""Comparisons, ages, parts and sets in varied words: problems of our own, one per mechanism."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("varied.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=[row["text"][:50] for row in ROWS])
def test_it_is_understood(row: dict[str, str]) -> None:
    best = understand(read(row["text"], "en"))[0]
    assert best.answer == Fraction(row["answer"])
    assert best.trusted
