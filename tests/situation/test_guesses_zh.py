"""Where a Chinese story is not understood, the likely equations are among the candidates."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quantity_tagger.languages.chinese.frames.understand import understand
from quantity_tagger.reading import read


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("阿蓉咕噜了12个贝壳，哗啦了5个贝壳，阿蓉咯吱几个贝壳？", 7),
        ("阿蓉咕噜了12个贝壳，哗啦了5个贝壳，阿蓉共咯吱几个贝壳？", 17),
        ("码头咕噜了80箱鱼，哗啦了25箱，扑通了30箱，还咯吱多少箱？", 25),
    ],
)
def test_the_right_equation_is_among_the_first(text: str, answer: int) -> None:
    first = understand(read(text, "zh"))[:3]
    assert Fraction(answer) in [one.answer for one in first]


def test_a_guess_is_never_trusted_and_comes_after_a_clear_reading() -> None:
    found = understand(read("阿蓉有12个贝壳，送出5个，阿蓉还剩几个贝壳？", "zh"))
    assert found[0].trusted
    assert found[0].answer == 7
    assert [one.trusted for one in found[1:]] == [False] * len(found[1:])
    assert all("a guess" in one.doubts for one in found[1:])
    assert len(found) > 1


def test_each_equation_stands_once_and_the_cheaper_first() -> None:
    found = understand(read("小溪咕噜8朵花，哗啦3朵花，扑通2朵花，小溪现在咯吱几朵花？", "zh"))
    assert len({(one.coefficients, one.constant) for one in found}) == len(found)
    assert [one.cost for one in found] == sorted(one.cost for one in found)


def test_a_sum_is_of_those_that_the_question_names() -> None:
    text = "草地上有放风筝的23人，踢球的18人，野餐的31人，放风筝的和野餐的共有多少人？"
    assert understand(read(text, "zh"))[0].signs == (1, 0, 1)


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        (
            "果园有桃41筐，杏26筐，枣38筐，桃和枣共多少筐？",
            "read from the words alone",
        ),
    ],
)
def test_a_sum_that_the_question_speaks_against_is_doubted(text: str, doubt: str) -> None:
    found = understand(read(text, "zh"))
    assert not found[0].trusted
    assert any(doubt in one.doubts for one in found)


def test_a_told_difference_is_turned_where_its_second_side_is_asked_for() -> None:
    text = "新桥咕噜480米，比旧桥咕噜多咕噜120米，旧桥咕噜多少米？"
    assert understand(read(text, "zh"))[0].answer == 360
