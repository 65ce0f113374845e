"""Goals, capacities and purses: goal = done + to do, seats = taken + free, price = purse + lack."""

from __future__ import annotations

from collections.abc import Iterator

from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, GENERIC, Fact
from quantity_tagger.situation.families import flows
from quantity_tagger.situation.families.stocks import stock
from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.scene import Scene
from quantity_tagger.situation.statements import Form, plus, times


def goal(scene: Scene) -> Iterator[Reading]:
    """What is missing to a goal: the goal less what is there or done."""
    question = scene.story.question
    asked = question.fact
    if (question.form == "difference" and asked.than is not None) or "change" in asked.extras:
        return
    yield from _reached(scene, asked)
    stated = any(f.effect == "state" for f in scene.facts)
    if asked.effect == "need" or (asked.effect == "state" and not stated):
        yield from _needed(scene, asked)
    told = [f for f in scene.facts if f.effect in ("need", "room") or "price" in f.extras]
    owed = asked.effect == "lack" or (asked.effect == "give" and "left" in question.cues)
    if owed and not told:
        yield from _debt(scene, asked)
    doing = [p for p, f in enumerate(scene.facts) if f.effect == "do" and _mine(scene, f, asked)]
    undone = list(_not_done(scene, asked)) if "not" in question.cues else []
    yield from undone
    if undone and asked.verb not in GENERIC:
        return
    fills = asked.effect == "lack" or (asked.more and DIRECTION.get(asked.effect, 0) > 0)
    if not (question.cues & {"need", "free", "left", "not"} or asked.effect == "need" or fills):
        return
    for cost, goals in _goals(scene, asked):
        target: Form = {}
        for place in goals:
            target = plus(target, {("f", place): 1})
        verbs = {scene.facts[p].verb for p in goals if scene.facts[p].planned}
        given = [
            p
            for p, f in enumerate(scene.facts)
            if f.verb in verbs and DIRECTION.get(f.effect, 0) < 0 and _mine(scene, f, asked)
        ]
        done = [p for p in doing if p not in goals] or given
        if done:
            form = target
            for place in done:
                form = plus(form, {("f", place): -1})
            for place, fact in enumerate(scene.facts):  # more came to what is to be done
                came = fact.more and fact.effect in ("come", "gain", "put")
                if came and place > goals[-1] and _mine(scene, fact, asked):
                    form = plus(form, {("f", place): 1})
            yield Reading("to do", form, cost, scale=asked.amount.scale)
        held = [
            f
            for p, f in enumerate(scene.facts)
            if p not in goals
            and f.effect not in ("need", "room", "note", "do")
            and _mine(scene, f, asked)
        ]
        if not held:
            continue
        kept = scene.facts
        scene.facts = [
            f.but(effect="need", planned=True) if p in goals or _is_asked(f, asked) else f
            for p, f in enumerate(kept)
        ]
        scene.options = scene.options._replace(zero_start=True)
        there = stock(scene, asked.but(effect="state", place=""), "end")
        scene.facts = kept
        if there is not None and "left" in question.cues and "need" not in question.cues:
            wanted = [p for p in goals if kept[p].effect == "need"]
            if wanted:
                yield Reading(
                    "over", plus(there, times(-1, target)), cost + 0.2, scale=asked.amount.scale
                )
        if there is not None:
            sorts = {str(scene.facts[place].effect) for place in goals}
            filled = sorts == {"room"} or (sorts <= {"room", "need"} and fills)
            name = "room" if filled else "goal"
            yield Reading(name, plus(target, times(-1, there)), cost, scale=asked.amount.scale)


def _is_asked(fact: Fact, asked: Fact) -> bool:
    """As in "began to collect some. How many more must she collect": told without a number."""
    return fact.amount.quantity is None and fact.verb == asked.verb and fact.effect == asked.effect


def _not_done(scene: Scene, asked: Fact) -> Iterator[Reading]:
    """Those of a whole to whom it did not happen."""
    facts = [(p, f) for p, f in enumerate(scene.facts) if _mine(scene, f, asked)]
    done = [p for p, f in facts if f.verb == asked.verb and f.effect not in ("need", "note")]
    wholes = [
        p for p, f in facts if f.verb != asked.verb and f.effect not in ("need", "note", "lack")
    ]
    wholes = [p for p in wholes if scene.facts[p].of is None or not scene.facts[p].kind.lacks]
    if done and wholes:
        form: Form = plus({("f", wholes[0]): 1})
        if scene.facts[wholes[0]].effect != "state":
            for place in wholes[1:]:
                if scene.facts[place].verb == scene.facts[wholes[0]].verb:
                    form = plus(form, {("f", place): 1})
        for place in done:
            form = plus(form, {("f", place): -1})
        yield Reading("not done", form, -0.2, scale=asked.amount.scale)


def _debt(scene: Scene, asked: Fact) -> Iterator[Reading]:
    """What is still owed, or lent out: what was lent less what came back."""
    form: Form = {}
    for place, fact in enumerate(scene.facts):
        if not kinds.meets(fact.kind, asked.kind) or fact.negated or fact.planned:
            continue
        owes = fact.effect in ("lack", "take")
        sign = (asked.holder in (fact.to, fact.holder if owes else "")) - (
            asked.holder in (fact.source, fact.holder if fact.effect == "give" else "")
        )
        if asked.holder and sign and fact.effect in ("lack", "take", "give"):
            form = plus(form, {("f", place): sign if asked.effect == "lack" else -sign})
    if form:
        yield Reading("debt", form, 0.0, scale=asked.amount.scale)


def _reached(scene: Scene, asked: Fact) -> Iterator[Reading]:
    """What is there or done, where the goal and what is still lacking are told."""
    facts = list(enumerate(scene.facts))
    lacks = [p for p, f in facts if f.effect == "lack" and kinds.meets(f.kind, asked.kind)]
    if not lacks or asked.effect in ("need", "lack") or asked.verb == "cost":
        return
    for cost, goals in _goals(scene, asked):
        form: Form = {}
        for place in goals:
            form = plus(form, {("f", place): 1})
        for place in lacks:
            form = plus(form, {("f", place): -1})
        yield Reading("reached", form, cost, scale=asked.amount.scale)


def _needed(scene: Scene, asked: Fact) -> Iterator[Reading]:
    """The goal itself, where what is there and what is still lacking are told."""
    facts = list(enumerate(scene.facts))
    lacks = [p for p, f in facts if f.effect == "lack" and kinds.meets(f.kind, asked.kind)]
    if not lacks or any(f.effect in ("need", "room") for f in scene.facts):
        return
    own = asked.but(effect="state", holder=scene.facts[lacks[0]].holder, place="")
    done = [p for p, f in facts if p not in lacks and f.effect != "note" and _mine(scene, f, own)]
    there: Form | None = flows.total(scene, done) if done else None
    if any(scene.facts[place].effect == "state" for place in done):
        scene.options = scene.options._replace(zero_start=True)
        there = stock(scene, own, "end")
    if there is not None:
        form = plus(there, flows.total(scene, lacks))
        yield Reading("needed", form, -0.3, scale=asked.amount.scale)


def _mine(scene: Scene, fact: Fact, asked: Fact) -> bool:
    return (
        kinds.meets(fact.kind, asked.kind)
        and scene.locus(fact, asked.holder, "") is not None
        and not fact.negated
    )


def _goals(scene: Scene, asked: Fact) -> Iterator[tuple[float, list[int]]]:
    facts = list(enumerate(scene.facts))
    wanted = [
        p
        for p, f in facts
        if f.effect in ("need", "room") and not f.negated and kinds.meets(f.kind, asked.kind)
    ]
    numbered = [p for p in wanted if scene.facts[p].amount.quantity is not None]
    if wanted:  # "needed some nails. … needs 500 nails": told once more
        yield 0.0, numbered or wanted
    priced = asked.kind.head == "money" or any("price" in f.extras for f in scene.facts)
    if priced:
        prices = [
            p
            for p, f in facts
            if f.verb in ("cost", "be")
            and f.kind.head == asked.kind.head
            and f.effect == "state"
            and not f.negated
            and f.holder not in scene.story.people
        ]
        named = [p for p in prices if scene.facts[p].holder in scene.story.question.mentions]
        if named:
            yield 0.0, named
        if prices:
            yield 0.1 if len(prices) == 1 else 0.3, prices
    wholes = [
        p
        for p, f in facts
        if f.effect == "state"
        and f.of is None
        and f.time.phase != "end"
        and kinds.within(f.kind, asked.kind)
        and f.than is None
    ]
    told = {(scene.facts[p].verb, scene.facts[p].sentence) for p in wholes}
    if len(wholes) > 1 and len(told) == 1 and not any(scene.facts[p].total for p in wholes):
        yield 0.3, wholes
        yield 0.8, wholes[:1]
    elif wholes:
        yield 0.3, wholes[:1]
