"""What is read out of Chinese stories; every sentence here is our own."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from quantity_tagger.errors import ReadingError
from quantity_tagger.languages.lexicon import load
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import Facts, analyse


def facts(text: str) -> Facts:
    return analyse(read(text, "zh"))


def suggested(text: str) -> tuple[int, ...]:
    """The signs of the quantities in the surest reading, the unknown left out."""
    found = facts(text)
    assert found.worlds, "nothing was understood"
    signs = found.worlds[0].signs
    return tuple(sign for index, sign in enumerate(signs) if index != found.unknown)


@pytest.mark.parametrize("name", ["comparatives", "entities"])
def test_no_section_repeats_a_word(name: str) -> None:
    for section, words in load("zh", name).items():
        assert len(words) == len(set(words)), section


class TestWhatAnAmountIs:
    def test_class_numbers_are_labels(self) -> None:
        found = facts("4（3）班有36人，走了5人，还剩多少人？")
        assert [entry.role for entry in found.quantities][:2] == ["label", "label"]

    def test_years_are_dates(self) -> None:
        assert facts("2019年村里有36户，搬走5户，还剩多少户？").quantities[0].role == "date"

    def test_years_to_come_are_dates(self) -> None:
        found = facts("姑姑今年31岁，小岚今年9岁。6年后，姑姑比小岚大多少岁？")
        assert found.quantities[2].role == "date"

    def test_verbs_have_their_classes(self) -> None:
        found = facts("湖边有17只鹭，飞走8只，又飞来5只，现在有多少只？")
        assert [entry.verb_class for entry in found.quantities] == ["hold", "leave", "come", "hold"]

    def test_a_verb_may_follow_those_it_counts(self) -> None:
        found = facts("船上有45人，有12人下船，现在船上有多少人？")
        assert found.quantities[1].verb_class == "leave"

    def test_a_verb_is_carried_over(self) -> None:
        found = facts("上午卖出35箱，下午28箱，一共卖出多少箱？")
        assert found.quantities[1].verb_class == "lose"

    @pytest.mark.parametrize(
        ("question", "kind"),
        [
            ("一共有多少个？", "whole"),
            ("还剩多少个？", "remainder"),
            ("现在有多少个？", "end"),
            ("原来有多少个？", "start"),
            ("红的比绿的多多少个？", "difference"),
            ("还要做多少个？", "need"),
        ],
    )
    def test_question_kinds(self, question: str, kind: str) -> None:
        assert facts(f"红灯笼有23个，绿灯笼有15个，{question}").question.kind == kind


class TestComparisons:
    @pytest.mark.parametrize(
        ("text", "signs"),
        [
            ("柏树有35棵，松树比柏树多12棵，松树有多少棵？", (1, 1)),
            ("柏树有35棵，比松树多12棵，松树有多少棵？", (1, -1)),
            ("阿军重41千克，比小莉重6千克，小莉重多少千克？", (1, -1)),
            ("柏树有35棵，松树比柏树多12棵，杉树比松树少9棵，杉树有多少棵？", (1, 1, -1)),
            ("柏树有35棵，松树比柏树多12棵，杉树比柏树少9棵，杉树有多少棵？", (1, 0, -1)),
            (
                "甲队挖了28米，乙队挖了35米，丙队比甲队和乙队的总数少16米，丙队挖了多少米？",
                (1, 1, -1),
            ),
            ("一条围巾58元，一顶帽子比围巾便宜19元，一顶帽子多少元？", (1, -1)),
            ("阿军跑了16秒，小莉比阿军快2秒，小莉跑了多少秒？", (1, -1)),
            ("院里有公羊18只，母羊25只，兔比羊多7只，兔有多少只？", (1, 1, 1)),
            ("一班和二班共收瓶子92个，一班收了45个，二班收了多少个？", (1, -1)),
            ("阿军有邮票46张，小莉有邮票53张，小莉比阿军多多少张？", (-1, 1)),
        ],
    )
    def test_who_has_more(self, text: str, signs: tuple[int, ...]) -> None:
        assert suggested(text) == signs

    def test_the_direction_is_told(self) -> None:
        entry = facts("柏树有35棵，松树比柏树少12棵，松树有多少棵？").quantities[1]
        assert (entry.role, entry.direction) == ("difference", -1)

    def test_another_is_not_the_same(self) -> None:
        assert suggested("一根竹竿长5.2米，另一根竹竿比它短1.4米，另一根竹竿长多少米？") == (
            1,
            -1,
        )

    def test_a_relative_is_not_oneself(self) -> None:
        text = "阿军的姐姐比阿军高8厘米，比妈妈矮5厘米。阿军高132厘米，妈妈高多少厘米？"
        assert suggested(text) == (1, 1, 1)


class TestStories:
    @pytest.mark.parametrize(
        ("text", "signs"),
        [
            ("粮仓有稻谷620袋，运走185袋，又运来240袋，现在有稻谷多少袋？", (1, -1, 1)),
            ("缸里有金鱼18条，死了3条，还剩多少条？", (1, -1)),
            ("一卷布剪去12.5米，还剩7.5米，这卷布原来长多少米？", (1, 1)),
            ("车上下去6人，上来9人，这时车上有31人，车上原来有多少人？", (1, -1, 1)),
            ("阿军带了50元，买墨水用去8.5元，买纸用去12元，还剩多少元？", (1, -1, -1)),
            ("一支笔7元，一个本子4元，小莉付给营业员20元，应找回多少元？", (-1, -1, 1)),
            ("果园里有树96棵，其中梨树37棵，其余的是桃树，桃树有多少棵？", (1, -1)),
            ("一桶漆重60千克，刷门用去14千克，刷窗用去9千克，门窗一共用去多少千克？", (0, 1, 1)),
            (
                "一桶漆重60千克，刷门用去14千克，刷窗用去9千克，这桶漆比原来少了多少千克？",
                (0, 1, 1),
            ),
            ("阿军要抄240个字，已经抄了95个，还要抄多少个？", (1, -1)),
            ("粮仓有稻谷620袋，运走一些后还剩185袋，运走了多少袋？", (1, -1)),
            ("厂里计划做鞋450双，上午做了260双，下午做了230双，超过计划多少双？", (-1, 1, 1)),
            ("阿军有7.5元，买一本画册还差2.3元，这本画册多少元？", (1, 1)),
            ("外婆给了小莉6元，小莉原来有15元，小莉现在有多少元？", (1, 1)),
            ("小岚今年9岁，姑姑今年31岁，姑姑40岁时，小岚多少岁？", (1, -1, 1)),
            ("柜子上层有碗24个，下层有17个，上层拿走6个，柜子里现在有多少个碗？", (1, 1, -1)),
            ("红队得45分，蓝队得38分，其中阿军一人就得了15分。蓝队落后多少分？", (1, -1, 0)),
        ],
    )
    def test_schemas(self, text: str, signs: tuple[int, ...]) -> None:
        assert suggested(text) == signs

    @pytest.mark.parametrize(
        ("text", "signs"),
        [
            ("会骑马的有25人，会射箭的有22人，既会骑马又会射箭的有9人，一共有多少人？", (1, 1, -1)),
            (
                "队里有40人，会骑马的有15人，会射箭的有22人，两样都会的有9人，两样都不会的有多少人？",
                (1, -1, -1, 1),
            ),
        ],
    )
    def test_overlap(self, text: str, signs: tuple[int, ...]) -> None:
        assert suggested(text) == signs

    @pytest.mark.parametrize(
        ("text", "signs"),
        [
            ("店里有毛巾80条，手套65双，卖出毛巾23条，还剩毛巾多少条？", (1, 0, -1)),
            ("店里有蓝布80米，红布65米，卖出蓝布23米，还剩多少米蓝布？", (1, 0, -1)),
            ("阿军有18张票，小莉有25张票，阿军又买了7张票，阿军现在有多少张票？", (1, 0, 1)),
            ("园里有柏树46棵，松树38棵，杉树29棵，柏树和松树一共有多少棵？", (1, 1, 0)),
            ("园里有柏树46棵，松树38棵，杉树29棵，柏树比杉树多多少棵？", (1, 0, -1)),
            ("一顶帽子80元，一副手套35元，阿军带了150元，买一顶帽子，应找回多少元？", (-1, 0, 1)),
            ("小莉背一首90句的长诗，周一背了15句，周二背了22句，一共背了多少句？", (0, 1, 1)),
            ("甲船载客86人，乙船载客72人，从甲船下来15人，甲船还有多少人？", (1, 0, -1)),
            ("车上原有32人，下去8人，上来15人，上来的人比下去的人多多少人？", (0, -1, 1)),
            ("阿军走了20分钟，买了15个碗和9个盘子，打碎4个碗，还剩多少个碗？", (0, 1, 0, -1)),
        ],
    )
    def test_distractors_are_set_aside(self, text: str, signs: tuple[int, ...]) -> None:
        assert suggested(text) == signs

    def test_another_unit_is_left_out(self) -> None:
        assert suggested("3个组做花，红花做了24朵，黄花做了31朵，一共做了多少朵？") == (0, 1, 1)


def signs_of(text: str, rank: int = 0) -> dict[str, int]:
    """The signs by number, of the reading at ``rank``; what it leaves out is left out."""
    found = facts(text)
    reading = facts(text).worlds[rank].signs
    return {
        str(entry.value): sign
        for entry, sign in zip(found.quantities, reading, strict=True)
        if sign and entry.value is not None
    }


class TestWhoseAndOfWhat:
    """The same story, asked of another owner, thing, place or time."""

    STORY = "小桃有38颗纽扣，阿军有25颗纽扣和12枚别针，小桃给了阿军9颗纽扣，姑姑今年46岁。"

    @pytest.mark.parametrize(
        ("question", "signs"),
        [
            ("小桃现在有多少颗纽扣？", {"38": 1, "9": -1}),
            ("阿军现在有多少颗纽扣？", {"25": 1, "9": 1}),
            ("小桃和阿军一共有多少颗纽扣？", {"38": 1, "25": 1}),
            ("小桃原来比阿军多多少颗纽扣？", {"38": 1, "25": -1}),
        ],
    )
    def test_the_question_chooses(self, question: str, signs: dict[str, int]) -> None:
        assert signs_of(self.STORY + question) == signs

    @pytest.mark.parametrize(
        ("text", "signs"),
        [
            # another owner, who may have a story of their own
            (
                "小桃有38颗纽扣，阿军有25颗纽扣，阿军用去7颗，小桃丢了9颗，小桃还剩多少颗？",
                {"38": 1, "9": -1},
            ),
            # a gift told from the side of whoever gets it
            (
                "阿军原有25颗纽扣，小桃送给阿军9颗，大伯从阿军那里拿走4颗，阿军现在有多少颗纽扣？",
                {"25": 1, "9": 1, "4": -1},
            ),
            ("阿军向小桃借了9颗纽扣，现在阿军有34颗，阿军原来有多少颗纽扣？", {"34": 1, "9": -1}),
            # others who pass things among themselves
            (
                "小桃有38颗纽扣，大伯给了姑姑17颗纽扣，小桃又买了6颗，小桃现在有多少颗纽扣？",
                {"38": 1, "6": 1},
            ),
            # places
            (
                "上层有62本书，下层有45本书，从上层拿8本放到下层，现在下层有多少本书？",
                {"45": 1, "8": 1},
            ),
            (
                "窗台上有14盆花，阳台上有30盆花，姑姑从窗台上搬走5盆，窗台上现在有多少盆花？",
                {"14": 1, "5": -1},
            ),
            # kinds of a thing
            (
                "店里有蓝布60米和白布45米，又运来蓝布20米，店里现在有蓝布多少米？",
                {"60": 1, "20": 1},
            ),
            (
                "阿军养了16只灰兔和9只黑兔，卖掉4只黑兔，现在还有多少只兔？",
                {"16": 1, "9": 1, "4": -1},
            ),
            # times
            (
                "小桃昨天折了40只船，今天上午折了13只，下午折了18只，今天小桃一共折了多少只船？",
                {"13": 1, "18": 1},
            ),
        ],
    )
    def test_others_are_left_out(self, text: str, signs: dict[str, int]) -> None:
        assert signs_of(text) == signs

    def test_the_order_of_telling_does_not_matter(self) -> None:
        told = ["小桃有38颗纽扣", "阿军有25颗纽扣", "阿军的表弟有60颗纽扣"]
        for turn in range(3):
            text = "，".join(told[turn:] + told[:turn]) + "。小桃比阿军多多少颗纽扣？"
            assert signs_of(text) == {"38": 1, "25": -1}, text


class TestBesideThePoint:
    @pytest.mark.parametrize(
        ("text", "signs"),
        [
            ("小桃把38颗纽扣装在4个盒子里，用去9颗，小桃还剩多少颗？", {"38": 1, "9": -1}),
            ("一块布长50厘米，宽8厘米，剪去12厘米后还长多少厘米？", {"50": 1, "12": -1}),
            ("船上有45人，其中老人6人，到码头上来11人，现在船上有多少人？", {"45": 1, "11": 1}),
            ("盒里有50支笔，红的有18支，阿军拿走7支，盒里还剩多少支笔？", {"50": 1, "7": -1}),
            (
                "一把伞35元，一顶帽子28元，小桃带了90元，买一把伞和一顶帽子一共要多少元？",
                {"35": 1, "28": 1},
            ),
            (
                "小桃有60元，想买一个40元的球，没有买，买本子用去8元，她还剩多少元？",
                {"60": 1, "8": -1},
            ),
            ("小桃今年9岁，她的猫3岁，5年后小桃多少岁？", {"9": 1, "5": 1}),
            (
                "小桃家离学校900米，她每分钟走60米，已经走了350米，离学校还有多少米？",
                {"900": 1, "350": -1},
            ),
            (
                "工地一月份用砖80块，二月份用砖65块，三月份用砖90块，一月份和三月份一共用砖多少块？",
                {"80": 1, "90": 1},
            ),
            (
                "小熊采了31朵蘑菇，小鹿采了24朵蘑菇，小熊丢了8朵，小熊还有多少朵蘑菇？",
                {"31": 1, "8": -1},
            ),
            ("3号楼有48户，5号楼有60户，5号楼又搬来4户，现在5号楼有多少户？", {"60": 1, "4": 1}),
            ("甲队有30人，乙队比甲队多8人，丙队比甲队少5人，丙队有多少人？", {"30": 1, "5": -1}),
        ],
    )
    def test_is_left_out(self, text: str, signs: dict[str, int]) -> None:
        assert signs_of(text) == signs


class TestTies:
    @pytest.mark.parametrize(
        ("text", "signs"),
        [
            ("小桃有38颗纽扣，阿军再添9颗就和小桃同样多，阿军有多少颗纽扣？", {"38": 1, "9": -1}),
            ("小桃有38颗纽扣，如果阿军送出9颗，就和小桃一样多，阿军有多少颗？", {"38": 1, "9": 1}),
            (
                "小桃有38颗纽扣，阿军有25颗，大伯有70颗，阿军还要得到多少颗才和小桃同样多？",
                {"38": 1, "25": -1},
            ),
            (
                "阿军跑了640米，小桃跑了590米，操场一圈有400米，小桃落后阿军多少米？",
                {"640": 1, "590": -1},
            ),
            (
                "小桃有7个碗和16个盘，阿军的碗比小桃多5个，阿军的盘比小桃少4个，阿军有多少个盘？",
                {"16": 1, "4": -1},
            ),
            (
                "一条裙子80元，一件大衣比裙子贵120元，姑姑买一件大衣付了300元，应找回多少元？",
                {"80": -1, "120": -1, "300": 1},
            ),
            ("教室里有桌子30张，椅子比桌子多14把，教室里有椅子多少把？", {"30": 1, "14": 1}),
            ("夜里气温是零下4度，中午比夜里高11度，中午是多少度？", {"4": -1, "11": 1}),
        ],
    )
    def test_who_is_tied_to_whom(self, text: str, signs: dict[str, int]) -> None:
        assert signs_of(text) == signs


class TestBothGroups:
    @pytest.mark.parametrize(
        ("text", "signs"),
        [
            (
                "订晨报的有32户，订晚报的有27户，晨报和晚报都订的有11户，一共有多少户？",
                {"32": 1, "27": 1, "11": -1},
            ),
            (
                "全队有40人，会骑马的有25人，骑马和射箭都会的有9人，每人至少会一样，会射箭的有多少人？",
                {"40": 1, "25": -1, "9": 1},
            ),
        ],
    )
    def test_those_in_both_count_once(self, text: str, signs: dict[str, int]) -> None:
        assert signs_of(text) == signs


class TestSeveralReadings:
    def test_there_is_something_to_fall_back_on(self) -> None:
        found = facts("船票上写着45，背面写着18元，另一面写着27元，差别是多少元？")
        assert len({world.schema for world in found.worlds}) > 1

    def test_each_reading_is_another(self) -> None:
        found = facts("小桃有38颗纽扣，阿军有25颗，小桃丢了9颗，还剩多少颗？")
        assert len({world.signs for world in found.worlds}) == len(found.worlds)


class TestAgreement:
    def test_strangers_are_not_related(self) -> None:
        found = facts("小桃有38颗纽扣，阿军有25颗纽扣，小桃丢了9颗，小桃还剩多少颗？")
        assert [relation.related for relation in found.relations[:3]] == [True, False, True]
        assert [relation.owner for relation in found.relations[:3]] == ["same", "other", "same"]

    def test_effects_are_seen_from_whoever_is_asked_about(self) -> None:
        given = "阿军有25颗纽扣，小桃送给阿军9颗，{}现在有多少颗纽扣？"
        assert facts(given.format("阿军")).relations[1].effect == 1
        assert (
            facts("小桃有50颗纽扣，小桃送给阿军9颗，小桃现在有多少颗？").relations[1].effect == -1
        )


class TestNumbers:
    @pytest.mark.parametrize(
        ("text", "signs"),
        [
            ("53+28-17=", (1, 1, -1)),
            ("53-(28-17)=", (1, -1, 1)),
            ("先把一个数减去47，得数是86，求这个数。", (1, 1)),
            ("305减去一个数得86，这个数是多少？", (1, -1)),
            ("74加上38再减去19，得多少？", (1, 1, -1)),
            ("74-38，再加上19，然后减去6，结果是多少？", (1, -1, 1, -1)),
            ("比一个数多38的数是95，这个数是多少？", (-1, 1)),
            ("差是86，减数比差少39，减数是多少？", (1, -1)),
            ("两个加数的和是95，一个加数是47，另一个加数是多少？", (1, -1)),
            ("两个数的差是31，如果减数增加6，差是多少？", (1, -1)),
            ("96减去38与25的和，差是多少？", (1, -1, -1)),
            ("计算减法时把减数36写成63，得到的差是41，正确的差是多少？", (-1, 1, 1)),
        ],
    )
    def test_arithmetic_talk(self, text: str, signs: tuple[int, ...]) -> None:
        assert suggested(text) == signs


@given(
    st.integers(2, 500),
    st.lists(
        st.tuples(st.sampled_from(["运走", "运来"]), st.integers(1, 90)), min_size=1, max_size=4
    ),
)
def test_a_stock_is_followed_through_its_changes(
    start: int, changes: list[tuple[str, int]]
) -> None:
    moves = [size if verb == "运来" else -size for verb, size in changes]
    assume(min(accumulate(moves, initial=start)) >= 0)  # no more is taken than there is
    end = start + sum(moves)
    told = "，".join(f"{verb}{size}袋" for verb, size in changes)
    text = f"粮仓原有稻谷{start}袋，{told}，现在有多少袋？"
    found = facts(text)
    if end > 0:
        signs = found.worlds[0].signs
        values = [entry.value or Fraction(0) for entry in found.quantities]
        assert sum(sign * value for sign, value in zip(signs, values, strict=True)) == end


@given(
    st.text(
        alphabet="一两3 5比多少的和差有买卖了剩共元个，。？原来其中都不", min_size=1, max_size=40
    )
)
def test_any_text_is_analysed_or_refused(text: str) -> None:
    try:
        problem = read(text, "zh")
    except ReadingError:
        return
    found = analyse(problem)
    assert len(found.quantities) == len(problem.quantities) + 1
    assert found.quantities[found.unknown].value is None
    for world in found.worlds:
        assert len(world.signs) == len(found.quantities)
        assert world.signs[found.unknown] == -1
        assert set(world.signs) <= {-1, 0, 1}
