"""Confidence: what it is made of, how it is fitted, and whether it holds what it says."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from problems import ALL, CHINESE, ENGLISH
from quantity_tagger import QuantityTagger, load_model, read
from quantity_tagger.cli import main
from quantity_tagger.confidence.assessment import assess
from quantity_tagger.confidence.calibration import (
    BOUND,
    NOT_UNDERSTOOD,
    evidence,
    log_odds,
    rescaled,
)
from quantity_tagger.confidence.scope import Scope
from quantity_tagger.datasets import save
from quantity_tagger.datasets.record import Record
from quantity_tagger.datasets.values import parse_answer
from quantity_tagger.errors import ModelFileError, QuantityTaggerError
from quantity_tagger.evaluation import Reliability, Report, assess_all, evaluate
from quantity_tagger.evaluation.report import Outcome
from quantity_tagger.learning.calibration import Known, calibrate, dealt, fit
from quantity_tagger.model.calibration import SUREST, Calibration, logistic
from quantity_tagger.model.file import save_model
from quantity_tagger.model.model import Model, Tagging
from quantity_tagger.problem.facts import CLEAR, GUESSED
from quantity_tagger.reading.analysis import analyse
from quantity_tagger.solver import Solver

TEXT = "Tess picked 25 plums and 8 figs. She ate 5 plums. How many plums are left?"
IN_SCOPE = Scope("ok", 0.9, "en")
BEYOND = Scope("multiplication", 0.1, "en")

probabilities = some.floats(0, 1)


def seen(*readings: tuple[tuple[int, ...], float], text: str = TEXT) -> dict[str, float]:
    problem = read(text)
    return evidence(problem, analyse(problem), Tagging(readings, ()), IN_SCOPE)


@pytest.fixture(scope="module")
def model() -> Model:
    return QuantityTagger(window=2, max_iterations=20).fit(ENGLISH).model_


@pytest.fixture(scope="module")
def calibrated(model: Model) -> Model:
    return replace(model, calibration=Calibration({"bias": -1.0, "odds": 0.5}))


class TestEvidence:
    @given(some.floats(0.001, 0.999))
    def test_log_odds_undo_the_logistic(self, probability: float) -> None:
        assert logistic(log_odds(probability)) == pytest.approx(probability)

    def test_certainty_has_a_bound(self) -> None:
        assert (log_odds(0.0), log_odds(1.0)) == (-BOUND, BOUND)
        assert (logistic(-1e9), logistic(1e9)) == (0.0, 1.0)

    def test_readings_of_the_same_answer_stand_together(self) -> None:
        text = "Ann had 4 pens, 4 caps and found 2 pens. How many pens has she?"
        found = seen(((1, 0, 1), 0.5), ((0, 1, 1), 0.3), ((1, 1, 1), 0.2), text=text)
        assert found["odds"] == pytest.approx(log_odds(0.8))
        assert found["ahead"] == pytest.approx(np.log(0.8 / 0.2))

    def test_it_says_what_was_used_and_left_out(self) -> None:
        found = seen(((1, 0, -1), 1.0))
        assert {"quantities 3", "used 2", "left out 1"} <= set(found)
        assert "left out, of the unit asked for" not in found
        assert "left out, of the unit asked for" in seen(((1, 1, 0), 1.0))

    def test_it_says_whether_it_follows_from_the_story(self) -> None:
        assert "clear world" in seen(((1, 0, -1), 1.0))
        assert "clear world" not in seen(((1, 1, 1), 1.0))
        assert "no such world" in seen(((-1, -1, -1), 1.0))


class TestRescaled:
    @given(some.lists(some.floats(0.01, 1), min_size=1, max_size=8), probabilities)
    def test_the_rest_is_shared_as_before(self, weights: list[float], confidence: float) -> None:
        shares = sorted((weight / sum(weights) for weight in weights), reverse=True)
        readings = tuple([((at,), share) for at, share in enumerate(shares)])
        found = rescaled(Tagging(readings, ()), shares[0], confidence).candidates
        assert found[0] == ((0,), confidence)
        assert sum(probability for _, probability in found) <= 1 + 1e-9
        assert all(probability <= confidence for _, probability in found)
        assert [signs for signs, _ in found] == [signs for signs, _ in readings]

    def test_others_keep_their_proportions(self) -> None:
        tagging = Tagging((((1,), 0.4), ((0,), 0.4), ((-1,), 0.2)), ())
        found = rescaled(tagging, 0.4, 0.7).candidates
        assert [probability for _, probability in found] == pytest.approx([0.7, 0.2, 0.1])

    def test_an_equation_beyond_signs_may_be_the_likeliest(self) -> None:
        tagging = Tagging((((1,), 0.3), ((0,), 0.1)), (), (0.1, 0.5))
        found = rescaled(tagging, 0.5, 0.8)
        assert found.beyond == pytest.approx((0.04, 0.8))
        assert [chance for _, chance in found.candidates] == pytest.approx([0.12, 0.04])


class TestCalibration:
    def test_confidence_is_a_logistic_of_the_evidence(self) -> None:
        calibration = Calibration({"a": 2.0, "b": -1.0})
        assert calibration.confidence({"a": 1.0, "b": 0.5, "c": 9.0}) == pytest.approx(
            logistic(1.5)
        )

    def test_nothing_is_certain(self) -> None:
        assert Calibration({"a": 100.0}).confidence({"a": 1.0}) == SUREST

    def test_a_solution_is_as_sure_as_its_model_is_calibrated_to_be(
        self, model: Model, calibrated: Model
    ) -> None:
        raw, found = Solver(model).solve(TEXT), Solver(calibrated).solve(TEXT)
        assert raw.equation == found.equation
        (one,) = Solver(calibrated).assess([read(TEXT)])
        assert found.confidence == one.confidence != raw.confidence
        others = sum(other.probability for other in found.alternatives)
        assert found.confidence + others <= 1 + 1e-9
        assert all(q.probability >= found.confidence - 1e-9 for q in found.quantities)

    def test_what_no_understood_story_says_is_never_very_sure(self, model: Model) -> None:
        certain = replace(model, calibration=Calibration({"bias": 9.0}))
        problem = read(TEXT)
        facts = analyse(problem)
        (tagging,) = certain.tag([problem], [facts])
        follows = assess(problem, facts, tagging, certain.calibration)
        assert facts.worlds[0].trust == CLEAR
        assert follows.confidence == SUREST
        guess = facts._replace(worlds=(facts.worlds[0]._replace(trust=GUESSED),))
        for other in (guess, facts._replace(worlds=())):
            found = assess(problem, other, tagging, certain.calibration)
            assert found.confidence == NOT_UNDERSTOOD

    def test_a_model_file_keeps_it(self, calibrated: Model, model: Model, tmp_path: Path) -> None:
        for one in (calibrated, model):
            save_model(one, tmp_path / "a.model")
            assert load_model(tmp_path / "a.model").calibration == one.calibration

    def test_a_file_with_a_weight_that_is_no_number_is_refused(
        self, model: Model, tmp_path: Path
    ) -> None:
        wrong = replace(model, calibration=Calibration({"bias": float("nan")}))
        save_model(wrong, tmp_path / "a.model")
        with pytest.raises(ModelFileError, match="a weight of it is no number"):
            load_model(tmp_path / "a.model")


class TestFit:
    @pytest.fixture(scope="class")
    @classmethod
    def samples(cls) -> list[tuple[dict[str, float], bool]]:
        """Answers right as often as σ(2·odds − 1)."""
        rng = np.random.default_rng(0)
        odds = rng.normal(1, 1.5, 4000)
        right = rng.random(4000) < 1 / (1 + np.exp(1 - 2 * odds))
        return [
            ({"bias": 1.0, "odds": float(one)}, bool(yes))
            for one, yes in zip(odds, right, strict=True)
        ]

    def test_it_finds_the_truth(self, samples: list[tuple[dict[str, float], bool]]) -> None:
        found = fit(samples).weights
        assert found["odds"] == pytest.approx(2, abs=0.2)
        assert found["bias"] == pytest.approx(-1, abs=0.2)

    def test_what_it_says_holds(self, samples: list[tuple[dict[str, float], bool]]) -> None:
        calibration = fit(samples[:2000])
        told = [calibration.confidence(evidence) for evidence, _ in samples[2000:]]
        held = Reliability.of(told, [right for _, right in samples[2000:]])
        assert held.error < 0.04
        assert held.even_error < 0.04

    def test_samples_without_an_error_promise_no_certainty(self) -> None:
        evidence = {"bias": 1.0, "odds": 2.0}
        assert 0.9 < fit([(evidence, True)] * 30).confidence(evidence) < 0.99

    def test_what_is_rarely_seen_weighs_nothing(self) -> None:
        rare = [({"bias": 1.0, "odds": 1.0, "rare": 1.0}, False)] * 2
        assert "rare" not in fit(rare + [({"bias": 1.0, "odds": 1.0}, True)] * 30).weights


class TestTagger:
    def test_a_fitted_tagger_is_calibrated_where_it_was_asked_for(self) -> None:
        tagger = QuantityTagger(window=1, max_iterations=5, calibration_folds=2)
        first = tagger.fit(ALL).model_.calibration
        assert first is not None
        assert first == QuantityTagger(**tagger.get_params()).fit(ALL).model_.calibration
        assert QuantityTagger(window=1, max_iterations=5).fit(ALL).model_.calibration is None

    def test_calibration_leaves_the_signs_alone(self) -> None:
        tagger = QuantityTagger(window=1, max_iterations=5)
        plain = tagger.fit(ALL).predict_signs(ALL)
        assert tagger.set_params(calibration_folds=2).fit(ALL).predict_signs(ALL) == plain

    @pytest.mark.parametrize("folds", [1, 99])
    def test_folds_that_cannot_be_dealt_are_refused(self, folds: int) -> None:
        with pytest.raises(QuantityTaggerError, match="cannot be dealt"):
            QuantityTagger(max_iterations=1, calibration_folds=folds).fit(ENGLISH)

    def test_parts_are_of_equal_size(self) -> None:
        parts = dealt(11, 3, seed=4)
        assert sorted(map(parts.count, range(3))) == [3, 4, 4]
        assert parts == dealt(11, 3, seed=4)


class TestUnsolvable:
    def test_what_signs_cannot_solve_makes_what_looks_like_it_less_sure(self) -> None:
        tagger = QuantityTagger(window=1, max_iterations=5, calibration_folds=0)
        known = [Known(one, read(one.text), one.answer) for one in ENGLISH]
        texts = [
            f"Each of the {n} crates holds {n + 5} melons. How many melons are there?"
            for n in range(4, 12)
        ]
        unsolvable = [
            Known(Record(text, Fraction(10**6)), read(text), Fraction(10**6)) for text in texts
        ]
        parts = dealt(len(known), 2, seed=0)
        plain = calibrate(tagger, known, parts)
        wary = calibrate(tagger, known, parts, unsolvable=unsolvable)
        like = {"bias": 1.0, "in scope": -3.0, "odds": 1.0}
        assert wary.confidence(like) < plain.confidence(like)
        assert wary.weights["in scope"] > plain.weights["in scope"]


class TestReliability:
    def test_the_error_is_the_gap_of_each_bin_weighted_by_its_problems(self) -> None:
        found = Reliability.of([0.1, 0.1, 0.9, 0.9, 0.9], [False, True, True, True, False], 2)
        assert [one.problems for one in found.bins] == [2, 3]
        assert found.error == pytest.approx(2 / 5 * 0.4 + 3 / 5 * abs(2 / 3 - 0.9))
        assert found.confidence == pytest.approx(0.58)

    def test_certain_and_right_has_no_error(self) -> None:
        found = Reliability.of([1.0] * 4 + [0.0] * 4, [True] * 4 + [False] * 4)
        assert (found.error, found.even_error, found.problems) == (0.0, 0.0, 8)

    @given(some.lists(some.tuples(probabilities, some.booleans()), min_size=1, max_size=60))
    def test_it_is_what_numpy_would_say(self, pairs: list[tuple[float, bool]]) -> None:
        told, right = np.array([p for p, _ in pairs]), np.array([y for _, y in pairs], float)
        found = Reliability.of(told.tolist(), [y for _, y in pairs])
        bins = np.minimum((told * 15).astype(int), 14)
        gaps = [abs(told[bins == b].sum() - right[bins == b].sum()) for b in range(15)]
        assert found.error == pytest.approx(sum(gaps) / len(pairs))
        assert sum(one.problems for one in found.even) == len(pairs)
        assert 0 <= found.even_error <= 1

    def test_no_problems_have_no_error(self) -> None:
        assert Reliability.of([], []).error == 0.0


def outcome(record: Record, right: bool, confidence: float, scope: Scope = IN_SCOPE) -> Outcome:
    problem = read(record.text, record.lang)
    assert record.signs is not None
    signs = record.signs if right else tuple(-sign for sign in record.signs)
    return Outcome(record, problem, record.signs, signs, confidence, scope)


class TestReport:
    REPORT = Report(
        (
            outcome(ENGLISH[0], True, 0.9),
            outcome(ENGLISH[1], False, 0.4),
            outcome(ENGLISH[2], False, 0.8, BEYOND),
            outcome(ENGLISH[3], True, 0.6),
            Outcome(ENGLISH[4], None, None, None, trouble="no_question"),
        )
    )

    def test_an_answer_is_given_where_it_is_sure_and_in_scope(self) -> None:
        given = self.REPORT.given()
        assert (given.problems, given.accuracy) == (2, 1.0)
        assert self.REPORT.given(0.7).problems == 1

    def test_reasons_are_counted(self) -> None:
        assert self.REPORT.out_of_scope == {"multiplication": 1}
        assert self.REPORT.troubles == {"no_question": 1}

    def test_the_dictionary_has_it_all(self) -> None:
        found = self.REPORT.to_dict()
        assert found["coverage"] == 0.4
        assert found["at_threshold"] == {"problems": 2, "correct": 2, "accuracy": 1.0}
        assert found["calibration"]["problems"] == 4
        assert found["unread_by_reason"] == {"no_question": 1}

    def test_without_confidence_there_is_nothing_to_say(self, model: Model) -> None:
        assert "calibration" not in evaluate(model, ENGLISH).to_dict()

    def test_problems_of_both_languages_meet_their_own_model(self, model: Model) -> None:
        asked = []

        def model_of(language: str) -> Model:
            asked.append(language)
            return model

        report = assess_all(model_of, [CHINESE[0], ENGLISH[0], CHINESE[1]])
        assert sorted(asked) == ["en", "zh"]
        assert [one.record for one in report.outcomes] == [CHINESE[0], ENGLISH[0], CHINESE[1]]
        assert report.outcomes[1].signs == evaluate(model, [ENGLISH[0]]).outcomes[0].signs


class TestAnswers:
    @pytest.mark.parametrize(
        ("written", "value"),
        [
            ("18 apples", Fraction(18)),
            ("$3.50", Fraction(7, 2)),
            ("1,200", Fraction(1200)),
            ("2 1/2 cups", Fraction(5, 2)),
            ("35个", Fraction(35)),
            ("x = 12", Fraction(12)),
            ("−$4", Fraction(-4)),
            ("7/24", Fraction(7, 24)),
        ],
    )
    def test_what_people_write_around_a_number_is_passed_over(
        self, written: str, value: Fraction
    ) -> None:
        assert parse_answer(written) == value

    @pytest.mark.parametrize("written", ["3 or 4", "many", "", "1/0 of it", "9" * 300 + " m"])
    def test_what_is_no_one_number_is_none(self, written: str) -> None:
        assert parse_answer(written) is None


class TestCommand:
    @pytest.fixture
    def file(self, tmp_path: Path) -> str:
        lines = [
            {"text": TEXT, "answer": "20 plums"},
            {"text": "Ann has 5 boxes of 6 pens each. How many pens has she?", "answer": 30},
            {"text": "A king.", "answer": "1"},
            {"text": "小明有9支笔,丢了4支,还剩多少支?", "answer": "5支"},
        ]
        path = tmp_path / "mine.jsonl"
        path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
        return str(path)

    def test_it_needs_only_texts_and_answers(
        self, file: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["evaluate", file]) == 0
        out = capsys.readouterr().out
        assert "1 could not be read and count as wrong: 1 no number" in out
        assert "out of scope: 1 (1 multiplication)" in out
        assert "given at a threshold of 0.5: 50.0% (2 of 4)" in out
        assert "expected calibration error" in out

    def test_it_is_there_for_programs(self, file: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["evaluate", file, "--json", "--threshold", "0"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["problems"], found["threshold"], found["coverage"]) == (4, 0.0, 0.5)
        assert found["calibration"]["expected_calibration_error"] < 1

    @pytest.mark.parametrize("ending", ["svg", "png"])
    def test_it_draws(self, file: str, tmp_path: Path, ending: str) -> None:
        plot = tmp_path / f"plot.{ending}"
        assert main(["evaluate", file, "--json", "--plot", str(plot)]) == 0
        assert plot.stat().st_size > 1000

    @pytest.mark.parametrize(
        ("more", "said"),
        [
            (["--threshold", "2"], "from 0 to 1"),
            (["--plot", "plot.gif"], "ends in .svg, .png, .pdf"),
            (["--plot", "nowhere/plot.svg"], "no folder"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, file: str, more: list[str], said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["evaluate", file, *more]) == 2
        assert said in capsys.readouterr().err

    def test_folds_are_reported_with_their_confidence(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "folds.jsonl"
        save(ENGLISH, path)
        told = ["--folds", "2", "--window", "1", "--max-iterations", "3"]
        assert main(["cross-validate", str(path), *told, "--calibration-folds", "2"]) == 0
        assert "expected calibration error" in capsys.readouterr().out

    def test_out_of_scope_is_said_instead_of_an_answer(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["solve", "Ann has 5 boxes of 6 pens each. How many pens has she?"]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith("This needs multiplication or division")
        assert "answer" not in shown
        assert "x = " not in shown
