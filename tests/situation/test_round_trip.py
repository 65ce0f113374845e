"""Told and understood are one: a generated problem is understood to the signs it was made of."""

from __future__ import annotations

import pytest

from quantity_tagger.generation import DISTRACTORS, generate
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse_all

#: The least share of problems whose first world has their signs, for each amount of distractors.
FLOORS = {
    "en": {"none": 0.97, "some": 0.96, "heavy": 0.95},
    "zh": {"none": 0.98, "some": 0.98, "heavy": 0.97},
}
PROBLEMS = 100
SEED = 4242


@pytest.mark.parametrize("distractors", DISTRACTORS)
@pytest.mark.parametrize("language", FLOORS)
def test_what_is_told_is_understood(language: str, distractors: str) -> None:
    records = list(generate(language, PROBLEMS, seed=SEED, distractors=distractors))
    problems = [read(record.text, language) for record in records]
    right = 0
    for record, facts in zip(records, analyse_all(problems), strict=True):
        if facts.worlds:
            signs = facts.worlds[0].signs
            right += signs[: facts.unknown] + signs[facts.unknown + 1 :] == tuple(
                record.signs or ()
            )
    assert right / PROBLEMS >= FLOORS[language][distractors]
