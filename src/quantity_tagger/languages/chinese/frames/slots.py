"""What fills the slots of a fact: who holds, what is counted, when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from quantity_tagger.languages.chinese.frames.mention import HOLDING, Mention, Phrase, Word
from quantity_tagger.languages.chinese.frames.words import (
    dimensions,
    is_listed_noun,
    is_sort,
    sort_of,
    time_order,
    ups,
    words,
)
from quantity_tagger.languages.units import units
from quantity_tagger.situation.facts import Fact, Kind, Time

_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九十")}
#: Measure words that 数 makes nouns of: 樱桃的盒数.
_COUNTED = "张棵本只个条朵辆件支枝页枚人盒箱袋瓶头匹块颗粒筐桶"
_COLOURS = "红黄蓝绿白黑紫粉灰花青橙棕金银"


def split(phrase: Phrase) -> tuple[list[str], str]:
    """The holders that a noun phrase begins with (several where they are joined) and its noun."""
    holders: list[str] = []
    nouns: list[str] = []
    joined = False
    for part in _parts(phrase.words):
        if part is None:
            joined = True
            continue
        last = max((place for place, word in enumerate(part) if _holds(word)), default=-1)
        holder = _holder(part[: last + 1])
        noun = "".join([word.text for word in part[last + 1 :]])
        if holder and not (nouns and not joined):
            if (joined and not nouns) or not holders:
                holders.append(holder)
            elif sort_of(holders[-1]) != "person" or _comes_after(holder, part[last]):
                # 小明的妈妈 is 妈妈, 小明的家 stays with 小明, 东边的楼 is one of several
                holders[-1] = holders[-1] + holder if tells_which(holders[-1]) else holder
        elif holder:
            noun = holder + noun
        if noun:
            if nouns and not joined:
                nouns[-1] += noun
            else:
                nouns.append(noun)
        joined = False
    if (
        holders
        and nouns
        and len(phrase.words) > 2
        and phrase.words[-1].role != "noun"
        and _mixed(phrase.words)
    ):
        return [*nouns, *holders], ""  # 小松鼠和松鼠妈妈
    if holders and nouns and _mixed(phrase.words) and not any(w.role == "de" for w in phrase.words):
        return [*holders, *nouns], ""  # 叔叔和狗
    return holders, "、".join(nouns)


def owned(mention: Mention, phrase: Phrase) -> tuple[list[str], str] | None:
    """The owner and what is counted, which could be a holder elsewhere: 甲店的箱子有5个."""
    cut = max((n for n, word in enumerate(phrase.words) if word.role == "de"), default=-1)
    told = mention.object or mention.noun or phrase.inside or mention.standard is not None
    people = mention.word.unit in ("", "人", "名", "位") or size_of(mention.word.unit)
    if told or people or mention.verb not in ("有", "共有", "") or mention.flags & {"among"}:
        return None
    thing = phrase.words[cut + 1 :]
    owners = split(Phrase(phrase.words[:cut]))[0] if cut > 0 else []
    holds = len(thing) == 1 and _holds(thing[0]) and thing[0].role != "pronoun"
    return (owners, thing[0].text) if owners and holds else None


def of_the_way(mention: Mention, holder: str, noun: str) -> tuple[str, str]:
    """小宁家离学校500米, 家到学校900米: the length of a way is nobody's."""
    if mention.verb in words("roles", "apart"):
        return "", ""
    way = "arrive" in mention.flags and mention.verb in ("", "有", "是", "共有", "长")
    return ("", noun) if way and size_of(mention.word.unit) == "length" else (holder, noun)


def counts_things(unit: str) -> bool:
    """Whether a measure word counts things, and no animals or sizes."""
    return unit not in words("kinds", "animal units") and not size_of(unit)


def names_people(noun: str) -> bool:
    """Whether a noun names people, as listed or by what it ends with: 工作人员."""
    listed = tuple([one for one in words("kinds", "people") if len(one) > 1])
    return noun in words("kinds", "people") or noun.endswith((*listed, "们"))


def _comes_after(holder: str, word: Word) -> bool:
    """Whether it is whom somebody's possessions are told of, and not the one who has it."""
    return word.role == "person" or sort_of(holder) == "person" or is_own_place(holder)


def is_own_place(place: str) -> bool:
    """Whether a place is more than where somebody keeps what is his: 爷爷的果园."""
    return sort_of(place) == "place" and place.endswith(tuple(words("names", "own place")))


def _mixed(found: list[Word]) -> bool:
    """Whether a holder and a thing are joined."""
    return sum(word.role == "joiner" for word in found) == 1


def _parts(found: list[Word]) -> list[list[Word] | None]:
    """The words of a phrase between 的 and joiners; None stands for a joiner."""
    parts: list[list[Word] | None] = [[]]
    for word in found:
        if word.role == "joiner":
            parts += [None, []]
        elif word.role == "de":
            parts.append([])
        else:
            last = parts[-1]
            assert last is not None
            last.append(word)
    return [part for part in parts if part is None or part]


def _holder(found: list[Word]) -> str:
    """The name of a holder; what a person has (小明家, 妹妹口袋) is with the person."""
    if len(found) > 1 and found[-1].text == "自己":
        found = found[:-1]  # 小狗自己
    if len(found) > 1:
        found = [word for word in found if word.role != "plural"] or found
    neighbour = len(found) > 1 and found[-2].text in words("names", "person")
    relative = found[-1].text.endswith(tuple(words("names", "person"))) if neighbour else True
    if neighbour and found[-1].role == "person" and not relative:
        return found[-1].text  # 邻居小红
    home, name = found[0].text[-1:] if len(found) == 1 else "", found[0].text[:-1] if found else ""
    if home == "家" and name and sort_of(name) == "person":
        return name  # 邻居家
    for place, word in enumerate(found[:-1]):
        person = sort_of(word.text, word.tag) == "person" or word.role == "pronoun"
        if person and found[place + 1].role == "place" and found[place + 1].text not in "房室店院":
            return "".join([one.text for one in found[: place + 1]])
    return "".join([word.text for word in found])


def _holds(word: Word) -> bool:
    if word.role in ("person", "place", "plural", "pronoun", "ordinal"):
        return True
    if word.text in words("roles", "side"):
        return True
    return word.role == "noun" and sort_of(word.text, word.tag) != "thing"


def plain_noun(noun: str) -> str:
    """A noun without what only points at it; 红色的花 is 红花."""
    noun = re.sub(rf"([{_COLOURS}])色", r"\1", noun)
    noun = re.sub(rf"总?[{_COUNTED}]?(?:总数|数量?|总?质量|总?重量|总长度?)$", "", noun) or noun
    noun = re.sub("(?:的?总和|之和)$", "", noun) or noun
    noun = re.sub(r"^(?:这种|这些|那些|这样|同样|全部|所有)", "", noun) or noun
    return re.sub(
        rf"(?:总数|总人数|[{_COUNTED}]数|数量|总量|产量|棵树|重量|价格|价钱)$",
        "",
        noun,
    )


#: Which size an adjective tells: wide and long are two sizes of one thing.
_SIZES = {
    word: size
    for size, told in {
        "width": "宽 窄",
        "length": "深 浅 长 短 高 矮 低 远 近 身高 长高 离 距 距离",
        "thickness": "厚 薄",
        "weight": "重 轻 体重 胖 瘦",
        "money": "贵 便宜",
    }.items()
    for word in told.split()
}


def tells_which(holder: str) -> bool:
    """Whether a holder only says which one of several things of a sort is meant."""
    return holder[:1] == "第" or holder in words("roles", "side")


def without_colour(noun: str) -> str:
    """车 for 红车, beside which there are black ones."""
    return re.sub(f"^[{_COLOURS}]色?(?=.)", "", noun)


def without_size(noun: str) -> str:
    """What is measured: 塔 for 塔的高度."""
    sizes = [one for one in dimensions() if len(one) > 1 and noun.endswith(one)]
    return noun.removesuffix(max(sizes, key=len, default=""))


def told_size(mention: Mention) -> str:
    """The dimension that the clause itself names: 高, 重, 体重."""
    for word in (mention.verb, mention.purpose):
        if word in _SIZES:
            return _SIZES[word]
    asked = mention.word.unit[1:] if mention.word.unit[:1] == "多" else ""
    return _SIZES.get(asked, "")


def dimension(mention: Mention) -> str:
    if mention.word.unit == "度" and "电" in (mention.object.text, mention.noun.text):
        return ""  # 用电128度
    return size_of(mention.word.unit)


def size_of(unit: str) -> str:
    """The dimension of a measure word or of a word that asks for a size; a count has none."""
    if unit in ("多长", "多高", "多远", "多宽", "多深", "多厚"):
        return "length"
    return {"多重": "weight", "多大": "age", "多久": "time", "分": ""}.get(
        unit, dimensions().get(unit, "")
    )


def counted(noun: str, unit: str) -> Kind:
    """The kind of what a noun names, or of whatever a classifier counts."""
    noun = plain_noun(noun)
    parts = [part for part in noun.split("、") if part]
    if len(parts) > 1:
        return Kind(noun, parts=tuple([counted(part, unit) for part in parts]))
    above = {f"#{unit}"} if unit else set()
    if unit in ("人", "名", "位") or noun in words("kinds", "people"):
        above |= {"人", "#人"}
    if not noun or noun in words("kinds", "anything"):
        if unit in ("人", "名", "位"):
            return Kind("人", ups=frozenset({"#人"}))
        return Kind(f"#{unit}" if unit else "")
    return Kind(noun, ups=frozenset((ups(noun) | above) - {noun}))


def time_of(found: Iterable[Word], flags: set[str]) -> Time:
    """The named time, with its order where it is one of a known row."""
    labels = list(dict.fromkeys([word.text for word in found if word.role == "time"]))
    phase = "start" if "start" in flags else "end" if "now" in flags else ""
    if not labels:
        return Time(phase=phase)  # type: ignore[arg-type]
    if "times joined" in flags:
        return Time(parts=tuple([Time(one, rank=_rank(one)) for one in labels]))
    label = "".join(labels)
    rank = _rank(labels[-1]) if len(labels) == 1 else None
    return Time(label, frozenset(labels) - {label}, rank, phase)  # type: ignore[arg-type]


def level(flags: set[str]) -> Literal["", "to", "from"]:
    """Whether an amount is where a change ends or where it starts."""
    return "to" if "level to" in flags else "from" if "level from" in flags else ""


def is_headless(mention: Mention) -> bool:
    """Whether what is counted is told by what it is like alone: 其中红色的50盏."""
    last = mention.subject[-1].words[-1] if mention.subject else None
    bare = not mention.noun and not mention.object and not mention.relative
    return bare and last is not None and last.role == "de"


def taken_to(mention: Mention) -> Phrase:
    """Where what was taken goes, after the amount: 把16只赶回了羊圈, 拿5本给弟弟, 把6张送给小红."""
    after = [word for word in mention.after if word.role not in ("particle", "det")]
    gives = [place for place, word in enumerate(after) if word.text[-1] == "给"]
    if gives and gives[0] + 1 < len(after):
        receiver = after[gives[0] + 1]
        last = len(after) == gives[0] + 2 or after[gives[0] + 2].role in ("when", "more")
        return Phrase([receiver]) if last and receiver.role in HOLDING else Phrase()
    acts = "acts" in mention.flags or mention.source
    if not acts or len(after) < 2 or after[0].text[-1] not in "回进到入":
        return Phrase()
    return Phrase([after[1]]) if after[1].role in ("place", "located") else Phrase()


def _rank(label: str) -> int | None:
    order = time_order().get(label)
    if order is not None:
        return order[1] + 1
    number = re.match(r"第([一二三四五六七八九十]|\d+)", label) or re.match(r"(\d+)月", label)
    if number is None:
        return None
    text = number.group(1)
    return int(text) if text.isdigit() else _DIGITS[text]


def unit_of(fact: Fact) -> str:
    """The measure word that a fact was told with."""
    return next((up[1:] for up in fact.kind.ups if up.startswith("#")), "")


def feeds(mention: Mention) -> bool:
    """Whether what follows the verb gets the amount that is told."""
    return mention.verb in words("roles", "feed") and bool(dimension(mention))


def common(one: Kind, other: Kind) -> str:
    """What two kinds told together are both: 5只白鹅和3只灰鹅 are geese."""
    first, second = one.head, other.head
    if one.marks or other.marks or first == second:
        return ""
    same = 0
    while same < min(len(first), len(second)) and first[-1 - same] == second[-1 - same]:
        same += 1
    both = first[len(first) - same :]
    return both if same > 1 or (same and (is_listed_noun(both) or is_sort(both))) else ""


def told_whole(facts: Sequence[Fact]) -> Kind | None:
    """What 其中 speaks of: what was told last, or all of a list that it ends."""
    last = facts[-1]
    if last.kind.measure:
        return None
    before = facts[-2] if len(facts) > 1 else last
    listed = (before.effect, before.holder, before.sentence) == (
        last.effect,
        last.holder,
        last.sentence,
    )
    both = common(before.kind, last.kind) if listed else ""
    return counted(both, unit_of(last)) if both else last.kind


def unit_scales(told: Sequence[str]) -> dict[str, Fraction]:
    """Factors that bring the units of one dimension to the smallest that the text has; a name of
    several dimensions (分) is of that which most of the others are of.
    """
    sizes: dict[str, dict[str, Fraction]] = {}
    for unit in dict.fromkeys(told):
        for dimension, (_, size) in units("zh").get(unit, {}).items():
            if size is not None:
                sizes.setdefault(dimension, {})[unit] = size
    found: dict[str, Fraction] = {}
    for group in sorted(sizes.values(), key=len, reverse=True):
        least = min(group.values())
        for unit, size in group.items():
            found.setdefault(unit, size / least)
    return found
