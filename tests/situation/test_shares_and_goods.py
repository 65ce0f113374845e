"""Fractions, goods, things that are weighed, doers without numbers: read without a doubt."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read

#: After a decimal number a noun stands in the singular and is no verb.
DECIMALS = [
    ("A cook used 0.4 jar of plum jam and 0.25 jar of fig jam. How many jars of jam did the cook "
     "use in all?", "0.65"),
    ("Ida picked 0.5 crate of pears, 0.25 crate of plums, and 0.125 crate of figs. How many crates "
     "of fruit did Ida pick in total?", "0.875"),
    ("A cafe needed 0.5 truck-load of gravel and 0.2 truck-load of sand. How many truck-loads of "
     "material were needed in all?", "0.7"),
]  # fmt: skip

#: Several fractions of one whole.
FRACTIONS = [
    ("In the garden, 0.3 of the flowers are tulips and 0.45 are roses. What fraction of the "
     "flowers are either tulips or roses?", "0.75"),
    ("0.5 the boats at the pier are red. 0.2 the boats at the pier are green. 0.1 are blue. What "
     "fraction of the boats are red or blue?", "0.6"),
    ("Ola spends 0.4 of her wage on rent and another 0.1 on heating. Altogether, what part of her "
     "wage does she spend on her home?", "0.5"),
]  # fmt: skip

#: What was paid, and what it was paid for.
PAID = [
    ("Lena paid $14.20 total for the plums, after a 2 dollar coupon, and $9.30 for grapes. In "
     "total, how much did Lena spend?", "23.5"),
    ("Otto spent $8 on a leash, and a bowl cost him $5. What was the total cost of Otto's "
     "purchases?", "13"),
    ("Nina had dinner out. She spent $7.50 on soup and $4 on juice. She paid with a 20 dollar "
     "bill. What was the total of the dinner bill?", "11.5"),
    ("Two friends shopped for clothes. Vera spent $21 on a skirt and $16 on a scarf. How much did "
     "Vera spend on clothes?", "37"),
]  # fmt: skip

#: What several things weigh, and the number that only says how many they are.
WEIGHED = [
    ("Omar caught 2 pikes. The first pike was 4.5 pounds, and the second pike was 3.2 pounds. How "
     "many pounds of pike did Omar catch?", "7.7"),
    ("The green stone weighed 3 kg and the grey stone weighed 5 kg. What was the total weight of "
     "the stones?", "8"),
    ("The blue jug weighed 2 pounds and the white jug weighed 3.5 pounds. If Kim puts both jugs on "
     "the scale at the same time, what will the scale read?", "5.5"),
    ("The piece of copper weighed 9 pounds and the piece of tin weighed 6 pounds. How much more "
     "did the piece of copper weigh than the piece of tin?", "3"),
    ("Ada made a spice mix. She used 0.25 pound of pepper and 0.5 pound of salt. How many pounds "
     "of spice mix did Ada make?", "0.75"),
    ("Ben made a stew with 3 pounds of carrots and 2 pounds of leeks. How many pounds of "
     "vegetables did Ben use in all?", "5"),
]  # fmt: skip

#: Who did it is told without a number, and where it was done is not where the stock is.
DOERS = [
    ("There were 31 sacks of flour in the mill. Paul stacked sacks in the mill today. There are "
     "now 58 sacks of flour in the mill. How many sacks did he store in the mill?", "27"),
    ("There were 5 lilies in the jug. Rita cut some lilies from her back yard. There are now 17 "
     "lilies in the jug. How many lilies did she cut?", "12"),
    ("Carl has 22 games on his shelf. He bought several games at a flea market over the weekend. "
     "He now has 40 games on his shelf. How many games did he buy at the flea market?", "18"),
    ("Vera's family went for a walk. They walked 3 km to the lake. Then they walked 2 km to the "
     "mill. How many km did Vera's family walk in all?", "5"),
    ("The dough wants 9 cups of oats. Finn already put in 4 cups. How many cups does he need to "
     "add?", "5"),
]  # fmt: skip

#: Times and places of what is asked for in all, before a day, or at another time.
TIMES = [
    ("Before the crew came, 420 litres of milk leaked into the yard. While the crew worked, the "
     "tank leaked 180 litres of milk. In all, how many litres of milk leaked into the yard?",
     "600"),
    ("Last year at the harbour, 812 ships docked on time. Sadly, 45 ships docked late. In all, how "
     "many ships docked last year?", "857"),
    ("A crew is painting a fence. So far, they have painted a total of 640 feet of the fence. "
     "Today, they painted 95 feet of the fence. How many feet of the fence had they painted "
     "before today?", "545"),
    ("Last year, Gus harvested 310 pounds of hops. This year, he bought a tractor and increased "
     "his hops harvest by 140 pounds. How many pounds of hops did Gus harvest this year?", "450"),
    ("Tess went to 14 concerts this year, but missed 6. She went to 9 concerts last year. How many "
     "concerts did Tess go to in total?", "23"),
]  # fmt: skip

#: Parts by what they are said to be.
PARTS = [
    ("Each of the farmer's 520 hens is either brown or white. There are 130 white ones. How many "
     "of the farmer's hens are brown?", "390"),
    ("Vic used 7 cups of brown rice as well as 4 cups of white rice. How much more brown rice did "
     "Vic use?", "3"),
]  # fmt: skip

CLEAR = (*DECIMALS, *FRACTIONS, *PAID, *WEIGHED, *DOERS, *TIMES, *PARTS)

#: Understood, with a doubt.
DOUBTED = [
    ("Kim's cat had kittens and 3 had stripes. She gave 4 to her aunt. She now has 2 kittens. How "
     "many kittens did she have to start with?", "6"),
    ("There were a total of 9 lectures this year. Ugo missed 3 of the lectures. How many lectures "
     "did Ugo go to?", "6"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answer"), CLEAR)
def test_is_clear(text: str, answer: str) -> None:
    best = understand(read(text, "en"))[0]
    assert best.answer == Fraction(answer)
    assert not best.doubts


@pytest.mark.parametrize(("text", "answer"), DOUBTED)
def test_is_understood(text: str, answer: str) -> None:
    best = understand(read(text, "en"))[0]
    assert best.answer == Fraction(answer)
    assert best.trusted
