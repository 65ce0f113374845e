"""Numbers that play no part: the reading leaves them out, and is not sure where it does not."""

from __future__ import annotations

import pytest

from quantity_tagger.languages.chinese.frames.understand import understand as understand_chinese
from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read

#: By mechanism: problem, signs of its quantities.
PROBLEMS: dict[str, list[tuple[str, tuple[int, ...]]]] = {
    "names are no amounts": [
        (
            "Ole threw 7 darts in round 1 and 4 darts in round 2. How many darts did Ole throw?",
            (1, 0, 1, 0),
        ),
    ],
    "what a thing has was not done": [
        (
            "Nils is reading a novel with 310 pages. He read 52 pages on Friday and 41 pages on "
            "Sunday. How many pages did he read?",
            (0, 1, 1),
        ),
    ],
    "what held last year is over": [
        (
            "Vera is 48 inches tall and Jon is 55 inches tall. Last year Vera was 45 inches tall. "
            "How much taller is Jon than Vera?",
            (-1, 1, 0),
        ),
        (
            "A crew won 18 races and lost 11 races. Last year the crew won 16 races. How many more "
            "races did the crew win than lose this year?",
            (1, -1, 0),
        ),
    ],
    "who comes to one comes to no other": [
        (
            "The chess club has 28 members and the film club has 21 members. 6 new members join "
            "the film club. How many more members does the chess club have than the film club had "
            "at first?",
            (1, -1, 0),
        ),
    ],
    "a difference is no goal": [
        (
            "Ines needs 8 cups of oats and 3 cups of honey for her bars. She already put in 2 cups "
            "of oats. How many more cups of oats than cups of honey do the bars need?",
            (1, -1, 0),
        ),
    ],
    "who sells of a stock buys for it": [
        (
            "At a ranch there are 31 bulls and 12 mares. The owner sold 5 bulls and bought 9 "
            "mares. How many mares are at the ranch now?",
            (0, 1, 0, 1),
        ),
    ],
}


@pytest.mark.parametrize(
    ("text", "signs"), [one for several in PROBLEMS.values() for one in several]
)
def test_it_is_left_out(text: str, signs: tuple[int, ...]) -> None:
    assert understand(read(text, "en"))[0].signs == signs


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        (
            "小杏昨天剪了35张窗花，今天上午剪了12张，下午剪了16张，今天小杏一共剪了多少张窗花？",
            (0, 1, 1),
        ),
        ("小杏有70元，想买一个45元的书包，没有买，买尺子用去6元，她还剩多少元？", (1, 0, -1)),
    ],
)
def test_it_is_left_out_in_chinese(text: str, signs: tuple[int, ...]) -> None:
    first = understand_chinese(read(text, "zh"))[0]
    assert first.signs == signs
    assert not first.doubts
