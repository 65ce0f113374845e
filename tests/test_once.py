"""An answer with all that belongs to it reads, analyses, cuts and scores its text once."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from types import CodeType, FrameType
from typing import TypeVar

import pytest

from quantity_tagger import Model, Solution, solve
from quantity_tagger.cli import main
from quantity_tagger.features.window import cut_all
from quantity_tagger.languages.english.syntax import Parser
from quantity_tagger.model import bundled as models
from quantity_tagger.reading import _problem
from quantity_tagger.reading.analysis import analyse_all
from quantity_tagger.solver import Solver
from quantity_tagger.web.jobs import perform

ENGLISH = "Ida had 15 plums and 3 jars. She ate 6 plums. How many plums are left?"
CHINESE = "小明有15支铅笔,送给小红6支,还剩多少支铅笔?"
T = TypeVar("T")
ONCE = {"read": 1, "analyse": 1, "cut": 1, "score": 1}
WORK = {_problem: "read", analyse_all: "analyse", cut_all: "cut", Model.scores: "score"}


def counted(
    work: Callable[[], T], kinds: Mapping[Callable[..., object], str] = WORK
) -> tuple[T, dict[str, int]]:
    """What some work gives, and how often it did each kind of work, under whatever name."""
    names: dict[CodeType, str] = {one.__code__: name for one, name in kinds.items()}
    found: Counter[str] = Counter()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in names:
            found[names[frame.f_code]] += 1

    sys.setprofile(watch)
    try:
        result = work()
    finally:
        sys.setprofile(None)
    return result, dict(found)


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
class TestOnce:
    def test_an_answer_alone(self, text: str) -> None:
        assert counted(lambda: solve(text))[1] == ONCE

    def test_an_answer_with_all_that_can_be_asked_of_it(self, text: str) -> None:
        def work() -> Solution:
            found = solve(text, why=True)
            assert found.story
            assert found.steps
            assert found._repr_html_()
            assert found.to_dict(why=True)["story"]
            return found

        found, done = counted(work)
        assert done == ONCE
        assert all(one.reasons for one in found.quantities)

    def test_the_command(self, text: str, capsys: pytest.CaptureFixture[str]) -> None:
        status, done = counted(lambda: main(["solve", "--why", text]))
        assert (status, done) == (0, ONCE)
        assert "the story" in capsys.readouterr().out

    def test_the_page(self, text: str) -> None:
        job = {
            "do": "solve", "text": text, "language": None, "model": None, "signs": None,
            "why": True, "lattice": True, "words": None,
        }  # fmt: skip
        (outcome,), done = counted(lambda: perform([job], 1000, 20))
        assert done == ONCE
        shown = json.loads(outcome.body)
        assert shown["story"]
        assert shown["lattice"].startswith("<svg")
        assert all(one["why"] and one["members"] for one in shown["quantities"])

    @pytest.mark.parametrize("variant", ["qt", "qt-s", "qt-r", "qt-fix"])
    def test_a_drawing_of_each_variant(self, text: str, variant: str) -> None:
        own = Solver(models.load("en" if text == ENGLISH else "zh", variant))
        drawn, done = counted(lambda: own.draw(text))
        assert done == ONCE
        assert drawn.startswith("<svg")


def test_a_lattice_without_reasons_is_drawn_from_the_same_work() -> None:
    job = {
        "do": "solve", "text": ENGLISH, "language": None, "model": None, "signs": [1, 1, 1],
        "why": False, "lattice": True, "words": None,
    }  # fmt: skip
    (outcome,), done = counted(lambda: perform([job], 1000, 20))
    assert done == ONCE
    shown = json.loads(outcome.body)
    assert shown["lattice"].startswith("<svg")
    assert "story" not in shown


def test_a_text_is_parsed_once_however_much_is_asked_of_it() -> None:
    def work() -> None:
        found = solve(ENGLISH, why=True)
        assert found.story
        assert found._repr_html_()

    assert counted(work, {Parser.parse_all: "parse"})[1] == {"parse": 1}
