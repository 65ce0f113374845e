"""Facts read off single sentences of our own."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.english.frames.tree import tree_of
from quantity_tagger.languages.english.frames.understand import read_story
from quantity_tagger.reading import read
from quantity_tagger.situation.facts import Fact, Question

QUESTION = " How many are there?"


def facts(text: str) -> tuple[Fact, ...]:
    problem = read(text + QUESTION, "en")
    return read_story(problem, tree_of(problem)).facts


def question(text: str) -> Question:
    problem = read(text, "en")
    return read_story(problem, tree_of(problem)).question


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("Nina has 12 kites.", "state"),
        ("Nina found 12 kites.", "gain"),
        ("Nina lost 12 kites.", "lose"),
        ("12 kites flew away.", "leave"),
        ("12 kites were left.", "state"),
        ("Nina gave 12 kites to Omar.", "give"),
        ("Nina made 12 kites.", "make"),
        ("Nina needs 12 kites.", "need"),
        ("12 tulips withered.", "leave"),
        ("12 lambs were born.", "come"),
    ],
)
def test_what_the_verb_does(text: str, effect: str) -> None:
    (fact,) = facts(text)
    assert fact.effect == effect


def test_a_transfer_has_two_parties() -> None:
    (fact,) = facts("Nina gave Omar 12 kites.")
    assert (fact.holder, fact.to, fact.kind.head) == ("nina", "omar", "kite")


def test_an_elided_noun_is_that_of_the_list() -> None:
    first, second = facts("Nina sold 12 kites on Monday and 9 on Friday.")
    assert first.kind.head == second.kind.head == "kite"
    assert (first.time.label, second.time.label) == ("monday", "friday")


def test_a_comparison_has_two_sides() -> None:
    _, fact = facts("Omar has 8 kites. Nina has 4 more kites than Omar.")
    assert fact.than is not None
    assert (fact.holder, fact.sign, fact.than.holder) == ("nina", 1, "omar")


def test_parts_are_marked() -> None:
    _, fact = facts("There are 30 pencils in a box. 14 of them are sharp.")
    assert fact.kind.marks == {"sharp"}
    assert fact.of is not None
    assert fact.of.head == "pencil"


def test_the_question_keeps_its_restrictions() -> None:
    asked = question(
        "Nina has 12 kites and Omar has 9. How many more kites does Nina have than Omar?"
    )
    assert asked.form == "difference"
    assert asked.fact.than is not None
    assert (asked.fact.holder, asked.fact.than.holder) == ("nina", "omar")
    asked = question("Nina sold 12 kites and kept 5. How many kites did Nina have at first?")
    assert "start" in asked.cues


def test_a_changed_fact_keeps_the_rest() -> None:
    fact = Fact(*[object() for _ in Fact.FIELDS])  # type: ignore[arg-type]
    changed = fact.but(verb="sell")
    kept = [name for name in Fact.FIELDS if getattr(changed, name) is getattr(fact, name)]
    assert kept == [name for name in Fact.FIELDS if name != "verb"]


def test_what_is_said_may_reach_into_the_next_clause() -> None:
    found = facts("In 6 weeks the plant will be 30 cm taller than it is today. It is 25 cm tall.")
    assert [fact.amount.quantity for fact in found if fact.amount is not None] == [1, 2]
