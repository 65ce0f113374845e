"""What is left to do: what was done of a task uses it up."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames import slots
from quantity_tagger.languages.chinese.frames.asked import (
    all_facts,
    as_stock,
    asked_fact,
    bare_kind,
)
from quantity_tagger.languages.chinese.frames.counting import OCCASION
from quantity_tagger.languages.chinese.frames.words import role, sort_of
from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Amount, Fact, Time

if TYPE_CHECKING:
    from quantity_tagger.languages.chinese.frames.mention import Mention
    from quantity_tagger.languages.chinese.frames.reader import Reader

_DOING = frozenset(["do", "make", "gain"])


def tasks(reader: Reader) -> None:
    """Where something is left to do, what was done uses up the task: 看了27页，还剩…页没看."""
    asked = asked_fact(reader)
    if asked is None:
        return
    mention = reader.question[0]  # type: ignore[index]
    whole = any(
        f.effect == "state" and f.than is None and kinds.meets(f.kind, asked.kind)
        for f in reader.facts
    )
    wanted = mention.flags & {"need", "要"} or any(
        word.text == "再" for word in reader.words if word.first in mention.words
    )
    if asked.effect == "do" and whole and wanted and "more" in mention.flags:
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
                reader.facts[p] = as_stock(f, planned=False)
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
    open_ = asked.verb == "还有" or "to do" in mention.flags
    if open_ and asked.effect == "state" and len(wholes) == 1 and done:
        asked = asked.but(extras=asked.extras | {"left"})  # 一场戏40分钟，演了28分钟，还有…
        reader.question = (mention, asked)
        if _is_way(reader, wholes[0]):  # 从家到学校有900米，走了350米
            goal = wholes[0].but(extras=wholes[0].extras | {"goal"})
            reader.facts = [goal if fact is wholes[0] else fact for fact in reader.facts]
            mention.flags.add("to do")
    left = [
        fact
        for fact in all_facts(reader)
        if fact.extras & {"left", "not"} and fact.effect == "state"
    ]
    if not left:
        return
    _use_up(reader, asked, left)


def _is_way(reader: Reader, whole: Fact) -> bool:
    """Whether a length is that of the way between two places."""
    said = [word for word in reader.words if word.first in whole.words]
    between = any(word.role == "from" or word.text in role("apart") for word in said)
    return between and whole.kind.head == "length"


def _use_up(reader: Reader, asked: Fact, left: list[Fact]) -> None:
    """Takes what was done of the task for used up."""
    undone = reader.question[0].undone if reader.question else ""
    home = _worked_on(reader, left)
    others = {f.holder for f in reader.facts if f.effect == "state"} - {home} if home else set()
    doer = asked.holder if any(f.holder == asked.holder for f in reader.facts) else ""
    rest = [bare_kind(one.kind) for one in left if "not" not in one.extras]
    for place, fact in enumerate(reader.facts):
        if undone and fact.verb[:1] != undone[:1]:
            continue
        if doer in reader.people and fact.holder in reader.people - {doer}:
            continue  # 小明看了80页，小红看了95页，小红还有多少页没看: each reads all of it
        bare = bare_kind(fact.kind)
        if fact.effect == "state" and fact.kind.marks and any(kinds.meets(bare, k) for k in rest):
            reader.facts[place] = fact.but(effect="use", kind=bare, named=fact.kind)
            continue
        if fact.effect not in _DOING or not any(kinds.meets(fact.kind, one.kind) for one in left):
            continue
        if fact.effect in ("gain", "make") and not _is_task(reader, place):
            continue
        if "not" in fact.extras:
            continue
        own = fact.holder if fact.holder in others else home
        done = _task(fact, own, effect="use")
        sole = next(iter(reader.people)) if len(reader.people) == 1 else ""
        alone = sole if fact.words in reader.inherited and not done.by else done.by
        reader.facts[place] = done.but(by=alone)  # 小龙去爬山，山高900米，爬了…
    if any(fact.effect == "use" and fact.holder == home for fact in reader.facts):
        reader.facts = [
            (fact.but(holder=home) if fact.effect == "state" else _task(fact, home))
            if any(kinds.meets(fact.kind, one.kind) for one in left)
            and fact.than is None
            and fact.holder not in others
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
    asked = asked_fact(reader)
    own = asked is not None and asked.holder in wholes  # of two roads the one that is asked for
    thing = asked.holder if asked is not None and own else wholes[0] if wholes else ""
    return thing if thing and sort_of(thing) != "person" and thing not in reader.people else ""


def _is_task(reader: Reader, place: int) -> bool:
    """Whether what was made or got is part of a told whole: it is told as one, before it."""
    fact = reader.facts[place]
    asked = asked_fact(reader)
    if asked is not None and "not" in asked.extras:
        return True
    if asked is not None and "left" in asked.extras and place and not fact.more:
        mates = [f for f in reader.facts if kinds.meets(f.kind, fact.kind) and f.than is None]
        lost = any(DIRECTION.get(f.effect, 0) < 0 and f.verb[:1] != fact.verb[:1] for f in mates)
        if mates and not lost:  # 院里有40只鸽子，飞走15只，还剩…: what else took some
            return mates[0] is not fact and mates[0].verb[:1] != fact.verb[:1]
    return any(
        other.effect == "need" or (other.planned and other.verb == fact.verb)
        for other in reader.facts[:place]
        if kinds.meets(other.kind, fact.kind)
    )


def all_gone(reader: Reader, mention: Mention) -> None:
    """上午运走12吨，下午运走14吨，正好运完: nothing is left."""
    last = reader.facts[-1] if reader.facts else None
    if last is None or mention.verb[1:][-1:] not in role("all gone"):
        return
    if mention.flags & {"if", "就", "才", "negative"} or last.verb[:1] != mention.verb[0]:
        return
    if DIRECTION.get(last.effect, 0) < 0:
        nothing = Amount(value=Fraction(0))
        left = last.but(amount=nothing, effect="state", verb="有", words=mention.words)
        reader.facts.append(left.but(time=Time(), more=False, extras=frozenset(["left"])))


def worked_on(mention: Mention) -> dict[str, str]:
    """The verbs of a clause without an amount, with their objects: 踢毽子, 修一条水渠."""
    thing = OCCASION.sub("", slots.split(mention.object)[1])
    deeds = [(mention.purpose[:1], mention.purpose[1:])]
    deeds.append((mention.verb[:1], thing or mention.verb[1:]))
    return {verb: done for verb, done in deeds if done[1:] or (thing and done == thing)}
