"""Noun phrases of an English text, handed out by place."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.noun_phrases import Phrases
from quantity_tagger.languages.english.facts.words import words
from quantity_tagger.languages.english.frames.phrases import read_phrases
from quantity_tagger.languages.english.frames.tree import tree_of
from quantity_tagger.reading import read

TEXT = "Mia puts the blue mug on the second shelf and her brother's plate under the table."


@pytest.fixture
def phrases() -> Phrases:
    problem = read(f"{TEXT} She has 2 mugs. How many mugs has she?")
    document = Text(problem.document)
    document.mark(words())
    return Phrases(document, read_phrases(tree_of(problem), {}))


def _told(phrases: Phrases, start: int, end: int) -> list[tuple[str, str, str]]:
    return [(noun.preposition, noun.possessor, noun.name) for noun in phrases.between(start, end)]


def test_phrases_come_with_preposition_and_possessor(phrases: Phrases) -> None:
    assert _told(phrases, 0, TEXT.count(" ") + 3) == [
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


def test_a_phrase_stands_where_its_head_stands(phrases: Phrases) -> None:
    mug = TEXT.split().index("mug")
    assert _told(phrases, mug, mug + 1) == [("", "", "mug")]
    assert _told(phrases, mug - 2, mug) == []
    assert _told(phrases, mug, mug) == []
