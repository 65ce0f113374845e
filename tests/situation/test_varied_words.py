"""Comparisons, ages, parts and sets in varied words: problems of our own, one per mechanism."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read

HERE = Path(__file__).parent
ROWS = [
    json.loads(line)
    for path in (HERE / "varied.jsonl", *sorted(HERE.glob("stories_en*.jsonl")))
    for line in path.read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=[row["text"][:50] for row in ROWS])
def test_it_is_understood(row: dict[str, str]) -> None:
    best = understand(read(row["text"], "en"))[0]
    assert best.answer == Fraction(row["answer"])
    assert best.trusted


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (  # what several things weigh is not what another weighs
            "On the left lie weights of 20 g and 14 g; on the right lies one of 9 g and a ball. "
            "How heavy is the ball?",
            25,
        ),
        (  # those who are there when others come are no part
            "There were 12 gulls on the quay. 5 left for the pier, then 7 came to the others. "
            "How many gulls are on the quay?",
            14,
        ),
        (  # in one or the other
            "30 guests had soup, 21 had fish and 8 had both. How many guests had soup or fish?",
            43,
        ),
        (  # "both" did it together
            "The list of nuts: squirrel Pip 20, squirrel Pop 16, eaten by both so far 15. "
            "How many nuts are uneaten?",
            21,
        ),
    ],
)
def test_no_clear_world_is_wrong(text: str, answer: int) -> None:
    best = understand(read(text, "en"))[0]
    assert best.answer == answer or not best.trusted
