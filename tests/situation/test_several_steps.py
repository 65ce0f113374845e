"""Steps that long stories take: what is first among their readings, each told in several ways."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read

#: What a pack, a distance or a thing of some worth holds is the object of the verb.
PACKS = [
    ("Nina ordered a set of 24 cups. She broke 5 cups. How many cups does she have now?", "19"),
    ("Ida had 30 beads. She bought a pack of 12 beads and gave a bag of 8 beads to Mia. How many "
     "beads does Ida have now?", "34"),
    ("Edo sailed a distance of 18 miles. Mona sailed 3 miles farther than Edo. How far did Mona "
     "sail?", "21"),
    ("Otto had $90. He bought a lamp worth $25 and a rug worth $40. How much money does Otto have "
     "left?", "25"),
    ("Pia buys rice at $3, nuts at $6 and a bag of flour at $2. How much does she spend?", "11"),
]  # fmt: skip

#: A noun of measure tells what the subject measures.
MEASURES = [
    ("Tom has a weight of 40 kg. Ann has a weight of 35 kg. How much heavier is Tom than Ann?",
     "5"),
    ("A kite is flying at a height of 60 feet. A drone is flying at a height of 85 feet. How much "
     "higher is the drone than the kite?", "25"),
    ("A climber was at an altitude of 900 metres. She climbed another 250 metres. At what altitude "
     "is she now?", "1150"),
    ("The diver was at a depth of 30 metres. Then she rose 12 metres. How deep is the diver now?",
     "18"),
]  # fmt: skip

#: "He" is the person whom the story is about, also after another thing or person was spoken of.
PRONOUNS = [
    ("Hugo is a baker. He baked 60 rolls. He sold his brother 14 rolls. When the shop opened, he "
     "sold another 20 rolls. How many rolls does Hugo have left?", "26"),
    ("Rita is 14 years old. Sofia is 3 years younger than Rita. How old is Nora if she is 5 years "
     "older than Sofia?", "16"),
    ("Tom met a boy who had 12 coins and lost 5 coins. Tom has 3 coins. How many coins does the "
     "boy have?", "7"),
    ("The girl who had 20 beads sold 5 beads and bought 9 beads. How many beads does the girl "
     "have?", "24"),
    ("A farmer who had 60 sheep sold 15 of them. How many sheep does the farmer have now?", "45"),
]  # fmt: skip

#: A name between commas is that of whom is spoken.
APPOSED = [
    ("Karl's brother, Emil, has 15 coins. Karl has 8 coins more than Emil. How many coins does "
     "Karl have?", "23"),
    ("Lena has 12 marbles more than her younger brother, Otto. Otto has 5 marbles more than his "
     "cousin, Finn. If Finn has 8 marbles, how many marbles does Lena have?", "25"),
    ("Our club won 14 games. Their rivals, the Hawks, won 9 games. How many more games did our "
     "club win than the Hawks?", "5"),
]  # fmt: skip

#: Ages at several moments.
AGES = [
    ("Our pony was born when Inga was 12. Three years from now the pony will turn 5 years old. How "
     "old is Inga?", "14"),
    ("Ben is 9 years old. Kim is 4 years older than Ben. How old will Kim be after 6 years?", "19"),
    ("Bea is 8 years old. In how many years will she be 20?", "12"),
    ("Ada will be 15 in 4 years. In how many years will Ada turn 21?", "10"),
    ("Cora is 30 and her son Nils is 24 years younger than she is. In how many years will Nils be "
     "18?", "12"),
    ("Rosa will be 28 in 5 years. Now the sum of the ages of Rosa and Paul is 50. How old is "
     "Paul?", "27"),
    ("In 3 years Denis will be 20. His neighbour, Karl, is 6 years younger. How old is Karl now?",
     "11"),
    ("Ann and Bob are together 40 years old. Ann is 18 years old. How old will Bob be in 3 years?",
     "25"),
]  # fmt: skip

#: What is taken off a price, and what is given back.
PAID = [
    ("Jo bought a coat for $80 and boots for $60. She used a voucher for $15 off. How much did "
     "Jo spend?", "125"),
    ("Max bought a tent for $120 and a stove for $30. He got a $25 discount. What did he pay?",
     "125"),
    ("A soup costs $12 and a tea costs $3. Ron has a voucher worth $5. How much does he pay?",
     "10"),
    ("Rea had $100. She bought a sledge for $80 and used a coupon for $15. How much money does Rea "
     "have left?", "35"),
    ("Lia bought a bag for $40 and a belt for $15. The shop gave her a discount and she only paid "
     "$48. How much was the discount?", "7"),
    ("Udo bought a desk for $90 and a chair for $35. He got a reduction and paid $110 altogether. "
     "What was the reduction?", "15"),
    ("Tess buys milk at $2, bread at $3 and jam at $4. She pays $20. What change does she get "
     "back?", "11"),
    ("Tess bought milk for $2 and jam for $4 and paid with a $20 note. How much does the seller "
     "give her back?", "14"),
]  # fmt: skip

#: What was decided on is done, unless its doing is told or asked for.
DECIDED = [
    ("Mona had 40 stamps. She decided to give 12 stamps to Ben. How many stamps does Mona have?",
     "28"),
    ("Rolf has 55 songs on his phone. He decides to delete 9 songs. Then he adds some new songs "
     "and has 60 songs. How many new songs did he add?", "14"),
    ("Ann decided to paint 30 eggs. She painted 12 eggs. How many eggs does she still have to "
     "paint?", "18"),
]  # fmt: skip

#: "It" and "them" are what was just got.
PASSED_ON = [
    ("Ben found 8 coins. He gave them to his sister Ada who had 5 coins. How many coins does Ada "
     "have now?", "13"),
    ("Lou baked 12 muffins. She gave them to Tim, who had 7 muffins. How many muffins does Tim "
     "have now?", "19"),
    ("Sue earned $15. She gave it to Max who has $4 and wants to buy a ball for $30. How much more "
     "does Max need?", "11"),
]  # fmt: skip

#: A bound that is passed is no amount.
BOUNDS = [
    ("Paul saved $30 in May and $45 in June. His aunt gave him $10 because he had saved more than "
     "$60. How much money does Paul have?", "85"),
    ("Zoe collected 12 shells on Monday and 9 shells on Tuesday. If she collects more than 30 "
     "shells, she gets a prize. How many shells did she collect?", "21"),
    ("Emma baked 40 cookies, which is more than 30. She gave away 12. How many cookies are left?",
     "28"),
]  # fmt: skip

#: What one takes of one's own is used; what hatches is there.
OWN = [
    ("Greta has 18 rolls in the basket. She eats 5 rolls and takes 3 rolls as a snack. How many "
     "rolls are left?", "10"),
    ("Olga's box holds 12 pens and 20 pencils. If she took away 4 pens and 6 pencils, how many "
     "more pencils than pens would she have left?", "6"),
    ("There are 9 ducklings in the pond. 4 more eggs hatch. Then 5 ducklings swim away. How many "
     "ducklings are left in the pond?", "8"),
    ("Wim has 40 photos. He takes 12 pictures and deletes 5 shots. How many photos does he have "
     "now?", "47"),
    ("Ina had $50. She made a $12 donation. How much money does Ina have left?", "38"),
]  # fmt: skip

#: Verbs without a subject of their own: a goal goes on, a thing has its price or weight.
PARTICIPLES = [
    ("Ralf has to saw 9 planks for the shed and 5 planks for the gate, before sawing the last 4 "
     "planks for the roof. If he sawed 6 planks, how many more planks must he saw?", "12"),
    ("Uwe buys a pen costing $3 and a book costing $8. He gets a $2 discount. How much does he "
     "spend?", "9"),
    ("A crate weighing 12 kg stands beside a sack weighing 30 kg. How much heavier is the sack "
     "than the crate?", "18"),
]  # fmt: skip

#: What a question names: an order, a price, whose rest, a moment, a side of a comparison.
ASKED = [
    ("The sow is 12 kg heavier than the ram. The ram is 5 kg lighter than the calf. If the sow "
     "weighs 60 kg, find the weight of the calf.", "53"),
    ("Jan had $60. He bought a cap for $14 and a scarf. Then he had $31 left. How much was the "
     "scarf?", "15"),
    ("Ada spent $12 while Bo spent $9. If an uncle gave them $50 for the fair, how much is left "
     "with them?", "29"),
    ("Grandma gave Kim and Lea 30 nuts. Kim ate 6 nuts and Lea ate 9 nuts. How many nuts do they "
     "have left together?", "15"),
    ("The Lions scored 3 goals in the first half and 2 goals in the second half. The Bears scored "
     "1 goal in the first half. How many more goals did the Lions score than the Bears in the "
     "game?", "4"),
    ("Olga is 50 and her husband Per is 54 years old. Their son Max was born when Per was 30. How "
     "old was Olga when Olga gave birth to Max?", "26"),
    ("Ben's score on the test is 40. Mia scored 8 more than Ben. How many points did Mia score?",
     "48"),
]  # fmt: skip

#: Numbers that name things, each of several after one noun.
LABELS = [
    ("A choir has 90 singers in Rows 1, 2, and 3. Row 1 has 25 singers and Row 2 has 31 singers. "
     "How many singers are in Row 3?", "34"),
    ("There are 75 children in classes 1, 2 and 3. Class 1 has 22 children and class 2 has 25 "
     "children. How many children does class 3 have?", "28"),
    ("On pages 4, 5 and 6 there are 60 stamps. On page 4 there are 18 stamps and on page 5 there "
     "are 22 stamps. How many stamps are on page 6?", "20"),
    ("Rosa had $90. She paid her bills, which were $20 and $15. How much money does Rosa have "
     "left?", "55"),
]  # fmt: skip

#: What things are made of is used up.
MADE = [
    ("Jon used toy bricks. He built a hut with 40 bricks. Then he built a bridge with 25 bricks. "
     "Jon has 12 bricks left. How many bricks did Jon have at first?", "77"),
    ("Mia had 60 beads. She made a ring with 9 beads and a chain with 30 beads. How many beads are "
     "left?", "21"),
    ("Gus had 50 bricks. He built a wall with 30 bricks. Then he added a step that was made of 8 "
     "bricks. How many bricks are left?", "12"),
    ("Greta knitted 13 caps. Selma made 16 caps. How many caps did Greta and Selma make in all?",
     "29"),
]  # fmt: skip

#: What some of several are, the asked ones are without; what is left midway is not the end.
WITHOUT = [
    ("Otto has 30 apples and 12 pears. 20 apples and 5 pears have a spot on them. How many fruits "
     "does Otto have without spots?", "17"),
    ("Pat filled 20 jars and Rick filled 15 jars. 6 of the jars were labelled. How many unlabelled "
     "jars did they fill together?", "29"),
    ("Ona started with 30 pies. She sold some and had 18 pies left. Then she sold 5 more pies. How "
     "many pies did she sell in all?", "17"),
    ("The shop raised the price of the coat by $9. The coat cost $40 before. How much does the "
     "coat cost now?", "49"),
    ("Chopping takes 40 minutes. Frying takes 30 minutes. How long does it take him to chop and "
     "fry the onions?", "70"),
]  # fmt: skip

#: What an amount is of: several compared things in a row, a lapse of time, a price of some things.
KINDS = [
    ("Dan baked 14 trays of rolls and 9 trays of buns. Eve baked 6 more trays of rolls than Dan, "
     "and 5 fewer trays of buns than Dan. How many trays did Eve bake in total?", "24"),
    ("Kim had 40 balloons. Over the next ten minutes she gave 9 away. How many balloons does Kim "
     "have?", "31"),
    ("Ida had $50 and bought some brushes that cost $13 and $24. How much money is left?", "13"),
    ("The calf showed a weight gain of 5 kg. It weighed 90 kg before. What is its weight now?",
     "95"),
]  # fmt: skip

STORIES = [
    *PACKS,
    *MEASURES,
    *PRONOUNS,
    *APPOSED,
    *AGES,
    *PAID,
    *DECIDED,
    *PASSED_ON,
    *BOUNDS,
    *OWN,
    *PARTICIPLES,
    *ASKED,
    *KINDS,
    *MADE,
    *WITHOUT,
    *LABELS,
]


@pytest.mark.parametrize(("text", "answer"), STORIES)
def test_the_first_reading_is_right_and_clear(text: str, answer: str) -> None:
    best = understand(read(text))[0]
    assert best.answer == Fraction(answer)
    assert best.trusted
