"""Equations with numbers twice, unsaid ones and other units: exact, printed, told."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from quantity_tagger import solve
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.problem.beyond import Constant, Conversion
from quantity_tagger.solution.equation import Equation

F = Fraction
METRES = Conversion(F(100), "m", "cm")
TWICE = Equation([F(45), F(17)], [1, -1], -1, ["45", "17"], times=[2, 1])
WITH_ONE = Equation([F(14), F(6)], [1, 1], constants=[Constant(F(1), "oneself")])
IN_CM = Equation([F(2), F(35)], [1, -1], -1, ["2", "35"], conversions=(METRES, None))


class TestEquation:
    def test_a_number_twice(self) -> None:
        assert str(TWICE) == "45 + 45 − 17 − x = 0"
        assert TWICE.solution == 73
        assert TWICE.coefficients == (2, -1)
        assert TWICE.steps() == ("45 + 45 = 90", "90 − 17 = 73")

    def test_an_unsaid_number(self) -> None:
        assert str(WITH_ONE) == "14 + 6 + 1 − x = 0"
        assert WITH_ONE.solution == 21
        less = Equation([F(4), F(6)], [1, 1], constants=[Constant(F(-1), "oneself")])
        assert (less.expression(), less.solution) == ("4 + 6 − 1", 9)

    def test_another_unit(self) -> None:
        assert str(IN_CM) == "200 − 35 − x = 0"
        assert IN_CM.solution == 165
        assert IN_CM.coefficients == (100, -1)
        assert IN_CM.converted() == ("2 m = 200 cm",)
        assert IN_CM.latex() == "200 - 35 - x = 0"

    def test_what_is_not_used_is_not_converted(self) -> None:
        alone = IN_CM.with_signs([0, 1])
        assert alone.only_signs
        assert alone.converted() == ()
        assert alone == Equation([F(2), F(35)], [0, 1])

    @pytest.mark.parametrize("one", [TWICE, WITH_ONE, IN_CM])
    def test_x_may_stand_on_either_side(self, one: Equation) -> None:
        flipped = one._replace(signs=[-sign for sign in one.signs], sign_of_x=1)
        assert flipped == one
        assert flipped.solution == one.solution
        assert flipped.canonical() == one
        assert not one.only_signs

    def test_they_differ_from_what_signs_say(self) -> None:
        for one in (TWICE, WITH_ONE, IN_CM):
            plain = Equation(one.values, one.signs)
            assert one != plain
            assert not one.equivalent(plain)
            assert plain.only_signs

    def test_they_can_be_sent(self) -> None:
        for one in (TWICE, WITH_ONE, IN_CM):
            again = pickle.loads(pickle.dumps(one))
            assert (again, str(again)) == (one, str(one))

    def test_bad_input_gives_one_sentence(self) -> None:
        with pytest.raises(QuantityTaggerError, match="how often"):
            Equation([F(1), F(2)], [1, 1], times=[2])


class TestSolution:
    RIBBON = "A ribbon is 2 m long. Anna cuts off 35 cm. How many centimeters are left?"
    QUEUE = (
        "There are 14 children in front of Sara in the queue and 6 behind her. "
        "How many children are in the queue?"
    )

    def test_conversions_are_told(self) -> None:
        solution = solve(self.RIBBON)
        assert solution.notes == ("2 m = 200 centimeters",)
        assert "2 m = 200 centimeters." in solution.steps
        assert solution.steps[-1] == "The answer is 165 centimeters."
        assert solution.latex == (r"2\ \text{m} = 200\ \text{centimeters},\quad x = 200 - 35 = 165")
        assert "2 m = 200 centimeters" in solution._repr_html_()
        assert solution.to_dict()["beyond_signs"] == {
            "coefficients": ["100", "-1"],
            "constants": [],
            "conversions": ["2 m = 200 centimeters"],
        }

    def test_reasons_are_told_in_the_language_of_the_problem(self) -> None:
        solution = solve(self.QUEUE)
        assert "Add 1 (the one who stands there): 20 + 1 = 21." in solution.steps
        constants = solution.to_dict()["beyond_signs"]["constants"]
        assert constants == [{"value": "1", "reason": "the one who stands there"}]
        chinese = solve("小明排队买票，他前面有7人，后面有5人，这一队一共有多少人？")
        assert chinese.notes == ("1 (自己)",)

    def test_other_signs_can_be_tried(self) -> None:
        solution = solve(self.QUEUE).with_signs([1, -1])
        assert str(solution.equation) == "14 − 6 − x = 0"
        assert solution.notes == ()
