"""External attributes: what the model is told of the facts."""

from __future__ import annotations

import pytest

from quantity_tagger.features import external
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse, describe
from quantity_tagger.signs import MARKS


def of(text: str) -> list[list[str]]:
    return external.attributes(analyse(read(text)))


DISTRACTED = (
    "Ada has 12 plums and 9 figs. She found 2 plums. Her brother has 4 plums. "
    "How many plums does Ada have now?"
)


def test_one_line_for_each_quantity_and_the_unknown() -> None:
    assert len(of(DISTRACTED)) == 5
    assert "question:x" in of(DISTRACTED)[4]


def test_every_attribute_belongs_to_a_family() -> None:
    for text in (DISTRACTED, "小明有5个苹果，又买了3个，现在有多少个？"):
        for line in of(text):
            assert {name.partition(":")[0] for name in line} <= set(external.FAMILIES)


def test_a_family_can_be_left_out() -> None:
    lines = external.attributes(analyse(read(DISTRACTED)), ("world",))
    assert lines[0] == ["world:first=+", "world:clear=+"]
    assert lines[4] == []


def test_units_and_owners_are_related_to_the_question() -> None:
    plums, figs, _, others, _ = of(DISTRACTED)
    assert "relation:unit=same" in plums
    assert "relation:owner=same" in plums
    assert "relation:unit=other" in figs
    assert "relation:unrelated" in figs
    assert "relation:owner=other" in others


def test_the_first_reading_of_the_story_is_told() -> None:
    plums, figs, _, others, _ = of(DISTRACTED)
    assert "world:first=+" in plums
    assert "world:first=0" in figs
    assert "world:first=0" in others


@pytest.mark.parametrize(
    ("counted", "relation"),
    [
        ("hats", "same"),
        ("red hats", "same"),
        ("blue hats", "rival"),
        ("red shoes", "other"),
    ],
)
def test_unit_relations(counted: str, relation: str) -> None:
    told = describe(read(f"Bo has 3 red hats. Ida has 5 {counted}. How many red hats has Bo?"))
    assert told.relations[1].unit == relation


def test_the_prior_speaks_of_attributes_that_occur_and_of_signs() -> None:
    seen = {name for line in of(DISTRACTED) for name in line} | {"world:first=-"}
    seen |= {
        name
        for line in of("Bo has 3 red and 5 blue hats. He lost 2 red hats. How many red hats now?")
        for name in line
    }
    for attribute, mark in external.PRIOR:
        assert attribute in seen
        assert mark in MARKS
