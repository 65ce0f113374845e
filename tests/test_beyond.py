"""Problems that need more than signs are answered, and told as what they are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from beyond_problems import BEYOND_CHINESE, BEYOND_ENGLISH
from quantity_tagger import solve
from quantity_tagger.errors import ReadingError
from quantity_tagger.problem.facts import CLEAR, DOUBTED
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse


def right(problems: tuple[tuple[str, str], ...]) -> float:
    found = 0
    for answer, text in problems:
        try:
            found += solve(text).answer == Fraction(answer)
        except ReadingError:
            continue
    return found / len(problems)


class TestAnswers:
    def test_there_are_enough(self) -> None:
        assert min(len(BEYOND_ENGLISH), len(BEYOND_CHINESE)) >= 90

    def test_most_are_answered(self) -> None:
        assert right(BEYOND_ENGLISH) >= 0.82
        assert right(BEYOND_CHINESE) >= 0.80

    @pytest.mark.parametrize(
        ("answer", "equation", "text"),
        [
            ("73", "45 + 45 − 17 − x = 0",
             "Noah has 45 stickers. He has 17 more than Olivia. How many do they have together?"),
            ("21", "14 + 6 + 1 − x = 0",
             "There are 14 children in front of Sara in the queue and 6 behind her. "
             "How many children are in the queue?"),
            ("165", "200 − 35 − x = 0",
             "A ribbon is 2 m long. Anna cuts off 35 cm. How many centimeters are left?"),
            ("4", "7 − 3 − x = 0",
             "It rained on 3 days of the week. On how many days of the week did it not rain?"),
            ("11", "8 + 4 − 1 − x = 0",
             "Oscar is 8th in line from the front and 4th from the back. "
             "How many children are in the line?"),
            ("5", "4 + 1 − x = 0",
             "Mike shared a pizza with 4 friends. How many people ate pizza?"),
            ("1.15", "3 + 0.5 − 2 − 0.35 − x = 0",
             "Olga has $3 and 50 cents. She spends $2 and 35 cents. How much does she have left?"),
            ("45", "60 + 20 − 35 − x = 0",
             "A film lasts 1 hour 20 minutes. It has been running for 35 minutes. "
             "How many minutes are left?"),
            ("45", "80 − 35 − x = 0",
             "一部电影长1小时20分钟，已经放了35分钟，还要放多少分钟？"),
            ("0.85", "0.3 + 0.55 − x = 0", "一块橡皮3角，一支铅笔5角5分，一共要多少元？"),
            ("31", "24 + 7 − x = 0", "爷爷摘了两打梨和7个桃，一共摘了多少个水果？"),
            ("13", "7 + 5 + 1 − x = 0",
             "小明排队买票，他前面有7人，后面有5人，这一队一共有多少人？"),
            ("7", "6 + 1 − x = 0", "小丽和6个同学一起去动物园，去动物园的一共有几人？"),
            ("6", "10 − 3 − 1 − x = 0",
             "排队买票，小明排第3，小红排第10，小明和小红之间有几人？"),
        ],
    )  # fmt: skip
    def test_the_equation(self, answer: str, equation: str, text: str) -> None:
        solution = solve(text)
        assert (solution.answer, str(solution.equation)) == (Fraction(answer), equation)
        assert solution.in_scope


class TestWorlds:
    def test_a_clear_world_wins(self) -> None:
        text = "There are 28 girls in the hall and 9 more boys than girls. How many children are in the hall?"  # noqa: E501
        world, *_ = analyse(read(text)).beyond
        assert (world.times, world.trust, world.rank) == ((2, 1), CLEAR, 0)
        assert solve(text).answer == 65

    def test_what_a_rule_puts_in_is_never_quite_sure(self) -> None:
        text = (
            "Finn is in a queue. 6 people are before him and 4 behind. How many people are in it?"
        )
        (world,) = analyse(read(text)).beyond
        assert world.rank is None
        solution = solve(text)
        assert solution.answer == 11
        assert solution.confidence <= 0.9

    def test_what_lies_between_is_counted_and_what_passes_is_measured(self) -> None:
        assert (
            solve("Ida sits on seat 7 and Bo on seat 20. How many seats are between them?").answer
            == 12
        )
        assert (
            solve("Ida was born in year 7, Bo in year 20. How many years are between them?").answer
            == 13
        )

    def test_two_who_have_their_own_are_no_part_and_rest(self) -> None:
        text = "Ann has 8 pens and Bo has 5. They gave the rest to Cy. How many more pens does Ann have than Bo?"  # noqa: E501
        assert solve(text).answer == 3

    def test_in_signs_nothing_is_beyond(self) -> None:
        text = "There are 28 girls in the hall and 9 more boys than girls. How many boys are in the hall?"  # noqa: E501
        solution = solve(text)
        assert solution.equation.only_signs
        assert "beyond_signs" not in solution.to_dict()

    def test_the_rivals_are_those_of_signs(self) -> None:
        solution = solve(
            "Noah has 45 stickers. He has 17 more than Olivia. How many do they have together?"
        )
        assert solution.alternatives
        assert all(other.equation.only_signs for other in solution.alternatives)
        total = solution.confidence + sum(one.probability for one in solution.alternatives)
        assert total <= 1 + 1e-9

    def test_a_doubted_world_is_one_too(self) -> None:
        text = "Vera wants 30 beads and Wim 8 more than Vera. How many beads do they want?"
        world, *_ = analyse(read(text)).beyond
        assert world.trust == DOUBTED
        assert solve(text).answer == 68


class TestUnits:
    @pytest.mark.parametrize(
        "text",
        [
            "Piet was ill for 2 months in spring and for 9 days in autumn. "
            "For how many days was he ill?",
            "一项工程先做了2个月，又做了9天，一共做了多少天？",
        ],
    )
    def test_what_cannot_be_converted_is_told(self, text: str) -> None:
        solution = solve(text)
        assert solution.answer is None
        assert solution.scope is not None
        assert solution.scope.code == "mixed_units"

    def test_a_number_in_another_unit_that_is_not_needed_does_no_harm(self) -> None:
        solution = solve(
            "A 2 m long snake laid 14 eggs, each 6 cm long. 5 eggs were eaten by a fox. "
            "How many eggs are left?"
        )
        assert solution.scope is not None
        assert solution.scope.code != "mixed_units"
