"""Gold signs of a record, for the quantities that our reader found."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quantity_tagger.datasets import GoldQuantity, Record, load
from quantity_tagger.datasets.gold import gold_signs, searched_signs
from quantity_tagger.datasets.values import agree
from quantity_tagger.errors import DataError, ReadingError
from quantity_tagger.problem.document import Columns, Document
from quantity_tagger.problem.problem import Problem, Quantity, Unknown
from quantity_tagger.reading import read

TEXT = "In 2019 Ann had $3.50, lost 2 and found 2."


def problem(*found: tuple[str, int]) -> Problem:
    """A problem whose reader found these numbers at these places, worth what their digits say."""
    quantities = tuple(
        Quantity(text, Fraction(text.lstrip("$")), start, start + len(text), token=0)
        for text, start in found
    )
    return Problem(Document(TEXT, "en", Columns.of(()), (), ()), quantities, Unknown(0, range(0)))


def gold(text: str, start: int, value: str | None = None) -> GoldQuantity:
    return GoldQuantity(text, Fraction(value or text), start, start + len(text))


RECORD = Record(
    TEXT,
    Fraction("1.5"),
    quantities=(gold("3.50", 17), gold("2", 28), gold("2", 40)),
    signs=(1, 0, -1),
)


def test_signs_follow_the_place_not_the_order():
    assert gold_signs(RECORD, problem(("3.50", 17), ("2", 28), ("2", 40))) == (1, 0, -1)


def test_a_quantity_that_the_data_does_not_list_gets_zero():
    assert gold_signs(RECORD, problem(("2019", 3), ("3.50", 17), ("2", 40))) == (0, 1, -1)


def test_a_wider_or_narrower_reading_of_the_same_number_is_the_same():
    assert gold_signs(RECORD, problem(("$3.50", 16), ("2", 40))) == (1, -1)


def test_a_used_quantity_that_was_not_read_leaves_no_gold():
    assert gold_signs(RECORD, problem(("3.50", 17), ("2", 28))) is None


def test_a_used_quantity_that_was_read_with_another_value_leaves_no_gold():
    assert gold_signs(RECORD, problem(("3", 17), ("2", 40))) is None


def test_a_minus_that_only_the_reader_takes_into_the_number_turns_the_sign():
    text = "85-3 is how much?"
    record = Record(text, Fraction(82), quantities=(gold("85", 0), gold("3", 3)), signs=(1, -1))
    found = (Quantity("85", Fraction(85), 0, 2, 0), Quantity("-3", Fraction(-3), 2, 4, 1))
    read_problem = Problem(
        Document(text, "en", Columns.of(()), (), ()), found, Unknown(0, range(0))
    )
    assert gold_signs(record, read_problem) == (1, 1)


def test_without_signs_the_answer_decides():
    record = Record(TEXT, Fraction("1.5"))
    assert gold_signs(record, problem(("3.50", 17), ("2", 28))) == (1, -1)
    assert gold_signs(record, problem(("2019", 3))) is None
    assert gold_signs(record, problem(("3.50", 17), ("2", 28), ("2", 40))) == (1, -1, 0)


def test_too_many_quantities_are_not_searched():
    many = problem(*[("2", 28)] * 30)
    assert gold_signs(Record(TEXT, Fraction(2)), many) is None
    assert searched_signs(Record(TEXT, Fraction(2)), many).verdict == "none"


def test_misuse_is_told():
    with pytest.raises(DataError, match="not read from the text of record a"):
        gold_signs(Record("another text", Fraction(1), id="a"), problem(("2", 28)))
    with pytest.raises(DataError, match="record b has 1 signs for 3 quantities"):
        gold_signs(
            Record(TEXT, Fraction(1), id="b", quantities=RECORD.quantities, signs=(1,)),
            problem(("2", 28)),
        )


@pytest.mark.data
@pytest.mark.parametrize("name", ["addsub", "as_cn"])
def test_nearly_every_benchmark_problem_has_gold_signs_that_give_its_answer(data_dir, name):
    records = load(data_dir / f"{name}.jsonl")
    signed = 0
    for record in records:
        try:
            read_problem = read(record.text, record.lang)
        except ReadingError:
            continue
        signs = gold_signs(record, read_problem)
        if signs is not None:
            signed += 1
            values = (q.value for q in read_problem.quantities)
            result = sum((s * v for s, v in zip(signs, values, strict=True)), start=Fraction(0))
            assert agree(result, record.answer), record.id
    assert signed >= 0.99 * len(records)
