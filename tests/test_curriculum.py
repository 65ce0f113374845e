"""The hand-written problems in curriculum/: well formed, right, and read as they are marked."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from quantity_tagger.reading import read

FILE = Path(__file__).parent.parent / "curriculum" / "en.jsonl"
PROBLEMS: list[dict[str, Any]] = [
    json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()
]
FAMILIES = sorted({problem["family"] for problem in PROBLEMS})


def test_every_line_has_the_fields_of_the_format() -> None:
    for problem in PROBLEMS:
        assert set(problem) == {"id", "family", "change", "lang", "text", "signs", "answer"}
        assert problem["lang"] == "en"
        assert problem["id"][:-1] == f"cur-en-{problem['family']}"
        assert problem["change"] in {"base", "question", "order", "distractor", "wording"}


@pytest.mark.parametrize("field", ["id", "text"])
def test_no_problem_stands_there_twice(field: str) -> None:
    assert [value for value, n in Counter(p[field] for p in PROBLEMS).items() if n > 1] == []


def test_every_family_is_a_base_and_four_variants_with_several_sign_patterns() -> None:
    for family in FAMILIES:
        members = [problem for problem in PROBLEMS if problem["family"] == family]
        assert [member["change"] for member in members].count("base") == 1, family
        assert len(members) == 5, family
        assert len({tuple(member["signs"]) for member in members}) > 1, family


@pytest.mark.parametrize("family", FAMILIES)
def test_the_numbers_are_read_as_marked_and_their_signs_give_the_answer(family: str) -> None:
    for problem in PROBLEMS:
        if problem["family"] != family:
            continue
        values = [quantity.value for quantity in read(problem["text"], "en").quantities]
        signs = problem["signs"]
        assert len(values) == len(signs), problem["id"]
        assert set(signs) <= {-1, 0, 1}, problem["id"]
        assert any(signs), problem["id"]
        answer = sum((s * v for s, v in zip(signs, values, strict=True)), Fraction(0))
        assert answer == Fraction(problem["answer"]) >= 0, problem["id"]
