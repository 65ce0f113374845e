"""What the network makes of worlds, by scores that are given here."""

from __future__ import annotations

from itertools import product
from math import exp

import numpy as np
import pytest

from quantity_tagger.neural.sign_network import Described, SignScores
from quantity_tagger.problem.facts import GUESSED
from quantity_tagger.reading import read, weighing
from quantity_tagger.reading.analysis import understood_all
from quantity_tagger.signs import SIGNS

STORY = "Ines had 12 pears. She gave 5 to Karl and found 4 nuts. How many pears does she have now?"


class Told:
    """A network that says what it was told."""

    def __init__(self, single: np.ndarray) -> None:
        self.single = single

    def __call__(self, problem: Described) -> SignScores:
        count = len(problem.quantities)
        return SignScores(self.single[:count], np.zeros((count, count, 3, 3)))


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> np.ndarray:
    single = np.random.default_rng(0).normal(0, 2, (9, 3))
    monkeypatch.setattr(weighing, "_network", lambda language: Told(single))
    return single


def test_a_likelihood_is_the_share_among_all_that_a_story_has(told: np.ndarray) -> None:
    problem = read(STORY, "en")
    facts = understood_all([problem])[0]
    found = weighing.weighed(problem, facts)
    values = [int(one.value) for one in problem.quantities]
    scores = {
        signs: sum(told[i, SIGNS.index(sign)] for i, sign in enumerate(signs))
        for signs in product(SIGNS, repeat=3)
    }
    worlds = {one.signs[:3] for one in facts.worlds}
    may_be = {
        signs
        for signs in scores
        if signs in worlds
        or (
            sum(map(abs, signs)) > 1 and sum(s * v for s, v in zip(signs, values, strict=True)) >= 0
        )
    }
    total = sum(exp(scores[signs]) for signs in may_be)
    for world in found.worlds:
        assert world.likelihood is not None
        assert exp(world.likelihood) == pytest.approx(exp(scores[world.signs[:3]]) / total)
    likeliest = sorted(may_be, key=lambda signs: -scores[signs])[: weighing.ADDED]
    assert set(likeliest) <= {world.signs[:3] for world in found.worlds}


def test_what_was_understood_stays_as_it_is(told: np.ndarray) -> None:
    problem = read(STORY, "en")
    facts = understood_all([problem])[0]
    found = weighing.weighed(problem, facts)
    kept = found.worlds[: len(facts.worlds)]
    assert [one.with_likelihood(None) for one in kept] == list(facts.worlds)
    for world in found.worlds[len(facts.worlds) :]:
        assert (world.schema, world.trust) == (weighing.SCHEMA, GUESSED)


def test_of_more_numbers_than_it_learnt_from_it_says_nothing(told: np.ndarray) -> None:
    text = "Ann has 3 plums, 4 pears, 5 figs, 6 limes, 7 kiwis, 8 dates and 9 nuts. How many plums?"
    problem = read(text, "en")
    facts = understood_all([problem])[0]
    assert weighing.weighed(problem, facts) is facts


def test_a_language_without_a_network_has_its_facts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighing, "_network", lambda language: None)
    problem = read(STORY, "en")
    facts = understood_all([problem])[0]
    assert weighing.weighed(problem, facts) is facts
