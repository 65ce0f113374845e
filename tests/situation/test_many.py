"""Many problems at once are understood as one by one, and long texts with work in proportion."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.test_growth import FRAMES, REPEATED, assert_grows_with

from quantity_tagger.languages.chinese.frames import understand as chinese
from quantity_tagger.languages.english.frames import understand as english
from quantity_tagger.problem.document import Language
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read

FOLDER = Path(__file__).parent


def problems(name: str, language: Language) -> list[Problem]:
    lines = FOLDER.joinpath(name).read_text("utf-8").splitlines()[:40]
    return [read(json.loads(line)["text"], language) for line in lines]


def test_english_problems_together_are_understood_as_alone() -> None:
    several = problems("problems.jsonl", "en")
    together = [one.candidates for one in english.understand_all(several)]
    assert together == [english.understand(one) for one in several]
    assert english.understand_all([]) == []


def test_chinese_problems_together_are_understood_as_alone() -> None:
    several = problems("problems_zh.jsonl", "zh")
    together = [one.candidates for one in chinese.understand_all(several)]
    assert together == [chinese.understand(one) for one in several]


@pytest.mark.parametrize(("language", "unit"), REPEATED)
def test_a_text_that_repeats_itself(language: Language, unit: str) -> None:
    begin, end = FRAMES[language]

    def understand(size: int) -> None:
        problem = read(begin + unit * (size // len(unit)) + end, language)
        if language == "en":
            english.understand(problem)
        else:
            chinese.understand(problem)

    assert_grows_with(understand, 1_500)


def test_a_word_that_nobody_wrote() -> None:
    begin, end = FRAMES["zh"]
    assert chinese.understand(read(begin + "共" * 15_000 + end))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_text_with_more_and_more_numbers(language: Language) -> None:
    begin, end = FRAMES[language]
    unit = {"en": "Ida bought {} plums. ", "zh": "又买了{}个梨，"}[language]

    def understand(count: int) -> None:
        told = "".join(unit.format(n + 2) for n in range(count))
        problem = read(begin + told + end, language)
        (english if language == "en" else chinese).understand(problem)

    assert_grows_with(understand, 40)
