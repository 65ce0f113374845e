"""The question as a functional of the world, one function for each way to take it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from quantity_tagger.situation import kinds
from quantity_tagger.situation import times as times_of
from quantity_tagger.situation.facts import DIRECTION, HAPPENING, Fact, Side, Time
from quantity_tagger.situation.families import (
    flows,
    goals,
    lines,
    net,
    parts,
    purchases,
    rows,
)
from quantity_tagger.situation.families.stocks import stock
from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.scene import STOCK_EFFECTS, Scene, expand, side_fact
from quantity_tagger.situation.statements import Form, plus, times
from quantity_tagger.situation.values import members, told_states, value

Schema = Callable[[Scene], Iterator[Reading]]


def _moment(scene: Scene) -> str | int:
    question = scene.story.question
    told = "start" if "start" in question.cues else "end"
    return told if question.after is None else question.after


def stocks(scene: Scene) -> Iterator[Reading]:
    """How many are there, at the start or the end."""
    question = scene.story.question
    asked = question.fact
    if question.form != "amount" or asked.effect != "state" or asked.rest:
        return
    if asked.kind.head == "age" and asked.kind.measure:
        yield Reading("age", value(scene, asked, "end"), scale=asked.amount.scale)
        return
    for fact in scene.story.facts:
        if fact.amount.quantity is None and fact.holder and (fact.to or fact.source):
            _tie(scene, fact)  # what changed hands untold is found by the other stock
    form: Form = {}
    for one in _spoken_of(scene, expand(scene, asked)):
        at: str | int = _moment(scene)
        timed = asked.time.label and "left" not in question.cues
        if at == "end" and asked.time.label:
            at = _last_of(scene, asked.time)
            if at == "end" and timed and _before_all(scene, asked):
                at = "start"
        found = told_states(scene, one) if one.time.label and timed else None
        found = found or stock(scene, one, at)
        if found is None and "start" in question.cues:
            return
        if found is None:
            done = flows.matching(scene, one.but(effect="do", verb=""))
            if not done and one.kind.head == "money":  # what it cost is what was spent
                done = flows.matching(scene, one.but(effect="lose", verb="", holder=""))
            if not done:
                return
            found = flows.total(scene, done)
        form = plus(form, found)
    wanted = 0.8 if "need" in question.cues and not asked.extras & {"left", "not"} else 0.0
    moment = "start" if _moment(scene) == "start" else "end"
    yield Reading(f"stock {moment}", form, wanted, scale=asked.amount.scale)


def _spoken_of(scene: Scene, asked: list[Fact]) -> list[Fact]:
    """Each member of a group that other groups tell of: "A and B have 9, B and C have 7 …"."""
    facts = scene.story.facts
    spoken = {m for f in facts for m in (f.holder, *scene.members(f.holder))}
    joint = {f.to for f in facts}  # what they are given together is no single one's
    found: list[Fact] = []
    for one in asked:
        apart = one.holder not in joint and spoken.issuperset(scene.members(one.holder))
        found += members(scene, one) if apart else [one]
    return found


def _before_all(scene: Scene, asked: Fact) -> bool:
    ranks = [
        f.time.rank
        for f in scene.facts
        if f.time.rank is not None and kinds.meets(f.kind, asked.kind)
    ]
    mine = asked.time.rank
    if mine is None or not (ranks or mine < 0):
        return False
    if ranks and times_of.next_day(max(ranks), asked.time):
        return False
    return all(rank > mine for rank in ranks)


def counted(scene: Scene) -> Iterator[Reading]:
    """As in "9 voted for the sea and 6 for the lake. How many took part": all of whom it is told
    what they are or chose, where no deed is told of any.
    """
    question = scene.story.question
    asked = question.fact
    if question.form != "amount" or asked.effect not in HAPPENING or asked.holder:
        return
    told = [
        (place, fact)
        for place, fact in enumerate(scene.story.facts)
        if fact.amount.quantity is not None and kinds.heads_meet(fact.kind, asked.kind)
    ]
    listed = len({(f.sentence, f.verb) for _, f in told}) == 1 and len(told) > 1
    plain = all(f.effect == "state" and f.of is not None and f.than is None for _, f in told)
    if listed and plain and not question.cues & {"left", "not", "need", "more"}:
        form = flows.total(scene, [place for place, _ in told])
        yield Reading("stock end", form, 0.3, scale=asked.amount.scale)


def needs(scene: Scene) -> Iterator[Reading]:
    """What is needed in all."""
    question = scene.story.question
    asked = question.fact
    if question.form != "amount" or asked.effect not in ("need", "room"):
        return
    if "more" in question.cues:
        return
    wanted = [
        place
        for place, fact in enumerate(scene.facts)
        if fact.effect == "need" and kinds.within(fact.kind, asked.kind)
    ]
    there = asked.effect == "room" or "total" in question.cues
    total = stock(scene, asked.but(effect="state"), "end") if there else None
    if not any(f.effect in ("need", "room", "lack") for f in scene.facts) and total is not None:
        yield Reading("stock end", total, scale=asked.amount.scale)
    if len(wanted) > 1:
        yield Reading("needs", flows.total(scene, wanted), 0.3, scale=asked.amount.scale)


def _last_of(scene: Scene, time: Time) -> str | int:
    found = [place for place, fact in enumerate(scene.facts) if fact.time.label == time.label]
    if not found:
        return _by_rank(scene, time)
    last = max(found)
    for place, fact in enumerate(scene.facts[last + 1 :], last + 1):
        if fact.time.label or not DIRECTION.get(fact.effect):
            break
        last = place  # what follows without a time of its own
    return last


def _by_rank(scene: Scene, time: Time) -> str | int:
    """As in "3 came before noon and 5 after noon. How many were there at noon"."""
    ranked = [(n, f) for n, f in enumerate(scene.facts) if f.time.rank and f.time.ups & time.ups]
    over = [
        n for n, f in ranked if (f.time.rank or 0) < (time.rank or 0) or f.time.label in time.ups
    ]
    return max(over) if over and len(over) < len(ranked) else "end"


def told_flows(scene: Scene) -> Iterator[Reading]:
    """What was done in all: the sum of the told flows that fit."""
    question = scene.story.question
    asked = question.fact
    if question.form != "amount" or asked.effect not in HAPPENING or net.net(scene):
        return
    if asked.rest:
        return
    form: Form = {}
    for one in expand(scene, asked):
        places = flows.matching(scene, one) or _counted_at_times(scene, one)
        places = places or _made_of(scene, one)
        if not places:
            return
        form = plus(form, flows.total(scene, places))
        for place in places:  # unknown ones are found by their stocks
            if scene.facts[place].amount.quantity is None:
                _tie(scene, scene.facts[place])
    needed = 0.8 if "need" in question.cues and not asked.planned else 0.0
    yield Reading("flows", form, needed, scale=asked.amount.scale)
    told = {name: share for name, share in form.items() if _is_told(scene, name)}
    if len(told) not in (0, len(form)):
        yield Reading("flows", told, needed + 0.6, scale=asked.amount.scale)


def _made_of(scene: Scene, asked: Fact) -> list[int]:
    """As in "used 2 kg of figs and 1 kg of nuts. How many kg of mix did she make": what was used,
    where nothing else is told of what was made.
    """
    told = [f for f in scene.facts if f.amount.quantity is not None]
    if asked.effect != "make" or not asked.kind.measure:
        return []
    if any(f.effect != "use" or asked.kind.head not in f.kind.ups for f in told):
        return []
    used = flows.matching(scene, asked.but(effect="use", verb=""))
    return used if len(used) > 1 else []


def _is_told(scene: Scene, name: Hashable) -> bool:
    if not isinstance(name, tuple) or name[0] != "f":
        return True
    fact = scene.facts[name[1]]
    return fact.amount.quantity is not None or fact.than is not None


def _counted_at_times(scene: Scene, asked: Fact) -> list[int]:
    """What was counted at several times, where the question asks for what came or was done."""
    found = [
        place
        for place, fact in enumerate(scene.facts)
        if fact.effect == "state"
        and fact.time.label
        and fact.than is None
        and kinds.within(fact.kind, asked.kind)
        and (not asked.time.label or asked.time.label == fact.time.label)
    ]
    phased = any(scene.facts[place].time.phase for place in found)
    if phased or asked.effect not in ("come", "do") or "net" in scene.story.question.cues:
        return []
    labels = {scene.facts[place].time.label for place in found}
    several = len(labels) > 1 or bool(asked.time.label)
    return found if several and len(labels) == len(found) and not asked.holder else []


def unknown_flow(scene: Scene) -> Iterator[Reading]:
    """A flow that only the stock before and after it tell."""
    question = scene.story.question
    asked = question.fact
    if question.form != "amount" or not DIRECTION.get(asked.effect):
        return
    told = [f for f in scene.facts if f.effect in STOCK_EFFECTS and kinds.meets(f.kind, asked.kind)]
    over = [f for f in told if f.time.earlier and f.effect != "state"]
    first = next(iter(over or told), None)  # "6 lay there; 20 had been sold. How many were baked"
    begins = DIRECTION[asked.effect] > 0 and first is not None and first.effect != "state"
    when = Time(earlier=begins and bool(over))
    place = scene.imply(asked.but(time=when, position=-1.0 if begins else None))
    _place_before_last_state(scene, place)
    _tie(scene, asked)
    yield Reading("change", scene.form(place), 0.1, scale=asked.amount.scale)


def _place_before_last_state(scene: Scene, place: int) -> None:
    """Moves the asked flow to where it happened: before the last state, if one is told after it."""
    fact = scene.facts[place]
    later = [
        number
        for number, other in enumerate(scene.facts[:place])
        if other.effect == "state"
        and kinds.meets(other.kind, fact.kind)
        and scene.locus(other, fact.holder, fact.place) is not None
        and other.time.phase != "start"
    ]
    if any(scene.facts[number].time.phase == "end" for number in later):
        return
    if later and scene.facts[later[-1]].time.phase != "end":
        scene.facts[later[-1]] = scene.facts[later[-1]].but(
            time=Time(scene.facts[later[-1]].time.label, phase="end")
        )


def _tie(scene: Scene, fact: Fact) -> None:
    """Says the chains of the stocks that a flow moves, wherever it is told to have happened."""
    stocks = [f for f in scene.facts if f.effect == "state" and kinds.meets(f.kind, fact.kind)]
    if fact.holder and stocks and all(fact.place not in (f.place, f.holder) for f in stocks):
        fact = fact.but(place="")
    wider = [f.kind for f in stocks if kinds.relation(fact.kind, f.kind) == "below"]
    for holder in sorted({fact.holder, fact.to, fact.source} - {""}) or [""]:
        for kind in (fact.kind, *wider):
            stock(scene, fact.but(effect="state", holder=holder, kind=kind, time=Time()), "end")
    if fact.place and fact.holder:
        stock(scene, fact.but(effect="state", holder="", time=Time()), "end")


def rest(scene: Scene) -> Iterator[Reading]:
    """The others, where the question asks for them by what they are."""
    question = scene.story.question
    if question.fact.rest and not any(fact.rest for fact in scene.facts):
        parts.say_rest(scene, scene.imply(question.fact))
    for place, fact in enumerate(scene.facts):
        if not fact.rest or question.form != "amount":
            continue
        if "rest" in question.cues or _may_ask_for(fact, question.fact):
            yield Reading("rest", scene.form(place), scale=question.fact.amount.scale)


def _may_ask_for(rest: Fact, asked: Fact) -> bool:
    """Whether a question may ask for the rest."""
    return rest.kind.head == asked.kind.head


def part(scene: Scene) -> Iterator[Reading]:
    """What a whole leaves for the asked part."""
    question = scene.story.question
    if question.form != "amount" or "need" in question.cues:
        return
    if any(fact.rest and _may_ask_for(fact, question.fact) for fact in scene.facts):
        return
    scale, lacks = question.fact.amount.scale, question.fact.kind.lacks
    whole = "total" in question.cues
    rest = parts.complement(scene, question.fact) if lacks or not whole else None
    if rest is not None:
        yield Reading("complement", rest, 0.2, scale=scale)
    if whole:
        return
    said = {mark for fact in scene.facts for mark in fact.kind.marks | fact.kind.lacks}
    new = question.fact.kind.marks - said or "only" in question.fact.extras
    told = {fact.kind.marks for fact in scene.facts if fact.of is not None}
    left = "left" in question.cues and not (len(told) > 1 and question.fact.kind.marks in told)
    other = parts.others(scene, question.fact) if new or left else None
    if other is not None:
        yield Reading("others", other[0], 0.4 if other[1] else 1.1, scale=scale)
    net = parts.content(scene, question.fact)
    if net is not None:
        yield Reading("content", net, 1.0, True, scale)
    form = parts.missing_part(scene, question.fact)
    if form is not None:
        yield Reading("part", form, 0.1, scale=scale)


def share(scene: Scene) -> Iterator[Reading]:
    """What a told sum leaves for the one who is asked for."""
    question = scene.story.question
    if question.form != "amount" or "total" in question.cues:
        return
    found = parts.share(scene, question.fact)
    if found is not None:
        form, cost = found
        yield Reading("part", form, cost, scale=question.fact.amount.scale, another=True)


def difference(scene: Scene) -> Iterator[Reading]:
    """One side less the other."""
    question = scene.story.question
    asked = question.fact
    if question.form != "difference":
        return
    if "now" in question.cues and DIRECTION.get(asked.effect, 0) > 0:  # of what there is now
        asked = asked.but(effect="state", verb="")
    if asked.than is None and not (asked.holder or asked.place or asked.time.label):
        yield from _two(scene, asked)
        return
    sides = [asked.than] if asked.than is not None else _other_sides(scene, asked)
    tried = 0
    for side in sides:
        tried += 1
        at = _moment(scene)
        first = side.time is not None and side.time.phase == "start"
        second = side_fact(asked, side)
        one = _side(scene, asked, "end" if first else at)
        other = _side(scene, second.but(time=Time()) if first else second, "start" if first else at)
        for fact in (asked, second):
            if fact.effect != "state":
                _tie(scene, fact)
        sign = asked.sign or 1
        form = times(sign, plus(one, times(-1, other)))
        yield Reading(
            "difference", form, 0.0 if asked.than else 0.2, not asked.sign, asked.amount.scale
        )
    if not tried:
        yield from _two(scene, asked)


def _side(scene: Scene, side: Fact, at: str | int) -> Form:
    """What one side comes to; where it is told of nowhere it may be what a told whole leaves."""
    facts = scene.story.facts
    told = any((f.kind.head, f.kind.marks) == (side.kind.head, side.kind.marks) for f in facts)
    divided = side.effect == "state" and any(fact.of is not None for fact in facts)
    untold = divided and not told and not side.kind.measure
    rest = parts.missing_part(scene, side.but(than=None, sign=0)) if untold else None
    return value(scene, side, at) if rest is None else rest


def _two(scene: Scene, asked: Fact) -> Iterator[Reading]:
    """The difference of the only two amounts that are told of the asked kind."""
    told = [
        place
        for place, fact in enumerate(scene.facts)
        if kinds.within(fact.kind, asked.kind)
        and not fact.negated
        and scene.locus(fact, asked.holder, "") is not None
    ]
    if len(told) == 2:
        form = plus(scene.form(told[0]), times(-1, scene.form(told[1])))
        yield Reading("difference", form, 0.2, True, asked.amount.scale)


def _other_sides(scene: Scene, asked: Fact) -> Iterator[Side]:
    """Sides that the story has beside the asked one, where the question names none."""
    mates = [
        fact
        for fact in scene.facts
        if (fact.effect == asked.effect or asked.effect not in STOCK_EFFECTS)
        and fact.kind.measure == asked.kind.measure
    ]
    for name in ("holder", "place"):
        mine = getattr(asked, name)
        others = {
            getattr(fact, name)
            for fact in mates
            if kinds.meets(fact.kind, asked.kind)
            and getattr(fact, name)
            and not scene.same(getattr(fact, name), mine)
        }
        if mine and len(others) == 1:
            yield Side(**{name: others.pop()})
    marked = {f.kind.marks: f.kind for f in mates if f.kind.head == asked.kind.head}
    if len(marked) == 2 and all(marked) and asked.kind.marks in marked:
        yield Side(kind=next(k for marks, k in marked.items() if marks != asked.kind.marks))
    times_told = {fact.time.label: fact.time for fact in mates if fact.time.label}
    if asked.time.label and len(times_told) == 2:
        yield Side(time=next(t for n, t in times_told.items() if n != asked.time.label))


#: Ways to ask that know of a moment within the story.
AT_MOMENTS: frozenset[Schema] = frozenset([stocks, difference])
SCHEMAS: tuple[Schema, ...] = (
    stocks,
    counted,
    needs,
    told_flows,
    net.net_flow,
    unknown_flow,
    net.between_states,
    net.between_deeds,
    rest,
    part,
    share,
    difference,
    goals.goal,
    purchases.purchase,
    rows.queue,
    lines.clock,
)
