"""The story of a problem tells every number once, in the text's own words."""

from __future__ import annotations

import json
import re

import pytest
from benchmarks.variations import variations

from quantity_tagger import read
from quantity_tagger.cli.show import solution as answer
from quantity_tagger.model.decoding import Tagging
from quantity_tagger.reading.analysis import analyse
from quantity_tagger.solution.equation import Equation
from quantity_tagger.solution.solution import Solution, SolvedQuantity, SolvedUnknown
from quantity_tagger.solution.story import StoryLine, story

#: Words that may stand for a pronoun: "it" for "the bakery", "which" for "that".
LENT = {"the", "that"}


def told(text: str, *signs: int) -> list[tuple[str, str]]:
    problem = read(text)
    return [(line.kind, str(line)) for line in story(problem, analyse(problem), signs or None)]


class TestEnglish:
    def test_what_there_is_comes_before_what_happens_and_the_question_last(self) -> None:
        text = "Rosa sold 18 melons. The stall had 60 melons before. How many melons are there now?"
        assert told(text) == [
            ("state", "the stall had 60 melons before"),
            ("event", "Rosa sold 18 melons"),
            ("question", "how many melons are there now"),
        ]

    def test_the_parts_of_a_list_are_told_one_by_one(self) -> None:
        text = "Ida had 15 plums, 4 pears and 3 jars. She ate 6 plums. How many plums are left?"
        assert told(text, 1, 0, 0, -1) == [
            ("state", "Ida had 15 plums"),
            ("state", "Ida had 4 pears · not needed"),
            ("state", "Ida had 3 jars · not needed"),
            ("event", "Ida ate 6 plums"),
            ("question", "how many plums are left"),
        ]

    def test_a_verb_without_a_subject_gets_it_back(self) -> None:
        text = "Ida picked 9 plums and gave 4 plums to Ben. How many plums does Ida have now?"
        assert ("event", "Ida gave 4 plums to Ben") in told(text)

    def test_what_is_said_by_the_way_gets_its_noun_back(self) -> None:
        text = "Tessa, who is 9 years old, had 42 stamps. She lost 5. How many stamps are left?"
        lines = [line for _, line in told(text, 0, 1, -1)]
        assert lines[0] == "Tessa is 9 years old · not needed"
        assert lines[1] == "Tessa had 42 stamps"

    def test_a_number_left_out_of_a_line_in_use_is_named(self) -> None:
        text = "In 2 hours Ida picked 45 plums from 6 trees. She ate 4. How many plums are left?"
        assert told(text, 0, 1, 0, -1)[0] == (
            "event",
            "in 2 hours Ida picked 45 plums from 6 trees · 2 and 6 not needed",
        )

    def test_a_comparison_is_told_as_one(self) -> None:
        text = "Ben has 8 pens. Ida has 5 more pens than Ben. How many pens does Ida have?"
        assert ("comparison", "Ida has 5 more pens than Ben") in told(text)

    def test_a_pronoun_that_could_be_either_stays(self) -> None:
        text = "Ida met Ben. She had 9 pens and he had 4 pens. How many pens did they have in all?"
        lines = [line for _, line in told(text)]
        assert "she had 9 pens" in lines
        assert "he had 4 pens" in lines

    def test_names_keep_their_capitals(self) -> None:
        text = "Farmer Lund has 28 goats. Mr Roy has 6. How many goats are there?"
        assert [line for _, line in told(text)][:2] == ["Farmer Lund has 28 goats", "Mr Roy has 6"]

    def test_a_condition_in_the_question_is_told_apart(self) -> None:
        text = "Ida has 30 plums. If she eats 4 plums, how many plums will be left?"
        lines = [line for _, line in told(text)]
        assert lines[-1] == "how many plums will be left"
        assert any(line.endswith("eats 4 plums") for line in lines)


class TestChinese:
    def test_clauses_are_lines(self) -> None:
        assert told("摊上有60个瓜，卖出18个，现在有多少个？") == [
            ("state", "摊上有60个瓜"),
            ("event", "摊上卖出18个"),
            ("question", "现在有多少个"),
        ]

    def test_the_parts_of_a_list_are_told_one_by_one(self) -> None:
        text = "牧场里有28只山羊、37只绵羊和6只鹅。山羊比绵羊少多少只？"
        assert told(text, -1, 1, 0) == [
            ("state", "牧场里有28只山羊"),
            ("state", "牧场里有37只绵羊"),
            ("state", "牧场里有6只鹅 · 用不上"),
            ("question", "山羊比绵羊少多少只"),
        ]

    def test_a_comparison_is_told_as_one(self) -> None:
        assert ("comparison", "小亮比小军多27颗") in told(
            "小军有35颗弹珠，小亮比小军多27颗。小亮有多少颗弹珠？"
        )

    def test_a_number_of_the_question_stays_there(self) -> None:
        assert told("姑姑今年37岁，爷爷今年71岁。6年后姑姑多少岁？", 1, 0, 1)[-1] == (
            "question",
            "6年后姑姑多少岁",
        )


@pytest.mark.parametrize("name", ["en_dev", "zh_dev"])
class TestManyStories:
    def test_every_number_is_told_once(self, name: str) -> None:
        for one in variations(name):
            problem = read(one.text)
            lines = story(problem, analyse(problem), one.signs)
            places = sorted(place for line in lines for place in line.quantities)
            assert places == list(range(len(one.signs))), one.id
            assert [line.kind for line in lines].count("question") == 1, one.id
            for line in lines:
                used = any(one.signs[place] for place in line.quantities)
                assert line.needed == (used or line.kind == "question"), one.id
                assert all(
                    problem.quantities[at].text.lower() in line.text.lower()
                    for at in line.quantities
                ), one.id

    def test_the_words_are_those_of_the_text(self, name: str) -> None:
        for one in variations(name):
            problem = read(one.text)
            known = set(re.findall(r"\w+|\S", one.text.lower())) | LENT
            if problem.language == "zh":
                known = set(one.text)
            for line in story(problem, analyse(problem)):
                words = re.findall(r"\w+|\S", line.text.lower())
                if problem.language == "zh":
                    words = list(line.text)
                assert line.text.strip()
                assert set(words) <= known, (one.id, line.text)


@pytest.mark.parametrize(
    "text",
    [
        "5?",
        "How many are 3 and 4?",
        "7 + 8 = ?",
        "How many plums are left if Ida had 9 plums and ate 4 of them?",
        "Which 2; and 3, and 4 who 5?",
        "3和4是多少？",
        "有5个，吃了2个，还有几个",
    ],
)
def test_no_text_is_too_odd_to_be_told(text: str) -> None:
    problem = read(text)
    lines = story(problem, analyse(problem))
    assert sorted(place for line in lines for place in line.quantities) == list(
        range(len(problem.quantities))
    )


class TestShown:
    @pytest.fixture
    def solution(self) -> Solution:
        text = "Ida had 15 plums and 3 <b>jars. She ate 6 plums. How many plums are left?"
        problem = read(text)
        signs = (1, 0, -1)
        return Solution(
            problem=problem,
            facts=analyse(problem),
            tagging=Tagging(((signs, 0.9),), ()),
            equation=Equation.of(problem.quantities, signs),
            quantities=tuple(
                SolvedQuantity(q.text, q.value, q.start, q.end, q.unit, s, 0.9, (q.start, q.end))
                for q, s in zip(problem.quantities, signs, strict=True)
            ),
            unknown=SolvedUnknown("How", text.index("How"), text.index("How") + 3, "", (), (0, 0)),
            confidence=0.9,
            model="a model",
        )

    def test_a_solution_tells_its_story(self, solution: Solution) -> None:
        assert [line.needed for line in solution.story] == [True, False, True, True]
        other = solution.with_signs((1, 1, -1))
        assert all(line.needed for line in other.story)

    def test_programs_get_it_with_the_reasons(self, solution: Solution) -> None:
        assert "story" not in solution.to_dict()
        found = json.loads(json.dumps(solution.to_dict(why=True)))["story"]
        assert found[0] == {
            "kind": "state",
            "text": "Ida had 15 plums",
            "quantities": [0],
            "needed": True,
            "note": "",
        }

    def test_it_is_printed_with_the_reasons(
        self, solution: Solution, capsys: pytest.CaptureFixture[str]
    ) -> None:
        answer.show(solution)
        assert "the story" not in capsys.readouterr().out
        answer.show(solution, why=True)
        shown = capsys.readouterr().out
        assert "what there is  Ida had 15 plums\n" in shown
        assert "what happens   Ida ate 6 plums\n" in shown

    def test_a_notebook_shows_it_escaped(self, solution: Solution) -> None:
        html = solution._repr_html_()
        assert "Ida ate 6 plums</dd>" in html
        assert "<b>jars" not in html

    def test_a_line_is_its_text_and_note(self) -> None:
        assert str(StoryLine("state", "Ida had 3 jars", (1,), False, "not needed")) == (
            "Ida had 3 jars · not needed"
        )
