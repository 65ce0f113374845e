"""Sets by their atoms: in A only, in A and B, …, in none; every count is a sum of atoms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, Number, World
from quantity_tagger.situation.understand import Candidate

Mode = Literal["in", "out", "only", "joint", "none", "any", "single", "several", "all"]


@dataclass(frozen=True, slots=True)
class Count:
    """How many are in the sets named: ``in`` one, ``out`` of it, ``only`` in it, ``joint`` in all
    of them, in ``none``, in ``any``, in a ``single`` one, in ``several``; ``all`` is everybody.
    Those in a set of ``without`` are not counted. ``quantity`` None is what is asked, or ``empty``.
    """

    mode: Mode
    sets: frozenset[int]
    quantity: int | None
    words: tuple[int, ...] = ()
    without: frozenset[int] = frozenset()
    empty: bool = False


def overlap(
    counts: Sequence[Count],
    number: int,
    values: tuple[Number, ...],
    *,
    everybody_in: bool,
) -> Candidate | None:
    """The asked count from the told ones. ``everybody_in``: nobody is outside all sets."""
    world = World()
    world.counts = {("atom", mask) for mask in range(1 << number)}
    asked: Form | None = None
    for count in counts:
        form = _form(count, number)
        if count.empty:
            world.say(form, None, "nobody", count.words)
        elif count.quantity is None:
            asked = form
        else:
            world.say(form, Given({count.quantity: Fraction(1)}), "sets", count.words)
    if asked is None:
        return None
    if everybody_in:
        world.say({("atom", 0): 1}, None, "nobody is outside", (), 0.1)
    return answer(world, values, asked, "sets")


def _form(count: Count, number: int) -> Form:
    masks = range(1 << number)
    named = sum(1 << one for one in count.sets)
    left_out = sum(1 << one for one in count.without)
    tests: dict[Mode, Callable[[int], bool]] = {
        "in": lambda mask: mask & named == named,
        "out": lambda mask: mask & named == 0,
        "only": lambda mask: mask == named,
        "joint": lambda mask: mask & named == named,
        "none": lambda mask: mask == 0,
        "any": lambda mask: mask != 0,
        "single": lambda mask: mask.bit_count() == 1,
        "several": lambda mask: mask.bit_count() > 1,
        "all": lambda mask: True,
    }
    return {
        ("atom", mask): Fraction(1)
        for mask in masks
        if tests[count.mode](mask) and not mask & left_out
    }
