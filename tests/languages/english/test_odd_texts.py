"""Whatever words come in whatever order, they are read or refused with a sentence."""

from __future__ import annotations

import random

import pytest

from quantity_tagger import read
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.languages.english.frames.understand import understand

BROKEN_OFF = [
    "Dad is 39 now. In 12 years he will be 28 years older than I am today. What is my age?",
    "Zoe got 31 stamps, and that is 14 than Omar got. What was",
    "Nuts 26. got, and wanted plums? 21 pears nuts than How 9 pupils got",
    "Ivo has so 40 cards to give 12 left? will he need How cards. many does that",
    "How girls. boys are in many 23 pupils the 17 and has? 3",
    "Pia ate 20 nuts and 14 figs, how much did she eat in total?. Ravi kept the rest",
    "How many of the 2",
]

SENTENCES = [
    "Of the 46 chairs in the hall 19 are broken, and the others are in use.",
    "Ana had 25 shells, which was 8 more than Ben.",
    "There are 30 guests on board: 12 sing, 9 dance and 4 do both.",
    "He paid $14 for a kite that had cost $20, leaving him with $6.",
    "If the two of them had got 5 more, they would have had as many as Lea.",
    "At first 17 birds sat in the tree; that morning 6 flew off, while 3 came back.",
    "How many more does she need than the others have?",
    "How many were left at the end of the two days?",
    "What is the sum of 41 and the other number?",
]


@pytest.mark.parametrize("text", BROKEN_OFF)
def test_a_text_that_breaks_off(text: str) -> None:
    _read(text)


@pytest.mark.parametrize("seed", range(40))
def test_words_in_any_order(seed: int) -> None:
    order = random.Random(seed)
    for _ in range(10):
        words = " ".join(order.sample(SENTENCES, 3)).split()
        order.shuffle(words)
        _read(" ".join(words[: order.randint(5, len(words))]))


def _read(text: str) -> None:
    try:
        problem = read(text, "en")
    except QuantityTaggerError:
        return
    understand(problem)
