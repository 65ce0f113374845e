"""The paper re-made: what is planned, kept, counted and shown."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from problems import CHINESE, ENGLISH
from quantity_tagger import cli
from quantity_tagger.datasets import save
from quantity_tagger.errors import DataError, MissingExtraError
from quantity_tagger.evaluation.cross_validation import cross_validate
from quantity_tagger.evaluation.report import Outcome, Report
from quantity_tagger.features import SETS
from quantity_tagger.learning.estimator import QuantityTagger
from quantity_tagger.reading import read
from quantity_tagger.reproduction import page, paper, plan, plots, results, runner
from quantity_tagger.reproduction.results import ErrorKind, Results
from quantity_tagger.reproduction.runner import Store

TINY = plan.Scale((1, 2), (0, 1), (4,), plan.Search(6, 1e-3))


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Our own problems under the names of the benchmarks."""
    folder = tmp_path / "data"
    folder.mkdir()
    save(ENGLISH, folder / "addsub.jsonl")
    save([replace(record, fold=None) for record in ENGLISH[:6]], folder / "asdiv.jsonl")
    save(CHINESE, folder / "as_cn.jsonl")
    monkeypatch.setenv("QUANTITY_TAGGER_DATA", str(folder))
    monkeypatch.setenv("QUANTITY_TAGGER_CACHE", str(tmp_path / "no cache"))
    return folder


def outcome(*signs: int, gold: tuple[int, ...] | None = None, answer: int | None = None) -> Outcome:
    """What becomes of a problem with 9, 5 and 2 whose gold is 9 − 5."""
    text = "Ann had 9 pens and lost 5 pens and 2 cups. How many pens are left?"
    gold = (1, -1, 0) if gold is None else gold
    values = (9, 5, 2)
    total = sum(sign * value for sign, value in zip(gold, values, strict=True))
    record = replace(ENGLISH[0], text=text, answer=Fraction(total if answer is None else answer))
    return Outcome(record, read(text, "en"), gold, signs)


def of_same_keys(found: Any, model: Any) -> Any:
    """What there is of one result under the keys of another."""
    if isinstance(model, dict):
        return {key: of_same_keys(found[key], value) for key, value in model.items()}
    if isinstance(model, list):
        return [of_same_keys(one, like) for one, like in zip(found, model, strict=True)]
    return found


class TestPaper:
    def test_its_tables_agree_with_each_other(self) -> None:
        for name, sets in paper.SIGNS.items():
            for dataset, signs in sets.items():
                shown = paper.STEPS[name][dataset][2:]
                for mark, f1 in zip("+0-", shown, strict=True):
                    precision, recall, printed = signs[mark]
                    assert printed == pytest.approx(f1, abs=0.06)
                    mean = 2 * precision * recall / (precision + recall)
                    assert printed == pytest.approx(mean, abs=0.02)

    def test_every_model_has_its_figures(self) -> None:
        rows = {plan.in_paper(one, model) for one in SETS for model in plan.VARIANTS}
        assert set(paper.ACCURACY) == rows - {"QT(fix-ef)"}
        assert paper.DOES.keys() == paper.SYSTEMS.keys()
        for model in plan.LATENT:
            for curve in paper.CURVES[plan.title(model)].values():
                assert len(curve) == len(paper.CURVE_WIDTHS)


class TestPlan:
    def test_the_j_that_most_folds_chose(self) -> None:
        assert plan.usual({0: 3, 1: 1, 2: 3}) == 3
        assert plan.usual({0: 4, 1: None, 2: 2}) == 2
        assert plan.usual({0: None, 1: None, 2: 2}) is None

    def test_templates_follow_what_is_left_out(self) -> None:
        run = plan.Run("addsub", "qt", 3)
        everything = plan.templates_of(run)
        assert {"echo", "world"} <= set(everything)
        without = plan.templates_of(replace(run, left_out=("echo",)))
        assert set(everything) - set(without) == {"echo"}
        assert "world" not in plan.templates_of(replace(run, features="paper"))
        assert "relation" not in plan.templates_of(replace(run, features="none"))

    def test_table_1_and_the_first_seed_are_points_of_the_curves(self) -> None:
        folds = {"addsub": (0, 1, 2)}
        before = set(plan.before_tuning(folds, plan.FULL_SCALE, ["paper"]))
        tuned = {("addsub", "paper", "qt"): {0: 3, 1: 1, 2: 6}}
        after = list(plan.after_tuning(tuned, plan.FULL_SCALE, {"addsub": []}))
        assert {run.window for run in after if run in before} == {3, 1, 6}
        assert all(run in before for run in after if run.seed == 0)
        assert {run.seed for run in after} == {0, 1, 2, 3, 4}

    def test_only_the_feature_sets_that_are_asked_for_are_trained(self) -> None:
        runs = plan.before_tuning({"addsub": (0, 1)}, plan.QUICK, ["none"])
        assert {run.features for run in runs} == {"none"}


class TestStore:
    def run(self) -> plan.Run:
        return plan.Run("addsub", "qt", 1, fold=0)

    def test_a_run_is_kept_and_read_again(self, data: Path, tmp_path: Path) -> None:
        store = Store.open(tmp_path / "runs", TINY)
        assert store.read(self.run()) is None
        assert runner.carry_out_all([self.run(), self.run()], store, 1) == 1
        kept = store.read(self.run())
        assert kept is not None
        assert len(kept.signs) == sum(record.fold == 0 for record in ENGLISH)
        assert runner.carry_out_all([self.run()], store, 1) == 0

    def test_other_settings_data_or_code_are_strangers(self, data: Path, tmp_path: Path) -> None:
        store = Store.open(tmp_path / "runs", TINY)
        paths = {
            store.path(self.run()),
            store.path(replace(self.run(), seed=1)),
            store.path(replace(self.run(), trained_on="as_cn")),
            replace(store, code="another").path(self.run()),
            replace(store, scale=plan.QUICK).path(self.run()),
        }
        assert len(paths) == 5

    def test_a_damaged_file_is_named(self, data: Path, tmp_path: Path) -> None:
        store = Store.open(tmp_path / "runs", TINY)
        store.path(self.run()).write_text('{"signs": 3')
        with pytest.raises(DataError, match="damaged; remove it"):
            store.read(self.run())

    def test_without_constraints_the_best_signs_stand(self, data: Path) -> None:
        tagger = QuantityTagger("qt", 1, max_iterations=2).fit(ENGLISH)
        free = runner.signs_of(tagger.model_, ENGLISH, constraints=False)
        problems = [read(record.text, "en") for record in ENGLISH]
        assert list(free) == [found[0][0] for found in tagger.model_.ranked(problems, 1)]
        bound = runner.signs_of(tagger.model_, ENGLISH, constraints=True)
        assert list(bound) == tagger.predict_signs(ENGLISH)

    def test_a_sample_is_of_each_fold(self, data: Path) -> None:
        folds = [record.fold for record in runner.records_of("addsub", 2)]
        assert sorted(folds, key=str) == [0, 0, 1, 1, 2, 2]
        assert len(runner.records_of("asdiv", 4)) == 4


class TestFigures:
    def test_main_figures_are_those_of_cross_validate(self, data: Path, tmp_path: Path) -> None:
        store = Store.open(tmp_path / "runs", TINY)
        folds = {"addsub": (0, 1, 2)}
        found = Results(store, folds, {"addsub": []}, ("none", "paper"))
        for fold in folds["addsub"]:
            for chosen in ("none", "paper"):
                for model in plan.VARIANTS:
                    runs = plan.tuning("addsub", chosen, model, fold, TINY)
                    runner.carry_out_all(runs, store, 1)
        tuned = found.tuned()["addsub", "paper", "qt-r"]
        runs = plan.at("addsub", "paper", "qt-r", tuned)
        runner.carry_out_all(runs, store, 1)
        ours = found.crossed(runs, trials=True)
        tagger = QuantityTagger("qt-r", features="paper", max_iterations=6, tolerance=1e-3)
        theirs = cross_validate(tagger, ENGLISH, candidates=TINY.widths)
        # cross_validate also looks at how sure the answers are
        assert ours.to_dict() == of_same_keys(theirs.to_dict(), ours.to_dict())
        ruled = found.crossed(runs, rules="published")
        theirs = cross_validate(tagger, ENGLISH, candidates=TINY.widths, decoding="published")
        assert [one.signs for one in ruled.pooled.outcomes] == [
            one.signs for one in theirs.pooled.outcomes
        ]

    def test_the_majority_baseline_adds_everything(self, data: Path, tmp_path: Path) -> None:
        store = Store.open(tmp_path / "runs", TINY)
        rules = Results(store, {"addsub": (0, 1, 2)}, {"addsub": []})
        found = rules.crossed_by_rule("addsub", results.add_all)
        added = sum(all(sign == 1 for sign in record.signs or ()) for record in ENGLISH)
        assert 0 < found.pooled.correct == added
        assert rules.by_rule("addsub", results.add_all).correct == added

    def test_the_analysis_alone_gives_a_sign_for_every_constant(self) -> None:
        gold = read(ENGLISH[1].text, "en")
        assert results.first_world(gold) == (1, -1)
        for record in (*ENGLISH, *CHINESE):
            problem = read(record.text, record.lang)
            assert len(results.first_world(problem)) == len(problem.quantities)

    @pytest.mark.parametrize(
        ("signs", "kind"),
        [
            ((1, -1, 0), None),
            ((1, -1, -1), ErrorKind.RELEVANCE),
            ((1, 0, -1), ErrorKind.RELEVANCE),
            ((1, 1, 0), ErrorKind.DIRECTION),
        ],
    )
    def test_kinds_of_errors(self, signs: tuple[int, ...], kind: ErrorKind | None) -> None:
        assert results.error_kind(outcome(*signs)) is kind

    def test_errors_that_are_not_the_models(self) -> None:
        unread = replace(outcome(1, 1, 0), problem=None, signs=None)
        assert results.error_kind(unread) is ErrorKind.IMPLICIT
        assert results.error_kind(replace(outcome(1, 1, 0), gold=None)) is ErrorKind.IMPLICIT
        assert results.error_kind(outcome(1, -1, 0, answer=99)) is ErrorKind.LABEL

    def test_relevance_tells_missed_from_taken(self) -> None:
        report = Report((outcome(1, -1, -1), outcome(1, 0, 0), outcome(1, 0, -1), outcome(1, 1, 0)))
        assert results.relevance(report) == results.Relevance(missed=2, taken=2)

    def test_confusion_counts_every_constant(self) -> None:
        table = results.confusion(Report((outcome(1, -1, -1), outcome(1, 1, 0))))
        assert table[1, 1] == 2
        assert table[-1, -1] == table[-1, 1] == 1
        assert table[0, -1] == table[0, 0] == 1
        assert sum(table.values()) == 6

    def test_x_counts_as_a_minus_that_is_right(self) -> None:
        report = Report((outcome(1, -1, -1), outcome(1, 1, 0)))
        alone, with_x = report.sign(-1), results.sign_with_unknown(report, -1)
        assert (alone.predicted, alone.gold, alone.right) == (2, 2, 1)
        assert (with_x.predicted, with_x.gold, with_x.right) == (4, 4, 3)
        assert results.sign_with_unknown(report, 1) == report.sign(1)

    def test_the_hardest_come_first(self) -> None:
        def named(name: str, *signs: int) -> Outcome:
            found = outcome(*signs)
            return replace(found, record=replace(found.record, id=name))

        right, wrong = (1, -1, 0), (1, 1, 0)
        reports = [
            Report((named("a", *right), named("b", *right), named("c", *wrong))),
            Report((named("a", *right), named("b", *wrong), named("c", *wrong))),
        ]
        assert results.hardest(reports) == [
            results.Hard("c", 2, ErrorKind.DIRECTION),
            results.Hard("b", 1, None),
        ]

    def test_spread(self) -> None:
        found = results.spread([0.5, 0.7])
        assert (found.mean, found.lowest, found.highest) == (pytest.approx(0.6), 0.5, 0.7)
        assert found.deviation == pytest.approx(0.02**0.5)
        assert results.spread([0.5]).deviation == 0


class TestPage:
    @pytest.mark.parametrize(
        ("value", "shown"), [(1.234, "+1.23"), (-1.5, "−1.50"), (0.001, "0.00"), (-0.001, "0.00")]
    )
    def test_differences_have_true_signs(self, value: float, shown: str) -> None:
        assert page.written(value, 2, signed=True) == shown

    def test_both_forms_show_ours_the_papers_and_the_difference(self) -> None:
        table = page.Table(("model", "set"), (("A", page.Versus(91.5, 90.0, 1)),))
        shown = page.Page("T", (), (page.Section("S", (table,)),))
        assert "| A | 91.5 (paper 90.0, +1.5) |" in page.markdown(shown)
        drawn = page.html(shown, {})
        assert '<td>91.5<small>90.0 <span class="up">+1.5</span></small></td>' in drawn

    def test_worse_is_red_and_absent_is_a_dash(self) -> None:
        rows = (("A", page.Versus(1.0, 2.0)), ("B", page.Number(None)))
        shown = page.Page("T", (page.Table(("", ""), rows),), ())
        assert 'class="down">−1.00' in page.html(shown, {})
        assert "| B | – |" in page.markdown(shown)

    def test_text_is_escaped(self) -> None:
        shown = page.Page("<x>", (page.Paragraph("a < b and `c<d` and **e**"),), ())
        drawn = page.html(shown, {})
        assert "<x>" not in drawn
        assert "a &lt; b and <code>c&lt;d</code> and <strong>e</strong>" in drawn


class TestPlots:
    def curves(self) -> plots.Drawing:
        line = plots.Curve("QT", True, (0, 2), (50.0, 60.0))
        return plots.curves({"Set": [line, replace(line, ours=False)]}, ["1", "2", "N"])

    def test_a_plot_is_the_same_every_time_and_fits_both_schemes(self) -> None:
        drawing = self.curves()
        assert drawing == self.curves()
        assert drawing.png.startswith(b"\x89PNG")
        assert drawing.svg.startswith(b"<?xml")
        assert drawing.inline.startswith("<svg")
        assert "QT, paper" in drawing.inline
        assert "currentColor" in drawing.inline
        assert plots.INK not in drawing.inline

    def test_without_matplotlib_the_extra_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        with pytest.raises(MissingExtraError, match=r"quantity-tagger\[plot\]"):
            plots.check()


class TestCommand:
    def reproduce(self, folder: Path, *more: str) -> int:
        arguments = ["reproduce", "--out", str(folder), "--quick", "--jobs", "1", *more]
        return cli.main(arguments)

    def test_a_run_that_is_cut_off_goes_on_and_ends_the_same(
        self, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(
            plan,
            "QUICK",
            plan.Scale((1, 2), (0,), (4,), plan.Search(2, 1e-3), 9),
        )
        monkeypatch.setattr(runner.time, "process_time", lambda: 0.0)
        known: dict[plan.Run, Any] = {}
        train = runner.outcome_of

        def honest(run: plan.Run, store: Store) -> Any:
            """That the same training gives the same model is held in tests/learning."""
            return known[run] if run in known else known.setdefault(run, train(run, store))

        monkeypatch.setattr(runner, "outcome_of", honest)
        whole, cut = tmp_path / "whole", tmp_path / "cut"
        assert self.reproduce(whole, "--dataset", "addsub") == 0

        trained: list[plan.Run] = []

        def until_killed(run: plan.Run, store: Store) -> Any:
            if len(trained) == 10:
                raise KeyboardInterrupt
            trained.append(run)
            return honest(run, store)

        monkeypatch.setattr(runner, "outcome_of", until_killed)
        assert self.reproduce(cut, "--dataset", "addsub") == 130
        assert len(list((cut / "runs").glob("*.json"))) == 10
        assert not (cut / "index.html").exists()

        def counted(run: plan.Run, store: Store) -> Any:
            trained.append(run)
            return honest(run, store)

        monkeypatch.setattr(runner, "outcome_of", counted)
        assert self.reproduce(cut, "--dataset", "addsub") == 0
        assert len(trained) == len(set(trained)) == len(list((whole / "runs").glob("*.json")))
        made = {path.name: path.read_bytes() for path in whole.iterdir() if path.is_file()}
        assert {p.name: p.read_bytes() for p in cut.iterdir() if p.is_file()} == made
        assert set(made) == {
            "index.html", "results.md", "results.json",
            "beyond.html", "beyond.md", "beyond.json",
            *(
                f"{name}.{form}"
                for name in ("curves", "ablation", "knowledge", "learning", "reliability")
                for form in ("svg", "png")
            ),
        }  # fmt: skip
        self.check_files(made)

    def check_files(self, made: dict[str, bytes]) -> None:
        figures = json.loads(made["results.json"])
        assert set(figures["accuracy"]) == {"addsub"}
        assert set(figures["elsewhere"]) == {"addsub → asdiv"}
        drawn, written = made["index.html"].decode(), made["results.md"].decode()
        for text in (drawn, written):
            assert "This is a quick run" in text
            assert "Not here, and so not tested on" in text
            for number in range(1, 11):
                assert re.search(rf"(## |>){number}\. ", text)
            for record in (*ENGLISH, *CHINESE):
                assert record.text not in text
        assert not re.search(r"(src|href)\s*=\s*[\"']?(https?:)?//", drawn)
        assert "url(http" not in drawn
        assert drawn.count("<svg") == 2
        assert made["beyond.html"].decode().count("<svg") == 3

    def test_one_set_alone_from_the_first_to_the_last_line(
        self, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:  # fmt: skip
        monkeypatch.setattr(plan, "QUICK", plan.Scale((1,), (0,), (), plan.Search(1, 1e-3), 9))
        chosen = ("--part", "paper", "--features", "none")
        assert self.reproduce(tmp_path / "out", "--dataset", "as_cn", *chosen) == 0
        assert "index.html" in capsys.readouterr().out
        written = (tmp_path / "out" / "results.md").read_text(encoding="utf-8")
        command = "reproduce --out DIR --dataset as_cn --part paper --features none --quick"
        assert command in written
        assert "AddSub none" not in written
        assert "full features" not in written

    def test_what_a_user_can_get_wrong(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("QUANTITY_TAGGER_DATA", str(tmp_path))
        monkeypatch.setenv("QUANTITY_TAGGER_CACHE", str(tmp_path))
        assert self.reproduce(tmp_path / "out") == 2
        assert "data fetch addsub" in capsys.readouterr().err
        assert self.reproduce(tmp_path / "out", "--jobs", "0") == 2
        assert "--jobs 0" in capsys.readouterr().err
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        assert self.reproduce(tmp_path / "out") == 2
        assert "[plot]" in capsys.readouterr().err
        assert not (tmp_path / "out").exists()
