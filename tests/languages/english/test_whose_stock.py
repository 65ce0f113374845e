"""On whose stock somebody acts, and what things of the same noun are called."""

from __future__ import annotations

from quantity_tagger.languages.english.frames.tree import tree_of
from quantity_tagger.languages.english.frames.understand import read_story
from quantity_tagger.reading import read
from quantity_tagger.situation.facts import Fact


def _facts(text: str) -> tuple[Fact, ...]:
    problem = read(text, "en")
    return read_story(problem, tree_of(problem)).facts


def test_who_has_none_acts_on_the_stock_that_is_told() -> None:
    fact = _facts("A jar held 40 olives. The guests ate 12. How many olives are in the jar?")[1]
    assert (fact.holder, fact.by, fact.effect) == ("jar", "guest", "lose")


def test_what_is_made_for_somebody_is_hers() -> None:
    fact = _facts("Lea had 9 dolls. Her aunt made 4 for her. How many dolls does Lea have?")[1]
    assert (fact.holder, fact.by, fact.effect) == ("lea", "aunt", "gain")


def test_a_whole_beside_its_part_has_no_verb_of_its_own() -> None:
    whole = _facts("Ada lost 6 of her 20 pins. How many pins does Ada have?")[1]
    assert (whole.holder, whole.said, whole.time.phase) == ("ada", "be", "")


def test_namesakes_and_lettered_things_have_their_full_names() -> None:
    text = "Eva's class planted 30 trees, and Jo's class planted 25. How many more did Eva's plant?"
    assert [fact.holder for fact in _facts(text)] == ["eva class", "jo class"]
    text = "Box A holds 12 pens and box B holds 9. How many pens does box A hold?"
    assert [fact.holder for fact in _facts(text)] == ["box a", "box b"]


def test_a_time_and_a_subject_are_no_pair() -> None:
    text = "Ben won 15 games last year, and Tom won 9 games. How many games did Tom win?"
    assert [fact.holder for fact in _facts(text)] == ["ben", "tom"]
