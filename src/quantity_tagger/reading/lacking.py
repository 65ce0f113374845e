"""What the likeliest signs of a problem lack, put in: a number twice, or one that goes unsaid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from quantity_tagger.reading.comparison import compare_with_rest, needs_twice, put_twice
from quantity_tagger.reading.unsaid import leaves_one_out, put_in

if TYPE_CHECKING:
    from quantity_tagger.problem.beyond import Beyond
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

_LIKELIEST: Final = 3
"""Of how many readings the signs are looked at."""


def lacking(problem: Problem, facts: Facts) -> list[Beyond]:
    """The equations that rules make of the likeliest signs where these leave something out."""
    found: dict[tuple[object, ...], Beyond] = {}
    for signs in _likeliest(facts):
        one = _completed(problem, facts, signs)
        if one is not None:
            found.setdefault((one.times, one.constants), one)
    return list(found.values())


def _completed(problem: Problem, facts: Facts, signs: Sequence[int]) -> Beyond | None:
    entries = [entry for entry in facts.quantities if entry.value is not None]
    used = [entry for entry, sign in zip(entries, signs, strict=True) if sign]
    if leaves_one_out(problem, facts, used):
        return put_in(problem, facts, signs)
    if needs_twice(problem, facts, used):
        return put_twice(problem, facts, signs)
    return compare_with_rest(problem, facts, used)


def _likeliest(facts: Facts) -> Iterator[Sequence[int]]:
    """The signs of the first readings, of each set of used quantities once, and of all of them."""
    unknown, seen = facts.unknown, set()
    told = [one.signs for one in facts.worlds[:_LIKELIEST]]
    every = (1,) * (len(facts.quantities) - 1)
    for signs in [*((*one[:unknown], *one[unknown + 1 :]) for one in told), every]:
        used = tuple(map(bool, signs))
        if used not in seen:
            seen.add(used)
            yield signs
