"""What the analysis makes of a story that is clear, and of a text that is too long for one."""

from __future__ import annotations

import pytest

from quantity_tagger.problem.facts import CLEAR, GUESSED
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import LONGEST, analyse, analyse_all

ENGLISH = "Ivo had 14 maps. He lost 5 maps. How many maps does he have now?"
CHINESE = "小芳有14张地图，丢了5张，还剩多少张？"


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_a_clear_world_comes_first(text: str) -> None:
    facts = analyse(read(text))
    assert facts.worlds[0].trust == CLEAR
    assert facts.worlds[0].signs == (1, -1, -1)


@pytest.mark.parametrize(("before", "text"), [("It rained. ", ENGLISH), ("下雨了。", CHINESE)])
def test_what_is_too_long_for_a_story_is_guessed_at_most(before: str, text: str) -> None:
    facts = analyse(read(before * LONGEST + text))
    assert {world.trust for world in facts.worlds} <= {GUESSED}
    assert len(facts.quantities) == 3


def test_languages_may_be_mixed() -> None:
    problems = [read(ENGLISH), read(CHINESE), read(ENGLISH)]
    assert analyse_all(problems) == [analyse(one) for one in problems]
