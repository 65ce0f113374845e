"""Places on a scale: problems of our own."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "The goods lift rose 6 floors and stopped at the 15th. "
            "At which floor did its ride begin?",
            9,
        ),
        ("A lift goes from floor -2 up to floor 9. How many floors does it travel?", 11),
        (
            "A lift starts on floor 3, goes up 11 floors and then down to floor 5. "
            "How many floors did it go down?",
            9,
        ),
        ("A beetle sits at 25 on a number line. It crawls back 10. Where is it now?", 15),
        ("Jo stood on the 12th rung. She climbed 7 rungs higher. On what rung is she?", 19),
        ("A truck drove from mile marker 42 to mile marker 72. How many miles did it travel?", 30),
        (
            "The sign stands at kilometre 18 and the bridge at kilometre 51. "
            "How far apart are they?",
            33,
        ),
        (
            "Nia lives on floor 13, which is 5 floors above Tim's flat. "
            "On which floor does Tim live?",
            8,
        ),
    ],
)
def test_a_place_moves_along_a_line(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Olu was 14th in the race. He overtook 5 swimmers. In which position was he then?", 9),
        ("Our horse was 11th when 3 horses galloped past it. In which place was it then?", 14),
    ],
)
def test_who_overtakes_comes_to_a_lower_rank(text: str, answer: int) -> None:
    _check(text, answer)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Anna opened a shop in 2003. 8 years later she opened a second one. "
            "In which year did she open the second shop?",
            2011,
        ),
        (
            "The bridge opened in 1950, 8 years before the tunnel. "
            "In what year did the tunnel open?",
            1958,
        ),
        ("The tower was finished in 1901 after 12 years. In which year did the work start?", 1889),
        ("Today is the 13th of May. The play is in 9 days. On what date in May is the play?", 22),
        (
            "The fair opened on the 6th of June and closed on the 19th of June. "
            "How many days after it opened did it close?",
            13,
        ),
    ],
)
def test_years_and_dates_are_places_in_time(text: str, answer: int) -> None:
    _check(text, answer)


def _check(text: str, answer: int) -> None:
    found = understand(read(text, "en"))
    assert found
    assert found[0].answer == answer
    assert found[0].trusted
