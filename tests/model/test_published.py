"""Decoding under the rules of the published code, which nothing else asks for."""

from __future__ import annotations

import pytest

from problems import ENGLISH
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.learning.estimator import QuantityTagger
from quantity_tagger.model.published import published_signs
from quantity_tagger.reading import read

COMPARED = "A cord is 4 feet long and a rope is 9 feet long. How much longer is the rope?"
DISTRACTED = "Ada has 12 plums and 9 hats. Ben has 3 plums. How many plums do they have in all?"


@pytest.fixture(scope="module", params=["qt", "qt-s", "qt-r", "qt-fix"])
def untaught(request: pytest.FixtureRequest) -> QuantityTagger:
    """A tagger that has learnt nothing but to add."""
    adds = [one for one in ENGLISH if all(sign == 1 for sign in one.signs or (0,))]
    return QuantityTagger(request.param, 2, features="none", max_iterations=20).fit(adds)


def test_the_rules_overrule_what_was_learnt(untaught: QuantityTagger) -> None:
    problems = [read(COMPARED), read(DISTRACTED)]
    assert published_signs(untaught.model_, problems) == [(-1, 1), (1, 0, 1)]
    assert untaught.model_.signs(problems) == [(1, 1), (1, 1, 1)]


def test_a_rule_can_be_left_out(untaught: QuantityTagger) -> None:
    problems = [read(COMPARED), read(DISTRACTED)]
    found = published_signs(untaught.model_, problems, {"unrelated": 0})
    assert found == [(1, 1), (1, 0, 1)]


def test_what_leaves_too_little_is_not_ruled(untaught: QuantityTagger) -> None:
    text = "Ada has 12 hats and 9 hats. How many plums does Ben have?"
    assert len(published_signs(untaught.model_, [read(text)])[0]) == 2


def test_many_constants_are_decoded_too(untaught: QuantityTagger) -> None:
    told = ", ".join(f"{n} plums" for n in range(2, 13))
    text = f"Ada has {told} and 7 hats. How many plums does Ada have in all?"
    (signs,) = published_signs(untaught.model_, [read(text)])
    assert signs[-1] == 0


def test_nothing_in_nothing_out(untaught: QuantityTagger) -> None:
    assert published_signs(untaught.model_, []) == []


def test_whole_equations_have_no_such_decoding() -> None:
    tagger = QuantityTagger("qt-g", 1, max_iterations=1).fit(ENGLISH)
    with pytest.raises(QuantityTaggerError, match="no published decoding"):
        published_signs(tagger.model_, [read(COMPARED)])
