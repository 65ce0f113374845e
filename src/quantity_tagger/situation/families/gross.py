"""Gross and net: what is weighed with its container is the container and the content."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Given, World
from quantity_tagger.situation.understand import Candidate

Part = Literal["gross", "gross later", "container", "net", "net later", "taken"]


def weighed(
    told: Mapping[Part, int], asked: Part, values: tuple[Fraction, ...]
) -> Candidate | None:
    """The asked weight; some content may be taken between two weighings."""
    world = World()
    world.say({"gross": 1, "container": -1, "net": -1}, None, "gross and net")
    world.say({"gross later": 1, "container": -1, "net later": -1}, None, "gross and net")
    world.say({"net later": 1, "net": -1, "taken": 1}, None, "taken out")
    for part, quantity in told.items():
        world.say({part: 1}, Given({quantity: Fraction(1)}), "told")
    world.counts = {"container", "net", "net later", "taken"}
    return answer(world, values, {asked: Fraction(1)}, "gross and net")
