"""Stories of our own, told in many ways, are well-formed and mostly solved, however told."""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction

import pytest
from benchmarks import variations as tool
from benchmarks.variations import CHANGES, SETS, Outcome, Report, Variation, measure, variations

from quantity_tagger import read

FLOORS = {"en_dev": 0.77, "en_test": 0.65, "zh_dev": 0.85, "zh_test": 0.73}
"""A few points under what the bundled models reach (`python -m benchmarks.variations`)."""


@pytest.fixture(scope="module", params=SETS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def stories(name: str) -> list[Variation]:
    return variations(name)


class TestTheSets:
    def test_each_telling_is_there_once(self, stories: list[Variation]) -> None:
        assert len({story.id for story in stories}) == len(stories)
        assert len({story.text for story in stories}) == len(stories)

    def test_a_family_is_a_base_and_its_changes(self, stories: list[Variation]) -> None:
        families: dict[str, list[str]] = defaultdict(list)
        for story in stories:
            families[story.family].append(story.change)
        assert len(families) >= 40
        for family, changes in families.items():
            assert changes.count("base") == 1, family
            assert 4 <= len(changes) <= 8, family
            assert set(changes) <= set(CHANGES), family

    def test_the_signs_give_the_answer(self, stories: list[Variation]) -> None:
        for story in stories:
            values = [quantity.value for quantity in read(story.text).quantities]
            assert len(values) == len(story.signs), story.id
            total = sum(sign * value for sign, value in zip(story.signs, values, strict=True))
            assert total == story.answer, story.id
            assert story.answer >= 0, story.id
            assert set(story.signs) <= {-1, 0, 1}, story.id
            assert sum(map(abs, story.signs)) >= 2, story.id

    def test_most_have_a_number_too_many(self, stories: list[Variation]) -> None:
        assert sum(0 in story.signs for story in stories) > len(stories) / 2

    def test_every_family_asks_for_more_than_one_thing(self, stories: list[Variation]) -> None:
        answers: dict[str, set[object]] = defaultdict(set)
        for story in stories:
            answers[story.family].add(story.answer)
        assert all(len(found) > 1 for found in answers.values())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_test_sets_share_nothing_with_the_development_sets(language: str) -> None:
    dev, test = variations(f"{language}_dev"), variations(f"{language}_test")
    assert not {story.family for story in dev} & {story.family for story in test}
    assert not {story.text for story in dev} & {story.text for story in test}


def test_the_bundled_models_solve_most_tellings(name: str) -> None:
    report = measure(name)
    shares = ", ".join(f"{change} {share:.1%}" for change, share in report.by_change.items())
    assert report.accuracy >= FLOORS[name], f"{name}: {report.accuracy:.1%} ({shares})"


class TestTheTool:
    """The measuring itself, on a family of which one telling of three is missed."""

    @staticmethod
    def report(name: str) -> Report:
        told = [("a", "base", (1, -1), 3), ("b", "question", (1, 1), 7), ("c", "order", (1, 0), 5)]
        found = [(1, -1), (1, -1), (0, 1)]
        answers = [3, 3, 5]
        return Report(
            name,
            tuple(
                Outcome(
                    Variation(
                        f"{name}-1{letter}", "1", change, f"Story {letter}", signs, Fraction(x)
                    ),
                    got,
                    Fraction(answer),
                    "an equation",
                )
                for (letter, change, signs, x), got, answer in zip(
                    told, found, answers, strict=True
                )
            ),
        )

    def test_an_answer_counts_and_so_do_signs_and_families(self) -> None:
        figures = self.report("en_dev").figures()
        assert figures["problems"] == 3
        assert figures["accuracy"] == pytest.approx(2 / 3)
        assert figures["sign_accuracy"] == pytest.approx(1 / 3)
        assert figures["family_accuracy"] == 0
        assert figures["by_change"]["base"] == 1
        assert figures["by_change"]["question"] == 0
        assert figures["by_irrelevant_numbers"] == {"without": 0.5, "with": 1}

    @pytest.fixture
    def _measured(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tool, "measure", lambda name, solver: self.report(name))

    @pytest.mark.usefixtures("_measured")
    def test_failures_of_the_test_sets_stay_unseen(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        tool.main([])
        shown = capsys.readouterr().out
        assert "en_dev-1b (question) Story b" in shown
        assert "zh_dev-1b" in shown
        assert "_test-1" not in shown
        tool.main(["--show-test"])
        assert "zh_test-1b (question) Story b" in capsys.readouterr().out

    @pytest.mark.usefixtures("_measured")
    def test_the_figures_can_be_had_as_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        tool.main(["--json", "en_dev"])
        found = json.loads(capsys.readouterr().out)
        assert list(found) == ["en_dev"]
        assert found["en_dev"]["accuracy"] == pytest.approx(2 / 3)

    def test_an_unknown_set_is_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            tool.main(["fr_dev"])
        assert "there is no set fr_dev" in capsys.readouterr().err
