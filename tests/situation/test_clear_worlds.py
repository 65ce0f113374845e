"""Constructions of English stories that are understood without a doubt, in our own words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read

#: Short things are no lack of something, and what there is now is not the end.
NOW = [
    ("There are 14 short ladders and 9 long ladders in the shed now. A farmer will bring 6 short "
     "ladders. How many short ladders will the shed have then?", 20),
    ("There are currently 25 pear trees in the orchard. Gardeners had to cut down 7 pear trees. "
     "How many pear trees will be in the orchard when they are done?", 18),
    ("The choir needs 80 euros. It is 15 short of its goal. How many euros does it have?", 65),
]  # fmt: skip

#: What comes on top, by a verb with a particle or with "more" after it.
DEEDS = [
    ("Ivo jogged 3 km to the lake and 2 km to the mill. Then he jogged back 4 km. How many km did "
     "Ivo jog in all?", 9),
    ("A tank holds 12 gallons of oil. If Rosa pours in 5 gallons more, how many gallons will there "
     "be in all?", 17),
    ("Lena mixed 2 cups of raisins into the dough. Then she mixed in 3 cups of plums. How many "
     "cups of fruit did Lena mix in?", 5),
]  # fmt: skip

#: The one who is asked for gets what a told sum leaves.
SHARES = [
    ("A baker sent 90 rolls in total to three cafes. He sent 35 rolls to the first cafe and 25 "
     "rolls to the second. How many rolls did he send to the third cafe?", 30),
    ("Two jars contain a total of 84 beans. The first jar contains 47 beans. How many beans are in "
     "the second jar?", 37),
    ("The crew needs to paint 120 posts. If the first group painted 45 posts and the second group "
     "painted 40 posts, how many posts should the third group paint?", 35),
    ("A shop sold a total of 640 lamps last year. If it sold 290 lamps in the first half of the "
     "year, how many lamps did it sell in the second half?", 350),
]  # fmt: skip

#: The rest, whatever its parts are told by.
RESTS = [
    ("A farm has 60 animals. 22 of them are goats and 14 of them sheep, the rest are ducks. How "
     "many ducks are there?", 24),
    ("Ben baked 40 muffins. He put nuts on 12 of them and cherries on 15 of them. The rest are "
     "plain. How many plain muffins are there?", 13),
    ("Ada folded 52 paper stars. She folded 30 silver stars and the rest are golden. How many "
     "golden stars did she fold?", 22),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answer"), [*NOW, *DEEDS, *SHARES, *RESTS])
def test_the_first_world_is_clear_and_right(text: str, answer: int) -> None:
    found = understand(read(text, "en"))
    assert found
    assert found[0].answer == Fraction(answer)
    assert found[0].trusted
