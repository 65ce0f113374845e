"""What common verbs do to an amount."""

from __future__ import annotations

import pytest
from benchmarks.facts import verbs


def test_common_verbs_have_the_right_effect() -> None:
    assert len(verbs.verbs()) == 400
    assert len(verbs.wrong()) <= 20


@pytest.mark.parametrize(
    ("clause", "effect"),
    [
        ("Tom broke 7 vases.", "lose"),
        ("Ann got rid of 7 jackets.", "lose"),
        ("The flood drowned 7 moles.", "lose"),
        ("Ann defenestrated 7 chairs.", "lose"),  # in no list but WordNet's neighbours
        ("Ann embezzled 7 dollars.", "gain"),
        ("Ann pondered 7 riddles.", "do"),
    ],
)
def test_verbs_of_every_sort(clause: str, effect: str) -> None:
    assert verbs.effect(clause) == effect
