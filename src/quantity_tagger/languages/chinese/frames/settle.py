"""What only the whole story tells: whose things somebody moves, what is done of a task, what a
comparison compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import apart
from quantity_tagger.languages.chinese.frames.asked import (
    all_facts,
    all_named_alike,
    as_stock,
    asked_fact,
    complete_question,
    late_kinds,
    name_asked,
    seats,
)
from quantity_tagger.languages.chinese.frames.moments import told_order
from quantity_tagger.languages.chinese.frames.money import paid
from quantity_tagger.languages.chinese.frames.tasks import tasks
from quantity_tagger.languages.chinese.frames.words import effect_of, role, words
from quantity_tagger.situation import kinds, times
from quantity_tagger.situation.facts import DIRECTION, HAPPENING, Amount, Fact, Side, Time
from quantity_tagger.situation.shares import EACH, to_each

if TYPE_CHECKING:
    from quantity_tagger.languages.chinese.frames.reader import Reader

#: Effects that a comparison without a verb does not take over.
_NO_DEED = frozenset(["state", "note", "rise", "fall"])


def settle(reader: Reader) -> None:
    """Puts the facts right in the light of all of them."""
    reader.facts = [
        f.but(effect="gain") if f.verb == "还" and f.holder not in reader.people and not f.to else f
        for f in reader.facts
    ]
    told_order(reader)
    all_named_alike(reader)
    _of_each(reader)
    late_kinds(reader)
    asked = asked_fact(reader)
    if asked is not None and "each" not in asked.extras:  # how many in each box plays no part
        held = any(f.effect == "state" and "each" not in f.extras for f in reader.facts)
        moved = any(DIRECTION.get(f.effect) and f.holder == asked.holder for f in reader.facts)
        reader.facts = [
            f.but(effect="note", negated=f.kind.measure)
            if "each" in f.extras and (f.kind.head != "money" or "purse" in f.extras)
            else f
            for f in reader.facts
        ]
        first = reader.facts[0] if reader.facts else None
        noted = first is not None and first.effect == "note" and first.time.phase == "start"
        if first is not None and noted and not held and moved and asked.holder:
            # 开始每组有100分，第一组…
            reader.facts[0] = first.but(effect="state", holder=asked.holder)
    apart.past(reader)
    apart.packs(reader)
    apart.undone(reader)
    _put_away(reader)
    _first_stock(reader)
    _first_whole(reader)
    _parts(reader)
    _compared(reader)
    tasks(reader)
    apart.places(reader)
    apart.no_holders(reader)
    _agents(reader)
    _homeless(reader)
    _kept(reader)
    name_asked(reader)
    complete_question(reader)
    seats(reader)
    paid(reader)


def _of_each(reader: Reader) -> None:
    """What each of several has is told of every one: 甲和乙各有20颗."""
    places = {word.quantity: place for place, word in enumerate(reader.words)}
    told = []
    for fact in reader.facts:
        quantity = fact.amount.quantity
        happens = fact.effect in HAPPENING or fact.effect == "state"
        if quantity is not None and fact.holder in reader.groups and happens:
            place = places[quantity]
            before = [word.text for word in reader.words[max(place - 3, 0) : place]]
            if not role("each of them").isdisjoint(before):
                fact = fact.but(extras=fact.extras | {EACH})
                reader.count_members(fact.holder)
        told.append(fact)
    reader.facts = to_each(told, reader.groups)


def _put_away(reader: Reader) -> None:
    """做了60面旗，挂在教室里24面，还剩…: what is put somewhere else is no longer there."""
    asked = asked_fact(reader)
    if asked is None or "left" not in asked.extras:
        return
    near = [
        place
        for place, fact in enumerate(reader.facts)
        if kinds.meets(fact.kind, asked.kind) and fact.effect != "note"
    ]
    told = [reader.facts[place] for place in near]
    put = all(f.effect == "put" and f.holder != told[0].holder for f in told[1:])
    if put and len(told) > 1 and told[1].verb != told[0].verb:
        for place, fact in zip(near[1:], told[1:], strict=True):
            reader.facts[place] = fact.but(effect="use", holder=told[0].holder)


def _first_stock(reader: Reader) -> None:
    """An unknown first arrival is what there was at first: 运来一批水果，卖出…，还剩…."""
    if not reader.facts:
        return
    first = reader.facts[0]
    if (
        first.amount.quantity is None
        and DIRECTION.get(first.effect, 0) > 0
        and len(reader.facts) > 1
    ):
        reader.facts[0] = as_stock(first)
        asked = asked_fact(reader)
        if asked is not None and asked.effect == first.effect and not asked.more:
            mention = reader.question[0]  # type: ignore[index]
            mention.flags.add("start")
            reader.question = (mention, as_stock(asked))


def _first_whole(reader: Reader) -> None:
    """Of what some is left there was a whole: the first that is told, where it is more than all
    that went after it. 仓库有800箱水，先送走260箱，…，还有多少箱没送.
    """
    asked = asked_fact(reader)
    if asked is None or asked.effect != "state" or not asked.extras & {"left", "not"}:
        return
    mates = [
        place
        for place, fact in enumerate(reader.facts)
        if kinds.meets(fact.kind, asked.kind) and fact.effect != "note"
    ]
    told = [reader.facts[place] for place in mates]
    if any(fact.planned for fact in told):  # 要送96个，送了41个: the plan is the whole
        return
    values = [
        reader.problem.quantities[fact.amount.quantity].value
        for fact in told
        if fact.amount.quantity is not None and fact.than is None
    ]
    undone = reader.question[0].undone[:1] if reader.question else ""
    gone = [DIRECTION.get(f.effect, 0) < 0 or f.verb[:1] == undone != "" for f in told]
    if len(values) < 2 or len(values) < len(told) or not all(gone[1:]):
        return
    first_done = told[0].effect in ("lose", "use", "do", "give") and not told[0].to
    if first_done and values[0] > sum(values[1:]):
        first = as_stock(told[0], time=Time())
        reader.facts[mates[0]] = first
        for place, fact in zip(mates[1:], told[1:], strict=True):
            reader.facts[place] = fact.but(effect="use", holder=first.holder)


def _parts(reader: Reader) -> None:
    """班上有45人，会游泳的有19名: all others, and what is asked, are parts of the first."""
    told = [(n, f) for n, f in enumerate(reader.facts) if f.effect == "state" and f.than is None]
    asked = asked_fact(reader)
    if asked is None or len(told) < 2 or len(told) < len(reader.facts) or asked.than is not None:
        return
    whole = told[0][1]
    divided = asked.kind.lacks or "not" in asked.extras or _below(asked, whole)
    if divided and not asked.total and all(_below(f, whole) for _, f in told[1:]):
        for n, fact in told[1:]:
            reader.facts[n] = fact.but(of=fact.of or whole.kind)


def _below(part: Fact, whole: Fact) -> bool:
    same = part.holder in ("", whole.holder) and not whole.kind.measure
    return same and kinds.relation(part.kind, whole.kind) == "below"


def _compared(reader: Reader) -> None:
    """A comparison without a verb compares what is told of its sides: 小红比小明多3朵."""

    def completed(fact: Fact) -> Fact:
        if (
            fact.than is None
            or fact.verb not in ("", "有")
            or fact.effect != "state"
            or fact.amount.value is not None
            or "left" in fact.extras
            or fact.time.phase
            or (reader.moment is not None and fact.amount.quantity is None)
        ):
            return fact
        if fact.than.kind is not None:  # what the other side is told with
            told = [o for o in reader.facts if o.kind == fact.than.kind and o.than is None]
            if told and told[0].holder == fact.holder:
                deed = told[0].effect not in _NO_DEED
                return fact.but(effect=told[0].effect, verb=told[0].verb) if deed else fact
        names = {fact.holder, fact.than.holder} - {"", None}
        for other in all_facts(reader):
            if other is fact or other.than is not None or not kinds.meets(other.kind, fact.kind):
                continue
            if other.kind.measure != fact.kind.measure or other.effect in _NO_DEED:
                continue
            if (names and other.holder in names) or (
                not names and (other.time.label or other.kind.head)
            ):
                changed = other.more or DIRECTION.get(other.effect, 0) < 0
                moved = changed or other.effect in ("gain", "take")
                if any(
                    o.effect == "state"
                    and (o.than is None or (o is not fact and (changed or o.clause < other.clause)))
                    and o.amount.quantity is not None
                    and (kinds.meets(o.kind, fact.kind) or o.kind == fact.than.kind)
                    and (o.holder in names or (moved and o.than and o.than.holder in names))
                    for o in reader.facts
                ):
                    return fact
                return fact.but(effect=other.effect, verb=other.verb)
        return fact

    reader.facts = [_than_before(reader, place) for place in range(len(reader.facts))]
    reader.facts = [completed(_as_the_other(reader, place)) for place in range(len(reader.facts))]
    for place, fact in enumerate(reader.facts):
        own = _told_of(reader, fact)
        if own is not None:  # 爷爷钓的比我少3条，爷爷钓了9条: both of the same amount
            reader.facts[place] = fact.but(effect="note", about=own)
    if reader.question is not None:
        mention, fact = reader.question
        reader.question = (mention, completed(fact))


def _than_before(reader: Reader, place: int) -> Fact:
    """中午送出85份，晚上多送了30份: a difference from what was told of the same deed before."""
    fact = reader.facts[place]
    if fact.than is not None or not fact.sign or fact.more or fact.amount.quantity is None:
        return fact
    other = _same_deed_before(reader, place)
    if other is None:
        return fact
    holder = other.holder if other.holder != fact.holder else None
    time = other.time if other.time.label != fact.time.label != "" else None
    if not (time or (holder and fact.words not in reader.inherited)):
        return fact
    return fact.but(than=Side(holder=holder, time=time), effect=other.effect, verb=other.verb)


def _as_the_other(reader: Reader, place: int) -> Fact:
    """第一次捞走168条，第二次比第一次少捞39条: what is compared is one deed, however it is said; so
    is a sum and what was done of it: 一共卖出98盒，上午卖了61盒.
    """
    fact = reader.facts[place]
    if fact.about is not None or fact.effect not in HAPPENING:
        return fact
    other = _same_deed_before(reader, place)
    if other is None or (fact.than is None and not (other.total and _is_part(reader, fact, other))):
        return fact
    return fact.but(effect=other.effect, verb=other.verb)


def _is_part(reader: Reader, part: Fact, whole: Fact) -> bool:
    """Whether a deed was done by one, or at one time, of those that a sum is told of."""
    own = part.holder in reader.groups.get(whole.holder, ())
    own = own or any(times.same(part.time, one) for one in whole.time.parts)
    return own and part.effect == whole.effect


def _same_deed_before(reader: Reader, place: int) -> Fact | None:
    """The last that was told of what a verb does, in other words perhaps: 送出 and 送."""
    fact = reader.facts[place]
    return next(
        (
            other
            for other in reversed(reader.facts[:place])
            if other.verb[:1] == fact.verb[:1] != ""
            and other.effect in HAPPENING
            and other.amount.quantity is not None
            and (other.than is not None or not other.sign)
            and kinds.meets(other.kind, fact.kind)
        ),
        None,
    )


def _told_of(reader: Reader, fact: Fact) -> int | None:
    """The other fact of the deed that a comparison compares: some of it before, or all after."""
    if fact.than is None or fact.about is not None or fact.effect == "state":
        return None
    some = [
        place
        for place, other in enumerate(reader.facts[: reader.facts.index(fact)])
        if other.amount == Amount(scale=other.amount.scale)
        and (other.holder, other.effect, other.verb[:1])
        == (fact.holder, fact.effect, fact.verb[:1])
        and kinds.meets(other.kind, fact.kind)
    ]
    if len(some) == 1:  # 用去一些后剩下3千克，用去的比剩下的多2千克
        return some[0]
    if not fact.holder:
        return None
    same = [
        place
        for place, other in enumerate(reader.facts)
        if other.than is None
        and other.amount.quantity is not None
        and not other.more
        and (other.holder, other.kind, other.effect, other.verb[:1], other.time.label)
        == (fact.holder, fact.kind, fact.effect, fact.verb[:1], fact.time.label)
    ]
    later = len(same) == 1 and (bool(fact.time.label) or same[0] > reader.facts.index(fact))
    return same[0] if later else None


def _agents(reader: Reader) -> None:
    """Who moves things without having any moves those of the place or person that has them."""
    for place, fact in enumerate(reader.facts):
        if fact.source or fact.than is not None:
            continue
        owner = _owner(reader, fact)
        if fact.to and (owner in reader.people or owner == fact.to):
            continue  # 妈妈给小明5个: not from those that he has
        purse = any("purse" in f.extras and f.holder == owner for f in reader.facts)
        if fact.kind.measure and (not purse or owner in reader.people):
            continue  # 妈妈存入200元: what is in the purse, not anybody's size
        if owner and DIRECTION.get(fact.effect):
            agent = fact.holder
            reader.facts = [
                _moved(reader, one, owner)
                if one.holder == agent and (n == place or one.words in reader.inherited)
                else one
                for n, one in enumerate(reader.facts)
            ]
            asked = asked_fact(reader)
            if asked is not None and asked.holder == agent and DIRECTION.get(asked.effect):
                asked = _moved(reader, asked, owner)
                reader.question = (reader.question[0], asked)  # type: ignore[index]


def _moved(reader: Reader, fact: Fact, owner: str) -> Fact:
    """菜园里有46根，奶奶摘下19根: what somebody gets of a place is no longer there."""
    takes = fact.verb.rstrip("下走到来") in words("changes", "takes")
    brings = fact.more and fact.verb.endswith("来")  # 班长又领来6把
    away = takes and not brings and fact.effect == "gain" and owner not in reader.people
    away = away and not (fact.words and _put_then(reader, fact))
    return fact.but(holder=owner, effect="remove") if away else fact.but(holder=owner)


def _put_then(reader: Reader, fact: Fact) -> bool:
    """小明摘了4个梨放进去: whether the sentence goes on with where it is put."""
    texts = reader.problem.document.columns.texts
    end = next((k for k in range(fact.words[0], len(texts)) if texts[k] in "。？；"), len(texts))
    return any(effect_of(text[:1]) == "put" for text in texts[fact.words[0] : end])


def _homeless(reader: Reader) -> None:
    """What is told without a place is told of the only one that the story has of its kind."""
    asked = asked_fact(reader)
    for place, fact in enumerate(reader.facts):
        if fact.holder or fact.kind.measure or fact.about is not None:
            continue
        mates = [f for f in reader.facts if kinds.meets(f.kind, fact.kind)]
        names = {f.holder for f in mates if f.holder and f.effect == "state"}
        about = asked is not None and (asked.holder in names or not asked.holder)
        if about and len(names) == 1 and not names & reader.people:
            reader.facts[place] = fact.but(holder=next(iter(names)))


def _kept(reader: Reader) -> None:
    """爸爸的卡里有4500元，用了1800元，卡里还有…: what changes is where he keeps it."""
    told = {
        (f.holder, f.kind.head): f.place
        for f in reader.facts
        if f.effect == "state" and f.place.endswith(tuple(reader.asked_places))
    }
    reader.facts = [
        f.but(place=told.get((f.holder, f.kind.head), "")) if not f.place and f.than is None else f
        for f in reader.facts
    ]


def _owner(reader: Reader, fact: Fact) -> str:
    """The one who has such things, where the mover has none and nobody asks what he has."""
    asked = asked_fact(reader)
    if not fact.holder or (
        asked is not None and asked.holder == fact.holder and asked.effect == "state"
    ):
        return ""
    own = fact.verb in words("changes", "for oneself")
    own = own or fact.time.label in words("changes", "past")
    if own and fact.holder in reader.people and fact.effect == "gain" and not fact.more:
        return ""  # 去年小东得到6张: for himself
    sorts = [asked.kind] if asked is not None and fact.more else []  # 又挂上22件裙子
    sorts = [one for one in sorts if kinds.within(fact.kind, one)]
    lost = DIRECTION.get(fact.effect, 0) < 0
    gets = ("make", "gain") if lost and not fact.kind.measure else ("make",)
    mates = [
        f
        for f in reader.facts
        if (f.effect == "state" or (f.effect in gets and f.holder not in reader.people))
        if f is not fact
        if kinds.meets(f.kind, fact.kind) or any(kinds.within(f.kind, one) for one in sorts)
    ]
    if lost and reader.home and not any(f.words not in reader.inherited for f in mates):
        return reader.home  # 桌上有一堆瓜子，冬冬拿走20颗
    if any(f.holder == fact.holder and f.words not in reader.inherited for f in mates):
        return ""
    if any(f.than is not None and f.than.holder == fact.holder for f in mates):
        return ""  # whoever is compared has some
    named = [f for f in mates if f.words not in reader.inherited]  # not by the last one spoken of
    owners = {f.holder for f in named or mates if f.holder and f.holder != fact.holder}
    if len(owners) == 1:  # of what he made with others he made some himself
        owner = owners.pop()
        told = owner not in reader.people or any(f.clause < fact.clause for f in mates)
        alike = any((f.holder, f.verb) == (owner, fact.verb) for f in reader.facts)
        own = fact.holder in reader.groups.get(owner, ()) or (alike and not told)
        return "" if own else owner  # 小明用了4张，小兰用了2张，小明还剩7张: each used his own
    before = [f.holder for f in mates if f.clause < fact.clause]
    there = bool(before) and before[-1] not in reader.people and fact.holder in reader.people
    return before[-1] if there and fact.effect in ("put", "remove") else ""
