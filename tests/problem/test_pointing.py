"""The question's words and the quantities they point at."""

from __future__ import annotations

import pytest

from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (  # two of three are named
            "Kim picked 26 pears, Lou picked 21 and Mia picked 9. "
            "How many more pears did Kim pick than Mia?",
            ("most", "none", "most"),
        ),
        (  # what is said once holds for the quantities that follow
            "In the red hall there are 17 chairs and 21 stools, in the blue hall 24 chairs. "
            "How many fewer chairs than stools are there in the red hall?",
            ("most", "most", "some"),
        ),
        ("Kim had 12 pears. She ate 5. How many are left?", ("", "")),
        (
            "红队跳了17个，蓝队跳了21个，黄队跳了9个。红队和黄队一共跳了多少个？",
            ("most", "none", "most"),
        ),
    ],
)
def test_words_that_tell_quantities_apart_point_at_them(
    text: str, expected: tuple[str, ...]
) -> None:
    assert analyse(read(text)).echoes == expected
