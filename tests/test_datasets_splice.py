"""A foreign statement in a problem adds quantities that do not matter, and changes nothing else."""

from __future__ import annotations

from problems import ALL, ENGLISH
from quantity_tagger import read
from quantity_tagger.datasets.gold import gold_signs
from quantity_tagger.datasets.record import Record
from quantity_tagger.datasets.splice import splice
from quantity_tagger.model import answer


def original(record: Record) -> Record:
    return next(one for one in ALL if one.id == record.id)


def test_signs_and_answers_stay() -> None:
    spliced = splice(ALL)
    assert len(spliced) > len(ENGLISH) // 2
    for record in spliced:
        problem = read(record.text, record.lang)
        signs = gold_signs(record, problem)
        assert signs is not None
        assert answer(problem, signs) == record.answer == original(record).answer
        assert record.quantities is not None
        for quantity in record.quantities:
            assert record.text[quantity.start : quantity.end] == quantity.text


def test_each_has_a_quantity_more() -> None:
    for record in splice(ALL):
        before = len(read(original(record).text).quantities)
        assert len(read(record.text, record.lang).quantities) > before


def test_what_is_put_in_counts_other_things() -> None:
    for record in splice(ALL):
        asked = set(read(original(record).text).unknown.head)
        problem = read(record.text, record.lang)
        own = {(quantity.text, quantity.start) for quantity in record.quantities or ()}
        for quantity in problem.quantities:
            if (quantity.text, quantity.start) not in own and record.lang == "en":
                assert not asked & set(quantity.unit)


def test_a_seed_gives_the_same_texts_again_and_another_seed_others() -> None:
    assert splice(ALL, 3) == splice(ALL, 3)
    assert splice(ALL, 3) != splice(ALL, 4)


def test_without_signs_or_room_nothing_is_put_in() -> None:
    assert splice([Record("Ann has 3 pens. How many pens?", ALL[0].answer)]) == []
    assert splice([]) == []
