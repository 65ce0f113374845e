"""Problems of every kind: well formed, and as many answered as were before."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from benchmarks.kinds import measure

from quantity_tagger.languages.language import Language

HERE = Path(__file__).parent
LEAST = {"en": (0.68, 0.55), "zh": (0.74, 0.66)}
"""The share of the kinds' problems, read and unread, that must be answered right."""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_kind_has_as_many_problems(language: Language) -> None:
    for half in ("dev", "unread"):
        lines = (HERE / f"{language}_{half}.jsonl").read_text("utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
        kinds = Counter(row["kind"] for row in rows if row["kind"] != "varied")
        assert len(kinds) == 16
        assert set(kinds.values()) == {8}
        assert len({row["text"] for row in rows}) == len(rows)
        assert all(Fraction(row["answer"]) is not None for row in rows)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_as_many_are_right_as_before(language: Language) -> None:
    found = {report.half: report for report in measure(language) if report.kind == "all kinds"}
    for half, least in zip(("dev", "unread"), LEAST[language], strict=True):
        report = found[half]
        assert report.right / report.problems >= least, half
        assert report.sure_wrong <= 6, half
