"""Purchases: paid = prices + change."""

from __future__ import annotations

from collections.abc import Iterator

from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.scene import Scene
from quantity_tagger.situation.statements import Form, plus, times


def purchase(scene: Scene) -> Iterator[Reading]:
    """The change, or what was paid with; facts that are paid with have the extra "paid with"."""
    question = scene.story.question
    asked = question.fact
    facts = [(p, f) for p, f in enumerate(scene.facts) if f.kind.head == "money"]
    paid = [p for p, f in facts if "paid with" in f.extras]
    if not paid and "change" in question.cues:  # who has no other money pays with all of it
        paid = [p for p, f in facts if f.effect == "state" and f.holder in scene.story.people]
    prices = [p for p, f in facts if "price" in f.extras and p not in paid]
    back = [p for p, f in facts if "change" in f.extras]
    total: Form = {}
    for place in prices:
        total = plus(total, {("f", place): 1})
    if not prices:
        return
    if "change" in question.cues and paid:
        form: Form = {}
        for place in paid:
            form = plus(form, {("f", place): 1})
        yield Reading(
            "change of money", plus(form, times(-1, total)), 0.0, scale=asked.amount.scale
        )
    if "paid with" in question.cues and back:
        for place in back:
            total = plus(total, {("f", place): 1})
        yield Reading("paid with", total, 0.0, scale=asked.amount.scale)
