"""The words of a problem with the part each plays in its clause."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from quantity_tagger.languages.chinese.frames.cuts import (
    HIDDEN_OBJECT,
    names_recut,
    recut,
    take_unit,
)
from quantity_tagger.languages.chinese.frames.joins import joined, reached, settle_words
from quantity_tagger.languages.chinese.frames.mention import Word
from quantity_tagger.languages.chinese.frames.rewording import reword
from quantity_tagger.languages.chinese.frames.words import (
    dimensions,
    is_label,
    is_listed_noun,
    listed_effect,
    role,
    sort_of,
    time_order,
    words,
)
from quantity_tagger.languages.chinese.tokenizer import measures, plain
from quantity_tagger.languages.lexicon import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.problem.document import Token
    from quantity_tagger.problem.problem import Problem

_N: Final = "[一二三四五六七八九十百0-9]"
_ORDINAL_UNIT: Final = (
    "小组|季度|小学|中学|学期|星期|车间|个月|小时|节课|实验小学|个|次|天|周|年|组|队|班|根|段|筐|只|条|"
    "块|本|层|车|页|题|堆|杯|瓶|袋|箱|盒|节|行|排|名|位|场|轮|局|季|件|把|幅|批|辆|棵|架|章|封|期|列|户|"
    "号|站|种|桶|捆|卷|所|座|家|片|间|月|头|匹|户|人|步|趟|圈|支|枝|张|份|项|道|城|村|门|桌|碗|缸|盆|包|艘|篇|台|首|罐|壶|篮|群|窝|届|副|双|串|摊|幢|栋|册|格|窗|炉|锅|盘"
)
#: Spans of text that are one name or time although they hold numbers.
_NAMES: Final = (
    (
        "place",
        re.compile(
            rf"{_N}{{0,2}}(?:年级)?\([{_N[1:-1]}甲乙丙]+\)班|{_N}{{1,2}}\.{_N}班|[1-9][一二三四五]班|[1-9]\d\d班|[1-9]年[一二三四五]班"
            r"|(?<![0-9有共])[1-9]\d?班(?=[的有和与共里比男女、]|同学|学生)"
        ),
    ),
    (
        "place",
        re.compile(
            rf"{_N}{{1,2}}年级(?:{_N}班)?|{_N}{{1,2}}号楼|[一二三四五六七八九十]{{1,2}}[班组队](?![有]?人)"
        ),
    ),
    ("ordinal", re.compile(rf"第{_N}{{1,3}}(?:{_ORDINAL_UNIT})?")),
    (
        "time",
        re.compile(
            r"(?:19|20)\d\d年(?:\d+月(?:\d+[日号])?)?|\d{1,2}月(?:\d{1,2}[日号]|份)?|[一二三四五六七八九十]{1,2}月份?"
        ),
    ),
    (
        "clock",
        re.compile(
            r"(?:上午|下午|早上|晚上|中午)?\d{1,2}(?:时|点|:|：)(?:\d{1,2}分?|整|半)?(?!间|候|钟头)"
        ),
    ),
    (
        "noun",
        re.compile(r"\d+(?:号楼|路(?:公交|公共汽|电|汽)?车|号线|边形|角形|年制|次列车|号|楼)"),
    ),
    ("noun", re.compile(r"《[^》]*》|“[^”0-9]{1,8}”|∠\d")),
)
_NAME_STARTS: Final = frozenset("0123456789一二三四五六七八九十百第(《“∠上下早晚中")
_ORDINAL_TIME: Final = re.compile(
    r"(?:次|天|周|年|季度|星期|学期|小时|场|轮|局|季|节课|个月|趟|批|步|段时间)$"
)
_STOPS: Final = frozenset("，。；！？,;?!：:．.—\n")
_ASKING_SIZE: Final = {
    "多长": "length",
    "多高": "length",
    "多远": "length",
    "多宽": "length",
    "多深": "length",
    "多厚": "length",
    "多重": "weight",
    "多大": "age",
    "多久": "time",
    "多少钱": "money",
}
_SIZES: Final = frozenset("高长重宽深厚")
_PEOPLE: Final = frozenset("人名位")
_ITEMS: Final = frozenset("根排本条段块筐袋箱桶堆队组班支件张把捆瓶盒行层间辆个")
#: Verbs that make no nouns with what follows them: 吃面, 买药.
_CONSUMING: Final = frozenset("吃喝买")


def mark(problem: Problem) -> list[Word]:
    """The words in order; numbers in names and dates are parts of those."""
    text = re.sub("月分(?![给到成配])", "月份", plain(problem.text))
    tokens = problem.tokens
    numbers = {quantity.token: place for place, quantity in enumerate(problem.quantities)}
    found: list[Word] = []
    at = 0
    while at < len(tokens):
        named = _named(text, tokens[at].start)
        if named is not None and not (named[0] == "clock" and _lasts(text, named[1])):
            name, end = named
            last = at
            while last + 1 < len(tokens) and tokens[last + 1].start < end:
                last += 1
            if problem.unknown.token not in range(at, last + 1):
                found.append(Word(text[tokens[at].start : end], name, at, last))
                if end < tokens[last].end:  # 班会 in 三(1)班会下棋的
                    rest = text[end : tokens[last].end]
                    found.append(Word(rest, "", last, last, "n" if rest in HIDDEN_OBJECT else "v"))
                at = last + 1
                continue
        token = tokens[at]
        if at == problem.unknown.token or at in numbers:
            asked = at == problem.unknown.token
            word = Word(plain(token.text), "amount", at, at, token.tag, numbers.get(at), asked)
            if asked and word.text in _ASKING_SIZE:
                word.unit = word.text
            elif not asked:  # 元 in 3元5角
                quantity = problem.quantities[numbers[at]]
                word.unit = next((unit for unit in quantity.unit if unit in quantity.text), "")
            found.append(word)
        else:
            for part, tag in _sized(tokens, at, problem) or recut(plain(token.text), token.tag):
                found.append(Word(part, "", at, at, tag))
        at += 1
    found = joined(reached(found, numbers))
    plainly = [replace(word) for word in found]
    _give_roles(found)
    again = names_recut(plainly, {w.text for w in found if w.role in ("person", "place")})
    if again is not None:
        _give_roles(again)
        found = again
    reword(found)
    return found


def _sized(tokens: Sequence[Token], at: int, problem: Problem) -> tuple[tuple[str, str], ...]:
    """塔高 in 塔高36米: a thing, and which size of it is told."""
    text = tokens[at].text
    if len(text) < 2 or text[-1] not in _SIZES or at + 2 >= len(tokens):
        return ()
    size = dimensions().get(tokens[at + 2].text)
    counted = {problem.unknown.token, *[one.token for one in problem.quantities]}
    if at + 1 not in counted or size not in ("length", "weight") or text in dimensions():
        return ()
    return () if listed_effect(text) else (*recut(text[:-1], "n"), (text[-1], "a"))


def _named(text: str, start: int) -> tuple[str, int] | None:
    if text[start] not in _NAME_STARTS:
        return None
    for name, pattern in _NAMES:
        match = pattern.match(text, start)
        if match and match.end() > start:
            if name == "ordinal" and _ORDINAL_TIME.search(match.group()):
                return "time", match.end()
            return name, match.end()
    return None


def _lasts(text: str, end: int) -> bool:
    """Whether what looks like a clock time is a span: 5时间, 3点多."""
    return text[end - 1 : end + 1] == "时间" or text[end : end + 1] in ("多", "几")


def _give_roles(found: list[Word]) -> None:
    place = 0
    while place < len(found):
        word = found[place]
        before = found[place - 1] if place else None
        if word.role == "amount":
            take_unit(found, place)
        elif not word.role:
            if word.text in role("some"):
                word.role = "some"
                take_unit(found, place)
                place += 1
                continue
            after = found[place + 1] if place + 1 < len(found) else None
            word.role = _role(word, before, after)
            if before is not None and before.role == "det" and _several(before.text, word):
                word.role, word.text, before.role = "plural", before.text + word.text, "drop"
                word.first = before.first
        place += 1
    _find_verbs(found)
    settle_words(found)
    for at, word in enumerate(found):  # 一批货物14.6吨: the amount is told
        if word.role != "some":
            continue
        after = next(
            (w for w in found[at + 1 :] if w.role not in ("noun", "adjective", "de")), None
        )
        if after is not None and after.role == "amount":
            word.role = "det"
    for at, word in enumerate(found[:-1]):  # 一根长5米，另一根…: one and the other
        if word.role == "det" and word.text[0] in "一另" and word.text[-1] in _ITEMS:
            rest = [w for w in found[at + 1 :] if w.role != "drop"]
            after = rest[0] if [w.role for w in rest[:2]] != ["amount", "de"] else None
            if after is not None and (
                after.role in ("amount", "compare") or after.text in ("长", "重", "高", "是", "有")
            ):
                other = at > 0 and found[at - 1].text in ("另", "另外")
                word.role, word.text = "ordinal", ("另" if other else "") + word.text


def _find_verbs(found: list[Word]) -> None:
    """A word of no list is a verb where 了 and an amount follow."""
    for word, after, last in zip(found, found[1:], [*found[2:], None], strict=False):
        if word.role not in ("noun", "arrive") or is_listed_noun(word.text) or len(word.text) > 3:
            continue
        if after.text == "了" and last is not None and last.role in ("amount", "some"):
            word.role = "verb"


def _several(count: str, word: Word) -> bool:
    """Whether a count and a noun stand for the holders that the story is about: 两个班."""
    return (
        count[0] in "两二三四五六"
        and word.role in ("place", "person", "noun")
        and (word.role != "noun" or word.text in words("kinds", "people") | words("names", "place"))
        and len(word.text) < 4
    )


def _role(word: Word, before: Word | None, after: Word | None) -> str:
    text, tag = word.text, word.tag
    if text in _STOPS or (tag == "x" and text in _STOPS):
        return "stop"
    if text == "、":
        return "joiner"
    if tag == "x" and not text.isalnum():
        return "mark"
    near = _beside(text, before, after)
    if near:
        return near
    listed = _section_roles().get(text)
    if listed is not None:
        return listed
    if text in words("names", "span"):
        return "span"
    if is_listed_noun(text):
        return "noun"
    if (
        text in words("names", "time")
        or {text[:2], text[2:]} <= words("names", "time")
        or text in time_order()
        or (tag == "t" and not listed_effect(text) and sort_of(text, tag) != "person")
    ):
        return "time"
    if text in ("时", "时候", "后", "以后", "之后", "前", "之前") and before is not None:
        return "when"
    if (
        text == "得"
        and before is not None
        and before.role == "verb"
        and before.text in role("makes")
    ):
        return "particle"  # 吓得18只小鸟飞走了
    if text == "得" and after is not None and (after.role == "amount" or after.text == "了"):
        return "verb"
    if text in ("多", "少") or text in role("more than") or text in role("less than"):
        return "compare"
    if text in ("上", "下") and after is not None and after.text == "了":
        return "verb"  # 在南站下了5人
    if text in role("side") and _is_first(before) and after is not None and after.text == "的":
        return "place"  # 中间的楼
    if text in role("inside") or (tag == "f" and len(text) == 1):
        return "inside"
    if len(text) == 2 and text[0] == "一" and text[1] in measures() and not is_label(text):
        return "det"  # 一篮鸡蛋
    if text in ("另一", "另"):
        return "det" if text == "另一" else "more"
    if re.fullmatch(
        r"[一二两三四五六七八九十几这那每各本某][一二两三四五六七八九十]?\w{0,2}", text
    ) and (tag in ("m", "r") or text[0] in "这那每各某"):
        return "each" if text[0] in "每各" else "det"
    if (
        text == "花"
        and after is not None
        and not after.role
        and after.tag[:1] in ("n", "v")
        and after.text != "了"
    ):
        return "adjective" if is_listed_noun(after.text) or after.tag[:1] == "n" else "verb"
    if text in ("了", "过", "着", "得", "地", "呢", "吗", "吧", "啊", "们"):
        return "particle"
    if (
        before is not None
        and before.role == "det"
        and text in measures()
        and (len(before.text) == 1 or before.text == "另一")
    ):
        before.text += text
        return "drop"
    if _is_counted(text, before, after):
        return "noun"
    return "verb object" if _costs(text, after) else _told(word, before)


def _beside(text: str, before: Word | None, after: Word | None) -> str:
    """The role of a word that only those beside it tell."""
    last = before.role if before is not None else ""
    if text in ("还", "等") and after is not None and after.text == "了":
        return "verb"
    again = before is not None and before.text == "又"
    if (again and text == "还") or (text == "等" and last in ("person", "pronoun")):
        return "verb"  # 又还回来7本, 小明等车等了5分钟
    who = last == "amount" or (after is not None and after.text in words("kinds", "people"))
    empty = text == "空" and after is not None and after.tag[:1] == "n"  # 空瓶子
    return "adjective" if empty or (text == "新" and who) else ""  # 8本新书, 新队员9人


def _told(word: Word, before: Word | None) -> str:
    """三只花鸡: what is counted is a thing and no deed."""
    counted = before is not None and before.role == "amount" and before.unit not in _PEOPLE
    people = before is not None and before.text in words("kinds", "people")
    if people and word.tag in ("l", "i") and len(word.text) > 2:  # 小朋友捉迷藏
        return "adverb"
    found = _content(word)
    return "noun" if counted and found == "verb object" else found


def _is_first(before: Word | None) -> bool:
    return before is None or before.role in ("stop", "than", "adverb", "if")


def _costs(text: str, after: Word | None) -> bool:
    """吃面花掉14元: a deed for which something is spent."""
    spent = after is not None and listed_effect(after.text) == "lose"
    return spent and len(text) == 2 and text[0] in _CONSUMING


def _is_counted(text: str, before: Word | None, after: Word | None) -> bool:
    """这桶漆比原来少: a thing by its measure word, though the word may be a verb elsewhere."""
    if before is None or before.role not in ("det", "drop") or before.text[-1] not in measures():
        return False
    told = after is not None and (after.text in role("than") or after.text in _SIZES)
    return told and not listed_effect(text)


@cache
def _section_roles() -> dict[str, str]:
    """For a word of the closed classes its role, the first section that has it."""
    found: dict[str, str] = {}
    for name, section in _SECTIONS:
        for text in role(section):
            found.setdefault(text, name)
    return found


def is_located(text: str) -> bool:
    """Whether a word holds its location word: 操场上, 车上."""
    if len(text) < 2 or listed_effect(text) or text in role("now"):
        return False
    if text[-1] not in "里上中内":
        return text in role("beside")
    if len(text) == 2:
        return text[0] in load("zh", "characters")["located"][0]
    return sort_of(text[:-1]) != "person" and not words("names", "time") & {text}


def _content(word: Word) -> str:
    text, tag = word.text, word.tag
    if is_located(text):
        return "located"
    if text in ("路上", "途中", "半路", "大约"):
        return "adverb"
    if text in words("names", "person"):
        return "person"
    does = text[1:] in words("names", "place") and listed_effect(text[0])
    if does == "put":
        return "verb"  # 装箱
    ends = (
        not (does and tag == "v")
        and len(text) > 1
        and text.endswith(tuple(words("names", "place")))
    )
    other = listed_effect(text) or text in words("kinds", "people")
    if ends and not other and sort_of(text, tag) == "place":
        return "place"
    listed = text in words("kinds", "people") or text in words("names", "no person")
    if listed or is_listed_noun(text):
        return "noun"
    if listed_effect(text) and not (tag.startswith("n") and sort_of(text, tag) == "person"):
        return "verb"
    if (
        len(text) == 2
        and text[0] != text[1]
        and text[1] in HIDDEN_OBJECT
        and listed_effect(text[0])
        and text not in words("kinds", "people")
    ):
        return "verb object"
    if sort_of(text, tag) == "person":
        return "person"
    if len(text) > 2 and text[-1] in "来去" and text[-2] in words("effects", "ways taken"):
        return "verb"  # 运回来
    if tag in ("v", "vg", "vi") and text not in dimensions():
        return "verb"
    if tag in ("a", "b", "z", "ad", "an"):
        return "adjective"
    if tag in ("d", "c", "u", "y", "e", "o", "uj", "ul", "uz", "ug"):
        return "adverb"
    return "place" if sort_of(text, tag) == "place" else "noun"


#: Roles that a word has by itself, in the order in which they are tried.
_SECTIONS: Final = (
    ("than", "than"),
    ("from", "from"),
    ("at", "at"),
    ("arrive", "arrive"),
    ("toward", "toward"),
    ("by", "by"),
    ("object", "object"),
    ("rest", "rest"),
    ("among", "among"),
    ("start", "start"),
    ("now", "now"),
    ("total", "total"),
    ("some", "some"),
    ("negative", "negative"),
    ("equal", "equal"),
    ("if", "if"),
    ("more", "more"),
    ("plural", "plural"),
    ("pronoun", "pronoun"),
    ("joiner", "joiner"),
    ("de", "of"),
    ("drop", "below zero"),
    ("adverb", "exactly"),
)
