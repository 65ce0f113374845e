"""Puts right what the segmenter glued together or cut in two, by the lexicon of the frames."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from quantity_tagger.languages.chinese.frames.mention import Word
from quantity_tagger.languages.chinese.frames.words import (
    is_listed_noun,
    listed_effect,
    role,
    words,
)
from quantity_tagger.languages.chinese.tokenizer import known, measures
from quantity_tagger.languages.lexicon import load

_NAME: Final = re.compile("[小阿老][^子人].?|([^一])\\1")
#: What may stand right before or after a name and is none of it.
_BESIDE_NAMES: Final = frozenset("比和与跟同给向从把被问那由让离距到在共又还也都再只用拿")
#: What verbs are often glued to.
HIDDEN_OBJECT: Final = frozenset("球路书水电鸡鸭鹅树花车鱼羊牛猪兔粮煤米油布糖菜茶蛋奶草苗机票报")
_COLOURS: Final = frozenset("红黄蓝绿白黑紫灰")
_LONGEST: Final = 20  # what is longer is no word
#: What is said of the size of the thing before it.
_SIZES: Final = frozenset("高长重宽深厚矮轻短")
#: Compounds of a degree and a verb that dictionaries hold as one word.
_MORE: Final = re.compile("([多少])(.{1,2})")

#: What verbs are glued to, each with its tag.
_BEFORE_VERBS: Final = {"被": "p", "没": "d", "共": "d", "再": "d"}
#: An adverb within what no dictionary has.
_DEGREE_INSIDE: Final = re.compile("(.{1,2})([多少共又先再])(.{1,2})")


@cache
def joined_words() -> frozenset[str]:
    """Words of several characters that the segmenter may have cut."""
    verbs = {
        verb
        for effect, lines in load("zh", "effects").items()
        if " " not in effect
        for line in lines
        for verb in line.split()
        if len(verb) > 1
    }
    others = {"一共", "其余的", "剩下的", "余下的", "一样多", "同样多", *words("kinds", "seats")}
    for section in ("exactly", "total", "start", "now", "rest", "plural", "among", "equal"):
        others |= {word for word in role(section) if len(word) > 1}
    times = words("names", "time") | words("names", "span")
    return frozenset(verbs | others | {w for w in times if len(w) > 1})


@cache
def named_words() -> frozenset[str]:
    """Words for people and places that the segmenter may have cut."""
    return words("names", "place") | words("names", "person") | words("kinds", "people")


def names_recut(found: list[Word], names: set[str]) -> list[Word] | None:
    """The words with a name cut out where it was cut wrongly (比林|琳 where there is a 林琳); None
    where it never was.
    """
    again = list(found)
    for name in names:
        place = 0
        while len(name) == 2 and place < len(again):
            last = place if name in again[place].text else place + 1
            last += _goes_on(again[place : last + 2], name)
            parts = again[place : last + 1]
            glued = "".join([word.text for word in parts])
            at = glued.find(name)
            ends = [glued[:at], glued[at + len(name) :]] if at >= 0 else []
            whole = at >= 0 and not any(ends) and len(parts) > 1  # 阿|军
            if not (any(ends) or whole) or any(word.role for word in parts):
                place += 1
                continue
            beside = _BESIDE_NAMES | joined_words() | role("more than") | role("less than")
            two = ends[1] not in beside and known(ends[1][1:])
            after = ends[1][1:] if two else ""  # 公园 in 小兰离公园
            sides = [ends[0], ends[1].removesuffix(after)]
            if all(not end or end == "的" or (end in beside and not known(glued)) for end in sides):
                first, final = parts[0].first, parts[-1].last
                cut = [Word(ends[0], "", first, first, "p")] if ends[0] else []
                cut.append(Word(name, "", first, final, "nr"))
                cut += [Word(sides[1], "", final, final, "p")] if ends[1] else []
                cut += [Word(after, "", final, final, "n")] if after else []
                again[place : last + 1] = cut
            place += 1
    return again if [word.text for word in again] != [word.text for word in found] else None


def _goes_on(parts: list[Word], name: str) -> bool:
    """小红本|来: whether what follows a name in a word makes a word with the next one."""
    rest = "".join([word.text for word in parts]).partition(name)[2]
    return len(parts) > 1 and rest != parts[-1].text and rest in joined_words()


@lru_cache(maxsize=1 << 12)
def recut(text: str, tag: str) -> tuple[tuple[str, str], ...]:
    """The words in a token; most are one."""
    if not 1 < len(text) <= _LONGEST or text.isascii() or listed_effect(text):
        return ((text, tag),)
    if text[0] == "一" and text[1:2] in measures() and text[2:] in HIDDEN_OBJECT:
        return ((text[:2], "m"), (text[2:], "n"))  # 一壶|水
    if text[0] in "多少" and text[2:] in HIDDEN_OBJECT and listed_effect(text[1]):
        return ((text[0], "a"), (text[1], "v"), (text[2], "n"))  # 多|装|水
    degree = _MORE.fullmatch(text)
    if (
        degree
        and (listed_effect(degree.group(2)) or tag == "v")
        and text not in ("多少", "少年", "多数")
    ):
        return ((degree.group(1), "a"), (degree.group(2), "v"))
    home = text[0] == "家" and len(text) == 2 and bool(listed_effect(text[1]))  # 小马|家住
    if (
        (home and text not in words("kinds", "people"))
        or text in ("共存", "共用", "上街")
        or (tag == "nr" and text[-1] in "有是" and len(text) > 2)
    ):
        return ((text[:-1], "n"), (text[-1], "v"))
    if (
        len(text) == 3
        and _NAME.fullmatch(text[:2])
        and text[2] in role("more than") | role("less than") | {"想", "要"}
    ):
        return ((text[:2], "nr"), (text[2], "v" if text[2] in "想要" else "a"))
    glued = tag[:1] == "n" or (text[0] in "和与跟同" and len(text) == 3)
    if glued and text[0] in _BESIDE_NAMES and _NAME.fullmatch(text[1:]):
        named = "n" if text[1:] in words("names", "no person") else "nr"
        return ((text[0], "p"), (text[1:], named))  # 红红|和丽丽, 从小红
    if len(text) == 2 and text[1] in "轻重高矮贵" and is_listed_noun(text[0]):
        return ((text[0], "n"), (text[1], "a"))
    can = text[0] in "可能" and len(text) == 2 and listed_effect(text[1]) in ("lose", "fall")
    if can or (text[0] == "各" and listed_effect(text[1:])):
        return ((text[0], "d"), (text[1:], "v"))  # 可|抵, 各|捡
    if text[0] == "往" and len(text) > 2 and (tag[:1] == "v" or text[1:] in role("inside")):
        return (("往", "p"), (text[1:], tag))  # 往|上爬, 往|里面
    if text[0] == "要" and len(text) == 2 and listed_effect(text[1:]) not in ("", "state"):
        return (("要", "v"), (text[1:], "v"))
    if text[0] == "有" and tag == "vn":
        return (("有", "v"), (text[1:], "a"))  # 有|空瓶子
    if text == "想合":
        return (("想", "v"), ("合", "d"))
    lead = _BEFORE_VERBS.get(text[0], "")
    if lead and text != "没有" and (text[0] != "再" or text[2:]) and listed_effect(text[1:]):
        return ((text[0], lead), (text[1:], "v"))
    if text[0] == "当" and _NAME.fullmatch(text[1:]):
        return (("当", "p"), (text[1:], "nr"))
    if (text[0] in "里中" and text[1:] == "会") or (text[0] in "里中" and listed_effect(text[1:])):
        return ((text[0], "f"), (text[1:], "v"))  # 班里|会下棋的
    if text[0] in "他她它" and text[1] != "们" and (listed_effect(text[1:]) or not known(text)):
        return ((text[0], "r"), *recut(text[1:], "v" if listed_effect(text[1:]) else "n"))
    if text[0] in "队组" and len(text) == 2 and listed_effect(text[1:]):
        return ((text[0], "n"), (text[1:], "v"))  # 绿化|队补|栽
    if len(text) > 2 and listed_effect(text[:2]) == "room":
        return ((text[:2], "v"), (text[2:], "n"))  # 能装|水
    if text[0] in "站村店港" and listed_effect(text[1:]) in ("come", "leave"):
        return ((text[0], "n"), (text[1:], "v"))
    if text[-1] == "后" and is_listed_noun(text[:-1]):
        return ((text[:-1], "n"), ("后", "f"))  # 买|书后
    if text[-1] == "在" and tag[:1] == "v" and listed_effect(text[:-1]):
        return ((text[:-1], "v"), ("在", "p"))  # 剩|在手里的
    if text[-1] == "时" and len(text) == 3 and tag != "t" and known(text[:-1]):
        return ((text[:-1], "v"), ("时", "n"))  # 出门|时
    if text[-1] == "比" and len(text) > 2 and text != "百分比":
        return (*recut(text[:-1], "n"), ("比", "p"))
    if text[:2] in ("体重", "身高", "气温", "水位") and len(text) > 2:
        return ((text[:2], "n"), *recut(text[2:], "v"))
    return ((text, tag),) if known(text) else _guess_recut(text, tag)


def _guess_recut(text: str, tag: str) -> tuple[tuple[str, str], ...]:
    """The words in a token that no dictionary has."""
    if len(text) == 2 and listed_effect(text[0]) and is_listed_noun(text[1]):
        return ((text[0], "v"), (text[1], "n"))  # 产|梨
    for size in (1, 2):  # 剩|彩珠, 养|灰兔, 招聘|员工
        noun = text[size:]
        if listed_effect(text[:size]) and len(noun) > 1 and is_listed_noun(noun):
            return ((text[:size], "v"), (noun, "n"))
    if text[0] == "剩":
        return ((text[0], "v"), (text[1:], "n"))
    if text[-1] in _SIZES:  # 塔高
        return (*recut(text[:-1], "n"), (text[-1], "a"))
    if text[0] in "前后上下里" and listed_effect(text[1:]):
        return ((text[0], "f"), (text[1:], "v"))
    if text[0] in "先再又还" and (text[0] == "先" or listed_effect(text[1:])):
        return ((text[0], "d"), (text[1:], "v"))
    for size in (3, 2):  # 站上来
        if (
            len(text) > size
            and listed_effect(text[-size:])
            and listed_effect(text[-size:]) != "state"
        ):
            return ((text[:-size], "n"), (text[-size:], "v"))
    deed = len(text) == 3 and _NAME.fullmatch(text[:-1]) and listed_effect(text[-1])  # 小聪|折
    ends = len(text) > 2 and text[-1] in load("zh", "characters")["after names"][0]
    if deed or (ends and text[-2:] not in ("小学", "大家")):
        tag = "n" if text[-1] == "家" else "v"
        return (*recut(text[:-1], "nr" if _NAME.fullmatch(text[:-1]) else "n"), (text[-1], tag))
    middle = _DEGREE_INSIDE.fullmatch(text)
    if middle and listed_effect(middle.group(3)):  # 梨多收, 楼共住
        return ((middle.group(1), "n"), (middle.group(2), "d"), (middle.group(3), "v"))
    if len(text) == 2 and (
        text[1] in "有是比共用养运跑跳要能做"
        or (is_listed_noun(text[0]) and listed_effect(text[1]))
        or (text[0] in load("zh", "characters")["located"][0] and text[1] in "存放")
        or (text[0] in load("zh", "characters")["numbered place"][0] and listed_effect(text[1]))
    ):
        return ((text[0], "n"), (text[1], "v"))
    return ((text, tag),)


def take_unit(found: list[Word], place: int) -> None:
    """Gives an amount the measure word that follows it."""
    word = found[place]
    if place + 1 >= len(found) or word.unit:
        return
    after = found[place + 1]
    if not after.role and after.text[0] in "万亿" and after.text[1:] in measures():
        after.text = after.text[1:]  # 万吨: the number has its own scale
    if word.asked and word.text == "多" and after.text in _SIZES:
        word.unit, word.last = word.text + after.text, after.last
        del found[place + 1]
        return
    unit, noun = after.text[0], after.text[1:]
    counts = not after.role and unit in measures()
    glued = noun in HIDDEN_OBJECT or is_listed_noun(noun) or noun in role("negative")
    glued = glued and not known(after.text)
    glued = glued or (after.tag == "nr" and noun in _COLOURS)  # 2|张红|贴纸
    if counts and noun and glued and not is_listed_noun(after.text):
        found.insert(place + 2, Word(noun, "", after.first, after.last, "n"))  # 180|棵树, 集没
        after.text = unit
    if not after.role and (
        after.text in measures() or after.tag == "q" or after.text in ("钱", "℃", "元钱", "块钱")
    ):
        word.unit = {"块钱": "元", "元钱": "元", "钱": "元"}.get(after.text, after.text)
        word.last = after.last
        del found[place + 1]
        if place + 1 < len(found) and word.unit in ("元", "块") and found[place + 1].text == "钱":
            del found[place + 1]
        _cut_size(found, place + 1)


def _cut_size(found: list[Word], place: int) -> None:
    """3颗|小纽|扣: a thing that is counted, and its size."""
    if place + 1 >= len(found) or found[place].text[0] not in "大小":
        return
    word, after = found[place : place + 2]
    noun = word.text[1:] + after.text
    if len(word.text) == 2 and len(noun) == 2 and known(noun) and after.tag != "x":
        found[place] = Word(word.text[0], "", word.first, word.first, "a")
        found[place + 1] = Word(noun, "", word.last, after.last, "n")
