"""The question in the light of the facts: whose, what and when, where it leaves that out."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.words import role, sort_of, time_order, words
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Fact, Kind, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.chinese.frames.reader import Reader


def asked_fact(reader: Reader) -> Fact | None:
    """What the question asks for."""
    return reader.question[1] if reader.question else None


def all_facts(reader: Reader) -> list[Fact]:
    """What is told and what is asked for."""
    asked = asked_fact(reader)
    return [*reader.facts, *([asked] if asked is not None else [])]


def as_stock(fact: Fact, **changes: object) -> Fact:
    """A fact as what there is; its verb stays as told."""
    said = fact.said or fact.verb
    return fact.but(**{"effect": "state", "verb": "有", "said": said, **changes})


def bare_kind(kind: Kind) -> Kind:
    """A kind without what it is said to be."""
    return Kind(kind.head, ups=kind.ups, measure=kind.measure)


def late_kinds(reader: Reader) -> None:
    """What is told by its measure word alone is what that counts later: 他有5颗，我有8颗糖."""
    for place, fact in enumerate(reader.facts):
        if fact.kind.head[:1] != "#" or fact.kind.marks or fact.effect != "state":
            continue
        named = [kind for kind in reader.kinds if fact.kind.head in kind.ups and not kind.marks]
        if len(named) == 1:
            reader.facts[place] = fact.but(kind=named[0])


def _other_days(reader: Reader, asked: str) -> None:
    """What happened on another day than the asked one plays no part."""
    mine = time_order().get(asked)
    if mine is None:
        return
    for place, fact in enumerate(reader.facts):
        theirs = time_order().get(fact.time.label)
        if theirs is not None and theirs[0] == mine[0] and theirs[1] != mine[1]:
            reader.facts[place] = fact.but(negated=True)


def all_named_alike(reader: Reader) -> None:
    """蓝罐子里…，黄罐子里…，两个罐子里一共: all whose names end with what is asked of so many."""
    asked = asked_fact(reader)
    if asked is None or asked.holder in reader.groups or not (asked.total or asked.kind.measure):
        return
    mention = reader.question[0]  # type: ignore[index]
    own = [word for word in reader.words if word.first in mention.words]
    for word, after in zip(own, [*own[1:], mention.word], strict=False):
        count = "两三四".find(word.text[:1]) + 2
        noun = word.text[1:] if word.role == "place" else after.text
        if count < 2 or word.role not in ("det", "place") or not noun:
            continue
        known = [*reader.holders, *(fact.holder for fact in reader.facts)]
        members = [one for one in dict.fromkeys(known) if one.endswith(noun)]
        members = [one for one in members if one not in (noun, word.text)]
        if len(members) == count:
            reader.question = (mention, asked.but(holder=reader.group(members)))


def name_asked(reader: Reader) -> None:
    """A name that only the question has is another name of the only one that the story has."""
    asked = asked_fact(reader)
    if asked is None:
        return
    mention = reader.question[0]  # type: ignore[index]
    near = [f for f in reader.facts if kinds.meets(f.kind, asked.kind) and f.effect != "note"]
    asked = _named_late(reader, asked, near)
    asked = _told_shorter(reader, asked)
    told = {name for f in reader.facts for name in (f.holder, f.to, f.source)}
    told |= {f.than.holder or "" for f in reader.facts if f.than is not None}
    holders = {f.holder for f in near}
    short = [
        n
        for n in told
        if n
        and asked.holder
        and n not in reader.groups
        and (asked.holder.endswith(n) or n.endswith(asked.holder) or n + "子" == asked.holder)
    ]
    if asked.holder not in told and asked.holder not in reader.groups and len(short) == 1:
        asked = asked.but(holder=short[0])
    if (
        (
            asked.holder
            and asked.holder not in told
            and asked.holder not in reader.groups
            and len(holders) == 1
        )
        and asked.than is None
        and not (asked.kind.measure and _is_its_own(asked))
    ):
        reader.unmet = asked.holder
        asked = asked.but(holder=holders.pop())
    home = asked.holder in words("names", "home")
    sides = asked.holder and any(asked.holder + side in told for side in role("side"))
    if asked.holder not in told and (sides or (home and asked.total)):
        reader.unmet = asked.holder
        asked = asked.but(holder="")  # 奶奶包了…，妈妈包了…，家里一共…: of all of them
    members = reader.groups.get(asked.holder, ())
    counted = {f.kind.head: f.kind for f in reader.facts}
    if members and all(one in counted for one in members):  # 月季和米兰一共有多少盆
        parts = tuple([counted[one] for one in members])
        asked = asked.but(holder="", kind=Kind(asked.holder, parts=parts))
    cashier = asked.holder.endswith(tuple(role("cashier"))) and "change" in asked.extras
    if asked.kind.head == "money" and (cashier or asked.holder in role("cashier")):
        asked = asked.but(holder="")  # 售货员应找回多少元
    asked = _with_compared(reader, asked)
    people = asked.kind.head in words("kinds", "people") and not asked.kind.marks
    states = [f for f in near if f.effect == "state" and f.holder == asked.holder]
    if people and any(f.kind.head == "人" and not f.kind.marks for f in states):
        kind = Kind("人", ups=frozenset(["#人"]))  # 车上有50人，…多少名乘客
        asked = asked.but(kind=kind, named=asked.named or asked.kind)
    told_of = {mark for f in reader.facts for mark in f.kind.marks | f.kind.lacks}
    if (
        "predicate" in mention.flags
        and (not told_of or asked.total)
        and not told_of & asked.kind.marks
    ):
        asked = asked.but(kind=bare_kind(asked.kind))  # 现在有多少人在玩: all that the story counts
    asked = _in_its_span(reader, asked, near)
    doing = [f for f in near if f.effect != "state"]
    if (
        DIRECTION.get(asked.effect)
        and near
        and not doing
        and not asked.more
        and ((asked.total and not asked.kind.measure) or asked.verb[:1] in "买做种摘收")
    ) and not any("left" in f.extras or f.time.phase for f in near):
        asked = as_stock(asked)
    reader.question = (mention, asked)


def _named_late(reader: Reader, asked: Fact, near: list[Fact]) -> Fact:
    """甲班捐37本，乙班捐27本，共捐书多少本: what only the question names is what was told of."""
    unit = f"#{reader.question[0].word.unit}"  # type: ignore[index]
    late = any(f.kind.head == unit for f in near)
    if not late or any(kinds.within(f.kind, asked.kind) for f in near):
        return asked
    named = asked.named or asked.kind
    reader.facts = [f.but(named=named) if f.kind.head == unit else f for f in reader.facts]
    return asked.but(kind=Kind(unit), named=named)


def _in_its_span(reader: Reader, asked: Fact, near: list[Fact]) -> Fact:
    """这天一共送了多少封: a span in which the told times lie is no time of its own."""
    own = [f for f in near if f.holder == asked.holder] or near
    own = near if asked.kind.head == "age" else own
    labels = {f.time.label for f in own} | {up for f in own for up in f.time.ups}
    labels |= {part.label for f in own for part in f.time.parts}
    if (
        asked.time.label
        and asked.time.label not in labels
        and asked.time.label in words("names", "asked spans")
    ):
        _other_days(reader, asked.time.label)
        spans = frozenset([asked.time.label])
        asked = asked.but(time=Time(phase=asked.time.phase, ups=spans))
    return asked


def _is_its_own(asked: Fact) -> bool:
    """Whether a size is of the one who is named, though nothing is told of it: 蜂蜜重多少克."""
    return asked.kind.head in ("age", "money") or sort_of(asked.holder) == "thing"


def _told_shorter(reader: Reader, asked: Fact) -> Fact:
    """有9位老人在下棋，…下棋的老人: a longer name of the only ones that are told of."""
    parts = tuple([_shorter(reader, part) for part in asked.kind.parts])
    kind = asked.kind._replace(parts=parts) if parts else _shorter(reader, asked.kind)
    asked = asked.but(kind=kind)
    if asked.than is not None and asked.than.kind is not None:
        than = asked.than._replace(kind=_shorter(reader, asked.than.kind))
        asked = asked.but(than=than)
    return asked


def _shorter(reader: Reader, kind: Kind) -> Kind:
    told = [f for f in reader.facts if f.kind.head and kind.head.endswith(f.kind.head)]
    if len(told) != 1 or kind.marks or kind.measure or kind.head == told[0].kind.head:
        return kind
    tokens = [token.text for token in reader.problem.tokens[max(told[0].words) :]]
    clause = "".join(takewhile(lambda text: text not in "，。；", tokens))
    said = kind.head.removesuffix(told[0].kind.head)
    return told[0].kind if said in clause else kind


def _with_compared(reader: Reader, asked: Fact) -> Fact:
    """All of a sort are those that are told and those that are only compared with: 公鸡48只，比母鸡
    多19只，一共有多少只.
    """
    told = {f.kind.head: f.kind for f in reader.facts if f.effect == "state" and f.about is None}
    sides = {
        f.than.kind.head: f.than.kind
        for f in reader.facts
        if f.than is not None and f.than.kind is not None and f.holder == asked.holder
    }
    new = {head: kind for head, kind in sides.items() if head not in told}
    named = [kind for kind in told.values() if kinds.within(kind, asked.kind)]
    if not asked.total or asked.than is not None or not new or not named or asked.kind.parts:
        return asked
    parts = (*named, *new.values())
    if not all(kinds.within(kind, asked.kind) or asked.kind in named for kind in parts):
        return asked
    return asked.but(kind=Kind("、".join([kind.head for kind in parts]), parts=parts))


def complete_question(reader: Reader) -> None:
    """A question without a verb of its own asks for what the facts tell."""
    asked = asked_fact(reader)
    if asked is None:
        return
    first = reader.facts[0] if reader.facts else None
    there = first is not None and first.effect == "state" and first.than is None
    boards = asked.verb[-1:] in words("names", "vehicle ends")  # 有30人，上车12人: got on before
    if first is not None and there and asked.effect == "come" and asked.total and not boards:
        came = kinds.meets(first.kind, asked.kind)  # who was there had come
        reader.facts[0] = first.but(effect="come", verb=asked.verb) if came else first
    own = [f.effect for f in reader.facts if f.holder == asked.holder]
    if asked.effect == "come" and own.count("state") == 1 and "leave" in own and "come" not in own:
        asked = as_stock(asked)  # 有42人，请假3人，来了多少人
        reader.question = (reader.question[0], asked)  # type: ignore[index]
    if asked.effect not in ("state", "need"):
        reader.question = (reader.question[0], _whose_deed(reader, asked))  # type: ignore[index]
        return
    mention = reader.question[0]  # type: ignore[index]
    near = [f for f in reader.facts if kinds.meets(f.kind, asked.kind) and f.effect != "note"]
    if asked.effect == "need" and asked.kind.head == "money":
        asked = as_stock(asked)
    if asked.effect == "need" and asked.total and near and all(f.effect == "need" for f in near):
        reader.facts = [f.but(effect="do") if f.effect == "need" else f for f in reader.facts]
        asked = asked.but(effect="do", verb=near[0].verb)
    if any(f.effect in ("rise", "fall") and not f.total for f in near) and (
        asked.kind.head == "money"
    ):
        prices = {f.holder for f in near}
        holder = prices.pop() if len(prices) == 1 else asked.holder
        asked = as_stock(asked, holder=holder, extras=frozenset())
    free = asked.verb in ("有", "是", "", "共有", "为") and not asked.extras
    if free and near and not mention.flags & {"now", "start", "more"}:
        verbs = {(f.effect, f.verb) for f in near}
        if (
            len(verbs) == 1
            and near[0].effect != "state"
            and near[0].effect in ("do", "make", "gain", "lose", "use", "put", "come")
        ):
            said = asked.said or asked.verb
            asked = asked.but(effect=near[0].effect, verb=near[0].verb, said=said)
    holders = {f.holder for f in reader.facts if f.holder}
    last = reader.facts[-1] if reader.facts else None
    if (
        last is not None
        and not asked.holder
        and asked.kind.measure
        and "left" in asked.extras
        and last.words not in reader.inherited
        and last.sentence == mention.sentence
        and last.kind == asked.kind
        and DIRECTION.get(last.effect, 0) < 0
        and asked.kind.head != "money"
    ):
        asked = asked.but(holder=last.holder)  # 第二根用去12米后，还剩多少米
    if asked.kind.measure:  # 水管长18米，锯下5米后还剩…: whose length it is
        long = asked.kind.head == "length" and "left" in asked.extras
        holders = {f.holder for f in near} if long else set()
        if asked.kind.head == "money" and asked.extras & {"change", "left", "lack"}:
            holders = {f.holder for f in near} & reader.people  # whose purse it is
    if not asked.holder and len(holders) == 1:
        asked = asked.but(holder=holders.pop())
    if not asked.holder and not asked.total:
        asked = asked.but(holder=_spoken_of(near, asked))
    reader.question = (mention, asked)


def _whose_deed(reader: Reader, asked: Fact) -> Fact:
    """An event that is asked for is of the only holder, or of whoever was spoken of to spend."""
    holders = {f.holder for f in reader.facts if f.holder not in ("", asked.kind.head)}
    changed = any(f.effect in ("rise", "fall") for f in reader.facts)
    if changed and asked.kind.head == "money" and len(holders) == 1:
        return as_stock(asked, holder=holders.pop(), extras=frozenset())
    if asked.effect == "lack" and not asked.holder:  # whose purse it is, or who needs them
        wants = [f for f in reader.facts if "purse" in f.extras or f.effect == "need"]
        holders = {f.holder for f in wants if f.holder}
    spends = asked.kind.head == "money" and asked.effect == "lose"
    if spends and reader.topic in reader.people:  # 妈妈买了毛巾和香皂，一共花了多少元
        holders = {reader.topic}
    return asked if asked.holder or len(holders) != 1 else asked.but(holder=holders.pop())


def _spoken_of(near: list[Fact], asked: Fact) -> str:
    """小峰比小亮多12张，送给表弟20张，还有…: who was compared and then lost or got some; who lost
    some and is compared then.
    """
    last = near[-1] if near else None
    if last is None or not DIRECTION.get(last.effect) or last.than is not None:
        return ""
    compared = any(f.than is not None and f.holder == last.holder for f in near)
    if asked.than is not None and asked.than.holder:
        compared = asked.than.holder != last.holder
    return last.holder if compared else ""


def seats(reader: Reader) -> None:
    """Places are room for those who take them: 120个座位，坐了87人，还空着多少个座位.
    What is put in until it is full is the room that there is.
    """
    asked = asked_fact(reader)
    after = reader.question[0].after if reader.question else []
    full = any(word.text[-1] == "满" for word in after)
    told = {f.effect for f in reader.facts if f.than is None}
    if asked is not None and full and "room" in told and told.isdisjoint(DIRECTION):
        asked = asked.but(effect="room", more=False)
        reader.question = (reader.question[0], asked)  # type: ignore[index]
    if asked is not None and asked.effect == "lack" and _is_seat(asked):
        reader.facts = [
            f.but(extras=f.extras | {"goal"}) if _is_seat(f) else f for f in reader.facts
        ]
    free = asked is not None and (asked.effect == "room" or _is_seat(asked))
    if asked is None or not free or asked.effect not in ("state", "room"):
        return
    places = [p for p, f in enumerate(reader.facts) if _is_seat(f) and f.effect == "state"]
    takers = [
        f.kind
        for f in reader.facts
        if f.verb[:1] in role("take place") and f.than is None and not _is_seat(f)
    ]
    if not places or not takers:
        return
    people = all("#人" in kind.ups for kind in takers)
    kind = Kind("人", ups=frozenset(["#人"])) if people else takers[-1]
    for place in places:
        fact = reader.facts[place]
        reader.facts[place] = fact.but(effect="room", kind=kind, named=fact.kind)
    effect = "lack" if asked.effect == "state" else asked.effect
    asked = asked.but(effect=effect, kind=kind, named=asked.kind)
    reader.question = (reader.question[0], asked)  # type: ignore[index]


def _is_seat(fact: Fact) -> bool:
    return fact.kind.head.endswith(tuple(words("kinds", "seats")))
