"""Rows: all = those before + oneself + those behind; a rank counts oneself."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Given, Number, World
from quantity_tagger.situation.understand import Candidate

Part = Literal["all", "before", "behind", "rank", "rank from the end", "between"]


def row(
    told: Mapping[Part, int], asked: Part, values: tuple[Number, ...], *, two: bool = False
) -> Candidate | None:
    """The asked part of a row. With ``two`` the ranks are of two people, of whom the first stands
    before the second.
    """
    world = World()
    one = Given({}, Fraction(1), "oneself")
    world.say({"rank": 1, "before": -1}, one, "rank")
    world.say({"rank from the end": 1, "behind": -1}, one, "rank")
    if two:
        world.say({"all": 1, "rank": -1, "rank from the end": -1, "between": -1}, None, "row")
    else:
        world.say({"all": 1, "before": -1, "behind": -1}, one, "row")
    for part, quantity in told.items():
        world.say({part: 1}, Given({quantity: Fraction(1)}), "told")
    world.counts = {"all", "before", "behind", "between"}
    return answer(world, values, {asked: Fraction(1)}, "row")
