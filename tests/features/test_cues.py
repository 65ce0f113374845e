"""Cues: what the paper takes from external tools, one for each quantity."""

from __future__ import annotations

import pytest

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.features import SETS, need_story, set_of, templates_of
from quantity_tagger.features.cues import cues
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse, describe


def of(text: str) -> list[str | None]:
    return list(cues(analyse(read(text))))


def test_the_unknown_has_none() -> None:
    assert of("Ada has 12 plums. She buys 3 plums. How many plums has she now?")[-1] is None


@pytest.mark.parametrize(
    "text",
    [
        "A rope is 9 feet long and a cord is 4 feet long. How much longer is the rope?",
        "Ned picked 9 pears and Liv picked 4 pears. How many more pears did Ned pick than Liv?",
        "红绳长9米，蓝绳长4米，红绳比蓝绳长多少米？",
    ],
)
def test_a_comparison_takes_the_smaller_from_the_larger(text: str) -> None:
    assert of(text) == ["larger", "smaller", None]


def test_order_in_the_text_does_not_matter() -> None:
    text = "A cord is 4 feet long and a rope is 9 feet long. How much longer is the rope?"
    assert of(text) == ["smaller", "larger", None]


def test_the_rest_of_a_total_is_had_the_same_way() -> None:
    text = "Ines sold a total of 30 hats. She sold 12 hats on Monday. How many did she sell later?"
    assert of(text) == ["larger", "smaller", None]


def test_a_whole_puts_together() -> None:
    text = "Ada has 12 plums. Ben has 4 plums. How many plums do they have in all?"
    assert of(text) == ["together", "together", None]


def test_what_the_question_is_not_about_is_unrelated() -> None:
    text = "Ada has 12 plums and 9 hats. She ate 3 plums. How many plums does Ada have now?"
    assert of(text) == ["base", "unrelated", "loss", None]


def test_what_was_there_first_is_had_by_undoing_the_events() -> None:
    text = "Ada ate 3 plums. She has 9 plums now. How many plums did she have at first?"
    assert of(text)[0] == "gain"


def test_the_features_of_the_paper_need_no_reading_of_the_story() -> None:
    for variant in ("qt", "qt-g"):
        assert not need_story(templates_of(variant, "paper"))
        assert need_story(templates_of(variant, "full"))
    told = describe(read("Ada has 12 plums and ate 3 plums. How many plums are left?"))
    assert told.worlds == ()
    assert list(cues(told)) == ["larger", "smaller", None]


def test_the_sets_grow_and_unknown_ones_are_refused() -> None:
    none, paper, full = (set(templates_of("qt", one)) for one in SETS)
    assert none < paper
    assert none < full
    assert "echo" not in none | paper
    with pytest.raises(QuantityTaggerError, match="choose one of none, paper, full"):
        templates_of("qt", "most")
    assert set_of("qt", ["word"]) == "none"
    assert set_of("qt", ["word", "cue"]) == "paper"
    assert set_of("qt", ["word", "world"]) == "full"
