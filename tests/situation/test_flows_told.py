"""Stocks, flows and parts in many constructions: the first reading gives these signs."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read

#: By mechanism: problem, signs of its quantities.
PROBLEMS: dict[str, list[tuple[str, tuple[int, ...]]]] = {
    "parts led by of whom": [
        (
            "A bus carries 34 workers, 15 of whom are asleep. How many workers are awake?",
            (1, -1),
        ),
        ("A ship has 30 sailors, 12 of whom sing. How many do not sing?", (1, -1)),
        (
            "Nora keeps 26 rabbits, 9 of which are white. How many rabbits are not white?",
            (1, -1),
        ),
    ],
    "states that leave no third": [
        ("Flora has 25 tulips. 14 of them have opened. How many are still closed?", (1, -1)),
        ("Of 75 cups, 9 were cracked and 4 were chipped. How many cups were whole?", (1, -1, -1)),
        (
            "The inn has 20 rooms upstairs and 14 rooms downstairs. 6 rooms downstairs are empty. "
            "How many rooms downstairs are taken?",
            (0, 1, -1),
        ),
        ("Of the 48 eggs 30 have hatched. How many eggs are unhatched?", (1, -1)),
    ],
    "parts of one owner": [
        (
            "Ruth bought 25 roses and Hans bought 30. Eleven of Ruth's and nine of Hans's have "
            "opened. How many of Ruth's roses are still closed?",
            (1, 0, -1, 0),
        ),
        (
            "The east barn has 19 goats and the west barn 33. Eight goats in the west barn and "
            "five in the east barn are black. How many goats in the west barn are another colour?",
            (0, 1, -1, 0),
        ),
        (
            "Mia had 28 nuts and ate 11. Her brother ate 16 of his own nuts. "
            "How many nuts does Mia have left?",
            (1, -1, 0),
        ),
        (
            "The first van carries 12 chairs, the second 17. Another 9 chairs are loaded onto the "
            "first van. How many chairs does the first van carry now?",
            (1, 0, 1),
        ),
    ],
    "a later start": [
        (
            "Last year the choir had 40 singers. This year it began with 33, and 8 left. "
            "How many singers does it have?",
            (0, 1, -1),
        ),
    ],
    "times within times": [
        (
            "On Tuesday the shop sold 14 lamps in the morning. On Wednesday morning it sold 22, "
            "and on Tuesday afternoon 19. How many lamps were sold on Tuesday?",
            (1, 0, 1),
        ),
        (
            "Liam read 13 pages on Friday. On Saturday he read 24 pages before lunch and 8 in bed, "
            "and on Sunday 31. How many pages did he read on Saturday?",
            (0, 1, 1, 0),
        ),
        (
            "From Monday to Wednesday 60 calves were born. Thirty were born on Monday and 14 on "
            "Tuesday. How many were born on Wednesday?",
            (1, -1, -1),
        ),
    ],
    "lists without a verb": [
        (
            "Guests: Friday 31, Saturday 52, Sunday 24. "
            "How many more came on Friday than on Sunday?",
            (1, 0, -1),
        ),
        (
            "Green team: 17 girls, 12 boys. Gold team: 11 girls, 18 boys. How many boys are there?",
            (0, 1, 0, 1),
        ),
        (
            "Ida: 9 pears, 15 figs. Leo: 7 pears, 11 figs. How many more figs has Ida?",
            (0, 1, 0, -1),
        ),
        (
            "School outing: 52 children. By bus: 23. By bike: 16. On foot: the rest. "
            "How many went on foot?",
            (1, -1, -1),
        ),
        (
            "Height of the bean. April: 24 cm. June: 71 cm. "
            "How much did it grow from April to June?",
            (-1, 1),
        ),
        (
            "Green vans: 14. Red vans: 20. Green taxis: 16. How many green vehicles is that?",
            (1, 0, 1),
        ),
    ],
    "net change": [
        (
            "The level of a lake rose 21 cm on Monday, rose 12 cm on Tuesday and fell 8 cm on "
            "Wednesday. By how much did it rise over these days?",
            (1, 1, -1),
        ),
        (
            "The hotel hired 7 cooks in May and 6 in June; 5 cooks quit in May and 2 in June. "
            "By how many cooks did the staff grow?",
            (1, 1, -1, -1),
        ),
        (
            "On Friday 28 crows sat on the fence. By Saturday 13 had gone, by Sunday 9 had joined, "
            "by Monday 6 had gone again. How many sat there on Monday?",
            (1, -1, 1, -1),
        ),
    ],
    "source and goal": [
        (
            "Five goats went from Farmer Reed's herd of 31 to Farmer Cole's herd of 12. "
            "How many goats has Farmer Reed now?",
            (-1, 1, 0),
        ),
        (
            "There were 25 litres in the green barrel and 40 in the white barrel when 14 litres "
            "were pumped from the white barrel into the green barrel. "
            "How many litres are in the white barrel now?",
            (0, 1, -1),
        ),
        (
            "Rosa shifted 16 cups from her desk to the shelf, where 22 cups were already standing. "
            "How many cups does the shelf hold now?",
            (1, 1),
        ),
        (
            "From a depot with 90 crates, Ivan sends 12 crates to a shop that has 24 crates. "
            "How many crates has the shop then?",
            (0, 1, 1),
        ),
    ],
    "borrowed and brought back": [
        (
            "The library had 72 films on the shelf. Readers borrowed 31 and brought back 18. "
            "How many films are on the shelf now?",
            (1, -1, 1),
        ),
    ],
    "what goes on and what is kept": [
        (
            "Eighteen lamps were burning when the storm came. Eleven were burning afterwards. "
            "How many did the storm put out?",
            (1, -1),
        ),
        ("We ate 17 of our peaches and kept eight. How many peaches did we have?", (1, 1)),
        (
            "The stand had 21 jars of jam. A delivery came, and then the stand had 58. "
            "How many jars were delivered?",
            (-1, 1),
        ),
        (
            "In the box there were 6 red and 9 blue pens on Monday; on Friday there were 15 red "
            "and 9 blue pens. How many red pens were put in?",
            (-1, 0, 1, 0),
        ),
        (
            "Mr Ward carried 50 plums. On the way 14 rolled into a ditch and six were stolen by a "
            "fox. How many plums does he have now?",
            (1, -1, -1),
        ),
    ],
    "the rest of what happened": [
        (
            "The guide waited for 45 hikers. Twenty came on time and nine came late, while the "
            "others missed it. How many missed it?",
            (1, -1, -1),
        ),
    ],
    "whose they are": [
        (
            "Grandma knitted 24 squares, Aunt Mary sewed 30 and then Grandma knitted another 18. "
            "How many squares are Grandma's work?",
            (1, 0, 1),
        ),
    ],
}


@pytest.mark.parametrize("mechanism", PROBLEMS)
def test_the_first_reading_is_right(mechanism: str) -> None:
    wrong = []
    for text, signs in PROBLEMS[mechanism]:
        found = understand(read(text, "en"))
        if not found or found[0].signs != signs:
            wrong.append((text, found[0].signs if found else None))
    assert not wrong
