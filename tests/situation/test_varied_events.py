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


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Every guest gets a hat. There are 26 guests and 17 hats. How many guests get no hat?", 9),
        ("Each of the 24 rowers needs an oar. There are 16 oars. How many oars are missing?", 8),
        (
            "A van with 14 seats came for the 12 players and 5 coaches. "
            "How many of them could not get a seat?",
            3,
        ),
    ],
)
def test_one_thing_for_each(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Sorting the mail took Ida 35 minutes. Delivering it took her 50 minutes. "
            "How many minutes did she work in all?",
            85,
        ),
        (
            "Baking takes 55 minutes, and mixing takes 15 minutes. "
            "How much longer does baking take than mixing?",
            40,
        ),
        (
            "The reading lasted 25 minutes and the singing 39 minutes. "
            "How long did the evening last?",
            64,
        ),
    ],
)
def test_activities_last_some_time(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Uncle Jim pays for a 6-pound pie and a 4-pound soup with a 20-pound note. "
            "How much change does he get?",
            10,
        ),
        (
            "Omar paid with a $40 note for a $19 lamp and a rug. His change was $12. "
            "How much did the rug cost?",
            9,
        ),
        (
            "If Bea had 14 dollars more, she could afford the 45-dollar drum. "
            "How much money does Bea have?",
            31,
        ),
        (
            "Dad's account showed 700 dollars. He withdrew 250. What is the balance?",
            450,
        ),
        ("With 9 more wins, the team would have 24 wins. How many wins does it have?", 15),
    ],
)
def test_money_and_what_would_be(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("On Monday 60 rolls were baked, on Tuesday 12 fewer. And how many on Tuesday?", 48),
        (
            "What a crowd! 30 more visitors than last week, when 95 came. "
            "How many visitors came this week?",
            125,
        ),
        (
            "I wonder how many pears Jo has left: she had 25 and ate 8 of them. Can you tell me?",
            17,
        ),
        ("A diver is 30 m under the surface. He swims up 11 m. How deep is he now?", 19),
        ("A ship has 45 cabins. In 18 of the cabins people sleep. How many cabins are empty?", 27),
    ],
)
def test_questions_and_times_in_few_words(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A trail is 85 km long. The first part is 32 km. How long is the second part?", 53),
        (
            "The path with three stages is 70 km long. The first stage is 21 km and the last "
            "25 km. How long is the middle stage?",
            24,
        ),
        (
            "A film is 95 minutes long. The first part takes 55 minutes. "
            "How many minutes does the second part take?",
            40,
        ),
    ],
)
def test_stages_make_up_a_way(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A coop had 30 hens. A fox took 9, and 8 hens ran away. How many hens stayed?", 13),
        ("By noon the kiosk was down to 33 papers from 80. How many papers had it sold?", 47),
        (
            "From the 62 pears in the crate 23 were taken for a pie. "
            "How many pears are in the crate now?",
            39,
        ),
        ("Ali had 30 euros, 12 euros too little for the skates. How much did they cost?", 42),
    ],
)
def test_what_was_taken_or_lacks(text: str, answer: int) -> None:
    _check(text, answer)
