"""What is read from Chinese texts: words, quantities with units, the unknown and its question."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quantity_tagger.errors import ReadingError
from quantity_tagger.generation import generate
from quantity_tagger.languages.chinese.quantities import find_quantities, find_unknown
from quantity_tagger.languages.chinese.tokenizer import ChineseAnnotator
from quantity_tagger.problem.document import Columns, Document
from quantity_tagger.problem.problem import Quantity, Unknown
from quantity_tagger.problem.segments import segment

ANNOTATOR = ChineseAnnotator()


def document_of(text: str) -> Document:
    columns = Columns.of(ANNOTATOR.annotate(text))
    return Document(text, "zh", columns, *segment(text, columns))


def read(text: str) -> tuple[Document, tuple[Quantity, ...], Unknown | None]:
    document, quantities = find_quantities(document_of(text))
    return document, quantities, find_unknown(document, quantities)


def written(text: str) -> list[str]:
    return [quantity.text for quantity in read(text)[1]]


def values(text: str) -> list[Fraction]:
    return [quantity.value for quantity in read(text)[1]]


def check_whole(document: Document) -> None:
    """Tokens are slices in order, nothing is lost but white space, parts partition the tokens."""
    text = document.text
    at = 0
    for token in document.tokens:
        assert text[token.start : token.end] == token.text
        assert token.text.strip()
        assert not text[at : token.start].strip()
        at = token.end
    assert not text[at:].strip()
    for parts in (document.sentences, document.clauses):
        assert [i for part in parts for i in part] == list(range(len(document.tokens)))


# Words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("二班有36人", "二班|有|36|人"),
        ("图书比小明多", "图书|比|小明|多"),
        ("借来3本书", "借来|3|本|书"),
        ("还剩几支", "还|剩|几|支"),
        ("乙比甲多5元", "乙|比|甲|多|5|元"),
        ("付了１２．５元", "付|了|１２．５|元"),
        ("读 三年级 的 书", "读|三年级|的|书"),
    ],
)
def test_words_are_cut_where_a_reader_would(text: str, words: str) -> None:
    assert [token.text for token in ANNOTATOR.annotate(text)] == words.split("|")


@pytest.mark.parametrize(
    ("text", "word", "tag"),
    [
        ("她用了8元", "用", "v"),
        ("她用钢笔写字", "用", "p"),
        ("有７个梨", "７", "m"),
        ("买来6本", "本", "q"),
        ("剪去2根绳子", "根", "q"),
    ],
)
def test_tags_that_the_dictionary_misses_are_put_right(text: str, word: str, tag: str) -> None:
    assert [token.tag for token in ANNOTATOR.annotate(text) if token.text == word] == [tag]


def test_lemmas_are_in_normal_form() -> None:
    lemmas = [token.lemma for token in ANNOTATOR.annotate("１２ Ｋｇ和CD")]
    assert lemmas == ["12", "kg", "和", "cd"]


def test_a_given_cut_is_kept_and_tagged() -> None:
    text = "张华买来15个梨"
    words = [(0, 2), (2, 4), (4, 7), (7, 8)]
    tokens = ANNOTATOR.annotate(text, words)
    assert [token.text for token in tokens] == ["张华", "买来", "15个", "梨"]
    assert [token.tag for token in tokens][1] == "v"
    document, (pears,) = find_quantities(
        Document(text, "zh", Columns.of(tokens), (range(4),), (range(4),))
    )
    assert [token.text for token in document.tokens] == ["张华", "买来", "15", "个", "梨"]
    assert pears.token == 2


# Quantities


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("哥哥有12颗糖", 12),
        ("付了３．５元", "3.5"),
        ("长1,250米", 1250),
        ("约占25%", "1/4"),
        ("跑了(3/7)千米", "3/7"),
        ("跑了2(1/2)千米", "5/2"),
        ("喝了1½升", "3/2"),
        ("气温是-3℃", -3),
        ("有三十二个梨", 32),
        ("有一百零五人", 105),
        ("重三点五千克", "3.5"),
        ("走了四分之三千米", "3/4"),
        ("还有半小时", "1/2"),
        ("买了两支", 2),
        ("只有一个", 1),
        ("投资1.2万元", 12000),
        ("有12万5千人", 125000),
        ("花了3元5角", "3.5"),
        ("花了3元5分", "3.05"),
        ("长2米40厘米", "2.4"),
        ("等了2个半小时", "2.5"),
        ("买了三千克", 3),
    ],
)
def test_a_number_is_worth_what_it_says(text: str, expected: int | str) -> None:
    assert values(text) == [Fraction(expected)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2019年3月，第2组种树15棵", ["2019", "3", "2", "15"]),
        ("4（2）班有41人", ["4", "2", "41"]),
        ("5一班有40人", ["5", "40"]),
        ("买A4纸6包和DVD3张", ["6", "3"]),
        ("操场是24m^2", ["24"]),
        ("从9时-12时", ["9时", "12时"]),
        ("65-18-7", ["65", "18", "7"]),
    ],
)
def test_every_number_in_digits_is_a_quantity(text: str, expected: list[str]) -> None:
    assert written(text) == expected


@pytest.mark.parametrize("text", ["(1)有8只羊和5头牛", "1、有8只羊和5头牛", "3. 有8只羊和5头牛"])
def test_a_leading_list_number_is_none(text: str) -> None:
    assert written(text) == ["8", "5"]


@pytest.mark.parametrize(
    "words",
    [
        "第一天",
        "一共",
        "一些",
        "一起",
        "一样多",
        "一定",
        "五年级",
        "三班",
        "星期三",
        "三角形",
        "二十多人",
    ],
)
def test_numerals_inside_words_are_none(words: str) -> None:
    assert written(f"{words}，有8只羊和5头牛") == ["8", "5"]
    assert written(words) == []


def test_simple_numerals_are_grammar_where_digits_carry_the_numbers() -> None:
    assert written("一个班有20个男生和18个女生，两个小组都去") == ["20", "18"]


def test_a_numeral_beside_digits_counts_after_a_verb_in_the_same_measure() -> None:
    assert written("有25个梨，昨天吃了5个，今天吃了三个") == ["25", "5", "三"]


def test_numerals_count_where_no_digits_do() -> None:
    assert written("树上有七只鸟，飞走两只，其中三只又飞回来") == ["七", "两", "三"]
    assert written("树上有一只鸟，又飞来四只") == ["一", "四"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("园丁有三棵树苗，又买来五棵树苗", "园丁|有|三|棵|树苗|，|又|买来|五|棵|树苗"),
        ("买来九米布，用去四米", "买来|九|米|布|，|用|去|四|米"),
        ("小红跳了四下，小明跳了十一下", "小红|跳|了|四|下|，|小明|跳|了|十一|下"),
        ("甲比乙少十一支", "甲|比|乙|少|十一|支"),
        ("送给周燕六本", "送给|周燕|六|本"),
        ("爷爷比小梅大七十七岁", "爷爷|比|小梅|大|七十七|岁"),
        ("木棒长三十二分米", "木棒|长|三十二|分米"),
        ("西边的楼高三米", "西边|的|楼|高|三|米"),
        ("吃了两个月饼，等了两个月", "吃|了|两|个|月饼|，|等|了|两|个月"),
    ],
)
def test_numerals_are_cut_from_what_the_segmenter_glues_them_to(text: str, words: str) -> None:
    assert [token.text for token in read(text)[0].tokens] == words.split("|")


@pytest.mark.parametrize(
    "words", ["骑三轮车", "读大三", "高三学生", "到十字路口", "王五", "有三十几个人", "十分高兴"]
)
def test_words_of_the_dictionary_keep_their_numerals(words: str) -> None:
    assert written(f"{words}，有八只羊和五头牛") == ["八", "五"]


def test_a_difference_between_numbers_needs_no_measure_word() -> None:
    assert written("甲数比乙数大三，乙数是五") == ["三", "五"]
    assert written("甲数是12，乙数是20，丙数比乙数大三") == ["12", "20", "三"]


@pytest.mark.parametrize(
    "told", ["两样一共多少元", "两人共有多少元", "两个班共花多少元", "三天一共多少元"]
)
def test_a_numeral_that_sums_up_what_was_told_counts_nothing_new(told: str) -> None:
    assert written(f"尺子三元，铅笔五元，{told}？") == ["三", "五"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("绳长25米和30米，用去十米", ["25", "30", "十"]),
        ("尺长25厘米，笔长18厘米，还差三米", ["25", "18", "三"]),
        ("有15只羊和20头牛，树上有八只鸟", ["15", "20", "八"]),
        ("有15辆车和20辆车，开走两辆", ["15", "20", "两"]),
        ("有15部车和20部车，又来了两辆", ["15", "20", "两"]),
        ("送给小方12本，送给小亮两本，剩20本", ["12", "两", "20"]),
        ("有15个梨，吃了十二个，剩下的放在两个盘子里，又买6个", ["15", "十二", "两", "6"]),
    ],
)
def test_numerals_that_count_beside_digits(text: str, expected: list[str]) -> None:
    assert written(text) == expected


def test_one_is_a_number_where_it_measures_or_ends_a_clause() -> None:
    assert written("有一个篮子里有九个梨，吃了一个，又买来三个") == ["九", "一", "三"]
    assert values("本子一元八角，笔两元五角，尺三元") == [Fraction("1.8"), Fraction("2.5"), 3]


def test_a_multiplier_belongs_to_the_unit_that_the_question_asks_for() -> None:
    asked = "去年产棉1.2万吨，今年多产0.3万吨，今年产多少万吨？"
    assert values(asked) == [Fraction("1.2"), Fraction("0.3")]
    assert read(asked)[1][0].unit == ("万吨",)
    assert values(asked.replace("多少万吨", "多少吨")) == [12000, 3000]


def test_falling_units_are_read_in_the_unit_asked_for() -> None:
    assert values("绳长2米40厘米，剪去90厘米，还剩多少厘米？") == [240, 90]


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("有12个苹果", ("个", "苹果")),
        ("付了3.5元", ("元",)),
        ("种了杨树35棵", ("棵", "杨树")),
        ("比9多", ()),
        ("花了3元5角", ("元",)),
        ("画了6个红圆圈", ("个", "红", "圆圈")),
    ],
)
def test_units_are_the_words_that_say_of_what(text: str, unit: tuple[str, ...]) -> None:
    assert [quantity.unit for quantity in read(text)[1]] == [unit]


def test_a_quantity_is_one_token() -> None:
    document, quantities, _ = read("三十二个人和210kg米，2米 40厘米长，共１２．５元")
    check_whole(document)
    for quantity in quantities:
        token = document.tokens[quantity.token]
        assert (token.text, token.start, token.end) == (quantity.text, quantity.start, quantity.end)
        assert token.tag == "m"


# The unknown


@pytest.mark.parametrize(
    ("text", "word", "head", "question"),
    [
        ("有9棵树，又种5棵，共有多少棵树？", "多少", ("棵", "树"), "共有多少棵树？"),
        ("甲得9分，乙得5分，甲比乙多得多少分？", "多少", ("分",), "甲比乙多得多少分？"),
        ("有9只羊，卖了5只，还剩几只？", "几", ("只",), "还剩几只？"),
        ("一共几块？小方有4块糖，又买6块。", "几", ("块",), "一共几块？"),
        ("两段绳子长3米和5米，接起来有多长？", "多长", ("长",), "接起来有多长？"),
        ("减数是4，差是6，被减数=．", "=", ("被减数",), "被减数=．"),
        ("41+17=", "=", (), "41+17="),
        ("有9元，用了5元，还剩（　　）元。", "（", ("元",), "还剩（　　）元。"),
        ("9支笔比6支笔多____支", "____", ("笔",), "9支笔比6支笔多____支"),
        ("一个数减去7得8，求这个数。", "求", ("数",), "求这个数。"),
        ("一个数减去7得8，请找出这个数。", "找出", ("数",), "请找出这个数。"),
        ("有9支笔，又买5支，请你帮他算算笔的总数。", "算算", ("总数",), "请你帮他算算笔的总数。"),
        ("计算：58-31．", "计算", (), "计算：58-31．"),
        ("共有40棵，梨树15棵，桃树呢？", "呢", ("桃树",), "桃树呢？"),
        ("64-9.5", "-", (), "64-9.5"),
        ("过了几天，又买8本，现在有15本，原来多少本？", "多少", ("本",), "原来多少本？"),
        ("有6元和8元，共多少元？给了20元，找回多少元？", "多少", ("元",), "找回多少元？"),
    ],
)
def test_the_unknown_sits_at_what_asks(
    text: str, word: str, head: tuple[str, ...], question: str
) -> None:
    document, quantities, unknown = read(text)
    assert unknown is not None
    assert unknown.token in unknown.question
    assert unknown.token not in {quantity.token for quantity in quantities}
    tokens = document.tokens
    first, last = tokens[unknown.question[0]], tokens[unknown.question[-1]]
    asked = (tokens[unknown.token].text, unknown.head, text[first.start : last.end])
    assert asked == (word, head, question)


@pytest.mark.parametrize(
    "text", ["今天天气很好。", "小方有4块糖，又买来6块。", "小方找出4本书，写出6个字。", "12"]
)
def test_where_nothing_asks_there_is_no_unknown(text: str) -> None:
    assert read(text)[2] is None


# Any text

chinese = st.text(
    "小方有买了个本多少几一二两三十百千万半点分之第元角米克共比=（）()？?，。．/-+%.,0123９５ ab\n"
)


@given(st.one_of(chinese, st.text()))
def test_any_text_is_read_without_loss(text: str) -> None:
    check_whole(document_of(text))
    document, quantities, unknown = read(text)
    check_whole(document)
    for quantity in quantities:
        token = document.tokens[quantity.token]
        assert (token.start, token.end) == (quantity.start, quantity.end)
        assert text[quantity.start : quantity.end] == quantity.text
    if unknown is not None:
        assert unknown.token in unknown.question
        assert unknown.token not in {quantity.token for quantity in quantities}


def test_half_a_character_is_read() -> None:
    check_whole(read("有\ud8003个")[0])


@given(st.integers(0, 10**9), st.integers(0, 4))
def test_a_decimal_in_a_sentence_is_read_back(digits: int, places: int) -> None:
    number = str(digits).zfill(places + 1)
    number = f"{number[: len(number) - places]}.{number[len(number) - places :]}".rstrip(".")
    assert values(f"小方买书用去{number}元，还剩多少元？") == [Fraction(digits, 10**places)]


# Problems made to measure


@pytest.mark.parametrize("seed", range(3))
def test_the_quantities_of_made_problems_are_read_back(seed: int) -> None:
    for record in generate("zh", 100, seed=seed, distractors="heavy"):
        made = [
            (quantity.start, quantity.end, quantity.value) for quantity in record.quantities or ()
        ]
        found = [
            (quantity.start, quantity.end, quantity.value) for quantity in read(record.text)[1]
        ]
        assert found == made, record.text


# The published sets


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "least"), [("as_cn", 0.995), ("math23k", 0.98), ("contest_zh", 0.98)]
)
def test_quantities_of_published_problems(data_dir: Path, name: str, least: float) -> None:
    agreed = missed = extra = 0
    for line in (data_dir / f"{name}.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        _, quantities, unknown = read(row["text"])
        assert unknown is not None, row["id"]
        gold = {(quantity["start"], quantity["end"]) for quantity in row["quantities"]}
        found = {(quantity.start, quantity.end) for quantity in quantities}
        agreed += len(gold & found)
        missed += len(gold - found)
        extra += len(found - gold)
    assert 2 * agreed / (2 * agreed + missed + extra) >= least


@pytest.mark.parametrize(
    "number",
    [
        "9" * 101,
        "0." + "3" * 100,
        "1" + ",000" * 40,
        "1/" + "7" * 100,
        "５" * 200,
        "五" + "亿" * 50,
        "5" + "亿" * 50,
        "7" + "万" * 5_000,
        "三" * 101,
        "三点" + "一" * 120,
        "九" + "千" * 300,
    ],
)
@pytest.mark.parametrize(
    "template", ["小方有{}个杯子，又买了3个，现在有多少个？", "{}加上5等于几？"]
)
def test_a_number_of_over_a_hundred_digits_is_refused(number: str, template: str) -> None:
    with pytest.raises(ReadingError, match="超过100位") as caught:
        read(template.format(number))
    assert len(str(caught.value)) < 100


def test_one_of_a_hundred_digits_is_read() -> None:
    assert values("小方有" + "9" * 100 + "个杯子，又买了3个，有多少个？")[0] == 10**100 - 1
    assert values("有五亿亿粒沙，又来了3粒，有多少粒？")[0] == 5 * 10**16
