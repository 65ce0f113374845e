"""What was understood is what is shown: reasons, story and words of the world that won."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from benchmarks.variations import variations

from quantity_tagger import Solution, solve
from quantity_tagger.cli import main
from quantity_tagger.languages.lexicon import load
from quantity_tagger.languages.reasons import reasons
from quantity_tagger.problem.world import CLEAR, DOUBTED, GUESSED
from quantity_tagger.solution.evidence import evidence
from quantity_tagger.solver import solve_all
from understood_problems import CHINESE, ENGLISH, Understood

LANGUAGES = ("en", "zh")
IDA = "Ida had 15 plums and 3 jars. She ate 6 plums. How many plums are left?"


def with_world(solution: Solution, **changes: Any) -> Solution:
    """The solution as if the world that it follows from were another."""
    worlds = tuple(one._replace(**changes) for one in solution.facts.worlds[:1])
    return solution._replace(facts=solution.facts.completed(worlds=worlds))


@pytest.fixture(scope="module")
def solved() -> dict[str, list[Solution]]:
    """Many solutions of each language that no test here was written for."""
    found = {}
    for code in LANGUAGES:
        each = solve_all([one.text for one in variations(f"{code}_dev")], why=True)
        found[code] = [one for one in each if isinstance(one, Solution) and one.in_scope]
    return found


@pytest.mark.parametrize("problem", [*ENGLISH, *CHINESE], ids=lambda one: one.text[:30])
class TestWhatAPersonWouldSay:
    def test_the_answer_follows_from_a_world(self, problem: Understood) -> None:
        found = solve(problem.text)
        assert found.answer == problem.answer
        assert found.world is not None

    def test_every_number_has_its_reason(self, problem: Understood) -> None:
        found = solve(problem.text)
        assert [one.sign for one in found.quantities] == [sign for sign, _ in problem.reasons]
        for (_, words), reason in zip(problem.reasons, found.reasons, strict=True):
            assert words in reason

    def test_the_story_is_told(self, problem: Understood) -> None:
        lines = [(line.kind, line.text) for line in solve(problem.text).story]
        for line in problem.story:
            assert line in lines


def test_there_are_enough_problems_of_each_language() -> None:
    assert min(len(ENGLISH), len(CHINESE)) >= 25


@pytest.mark.parametrize("code", LANGUAGES)
class TestSentences:
    def test_the_languages_have_the_same_reasons(self, code: str) -> None:
        own, english = load(code, "reasons"), load("en", "reasons")
        assert own.keys() == english.keys()
        for section in own.keys() - {"words / joints", "words / pronouns"}:
            (sentence,), (theirs,) = own[section], english[section]
            assert set(re.findall(r"\{\w+\}", sentence)) == set(re.findall(r"\{\w+\}", theirs))

    def test_no_reason_goes_against_its_sign(
        self, code: str, solved: dict[str, list[Solution]]
    ) -> None:
        """What is done with a number is what its sign says, and nothing is added because there are
        fewer, or taken away because there are more.
        """
        words = reasons(code)
        done = {1: ("+", "start"), 0: ("0",), -1: ("-",)}
        against = {1: ("change fewer", "than fewer"), -1: ("change more", "than more"), 0: ()}
        for solution in solved[code]:
            for one, reason in zip(solution.quantities, solution.reasons, strict=True):
                starts = [words.then[key].partition("{")[0] for key in done[one.sign]]
                (start,) = [start for start in starts if start in reason]
                because = reason.rpartition(start)[0].rstrip("：: ")
                for key in against[one.sign]:
                    assert not because.endswith(words.because[key].removeprefix("{said}")), reason

    def test_every_number_has_a_sentence(
        self, code: str, solved: dict[str, list[Solution]]
    ) -> None:
        for solution in solved[code]:
            assert all(reason and "{" not in reason for reason in solution.reasons)
            if solution.world is not None:
                told = [place for line in solution.story for place in line.quantities]
                assert len(set(told)) == len(told)
                assert all(line.text for line in solution.story)

    def test_most_numbers_have_a_reason_of_their_own(
        self, code: str, solved: dict[str, list[Solution]]
    ) -> None:
        words = reasons(code)
        plain = [words.because[key].replace("{said}", "") for key in ("+", "-")]
        found = [
            reason
            for solution in solved[code]
            if solution.world is not None
            for reason in solution.reasons
        ]
        assert sum(any(one in reason for one in plain) for reason in found) < 0.05 * len(found)


class TestWorlds:
    def test_the_one_that_won_is_clear(self) -> None:
        found = solve(IDA)
        assert found.world is not None
        assert (found.world.trust, found.world.doubts) == (CLEAR, ())
        assert found.clearness == ("Nothing in the text speaks against this story.",)

    def test_its_statements_know_their_words(self) -> None:
        found = solve(IDA)
        assert found.world is not None
        texts = found.problem.document.columns.texts
        told = [[texts[word] for word in one.words] for one in found.world.statements]
        assert told == [["had", "15", "plums"], ["had", "3", "jars"], ["ate", "6", "plums"]]
        assert [one.effect for one in found.world.statements] == ["state", "state", "lose"]

    def test_rivals_have_their_answers_and_what_decided(self) -> None:
        found = solve(IDA, why=True)
        first, *others = found.worlds
        assert first.won
        assert first.equation == found.equation
        assert first.probability == found.confidence
        assert others
        assert not any(one.won for one in others)
        for one in others:
            assert one.equation.solution != found.answer or one.equation != found.equation
            assert one.decided
            assert max(reason.weight for reason in one.decided) > 0

    def test_doubts_are_told_in_words(self) -> None:
        doubts = ("a number is in no statement", "a doubt without a sentence")
        found = with_world(solve(IDA), trust=DOUBTED, doubts=doubts)
        assert found.story
        assert found.clearness == (
            "Not all of the story is clear.",
            "It is not clear what one of the numbers tells.",
            "Something in the text was not understood.",
        )

    def test_without_a_world_it_is_called_a_guess(self) -> None:
        found = with_world(solve(IDA), trust=GUESSED)
        assert found.world is None
        assert found.story == ()
        assert found.clearness == ("No story was understood here: the answer is a best guess.",)
        assert found.reasons[2].startswith(("This is a guess, ", "This is mostly because of “"))
        assert found.reasons[2].endswith(": take away 6 plums.")
        assert len(evidence(found)) == 3  # words that decided for the network, where there are any
        assert not any(one.won for one in found.worlds)

    @pytest.mark.parametrize(
        ("text", "answer", "words"),
        [
            (
                "Noah has 45 stickers. He has 17 more stickers than Olivia. "
                "How many stickers do they have together?",
                73,
                ["start with 45", "so the other has fewer: take away 17"],
            ),
            (
                "小红排队，她前面有14人，后面有6人，这一队一共有多少人？",
                21,
                ["先看14人", "加上6人"],
            ),
        ],
    )
    def test_what_signs_cannot_write_has_its_world_too(
        self, text: str, answer: int, words: list[str]
    ) -> None:
        found = solve(text, why=True)
        assert found.answer == answer
        assert found.world is not None
        assert found.worlds[0].won
        assert found.worlds[0].equation.solution == answer
        assert all(told in reason for told, reason in zip(words, found.reasons, strict=True))
        assert found.to_dict(why=True)["worlds"][0]["answer"] == str(answer)

    def test_what_is_out_of_scope_has_no_reason_but_a_guess(self) -> None:
        found = solve("A tray holds 6 eggs. How many eggs are on 4 trays?")
        assert not found.in_scope
        assert all(reason.startswith("This is a guess") for reason in found.reasons)

    def test_signs_of_ones_own_go_against_the_story(self) -> None:
        found = solve(IDA).with_signs((1, 1, 1))
        assert found.world is None
        assert found.story == ()
        assert found.clearness == (
            "These signs do not follow from the story as it was understood.",
        )
        assert found.reasons[0] == solve(IDA).reasons[0]
        assert found.reasons[2] == "This is not how the story was understood: add 6 plums."

    def test_json_has_the_world_its_rivals_and_the_reasons(self) -> None:
        shown = solve(IDA, why=True).to_dict(why=True)
        assert shown["world"]["schema"] == "stock end"
        assert shown["world"]["trust"] == "clear"
        first, *others = shown["worlds"]
        assert (first["answer"], first["won"], first["trust"]) == ("9", True, "clear")
        assert others[0]["decided"][0].keys() == {"feature", "attribute", "seen_at", "weight"}
        ate = shown["quantities"][2]
        assert ate["reason"] == "“ate”, so there are fewer: take away 6 plums."
        assert [IDA[start:end] for start, end in ate["words"]] == ["ate"]
        statement = shown["world"]["statements"][2]
        assert (statement["quantity"], statement["effect"], statement["moves"]) == (2, "lose", -1)
        assert [IDA[start:end] for start, end in statement["words"]] == ["ate", "6", "plums"]

    def test_the_command_prints_what_the_document_shows(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        document = (Path(__file__).parents[2] / "docs" / "solving.md").read_text("utf-8")
        start = document.index("    the story\n")
        shown = document[start : document.index("\n\n", document.index("number by number", start))]
        assert main(["solve", "--why", IDA]) == 0
        assert "\n".join(line.strip() for line in shown.splitlines()) in "\n".join(
            line.strip() for line in capsys.readouterr().out.splitlines()
        )

    def test_json_without_why_builds_none_of_it(self) -> None:
        shown = solve(IDA).to_dict()
        assert not shown.keys() & {"world", "worlds", "story", "clearness"}
        assert "reason" not in shown["quantities"][0]


class TestWordsThatTell:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            (IDA, ["had", "jars", "ate"]),
            (
                "There were 19 birds on the roof. 8 of them flew away. How many birds are left?",
                ["were", "flew away"],
            ),
            (
                "Anna is 5 cm taller than Bob. Bob is 130 cm tall. How tall is Anna?",
                ["is/taller", "is"],
            ),
            ("小明有15支铅笔，送给小红6支，还剩多少支铅笔？", ["有", "送给"]),
            ("小军有35颗弹珠，小亮比小军多27颗。小亮有多少颗弹珠？", ["有", "比小军多"]),
        ],
    )
    def test_they_are_the_frames_words(self, text: str, words: list[str]) -> None:
        spans = evidence(solve(text))
        found = ["/".join(text[start:end] for start, end in its) for its in spans]
        assert found == words

    def test_pieces_underline_them(self) -> None:
        found = [(one.text, one.owner) for one in solve(IDA).pieces() if one.role == "words"]
        assert found == [("had", 0), ("jars", 1), ("ate", 2)]

    @pytest.mark.parametrize("code", LANGUAGES)
    def test_pieces_joined_are_the_text(self, code: str, solved: dict[str, list[Solution]]) -> None:
        for solution in solved[code]:
            assert "".join(piece.text for piece in solution.pieces()) == solution.text
