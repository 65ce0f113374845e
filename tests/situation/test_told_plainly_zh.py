"""Chinese stories whose words say plainly what is asked: number talk, places, lists, what fits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quantity_tagger.languages.chinese.frames.understand import understand
from quantity_tagger.reading import read

PROBLEMS = {
    "number talk": [
        ("比54多18的数再减去6，得几？", 66),
        ("从210里减去95，再把差与30相加，结果是多少？", 145),
        ("八十与三十五的差再加上十，和是多少？", 55),
        ("小丁想了一个数，把它加上25，再减去12，就得到40。这个数是几？", 27),
        ("70比一个数少15，这个数是多少？", 85),
        ("小丁做加法时，把加数36漏掉了，得到的结果是85。正确的得数应是几？", 121),
        ("小丁做减法时忘了减去14，结果得到50，正确的得数是多少？", 36),
    ],
    "several at one task": [
        ("一本书有200页，小明看了80页，小红看了95页，小红还有多少页没看？", 105),
        ("从学校到公园有900米，小红走了350米，小兰走了420米，小兰离公园还有多少米？", 480),
    ],
    "numbered places": [
        ("小球从第4格出发，先进了9格，再退回5格，这时小球停在第几格？", 8),
        ("小周昨天看到第58页，今天又看了17页。今天他看到了第几页？", 75),
        ("自行车赛上，小周原来是第15名，中途赶上了6人，后来被3人超过，这时他是第几名？", 12),
    ],
    "entries of a list": [
        ("四天的客流：周一：62人；周二：47人；周三：55人；周四：71人。周二和周四共有多少人？", 118),
        ("采购单：黄瓜30千克，茄子25千克，牛肉18千克。蔬菜一共采购了多少千克？", 55),
        ("各班借书：三班40本，四班36本，五班52本。四、五班共借书多少本？", 88),
    ],
    "the most and the least": [
        (
            "三个小组收集树叶，一组收集了35片，二组收集了28片，三组收集了41片。最多的比最少的多多少片？",
            13,
        ),
        (
            "四个班捐书，一班52本，二班47本，三班60本，四班39本。捐得最多的班和捐得最少的班一共捐了多少本？",
            99,
        ),
    ],
    "overlapping sets": [
        (
            "调查了70户人家：养鸡的32户，养鸭的27户，鸡鸭都养的有11户。既不养鸡也不养鸭的有几户？",
            22,
        ),
        (
            "合唱团有50人，每人都会弹钢琴或拉二胡，会弹钢琴的35人，其中12人同时也会拉二胡。只会拉二胡的有多少人？",
            15,
        ),
        (
            "3班的40名同学每人至少订了一种杂志，订《少年》的有29人，订《科学》的有24人。两样都订的有几人？",
            13,
        ),
    ],
    "what was moved": [
        ("合唱队原本有42名队员，秋天招进9名，另有5名被调到别的队。如今合唱队有队员多少名？", 46),
        ("转椅上坐着14个孩子；铃声响时有6个孩子下来，8个孩子爬上去。转椅上现在有几个孩子？", 16),
        ("小军的口袋里有80元，坐船花掉12元，吃饭花掉25元，口袋里现在有多少元？", 43),
        ("树上挂着40个灯笼，风停时有7个灯笼掉下来，现在树上有多少个灯笼？", 33),
    ],
    "no noun of their own": [
        ("村里有草屋16间。去年村民拆掉了破旧的5间，建起了新的3间。如今村里有草屋多少间？", 14),
        ("戏班带着42个面具出门，路上送出去6个，后来又做了9个新的，回来时有多少个面具？", 45),
        ("医院有病人80位，办理出院的12位，转去别处的5位。现在医院有病人多少位？", 63),
    ],
    "enough": [
        ("攒够90张卡片就能换奖品，小叶攒了38张，又得到20张，还差多少张？", 32),
        ("小叶要存够500元，已经存了185元，还要存多少元？", 315),
    ],
    "who sends": [
        ("站里有氧气瓶70个，第一周用掉18个，补给货车送来25个。现在站里有氧气瓶多少个？", 77),
    ],
    "what the wind does": [
        ("院里停着18辆车，大雨下过之后开走了5辆，院里还有多少辆车？", 13),
    ],
    "asked without a measure word": [
        ("桃子每个6元，梨每个4元。王阿姨买了桃子和梨各一个，递上20元，应找回多少？", 10),
        ("我有24元，你有31元，两人凑起来买一件50元的礼物，还能剩下几元？", 5),
    ],
    "deeds in one word": [
        ("钱包里有90元，喝茶花掉15元，吃面花掉22元，钱包里还剩多少元？", 53),
    ],
    "put back": [
        ("书架上有46本书，小青拿走12本，又放回去5本，现在书架上有多少本书？", 39),
    ],
    "a place that is reached": [
        ("一册画报有150页，小青昨天看到第62页，今天又看了30页，画报还剩多少页？", 58),
        ("塔有台阶240级，我爬到第100级歇了一会儿，又爬了35级。离塔顶还有多少级？", 105),
    ],
    "compared in other words": [
        ("东仓有稻谷150吨，少于西仓40吨。西仓有稻谷多少吨？", 190),
        ("铅笔用了15支以后，只剩下12支，那么没用之前是多少支？", 27),
        ("小船先前进了90米，又后退了35米，小船比出发时前进了多少米？", 55),
        ("奶奶卖菜得了58元，买布用掉了21元。她回家时比出门时多了多少钱？", 37),
    ],
    "the rest of a list": [
        ("营地来了男生45人、女生38人。其中住楼房的52人，其他人都住帐篷。住帐篷的有多少人？", 31),
        ("店里进了黄伞25把、蓝伞30把。卖掉的有41把，没卖掉的有多少把？", 14),
    ],
    "what fits": [
        ("一个能装60升水的桶里已有22升水，阿姨又提来16升。再倒多少升，桶就满了？", 22),
        ("一辆车最多承重80千克，车上箱子重35千克，米袋重20千克。还可以放多少千克？", 25),
        ("礼堂有320个座位，五年级来了180人，六年级来了165人，坐不下的有多少人？", 25),
        ("这条船最多乘20人，船上已有14人，岸上等着11人。岸上有几人得等下一趟？", 5),
    ],
}


@pytest.mark.parametrize(
    ("text", "answer"),
    [row for rows in PROBLEMS.values() for row in rows],
    ids=lambda one: str(one),
)
def test_problem_is_understood(text: str, answer: int) -> None:
    found = understand(read(text, "zh"))
    assert found[0].answer == Fraction(answer)


def test_a_whole_that_plays_no_part_is_a_doubt() -> None:
    text = "小丁做对了36道题，小林比小丁少做对4道。全卷共50道题，小林没做的题有多少道？"
    assert not any(one.trusted and one.answer == 32 for one in understand(read(text, "zh")))


def test_a_question_of_what_does_not_fit_is_no_question_of_room() -> None:
    text = "小艇限载30人。岸上有24人，又来了15人，有多少人上不去？"
    assert understand(read(text, "zh"))[0].answer == 9


def test_a_numbered_place_that_is_left_out_is_a_doubt() -> None:
    text = "塔有台阶240级，我在第60级碰到小林，又爬了35级。离塔顶还有多少级？"
    assert not any(one.trusted and one.answer == 205 for one in understand(read(text, "zh")))


def test_a_stock_told_with_a_supposition_is_no_plain_stock() -> None:
    text = "假如从柜子里取走46盒，再放进30盒，而柜子里现在有88盒，到那时会有多少盒？"
    assert not any(one.trusted and one.answer == 104 for one in understand(read(text, "zh")))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("面店有面粉260袋，售出95袋，又添进70袋，现在的面粉比原来少多少袋？", 25),
        ("池里有52条鱼，捞走18条，又放进27条，池里的鱼比原来多了几条？", 9),
    ],
)
def test_the_stock_before_gains_and_losses_is_no_part_of_what_they_come_to(
    text: str, answer: int
) -> None:
    assert understand(read(text, "zh"))[0].answer == answer


def test_parts_of_what_there_is_are_no_changes() -> None:
    text = "栽下的松树中，活了的有120棵，枯死的有15棵，又补栽了10棵。现在活着的松树共多少棵？"
    assert not any(one.trusted and one.answer == 115 for one in understand(read(text, "zh")))


def test_another_change_between_two_states_is_a_doubt() -> None:
    text = "下棋时，小叶先赢了12颗，接着输了一些，结果从开局的40颗变成了33颗。他输了多少颗？"
    assert not any(one.trusted and one.answer == 7 for one in understand(read(text, "zh")))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("菜园里有46根黄瓜，奶奶摘下19根，菜园里还有几根？", 27),
        ("篮子里有9个梨，小明摘了4个梨放进去，里面有几个梨？", 13),
    ],
)
def test_what_is_picked_leaves_the_place_unless_it_is_put_there(text: str, answer: int) -> None:
    assert understand(read(text, "zh"))[0].answer == answer
