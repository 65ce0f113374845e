"""What is read out of Chinese stories; every sentence here is our own."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity_tagger.analysis import Facts, analyse
from quantity_tagger.analysis.chinese_linear import solve
from quantity_tagger.analysis.chinese_words import classes, hits, recut
from quantity_tagger.errors import ReadingError
from quantity_tagger.lexicon import load
from quantity_tagger.reading import read


def facts(text: str) -> Facts:
    return analyse(read(text, "zh"))


def proposed(text: str) -> tuple[int, ...]:
    """The signs of the quantities in the surest reading, the unknown left out."""
    found = facts(text)
    assert found.proposals, "no schema fits"
    signs = found.proposals[0].signs
    return tuple(sign for index, sign in enumerate(signs) if index != found.unknown)


def cues(text: str) -> list[str]:
    tokens, _ = recut(read(text, "zh").tokens)
    return [hit.word for hit in hits(text, tokens)]


class TestWords:
    def test_an_entry_may_span_several_tokens(self) -> None:
        assert "还剩" in cues("他有9个梨，还剩多少个？")

    def test_a_cue_inside_a_word_is_none(self) -> None:
        assert "共" not in cues("公共汽车上有9人，有多少人？")
        assert "长" not in cues("长江边有9棵树，有多少棵？")

    def test_a_measure_word_is_no_cue(self) -> None:
        assert "只" not in cues("草地上有9只羊，有多少只？")

    def test_a_flower_is_not_an_expense(self) -> None:
        assert "花" not in cues("瓶里有9枝花，有多少枝？")

    def test_complements_turn_a_verb(self) -> None:
        known = classes()
        assert "verb:gain" in known["搬来"]
        assert "verb:lose" in known["搬走"]

    @pytest.mark.parametrize("name", ["events", "cues", "comparatives", "entities", "arithmetic"])
    def test_no_section_repeats_a_word(self, name: str) -> None:
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
        assert [entry.verb_class for entry in found.quantities] == ["hold", "leave", "gain", "hold"]

    def test_a_verb_may_follow_those_it_counts(self) -> None:
        found = facts("船上有45人，有12人下船，现在船上有多少人？")
        assert found.quantities[1].verb_class == "leave"

    def test_a_verb_is_carried_over(self) -> None:
        found = facts("上午卖出35箱，下午28箱，一共卖出多少箱？")
        assert found.quantities[1].verb_class == "give"

    def test_phases(self) -> None:
        found = facts("笼里原有30只鸽子，飞走一些，还剩18只，飞走多少只？")
        assert [entry.phase for entry in found.quantities][:2] == ["start", "end"]

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
        assert proposed(text) == signs

    def test_the_direction_is_told(self) -> None:
        entry = facts("柏树有35棵，松树比柏树少12棵，松树有多少棵？").quantities[1]
        assert (entry.role, entry.direction) == ("difference", -1)

    def test_another_is_not_the_same(self) -> None:
        assert proposed("一根竹竿长5.2米，另一根竹竿比它短1.4米，另一根竹竿长多少米？") == (1, -1)

    def test_a_relative_is_not_oneself(self) -> None:
        text = "阿军的姐姐比阿军高8厘米，比妈妈矮5厘米。阿军高132厘米，妈妈高多少厘米？"
        assert proposed(text) == (1, 1, 1)


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
        ],
    )
    def test_schemas(self, text: str, signs: tuple[int, ...]) -> None:
        assert proposed(text) == signs

    @pytest.mark.parametrize(
        ("text", "signs"),
        [
            ("队里有40人，会骑马的有25人，会射箭的有22人，两样都会的有多少人？", (-1, 1, 1)),
            ("会骑马的有25人，会射箭的有22人，既会骑马又会射箭的有9人，一共有多少人？", (1, 1, -1)),
            (
                "队里有40人，会骑马的有15人，会射箭的有22人，两样都会的有9人，两样都不会的有多少人？",
                (1, -1, -1, 1),
            ),
        ],
    )
    def test_overlap(self, text: str, signs: tuple[int, ...]) -> None:
        assert proposed(text) == signs

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
        assert proposed(text) == signs

    def test_another_unit_is_left_out(self) -> None:
        assert proposed("3个组做花，红花做了24朵，黄花做了31朵，一共做了多少朵？") == (0, 1, 1)


class TestNumbers:
    @pytest.mark.parametrize(
        ("text", "signs"),
        [
            ("53+28-17=", (1, 1, -1)),
            ("53-(28-17)=", (1, -1, 1)),
            ("先把一个数减去47，得数是86，求这个数。", (1, 1)),
            ("305减去一个数得86，这个数是多少？", (1, -1)),
            ("74加上38再减去19，得多少？", (1, 1, -1)),
            ("比一个数多38的数是95，这个数是多少？", (-1, 1)),
            ("差是86，减数比差少39，减数是多少？", (1, -1)),
            ("两个加数的和是95，一个加数是47，另一个加数是多少？", (1, -1)),
            ("两个数的差是31，如果减数增加6，差是多少？", (1, -1)),
            ("96减去38与25的和，差是多少？", (1, -1, -1)),
            ("计算减法时把减数36写成63，得到的差是41，正确的差是多少？", (-1, 1, 1)),
        ],
    )
    def test_arithmetic_talk(self, text: str, signs: tuple[int, ...]) -> None:
        assert proposed(text) == signs


class TestStatements:
    def test_entities_are_eliminated(self) -> None:
        # a = q0, b = a + q1, c = b − q2; c is asked, mention 3
        statements = [{-1: 1, 0: -1}, {-2: 1, -1: -1, 1: -1}, {-3: 1, -2: -1, 2: 1}]
        assert solve(statements, {-3: 1}, 3) == {0: 1, 1: 1, 2: -1}

    def test_what_does_not_follow_is_not_answered(self) -> None:
        assert solve([{-1: 1, 0: -1}], {-2: 1}, 1) is None

    def test_an_amount_needed_twice_is_no_sum(self) -> None:
        statements = [{-1: 1, 0: -1}, {-2: 1, -1: -1, 1: -1}]
        assert solve(statements, {-1: 1, -2: 1}, 2) is None


@given(
    st.integers(2, 500),
    st.lists(
        st.tuples(st.sampled_from(["运走", "运来"]), st.integers(1, 90)), min_size=1, max_size=4
    ),
)
def test_a_stock_is_followed_through_its_changes(
    start: int, changes: list[tuple[str, int]]
) -> None:
    end = start + sum(size if verb == "运来" else -size for verb, size in changes)
    told = "，".join(f"{verb}{size}袋" for verb, size in changes)
    found = facts(f"粮仓原有稻谷{start}袋，{told}，现在有多少袋？")
    if end > 0:
        signs = found.proposals[0].signs
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
    for proposal in found.proposals:
        assert len(proposal.signs) == len(found.quantities)
        assert proposal.signs[found.unknown] == -1
        assert set(proposal.signs) <= {-1, 0, 1}
