"""The equation is exact, and numbers come back as people write them."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.problem.notation import Style, rewrite, to_latex, write
from quantity_tagger.solution.equation import Equation

F = Fraction


def worth(written: str) -> Fraction:
    """Reads back a number as ``write`` writes it: −1,234.50, 2 1/2, 25%."""
    number = written.replace("−", "-").replace("-(-", "").replace(",", "").strip("()")
    if number.endswith("%"):
        return worth(number[:-1]) / 100
    whole, space, part = number.rpartition(" ")
    if not space:
        return F(part)
    return -(abs(int(whole)) + F(part)) if whole.startswith("-") else int(whole) + F(part)


def result_of(step: str) -> tuple[Fraction, Fraction]:
    """Both sides of a step such as ``12 + 5 = 17``."""
    left, right = step.split(" = ")
    first, operator, second = re.split(r" ([+−]) (?=[(\d])", left)
    change = worth(second) if operator == "+" else -worth(second)
    return worth(first) + change, worth(right)


def equation(*written: str, signs: tuple[int, ...], sign_of_x: int = -1) -> Equation:
    return Equation(tuple(map(worth, written)), signs, sign_of_x, written)


numbers = st.fractions(min_value=0, max_value=10**6, max_denominator=1000)
nonzero = st.sampled_from([-1, 1])


@st.composite
def equations(draw: st.DrawFn, values: st.SearchStrategy[Fraction] = numbers) -> Equation:
    constants = draw(st.lists(values, min_size=1, max_size=6))
    signs = [draw(st.sampled_from([-1, 0, 1])) for _ in constants]
    signs[draw(st.integers(0, len(signs) - 1))] = draw(nonzero)
    return Equation(tuple(constants), tuple(signs), draw(nonzero))


decimals = st.builds(
    lambda digits, places: f"{digits // 10**places}.{digits % 10**places:0{places}}",
    st.integers(0, 10**8),
    st.integers(1, 5),
)


class TestSolution:
    @given(equations())
    def test_it_satisfies_the_equation_exactly(self, eq: Equation) -> None:
        constants = sum(s * q for s, q in zip(eq.signs, eq.values, strict=True))
        assert constants + eq.sign_of_x * eq.solution == 0

    @given(equations(st.fractions(max_denominator=50)))
    def test_a_flip_of_all_signs_changes_nothing(self, eq: Equation) -> None:
        flipped = Equation(eq.values, tuple(-s for s in eq.signs), -eq.sign_of_x)
        assert flipped == eq
        assert hash(flipped) == hash(eq)
        assert flipped.equivalent(eq)
        assert flipped.solution == eq.solution
        assert flipped.steps() == eq.steps()
        assert flipped.canonical().signs == eq.canonical().signs
        assert flipped.canonical().sign_of_x == -1

    def test_another_sign_is_another_equation(self) -> None:
        subtract, add = Equation((F(5), F(3)), (1, -1)), Equation((F(5), F(3)), (1, 1))
        assert subtract != add
        assert not subtract.equivalent(add)

    def test_flipping_x_alone_is_another_equation(self) -> None:
        assert Equation((F(5),), (1,), -1) != Equation((F(5),), (1,), 1)

    def test_equivalence_forgets_order_and_unused_quantities(self) -> None:
        eq = Equation((F(5), F(9), F(3)), (1, 0, -1))
        other = Equation((F(3), F(5)), (1, -1), 1)
        assert eq.equivalent(other)
        assert eq != other

    def test_it_is_no_number(self) -> None:
        assert Equation((F(5),), (1,)) != 5

    def test_lists_ints_and_decimals_are_taken(self) -> None:
        eq = Equation([5, Decimal("0.1"), F(1, 5)], [1, -1, -1])  # type: ignore[arg-type]
        assert eq.solution == F(47, 10)
        assert eq.values == (F(5), F(1, 10), F(1, 5))


class TestErrors:
    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (((F(1),), (1, 1)), "2 signs for 1 quantities"),
            (((F(1),), (1,), -1, ("1", "2")), "2 for 1 quantities"),
            (((F(1),), (2,)), "2 is not a sign"),
            (((F(1),), (0.5,)), "0.5 is not a sign"),
            (((F(1),), (1,), 0), "sign of x is 0"),
            (((F(1), F(2)), (0, 0)), "No quantity has a sign other than 0"),
            (((), ()), "No quantity has a sign other than 0"),
            (((0.1,), (1,)), "0.1 is not an exact number"),
            (((Decimal("NaN"),), (1,)), "not an exact number"),
        ],
    )
    def test_bad_input_gives_one_sentence(self, arguments: tuple, sentence: str) -> None:
        with pytest.raises(QuantityTaggerError, match=re.escape(sentence)):
            Equation(*arguments)


class TestText:
    def test_the_equation(self) -> None:
        eq = equation("52", "7", "34", signs=(1, 0, -1))
        assert str(eq) == "52 − 34 − x = 0"
        assert eq.expression() == "52 − 34"
        assert eq.latex() == "52 - 34 - x = 0"
        assert eq.answer() == "18"
        assert eq.steps() == ("52 − 34 = 18",)

    def test_the_signs_are_printed_as_given(self) -> None:
        assert str(equation("52", "34", signs=(-1, 1), sign_of_x=1)) == "−52 + 34 + x = 0"

    def test_several_steps_follow_the_text(self) -> None:
        eq = equation("12", "5", "4", signs=(1, 1, -1))
        assert eq.steps() == ("12 + 5 = 17", "17 − 4 = 13")
        eq = equation("12", "4", "5", signs=(1, -1, 1))
        assert eq.steps() == ("12 − 4 = 8", "8 + 5 = 13")

    def test_added_terms_come_first_where_a_sum_would_be_negative(self) -> None:
        eq = equation("34", "52", signs=(-1, 1))
        assert eq.steps() == ("52 − 34 = 18",)
        assert eq.expression() == "52 − 34"
        assert str(eq) == "52 − 34 − x = 0"
        eq = equation("3", "8", "9", signs=(1, -1, 1))
        assert eq.steps() == ("3 + 9 = 12", "12 − 8 = 4")

    def test_one_term(self) -> None:
        assert equation("7", signs=(1,)).steps() == ("x = 7",)
        assert equation("7", signs=(1,), sign_of_x=1).steps() == ("x = −7",)

    def test_negative_numbers_are_bracketed_after_a_sign(self) -> None:
        eq = equation("5", "−3", signs=(1, 1))
        assert str(eq) == "5 + (−3) − x = 0"
        assert eq.steps() == ("5 + (−3) = 2",)
        assert str(equation("−3", "5", signs=(-1, 1))) == "−(−3) + 5 − x = 0"

    def test_latex_of_fractions_thousands_and_percent(self) -> None:
        eq = equation("2 1/2", "1/3", signs=(1, -1))
        assert eq.latex() == r"2\frac{1}{2} - \frac{1}{3} - x = 0"
        assert to_latex("1,234,567") == "1{,}234{,}567"
        assert to_latex("25%") == r"25\%"

    @given(equations(st.fractions(max_denominator=100)))
    def test_each_step_is_right_and_the_last_ends_in_the_solution(self, eq: Equation) -> None:
        steps = eq.steps()
        if len(steps) == 1 and steps[0].startswith("x = "):
            assert worth(steps[0].removeprefix("x = ")) == eq.solution
            return
        assert all(left == right for left, right in map(result_of, steps))
        assert result_of(steps[-1])[1] == eq.solution

    @given(equations(st.fractions(min_value=F(1, 9), max_value=10**6, max_denominator=9)))
    def test_no_step_goes_below_zero_without_need(self, eq: Equation) -> None:
        if eq.solution >= 0:
            assert not any(step.startswith("−") or "= −" in step for step in eq.steps())


class TestNotation:
    @pytest.mark.parametrize(
        ("terms", "signs", "steps"),
        [
            (("3.50", "1.25"), (1, 1), ("3.50 + 1.25 = 4.75",)),
            (("3.50", "1.20"), (1, 1), ("3.50 + 1.20 = 4.70",)),
            (("3.50", "1.50"), (1, 1), ("3.50 + 1.50 = 5",)),
            (("0.1", "0.2"), (1, 1), ("0.1 + 0.2 = 0.3",)),
            (("0.25", "0.15"), (1, 1), ("0.25 + 0.15 = 0.4",)),
            ((".5", "2"), (1, 1), ("0.5 + 2 = 2.5",)),
            (("0.333333333333", "0.5"), (1, 1), ("0.333333333333 + 0.5 = 0.833333333333",)),
            (("1/3", "1/4"), (1, 1), ("1/3 + 1/4 = 7/12",)),
            (("1/2", "1/4"), (1, -1), ("1/2 − 1/4 = 1/4",)),
            (("3", "1/4"), (1, -1), ("3 − 1/4 = 2 3/4",)),
            (("7/3", "1/3"), (1, 1), ("7/3 + 1/3 = 8/3",)),
            (("2 1/2", "1 3/4"), (1, 1), ("2 1/2 + 1 3/4 = 4 1/4",)),
            (("0.5", "1/8"), (1, 1), ("0.5 + 1/8 = 0.625",)),
            (("0.5", "1/3"), (1, 1), ("0.5 + 1/3 = 5/6",)),
            (("7,341", "1200"), (1, -1), ("7,341 − 1200 = 6,141",)),
            (("12000", "1200"), (1, -1), ("12000 − 1200 = 10800",)),
            (("40%", "35%"), (1, 1), ("40% + 35% = 75%",)),
        ],
    )  # fmt: skip
    def test_results_are_written_like_their_terms(
        self, terms: tuple[str, ...], signs: tuple[int, ...], steps: tuple[str, ...]
    ) -> None:
        assert equation(*terms, signs=signs).steps() == steps

    @pytest.mark.parametrize(
        ("text", "value", "digits"),
        [
            ("twenty-five", F(25), "25"),
            ("三十二", F(32), "32"),
            ("１２", F(12), "12"),
            ("$3.50", F(7, 2), "3.50"),
            ("2½", F(5, 2), "2 1/2"),
            ("½", F(1, 2), "1/2"),
            ("2 and 1/2", F(5, 2), "2 1/2"),
            ("3(1/2)", F(7, 2), "3 1/2"),
            ("-3", F(-3), "−3"),
            ("25%", F(25), "25"),
            ("25%", F(1, 4), "25%"),
            ("1.2万", F(12000), "12000"),
            ("3元5角", F(7, 2), "3.5"),
            ("1/0", F(1), "1"),
            ("", F(4), "4"),
        ],
    )
    def test_numbers_are_written_in_digits(self, text: str, value: Fraction, digits: str) -> None:
        style = Style.of([(text, value)])
        if style.percent:
            assert rewrite(text, value, style) == digits
        else:
            assert rewrite(text, value) == digits

    def test_half_in_words_is_a_fraction_among_wholes_and_a_decimal_among_decimals(self) -> None:
        eq = Equation((F(3), F(1, 2)), (1, -1), -1, ("three", "half"))
        assert eq.steps() == ("3 − 1/2 = 2 1/2",)
        eq = Equation((F(3, 2), F(1, 2)), (1, 1), -1, ("1.5", "half"))
        assert eq.steps() == ("1.5 + 0.5 = 2",)

    def test_prices_keep_two_decimals(self) -> None:
        eq = Equation((F("3.25"), F("1.15")), (1, 1), -1, ("$3.25", "$1.15"))
        assert eq.answer() == "4.40"

    @given(st.lists(st.tuples(decimals, nonzero), min_size=1, max_size=5))
    def test_decimals_in_decimals_out(self, terms: list[tuple[str, int]]) -> None:
        eq = equation(*(text for text, _ in terms), signs=tuple(sign for _, sign in terms))
        answer = eq.answer()
        assert "/" not in answer
        assert worth(answer) == eq.solution
        places = max(len(text.partition(".")[2]) for text, _ in terms)
        assert len(answer.partition(".")[2]) <= places
        assert all("/" not in step for step in eq.steps())

    @given(
        st.fractions(max_denominator=10**4),
        st.builds(
            Style, st.booleans(), st.integers(0, 6), st.booleans(), st.booleans(), st.booleans()
        ),
    )
    def test_what_is_written_is_read_back_exactly(self, value: Fraction, style: Style) -> None:
        assert worth(write(value, style)) == value

    @given(st.fractions(max_denominator=10**4), st.booleans(), st.booleans(), st.booleans())
    def test_written_numbers_are_kept_in_an_equation(
        self, value: Fraction, decimal: bool, mixed: bool, grouped: bool
    ) -> None:
        written = write(value, Style(decimal=decimal, mixed=mixed, grouped=grouped))
        assert rewrite(written, value) == written

    @given(st.text(max_size=20), st.fractions(max_denominator=100))
    def test_any_text_can_stand_for_a_number(self, text: str, value: Fraction) -> None:
        eq = Equation((value,), (1,), -1, (text,))
        assert worth(eq.answer()) == value
