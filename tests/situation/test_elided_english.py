"""Nouns, doers and verbs that English leaves out, and numbers that stand beside a story."""

from __future__ import annotations

import pytest

from quantity_tagger import read
from quantity_tagger.languages.english.frames.tree import tree_of
from quantity_tagger.languages.english.frames.understand import read_story, understand
from quantity_tagger.situation.facts import Fact


def facts(text: str) -> dict[int | None, Fact]:
    problem = read(text, "en")
    return {fact.amount.quantity: fact for fact in read_story(problem, tree_of(problem)).facts}


@pytest.mark.parametrize(
    ("text", "holders"),
    [
        (
            "The first cart held 12 logs, the second one 9. How many logs did the carts hold?",
            ["first cart", "second cart"],
        ),
        (
            "Two jugs stand there. The smaller one holds 3 litres, the bigger one 8 litres. "
            "How much does the bigger jug hold?",
            ["", "smaller jug", "bigger jug"],
        ),
        (
            "Ann's team had 9 points. When the match ended, they had 21. How many did they score?",
            ["ann team", "ann team"],
        ),
        (
            "The blue lamp burned for 9 hours, the red lamp for 7 hours. How much longer did "
            "the blue lamp burn?",
            ["blue lamp", "red lamp"],
        ),
    ],
)
def test_whose_it_is(text: str, holders: list[str]) -> None:
    told = facts(text)
    assert [told[place].holder for place in range(len(holders))] == holders


def test_the_verb_goes_on_after_a_gerund() -> None:
    told = facts("Ed earned $9 by mowing lawns and $4 by walking dogs. How much did he earn?")
    assert [told[place].verb for place in (0, 1)] == ["earn", "earn"]


def test_things_are_of_a_substance() -> None:
    told = facts("A shop had 9 balls of red wool and sold 4. How many balls of red wool are left?")
    assert told[0].kind.marks == {"red", "wool"}


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("If they already have 9 cups and she bought 5, how many cups do they have?", 14),
        ("Nine of his caps are red, six blue. How many more red caps than blue ones has he?", 3),
        ("A cask held 80 litres of cider until 30 litres were bottled. How much is in it now?", 50),
    ],
)
def test_it_is_understood(text: str, answer: int) -> None:
    assert understand(read(text, "en"))[0].answer == answer


@pytest.mark.parametrize(
    "text",
    [
        "For 50 dollars number 7 sold 3 cakes and 5 pies. How many did he sell?",
        "In 30 minutes number 7 ran 3 miles. How many miles did he run?",
        "Last week number 7 won 12 games. How many games did he win?",
    ],
)
def test_a_number_that_names_somebody_ends_no_phrase(text: str) -> None:
    assert read_story(read(text, "en"), tree_of(read(text, "en"))).question is not None
