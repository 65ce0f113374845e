"""Values with named fields: equal, shown, copied and sent by their fields."""

from __future__ import annotations

import pickle

import pytest

from quantity_tagger.confidence.scope import Scope
from quantity_tagger.problem.facts import Outline, Relation
from quantity_tagger.reading import read
from quantity_tagger.solution.equation import Equation
from quantity_tagger.solver import solve
from quantity_tagger.values import Value

TEXT = "Ann had 9 shells. She gave 4 shells to Ben. How many shells does Ann have now?"


def test_those_with_equal_fields_are_equal() -> None:
    one, same, other = Outline(("a",), "part"), Outline(("a",), "part"), Outline(("b",))
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one != (("a",), "part", "", 0)


def test_those_of_different_sorts_are_not_equal() -> None:
    class Other(Outline):
        __slots__ = ()

    assert Other(("a",)) != Outline(("a",))


def test_it_is_shown_by_its_fields() -> None:
    assert repr(Outline(("a",), "part")) == "Outline(names=('a',), told='part', whose='', moved=0)"


def test_one_field_can_be_another() -> None:
    said = Relation("same", "other", "unsaid", "unsaid", 1, True)
    apart = said._replace(unit="other", related=False)
    assert apart == Relation("other", "other", "unsaid", "unsaid", 1, False)
    assert said.unit == "same"


@pytest.mark.parametrize(
    "one",
    [
        Scope("ok", 0.75, "en"),
        Equation.of(read(TEXT).quantities, (1, -1)),
        solve(TEXT, why=True),
    ],
    ids=lambda one: type(one).__name__,
)
def test_it_can_be_sent_to_another_process(one: Value) -> None:
    assert pickle.loads(pickle.dumps(one)) == one


def test_the_constructor_takes_the_fields_in_order() -> None:
    kinds = [Value, *Value.__subclasses__()]
    assert len(kinds) > 10
    for kind in kinds[1:]:
        names = kind.__init__.__code__.co_varnames[1 : 1 + len(kind.FIELDS)]
        assert names == kind.FIELDS
