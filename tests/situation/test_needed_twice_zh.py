"""Chinese stories in which a number is needed twice: the facts say so, and the world adds both."""

from __future__ import annotations

import pytest

from quantity_tagger import solve

TWICE = {
    "a difference from the same deed before": [
        ("书店周六卖出140本书，周日多卖了25本。周六和周日一共卖出多少本？", 305),
        ("水桶里有60升水，第一次倒出18升，第二次比第一次多倒4升。还剩多少升？", 20),
        ("果园收了200箱桃子，第一天运走70箱，第二天比第一天少运15箱。还有多少箱？", 75),
        ("折纸船，姐姐折了31只，妹妹落后姐姐8只。姐妹俩一共折了多少只？", 54),
    ],
    "as much as another": [
        (
            "小敏第一天读了14页，第二天比第一天多读5页，第三天和第二天读得同样多。三天一共读了多少页？",
            52,
        ),
        ("小敏折了9只纸鹤，小雪和小敏折得一样多。两人一共折了多少只？", 18),
        ("要是甲仓再运进12吨，就和乙仓一样多。甲仓有40吨，两仓现在一共有多少吨？", 92),
    ],
    "each of several": [
        ("两个盒子里各有15支笔，老师往大盒子里放了4支。现在两个盒子里一共有多少支笔？", 34),
        ("小敏和小雪各摘了21个梨，小强比小敏少摘6个。三人一共摘了多少个？", 57),
    ],
    "both that are told of, one by the other": [
        ("青山村有96户人家，比绿水村多14户。两村一共有多少户人家？", 178),
        ("下棋的有25人，画画的比下棋的少7人，下棋和画画的一共有多少人？", 43),
        ("一把椅子85元，一个板凳便宜40元。爷爷各买一件，一共花了多少元？", 130),
        ("小敏去书店走了430米，返回比去时多走了60米，她来回一共走了多少米？", 920),
    ],
    "a part and what is left of the whole": [
        ("甲班和乙班一共种树73棵，甲班种了41棵，甲班比乙班多种多少棵？", 9),
        ("小店上午和下午一共卖出72盒，上午卖了30盒，下午比上午多卖多少盒？", 12),
        ("商店运来90个西瓜，卖出38个，没卖的比卖出的多几个？", 14),
        ("班里有花盆54个，其中红的有31个，其余是白的，红花盆比白花盆多几个？", 8),
    ],
}
ONCE = {
    "the rest is told": [
        ("班里有红花盆54个，其余23个是白的，红花盆比白花盆多几个？", 31),
        ("卖出90个，没卖的有38个，没卖的比卖出的少几个？", 52),
    ],
    "more is no difference": [
        ("书店周六卖出140本书，又卖出25本。一共卖出多少本？", 165),
        ("小红买了12本书，后来又多买了5本，一共买了多少本？", 17),
    ],
    "one is asked for": [
        ("一把椅子85元，一个板凳便宜40元。一个板凳多少元？", 45),
        ("小敏折了31只，小雪落后小敏8只。小雪折了多少只？", 23),
    ],
}


def _stories(told: dict[str, list[tuple[str, int]]]) -> list[object]:
    return [pytest.param(*one, id=f"{why}-{n}") for why in told for n, one in enumerate(told[why])]


@pytest.mark.parametrize(("text", "answer"), [*_stories(TWICE), *_stories(ONCE)])
def test_what_is_needed_twice_is_counted_twice(text: str, answer: int) -> None:
    assert solve(text, "zh").answer == answer
