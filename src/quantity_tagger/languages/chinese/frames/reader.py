"""Mentions become facts: what a clause leaves out is what was spoken of before it."""

from __future__ import annotations

from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import apart, money, slots
from quantity_tagger.languages.chinese.frames.clauses import mentions
from quantity_tagger.languages.chinese.frames.counting import OCCASION, Counting
from quantity_tagger.languages.chinese.frames.effects import cooks, effect_and_verb, told_verb
from quantity_tagger.languages.chinese.frames.mention import Mention, Phrase, Word, packed, topic
from quantity_tagger.languages.chinese.frames.moments import asked_moment, time_of
from quantity_tagger.languages.chinese.frames.roles import mark
from quantity_tagger.languages.chinese.frames.settle import settle
from quantity_tagger.languages.chinese.frames.sides import (
    compared_words,
    made_equal,
    shared_places,
    standard,
    until_equal,
)
from quantity_tagger.languages.chinese.frames.tasks import all_gone, worked_on
from quantity_tagger.languages.chinese.frames.words import (
    dimensions,
    effect_of,
    listed_effect,
    moves,
    role,
    sort_of,
    time_order,
    ups,
    words,
)
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Amount, Fact, Kind, Time

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem


#: What is done to something that comes from somewhere.
_FROM = frozenset(["take", "remove", "lose", "leave"])


class Reader(Counting):
    """Reads the mentions of a problem in order and keeps what was last spoken of."""

    def __init__(self, problem: Problem, marked: list[Word] | None = None) -> None:
        self.problem = problem
        self.words = mark(problem) if marked is None else marked
        self.moment = asked_moment(self.words)
        if self.moment is not None:  # it says when, not who or what
            self.words = [word for word in self.words if word not in self.moment.words]
        super().__init__({word.text for word in self.words if word.role == "person"})
        self.clauses = mentions(self.words)
        self.asked_places = {
            phrase.words[-1].text
            for group in self.clauses
            for mention in group
            if mention.word.asked
            for phrase in mention.subject
            if phrase.inside
        }
        self.compared, self.shared = compared_words(self.clauses), shared_places(self.clauses)
        self._asks_room = any(
            mention.word.asked and "more" in mention.flags and mention.flags & role("able")
            for group in self.clauses
            for mention in group
        )
        self.question: tuple[Mention, Fact] | None = None
        self.doubts: list[str] = []
        self.unmet = ""  # whom the question names of whom nothing is told
        self.inherited: set[tuple[int, ...]] = set()  # words of facts of the last holder
        units = [m.word.unit for group in self.clauses for m in group if m.word.unit]
        self.scales = slots.unit_scales(units)
        self.said: Mention | None = None
        self.spoken_times: list[str] = []
        self._when: tuple[list[Word], int] = ([], -1)  # a time that a clause of its own names
        self._then = False
        self._carried = Phrase()
        self._shift: tuple[Amount, int, int] | None = None

    def read(self) -> None:
        for group in self.clauses:
            for place, mention in enumerate(group):
                after = group[place + 1] if place + 1 < len(group) else None
                if after is not None and packed(mention, after):
                    continue
                if after is not None and money.all_things(mention, after):
                    after.flags.add("total")
                    continue
                if topic(mention):
                    self._topic(mention)
                else:
                    self._mention(mention)
        self.know_plurals()
        settle(self)

    # ---- topics ----------------------------------------------------------------------------------
    def _topic(self, mention: Mention) -> None:
        """A clause without an amount may say of whom the next ones tell."""
        if mention.times and not (mention.subject or mention.verb or mention.object):
            self._when = (mention.times, mention.sentence)  # 五月份，甲店…，乙店…
        for phrase in [*mention.subject, mention.at]:
            holders, noun = slots.split(phrase)
            if holders:
                self.meet(holders)
                named = [self.named(one) for one in holders]
                self.speak(named[0] if len(named) == 1 else self.group(named))
            elif noun and phrase.inside and not OCCASION.search(noun):
                self.speak(self.alias(noun))
            elif noun[1:][-1:] in words("names", "vehicle ends") and mention.verb:
                self.speak(noun)  # 一辆客车从县城开出，行了135千米
            elif noun in words("kinds", "people") or "动物" in ups(noun):
                if not self.facts:
                    self.crowd = noun  # 同学们参加小组，书法组14人
                if mention.object:
                    self.speak(noun)  # 猴王分桃子，给大猴分了20个
            elif noun and not mention.verb and not OCCASION.search(noun) and not self.facts:
                self.thing = noun
                self.kinds.append(slots.counted(noun, ""))
        given = mention.object or mention.to  # 送给我一盒巧克力
        effect = effect_of(mention.verb)
        made = effect in ("state", "make") or effect in DIRECTION
        if given and not self.kinds and made:
            holders, noun = slots.split(given)
            if noun and (given is mention.to or not holders):  # 树上落着一群麻雀
                self.kinds.append(slots.counted(noun, ""))
                self.home = self.topic if effect in ("state", "come") else ""
        elif mention.flags <= {"when"} and mention.verb[-1:] not in tuple("去来到"):  # 修一条水渠
            self.worked_on = worked_on(mention)
        apart.numbered(self, mention)
        if "equal" in mention.flags:
            made_equal(self, mention)
        all_gone(self, mention)
        if "rest" in mention.flags and (mention.object or mention.relative) and self.facts:
            apart.part_whole(self)
            holders, noun = slots.split(mention.object)
            last = self.facts[-1]
            unit = slots.unit_of(last)
            kind = self._beside(slots.counted(noun, unit), last)
            if last.kind.marks and effect_of(mention.verb) == "do":  # 其余的参加武术队
                holders, marks = [], frozenset([mention.verb + mention.object.text])
                kind = last.kind._replace(marks=marks)
            self.meet(holders)
            self.facts.append(
                Fact(
                    Amount(),
                    "state",
                    kind,
                    "有",
                    self.named(holders[0]) if holders else last.holder,
                    rest=True,
                    words=mention.words,
                    sentence=mention.sentence,
                    clause=mention.clause,
                    of=self.whole,
                )
            )

    def _beside(self, kind: Kind, last: Fact) -> Kind:
        """A part without a noun of its own (绿的) is of the kind that its neighbours are of."""
        whole = (
            self.whole or last.of or next((f.kind for f in self.facts if not f.kind.measure), None)
        )
        if whole is None or kind.head == whole.head:
            return kind
        return Kind(kind.head, kind.marks, ups=kind.ups | {whole.head} | whole.ups)

    # ---- facts -----------------------------------------------------------------------------------
    def _mention(self, mention: Mention) -> None:
        if self._shifts(mention):
            return
        if self._carried and not mention.subject:  # 再过8年小海就20岁
            mention.subject = [self._carried]
        self._carried = Phrase()
        when, sentence = self._when
        if not mention.times and sentence == mention.sentence and not mention.word.asked:
            mention.times = list(when)
        self._complete(mention)
        fact = self._fact(mention)
        self.said = mention
        if mention.word.asked:
            self.question = (mention, fact)
            return
        if fact.than is not None and fact.about is None and self._bare(mention) and self.facts:
            last = self.facts[-1].about
            fact = fact.but(effect="note", about=len(self.facts) - 1 if last is None else last)
        self.facts.append(until_equal(self, mention, fact))

    def _shifts(self, mention: Mention) -> bool:
        """5年后, 3年前: when the ages that follow are told."""
        if mention.word.unit not in ("年", "周年") or mention.word.asked:
            return False
        place = self.words.index(mention.word)
        after = self.words[place + 1] if place + 1 < len(self.words) else None
        before = self.words[place - 1].text if place else ""
        passes = before in ("过", "再过") and after is not None
        if not passes and (after is None or after.text not in role("moment")):
            return False
        after = after if after is not None else mention.word
        self._carried = mention.noun
        self._shift = (
            Amount(mention.word.quantity),
            -1 if "前" in after.text else 1,
            mention.sentence,
        )
        return True

    def _complete(self, mention: Mention) -> None:
        """What stands after the counted noun may be the verb; a clause without one has the last."""
        copula = next((n for n, w in enumerate(mention.after) if w.text == "是"), None)
        described = copula is not None and mention.after[-1].role == "de"
        if (
            mention.verb in ("", "有", "还有", "又有", "共有", "只有")
            and mention.after
            and not mention.sign
        ):
            verbs = [word for word in mention.after if word.role in ("verb", "verb object")]
            done = takewhile(lambda word: word.text[0] not in "不没未", mention.after)
            moving = [w for w in done if w in verbs and moves(w.text)]
            verb = next(iter([*moving, *verbs]), None)  # 9名男生提前回家
            mention.flags -= {"after negative"} if moving else set()  # 4人请假没来
            if verb is not None and "after negative" not in mention.flags and not described:
                text = verb.text.rstrip("了过着") or verb.text
                by = any(word.role == "by" for word in mention.after)
                if by or moves(text) or "disposed" in mention.flags:
                    mention.flags |= {"by"} if by else set()
                    mention.verb = text
                    mention.flags.add("counted subject")
                elif not mention.relative and text not in ("有", "是"):
                    mention.relative = text
                    mention.flags.add("predicate")
        if mention.subject and money.is_things(mention.subject[0].text):  # 三样东西用了18元
            mention.subject.pop(0)
            mention.flags.add("total")
        doing = [w.role for w in mention.after] == ["at", "noun"]
        if doing and "among" in mention.flags:  # 其中19只在采蜜
            mention.relative = mention.after[1].text
            mention.flags.add("predicate")
        if copula is not None and not mention.noun and not mention.word.asked:
            said_of = [w for w in mention.after[copula + 1 :] if w.role not in ("de", "particle")]
            told = [w for w in said_of if w.role in ("noun", "adjective")]
            if described and any(w.role in ("place", "verb") for w in said_of):
                # 18名是四年级的, 3条是外婆送的
                mention.relative = mention.relative or "".join([w.text for w in said_of])
                mention.flags.add("is")
            elif told:  # 13只是黑色的
                mention.noun = Phrase(told)
                mention.flags.add("is")
        said = self.said
        if mention.verb and said is not None and self._goes_on(mention, said):
            mention.times = list(said.times)  # 早上妈妈包了30个，奶奶包了25个
        if mention.verb or mention.sign or said is None or mention.word.asked or mention.standard:
            return
        if "among" in mention.flags:  # 一共挂了120盏，其中红色的50盏
            return
        if said.word.unit != mention.word.unit or said.sentence != mention.sentence or said.sign:
            return
        own = mention.subject or mention.noun or mention.times  # 上午卖出35箱，下午28箱
        if not own or slots.dimension(mention) in ("money", "age", "temperature"):
            return
        if "total" in mention.flags and not mention.times:
            return  # 第一次拉走28吨，这批货共95吨
        if mention.flags & {"now", "start"} or any(
            w.text in dimensions() for p in mention.subject for w in p.words
        ):
            return
        mention.verb = said.verb
        mention.flags |= said.flags & {"lasting"}
        named = [phrase.text for phrase in mention.subject if not phrase.inside]
        listed = said.object and not mention.noun and len(named) == len(mention.subject) == 1
        if listed and (sort_of(named[0]) == "thing" or named[0][-1] == said.object.text[-1]):
            mention.object = mention.subject.pop()  # 停着大客车20辆，小客车30辆
        mention.times = mention.times or list(said.times)
        if said.to and mention.subject and slots.split(mention.subject[0])[0]:
            mention.to, mention.subject = mention.subject[0], said.subject

    def _goes_on(self, mention: Mention, said: Mention) -> bool:
        """Whether somebody else does the same, at the same time as far as is told."""
        same = (mention.verb, mention.sentence) == (said.verb, said.sentence)
        alike = same and not mention.times and not mention.word.asked and not mention.by_pronoun
        return alike and not mention.flags & {"more", "now", "start", "after", "compare"}

    def _bare(self, mention: Mention) -> bool:
        told = mention.subject or mention.relative or mention.times or mention.object
        return not told and not mention.flags & {"relative verb", "rest"}

    def _fact(self, mention: Mention) -> Fact:
        full = any(fact.effect == "room" for fact in self.facts)
        effect, verb = effect_and_verb(mention, asks_room=self._asks_room, holds=full)
        holder, noun, to = self._parties(mention, effect)
        giver = self.party(mention.source) if effect == "gain" else ""
        took = any(one.effect == "state" and one.holder == giver != "" for one in self.facts)
        if took:  # 从鸡窝里捡了11个
            effect, holder, to = "give", giver, to or holder
        who = to if took else holder
        if holder and not to and effect == "gain" and self.sends(verb, holder):
            holder = self.topic  # 厂家又送来4箱: to whom the story is about
        kind, holder = self.counted(mention, holder, noun)
        if verb and listed_effect(verb + kind.head[-1:]) == "make":
            effect = "make"  # 下了15个蛋
        effect = "use" if cooks(effect, verb, self.words, self.facts, kind) else effect
        if who and who != holder:  # 丁丁想买一架65元的飞机: the price is not his
            self.speak(who)
        if holder:  # a thing with a price is not whom the story is about
            own = holder in self.holders and (mention.verb or holder in self.people)
            priced = kind.head == "money" and not own and self.people
            sized = who not in ("", holder) and "de" in mention.flags  # 修一条长720米的路
            self.speak(self.topic if priced or sized or (took and who in self.people) else holder)
        elif not mention.word.asked and (not mention.standard or not kind.measure):
            holder = self.receiver(effect) or self.topic
            holder = self.thing if kind.measure and self.thing and not holder else holder
            self.inherited.add(mention.words)
        holder = self.kept_in(mention, kind) or holder
        if (
            kind.head == "money"
            and verb in ("卖", "售", "出售")
            and holder
            and holder not in self.people
        ):
            effect, verb = "state", "有"  # a price
        if effect != "state" and self._is_size(mention, effect, kind):
            effect, verb = "state", "有"
        if to and to == holder:  # 小华送给他5张: to somebody else
            others = [one for one in self.holders if one in self.people and one != holder]
            to = others[-1] if mention.to.text in role("pronoun") and others else ""
        if to and effect in ("gain", "put", "come", "take", "make"):
            effect = "give"  # 乙仓库给它调来45吨, 被送到外地5只, 拿5本给弟弟
        extras = self._extras(mention, effect, kind, holder)
        if "change" in extras and holder in role("cashier"):
            back = noun if noun in self.people else ""  # 售货员应找回小华多少元
            holder, to = to or back or self.before, ""  # 售货员找给她8元
            noun = "" if back else noun
        spent_on = money.bought(self, mention) if kind.head == "money" else ""
        cost = bool(spent_on or ("price" in extras and mention.standard is None))
        fact = Fact(
            self._amount(mention.word),
            effect,
            kind,
            verb,
            holder,
            to=to,
            source=self.party(mention.source) if effect in _FROM else "",
            time=time_of(self, mention),
            more="more" in mention.flags,
            total="total" in mention.flags or verb in ("共有", "共"),
            rest="rest" in mention.flags,
            level=slots.level(mention.flags),
            sign=mention.sign,
            sentence=mention.sentence,
            clause=mention.clause,
            words=mention.words,
            extras=extras,
            planned="need" in mention.flags and effect not in ("state", "need"),
            place=mention.kept or spent_on,
            named=money.goods(mention, kind)
            or self.told_kind(mention, kind, holder, noun, priced=cost),
            said=told_verb(mention, verb),
        )
        fact = self._of_whole(mention, fact)
        if not (to or mention.by_pronoun) and "more" not in mention.flags:
            self.tell_of(holder)
        if kind.head == "age":
            fact = self._at_its_time(mention, fact)
        if mention.purpose in role("quick") and kind.head == "length":
            fact = fact.but(sign=-fact.sign)  # faster is farther, and less time
        return fact if mention.standard is None else self._compared(mention, fact)

    def _is_size(self, mention: Mention, effect: str, kind: Kind) -> bool:
        """看一本133页的书: the size of the book; 又买来一袋10千克的大米  is more."""
        more = DIRECTION.get(effect, 0) > 0 and any(f.kind.head == kind.head for f in self.facts)
        return "de" in mention.flags and bool(mention.noun) and not (mention.word.asked or more)

    def _parties(self, mention: Mention, effect: str) -> tuple[str, str, str]:
        """Who has or does, the noun of what is counted, and who gets it."""
        given = mention.to or slots.taken_to(mention)
        late = [word.role for word in given.words] == ["pronoun"]  # 小梅的爸爸给她买了12支
        to = "" if late else self.party(given, receiver=True)
        holder, noun = self.who_and_what(mention, effect)
        return holder, noun, self.party(given, receiver=True) if late else to

    def _compared(self, mention: Mention, fact: Fact) -> Fact:
        if fact.rest:  # 剩下的比用去的多: what is there then
            fact = fact.but(rest=False, extras=fact.extras | {"left"})
        fact = fact.but(than=standard(self, mention, fact))
        if not mention.by_pronoun:
            self.meant.clear()  # 小燕比张伟多5枚，她…: told of somebody else
        return fact

    def _of_whole(self, mention: Mention, fact: Fact) -> Fact:
        """As one of those of whom it is told, where it is: 其中男生18人."""
        kind = fact.kind
        if "among" in mention.flags and self.facts and self.whole is None:
            above = [f.kind for f in self.facts if kinds.relation(kind, f.kind) == "below"]
            self.whole = above[-1] if above else slots.told_whole(self.facts)
        if self.whole is not None and kind.head == self.whole.head and kind.marks:
            fact = fact.but(of=self.whole if "among" in mention.flags else None)
        one_of = "among" in mention.flags or f"#{mention.word.unit}" in self.whole_units()
        if self.whole is not None and one_of and kind.head != self.whole.head and not kind.measure:
            mine = Kind(
                kind.head, kind.marks, kind.lacks, kind.ups | {self.whole.head} | self.whole.ups
            )
            fact = fact.but(of=self.whole if "among" in mention.flags else None, kind=mine)
            if not mention.word.asked:  # what comes next is again of the whole
                self.kind[mention.word.unit] = self.whole
        return fact

    def _at_its_time(self, mention: Mention, age: Fact) -> Fact:
        """An age now, years ago or to come, or then: 当…时."""
        if self._shift is not None and "now" not in mention.flags and not age.time.label:
            age = age.but(time=Time(shift=self._shift[0], shift_sign=self._shift[1]))
        elif "当" in mention.flags or any(word.role == "when" for word in mention.after):
            self._then = True  # 姑姑40岁时，小岚…
        if self._then and not mention.times:
            return age.but(time=Time("then", shift=Amount(), shift_sign=1))
        row, this_year = time_order()["今年"]
        named, year = time_order().get(age.time.label, (-1, 0))
        if named == row and year != this_year:  # 去年: one year ago
            years = Amount(value=Fraction(abs(year - this_year)))
            return age.but(time=Time(shift=years, shift_sign=1 if year > this_year else -1))
        if named == row:
            return age.but(time=Time("今年", present=True))
        return age if age.time.shift else age.but(time=Time())

    def _extras(self, mention: Mention, effect: str, kind: Kind, holder: str) -> frozenset[str]:
        found = set()
        kept = kind.head == "money" and mention.verb == "还有"
        if kept or (mention.verb in role("left") and mention.verb not in ("有", "还有")):
            found.add("left")
        undone = mention.flags & {"after negative", "negative"}
        if "after negative" in undone and mention.verb in ("有", "还有") and not mention.word.asked:
            found.add("left")
        found |= {"not"} if undone else set()
        if "each" in mention.flags:
            found.add("each")
        if kind.head == "money" and kind.measure:
            found.add(money.purse_side(mention, effect, holder, self))
        return frozenset(found - {""})

    def _amount(self, word: Word) -> Amount:
        scale = self.scales.get(word.unit, Fraction(1))
        place = self.words.index(word)
        if place and self.words[place - 1].text in ("零下", "负"):
            scale = -scale
        return Amount(word.quantity, scale=scale)
