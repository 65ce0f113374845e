"""What the network makes of worlds, by scores that are given here."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import exp
from typing import Any

import numpy as np
import pytest

from quantity_tagger import solve
from quantity_tagger.neural.sign_network import (
    ONE_LESS,
    ONE_MORE,
    PLAIN,
    TWICE,
    Described,
    SignScores,
    log_shares,
)
from quantity_tagger.problem.document import Language
from quantity_tagger.problem.facts import GUESSED
from quantity_tagger.reading import read, weighing
from quantity_tagger.reading.analysis import analyse, understood_all
from quantity_tagger.signs import SIGNS

STORY = "Ines had 12 pears. She gave 5 to Karl and found 4 nuts. How many pears does she have now?"
NUMBERS = 12, 5, 4


def told_by(signs: tuple[int, ...]) -> int:
    """What these signs make of the numbers."""
    return sum(sign * value for sign, value in zip(signs, NUMBERS, strict=True))


class Told:
    """A network that says what it was told."""

    def __init__(self, single: np.ndarray, forms: np.ndarray) -> None:
        self.single, self.forms = single, forms

    def __call__(self, problem: Described) -> SignScores:
        count = len(problem.quantities)
        forms = log_shares(self.forms[: TWICE + count])
        return SignScores(self.single[:count], np.zeros((count, count, 3, 3)), 0.0, forms)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    single = np.random.default_rng(0).normal(0, 2, (9, 3))
    network = Told(single, np.random.default_rng(1).normal(0, 2, 9))
    monkeypatch.setattr(weighing, "_network", lambda language: network)
    return network


def shares(told: Told, form: int, may_be: Callable[[tuple[int, ...]], bool]) -> dict[Any, float]:
    """How likely the story's equation has this form and each of these signs, by enumeration."""
    scores = {
        signs: sum(told.single[i, SIGNS.index(sign)] for i, sign in enumerate(signs))
        for signs in product(SIGNS, repeat=3)
        if may_be(signs)
    }
    total = sum(map(exp, scores.values()))
    every = [exp(score) for score in told.forms[: TWICE + 3]]
    share = every[form] / sum(every)
    return {signs: share * exp(score) / total for signs, score in scores.items()}


def test_a_likelihood_is_the_share_among_all_that_a_story_has(told: Told) -> None:
    problem = read(STORY, "en")
    facts = understood_all([problem])[0]
    found = weighing.weighed(problem, facts)
    worlds = {one.signs[:3] for one in facts.worlds}
    expected = shares(
        told,
        PLAIN,
        lambda signs: (
            signs in worlds
            or (
                sum(map(abs, signs)) > 1
                and sum(s * v for s, v in zip(signs, NUMBERS, strict=True)) >= 0
            )
        ),
    )
    for world in found.worlds:
        assert world.likelihood is not None
        assert exp(world.likelihood) == pytest.approx(expected[world.signs[:3]])
    likeliest = sorted(expected, key=lambda signs: -expected[signs])[: weighing.ADDED]
    assert set(likeliest) <= {world.signs[:3] for world in found.worlds}


@pytest.mark.parametrize("place", range(3))
def test_an_equation_with_a_number_twice_is_as_likely_as_its_form_and_signs(
    told: Told, place: int
) -> None:
    told.forms[TWICE + place] = 6
    problem = read(STORY, "en")
    found = weighing.weighed(problem, understood_all([problem])[0])
    expected = shares(
        told,
        TWICE + place,
        lambda signs: (
            signs[place] != 0
            and sum(
                (1 + (k == place)) * s * v
                for k, (s, v) in enumerate(zip(signs, NUMBERS, strict=True))
            )
            >= 0
        ),
    )
    first = found.beyond[0]
    assert [abs(often) for often in first.times].count(2) == 1
    assert abs(first.times[place]) == 2
    assert first.likelihood is not None
    assert exp(first.likelihood) == pytest.approx(max(expected.values()))
    assert exp(first.likelihood) == pytest.approx(expected[first.signs])
    assert weighing.understood(found).beyond == ()


@pytest.mark.parametrize(("form", "unsaid"), [(ONE_MORE, 1), (ONE_LESS, -1)])
def test_an_unsaid_one_is_added_where_the_network_finds_it_likely(
    told: Told, form: int, unsaid: int
) -> None:
    told.forms[form] = 6
    problem = read(STORY, "en")
    first = weighing.weighed(problem, understood_all([problem])[0]).beyond[0]
    assert [one.value for one in first.constants] == [unsaid]
    expected = shares(
        told,
        form,
        lambda signs: (
            any(signs) and sum(s * v for s, v in zip(signs, NUMBERS, strict=True)) + unsaid >= 0
        ),
    )
    assert first.likelihood is not None
    assert exp(first.likelihood) == pytest.approx(max(expected.values()))


def test_what_was_understood_stays_as_it_is(told: Told) -> None:
    problem = read(STORY, "en")
    facts = understood_all([problem])[0]
    found = weighing.weighed(problem, facts)
    kept = found.worlds[: len(facts.worlds)]
    assert [one.with_likelihood(None) for one in kept] == list(facts.worlds)
    for world in found.worlds[len(facts.worlds) :]:
        assert (world.schema, world.trust) == (weighing.SCHEMA, GUESSED)


def test_of_more_numbers_than_it_learnt_from_it_says_nothing(told: Told) -> None:
    text = "Ann has 3 plums, 4 pears, 5 figs, 6 limes, 7 kiwis, 8 dates and 9 nuts. How many plums?"
    problem = read(text, "en")
    facts = understood_all([problem])[0]
    assert weighing.weighed(problem, facts) is facts


def test_a_language_without_a_network_has_its_facts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighing, "_network", lambda language: None)
    problem = read(STORY, "en")
    facts = understood_all([problem])[0]
    assert weighing.weighed(problem, facts) is facts


@pytest.mark.parametrize(
    ("text", "language", "answers"),
    [
        ("Poppy hurdled 31 gates, Quill flummoxed 12. How many snorkels?", "en", {43, 19}),
        ("Ana had 20 pens. She lost 8 pens. How many pens does she have?", "en", {12, 28}),
        ("阿芸有24颗纽扣，送给妹妹9颗，阿芸还剩多少颗纽扣？", "zh", {15, 33}),
    ],
)
def test_what_was_not_understood_is_among_what_is_weighed(
    text: str, language: Language, answers: set[int]
) -> None:
    problem = read(text, language)
    facts = analyse(problem)
    values = [one.value for one in problem.quantities]
    found = {
        sum(sign * value for sign, value in zip(world.signs, values, strict=False))
        for world in facts.worlds
    }
    assert answers <= found


@pytest.mark.parametrize(
    ("text", "language", "answer"),
    [
        (
            "In the shed 80 bikes were being stored. Fourteen of them were taken out for repair, "
            "and later 20 new ones were dropped off. How many bikes are being stored there now?",
            "en",
            86,
        ),
        ("架子上挂着31条毛巾，大风吹过之后只剩24条，被风吹落的毛巾有几条？", "zh", 7),
        ("阿军去年有12颗纽扣，现在有50颗，今天丢了7颗，阿军还剩多少颗？", "zh", 43),
    ],
)
def test_where_no_story_is_understood_the_network_decides(
    text: str, language: Language, answer: int
) -> None:
    facts = analyse(read(text, language))
    assert not [one for one in facts.worlds if one.trust > GUESSED]
    assert solve(text, language).answer == answer


def test_a_time_between_two_that_are_told() -> None:
    text = (
        "A wick was 40 cm long. It burned down 9 cm on Monday and 6 cm on Tuesday. How long was "
        "it on Tuesday morning?"
    )
    assert solve(text, "en").answer == 31
