"""Clock times as places on a line: end = start + duration."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.scene import Scene
from quantity_tagger.situation.statements import plus, times


def clock(scene: Scene) -> Iterator[Reading]:
    """From two clock times a duration, from one and a duration the other."""
    question = scene.story.question
    asked = question.fact
    hours = [p for p, f in enumerate(scene.facts) if f.kind.head == "clock"]
    lasting = [p for p, f in enumerate(scene.facts) if f.kind.head == "time"]
    if asked.kind.head == "time" and len(hours) == 2:
        form = plus({("f", hours[1]): 1}, {("f", hours[0]): -1})
        yield Reading("duration", form, 0.0, True, asked.amount.scale)
    if asked.kind.head == "clock" and len(hours) == 1 and len(lasting) == 1:
        sign = -1 if "start" in question.cues else 1
        form = plus({("f", hours[0]): 1}, times(sign, {("f", lasting[0]): Fraction(1)}))
        yield Reading("clock", form, 0.0, False, asked.amount.scale)
