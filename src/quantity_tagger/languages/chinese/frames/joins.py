"""Puts words together that the segmenter cut: names, verbs with their complements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from quantity_tagger.languages.chinese.frames.cuts import joined_words, named_words
from quantity_tagger.languages.chinese.frames.mention import Word
from quantity_tagger.languages.chinese.frames.words import (
    is_level,
    is_listed_noun,
    listed_effect,
    role,
    sort_of,
    ups,
    words,
)
from quantity_tagger.languages.chinese.tokenizer import known

_NUMERALS: Final = frozenset("一二三四五六七八九十")
_COMPLEMENTS: Final = frozenset(
    ["走", "掉", "出", "去", "来", "进", "回", "完", "起来", "出去", "回来", "进来"]
)
_GIVEN: Final = frozenset("刚强明红军亮丽华平英")

_Rule = Callable[[Word, Word], list[Word] | None]


def joined(found: list[Word]) -> list[Word]:
    """The words with those put together that belong together."""
    kept: list[Word] = []
    for word in found:
        before = kept[-1] if kept else None
        new = None
        if before is not None and not (before.role or word.role or word.tag == "x"):
            new = next((made for rule in _RULES if (made := rule(before, word))), None)
        if new is None:
            kept.append(word)
        else:
            kept[-1:] = new
    return kept


def _one(before: Word, word: Word, tag: str) -> list[Word]:
    return [Word(before.text + word.text, "", before.first, word.last, tag)]


def _short_name(before: Word, word: Word) -> list[Word] | None:
    """小|军, 从小|军, 小|安多: a pet name, with what was glued to its end."""
    text = word.text
    if before.text == "从小" and len(text) == 1 and word.tag[:1] not in ("d", "v", "p", "c"):
        small = Word("小", "", before.last, before.last, "a")
        name_ = _short_name(small, word)
        return name_ and [Word("从", "", before.first, before.first, "p"), *name_]
    if before.text == "小" and len(text) == 1 and "动物" in ups(text):
        return _one(before, word, "n")  # 给|小|猴
    if before.text != "小" or is_listed_noun(text) or "小" + text[0] in words("names", "no person"):
        return None
    name = Word("小" + text[0], "", before.first, word.last, "nr")
    if len(text) == 1:
        return [name]
    if len(text) == 2 and (listed_effect(text[1]) or text[1] in "多少比的家"):
        return [name, Word(text[1], "", word.first, word.last, "n" if text[1] == "家" else "v")]
    return None


def _with_complement(before: Word, word: Word) -> list[Word] | None:
    """叼|走"""
    verb = (
        before.tag.startswith("v") and len(before.text) == 1 and before.text not in "有是要没去来"
    )
    ends = word.text in _COMPLEMENTS or word.text in words("effects", "lose ends")
    done = listed_effect(before.text) not in ("", "state", "give")
    if done and word.text in role("finished"):
        return _one(before, word, "v")  # 布置|好
    goes = word.text[:1] in words("effects", "ways taken") and word.text[1:] in ("来", "去")
    ends = ends or goes
    return _one(before, word, "v") if verb and ends else None


def _level(before: Word, word: Word) -> list[Word] | None:
    """减少|到: where a change ends."""
    return _one(before, word, "v") if is_level(before.text + word.text) else None


def _institution(before: Word, word: Word) -> list[Word] | None:
    """希望|小学, 饲养|组, 安溪|站"""
    if len(before.text) < 2 or before.text in words("names", "no first part"):
        return None
    works = before.tag[:1] == "v" or bool(listed_effect(before.text[0]))  # 修路|队
    if word.text in ("组", "队", "场", "部", "处") and works:
        return _one(before, word, "nt")
    if listed_effect(before.text):
        return None
    named = before.text not in words("names", "time") | words("names", "person")
    if word.text in words("names", "institution") and named:
        return _one(before, word, "nt")
    kept = word.text in tuple("馆棚圈舍窝笼罐") and sort_of(before.text, before.tag) == "thing"
    if (word.text in ("站", "村", "厂") or kept) and before.tag[:1] == "n":
        return _one(before, word, "nt")
    return None


def _full_name(before: Word, word: Word) -> list[Word] | None:
    """王|刚, 亮|亮, 亮|亮多"""
    twice = before.text == word.text[:1] and word.text[1:] in tuple("多少比有的家")
    if twice and len(word.text) == 2:
        name = Word(before.text * 2, "", before.first, word.first, "nr")
        tag = "n" if word.text[1] == "家" else "v"
        return [name, Word(word.text[1], "", word.last, word.last, tag)]
    if len(before.text) > 1 or len(word.text) > 1:
        return None
    if word.text == before.text and word.text not in "多少个天常刚渐一":
        return _one(before, word, "nr")
    surname = before.text in words("entities", "surname") and before.tag[:1] in ("n", "q")
    return _one(before, word, "nr") if surname and word.text in _GIVEN else None


def _compared_name(before: Word, word: Word) -> list[Word] | None:
    """比林|琳"""
    surname = before.text[:1] == "比" and before.text[1:] in words("entities", "surname")
    if not surname or len(word.text) > 1 or word.tag[:1] not in ("n", "x"):
        return None
    than = Word("比", "", before.first, before.first, "p")
    return [than, Word(before.text[1] + word.text, "", before.last, word.last, "nr")]


def _titled(before: Word, word: Word) -> list[Word] | None:
    """杨|老师"""
    surname = len(before.text) == 1 and before.text in words("entities", "surname")
    titled = surname and len(word.text) > 1 and word.text in words("names", "person")
    return _one(before, word, "nr") if titled else None


def _verb_at_end(before: Word, word: Word) -> list[Word] | None:
    """买|菜花|了: the verb that 了 shows."""
    text = before.text
    if word.text != "了" or len(text) < 2 or before.tag.startswith("v") or listed_effect(text):
        return None
    if not listed_effect(text[-1]):
        return None
    first = Word(text[:-1], "", before.first, before.last, "nr" if before.tag == "nr" else "n")
    return [first, Word(text[-1], "", before.first, before.last, "v"), word]


def _verb_glued(before: Word, word: Word) -> list[Word] | None:
    """买|肉用|去, 周燕捞|走: the verb that its complement shows."""
    text, name = before.text, before.tag == "nr"
    if word.text not in _COMPLEMENTS | {"给"} or len(text) != 2 + name or listed_effect(text):
        return None
    if (before.tag[:1] in ("v", "t") and known(text)) or not listed_effect(text[-1] + word.text):
        return None
    noun = Word(text[:-1], "", before.first, before.last, "nr" if name else "n")
    return [noun, Word(text[-1] + word.text, "", before.last, word.last, "v")]


def _time(before: Word, word: Word) -> list[Word] | None:
    """上|月余, 早|上来: a time, and the verb after it."""
    name, verb = before.text + word.text[0], word.text[1:]
    if len(before.text) > 1 or name not in words("names", "time") or not listed_effect(verb):
        return None
    time = Word(name, "", before.first, word.first, "t")
    return [time, Word(verb, "", word.last, word.last, "v")]


def _pointed(before: Word, word: Word) -> list[Word] | None:
    """上|个|赛季, 这个|学期: which one of several such times."""
    if before.text in words("names", "pointing") and word.text == "个":
        return _one(before, word, "r")
    point = before.text.removesuffix("个")
    if point not in words("names", "pointing") or word.text not in words("names", "period"):
        return None
    return _one(before, word, "t")


def _labelled(before: Word, word: Word) -> list[Word] | None:
    """甲|囤, 甲|数, 大|班"""
    place = word.text in words("names", "place") and word.tag[:1] == "v"
    named = before.text in ("甲", "乙", "丙", "丁") and (place or word.text == "数")
    named = named or (before.text in ("大", "中", "小") and word.text == "班")  # of a nursery
    return _one(before, word, "nt") if named else None


def _band(before: Word, word: Word) -> list[Word] | None:
    """蓝领|带, 红丝|带"""
    band = word.text == "带" and before.text[1:][-1:] in words("characters", "before a band")
    return _one(before, word, "n") if band else None


def _number_noun(before: Word, word: Word) -> list[Word] | None:
    """只|数"""
    return _one(before, word, "n") if before.text + word.text in words("roles", "numbers") else None


def _listed(before: Word, word: Word) -> list[Word] | None:
    """用|去, 下|载, 图书|角: what the lexicon has as one word."""
    text = before.text + word.text
    if text in joined_words():
        return _one(before, word, "v")
    named = len(text) > 2 and (text in named_words() or is_listed_noun(text))
    return _one(before, word, "n") if named else None


_RULES: Final[tuple[_Rule, ...]] = (
    _short_name,
    _with_complement,
    _level,
    _full_name,
    _compared_name,
    _titled,
    _institution,
    _verb_at_end,
    _verb_glued,
    _time,
    _pointed,
    _labelled,
    _band,
    _number_noun,
    _listed,
)


def reached(found: list[Word], numbers: dict[int, int]) -> list[Word]:
    """The words with 看到第47页 as so many pages read, where the question counts pages."""
    asked = next((n for n, word in enumerate(found) if word.asked), -1)
    units = [word.text[:1] for word in found[asked + 1 : asked + 2]]
    places = [
        n
        for n, word in enumerate(found)
        if n and word.role == "ordinal" and found[n - 1].text[-1] in "到完"
    ]
    first = found[asked - 1].text if asked > 0 else ""
    if len(places) != 1 or first == "第" or not units:
        return found
    at = places[0]
    word, verb = found[at], found[at - 1]
    number = next((n for n in range(word.first, word.last + 1) if n in numbers), None)
    unit = word.text[-1] if not word.text[-1].isdigit() else found[at + 1].text
    if number is None or unit not in units:
        return found
    verb.text = verb.text[:-1] or "完"
    amount = replace(
        word, text=word.text.strip("第" + unit), role="amount", quantity=numbers[number], unit=unit
    )
    return [*found[:at], amount, *found[at + (1 if word.text[-1] == unit else 2) :]]


def _share_labels(found: list[Word]) -> None:
    """五、六年级, 上、下午场: the first of two names lacks what both end with."""
    threes = list(zip(found, found[1:], found[2:], strict=False))
    for one, joiner, other in reversed(threes):
        size = len(one.text)
        named = joiner.role == "joiner" and other.role in ("place", "time")
        if not named or len(other.text) <= size or one.text == other.text[:size]:
            continue
        whole = one.text + other.text[size:]
        numbered = _NUMERALS.issuperset(other.text[:size] + one.text)  # 四、五年级
        if numbered or any(w.text == whole for w in found):
            one.text, one.role = whole, other.role


def settle_words(found: list[Word]) -> None:
    """What only the roles of all words tell."""
    _unit_of_asked(found)
    _keep_entries(found)
    _join_ends(found)
    _share_labels(found)


def _unit_of_asked(found: list[Word]) -> None:
    """应找回多少？ asks in the measure word that all amounts are told with."""
    asked = next((n for n, word in enumerate(found) if word.asked), -1)
    bare = asked >= 0 and not found[asked].unit and found[asked + 1 : asked + 2]
    units = {word.unit for word in found if word.role == "amount" and not word.asked}
    if bare and bare[0].role == "stop" and len(units) == 1:
        found[asked].unit = units.pop()


def _keep_entries(found: list[Word]) -> None:
    """周一：42本: a colon between a name and its amount in a list ends no clause."""
    for before, colon, after in zip(found, found[1:], found[2:], strict=False):
        named = before.role in ("time", "noun", "person", "place", "ordinal", "adjective")
        if colon.text in "：:" and named and after.role == "amount" and not after.asked:
            colon.role = "mark"


def _join_ends(found: list[Word]) -> None:
    """塑料|花57朵, 英语|本: what a noun ends with, though alone it is a verb or counts things."""
    ends = words("characters", "noun ends")
    for place in range(len(found) - 2, -1, -1):
        word, end = found[place : place + 2]
        after = found[place + 2] if place + 2 < len(found) else None
        counts = after is None or after.role in ("stop", "joiner", "amount") or after.text == "有"
        money = after is not None and after.unit in ("元", "块", "角", "分")
        thing = word.role == "noun" and sort_of(word.text, word.tag) == "thing"
        if end.text in ends and thing and counts and not money and "动物" not in ups(word.text):
            word.text, word.last = word.text + end.text, end.last
            del found[place + 1]
