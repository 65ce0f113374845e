"""What a Chinese story says of each amount: who, what, and to what effect; all in our own words."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.chinese.frames.understand import read_story, understand
from quantity_tagger.reading import read
from quantity_tagger.situation.facts import Fact, Story


def story(text: str) -> Story:
    return read_story(read(text, "zh"))


def fact(text: str, quantity: int) -> Fact:
    """The fact of a quantity."""
    return next(one for one in story(text).facts if one.amount.quantity == quantity)


def head(text: str, quantity: int) -> str:
    return fact(text, quantity).kind.head


class TestTasks:
    TEXT = "一本画册有64页，小荷看了27页，还剩多少页没看？"

    def test_who_does_a_task_is_told(self) -> None:
        assert fact(self.TEXT, 1).by == "小荷"
        assert story(self.TEXT).question.fact.by == "小荷"

    def test_a_task_is_of_the_thing_that_is_worked_on(self) -> None:
        assert [head(self.TEXT, place) for place in (0, 1)] == ["画册", "画册"]
        road = "修路队要修一条长720米的路，已经修了430米，还剩多少米没修？"
        assert [fact(road, place).holder for place in (0, 1)] == ["路", "路"]
        assert fact(road, 1).by == "修路队"

    def test_what_is_wanted_is_a_goal(self) -> None:
        found = fact("吴师傅要做85个零件，上午做了32个，还有多少个没做？", 0)
        assert (found.effect, found.by) == ("state", "吴师傅")
        assert "goal" in found.extras
        assert fact("班里要买34张车票，班长买了19张，还缺几张？", 0).effect == "need"


class TestWholes:
    def test_the_rest_makes_what_came_before_parts(self) -> None:
        text = "筐里有58个球，红球有21个，其余的是白球，白球有多少个？"
        part = fact(text, 1).of
        assert part is not None
        assert part.head == "球"

    def test_a_part_has_no_deed_of_its_own(self) -> None:
        assert (
            fact("廊下一共挂了96盏灯笼，其中红灯笼40盏，其余是绿的，绿的有多少盏？", 1).verb == "有"
        )

    def test_those_who_do_something_are_some_of_the_whole(self) -> None:
        found = fact("剧团有演员52人，其中会唱戏的有30人，其余的会跳舞，会跳舞的有多少人？", 1)
        assert (found.kind.head, found.kind.marks) == ("演员", frozenset(["唱戏"]))


class TestWhatIsCounted:
    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("一桶豆油，用掉13升后还剩22升，这桶豆油原来有多少升？", "豆油"),
            ("姨妈买了一篮草莓，吃了14个，还剩19个，这篮草莓原来有多少个？", "草莓"),
            ("书柜里原来放着37本画报，上星期又添了15本，现在书柜里放着多少本画报？", "画报"),
        ],
    )
    def test_it_is_named_before(self, text: str, name: str) -> None:
        assert [head(text, place) for place in (0, 1)] == [name, name]

    def test_all_of_a_list(self) -> None:
        assert head("大家扎了36朵白花和27朵蓝花，送给幼儿园40朵，还剩多少朵花？", 2) == "花"

    def test_seats_keep_their_name(self) -> None:
        named = fact("礼堂有座位480个，已经坐了355人，还空着多少个座位？", 0).named
        assert named is not None
        assert named.head == "座位"

    def test_a_way_is_of_nobody(self) -> None:
        found = fact("小荷家离车站640米，她走了290米，还要走多少米才到车站？", 0)
        assert (found.kind.head, found.holder) == ("length", "")

    @pytest.mark.parametrize("text", ["塔高47米，树高18米，塔比树高多少米？"])
    def test_a_size_is_cut_off_its_thing(self, text: str) -> None:
        assert [fact(text, place).holder for place in (0, 1)] == ["塔", "树"]


class TestWho:
    def test_one_of_two_who_were_joined(self) -> None:
        text = "小荷和小舟一共剪了51个窗花，小荷剪了28个，小舟剪了多少个？"
        assert story(text).question.fact.holder == "小舟"

    def test_a_joined_name_is_cut_off(self) -> None:
        assert fact("芸芸和苗苗共有贴纸73张，芸芸有38张，苗苗有多少张？", 0).holder == "芸芸、苗苗"

    def test_who_buys_spends(self) -> None:
        text = "一块毛毯95元，一个枕头32元，姨妈买了毛毯和枕头，一共花了多少元？"
        assert story(text).question.fact.holder == "姨妈"

    def test_animals_are_compared_by_what_they_do(self) -> None:
        than = fact("小兔拔了33个萝卜，比小羊多拔6个，小羊拔了多少个萝卜？", 1).than
        assert than is not None
        assert than.holder == "小羊"

    def test_a_name_that_was_cut_in_two(self) -> None:
        text = "小荷有36颗纽扣，阿军有22颗纽扣，阿军用去8颗，小荷丢了5颗，小荷还剩多少颗？"
        assert fact(text, 2).holder == "阿军"

    def test_a_place_that_is_told_of_for_itself(self) -> None:
        assert fact("爷爷的果园里有枣树66棵，又种了14棵，现在有枣树多少棵？", 0).holder == "果园"


class TestEffects:
    def test_room(self) -> None:
        assert (
            fact("一个水池最多能蓄水90立方米，现在有水57立方米，还能注入多少？", 0).effect == "room"
        )

    def test_what_is_put_elsewhere_is_gone(self) -> None:
        text = "少先队员做了75面小旗，插在操场上28面，还剩多少面小旗？"
        assert understand(read(text, "zh"))[0].answer == 47

    def test_until_both_have_the_same(self) -> None:
        found = fact("小荷写了41个大字，小舟再写12个就和小荷同样多，小舟写了多少个大字？", 1)
        assert found.than is not None
        assert (found.than.holder, found.sign) == ("小荷", -1)

    def test_somebody_else_at_the_same_time(self) -> None:
        text = "早上奶奶包了33个粽子，妈妈包了26个，两人一共包了多少个粽子？"
        assert fact(text, 1).time.label == "早上"

    def test_what_was_just_bought_is_paid_for(self) -> None:
        assert fact("姑姑有90元，买了3千克虾，付了54元，姑姑还剩多少元？", 2).place == "虾"
