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


#: Several stocks that begin with nothing; what is listed among its kind.
LISTS = [
    ("Ola found 8 shells at the pier, 5 shells by the rocks and 9 shells near the dunes. How many "
     "shells does she have?", 22),
    ("If Max ate 120 grams of ham and 80 grams of cheese, how much food did he eat in total?", 200),
    ("Aunt May gave 12 toy trucks to the twins and 7 dolls to the baby. How many toys did she give "
     "away?", 19),
    ("Zoe's history book weighs 3 pounds and her music book weighs 2 pounds. How much more does the "  # noqa: E501
     "history book weigh than the music book?", 1),
    ("Scouts hid 14 flags behind the barn, 9 flags in the wood and 6 flags by the lake. How many "
     "flags were hidden?", 29),
    ("If 31 pupils chose to visit the zoo and 24 chose to visit the castle, how many pupils chose?",
     55),
    ("Rosa has 28 marbles. How many more marbles does Rosa need to have 50 marbles?", 22),
]  # fmt: skip

#: Who pays for what, takes from whom, and what changed a stock.
DEALS = [
    ("Pia spent $6 on dolls and $9 on a kite. She also spent $12 on socks. How much did Pia spend on "  # noqa: E501
     "toys?", 15),
    ("Finn spent $4 on a sandwich and $3 on a juice. What was the total of the bill?", 7),
    ("Nora had 9 coins in her drawer. Her cousin borrowed 3 coins. How many coins does Nora have "
     "now?", 6),
    ("A shop has 45 boxes of rose tea and 29 boxes of mint tea. How many more boxes of rose tea are "  # noqa: E501
     "there than mint tea?", 16),
    ("Carl needs 20 baskets of fruit. He already has 6 baskets of plums and 5 baskets of pears. How "  # noqa: E501
     "many more baskets of fruit should Carl buy?", 9),
    ("There were 7 tulips in the jug. Ida picked some tulips in the meadow. There are now 19 tulips "  # noqa: E501
     "in the jug. How many tulips did she pick?", 12),
    ("A hen had chicks and 4 had stripes. It lost 3 chicks. It now has 8 chicks. How many chicks did "  # noqa: E501
     "it have to start with?", 11),
    ("Ann and Bo have the same number of stamps. Ann sold 6 stamps. Bo bought 9 more stamps. How "
     "many more stamps does Bo have than Ann then?", 15),
    ("Each of the farmer's 340 hens is either brown or grey. There are 125 grey ones. How many of the "  # noqa: E501
     "farmer's hens are brown?", 215),
    ("Mia poured 2 jugs of milk into a bowl. Later she added another 3 jugs. How much milk did Mia "
     "pour into the bowl?", 5),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answer"), [*NOW, *DEEDS, *SHARES, *RESTS, *LISTS, *DEALS])
def test_the_first_world_is_clear_and_right(text: str, answer: int) -> None:
    found = understand(read(text, "en"))
    assert found
    assert found[0].answer == Fraction(answer)
    assert found[0].trusted
