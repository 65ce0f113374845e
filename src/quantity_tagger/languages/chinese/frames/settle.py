"""What only the whole story tells: whose things somebody moves, what is done of a task, what a
comparison compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import apart
from quantity_tagger.languages.chinese.frames.asked import (
    asked_fact,
    bare_kind,
    complete_question,
    late_kinds,
    name_asked,
    seats,
)
from quantity_tagger.languages.chinese.frames.money import paid
from quantity_tagger.languages.chinese.frames.words import role, sort_of, words
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Amount, Fact, Time
from quantity_tagger.situation.shares import EACH, to_each

if TYPE_CHECKING:
    from quantity_tagger.languages.chinese.frames.reader import Reader

#: Effects that a comparison without a verb does not take over.
_NO_DEED = frozenset(["state", "note", "rise", "fall"])
_DOING = frozenset(["do", "make", "gain"])


def settle(reader: Reader) -> None:
    """Puts the facts right in the light of all of them."""
    reader.facts = [
        f.but(effect="gain") if f.verb == "还" and f.holder not in reader.people and not f.to else f
        for f in reader.facts
    ]
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
    _predicates(reader)
    _compared(reader)
    _tasks(reader)
    apart.no_holders(reader)
    _agents(reader)
    _homeless(reader)
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
        if quantity is not None and fact.holder in reader.groups and fact.effect == "state":
            place = places[quantity]
            before = [word.text for word in reader.words[max(place - 3, 0) : place]]
            if not role("each of them").isdisjoint(before):
                fact = fact.but(extras=fact.extras | {EACH})
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
    if len(told) > 1 and all(f.effect == "put" and f.holder != told[0].holder for f in told[1:]):
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
        reader.facts[0] = first.but(effect="state", verb="有")
        asked = asked_fact(reader)
        if asked is not None and asked.effect == first.effect and not asked.more:
            mention = reader.question[0]  # type: ignore[index]
            mention.flags.add("start")
            reader.question = (mention, asked.but(effect="state", verb="有"))


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
        if kinds.meets(fact.kind, asked.kind) and fact.effect != "note" and not fact.planned
    ]
    told = [reader.facts[place] for place in mates]
    values = [
        reader.problem.quantities[fact.amount.quantity].value
        for fact in told
        if fact.amount.quantity is not None and fact.than is None
    ]
    undone = reader.question[0].undone[:1] if reader.question else ""
    gone = [DIRECTION.get(f.effect, 0) < 0 or f.verb[:1] == undone != "" for f in told]
    if len(values) < 2 or len(values) < len(told) or not all(gone[1:]):
        return
    if told[0].effect in ("lose", "use", "do") and values[0] > sum(values[1:]):
        first = told[0].but(effect="state", verb="有", time=Time())
        reader.facts[mates[0]] = first
        for place, fact in zip(mates[1:], told[1:], strict=True):
            reader.facts[place] = fact.but(effect="use", holder=first.holder)


def _predicates(reader: Reader) -> None:
    """Those who did it leave those who did not: 男22人，女21人，16人参加，多少人没参加."""
    asked = asked_fact(reader)
    if asked is None or not (asked.kind.lacks or "not" in asked.extras):
        return
    told = [
        p
        for p, f in enumerate(reader.facts)
        if f.kind.marks and kinds.meets(bare_kind(f.kind), bare_kind(asked.kind))
    ]
    if asked.kind.lacks:
        exact = [p for p in told if reader.facts[p].kind.marks & asked.kind.lacks]
        told = exact or told
    if len(told) != 1:
        return
    fact = reader.facts[told[0]]
    bare = bare_kind(fact.kind)
    reader.facts[told[0]] = fact.but(effect="use", kind=bare, of=None, named=fact.kind)
    mention = reader.question[0]  # type: ignore[index]
    bare = bare_kind(asked.kind)
    reader.question = (mention, asked.but(kind=bare, effect="state", named=asked.kind))


def _all(reader: Reader) -> list[Fact]:
    asked = asked_fact(reader)
    return [*reader.facts, *([asked] if asked is not None else [])]


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
        for other in _all(reader):
            if other is fact or other.than is not None or not kinds.meets(other.kind, fact.kind):
                continue
            if other.kind.measure != fact.kind.measure or other.effect in _NO_DEED:
                continue
            if (names and other.holder in names) or (
                not names and (other.time.label or other.kind.head)
            ):
                changed = other.more or DIRECTION.get(other.effect, 0) < 0
                if any(
                    o.effect == "state"
                    and (o.than is None or (changed and o is not fact))
                    and o.amount.quantity is not None
                    and (kinds.meets(o.kind, fact.kind) or o.kind == fact.than.kind)
                    and o.holder in names
                    for o in reader.facts
                ):
                    return fact
                return fact.but(effect=other.effect, verb=other.verb)
        return fact

    reader.facts = [completed(fact) for fact in reader.facts]
    for place, fact in enumerate(reader.facts):
        own = _told_of(reader, fact)
        if own is not None:  # 爷爷钓的比我少3条，爷爷钓了9条: both of the same amount
            reader.facts[place] = fact.but(effect="note", about=own)
    if reader.question is not None:
        mention, fact = reader.question
        reader.question = (mention, completed(fact))


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
    return same[0] if len(same) == 1 and same[0] > reader.facts.index(fact) else None


def _tasks(reader: Reader) -> None:
    """Where something is left to do, what was done uses up the task: 看了27页，还剩…页没看."""
    asked = asked_fact(reader)
    if asked is None:
        return
    mention = reader.question[0]  # type: ignore[index]
    whole = any(
        f.effect == "state" and f.than is None and kinds.meets(f.kind, asked.kind)
        for f in reader.facts
    )
    if (
        asked.effect == "do"
        and whole
        and ("need" in mention.flags or "要" in mention.flags)
        and mention.flags & {"more"}
    ):
        asked = asked.but(
            effect="state", extras=asked.extras | {"left"}, planned=False, time=Time()
        )
        mention.flags.discard("more")
        mention.flags.add("to do")
        reader.question = (mention, asked)
    verb = (mention.undone or asked.verb)[:1]
    planned = [
        p
        for p, f in enumerate(reader.facts)
        if f.planned and f.verb[:1] == verb and kinds.meets(f.kind, asked.kind)
    ]
    if asked.effect == "state" and "left" in asked.extras and not whole:
        for p, f in enumerate(reader.facts):
            if f.planned and DIRECTION.get(f.effect, 0) < 0 and kinds.meets(f.kind, asked.kind):
                reader.facts[p] = f.but(effect="state", verb="有", planned=False)
    if asked.effect == "lack":  # 要买30张票，…，还缺几张
        reader.facts = [
            f.but(effect="need", planned=False)
            if f.planned and kinds.meets(f.kind, asked.kind) and not mention.undone
            else f
            for f in reader.facts
        ]
    to_do = asked.effect != "state" and mention.flags & {"more", "need"}
    if len(planned) == 1 and (to_do or mention.undone):
        goal = reader.facts[planned[0]]
        reader.facts = [
            _task(f, effect="use") if f.verb[:1] == verb and not f.planned else f
            for f in reader.facts
        ]
        extras = goal.extras | {"goal"}
        reader.facts[planned[0]] = _task(goal, effect="state", planned=False, extras=extras)
        asked = _task(asked, effect="state", planned=False, time=Time(), extras=frozenset(["left"]))
        mention.flags -= {"more", "need"}
        mention.flags.add("to do")
        reader.question = (mention, asked)
        return
    wholes = [f for f in reader.facts if f.effect == "state" and kinds.meets(f.kind, asked.kind)]
    done = [f for f in reader.facts if f.effect == "do" and kinds.meets(f.kind, asked.kind)]
    if asked.verb == "还有" and asked.effect == "state" and len(wholes) == 1 and done:
        asked = asked.but(extras=asked.extras | {"left"})  # 一节课40分钟，上了28分钟，还有…
        reader.question = (mention, asked)
    left = [
        fact for fact in _all(reader) if fact.extras & {"left", "not"} and fact.effect == "state"
    ]
    if not left:
        return
    _use_up(reader, asked, left)


def _use_up(reader: Reader, asked: Fact, left: list[Fact]) -> None:
    """Takes what was done of the task for used up."""
    undone = reader.question[0].undone if reader.question else ""
    home = _worked_on(reader, left)
    for place, fact in enumerate(reader.facts):
        if undone and fact.verb[:1] != undone[:1]:
            continue
        if (
            fact.effect == "state"
            and fact.kind.marks
            and any(kinds.meets(bare_kind(fact.kind), one.kind) for one in left)
        ):
            bare = bare_kind(fact.kind)
            reader.facts[place] = fact.but(effect="use", kind=bare, named=fact.kind)
            continue
        if fact.effect not in _DOING or not any(kinds.meets(fact.kind, one.kind) for one in left):
            continue
        if fact.effect in ("gain", "make") and not _is_task(reader, place):
            continue
        if "not" in fact.extras:
            continue
        reader.facts[place] = _task(fact, home, effect="use")
    if any(fact.effect == "use" and fact.holder == home for fact in reader.facts):
        reader.facts = [
            (fact.but(holder=home) if fact.effect == "state" else _task(fact, home))
            if any(kinds.meets(fact.kind, one.kind) for one in left) and fact.than is None
            else fact
            for fact in reader.facts
        ]
        if asked.effect == "state":
            doers = {fact.by for fact in reader.facts if fact.by}
            asked = _task(asked, home, by=asked.holder or "".join(doers if len(doers) < 2 else ()))
            reader.question = (reader.question[0], asked)  # type: ignore[index]


def _task(fact: Fact, home: str = "", **changes: object) -> Fact:
    """A fact of what is done or to do, which nobody has; who does it is told."""
    by = fact.by or ("" if fact.holder == home else fact.holder)
    return fact.but(**{"holder": home, "by": by, **changes})


def _worked_on(reader: Reader, left: list[Fact]) -> str:
    """The thing of which a part is done: the road, the book."""
    wholes = [
        fact.holder
        for fact in reader.facts
        if fact.effect == "state" and any(kinds.meets(fact.kind, one.kind) for one in left)
    ]
    thing = wholes[0] if wholes else ""
    return thing if thing and sort_of(thing) == "thing" and thing not in reader.people else ""


def _is_task(reader: Reader, place: int) -> bool:
    """Whether what was made or got is part of a told whole: it is told as one, before it."""
    fact = reader.facts[place]
    asked = asked_fact(reader)
    if asked is not None and "not" in asked.extras:
        return True
    mates = [f for f in reader.facts if kinds.meets(f.kind, fact.kind) and f.than is None]
    lost = any(DIRECTION.get(f.effect, 0) < 0 and f.verb[:1] != fact.verb[:1] for f in mates)
    if asked is not None and "left" in asked.extras and not lost and place and not fact.more:
        first = mates[0]  # 院里有40只鸽子，飞走15只，还剩…: what else took some
        return first is not fact and first.verb[:1] != fact.verb[:1]
    return any(
        other.effect == "need" or (other.planned and other.verb == fact.verb)
        for other in reader.facts[:place]
        if kinds.meets(other.kind, fact.kind)
    )


def _agents(reader: Reader) -> None:
    """Who moves things without having any moves those of the place or person that has them."""
    for place, fact in enumerate(reader.facts):
        if fact.to or fact.source or fact.than is not None or fact.kind.measure:
            continue
        owner = _owner(reader, fact)
        if owner and DIRECTION.get(fact.effect):
            agent = fact.holder
            reader.facts = [
                one.but(holder=owner)
                if one.holder == agent and (n == place or one.words in reader.inherited)
                else one
                for n, one in enumerate(reader.facts)
            ]
            asked = asked_fact(reader)
            if asked is not None and asked.holder == agent and DIRECTION.get(asked.effect):
                reader.question = (reader.question[0], asked.but(holder=owner))  # type: ignore[index]


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
    mates = [
        f
        for f in reader.facts
        if kinds.meets(f.kind, fact.kind) and f.effect == "state" and f is not fact
    ]
    if any(f.holder == fact.holder and f.words not in reader.inherited for f in mates):
        return ""
    owners = {f.holder for f in mates if f.holder and f.holder != fact.holder}
    members = owners.intersection(reader.groups.get(fact.holder, ()))
    if DIRECTION.get(fact.effect, 0) < 0 and len(members) == 1:
        return members.pop()  # 小燕和朋友们吃掉5个: of hers
    return owners.pop() if len(owners) == 1 else ""
