"""Rows and queues: all = those in front + oneself + those behind."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.scene import Scene
from quantity_tagger.situation.statements import Form, Given


def queue(scene: Scene) -> Iterator[Reading]:
    """Extras "front" and "behind" tell on which side of somebody those counted stand."""
    asked = scene.story.question.fact
    sides = {"front", "behind"}
    if not any(fact.extras & sides for fact in scene.facts):
        return
    scene.world.say({"all": 1, "front": -1, "behind": -1}, Given({}, Fraction(1), "oneself"))
    for place, fact in enumerate(scene.facts):
        if fact.effect != "state" or fact.kind.measure:
            continue
        side = next(iter(sorted(fact.extras & sides)), "all")
        scene.world.say({side: 1, ("f", place): -1}, None, "row", fact.words)
    wanted: Form = {next(iter(sorted(asked.extras & sides)), "all"): Fraction(1)}
    yield Reading("row", wanted, -0.2)
