"""What is learnt from: problems with their answers, and the equations that these tell of."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

import numpy as np

from quantity_tagger.datasets.record import Record
from quantity_tagger.datasets.values import agree, parse_value
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.features.readings import PLAIN
from quantity_tagger.model.model import answer
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import check_several
from quantity_tagger.reading.conversion import in_one_unit
from quantity_tagger.signs import INDEX

if TYPE_CHECKING:
    from quantity_tagger.arrays import Ints
    from quantity_tagger.problem.facts import Facts

Target = TypeVar("Target", bound=Hashable)

Item = Record | Problem | str
"""What can be fitted and predicted: a record of a data file, a read problem, a raw text."""


class Solved(NamedTuple):
    """A problem whose signs cannot be told, as a reading solves it: its signs, the number of its
    equation among those that signs cannot write alone, and how often the problem is told.
    """

    problem: Problem
    facts: Facts
    signs: tuple[int, ...]
    number: int
    times: int


def problems_of(
    items: Sequence[Item],
    language: str | None,
    read: Callable[[Sequence[str], str | None], Sequence[Problem | None]],
) -> list[Problem | None]:
    """Each item as a problem, None where it cannot be read; equal texts are read once."""
    told = [
        (item.text, item.lang or language) if isinstance(item, Record) else (str(item), language)
        for item in items
        if not isinstance(item, Problem)
    ]
    found: dict[tuple[str, str | None], Problem | None] = {}
    for spoken in dict.fromkeys(its for _, its in told):
        texts = [*dict.fromkeys(text for text, its in told if its == spoken)]
        for text, problem in zip(texts, read(texts, spoken), strict=True):
            found[text, spoken] = problem
    left = iter(told)
    return [item if isinstance(item, Problem) else found[next(left)] for item in items]


def with_answers(
    X: Iterable[Item], y: Iterable[object] | None
) -> list[tuple[Item, Fraction | None]]:
    """Each problem with its answer: from ``y``, or from the record itself."""
    check_several(X)
    items = list(X)
    if y is None:
        missing = [item for item in items if not isinstance(item, Record)]
        if missing:
            raise QuantityTaggerError("answers are needed: give y, or records that have them")
        return [(item, cast(Record, item).answer) for item in items]
    targets = list(y)
    if len(targets) != len(items):
        raise QuantityTaggerError(f"there are {len(items)} problems but {len(targets)} answers")
    return [(item, exact(target)) for item, target in zip(items, targets, strict=True)]


def exact(target: object) -> Fraction:
    """An answer as a caller may give it: Fraction, int, decimal string, float."""
    if isinstance(target, Fraction):
        return target
    # The shortest decimal of a float, without an exponent, is what was meant.
    written = f"{Decimal(str(target)):f}" if isinstance(target, float) else str(target)
    value = parse_value(written)
    if value is None:
        raise QuantityTaggerError(f"the answer {target!r} is no number; give 12, '3.5' or '1/3'")
    return value


def once(
    problems: Sequence[Problem], targets: Sequence[Target]
) -> tuple[list[Problem], list[Target], list[int]]:
    """The distinct problems with their targets, and how often each is told."""
    places: dict[tuple[str, Target], int] = {}
    times: list[int] = []
    kept: list[Problem] = []
    for problem, target in zip(problems, targets, strict=True):
        place = places.setdefault((problem.text, target), len(times))
        if place == len(times):
            times.append(0)
            kept.append(problem)
        times[place] += 1
    return kept, [target for _, target in places], times


def solved_by(problem: Problem, facts: Facts, right: Fraction, times: int) -> Solved | None:
    """By the likeliest reading that gives the answer: in one unit, or beyond signs."""
    (alike,) = in_one_unit([problem], [facts])
    unknown = facts.unknown
    for world in facts.worlds:
        signs = (*world.signs[:unknown], *world.signs[unknown + 1 :])
        if agree(answer(alike, signs), right):
            return Solved(problem, facts, signs, PLAIN, times)
    for number, one in enumerate(facts.beyond):
        if agree(one.answer(alike.quantities), right):
            return Solved(problem, facts, one.signs, number, times)
    return None


def gold_indices(problems: Sequence[Problem], signs: Sequence[tuple[int, ...]]) -> Ints:
    """(Q,) sign indices of all quantities with the unknown, −1, at its place."""
    flat: list[int] = []
    for problem, gold in zip(problems, signs, strict=True):
        place = problem.place_of_unknown
        flat.extend(INDEX[sign] for sign in (*gold[:place], -1, *gold[place:]))
    return np.array(flat, np.intp)
