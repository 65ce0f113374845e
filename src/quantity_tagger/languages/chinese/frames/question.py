"""The asked mention as a question to the situation."""

from __future__ import annotations

import re

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.asked import as_stock
from quantity_tagger.languages.chinese.frames.mention import Mention
from quantity_tagger.languages.chinese.frames.reader import Reader
from quantity_tagger.languages.chinese.frames.words import effect_of, role, ups
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Amount, Fact, Question, Side, Time


def read_question(reader: Reader) -> Question:
    """What is asked; the cues say which moment or part of it."""
    if reader.question is None:
        fact = Fact(Amount(), "state", reader.facts[-1].kind) if reader.facts else None
        if fact is None:
            raise ValueError("no question")
        reader.doubts.append("no question was read")
        return Question(fact)
    mention, fact = reader.question
    cues = _cues(mention)
    after = _after(reader)
    text = "".join([reader.problem.tokens[place].text for place in mention.words])
    buying = "".join(
        [
            reader.problem.tokens[place].text
            for group in reader.clauses
            for one in group
            if one.word.role == "none" and "买" in one.verb + one.purpose
            for place in one.words
        ]
    )
    listed = any(
        len(group) > 1 and "买" in _deeds(group[0]) and not group[0].word.asked
        for group in reader.clauses
    )
    if listed or re.search("两|二|三|这些|各|共|总|和|、", text + buying):
        cues.add("several")
    if any(one.rest and one.kind.head in text for one in reader.facts):
        cues.add("rest")  # 其余的用来扎彩球，扎彩球要用多少张纸
    fact = fact.but(amount=Amount(scale=fact.amount.scale))
    if mention.undone and fact.kind.head != "money":
        fact = fact.but(said=mention.undone)
        if DIRECTION.get(effect_of(mention.undone), 0) >= 0:  # 还有多少页没看: what is still to do
            cues.add("need")
    reached = _until_equal(reader, mention, fact)
    if reached is not None:
        return Question(reached, "difference", frozenset())
    beaten = _beaten(reader, mention, fact)
    if beaten is not None:
        return Question(beaten, "difference", frozenset())
    spread = "温差" in text or (
        mention.verb in ("相差", "差", "相距", "落后", "领先") and not mention.sign
    )
    if spread:
        apart = _two_sides(reader, fact)
        if apart is not None:
            return Question(apart, "difference", frozenset(cues), after=after)
    if fact.than is not None and mention.sign:
        return Question(fact, "difference", frozenset(cues), after=after)
    bought = _bought(reader)
    if fact.kind.head == "money" and not fact.holder and fact.effect == "lack":
        fact = fact.but(holder=_buyer(reader, mention))
    if (
        fact.kind.head == "money"
        and not fact.holder
        and len(bought) == 1
        and not cues & {"change", "left", "need", "total"}
    ) and fact.effect == "state":
        fact = fact.but(holder=next(iter(bought)))
    if fact.planned and fact.effect == "do" and any("left" in f.extras for f in reader.facts):
        fact = as_stock(fact, holder="", planned=False)
        cues.add("start")
    if _asks_whole(reader, fact, cues):
        cues.add("start")
    if "start" in cues and fact.time.phase != "start" and effect_of(fact.said or "有") != "state":
        cues.add("whole")  # 一共买来多少: what there was at first, though no word says when
    return Question(fact, "amount", frozenset(cues), mentions=bought, after=after)


def _after(reader: Reader) -> int | None:
    """The place of the fact after which it is asked, or before which."""
    moment = reader.moment
    if moment is None:
        return None
    places = {fact.amount.quantity: place for place, fact in enumerate(reader.facts)}
    place = places.get(moment.quantity)
    return ~place if place is not None and moment.before else place


def _bought(reader: Reader) -> frozenset[str]:
    """The priced things that the question or a clause of buying names."""
    prices = {fact.holder for fact in reader.facts if "price" in fact.extras}
    spent = {fact.place for fact in reader.facts if "spent" in fact.extras and fact.place}
    named: set[str] = set()
    said = -1  # the sentence in which buying was spoken of
    for group in reader.clauses:
        buying = any("买" in _deeds(mention) for mention in group)
        if buying and any("more" in mention.flags for mention in group) and named != prices:
            return frozenset()  # 还买了一个80元的包: and what was told before
        said = group[0].sentence if buying else said
        listed = all(not mention.verb and mention.sentence == said for mention in group)
        buying = buying or listed
        for mention in group:
            if mention.word.asked or buying:
                text = "".join([reader.problem.tokens[place].text for place in mention.words])
                known = prices | spent if mention.word.asked else prices
                here = {name for name in known if _names(text, name)}
                sort = {name for name in known if any(up in text for up in _sorts(name))}
                if mention.word.asked and (here or sort):
                    named = here | sort  # 买衣服一共花了多少元
                else:
                    named |= here
    return frozenset() if named in (prices, prices | spent) else frozenset(named)


def _buyer(reader: Reader, asked: Mention) -> str:
    """Who wants to buy it, as the sentence of the question says: 小宁想买…，还差多少元."""
    for group in reader.clauses:
        for mention in group:
            people = [w.text for p in mention.subject for w in p.words if w.role == "person"]
            if mention.sentence == asked.sentence and "买" in _deeds(mention) and len(people) == 1:
                return reader.named(people[0])
    return ""


def _deeds(mention: Mention) -> str:
    """The verbs of a clause, with those that follow its amount: 付200元买一盒茶叶."""
    return mention.verb + mention.purpose + "".join([word.text for word in mention.after])


def _sorts(name: str) -> list[str]:
    """The sorts that a thing is of, not what its own name ends with."""
    return [up for up in ups(name) if len(up) > 1 and not name.endswith(up)]


def _names(text: str, name: str) -> bool:
    """Whether a thing is named, in full or by a shorter name: 风扇 for 电风扇."""
    return name in text or any(name[cut:] in text for cut in range(1, len(name) - 1))


def _until_equal(reader: Reader, mention: Mention, fact: Fact) -> Fact | None:
    """再长多少厘米就和爸爸一样高: what one side has less than the other."""
    place = reader.words.index(mention.word)
    rest = reader.words[place + 1 :]
    if not any(word.role == "equal" for word in rest):
        return None
    for at, word in enumerate(rest[:-1]):
        if word.role == "joiner":
            other = rest[at + 1]
            holder = other.text if other.text in reader.holders else ""
            told = [f for f in reader.facts if f.holder == (holder or other.text)]
            if not fact.holder or not told:
                same = [f for f in reader.facts if f.kind.head == other.text]
                if same and not fact.kind.measure and DIRECTION.get(fact.effect):
                    return same[0].but(
                        amount=fact.amount,
                        than=Side(kind=fact.kind),
                        sign=0,
                        about=None,
                        words=fact.words,
                        said=fact.said or fact.verb,
                    )
            own = [f for f in reader.facts if f.holder == fact.holder and f.than is None]
            if told and fact.holder:
                side = told[0].holder if own else fact.holder
                return (own or told)[0].but(
                    amount=fact.amount,
                    than=Side(holder=side),
                    sign=0,
                    about=None,
                    words=fact.words,
                    said=fact.said or fact.verb,
                )
    return None


def _beaten(reader: Reader, mention: Mention, fact: Fact) -> Fact | None:
    """飞鹰队赢了黑熊队多少分: what the one got less what the other got."""
    if mention.verb not in role("beats") or not fact.holder:
        return None
    told = [f for f in reader.facts if f.holder == fact.holder and f.than is None]
    if other := mention.object or mention.to:
        names = [reader.named(name) for name in slots.split(other)[0]]
    else:
        person = fact.holder in reader.people  # the only other team, or person
        known = {f.holder for f in reader.facts} - {fact.holder, ""}
        names = [name for name in known if (name in reader.people) == person]
    theirs = [f for f in reader.facts if names and f.holder == names[0] != fact.holder]
    if len(names) != 1 or not told or not theirs or theirs[0].effect != told[0].effect:
        return None
    side = Side(holder=names[0])
    return told[0].but(amount=fact.amount, than=side, sign=0, time=Time(), words=fact.words)


def _two_sides(reader: Reader, fact: Fact) -> Fact | None:
    """What differs: two joined holders or kinds, or the only two that are told of."""
    members = reader.groups.get(fact.holder, ())
    known = {f.holder for f in reader.facts} | {f.to for f in reader.facts}
    compared = {f.than.holder or "" for f in reader.facts if f.than is not None}
    if len(members) == 2 and (known | compared).issuperset(members):
        return fact.but(holder=members[0], than=Side(holder=members[1]), effect="state", verb="有")
    if len(fact.kind.parts) == 2:
        one, other = fact.kind.parts
        return fact.but(kind=one, than=Side(kind=other), effect="state", verb="有")
    told = [f for f in reader.facts if f.than is None and f.amount.quantity is not None]
    told = [
        f for f in told if kinds.meets(f.kind, fact.kind) or f.kind.measure == fact.kind.measure
    ]
    if len(told) > 2:  # 运进10吨，第一天卖出4吨，第二天卖出3吨
        told = [f for f in told if (f.effect, f.verb) == (told[-1].effect, told[-1].verb)]
    if len(told) == 2 and told[0].effect == told[1].effect:
        one_, other_ = told
        if (one_.holder, one_.kind, one_.time.label) == (
            other_.holder,
            other_.kind,
            other_.time.label,
        ):
            places = [reader.facts.index(fact) for fact in told]  # lowest and highest of one thing
            one_, other_ = one_.but(holder=one_.holder + "*"), other_.but(holder=one_.holder + "**")
            reader.facts[places[0]], reader.facts[places[1]] = one_, other_
        return one_.but(
            amount=fact.amount,
            than=Side(other_.holder, other_.kind, time=other_.time),
            words=fact.words,
        )
    return None


def _asks_whole(reader: Reader, fact: Fact, cues: set[str]) -> bool:
    """Whether the whole is asked that was there before some was taken and some was left."""
    if fact.effect not in ("state", "gain") or cues & {"left", "now"} or fact.than is not None:
        return False
    told = [f for f in reader.facts if kinds.meets(f.kind, fact.kind) and f.than is None]
    left = [f for f in told if "left" in f.extras and f.amount != Amount(scale=f.amount.scale)]
    first = told[0] if told else None
    return (
        bool(left)
        and first is not None
        and (
            first.amount.quantity is None
            or first.effect in ("use", "lose", "remove", "leave", "give", "do")
        )
    )


def _cues(mention: Mention) -> set[str]:
    flags = mention.flags
    cues: set[str] = {name for name in ("total", "start", "now", "rest") if name in flags}
    if "before" in flags:
        cues.add("start")
    if (mention.verb in role("left") and mention.verb != "有") or flags & {
        "after negative",
        "negative",
    }:
        cues.add("left")
    effect = effect_of(mention.verb) if mention.verb else ""
    if effect == "lack" or ("need" in flags and "more" in flags) or "to do" in flags:
        cues.add("need")
    if effect == "change":
        cues.add("change")
    if "空" in mention.verb:
        cues.add("free")
    if "more" in flags and effect in ("state", "need"):
        cues.add("left" if effect == "state" else "need")
    return cues
