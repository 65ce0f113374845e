"""What a description amounts to: a stock at a moment, a flow, an age."""

from __future__ import annotations

from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import HAPPENING, Amount, Fact, Time
from quantity_tagger.situation.families import ages, flows
from quantity_tagger.situation.families.stocks import stock, told_until
from quantity_tagger.situation.scene import Scene, expand, given, side_fact
from quantity_tagger.situation.statements import Form, Given, plus


def say_facts(scene: Scene) -> None:
    """What the text tells of each amount; a compared one is told by its other side."""
    for place, fact in enumerate(list(scene.facts)):
        told = given(fact.amount)
        if fact.than is not None and fact.sign and told is not None:
            about = place if fact.about is None else fact.about
            side = side_fact(scene.facts[about].but(than=None), fact.than)
            if fact.than.amount is not None:
                known = bool(fact.than.holder)
                other: Form = scene.form(scene.imply(side)) if known else {("side", place): 1}
                scene.world.say(other, given(fact.than.amount), "told", fact.words)
            else:
                before = side.effect == "state" != scene.facts[about].effect
                other = value(scene, side, place - 1 if before else about)
            signed = Given(
                {q: share * fact.sign for q, share in told.quantities.items()},
                told.constant * fact.sign,
                told.reason,
            )
            itself = ("f", about) if len(other) > 1 else None  # no part of its own measure
            minus = {name: -share for name, share in other.items() if name != itself}
            scene.world.say(plus(scene.form(about), minus), signed, "comparison", fact.words)
        elif told is not None:
            scene.world.say(scene.form(place), told, "told", fact.words)
        if fact.kind.head == "age" and fact.kind.measure:
            ages.say(scene, place, fact)
    flows.say_twice(scene)
    for place, fact in enumerate(list(scene.facts)):  # a group has what its members have
        if fact.kind.head in ("age", "temperature"):
            continue
        joint = fact.but(amount=Amount(), than=None, time=Time(), total=False)
        parts = [joint.but(kind=kind) for kind in fact.kind.parts]
        parts = parts or [joint.but(time=time) for time in fact.time.parts]
        parts = [] if fact.than is not None or fact.about is not None else parts
        divided = _divided if fact.effect in HAPPENING else _told_of
        if divided(scene, fact.holder):
            parts = [joint.but(holder=member) for member in scene.members(fact.holder)]
        if parts:
            form = scene.form(place)
            for part in parts:
                own = _single(scene, part, place)
                form = plus(form, {name: -share for name, share in own.items()})
            scene.world.say(form, None, "together", fact.words)
    for fact in list(scene.facts):  # what is compared is told of by its own stock too
        if fact.than is not None and fact.effect == "state" and fact.about is None:
            stock(scene, fact.but(time=Time()), "end")


def _told_of(scene: Scene, group: str) -> bool:
    """Whether anything is told of one of several, alone or with others, or asked."""
    facts = [*scene.facts, scene.story.question.fact]
    parties = {name for f in facts for name in (f.holder, f.to, f.source, f.place)}
    parties |= {f.than.holder for f in facts if f.than is not None and f.than.holder}
    parties |= {one for name in parties - {group} for one in scene.members(name)}
    return not parties.isdisjoint(scene.members(group))


def _divided(scene: Scene, group: str) -> bool:
    """Whether it is asked what one of several did, and told what another of them did; where two of
    them are compared, either of them.
    """
    asked, members = scene.story.question.fact, {*scene.members(group)}
    if asked.holder not in members:
        return False
    if asked.than is None or asked.than.holder not in members:
        members.remove(asked.holder)
    told = {f.holder for f in scene.facts} | {f.than.holder for f in scene.facts if f.than}
    return not members.isdisjoint(told)


def value(scene: Scene, asked: Fact, at: str | int) -> Form:
    """The amount that a fact describes, at a moment; what nobody told is a new unknown."""
    total: Form = {}
    for one in expand(scene, asked):
        for own in members(scene, one):
            total = plus(total, _single(scene, own, at))
    return total


def members(scene: Scene, asked: Fact) -> list[Fact]:
    """A state of several as one for each, where one of them is told of nowhere else."""
    told = {fact.holder for fact in scene.facts}
    members = scene.members(asked.holder)
    if asked.effect != "state" or asked.holder in told or told.issuperset(members):
        return [asked]
    return [asked.but(holder=member) for member in members]


def _single(scene: Scene, asked: Fact, at: str | int) -> Form:
    if asked.kind.head == "age" and asked.kind.measure:
        return ages.age(scene, asked)
    if asked.effect in ("state", "room", "need"):
        told = told_states(scene, asked)
        if told is not None:
            return told
        if isinstance(at, int):
            asked = asked.but(position=told_until(at) - 0.5)
        if _another_time(scene, asked):
            return scene.form(scene.imply(asked))
        if asked.effect == "state" and asked.time.label and stock(scene, asked, at) is None:
            done = flows.matching(scene, asked.but(effect="come", verb=""), doubts=False)
            if done:
                return flows.total(scene, done)
        found = stock(scene, asked, at)
        if found is not None:
            return found
    else:
        places = flows.matching(scene, asked)
        if places:
            return flows.total(scene, places)
        states = told_states(scene, asked.but(effect="state")) if asked.time.label else None
        if states is not None:
            return states
    return scene.form(scene.imply(asked))


def _another_time(scene: Scene, asked: Fact) -> bool:
    """Whether a named time is asked for that no state was told of, beside others that were."""
    time = asked.time
    return (
        bool(time.label)
        and not time.phase
        and (time.rank or 0) < 50
        and any(
            fact.effect == "state"
            and fact.time.label != time.label
            and kinds.meets(fact.kind, asked.kind)
            and scene.locus(fact, asked.holder, asked.place) is not None
            for fact in scene.facts
        )
    )


def told_states(scene: Scene, asked: Fact) -> Form | None:
    """States told of the very time or place that is asked for ("on Monday the plant was …")."""
    if asked.effect == "state" and asked.time.label:
        found = [
            place
            for place, fact in enumerate(scene.facts)
            if fact.effect == "state"
            and fact.time.label == asked.time.label
            and kinds.within(fact.kind, asked.kind)
            and scene.locus(fact, asked.holder, asked.place) is not None
        ]
        if found:
            return flows.total(scene, found)
    if asked.effect != "state":
        found = [
            place
            for place, fact in enumerate(scene.facts)
            if fact.effect == asked.effect
            and kinds.within(fact.kind, asked.kind)
            and scene.locus(fact, asked.holder, asked.place) is not None
        ]
        if found:
            return flows.total(scene, found)
    return None
