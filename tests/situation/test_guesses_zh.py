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


@pytest.mark.parametrize(
    "text",
    [
        "渡船咕噜了46袋盐，哗啦了17袋，扑通了12袋，还剩多少袋盐没有咕噜？",
        "外公给小棠9颗栗子，给小柚7颗栗子，小棠咕噜了小柚4颗，他们还有几颗？",
        "灯塔在港口以北40海里，小艇咕噜港口以北15海里，又哗啦了8海里，还有多少海里没有咕噜？",
    ],
)
def test_a_sum_is_not_the_first_guess_of_what_is_left(text: str) -> None:
    first = understand(read(text, "zh"))[0]
    assert not first.clear
    assert min(first.coefficients) < 0


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("一根铜线，第一次锯掉3米，第二次锯掉5米，还剩11米。两次一共锯掉多少米？", 8),
        ("一匹绸布，第一次裁去6米，第二次裁去9米，还剩20米。两次一共裁去多少米？", 15),
        ("一卷胶带，早上用掉12米，晚上用掉8米，还剩25米。这一天总共用掉多少米？", 20),
    ],
)
def test_what_is_read_otherwise_by_common_words_is_doubted(text: str, answer: int) -> None:
    found = understand(read(text, "zh"))
    assert found[0].answer == answer
    assert not any(one.clear and one.answer != answer for one in found)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("渡口咕噜灯塔35里，哗啦礁石12里，渡口扑通礁石的距离是多少里？", 47),
        ("塔上咕噜了35盏灯，哗啦了12盏灯，扑通了9盏灯，塔上多咯吱多少盏灯？", 14),
    ],
)
def test_words_of_the_question_say_which_guess_is_first(text: str, answer: int) -> None:
    assert understand(read(text, "zh"))[0].answer == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("飞马队全场投进75球，上半场投进32球，上半场灰狼队投进30球。飞马队下半场投进多少球？", 43),
        ("厨房收到60个鸡蛋，取22个去做蛋糕。还剩多少个鸡蛋？", 38),
    ],
)
def test_the_first_guess_fits_what_is_asked(text: str, answer: int) -> None:
    found = understand(read(text, "zh"))
    assert found[0].answer == answer
