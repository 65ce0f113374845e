"""Sums and puzzles told in words, each in its own construction."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read

PROBLEMS = [
    ("How much must you subtract from 84 to get 59?", 25),
    ("To which number must 16 be added to get 45?", 29),
    ("Which number do you have to take from 70 to be left with 26?", 44),
    ("What must be added to the difference of 50 and 18 to make 61?", 29),
    ("What is 12 less than the sum of 30 and 14?", 32),
    ("By how much does 91 exceed the difference of 60 and 22?", 53),
    ("How much greater is 64 than the sum of 21 and 18?", 25),
    ("58 is smaller than the sum of 40 and 33. How much smaller?", 15),
    ("Add 24 to 17 and take away 9 from the result. What is the answer?", 32),
    ("Take 16 from 40, then reduce the result by 5. What do you get?", 19),
    ("What do you get if you subtract 18 from 45?", 27),
    ("27 and what number make 60?", 33),
    ("The minuend is 92 and the difference is 35. What is the subtrahend?", 57),
    ("One addend is 46 and the sum is 103. What is the other addend?", 57),
    ("The sum of three numbers is 81. Two of them are 20 and 34. What is the third number?", 27),
    ("The difference of two numbers is 17, the smaller of them being 26. What is the larger?", 43),
    (
        "What is the difference of two numbers if the first is the sum of 30 and 9 "
        "and the second is 15?",
        24,
    ),
    ("I am thinking of a number. When I take away 16 and add 9, I get 40. What is my number?", 47),
    ("If 15 is added to a number, the result is 62. What is the number?", 47),
    (
        "Ivo was told to add 14 to a number. By mistake he subtracted 14 and got 30. "
        "What is the right answer?",
        58,
    ),
]


@pytest.mark.parametrize(("text", "answer"), PROBLEMS, ids=[text[:40] for text, _ in PROBLEMS])
def test_spoken_sums_are_understood(text: str, answer: int) -> None:
    best = understand(read(text, "en"))[0]
    assert best.answer == answer
    assert best.trusted


def test_what_is_counted_is_no_bare_number() -> None:
    text = "Ben has 14 plums. He takes 5 more than 3 of them away. How many plums are left?"
    assert all(one.schema != "number" for one in understand(read(text, "en")))
