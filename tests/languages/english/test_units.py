"""In what each quantity of an English story is told."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.english.frames.tree import tree_of
from quantity_tagger.languages.english.frames.understand import read_story
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse
from quantity_tagger.situation.facts import Story
from quantity_tagger.situation.units import Unit


def story(text: str) -> Story:
    problem = read(text, "en")
    return read_story(problem, tree_of(problem))


@pytest.mark.parametrize(
    ("told", "unit"),
    [
        ("3 cups of rice flour", Unit("cup", (), ("rice", "flour"))),
        ("3 red rubber balls", Unit("ball", ("red", "rubber"))),
        ("3 km of rope", Unit("kilometer", (), ("rope",))),
        ("$3", Unit("dollar")),
        ("3 of the blue mugs", Unit("mug", ("blue",))),
        ("a 3-metre plank", Unit("meter")),
        ("3", Unit()),
        ("3 green ones", Unit("", ("green",))),
    ],
)
def test_a_unit_is_told_in_its_own_words(told: str, unit: Unit) -> None:
    assert story(f"Uma has {told}. How many does she have?").units == (unit,)


def test_a_number_that_names_a_thing_is_a_label() -> None:
    label, desks = story("Room 31 has 40 desks. How many desks are there?").units
    assert (label.label, desks.label) == (True, False)


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("How many red pins does Uma have?", Unit("pin", ("red",))),
        ("How many inches of wire does she need?", Unit("inch", (), ("wire",))),
        ("What is the number of pins?", Unit("pin")),
        ("How much does she have?", Unit()),
    ],
)
def test_a_question_names_its_unit(question: str, unit: Unit) -> None:
    assert story(f"Uma had 9 red pins and lost 4 pins. {question}").question.unit == unit


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("Uma had 30 cm of wire and cut off 8. How much is left?", ["centimeter", "centimeter"]),
        ("Uma is 9 and Ivo is 14. How much older is Ivo?", ["year", "year"]),
        ("Uma had 9 pins. She lost 4. How many pins has she?", ["pin", "pin"]),
    ],
)
def test_a_unit_that_is_left_out_is_as_told_before(text: str, units: list[str]) -> None:
    found = analyse(read(text, "en")).quantities
    assert [one.unit for one in found if one.value is not None] == units
