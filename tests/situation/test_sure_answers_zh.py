"""Everyday Chinese stories: what is trusted is right, what cannot be read surely is doubted."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.chinese.frames.understand import understand
from quantity_tagger.reading import read

UNDERSTOOD = {
    "stops of another keyboard": [
        ("东仓有货60箱,从东仓搬12箱到西仓后,西仓有货50箱.西仓原来有货多少箱?", 38),
    ],
    "weights of several things": [
        ("食店运来冬瓜35千克，土豆24千克，用去18千克后，还剩多少千克？", 41),
    ],
    "seats": [
        ("礼堂楼上有座位90个，楼下有座位210个，来了256人开会，还空着多少个座位？", 44),
    ],
    "one gives to the other of whom it is ahead": [
        ("阿宝比阿强多15颗弹珠，阿宝送给阿强4颗后，阿宝比阿强多几颗？", 7),
        ("大缸有水50升，小缸有水26升。从大缸倒出9升给小缸，这时大缸比小缸多多少升？", 6),
    ],
    "another year": [
        ("小叶比姑姑小22岁，姑姑今年31岁，去年小叶几岁？", 8),
        ("小叶今年9岁，姑姑比小叶大22岁，后年姑姑多少岁？", 33),
    ],
    "one of those around": [
        ("长跑时，小叶前面有6人，后面有11人，一共有多少人在跑？", 18),
    ],
    "what comes after a told stock": [
        ("题库里，小叶做对了27题，做错了5题，还有6题没做，一共有多少题？", 38),
        ("小叶付了200元，买了一把伞，找回58元，又买了一双袜子花了16元。伞多少元？", 142),
    ],
    "a part beside the other part of a whole": [
        ("球队有队员70人，其中女队员41人，男队员比女队员少多少人？", 12),
        ("班里有38人，其中男生17人，女生比男生多几人？", 4),
    ],
    "stops of a bus": [
        (
            "一辆班车上有一些人，第一站下去5人，上来3人，第二站上来8人，这时有26人。原来车上有多少人？",
            20,
        ),
    ],
    "the time before": [
        (
            "小叶第一次投中13个，第二次比第一次多投中6个，第三次比前一次少投中2个，第三次投中多少个？",
            17,
        ),
    ],
    "weighed with its box": [
        ("一袋米连袋重30千克，袋子重1千克，吃了8千克米后还剩米多少千克？", 21),
    ],
    "one sends to the other, and both are alike then": [
        ("一班书架上有书64本，二班给一班送来9本后，两班的书同样多，二班原来有书多少本？", 82),
    ],
    "another's purse": [
        ("小海有零钱60元，比小梅多14元，小梅买笔用去9元，小梅还有多少元？", 37),
    ],
    "who it was that gave": [
        ("小叶得到舅舅给的8本画册后有21本，小叶原来有多少本画册？", 13),
    ],
}


@pytest.mark.parametrize(("text", "answer"), [row for rows in UNDERSTOOD.values() for row in rows])
def test_is_understood(text: str, answer: int) -> None:
    first = understand(read(text, "zh"))[0]
    assert first.trusted
    assert first.answer == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "大鱼缸里有金鱼30条，捞4条放到小鱼缸里，两个鱼缸的金鱼就一样多。小鱼缸里原来有多少条？",
            22,
        ),
        ("院里有黑鸡和白鸡共43只，其中黑鸡18只，卖掉白鸡7只后，白鸡还有多少只？", 18),
        ("布店原来有一些布，卖出40米，还有90米，又进了25米。布店原来有布多少米？", 130),
        ("农场养鸡鸭共400只，其中鸡180只，鸭比鸡多多少只？", 40),
        ("外婆种了14棵冬瓜，结了50个瓜，送给邻居18个，卖了20个，还剩多少个瓜？", 12),
        (
            "工人上午做零件40个，下午做的零件比上午多12个，其中不合格的有5个，下午做的合格零件有多少个？",
            47,
        ),
        ("小海和舅舅的年龄和是50岁，小海12岁，舅舅比小海大多少岁？", 26),
        (
            "菜园收了黄瓜和茄子一共700千克，其中黄瓜260千克，茄子卖出300千克，茄子还剩多少千克？",
            140,
        ),
        ("小叶咕噜咕噜的8本画册后有21本画册，小叶原来有多少本画册？", 13),
    ],
)
def test_is_not_trusted_unless_right(text: str, answer: int) -> None:
    assert all(one.answer == answer for one in understand(read(text, "zh")) if one.trusted)
