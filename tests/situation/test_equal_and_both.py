"""Amounts that would be equal, sets that overlap, wholes told over several times, receivers."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read

EQUAL = [
    ("Wim has 41 marbles. If he loses 15, he will have as many as Zara. How many has Zara?", 26),
    ("Zara needs 12 more stickers to have as many as Wim, who has 40. How many has Zara?", 28),
    ("Oona would have to sell 9 hens to have as many as Piet. Piet has 17 hens. How many hens does "
     "Oona have?", 26),
    ("There are 52 cups on the shelf. If there were 18 fewer cups on the shelf, there would be as "
     "many as in the sink. How many cups are in the sink?", 34),
    ("Ravi has 25 cards and Lin has 61 cards. How many cards must Lin give away to have as many as "
     "Ravi?", 36),
]  # fmt: skip

BOTH = [
    ("In a club 19 members speak Dutch and 14 members speak Greek. 6 members speak both. How many "
     "members are in the club if everybody speaks Dutch or Greek or both?", 27),
    ("12 pupils play chess. 9 pupils play the harp. 4 pupils play both chess and the harp. How "
     "many pupils are there if everyone plays chess or the harp or both?", 17),
    ("20 cooks like basil and 16 cooks like mint. There are 29 cooks, and each of them likes basil "
     "or mint or both. How many cooks like both basil and mint?", 7),
]  # fmt: skip

WHOLES = [
    ("Ilse knitted 30 caps in March and in May together. She knitted 13 caps in March. How many "
     "caps did she knit in May?", 17),
    ("A shop sold 95 lamps on Monday, on Tuesday and on Friday together. It sold 31 lamps on "
     "Monday and 24 on Friday. How many lamps did it sell on Tuesday?", 40),
    ("Remi practiced the cello for 35 minutes in the morning and 20 minutes in the evening. How "
     "many minutes did Remi practice the cello in all?", 55),
    ("Uma has 8 kites. Vic has 5 kites. Wes has 9 kites. What is the total number of kites that "
     "Uma and Wes have?", 17),
    ("Kim had 14 plums in a bowl and 11 plums in a crate. Kim had 6 more plums than Jo. How many "
     "plums did Jo have?", 19),
]  # fmt: skip

RECEIVED = [
    ("Abel had $20. A neighbour paid Abel $15 for a lamp. How much money does Abel have now?", 35),
    ("Joss had 7 pins. Her aunt bought her 6 more pins. How many pins does Joss have now?", 13),
    ("Dora had 12 beads. Then Eli brought her 5 more. How many beads does Dora have now?", 17),
    ("Fay counted 15 frogs in the pond. There were 4 more frogs in the ditch than in the pond. How "
     "many frogs were in the ditch?", 19),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answer"), [*EQUAL, *BOTH, *WHOLES, *RECEIVED])
def test_it_is_understood(text: str, answer: int) -> None:
    best = understand(read(text, "en"))[0]
    assert best.answer == answer
    assert best.trusted


def test_those_in_both_sets_are_not_added_with_certainty() -> None:
    """Where the whole cannot be told, a sum of all numbers is doubted."""
    text = "8 cats purr and 5 cats hiss. 2 cats do both. How many cats are there?"
    found = [one for one in understand(read(text, "en")) if one.answer == 15]
    assert all(one.cost >= 1.0 for one in found)
