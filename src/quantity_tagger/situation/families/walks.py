"""Moves to and fro along a line: where one is, is the sum of the moves with their directions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, World
from quantity_tagger.situation.understand import Candidate


def walk(
    moves: Sequence[tuple[int, int]], values: tuple[Fraction, ...], *, signed: bool = False
) -> Candidate | None:
    """How far from the start one is after moves (quantity, +1 or −1)."""
    world = World()
    form: Form = {}
    for number, (quantity, way) in enumerate(moves):
        world.say({("move", number): 1}, Given({quantity: Fraction(1)}), "told")
        form[("move", number)] = Fraction(way)
    return answer(world, values, form, "line", absolute=not signed, signed=signed)
