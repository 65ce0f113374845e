"""Figures: answers, signs, steps; and folds that no model has seen before it is tested on them."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from joblib import parallel_config
from sklearn.metrics import precision_recall_fscore_support

from problems import ALL, CHINESE, ENGLISH
from quantity_tagger import QuantityTagger
from quantity_tagger.datasets import load
from quantity_tagger.datasets.record import Record
from quantity_tagger.errors import DataError, QuantityTaggerError
from quantity_tagger.evaluation import Report, cross_validate, evaluate
from quantity_tagger.evaluation import cross_validation as folds
from quantity_tagger.evaluation.report import Outcome
from quantity_tagger.reading import read

QUICK = QuantityTagger(window=1, max_iterations=3)
NOT_READ = Record("Once there was a king.", Fraction(3), lang="en", signs=(1, 1, 1))


def outcome(record: Record, signs: tuple[int, ...] | None) -> Outcome:
    if signs is None:
        return Outcome(record, None, None, None)
    return Outcome(record, read(record.text, record.lang), record.signs, signs)


@pytest.fixture
def report() -> Report:
    """Three right, one wrong, one unread; two of the five need more than one step."""
    signs = [record.signs for record in (ENGLISH[0], ENGLISH[1], ENGLISH[8])]
    return Report(
        (
            outcome(ENGLISH[0], signs[0]),
            outcome(ENGLISH[1], signs[1]),
            outcome(ENGLISH[8], signs[2]),
            outcome(ENGLISH[5], (1, -1, -1)),
            outcome(NOT_READ, None),
        )
    )


class TestReport:
    def test_unread_problems_count_as_wrong(self, report: Report) -> None:
        assert (report.problems, report.correct, report.unread) == (5, 3, 1)
        assert report.accuracy == 0.6

    def test_a_single_step_uses_at_most_two_constants(self, report: Report) -> None:
        single, multi = report.steps(single=True), report.steps(single=False)
        assert (single.problems, single.correct) == (3, 2)
        assert (multi.problems, multi.correct) == (2, 1)

    def test_signs_are_scored_as_scikit_learn_would(self, report: Report) -> None:
        pairs = [
            pair
            for one in report.outcomes
            if one.gold is not None and one.signs is not None
            for pair in zip(one.gold, one.signs, strict=True)
        ]
        gold, predicted = zip(*pairs, strict=True)
        expected = precision_recall_fscore_support(
            gold, predicted, labels=[1, 0, -1], zero_division=0.0
        )
        for at, sign in enumerate((1, 0, -1)):
            score = report.sign(sign)
            found = (score.precision, score.recall, score.f1, score.gold)
            assert found == pytest.approx(tuple(row[at] for row in expected))

    def test_a_right_answer_counts_whatever_the_signs(self) -> None:
        text = "Ann had 4 pens, 4 caps and found 2 pens. How many pens has she?"
        record = Record(text, Fraction(6), lang="en")
        assert outcome(record, (0, 1, 1)).correct
        assert not outcome(record, (1, 1, 1)).correct

    def test_it_is_plain_data(self, report: Report) -> None:
        shown = report.to_dict()
        assert set(shown) == {
            "problems", "correct", "accuracy", "unread", "single_step", "multi_step", "signs",
        }  # fmt: skip
        assert list(shown["signs"]) == ["+", "0", "-"]
        assert {"precision", "recall", "f1"} <= set(shown["signs"]["-"])
        assert shown["single_step"] == {"problems": 3, "correct": 2, "accuracy": 2 / 3}

    def test_no_outcome_is_no_division_by_zero(self) -> None:
        shown = Report(()).to_dict()
        assert shown["accuracy"] == Report(()).sign(1).f1 == 0


class TestEvaluate:
    def test_every_record_has_an_outcome_in_order(self) -> None:
        model = QUICK.fit(ENGLISH).model_
        records = [ENGLISH[0], NOT_READ, CHINESE[0]]
        found = evaluate(model, records)
        assert [one.record for one in found.outcomes] == records
        assert found.unread == 1
        assert found.outcomes[1].signs is None
        assert found.outcomes[2].gold == CHINESE[0].signs

    def test_a_record_needs_no_signs(self) -> None:
        model = QUICK.fit(ENGLISH).model_
        bare = Record(ENGLISH[0].text, ENGLISH[0].answer)
        found = evaluate(model, [bare])
        assert found.outcomes[0].gold == ENGLISH[0].signs
        assert found.accuracy == 1


class Spy(QuantityTagger):
    """A tagger that learns nothing new but keeps what it was shown, and with which J."""

    seen: list[tuple[object, tuple[str, ...]]] = []  # noqa: RUF012 - shared on purpose

    def fit(self, X: Sequence[Record], y: object = None) -> Spy:
        Spy.seen.append((self.window, tuple(record.text for record in X)))
        super().fit(X)
        return self


class TestFolds:
    def test_no_model_is_tested_on_what_it_has_seen(self) -> None:
        Spy.seen.clear()
        found = cross_validate(Spy(window=1, max_iterations=1), ENGLISH)
        assert found.names == (0, 1, 2)
        for (_, shown), report, name in zip(Spy.seen, found.folds, found.names, strict=True):
            tested = {one.record.text for one in report.outcomes}
            assert tested == {record.text for record in ENGLISH if record.fold == name}
            assert set(shown) == {record.text for record in ENGLISH} - tested

    def test_pooled_and_mean_differ_where_folds_differ_in_size(self) -> None:
        records = [replace(record, fold=int(at > 2)) for at, record in enumerate(ENGLISH)]
        found = cross_validate(QUICK, records)
        assert [report.problems for report in found.folds] == [3, 12]
        first, second = (report.accuracy for report in found.folds)
        assert found.mean_of_folds == pytest.approx((first + second) / 2)
        assert found.accuracy == pytest.approx((3 * first + 12 * second) / 15)

    def test_the_report_says_everything(self) -> None:
        shown = cross_validate(QUICK, CHINESE).to_dict()
        assert shown["problems"] == len(CHINESE)
        assert [fold["fold"] for fold in shown["folds"]] == [0, 1]
        assert [fold["window"] for fold in shown["folds"]] == [1, 1]
        assert all(fold["tuning"] == [] for fold in shown["folds"])

    @pytest.mark.parametrize(
        "records",
        [
            [replace(record, fold=None) for record in ENGLISH],
            [replace(record, fold=0) for record in ENGLISH],
            [*ENGLISH[:4], replace(ENGLISH[4], fold=None)],
            [],
        ],
    )
    def test_without_folds_there_is_no_cross_validation(self, records: list[Record]) -> None:
        with pytest.raises(DataError, match="needs a fold number in every record"):
            cross_validate(QUICK, records)

    def test_folds_can_be_had_where_records_have_none(self) -> None:
        bare = [replace(record, fold=None) for record in ENGLISH]
        with pytest.raises(DataError, match="in Python folds=K"):
            cross_validate(QUICK, bare)
        found = cross_validate(QUICK, bare, folds=3, seed=1)
        assert [report.problems for report in found.folds] == [5, 5, 5]
        assert found == cross_validate(QUICK, folds.deal(bare, 3, 1))

    def test_problems_are_dealt_into_folds_of_equal_size(self) -> None:
        dealt = folds.deal(ALL, 4, seed=1)
        assert [record.text for record in dealt] == [record.text for record in ALL]
        assert sorted(Counter(record.fold for record in dealt).values()) == [5, 6, 6, 6]
        assert dealt == folds.deal(ALL, 4, seed=1)
        assert dealt != folds.deal(ALL, 4, seed=2)

    @pytest.mark.parametrize("wanted", [-1, 0, 1, len(ALL) + 1])
    def test_folds_that_cannot_be_dealt(self, wanted: int) -> None:
        with pytest.raises(QuantityTaggerError, match="cannot be dealt"):
            folds.deal(ALL, wanted, seed=0)


class TestTuning:
    def test_j_is_tuned_on_a_fifth_of_the_training_part_alone(self) -> None:
        Spy.seen.clear()
        found = cross_validate(Spy(max_iterations=1), ENGLISH, candidates=(2, 1), seed=3)
        tuning, final = Spy.seen[:6], Spy.seen[6:]
        assert [width for width, _ in tuning] == [2, 1] * 3
        assert tuple(width for width, _ in final) == found.windows
        for at, name in enumerate(found.names):
            test = {record.text for record in ENGLISH if record.fold == name}
            (_, learnt), (_, again) = tuning[2 * at : 2 * at + 2]
            assert learnt == again
            assert len(learnt) == 8
            assert not test & set(learnt)
            assert set(learnt) < set(final[at][1])
            assert dict(found.trials[at]).keys() == {1, 2}

    def test_the_split_is_random_seeded_and_whole(self) -> None:
        learnt, held_out = folds.split(ALL, seed=0, fold=1)
        assert len(held_out) == round(len(ALL) / 5)
        assert sorted(r.text for r in learnt + held_out) == sorted(r.text for r in ALL)
        assert folds.split(ALL, seed=0, fold=1) == (learnt, held_out)
        assert folds.split(ALL, seed=1, fold=1) != (learnt, held_out)
        assert folds.split(ALL, seed=0, fold=2) != (learnt, held_out)

    def test_too_few_problems_to_tune_on(self) -> None:
        with pytest.raises(DataError, match="too few problems"):
            folds.split(ALL[:1], seed=0, fold=0)

    def test_the_best_j_wins_and_the_first_of_equals(self) -> None:
        assert folds.best_of(((1, 0.5), (2, 0.75), (3, 0.75), (None, 0.25))) == 2
        assert folds.best_of(((1, 0.5), (None, 0.75))) is None

    def test_the_paper_tries_one_to_six_and_the_whole_text(self) -> None:
        assert folds.CANDIDATES == (1, 2, 3, 4, 5, 6, None)

    def test_the_whole_text_is_shown_as_n(self) -> None:
        shown = cross_validate(QUICK, CHINESE, candidates=(None,)).to_dict()
        assert [fold["window"] for fold in shown["folds"]] == ["N", "N"]
        assert [trial["window"] for fold in shown["folds"] for trial in fold["tuning"]] == ["N"] * 2


class TestJobs:
    def test_as_many_models_are_told_of_as_are_trained(self) -> None:
        told: list[int] = []
        cross_validate(QUICK, CHINESE, candidates=(1, 2), watch=told.append)
        assert sorted(set(told)) == list(range(min(told), folds.trainings(2, 2) + 1))
        assert told[-1] == folds.trainings(2, 2) == 6

    def test_results_do_not_depend_on_who_does_the_work(self) -> None:
        alone = cross_validate(QUICK, CHINESE)
        told: list[int] = []
        with parallel_config(backend="threading", n_jobs=2):
            together = cross_validate(QUICK, CHINESE, watch=told.append)
        assert together == alone
        assert max(told) == 2

    def test_the_work_can_be_sent_to_another_process_and_its_result_back(self) -> None:
        task = partial(folds.tested, QUICK, None, CHINESE[:4], CHINESE[4:], "feasible")
        sent = pickle.loads(pickle.dumps(task))
        assert pickle.loads(pickle.dumps(sent())) == task()


@pytest.mark.data
def test_the_benchmarks_have_three_folds(data_dir) -> None:  # type: ignore[no-untyped-def]
    for name, n_problems in (("addsub", 395), ("as_cn", 1049)):
        records = load(data_dir / f"{name}.jsonl")
        assert len(records) == n_problems
        assert folds.fold_names(records) == (0, 1, 2)
