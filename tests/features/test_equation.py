"""Features of whole equations: each template against a plain reading of its definition."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from problems import ALL
from quantity_tagger.features.equation import codebook as whole
from quantity_tagger.features.equation import scorer
from quantity_tagger.features.equation.constants import (
    KINDS,
    TOLD,
    WHOSE,
    ConstantTable,
    constant_table,
)
from quantity_tagger.lattice.assignments import Assignments
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse

BOOK = whole.Codebook(whole.FAMILIES)
Signs = tuple[int, ...]


def mask(one: ConstantTable, signs: Signs, name: str, *places: int) -> str:
    """The signs of the constants whose field has one of these values."""
    having = {
        sign
        for constant, sign in zip(one.constants, signs, strict=True)
        if getattr(constant, name) in places
    }
    return "".join(mark for mark, sign in (("+", 1), ("0", 0), ("-", -1)) if sign in having)


def answer(one: ConstantTable, signs: Signs) -> float:
    return sum(sign * value for sign, value in zip(signs, one.values, strict=True))


def size(one: ConstantTable, signs: Signs) -> str:
    used = [value for value, sign in zip(one.values, signs, strict=True) if sign]
    found = answer(one, signs)
    if found < 0:
        return "negative"
    if found == 0:
        return "zero"
    if found < min(used):
        return "below all used"
    return "above all used" if found > max(used) else "between"


def few(number: int) -> str:
    return ("0", "1", "2", "3+")[min(number, 3)]


def kind_and(rest: Callable[[ConstantTable, Signs], str]) -> Callable[[ConstantTable, Signs], str]:
    return lambda one, signs: f"{KINDS[one.kind]}/{rest(one, signs)}"


def both(*masks: tuple[str, tuple[int, ...]]) -> Callable[[ConstantTable, Signs], str]:
    return kind_and(
        lambda one, signs: "/".join(mask(one, signs, name, *places) for name, places in masks)
    )


def places(names: tuple[str, ...], *wanted: str) -> tuple[int, ...]:
    return tuple(names.index(name) for name in wanted)


def largest(one: ConstantTable, signs: Signs) -> str:
    """The signs of the largest constant of all, and of the largest that the question is about."""
    of_all = range(len(one.values))
    among = [at for at in of_all if one.constants[at].related]
    found = []
    for places in (of_all, among):
        top = max((one.values[at] for at in places), default=None)
        having = {signs[at] for at in places if one.values[at] == top}
        marks = (("+", 1), ("0", 0), ("-", -1))
        found.append("".join(mark for mark, sign in marks if sign in having))
    return "/".join(found)


DEFINITIONS: dict[str, Callable[[ConstantTable, Signs], str]] = {
    "g-pattern:signs": kind_and(
        lambda one, signs: "/".join(few(signs.count(sign)) for sign in (1, 0, -1))
    ),
    "g-pattern:left out": lambda one, signs: f"{len(signs)}/{few(signs.count(0))}",
    "g-answer:size": kind_and(size),
    "g-answer:told already": lambda one, signs: "yes" if answer(one, signs) in one.values else "no",
    "g-answer:largest": kind_and(largest),
    "g-frame:state change": both(("told", places(TOLD, "state")), ("told", places(TOLD, "change"))),
    "g-frame:whose": both(("whose", places(WHOSE, "other")), ("whose", places(WHOSE, "same"))),
}


@pytest.fixture(scope="module", params=["en", "zh"])
def tables(request: pytest.FixtureRequest) -> list[ConstantTable]:
    return [
        constant_table(analyse(read(record.text))) for record in ALL if record.lang == request.param
    ]


def assignments_of(tables: list[ConstantTable]) -> Assignments:
    counts = np.array([0, *(len(one.values) + 1 for one in tables)]).cumsum()
    return Assignments.of(counts, [len(one.values) for one in tables])


def features(tables: list[ConstantTable]) -> list[dict[Signs, dict[str, str]]]:
    """For each problem and each assignment the value of each template."""
    assignments = assignments_of(tables)
    codes = BOOK.codes(tables, assignments)
    assert codes.shape == (len(BOOK.templates), assignments.size)
    found: list[dict[Signs, dict[str, str]]] = [{} for _ in tables]
    for table in assignments:
        for number, problem in enumerate(table.problems.tolist()):
            for at, signs in enumerate(table.constants.tolist()):
                column = table.place.start + number * len(table.signs) + at
                names = [BOOK.names[code] for code in codes[:, column].tolist()]
                told = dict(name.split("=", 1) for name in names)
                found[problem][tuple(1 - sign for sign in signs)] = told
    return found


def test_every_template_means_what_it_says(tables: list[ConstantTable]) -> None:
    for one, found in zip(tables, features(tables), strict=True):
        assert set(found) == set(product((1, 0, -1), repeat=len(one.values)))
        for signs, told in found.items():
            assert len(told) == len(BOOK.templates)
            for name, definition in DEFINITIONS.items():
                if any(signs) or name != "g-answer:size":
                    assert told[name] == definition(one, signs), (name, one, signs)


@pytest.mark.parametrize("kept", [scorer.CACHED, 30])
@pytest.mark.parametrize("few", [scorer.FEW, 2])
def test_weights_are_those_of_the_features(
    tables: list[ConstantTable], kept: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many scores are cached, and whether any are: also when they were met before."""
    monkeypatch.setattr(scorer, "CACHED", kept)
    monkeypatch.setattr(scorer, "FEW", few)
    weights = np.random.default_rng(4).normal(size=BOOK.size)
    at_work = scorer.EquationScorer(BOOK, weights)
    for some in (tables[::2], tables, tables[1::2]):
        assignments = assignments_of(some)
        found = at_work.score(some, assignments)
        np.testing.assert_allclose(found, weights[BOOK.codes(some, assignments)].sum(axis=0))


def test_families_can_be_left_out() -> None:
    book = whole.Codebook(("g-answer", "g-frame"))
    assert {name.partition(":")[0] for name in book.names} == {"g-answer", "g-frame"}
    assert len(book.names) == book.size == len(set(book.names))
