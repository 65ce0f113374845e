"""The words that decided: found by a network that goes by one word, which is given here."""

from __future__ import annotations

import numpy as np
import pytest

from quantity_tagger.neural.sign_network import Described, SignScores
from quantity_tagger.reading import read, weighing
from quantity_tagger.reading.analysis import understood_all
from quantity_tagger.reading.occlusion import decisive_words

STORY = "Ines had 12 pears. She quaffled 5 of them at noon. How many pears does she have now?"


class ByOneWord:
    """Finds that the second number goes away if somebody quaffles, and knows the first."""

    def __call__(self, problem: Described) -> SignScores:
        single = np.zeros((2, 3))
        single[0, 0] = 4
        told = any("word=quaffled" in names for names in problem.names)
        single[1] = (0, 0, 3) if told else (0, 1, 0)
        return SignScores(single, np.zeros((2, 2, 3, 3)), 0.0, np.log(np.full(6, 1 / 6)))


@pytest.fixture(autouse=True)
def by_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighing, "_network", lambda language: ByOneWord())


def decided(signs: tuple[int, ...], story: str = STORY) -> list[list[str]]:
    problem = read(story, "en")
    facts = weighing.weighed(problem, understood_all([problem])[0])
    texts = problem.document.columns.texts
    return [[texts[at] for at in words] for words in decisive_words(problem, facts, signs)]


def test_the_word_that_the_network_goes_by_is_found() -> None:
    assert decided((1, -1)) == [[], ["quaffled"]]


def test_nothing_speaks_for_a_sign_that_the_network_does_not_find() -> None:
    assert decided((1, 1)) == [[], []]


def test_more_numbers_than_it_learnt_from_have_no_words() -> None:
    story = "Ann has 3 plums, 4 nuts, 5 figs, 6 limes, 7 kiwis, 8 dates, 9 peas. How many plums?"
    assert decided((1,) * 7, story) == [[]] * 7
