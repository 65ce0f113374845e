"""Who has and what is counted: the two slots that every mention fills."""

from __future__ import annotations

import re

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.holders import Holders, is_plural
from quantity_tagger.languages.chinese.frames.mention import Mention, Phrase, Word
from quantity_tagger.languages.chinese.frames.words import (
    dimension_of,
    dimensions,
    effect_of,
    is_listed_noun,
    role,
    sort_of,
    ups,
    words,
)
from quantity_tagger.languages.lexicon import load
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Fact, Kind

_HEADS = ("人", "名", "位")
_TIMES = frozenset(["场", "次", "项", "节", ""])
#: Where something is done that is no place.
OCCASION = re.compile("(?:比赛|竞赛|活动|测验|考试|运动会|赛|游戏|课|大会|劳动)$")


class Counting(Holders):
    """Holders, and the kinds that a story has counted."""

    words: list[Word]

    def __init__(self, person_words: set[str]) -> None:
        super().__init__(person_words)
        self.facts: list[Fact] = []
        self.kind: dict[str, Kind] = {}  # the kind counted last with each measure word
        self.kinds: list[Kind] = []
        self.whole: Kind | None = None  # the whole that 其中 spoke of
        self.sizes: dict[str, Kind] = {}  # what was measured last in each dimension
        self.thing = ""  # what a clause of its own names: 一捆电线，用去28米
        self.worked_on: dict[str, str] = {}  # verbs and their objects: 修一条水渠，已经修了650米
        self.goods = ("", "")  # a measure word, and what may be anything that it counted: 货物
        self.home = ""  # where a clause of its own says that things are
        self.crowd = ""  # the people that a clause of its own names
        self.keeper = ""  # who keeps things in several places
        self.asked_places: set[str] = set()  # in which the question asks what there is

    def party(self, phrase: Phrase, *, receiver: bool = False) -> str:
        """The other side of a transfer; a place that only gets is none of the story's holders."""
        if not phrase:
            return ""
        holders, noun = slots.split(phrase)
        if holders:
            if not receiver or sort_of(holders[0]) == "person":
                self.meet(holders)
            return self.named(holders[0])
        return self.alias(noun)

    def who_and_what(self, mention: Mention, effect: str) -> tuple[str, str]:
        """The locus and the counted noun of a mention."""
        holder, noun = "", ""
        places = []
        for phrase in mention.subject:
            found, rest = self._subject(mention, phrase)
            if rest and noun and not (found or holder) and "动物" in ups(noun) - ups(rest):
                found = self.alias(noun)  # 小松鼠运回家的松果有34个
                self.meet([found])
            holder, noun = found or holder, rest or noun
            places += [found] if found and phrase.inside else []
        members = self.groups.get(holder, ("",))
        if DIRECTION.get(effect) and members[0] in self.people and "total" not in mention.flags:
            company = all(one in words("names", "company") for one in members[1:])
            holder = members[0] if company else holder  # 小明和朋友们吃了5个
        if "places joined" in mention.flags and len(set(places)) > 1:  # 树上和地上一共
            holder = self.group(places)
        if noun and not holder and self._acts(mention, effect, noun):
            holder, noun = self.named(noun) if is_plural(noun) else self.alias(noun), ""
            self.meet([holder])
        boards = mention.verb[-1:] in words("names", "vehicle ends")  # 在南站下车: not from there
        own = slots.dimension(mention) in ("age", "time")
        there = mention.at and effect != "do" and not own  # 姐姐在银行工作6年
        if there and not boards and not OCCASION.search(mention.at.text):
            holders, rest = slots.split(mention.at)
            where = self.alias(holders[0] if holders else rest)
            if not (holder in self.people and effect == "gain" and where not in self.holders):
                self.meet(holders)  # 妈妈在超市买了12个: hers, not the shop's
                holder = where or holder
        into = "toward" in mention.flags and mention.source.inside != ""
        if into and effect in ("gain", "put"):
            if self._kept_by(mention.source):  # 李师傅的油箱里有18升，又往油箱里加了5升
                holder, mention.kept = self.keeper, mention.source.words[-1].text
            else:
                holder = self.party(mention.source) or holder  # 往饭卡里充了200元
        size = slots.dimension(mention)  # 从商场买回一件衣服86元, 小红从家走了350米
        spent = size in ("money", "time") or (size == "length" and holder in self.people)
        if mention.source and effect in ("remove", "lose", "leave", "use") and not spent:
            holder = self.party(mention.source) or holder
        given = slots.split(mention.to)
        if all(given) and not (mention.noun or slots.names_people(given[1])):  # 送给小雨卡片5张
            noun = given[1]
        for phrase in (mention.object, mention.noun):
            holders, rest = slots.split(phrase)
            if phrase is mention.object and slots.feeds(mention):
                continue  # 喂猫100毫升: of the milk
            told = phrase is mention.noun and mention.word.unit
            deed = [w.tag[:1] for w in phrase.words] == ["v"] and not is_listed_noun(rest)
            other = not (told or rest) and [sort_of(one) for one in holders] == ["person"]
            if self.known(mention.word.unit) and (other or (told and deed and rest[1:])):
                continue  # 又赢了小刚7颗, 拔了15棵做饭
            if told == "人" and not slots.names_people(rest):
                continue  # 多少人滑冰
            if rest or holders:
                joined = any(word.role == "joiner" for word in phrase.words)
                compound = bool(rest) and len(phrase.words) == 2 and not joined
                if compound and (len(rest) == 1 or phrase is mention.noun):
                    rest = phrase.text  # 水罐|车, 8名一年级|学生
                noun = rest or ("、" if joined else "").join(holders)
        return holder, noun

    def _subject(self, mention: Mention, phrase: Phrase) -> tuple[str, str]:
        """The holder and the noun of a phrase before the verb."""
        holders, rest = slots.split(phrase)
        owned = slots.owned(mention, phrase)
        if owned is not None and self.known(mention.word.unit) is None:
            self.meet(owned[0])
            return self.named(owned[0][0]), owned[1]  # 甲店的箱子有5个
        if phrase.words[0].role == "pronoun" and holders and holders[0] != phrase.words[0].text:
            self.named(phrase.words[0].text)  # 她的邻居有5本，她…: she is who she was
        unit = mention.word.unit
        headless = phrase.words[-1].role == "de" and not phrase.inside and not holders
        undone = unit in _HEADS or "negative" in mention.flags
        if headless and undone and mention.standard is None and rest:
            mention.relative = mention.relative or rest  # 选足球的有26人
            return "", ""
        anybody = unit == "个" and not (mention.object or mention.noun)
        acting = [] if unit in _HEADS or anybody else rest.split("、")
        if acting and all(map(slots.names_people, acting)):
            among = "among" in mention.flags  # 其中8号队员得了15分
            holders, rest = (acting if among else holders or acting), ""  # 客人喝了1.5升
            self.people |= set(acting)
        last = phrase.words[-1].text
        home = phrase.inside and phrase.words[0].role == "place"
        if home and len(phrase.words) > 1 and last.endswith(tuple(self.asked_places)):
            self.meet([last])  # 奶奶家的鸡窝里有14枚，…鸡窝里有几枚
            return self.alias(last), ""
        if phrase.inside and self._kept_by(phrase):
            mention.kept = phrase.words[-1].text  # 林峰箱子里有2个，桌子上有4个: all his
            return self.keeper, ""
        place = (holders or [rest])[0]
        pocket = place if phrase.inside or place[-1:] not in ("里", "上", "中") else place[:-1]
        own = pocket in words("names", "own pocket") and (phrase.inside or pocket != place)
        apart = pocket in self.holders or "places joined" in mention.flags
        if own and self.topic in self.people and not apart:
            return "", rest if holders else ""  # in one's own pocket
        whole = next((kind for kind in self.kinds if rest == kind.head), None)
        among = phrase.inside == "中" and whole is not None
        if among:
            self.whole = whole
            mention.flags.add("among")
        if len(holders) > 1:
            named = [self.named(one, holders[1 - place]) for place, one in enumerate(holders[:2])]
            self.meet(holders)
            return self.group(named + [self.named(one) for one in holders[2:]]), rest
        if holders:
            if holders[0] in self.shared:
                holders[0] = phrase.text.replace("的", "")
            self.meet(holders)
            holder = self.named(holders[0])
            if phrase.words[0].role == "person":
                self.belongs(holder, phrase.words[0].text)
            event = OCCASION.search(rest) and unit not in _TIMES  # 小王比赛赢了5颗
            event = event or rest[:-1] in words("names", "own pocket")  # 亮亮身上带着50元
            return holder, "" if event or phrase.inside else rest
        if phrase.inside and rest and not among:
            if OCCASION.search(rest):
                return "", ""
            holder = self.alias(rest)
            self.meet([holder])
            return holder, ""
        return "", rest

    def _kept_by(self, phrase: Phrase) -> bool:
        """Whether somebody keeps what he has in a place; whoever is named with it is the keeper
        from then on.
        """
        first, rest = phrase.words[0], phrase.words[1:]
        if rest and slots.is_own_place(rest[-1].text):
            return False
        if first.role in ("person", "pronoun") and rest:
            self.meet([first.text])
            self.keeper = self.named(first.text)
            return True
        alone = first.role not in ("person", "pronoun") and self.keeper == self.topic != ""
        return alone and not rest

    def _acts(self, mention: Mention, effect: str, noun: str) -> bool:
        """Whether the noun before the verb has or does and is not what is counted."""
        unit = mention.word.unit
        known = self.known(unit)
        other = known is not None and known.head != noun and "、" not in noun
        does = effect != "state" and "by" not in mention.flags
        wares = known is not None and bool(ups(noun) & ups(known.head) - {"动物"})  # 鲤鱼, 草鱼
        counts = known is None and slots.counts_things(unit)
        if does and (other or counts) and ups(noun) & {"动物", "天气"} and not wares:
            return True  # 白猫钓的比花猫多, 灰兔采到31朵
        new = not is_listed_noun(noun) and all(noun != kind.head for kind in self.kinds)
        if does and other and new and "more" in mention.flags and not wares:
            return True  # 物业又买了10个
        carries = does and noun[1:][-1:] in words("names", "vehicle ends") and bool(self.facts)
        if carries and (other or (known is None and slots.size_of(unit))) and not wares:
            return True  # 大货车运走35吨
        if effect == "room" and not (mention.object or mention.noun):
            return True  # 书包最多能装12千克
        counted = mention.object or mention.noun or unit in _HEADS or "acts" in mention.flags
        if not counted or noun in words("kinds", "people") or mention.relative:
            return False
        if mention.flags & {"among", "by"}:  # 羊中有13只是黑色的, 鹅被狐狸叼走4只
            return False
        if unit in _HEADS:
            return noun[-1] not in words("kinds", "people ends")
        sized = slots.dimension(mention) in ("money", "age")
        return not sized and mention.standard is None and not self._names_counted(mention, noun)

    def _names_counted(self, mention: Mention, noun: str) -> bool:
        """Whether a noun before the verb is more or less what is counted: 水果有苹果5个."""
        if not is_listed_noun(noun):
            return False
        told = slots.plain_noun((mention.noun or mention.object).text)
        return not told or noun == told or noun in ups(told) or told in ups(noun)

    def counted(self, mention: Mention, holder: str, noun: str) -> tuple[Kind, str]:
        unit = mention.word.unit
        size = "" if unit in self.kind else slots.dimension(mention)  # 度 of electricity
        told = slots.told_size(mention)
        stands = dimension_of(noun)
        ticket = unit and not size and stands == "money"  # 5张门票
        if stands and not ticket and not ("de" in mention.flags and mention.noun):
            told, noun = told or stands, ""
        what = slots.without_size(noun) if size else noun
        if what != noun:  # 塔的高度是5米
            told, noun = told or dimensions()[noun.removeprefix(what)], what
        if (told and (size or not unit)) or size in ("age", "temperature", "money", "time"):
            if size == "temperature":
                noun = re.sub("(?:最[高低])?(?:气温|温度|体温|水温)$", "", noun)
            holder, noun = slots.of_the_way(mention, holder, noun)
            own = noun and not (holder and size == "money" and told != "money" and mention.verb)
            own = own and not (size == "time" and mention.noun and mention.verb)  # 弹28分钟钢琴
            if own or ("de" in mention.flags and mention.noun):
                owned = (
                    holder in self.people
                    and size in ("length", "weight")
                    and "动物" not in ups(noun)
                )
                first = holder if owned or slots.tells_which(holder) else ""  # 第一棵树, 小明的绳子
                holder = self.group(noun.split("、")) if "、" in noun else first + noun
            return Kind(
                told if told and size in ("length", "weight", "") else size, measure=True
            ), holder
        listed = size in self.kind or mention.noun or mention.object
        if size == "length" and noun and not listed:  # 蓝布80米，红布65米: both are kinds
            named = self.group(noun.split("、")) if "、" in noun else noun
            return Kind(size, measure=True), named  # 绳子用去5米
        counted = [kind for kind in self.kinds if f"#{unit}" in kind.ups and not kind.marks]
        if size and not noun:
            known = self.known(unit) if size in ("weight", "volume") else None
            known = self.kind.get(size) or known
            if known is not None and mention.word.asked and len(counted) > 1:
                known = slots.counted("", unit)  # 运来米30千克，面20千克，…还剩多少千克: of both
            return known or Kind(size, measure=True), holder
        if not (noun or unit) and holder.endswith("数"):
            return Kind("数"), holder  # 甲数是5
        if not noun and not mention.relative and (unit or mention.unknown):
            known = self.known(unit)
            if mention.word.asked and unit == "个":  # 4个小朋友摘了60个山楂，…还剩几个
                counted = [k for k in counted if k.head not in words("kinds", "people")]
            other = known is not None and {up for up in known.ups if up[0] == "#"} - {f"#{unit}"}
            alone = counted == [known] or not (counted or other)  # 去钓鱼，…多少条
            if known is not None and (not mention.word.asked or alone):
                return known, holder
        thing = holder or self.topic
        if not noun and unit in role("parts of a thing") and thing and sort_of(thing) == "thing":
            noun = thing  # 一本书共有112页
        headless = unit in _HEADS or "which" in mention.flags or not mention.word.asked
        if mention.relative and not noun and headless:  # 其中会唱歌的有32人, 拆了旧的4间
            them = self.whole or self.known(unit)
            noun = them.head if them is not None and not them.measure else ""
        whole = self.kind.get(unit)
        if whole is not None and noun and slots.is_headless(mention) and not whole.measure:
            head = slots.without_colour(whole.head) if noun[-1] == "色" else whole.head
            noun += head if noun not in head and head[:1] != "#" else ""
        kind = slots.counted(noun, unit)
        if size:
            kind = Kind(kind.head, ups=kind.ups | {size}, parts=kind.parts)
        if mention.relative:
            marks = frozenset([mention.relative])
            if "negative" in mention.flags:
                kind = Kind(kind.head, lacks=marks, ups=kind.ups)
            else:
                parts = tuple(
                    [part._replace(marks=marks) for part in kind.parts if mention.word.asked]
                )
                kind = Kind(kind.head, marks, ups=kind.ups, parts=parts)
        if noun and not mention.word.asked and "which" not in mention.flags:
            self._remember(mention, kind, size or unit)
        return kind, holder

    def _remember(self, mention: Mention, kind: Kind, unit: str) -> None:
        """Keeps what was counted, for what is told by its measure word alone."""
        last = self.kind.get(unit)
        both = slots.common(last, kind) if "joined" in mention.flags and last is not None else ""
        head = last.head if last is not None else "#"
        wide = head in kind.ups and kind.head.endswith(head.removesuffix("子"))
        if not (wide and DIRECTION.get(effect_of(mention.verb))):  # 23只鸽子，孵出8只小鸽子
            self.kind[unit] = slots.counted(both, unit) if both else kind
        if not mention.word.unit:  # 白糖9袋，红糖6袋，卖出一些糖后，还剩5袋: of both sorts
            for name, narrow in self.kind.items():
                if kind.head in narrow.ups:
                    above = {name} if name in narrow.ups else {f"#{name}"}
                    self.kind[name] = Kind(kind.head, ups=kind.ups | above)
        if kind not in self.kinds:
            self.kinds.append(kind)

    def told_kind(
        self, mention: Mention, kind: Kind, holder: str, noun: str, *, priced: bool
    ) -> Kind | None:
        """What is measured, where that is not whose size it is: 爸爸的话费, 水库的水位. Where it is
        left out it is what was measured or worked on last.
        """
        unit = mention.word.unit
        if kind.lacks and mention.relative in kind.lacks:  # 不会游泳的: not whoever does
            told = [w for w in self.words if w.role == "negative" and w.first in mention.words]
            mark = "".join([w.text.removesuffix("会") for w in told]) + mention.relative
            return Kind(kind.head, frozenset([mark]), ups=kind.ups)
        if noun in words("kinds", "anything") and not kind.marks:
            self.goods = (unit, noun)
        if kind.head == f"#{unit}" and unit == self.goods[0] and not kind.marks:
            return Kind(self.goods[1], ups=kind.ups | {kind.head})  # 装了34箱 where 能装50箱货物
        thing = self.worked_on.get(mention.verb[:1], "")
        if kind.head == f"#{unit}" and not noun and thing and unit not in role("times done"):
            return slots.counted(thing, unit)  # 两人踢毽子，莉莉踢了33个
        if kind.head == "人" and not kind.marks and self.crowd:
            return slots.counted(self.crowd, unit)
        if holder[:1] == "第" and kind.measure and len(self.kinds) == 1:
            return self.kinds[0]  # 有两捆电线，第一捆长72米
        apart = mention.verb in role("apart")  # 小宁家离学校500米: of the way
        if not kind.measure or apart or (holder and self._is_thing(holder)):
            return None
        said = (mention.purpose, mention.verb) if holder else ()
        noun = noun or next((word for word in said if word[1:] and dimension_of(word)), "")
        if noun and noun != holder and noun not in words("kinds", f"dimension {kind.head}"):
            named = slots.counted(noun, unit)
            if kind.head != "money" or dimension_of(noun) == "money":  # not what is bought
                self.sizes[kind.head] = named
            return named
        if noun or priced or kind.head in ("age", "time") or slots.told_size(mention):
            return None
        sorts = {f.named for f in self.facts if f.kind.head == kind.head and f.named is not None}
        if mention.word.asked and "total" in mention.flags and len(sorts) > 1:
            return None  # 交水费68元，交电费125元，一共交了多少元
        if kind.head in self.sizes or kind.head == "money":
            return self.sizes.get(kind.head)
        whole = self.kinds[0] if len(self.kinds) == 1 else Kind()  # 有一匹布，用去5米
        bare = not any(up[0] == "#" for up in whole.ups)
        thing = self.thing or next(reversed(self.worked_on.values()), "")
        thing = thing or (whole.head if bare else "")
        return slots.counted(thing, unit) if thing and "、" not in thing else None

    def _is_thing(self, holder: str) -> bool:
        """Whether a holder is what has a size, and not who has things: 绳子, 小熊猫."""
        return all(
            "动物" in ups(one) or (one not in self.people and sort_of(one) == "thing")
            for one in holder.split("、")
            if one
        )

    def sends(self, verb: str, holder: str) -> bool:
        """Whether somebody who has nothing in the story sends something to whom it is about."""
        if verb[:1] not in "送寄补" or verb[-1:] != "来" or self.topic in ("", holder):
            return False
        return all(fact.holder != holder for fact in self.facts)

    def receiver(self, effect: str) -> str:
        """妈妈给了她20元，现在有…: who got something of one who had nothing is spoken of again."""
        last = self.facts[-1] if self.facts else None
        if last is None or not last.to or effect != "state":
            return ""
        before = {fact.holder for fact in self.facts[:-1]}
        return last.to if last.to in before and last.holder not in before else ""

    def kept_in(self, mention: Mention, kind: Kind) -> str:
        """盒里有40块，孩子们吃掉一些后还剩17块: what is left is where it was."""
        last = self.facts[-1] if self.facts else None
        if last is None or "剩" not in mention.verb or DIRECTION.get(last.effect, 0) >= 0:
            return ""
        if mention.word.asked:
            return ""
        stocks = [f for f in self.facts if f.effect == "state" and kinds.meets(f.kind, kind)]
        own = any(f.holder == last.holder for f in stocks)
        goes_on = mention.clause == last.clause or not mention.subject
        place = stocks[-1].holder if stocks and goes_on and not own else ""
        people = last.holder in self.people or last.holder in words("kinds", "people")
        return place if people and place not in self.people else ""

    def whole_units(self) -> frozenset[str]:
        """What 其中 speaks of is counted with these, and what has no measure word of its own."""
        if self.whole is None:
            return frozenset()
        parts = [up for part in self.whole.parts for up in part.ups]
        return self.whole.ups | {self.whole.head, "#", *parts}

    def known(self, unit: str) -> Kind | None:
        """The kind that a bare measure word counts: the last one that it counted."""
        if unit not in ("人", "名", "位"):
            if unit in self.kind:
                return self.kind[unit]
            if (
                len(self.kinds) == 1
                and not self.kinds[0].parts
                and not self.kinds[0].marks
                and "人" not in self.kinds[0].ups
                and not (unit and unit in load("zh", "characters")["numbered place"][0] + "分")
            ):  # a批 of what is counted in 千克 now
                return self.kinds[0]._replace(ups=self.kinds[0].ups | {f"#{unit}"})
            return None
        if any(fact.kind.head == "人" and not fact.kind.marks for fact in self.facts):
            return None
        people = [kind for kind in self.kinds if "人" in kind.ups]
        people = [k for k in people if not k.marks] or [slots.counted(k.head, unit) for k in people]
        return people[0] if len(people) == 1 else None
