"""Our own Chinese problems, from text to answer; a family is a kind of knowledge."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from quantity_tagger.languages.chinese.frames.understand import understand
from quantity_tagger.reading import read

FILE = Path(__file__).with_name("problems_zh.jsonl")
PROBLEMS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def answered(row: dict[str, Any]) -> bool:
    found = understand(read(row["text"], "zh"))
    return bool(found) and found[0].answer == Fraction(row["answer"]) and found[0].trusted


@pytest.mark.parametrize(
    "row", [row for row in PROBLEMS if "open" not in row], ids=lambda r: r["id"]
)
def test_problem_is_understood(row: dict[str, Any]) -> None:
    assert answered(row)


@pytest.mark.parametrize("row", [row for row in PROBLEMS if "open" in row], ids=lambda r: r["id"])
def test_open_problem(row: dict[str, Any]) -> None:
    """What is not understood yet is listed with the reason, and taken off the list when it is."""
    assert not answered(row)


def test_a_word_that_no_frame_knows_is_a_doubt() -> None:
    found = understand(read("每小时生产零件45个，每小时比原来多8个，原来每小时生产多少个？", "zh"))
    assert all(one.doubts and not one.trusted for one in found)


def test_a_number_of_somebody_else_plays_no_part() -> None:
    text = "小楠有52张画片，小齐有37张画片，小楠送出18张，小楠还剩多少张画片？"
    assert understand(read(text, "zh"))[0].signs == (1, 0, -1)


def test_a_family_that_knows_the_words_goes_before_the_clauses() -> None:
    text = "袜厂计划生产袜子900双，结果上半月生产480双，下半月生产510双，超过计划多少双？"
    found = understand(read(text, "zh"))
    assert (found[0].schema, found[0].answer) == ("plan", 90)


def test_a_restriction_that_is_let_go_is_a_doubt() -> None:
    found = understand(read("屋檐下挂了14个红辣椒和9个黄辣椒，烂了5个，还剩多少个好辣椒？", "zh"))
    assert found[0].answer == 18
    assert not found[0].clear


def test_what_still_burns_is_not_what_was_put_out() -> None:
    found = understand(read("桌上点着14根蜡烛，被吹灭了5根，现在还亮着的有几根？", "zh"))
    assert found[0].schema != "kept"


def test_a_retold_story_is_told_of_the_text_as_it_was() -> None:
    text = "比阿楠多踢14个毽子的石榴踢了60个毽子，阿楠踢了几个？"
    problem = read(text, "zh")
    best = understand(problem)[0]
    assert best.signs == (-1, 1)
    assert all(0 <= word < len(problem.tokens) for word in best.words)
    assert {problem.tokens[word].text for word in best.words} >= {"14", "60"}


def test_a_change_that_is_left_out_is_a_doubt() -> None:
    found = understand(read("盘里有30个饺子，二柜吃了8个，七柜吃了9个，还剩多少个饺子？", "zh"))
    assert not (found[0].trusted and found[0].answer != 13)
