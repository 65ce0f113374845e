"""Word lists of the frames, read once from the lexicon, and what they say of a word."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, Literal

from quantity_tagger.languages.lexicon import load

Sort = Literal["person", "place", "thing"]

_LABELLED: Final = re.compile(
    r"(?:[甲乙丙丁ABCD一二三四五六七八九十0-9]{1,3}(?:\(\d+\))?"
    r"(?:年级|班|组|队|车间|校|村|厂|店|仓|号|楼|数))+"
)


@cache
def words(name: str, section: str) -> frozenset[str]:
    """The words of a section of a Chinese lexicon file, several to a line."""
    return frozenset(word for line in load("zh", name).get(section, ()) for word in line.split())


@cache
def any_of(name: str, section: str) -> re.Pattern[str]:
    """A pattern of the words of a section, the longest first."""
    return re.compile("|".join(sorted(words(name, section), key=len, reverse=True)))


@cache
def role(section: str) -> frozenset[str]:
    """The words of a section of ``roles.txt``."""
    return words("roles", section)


@cache
def _effects() -> dict[str, str]:
    found: dict[str, str] = {}
    for effect, lines in load("zh", "effects").items():
        if " " not in effect:
            for line in lines:
                for verb in line.split():
                    found.setdefault(verb, effect)
    return found


def listed_effect(verb: str) -> str:
    """What a listed verb does; the empty string where no list has it."""
    effects = _effects()
    done = effects.get(verb[:-1], "") if verb[1:] in ("好", "完") else ""  # 剪好
    return effects.get(verb) or effects.get(verb.rstrip("了过着")) or done


@lru_cache(maxsize=1 << 12)
def effect_of(verb: str) -> str:
    """What a verb does to an amount: as listed, else by its complement or its last characters."""
    verb = verb.rstrip("了过着") or verb
    found = "state" if is_level(verb) else listed_effect(verb) or _directed(verb)
    if found:
        return found
    if verb[1:].endswith("给"):
        return "give"
    for place in range(len(verb) - 1, -1, -1):
        if verb[place] in words("effects", "lose ends"):
            return "lose"
        if verb[place] in words("effects", "gain ends"):
            return "gain"
    for size in range(len(verb) - 1, 0, -1):
        if found := listed_effect(verb[:size]):
            return found
    return "do"


def verb_effect(lemma: str, tag: str) -> str:
    """What a word does to an amount if it is a verb, which its tag does not always tell."""
    return effect_of(lemma)


_MOVES: Final = frozenset(["come", "leave", "lose", "gain", "remove", "put", "take", "give", "use"])


def moves(verb: str) -> bool:
    """Whether a verb after what is counted moves it: 9只飞走了, 18个孩子爬上去."""
    told = listed_effect(verb) or verb[-1] in "来去走"
    return bool(told) and effect_of(verb) in _MOVES


def is_level(verb: str) -> bool:
    """Whether a verb tells where a change ends: 减少到, 升至, 变成."""
    if verb in words("effects", "becomes"):
        return True
    return verb[-1:] in ("到", "至") and listed_effect(verb[:-1]) in ("rise", "fall")


def _directed(verb: str) -> str:
    """What a direction after a verb says (放进去, 拿出来, 摘下来); what is made comes out."""
    way = verb[:-1] if verb.endswith(("来", "去")) else verb
    stem, way = way[:-1], way[-1:]
    own = listed_effect(stem)
    if not stem or way not in words("effects", "ways taken"):
        return ""
    if way == "出":
        return "make" if own == "make" else "lose"
    if verb[-1] == way:
        return ""
    if way in words("effects", "gain ways"):
        return "gain"
    if way in words("effects", "ways there") and own == "put":
        return "gain"  # 放回去
    if way in words("effects", "ways there"):
        return "gain" if verb[-1] == "来" else "lose"
    return own if own not in ("", "do", "state") else "lose"


@cache
def _sorts() -> dict[str, frozenset[str]]:
    above: dict[str, set[str]] = {}
    for line in load("zh", "kinds").get("sorts", ()):
        sort, *members = line.split()
        for member in members:
            above.setdefault(member, set()).add(sort)
    for person in words("kinds", "people"):
        above.setdefault(person, set()).add("人")
    return {member: frozenset(found - {member}) for member, found in above.items()}


def is_listed_noun(word: str) -> bool:
    """Whether the lexicon knows a word as the name of things."""
    return word in _sorts() or word in _tops() or word in words("kinds", "seats")


def is_sort(word: str) -> bool:
    """Whether a word names what other things are sorts of: 花, 水果."""
    return any(line.split()[0] == word for line in load("zh", "kinds").get("sorts", ()))


@cache
def _tops() -> frozenset[str]:
    return frozenset(
        line.split()[0] for line in load("zh", "kinds").get("sorts", ()) if len(line.split()[0]) > 1
    )


@lru_cache(maxsize=1 << 12)
def ups(noun: str) -> frozenset[str]:
    """The more general names of a noun: what it ends with, and the sorts of those."""
    sorts = _sorts()
    ends = [noun[place:] for place in range(len(noun))]
    found = {end for end in ends[1:] if end not in ("子", "儿", "头", "们", "学", "者", "员")}
    for end in ends:
        found |= sorts.get(end, frozenset())
    found |= {end + "子" for end in ends if len(end) == 1}
    if noun.endswith("子") and len(noun) > 2:  # 桃子, 桃
        found |= sorts.get(noun[:-1], frozenset())
    return frozenset(found - {noun})


@lru_cache(maxsize=1 << 12)
def sort_of(word: str, tag: str = "") -> Sort:
    """Whether a name is of somebody, of a place, group or container, or of a thing."""
    small = len(word) > 2 and word[0] in "小大老" and word[1:] in _sorts()  # 小猴子
    if small or word in words("names", "no person") or word in _sorts():
        place = word[0] == "小" and word.endswith(tuple(words("names", "place")))
        return "place" if place and word not in _sorts() else "thing"
    if word[:1] in ("男", "女", "新", "老") and word[1:] in words("kinds", "people"):
        return "thing"  # 男医生: who is counted
    if word in role("plural") or any(word.endswith(one) for one in words("names", "person")):
        return "person"
    if is_label(word):
        return "place"
    people = tuple([one for one in words("kinds", "people") if one[1:]])
    if word[2:] and word[-1] in load("zh", "characters")["trade"][0] and not word.endswith(people):
        return "person"
    if _is_name(word, tag):
        return "person"
    if any(word.endswith(one) for one in words("names", "place")):
        return "place"
    return "place" if tag in ("ns", "nt") else "thing"


def _is_name(word: str, tag: str) -> bool:
    if len(word) < 2:
        return word in tuple("甲乙丙丁")
    if word[0] in "小老阿晓" and len(word) == 2:
        return True
    if len(word) == 2 and word[0] == word[1] and tag not in ("q", "m"):
        return True
    if len(word) <= 3 and tag == "nr" and word[0] in words("entities", "surname"):
        thing = (word[2:] or word[0] in "白黄金") and is_listed_noun(word[1:])  # 白玫瑰, 白羊
        return word[-1] not in "村镇乡县" and not thing
    return len(word) == 3 and word[0] in "小阿" and word[1] == word[2]


def is_label(word: str) -> bool:
    """Whether a word names one of several by a number or letter: 二年级, 甲组."""
    return _LABELLED.fullmatch(word) is not None


#: Whom a pronoun does not stand for.
_APART = {"她": "male", "他": "female"}


def is_unlike(pronoun: str, name: str) -> bool:
    """Whether a name is of somebody for whom a pronoun does not stand: 弟弟 for 她."""
    others = words("entities", _APART[pronoun]) if pronoun in _APART else ()
    return any(word in name for word in others)


@cache
def dimensions() -> dict[str, str]:
    """Measure words and nouns that stand for a dimension: 米 and 身高 for length."""
    found: dict[str, str] = {}
    measures = load("zh", "measures")
    for section, name in (
        ("length", "length"),
        ("mass", "weight"),
        ("money", "money"),
        ("area", "area"),
        ("volume", "volume"),
        ("time", "time"),
    ):
        for unit in measures[section]:
            found[unit] = name
    found.update({"岁": "age", "周岁": "age", "度": "temperature", "摄氏度": "temperature"})
    found.update({"℃": "temperature", "°": "temperature", "°C": "temperature"})
    for section in load("zh", "kinds"):
        if section.startswith("dimension "):
            for noun in words("kinds", section):
                found.setdefault(noun, section.split()[1])
    return found


def dimension_of(noun: str) -> str:
    """The dimension that a noun stands for: length for 身高, money for 话费."""
    money = noun[1:].endswith(tuple(words("kinds", "money ends")))
    return dimensions().get(noun, "money" if money else "")


@cache
def time_order() -> dict[str, tuple[int, int]]:
    """For a named time its line and its place in it."""
    found: dict[str, tuple[int, int]] = {}
    for row, line in enumerate(load("zh", "names")["order"]):
        for place, name in enumerate(line.split()):
            found.setdefault(name, (row, place))
            if name[0] in words("names", "pointing") and name[1:] in words("names", "period"):
                found.setdefault(f"{name[0]}个{name[1:]}", (row, place))
    return found
