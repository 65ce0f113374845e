"""Whose stock a Chinese clause changes, and of what, where it leaves that to its neighbours."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.chinese.frames.understand import read_story
from quantity_tagger.reading import read

#: A story, and the holder and the kind of each amount.
STORIES = [
    (
        "桌上有12个梨，小明从桌上拿走5个，小红又往桌上放了3个，桌上现在有几个梨？",
        [("桌", "梨"), ("桌", "梨"), ("桌", "梨")],
    ),
    (
        "管理员把库房里的90把伞发给游客35把，库房里还有伞多少把？",
        [("库房", "伞"), ("库房", "伞")],
    ),
    (
        "王伯伯家的果园里有桃树20棵，赵大妈家的果园里有桃树14棵，两家一共有桃树多少棵？",
        [("王伯伯家果园", "桃树"), ("赵大妈家果园", "桃树")],
    ),
    (
        "车站里停着大客车9辆，小客车14辆，开走大客车4辆，还停着大客车多少辆？",
        [("车站", "大客车"), ("车站", "小客车"), ("车站", "大客车")],
    ),
    (
        "花店里红玫瑰有45支，白玫瑰有30支，卖出红玫瑰18支后，红玫瑰还有多少支？",
        [("花店", "红玫瑰"), ("花店", "白玫瑰"), ("花店", "红玫瑰")],
    ),
    (
        "妹妹把12颗草莓分给爷爷3颗、奶奶4颗，妹妹还有多少颗草莓？",
        [("妹妹", "草莓"), ("妹妹", "草莓"), ("妹妹", "草莓")],
    ),
    (
        "小松用40张纸，小柏用25张纸，小松还剩15张纸，小松原来有纸多少张？",
        [("小松", "纸"), ("小柏", "纸"), ("小松", "纸")],
    ),
    (
        "健身房有哑铃24个，坏了5个，物业又买了10个，健身房现在有哑铃多少个？",
        [("健身房", "哑铃"), ("健身房", "哑铃"), ("健身房", "哑铃")],
    ),
    (
        "老师有50支笔，送给别的班的老师20支，老师还有多少支笔？",
        [("老师", "笔"), ("老师", "笔")],
    ),
]


@pytest.mark.parametrize(("text", "told"), STORIES, ids=lambda one: str(one))
def test_whose_and_what(text: str, told: list[tuple[str, str]]) -> None:
    facts = read_story(read(text, "zh")).facts
    assert [(fact.holder, fact.kind.head) for fact in facts] == told
