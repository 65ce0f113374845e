"""When it is asked about, who gets what, and what is not of the kind that is asked for."""

from __future__ import annotations

import pytest

from quantity_tagger.solver import solve

MOMENTS = (
    (21, "A tram had 18 people on board. At the park 6 got off and 9 got on; at the mill 4 got "
     "off. How many people were on the tram as it pulled away from the park?"),
    (34, "A bus set out with 30 people. At Elmford 5 got off and 9 got on. How many people were on "
     "the bus when it left Elmford?"),
    (12, "A kiosk had 40 papers. By noon 28 papers had been sold. In the afternoon 15 more papers "
     "were delivered. How many papers were left at noon?"),
    (20, "During the first hour 31 cars drove in and 11 drove out. In the second hour 8 cars drove "
     "in. How many cars were parked there at the end of the first hour?"),
    (17, "电车上有20人。到第一站下去8人，上来5人；到第二站又下去6人。离开第一站时，"
     "电车上有多少人？"),
    (35, "蓝队第一轮得50分，第二轮被扣掉15分，第三轮又得30分。第二轮结束时，蓝队有多少分？"),
    (60, "一本书有110页，小雨星期一看了20页，星期二看了30页，星期三看了25页。到星期二晚上"
     "为止，这本书还剩下多少页没有看？"),
    (55, "小雨星期一看了20页，星期二看了30页，星期三看了25页。周二、周三这两天共看了多少页？"),
    (53, "A bakery had 48 muffins in the morning. By noon it had sold 19 and baked 24 more. How "
     "many muffins were there at noon?"),
    (61, "Once 19 more players have signed up, the club will have 80. How many does it have now?"),
)  # fmt: skip

PARTIES = (
    (19, "Vera had 27 beads. Omar was given 8 beads by Vera. How many beads does Vera still have?"),
    (31, "Lina had 22 pegs. Her uncle bought her a bag of 9 pegs. How many pegs has Lina now?"),
    (33, "The farm had 45 hens. 12 hens were moved to another farm. How many hens are there on the "
     "farm now?"),
    (9, "Mia and Jon knitted 24 caps. Mia knitted 15 of the caps. How many were knitted by Jon?"),
    (21, "弟弟有16张卡片，哥哥拿5张给弟弟，这时弟弟有几张卡片？"),
    (23, "小刚有40颗弹珠，他把9颗弹珠送给小亮，小亮原来有14颗，现在小亮有多少颗弹珠？"),
    (14, "小刚给小亮7颗弹珠后，两人的弹珠同样多，原来小刚比小亮多多少颗？"),
    (31, "A crate of plums costs $9 more than a crate of figs. The figs cost $22. How much do the "
     "plums cost?"),
)  # fmt: skip

PARTS = (
    (19, "There are 11 ducks, 8 geese and 5 buckets on the meadow. How many birds are there?"),
    (23, "On the rack were 35 bowls. 12 fell down, and 7 of these cracked. How many bowls stayed "
     "on the rack?"),
    (18, "There were 50 tokens. The children found 32, among them 6 golden ones. How many tokens "
     "are still hidden?"),
    (5, "Nine cups stood on the tray. One fell, and then three more fell. How many cups were still "
     "standing?"),
    (31, "There are 14 boats on the lake, 17 on the river and 6 on the shore. How many boats are "
     "there on the lake and on the river?"),
    (15, "On a bush there were 40 berries. The birds ate 9, and Tom picked 16. How many berries "
     "are left on the bush?"),
    (7, "Pine Lane has 20 houses. Fir Lane has 13 fewer than Pine Lane. How many houses are there "
     "in Fir Lane?"),
    (11, "篮子里有20个鸡蛋，早上煎了4个，中午蒸了5个，篮子里还有几个鸡蛋？"),
    (90, "食堂有50个馒头，又蒸了40个，现在有多少个馒头？"),
    (8, "一支圆珠笔4元5角，一把尺子3元5角，一共多少元？"),
)  # fmt: skip

TWICE = (
    (14, "There are 46 people in the hall. 16 of them wear a hat, the rest do not. How many more "
     "people are without a hat than with one?"),
    (57, "Bo read 36 pages on Friday, and on Saturday he read 15 pages fewer than the day before. "
     "How many pages did he read on both days?"),
    (45, "Aunt Eva is 25. Uncle Jo is 5 years younger. How many years do you get if you add their "
     "ages?"),
    (12, "合唱队有48人，女生30人，其余是男生，男生比女生少多少人？"),
    (67, "小东做减法，把被减数个位上的3看成了8，得到差72。正确的差是多少？"),
)  # fmt: skip


@pytest.mark.parametrize(("answer", "text"), [*MOMENTS, *PARTIES, *PARTS, *TWICE])
def test_it_is_answered(answer: int, text: str) -> None:
    assert solve(text).answer == answer
