"""Noun phrases of an English text, handed out by place."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.noun_phrases import Phrases
from quantity_tagger.languages.english.facts.words import words
from quantity_tagger.reading.annotators import annotate

TEXT = "Mia puts the blue mug on the second shelf and her brother's plate under the table."


@pytest.fixture
def phrases() -> Phrases:
    document = Text(annotate(TEXT))
    document.mark(words())
    return Phrases(document, words())


def _told(phrases: Phrases, start: int, end: int) -> list[tuple[str, str, str]]:
    return [(noun.preposition, noun.possessor, noun.name) for noun in phrases.between(start, end)]


def test_phrases_come_with_preposition_and_possessor(phrases: Phrases) -> None:
    assert _told(phrases, 0, len(annotate(TEXT).tokens)) == [
        ("", "", "mia"),
        ("", "", "mug"),
        ("on", "", "second shelf"),
        ("", "brother", "plate"),
        ("under", "", "table"),
    ]


def test_a_preposition_before_the_stretch_is_not_seen(phrases: Phrases) -> None:
    on = TEXT.split().index("on")
    assert _told(phrases, on, on + 4) == [("on", "", "second shelf")]
    assert _told(phrases, on + 1, on + 4) == [("", "", "second shelf")]


def test_a_phrase_is_read_as_far_as_the_stretch_goes(phrases: Phrases) -> None:
    second = TEXT.split().index("second")
    assert _told(phrases, second + 1, second + 2) == [("", "", "shelf")]
    mug = TEXT.split().index("mug")
    assert _told(phrases, mug - 2, mug) == []
    assert _told(phrases, mug, mug) == []
