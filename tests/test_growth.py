"""Long texts and files take work in proportion to their length, whatever they repeat.

Work is counted in lines of Python that are run, so that no clock is needed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest

from quantity_tagger import solver
from quantity_tagger.batch.chunk import Position
from quantity_tagger.batch.formats import csv as delimited
from quantity_tagger.batch.lines import lines
from quantity_tagger.problem.document import Language

FRAMES: dict[Language, tuple[str, str]] = {
    "en": ("Ida had 15 plums. ", "She ate 6 plums. How many plums are left?"),
    "zh": ("小方有15个梨，", "吃了6个，还剩多少个梨？"),
}
REPEATED: list[tuple[Language, str]] = [
    ("en", ","), ("en", "plums "), ("en", "Ida saw Ann. "), ("en", "the red "), ("en", "a"),
    ("en", "total "), ("en", "1st "),
    ("zh", "，"), ("zh", ","), ("zh", "："), ("zh", "；"), ("zh", "吃了，"), ("zh", "《"),
    ("zh", "《，"), ("zh", "小方比小红多"), ("zh", "共"), ("zh", "今天，"), ("zh", "在学校"),
    ("zh", "天气很好，"), ("zh", "梨和"),
]  # fmt: skip


def work_of(action: Callable[[], object]) -> int:
    """How many lines of Python an action runs."""
    count = 0

    def look(_frame: object, event: str, _value: object) -> Any:
        nonlocal count
        count += event == "line"
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


def assert_grows_with(action: Callable[[int], object], size: int) -> None:
    """Fails where twice the size takes much more than twice the work."""
    action(size)  # what is remembered from now on
    action(2 * size)
    once, twice = work_of(lambda: action(size)), work_of(lambda: action(2 * size))
    assert twice < 2.5 * once + 1_000


@pytest.mark.parametrize(("language", "unit"), REPEATED)
def test_a_text_that_repeats_itself(language: Language, unit: str) -> None:
    begin, end = FRAMES[language]

    def solve(size: int) -> None:
        text = begin + unit * (size // len(unit)) + end
        solver.solve(text, language, why=True).to_dict(why=True)

    assert_grows_with(solve, 1_500)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_text_with_more_and_more_numbers(language: Language) -> None:
    """The features of whole equations are found for all quantities at once."""
    begin, end = FRAMES[language]
    unit = {"en": "Ida bought {} plums. ", "zh": "又买了{}个梨，"}[language]

    def solve(count: int) -> None:
        told = "".join(unit.format(n + 2) for n in range(count))
        solver.solve(begin + told + end, language, why=True)

    assert_grows_with(solve, 40)


def test_a_word_that_nobody_wrote() -> None:
    begin, end = FRAMES["zh"]
    assert solver.solve(begin + "共" * 15_000 + end).quantities


@pytest.mark.parametrize("row", ['a","', '"a', 'a,"b', "a", '""', '"a,b"'])
def test_a_file_of_quotes(row: str) -> None:
    content = f"text,more\n{'x' * 9},y\n".encode()

    def read(size: int) -> None:
        file = BytesIO(content + f"{row}\n".encode() * size)
        assert sum(1 for _ in delimited._records(lines(file, Position()), 2)) > 0

    assert_grows_with(read, 400)
