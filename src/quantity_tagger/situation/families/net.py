"""Net flows: by how much something grew, all that came and went taken together."""

from __future__ import annotations

from collections.abc import Iterator

from quantity_tagger.situation import kinds, times
from quantity_tagger.situation.facts import DIRECTION
from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.scene import Scene
from quantity_tagger.situation.statements import Form, plus


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
