"""Events told in other ways than by a plain verb: problems of our own, each for one mechanism."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read


def _check(text: str, answer: int) -> None:
    found = understand(read(text, "en"))
    assert found
    assert found[0].answer == answer
    assert found[0].trusted


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Rob slid 12 shells into Pia's basket. Now Pia's basket holds 30 shells. "
            "How many did it hold earlier?",
            18,
        ),
        (
            "Mira's tin had 20 buttons in it. Jon dropped 14 buttons into Mira's tin. "
            "How many buttons are in Mira's tin now?",
            34,
        ),
        (
            "When Olga drove 15 of her geese over to Ivan's flock, she still had 34. "
            "How many geese did Olga have to begin with?",
            49,
        ),
    ],
)
def test_what_goes_into_a_place_is_there(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("The departure of 17 swans left the pond quiet: 54 had lived there. How many stayed?", 37),
        (
            "After the arrival of 12 new pupils the school has 48 pupils. "
            "How many pupils did it have before?",
            36,
        ),
        (
            "The theft of 14 bikes left the shop with only 36 bikes. "
            "How many bikes did it have before the theft?",
            50,
        ),
        (
            "9 hikers joined the group and 4 turned back. That made 25 hikers in the group. "
            "How many had been there before?",
            20,
        ),
    ],
)
def test_a_noun_or_a_pointing_word_tells_what_happened(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("She had 23; he passed her 8 more. How many plums does she have now?", 31),
        (
            "After selling 12 and giving away 9 of his 40 masks, "
            "how many masks will the old carver still have?",
            19,
        ),
        (
            "Together the red bin and the blue bin got 64 cans. The red one got 15 on Monday "
            "and 21 on Friday. How many cans did the blue bin get?",
            28,
        ),
    ],
)
def test_people_and_things_are_told_apart(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Pia had 45 pens. She lost 14 of them. How many does she still write with?", 31),
        ("On 3 March, Mr Bell had 42 hives. Since then 15 were sold. How many are left?", 27),
        ("Ina has 35 rand. She buys a pen for 12 rand. How many rand does she have now?", 23),
    ],
)
def test_words_that_are_no_amounts_or_no_events(text: str, answer: int) -> None:
    _check(text, answer)
