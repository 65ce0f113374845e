"""Problems of every kind: well formed, and as many answered as were before."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from benchmarks.kinds import OTHERS, PARTS, measure

from quantity_tagger.languages.language import Language

HERE = Path(__file__).parent
LEAST = {
    "en": {"dev": 0.78, "unread": 0.72, "unread 2": 0.82},
    "zh": {"dev": 0.85, "unread": 0.82, "unread 2": 0.84},
}
"""The share of the kinds' problems that must be answered right."""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_kind_has_as_many_problems(language: Language) -> None:
    for name in PARTS:
        lines = (HERE / f"{language}_{name}.jsonl").read_text("utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
        kinds = Counter(row["kind"] for row in rows if row["kind"] not in OTHERS)
        if kinds:
            assert len(kinds) == 16
            assert set(kinds.values()) == {6 if name == "unread_2" else 8}
        assert len({row["text"] for row in rows}) == len(rows)
        assert all(Fraction(row["answer"]) is not None for row in rows)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_as_many_are_right_as_before(language: Language) -> None:
    found = {report.part: report for report in measure(language) if report.kind == "all kinds"}
    for part, least in LEAST[language].items():
        report = found[part]
        assert report.right / report.problems >= least, part
        assert report.sure_wrong <= 6, part
