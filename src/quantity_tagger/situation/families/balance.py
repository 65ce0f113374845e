"""Balances: amounts by the part they play in one statement, Σ sign · amount = 0.

A task is what is done and what is left, a rod is its parts, a joint stick is its pieces less the
overlap: each is a balance whose parts have a sign, and one part is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, World
from quantity_tagger.situation.understand import Candidate


@dataclass(frozen=True, slots=True)
class Entry:
    """An amount and its part; ``quantity`` None is what is asked."""

    part: str
    quantity: int | None
    scale: Fraction = Fraction(1)
    words: tuple[int, ...] = ()


def balanced(
    name: str, signs: Mapping[str, int], entries: Sequence[Entry], values: tuple[Fraction, ...]
) -> Candidate | None:
    """The asked amount of a balance; None where a part of it is not told or none is asked."""
    asked = [entry for entry in entries if entry.quantity is None]
    if len(asked) != 1 or {entry.part for entry in entries} != set(signs):
        return None
    world = World()
    total: Form = {}
    for place, entry in enumerate(entries):
        amount = (entry.part, place)
        total[amount] = Fraction(signs[entry.part])
        world.counts.add(amount)
        if entry.quantity is not None:
            world.say({amount: 1}, Given({entry.quantity: entry.scale}), "told", entry.words)
    world.say(total, None, name)
    form: Form = {(asked[0].part, entries.index(asked[0])): Fraction(1)}
    return answer(world, values, form, name, scale=asked[0].scale)
