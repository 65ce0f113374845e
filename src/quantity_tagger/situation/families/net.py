"""Net flows: by how much something grew, all that came and went taken together."""

from __future__ import annotations

from collections.abc import Iterator

from quantity_tagger.situation import kinds, times
from quantity_tagger.situation.facts import DIRECTION, HAPPENING, Fact
from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.scene import Scene
from quantity_tagger.situation.statements import Form, plus
from quantity_tagger.situation.statements import times as scaled


def net_flow(scene: Scene) -> Iterator[Reading]:
    """What came less what went, or the reverse, where the question asks for it."""
    form = net(scene)
    if form:
        yield Reading("net", form, 0.1, scale=scene.story.question.fact.amount.scale)


def net(scene: Scene) -> Form:
    """The net flow that is asked for; empty where flows of one direction alone are told."""
    question = scene.story.question
    asked = question.fact
    way = DIRECTION.get(asked.effect, 0)
    if question.form != "amount" or "net" not in question.cues or not way:
        return {}
    form: Form = {}
    for place, fact in enumerate(scene.facts):
        if fact.effect == "state" and kinds.meets(fact.kind, asked.kind):
            return {}
        if fact.negated or fact.planned or not kinds.within(fact.kind, asked.kind):
            continue
        timed = fact.time.label and not times.holds(asked.time, fact.time)
        if timed or scene.locus(fact, asked.holder, asked.place) is None:
            continue
        move = scene.direction(fact, asked.holder, asked.place)
        if move:
            form = plus(form, {("f", place): way * move})
    return form if len(set(form.values())) > 1 else {}


def between_states(scene: Scene) -> Iterator[Reading]:
    """As in "A jar held 9 beads. Ida made some. Now it holds 21": what happened to make it so,
    where nothing else is told of what is counted.
    """
    question = scene.story.question
    asked = question.fact
    if question.form != "amount" or asked.effect not in HAPPENING or question.cues & {"total"}:
        return
    told = _told(scene)
    if len(told) != 2 or any(f.effect != "state" or f.of or f.than for _, f in told):
        return
    (first, before), (last, after) = told
    if (before.holder, before.place, before.kind) != (after.holder, after.place, after.kind):
        return
    if after.time.phase != "end" or before.time.phase == "end":
        return
    yield _change(scene, first, last)


def between_deeds(scene: Scene) -> Iterator[Reading]:
    """As in "jumped 88 cm in May and 103 in June. By how much did she improve": no stock changed,
    but what was done at two times.
    """
    question = scene.story.question
    asked = question.fact
    if "net" not in question.cues or asked.effect not in DIRECTION:
        return
    told = _told(scene)
    if len(told) != 2:
        return
    (first, one), (last, other) = told
    labels = {one.time.label, other.time.label}
    measured = one.kind.measure and not {one.effect, other.effect} & {"rise", "fall", "state"}
    done = measured or one.effect == other.effect == "do"
    alike = (one.holder, one.place, one.kind) == (other.holder, other.place, other.kind)
    if done and alike and len(labels - {""}) == 2 and not (one.than or other.than):
        yield _change(scene, first, last)


def _told(scene: Scene) -> list[tuple[int, Fact]]:
    """The told amounts of what is asked for."""
    asked = scene.story.question.fact.kind
    facts = enumerate(scene.story.facts)
    return [
        (p, f) for p, f in facts if f.amount.quantity is not None and kinds.meets(f.kind, asked)
    ]


def _change(scene: Scene, first: int, last: int) -> Reading:
    """What lies between two amounts, whichever is more."""
    form = plus(scene.form(last), scaled(-1, scene.form(first)))
    return Reading("change", form, 0.3, True, scene.story.question.fact.amount.scale)
