"""What speaks against an equation."""

from __future__ import annotations

from fractions import Fraction

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read
from quantity_tagger.situation.doubts import doubts
from quantity_tagger.situation.facts import Amount, Effect, Fact, Kind, Question, Story

_PENS = Kind("pen")


def _story(effects: tuple[Effect, ...], values: tuple[int, ...], *cues: str) -> Story:
    facts = tuple(
        Fact(Amount(place), effect, _PENS, holder="ida") for place, effect in enumerate(effects)
    )
    asked = Fact(Amount(), "state", _PENS, holder="ida")
    return Story(
        facts, Question(asked, cues=frozenset(cues)), tuple(Fraction(value) for value in values)
    )


def _why(story: Story, *coefficients: int) -> set[str]:
    return {why for _, why in doubts(story, [Fraction(share) for share in coefficients])}


def test_a_sum_is_doubted_where_the_rest_is_asked_for() -> None:
    story = _story(("state", "do"), (9, 4), "left")
    assert "a sum, though the question says left" in _why(story, 1, 1)
    assert not _why(story, 1, -1) & {"a sum, though the question says left"}


def test_what_happened_may_not_be_passed_over() -> None:
    story = _story(("state", "lose", "gain"), (9, 4, 2))
    assert _why(story, 1, -1, 0) == {"something that happened plays no part"}
    assert not _why(story, 1, -1, 1)


def test_a_part_is_not_added_to_its_whole() -> None:
    story = _story(("state", "state"), (9, 4))
    part = story.facts[1].but(kind=Kind("pen", frozenset(["red"])), of=_PENS)
    told = Story((story.facts[0], part), story.question, story.values)
    assert "a part is added to its whole" in _why(told, 1, 1)


def test_a_number_in_no_statement_is_a_doubt() -> None:
    story = _story(("state", "gain"), (9, 4))
    wider = Story(story.facts, story.question, (*story.values, Fraction(7)))
    assert _why(wider, 1, 1, 0) == {"a number is in no statement"}


def test_what_nothing_speaks_against_is_trusted() -> None:
    found = understand(
        read("Ida had 9 pens. She lost 4 of them. How many pens does Ida have left?", "en")
    )
    assert found[0].trusted
    assert found[0].signs == (1, -1)


def test_a_verb_that_nobody_knows_is_a_doubt() -> None:
    text = "Ida had 9 pens. She florped 4 pens. How many pens does Ida have now?"
    assert not any(one.trusted for one in understand(read(text, "en")))
