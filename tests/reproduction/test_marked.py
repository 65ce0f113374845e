"""Problems with marked words, and how far spans agree with the marks."""

from __future__ import annotations

from itertools import product

import pytest

from quantity_tagger.reproduction import plan
from quantity_tagger.reproduction.marked import Agreement, agreement, anchors, marked, parsed


@pytest.mark.parametrize("dataset", plan.DATASETS)
def test_every_quantity_and_the_question_have_one_mark(dataset: str) -> None:
    for one in marked(dataset):
        for anchor, (start, stop) in zip(anchors(one.problem), one.spans, strict=True):
            assert start <= anchor < stop, one.problem.text


@pytest.mark.parametrize("dataset", plan.DATASETS)
def test_signs_of_the_marked_problems_give_their_answers(dataset: str) -> None:
    for one in marked(dataset):
        values = [quantity.value for quantity in one.problem.quantities]
        answers = {
            sum(sign * value for sign, value in zip(signs, values, strict=True))
            for signs in product((1, 0, -1), repeat=len(values))
        }
        assert one.answer in answers, one.problem.text


def test_a_mark_holds_the_words_between_its_brackets() -> None:
    one = parsed("Ada [has 7 nuts]. [How many nuts] are there? | 7")
    words = [[token.text for token in one.problem.tokens[slice(*span)]] for span in one.spans]
    assert words == [["has", "7", "nuts"], ["How", "many", "nuts"]]
    assert one.answer == 7


def test_agreement_counts_words_but_not_the_numbers_themselves() -> None:
    one = parsed("Ada [has 7 nuts]. [How many nuts] are there? | 7")
    assert agreement([one], [one.spans]) == Agreement(4, 4, 4)
    # "Ada has 7" and "How": one word too many, one missing; then both missing.
    found = agreement([one], [[(0, 3), (5, 6)]])
    assert found == Agreement(spanned=2, marked=4, both=1)
    assert (found.precision, found.recall) == (0.5, 0.25)
    assert found.f1 == pytest.approx(1 / 3)
    assert agreement([one], [[(2, 3), (5, 6)]]).f1 == 0
