"""Stories of three and more numbers: what is first among their readings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read

#: A whole that no word tells to be one: it is more than all others together, and they have a
#: receiver, a time or a holder each, as the asked part has.
SHARES = [
    ("A dairy sends out 540 bottles a night. It sends 180 bottles to the school, some to the "
     "barracks and 210 bottles to the inn. How many bottles does it send to the barracks?", "150"),
    ("A court heard 480 cases last year. In spring it heard 190 cases and in summer 120. In autumn "
     "it heard 90 cases. How many cases did it hear in winter?", "80"),
    ("The climbers set out in 3 columns. The first column has 21 climbers, and the second column "
     "has 17 climbers. If the club has 60 climbers, how many climbers are in the third column?",
     "22"),
]  # fmt: skip


#: What somebody is told, asked or offers to do is a goal, and of it some is left to do.
CHARGES = [
    ("The coach told Ben to run 80 laps. He ran 30 laps on Monday and 20 laps on Tuesday. How many "
     "laps are left to run?", "30"),
    ("Mia volunteered to sew 300 masks. She sewed 120 masks on Friday and 80 on Sunday. How many "
     "masks must she still sew?", "100"),
    ("Lars had a target of picking 140 baskets of plums. He picked 35 baskets on Monday and 25 on "
     "Tuesday. How many baskets must he still pick?", "80"),
    ("Pia was asked to plant 40 trees. She planted 12 trees. How many trees must she still plant?",
     "28"),
]  # fmt: skip

#: Each of several amounts has what it was spent on; what there was is told before or after them.
SPENT = [
    ("Each week Ron spends 5 hours on learning Dutch and 2 hours on learning Greek. How many hours "
     "does he spend on learning Dutch and Greek in all?", "7"),
    ("Jo spends 9 days felling trees and 4 days sawing them. If she has 18 days, how many days "
     "does she have left?", "5"),
]  # fmt: skip

#: A deed that is told by a comparison and once more by its number is one deed.
TWICE = [
    ("Nell sorted 4 fewer letters than Kim, and Kim sorted 9 more letters than Cleo. If Nell "
     "sorted 25 letters, how many did Cleo sort?", "20"),
    ("Dora picked 4 more figs than Kim. If Dora picked 22 figs, how many figs did they pick "
     "together?", "40"),
]  # fmt: skip

#: What something costs in tickets is no money.
TICKETS = [
    ("The slide costs 8 tickets, the swing costs 4 tickets and the train costs 9 tickets. Dora has "
     "3 tickets. How many more tickets should she buy?", "18"),
    ("A tent costs 900 kroner. Dora found 650 kroner in her desk. How much is she short?", "250"),
]  # fmt: skip

#: "The other team" is somebody, and no amount; what is neither this nor that is denied of both.
OTHERS = [
    ("The red crew swept 310 yards of the path and the other crew swept 285. How many yards did "
     "they sweep together?", "595"),
    ("A sack holds 90 buttons. If 30 are black and 25 are brown, how many buttons are not black or "
     "brown?", "35"),
]  # fmt: skip

#: One against all others together.
AGAINST = [
    ("Kay found 7 shells, Bo found 12 shells, Gil found 8 and Chad found 41. How many more shells "
     "did Chad find than the other three children?", "14"),
    ("Kay has 6 pens, Bo has 11 pens and Gil has 40 pens. How many more pens does Gil have than "
     "the others together?", "23"),
]  # fmt: skip

#: What there was at first is told by an adjective; a need is told again with its number.
FIRST = [
    ("Jo needed 80 planks. If she bought 20 planks to add to her existing 35 planks, how many more "
     "planks will she need?", "25"),
    ("The keeper has 12 Barn Owls, 9 Snowy Owls and 14 Horned Owls. How many owls are there?",
     "35"),
    ("Joan's chalk is 19 cm long. If she grinds 2 cm off on Monday and 3 cm on Tuesday, how long "
     "will her chalk be then?", "14"),
]  # fmt: skip

#: Whoever spots something sees it.
SEEN = [
    ("Edda saw 4 foxes on Friday. She spotted 6 deer on Sunday, and 2 owls on Monday. How many "
     "animals did Edda see?", "12"),
]  # fmt: skip

#: What is left: "now" before more happens, by a pronoun of the first of two, of what was counted.
LEFT = [
    ("Rolf bought a box of screws. He now has 128 screws in total. If he lends 40 screws to a "
     "neighbour, how many screws are left to him?", "88"),
    ("Uma and her uncle went to the harbour. Her uncle gave her $80. She bought a net worth $26. "
     "How much was left for her?", "54"),
]  # fmt: skip

#: "The rest" that is kept is what is there after all that happened.
KEPT = [
    ("Olga had 900 beads. Her aunt gave her another 150. Olga then gave Nils 400 beads and kept "
     "the rest. How many beads did Olga keep?", "650"),
]  # fmt: skip

#: What is planned of several things is done or not done as one.
PLANNED = [
    ("The band has 4 drums, 7 flutes and 9 tubas. The leader plans on adding 2 drums, 3 flutes "
     "and 5 tubas. How many instruments will there be in the band?", "30"),
]  # fmt: skip

#: Who is whom: "his friend Andy" is not he, and "if" is no first name.
NAMED = [
    ("Emil needs 180 tiles for his roof. If his friend Andy gave him 140, how many more tiles "
     "should he buy?", "40"),
    ("If Burl Arga is 640 meters high and Pelm Tower is 415 meters high, how much higher is Burl "
     "Arga than Pelm Tower?", "225"),
]  # fmt: skip

UNDERSTOOD = (
    *SHARES, *CHARGES, *SPENT, *TWICE, *TICKETS, *OTHERS, *LEFT, *KEPT, *PLANNED,
    *NAMED, *AGAINST, *FIRST, *SEEN,
)  # fmt: skip


@pytest.mark.parametrize(("text", "answer"), UNDERSTOOD)
def test_first_reading(text: str, answer: str) -> None:
    best = understand(read(text, "en"))[0]
    assert best.answer == Fraction(answer)
    assert best.trusted
