"""Sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quantity_tagger.problem.facts import QuantityFacts
from quantity_tagger.problem.problem import Problem
from quantity_tagger.problem.story_line import Scene, places_within, slice_of


def scenes(problem: Problem, entries: Sequence[QuantityFacts]) -> Iterator[Scene]:
    for sentence in problem.document.sentences:
        places = places_within(problem, sentence.start, sentence.stop)
        asks = problem.unknown.token in sentence
        if places or asks:
            yield Scene(slice_of(problem, sentence.start, sentence.stop), places, asks)
