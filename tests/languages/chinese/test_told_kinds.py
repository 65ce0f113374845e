"""What a Chinese story says of its amounts beside what they come to: kinds, verbs, holders."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.chinese.frames.understand import read_story
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
