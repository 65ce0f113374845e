"""What a Chinese story says of its amounts beside what they come to: kinds, verbs, holders."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.chinese.frames.understand import read_story, understand
from quantity_tagger.reading import read


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("姑姑手机里有话费45元，昨天用去18元，还剩话费多少元？", ["话费", "话费"]),
        ("水库的水位是310厘米，下雨后上涨了25厘米，现在水位是多少厘米？", ["水位", "水位"]),
        ("挖一条水沟，已经挖了70米，还剩50米，这条水沟长多少米？", ["水沟", "水沟"]),
        ("一班捐了52本，二班捐了46本，两个班一共捐书多少本？", ["书", "书"]),
        ("两人踢毽子，小军踢了25个，小伟踢了31个，小伟比小军多踢几个？", ["毽子", "毽子"]),
    ],
)
def test_what_is_measured_or_worked_on_is_told(text: str, kinds: list[str]) -> None:
    named = [fact.named.head if fact.named else "" for fact in read_story(read(text)).facts]
    assert named == kinds


def test_a_thing_with_a_size_is_the_holder() -> None:
    story = read_story(read("一根铁管长90厘米，锯下25厘米，还剩多少厘米？"))
    assert [(fact.holder, fact.named) for fact in story.facts] == [("铁管", None)] * 2


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("超市运来梨60箱，运来的桃比梨少15箱，运来桃多少箱？", "少"),
        ("船队有船员40人，其中16人是女船员，男船员有多少人？", "是"),
        ("气温早上是12度，中午上升了9度，中午气温是多少度？", "上升"),
    ],
)
def test_the_verb_stays_as_told(text: str, verb: str) -> None:
    fact = read_story(read(text)).facts[1]
    assert (fact.said or fact.verb) == verb


@pytest.mark.parametrize(
    ("text", "holders"),
    [
        ("桌上有一堆花生，冬冬拿走30颗，剩下18颗，这堆花生原来有多少颗？", ["桌", "桌"]),
        ("存折上有500元，爸爸存入300元，现在存折上有多少元？", ["存折", "存折"]),
        ("小雅和小静共有发卡28个，小雅有15个，小静有几个？", ["小雅、小静", "小雅"]),
        ("小英买书包付了80元，营业员找给她12元，书包多少元？", ["小英", "小英"]),
        ("小英有9元，小英向小军借来5元，小英现在有多少元？", ["小英", "小英"]),
        ("陈叔叔的油箱里有16升油，又往油箱里加了7升，油箱里有多少升油？", ["陈叔叔", "陈叔叔"]),
    ],
)
def test_whose_it_is(text: str, holders: list[str]) -> None:
    assert [fact.holder for fact in read_story(read(text)).facts] == holders


def test_change_is_for_whom_the_question_names() -> None:
    text = "小英买尺子用了3元，她付了10元。小军买笔用了6元，售货员应找回小英多少元？"
    assert read_story(read(text)).question.fact.holder == "小英"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        # what may be anything keeps its name where it is left out
        ("电梯能装40箱货物，已经装了25箱，还能装多少箱？", ["货物", "货物"]),
        ("舅舅花了90元买了一双布鞋，又花25元买了一顶草帽，一共花了多少元？", ["布鞋", "草帽"]),
        ("姑姑寄给我一盒奶糖，里面有36块，我吃了9块，还剩多少块？", ["奶糖", "奶糖"]),
        # words that may be verbs, measures or places elsewhere
        ("花店有花70束，又运来花25束，花店一共有花多少束？", ["花", "花"]),
        ("商店有塑料花50朵，卖出塑料花18朵，还剩多少朵？", ["塑料花", "塑料花"]),
        ("甲店的衣架有60个，比乙店多15个，乙店的衣架有多少个？", ["衣架", "衣架"]),
        ("学校有30名一年级学生，又来了8名一年级学生，现在有多少名？", ["一年级学生"] * 2),
        ("消防站有水罐车9辆，开走水罐车4辆，还剩多少辆水罐车？", ["水罐车", "水罐车"]),
        ("原有空瓶子34个，又捡来16个，现在有空瓶子多少个？", ["空瓶子", "空瓶子"]),
        ("小兔和小猴去摘野果，小兔摘了25颗，小猴摘了31颗，一共摘了多少颗？", ["野果", "野果"]),
    ],
)
def test_what_is_counted(text: str, kinds: list[str]) -> None:
    facts = read_story(read(text)).facts
    told = [(fact.place, fact.named, fact.kind) for fact in facts]
    heads = [place if kind.head == "money" else (named or kind).head for place, named, kind in told]
    assert heads == kinds


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("住在河东的居民有320户，搬走了75户，河东还有居民多少户？", ["河东", "河东"]),
        ("客厅的灯有14盏，坏了3盏，还有多少盏？", ["客厅", "客厅"]),
        ("全校去植树，一班的学生种了28棵，二班的学生种了34棵，一共种了多少棵？", ["一班", "二班"]),
        ("小狗采到15朵蘑菇，小猫采到22朵蘑菇，小猫比小狗多采多少朵？", ["小狗", "小猫"]),
        ("小芸的绳子长80厘米，小菊的绳子长65厘米，一共长多少厘米？", ["小芸绳子", "小菊绳子"]),
        ("老师把19颗红珠子和23颗蓝珠子装进一个木箱，木箱里有多少颗珠子？", ["木箱", "木箱"]),
    ],
)
def test_where_it_is(text: str, places: list[str]) -> None:
    facts = read_story(read(text)).facts
    assert [fact.to or fact.holder for fact in facts] == places


def test_what_somebody_keeps_somewhere_has_its_own_name() -> None:
    fact = read_story(read("小英的抽屉里有25张照片，桌子上有18张，小英有多少张照片？")).facts[0]
    assert (fact.holder, fact.place, fact.kind.head) == ("小英", "抽屉", "照片")


def test_straight_quotes_are_quotes() -> None:
    text = '小英说:"我有35张画片。"小军说:"我比你多8张。"小军有多少张画片？'
    assert understand(read(text))[0].answer == 43


def test_where_somebody_lives_by_number_is_told_of_him() -> None:
    facts = read_story(read("小英住在9楼，她家有12盆花，又买来5盆，现在有多少盆花？")).facts
    assert (facts[0].holder, facts[0].verb, facts[0].effect) == ("小英", "住", "note")


def test_she_is_whose_father_gives() -> None:
    facts = read_story(read("小英的爸爸给她买了16张画纸，她用了7张，小英还剩几张？")).facts
    assert (facts[0].to, facts[1].holder) == ("小英", "小英")


def test_what_is_taken_out_to_be_given_is_given() -> None:
    fact = read_story(read("小军有45张卡片，拿出12张送给小英，还剩多少张？")).facts[1]
    assert (fact.said or fact.verb) == "送给"
