"""Every problem we show has its right answer here, worked out by hand, and is solved so."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from quantity_tagger import languages, solve

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "src/quantity_tagger/web/static/examples.js"
COMMANDS = [ROOT / f"src/quantity_tagger/cli/{name}.py" for name in ("read", "solve", "batch")]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

NONE = None  # adding and taking away do not solve it

SHOWN: dict[str, str | None] = {
    # the page
    "Mia picked 52 apples while her brother filled 7 baskets with pears. She gave 34 of the "
    "apples to her neighbours. How many apples does Mia have now?": "18",
    "The blue kite flew 86 metres high and the red kite flew 59 metres high. How many metres "
    "higher did the blue kite fly?": "27",
    "A baker sold 45 rolls in the morning and 38 in the afternoon. In the evening 17 rolls were "
    "left. How many rolls had she baked?": "100",
    "Jonas paid $3.50 for a sandwich and $1.25 for a juice. He had $10 when he came in. How much "
    "money does he have left?": "5.25",
    "图书角有58本故事书和6盆花，同学们借走了23本故事书，还剩多少本故事书？": "35",
    "蓝色风筝飞了86米高，红色风筝飞了59米高，蓝色风筝比红色风筝飞得高多少米？": "27",
    "面包店上午卖出45个面包，下午卖出38个，还剩17个，原来有多少个面包？": "100",
    "乐乐带了20元钱，买铅笔用去3.5元，买本子用去6元，他还剩多少元？": "10.5",
    # the demonstration
    "班级图书角原来有78本书,墙上挂着12幅画。同学们借走了35本书,老师又添了20本。"
    "现在图书角有多少本书?": "63",
    # README, documents, and what a command's --help shows
    "The shelf held 34 jars. After the fair there are 52 jars on 3 shelves. How many were "
    "added?": "18",
    "Ann had 9 red pens and 2 1/2 cakes. She lost 4 pens. How many pens are left?": "5",
    "Mia picked 52 apples and ate 3 pears. She gave 34 apples away. How many apples does she "
    "have?": "18",
    "Leo baked 20 rolls and sold 13. How many rolls are left?": "7",
    "Ida has 9 red caps and 4 blue caps. How many caps does Ida have in all?": "13",
    "A tram carried 31 people. At the park 12 got off. How many people are on it?": "19",
    "Una had 18 stamps and gave 5 away. How many stamps are left?": "13",
    "Ola has 5 boxes with 6 pens each. How many pens does she have?": NONE,
    "Mia had 9 plums and ate 4. How many are left?": "5",
    "Ida had 15 plums and 3 jars. She ate 6 plums. How many plums are left?": "9",
    "Ida had 15 plums and ate 6. How many plums are left?": "9",
    "Ann had 9 pens and lost 4. How many pens has she left?": "5",
    "小明有9支铅笔,送给小红4支,还剩多少支?": "5",
    "Ada owes Ben 14 dollars and Cleo 5, while Dan owes her 11. How much will she have to find "
    "once Dan has paid?": "8",
    "Lucy had 10 balloons. 3 of them flew away. Then 2 balloons popped. How many balloons are "
    "left?": "5",
    # what docs/understanding.md shows of the equations that say more than signs
    "A ribbon is 2 m long. 35 cm are cut off. How many centimeters are left?": "165",
    "Noah has 45 stickers, 17 more than Olivia. How many together?": "73",
    "14 children are in front of Sara in the queue and 6 behind her. "
    "How many children are in the queue?": "21",
    "It rained on 3 days of the week. On how many did it not?": "4",
    # the small examples of docs/generate.md
    "Ada had 9 pens. She bought some more. Now she has 14. How many did she buy?": "5",
    "Leo gave 6 figs to Mia. He has 8 left. How many did he have at first?": "14",
    "7 of the 16 boats are red, the rest are blue. How many blue boats are there?": "9",
    "The oak is 4 meters taller than the elm. The oak is 19 meters tall. How tall is the "
    "elm?": "15",
    "Ann has 5 shells and Ben has 12. How many more does Ann need to have as many as Ben?": "7",
    "12 pupils play chess, 9 play cards and 4 play both. How many pupils play chess or "
    "cards?": "17",
}

_QUOTED = re.compile(r'"([^"\n]*[?？])"')
_CELL = re.compile(r"\| ([^|]*\d[^|]*\?) \|")
_ASKS = re.compile(r"\d.*(how (many|much|old|tall|far|long)|多少|几)", re.IGNORECASE | re.DOTALL)


def _plain(block: str) -> str:
    return block.replace("> ", "").replace("*", "")


def problems_in(path: Path) -> set[str]:
    """What a file quotes, or shows in a table or a block, with a number, and asks for one."""
    text = path.read_text("utf-8")
    blocks = re.findall(r"(?:^> .*\n)+", text, re.MULTILINE)
    found = [*_QUOTED.findall(text), *_CELL.findall(text), *(_plain(b) for b in blocks)]
    return {problem for quoted in found if _ASKS.search(problem := " ".join(quoted.split()))}


@pytest.mark.parametrize("path", [EXAMPLES, *COMMANDS, *DOCUMENTS], ids=lambda path: path.name)
def test_every_problem_shown_has_its_answer_here(path: Path) -> None:
    assert problems_in(path) <= SHOWN.keys()


def test_the_problems_are_found() -> None:
    assert len(problems_in(EXAMPLES)) == 8
    demonstrated = {one.sentences.example for one in languages.known().values()}
    assert demonstrated <= SHOWN.keys()
    found = demonstrated.union(*map(problems_in, [EXAMPLES, *COMMANDS, *DOCUMENTS]))
    assert found == SHOWN.keys()


@pytest.mark.parametrize(("problem", "answer"), SHOWN.items())
def test_the_answer_is_right(problem: str, answer: str | None) -> None:
    solution = solve(problem)
    assert solution.in_scope == (answer is not NONE)
    if answer is not NONE:
        assert solution.answer == Fraction(answer)
