"""A solver turns texts into solutions that agree with themselves and with the model."""

from __future__ import annotations

import copy
import itertools
import math
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from problems import ALL, ENGLISH
from quantity_tagger import (
    Model,
    ModelFileError,
    QuantityTagger,
    QuantityTaggerError,
    ReadingError,
    Solution,
    Solver,
    read,
    save_model,
    solver,
)
from quantity_tagger.explanation.feature_words import in_words
from quantity_tagger.explanation.lattice_svg import draw
from quantity_tagger.explanation.reasons import reasons
from quantity_tagger.generation import generate
from quantity_tagger.model import bundled as models
from quantity_tagger.model.decoding import is_feasible
from quantity_tagger.model.model import Tagging, answer
from quantity_tagger.problem.document import Language
from quantity_tagger.reading import MAX_QUANTITIES
from quantity_tagger.reading.analysis import analyse
from quantity_tagger.solution.solution import Reason

VARIANTS = ("qt", "qt-s", "qt-r", "qt-fix")
TEXT = "Tess picked 25 plums and 8 figs. She ate 5 plums. How many plums are left?"
LONG = "There are " + ", ".join(f"{n} red pens" for n in range(2, 14)) + ". How many pens in all?"


@pytest.fixture(scope="module", params=VARIANTS)
def model(request: pytest.FixtureRequest) -> Model:
    fitted: Model = QuantityTagger(request.param, 3, max_iterations=30).fit(ALL).model_
    return fitted


@pytest.fixture(scope="module")
def qt() -> Model:
    fitted: Model = QuantityTagger("qt", 3, max_iterations=30).fit(ALL).model_
    return fitted


@pytest.fixture
def bundled(monkeypatch: pytest.MonkeyPatch, qt: Model) -> Iterator[None]:
    """The small model in the place of the bundled ones."""
    monkeypatch.setattr(models, "load", lambda language, variant=None: qt)
    solver.bundled.cache_clear()
    yield
    solver.bundled.cache_clear()


class TestSolver:
    def test_it_solves_what_it_has_learnt(self, model: Model) -> None:
        found = Solver(model).solve(TEXT)
        assert found.answer == 20
        assert [one.sign for one in found.quantities] == [1, 0, -1]
        assert str(found.equation) == "25 − 5 − x = 0"
        assert found.language == "en"

    def test_its_signs_are_those_of_the_model(self, model: Model) -> None:
        problems = [read(record.text) for record in ALL]
        solved = Solver(model).solve_problems(problems)
        signs = [tuple(one.sign for one in solution.quantities) for solution in solved]
        assert signs == model.signs(problems)

    def test_probabilities_agree(self, model: Model) -> None:
        for record in ALL:
            found = Solver(model).solve(record.text)
            listed = found.confidence + sum(other.probability for other in found.alternatives)
            assert listed <= 1 + 1e-9
            assert all(found.confidence >= other.probability for other in found.alternatives)
            assert all(found.confidence <= one.probability <= 1 for one in found.quantities)

    def test_the_readings_of_few_quantities_are_all_there_are(self, model: Model) -> None:
        problem = read(ENGLISH[0].text)
        (tagging,) = model.tag([problem])
        assert math.isclose(sum(share for _, share in tagging.candidates), 1)
        ranked = {
            signs: math.exp(score)
            for signs, score in model.ranked([problem], 9)[0]
            if is_feasible(problem, signs)
        }
        total = sum(ranked.values())
        assert {signs for signs, _ in tagging.candidates} == set(ranked)
        for signs, share in tagging.candidates:
            assert math.isclose(share, ranked[signs] / total, rel_tol=1e-6)

    def test_spans_hold_their_quantities(self, model: Model) -> None:
        found = Solver(model).solve(TEXT)
        for one in (*found.quantities, found.unknown):
            assert 0 <= one.span[0] <= one.start < one.end <= one.span[1] <= len(TEXT)
        if model.settings.variant != "qt-fix":
            ends = [one.span for one in (*found.quantities, found.unknown)]
            assert all(a[1] <= b[0] for a, b in itertools.pairwise(ends))

    def test_spans_of_a_batch_are_those_of_each_alone(self, model: Model) -> None:
        # Random weights, so that no two spans are equally good.
        weights = model.weights_
        random = np.random.default_rng(5).normal(size=weights.tokens.shape)
        uneven = replace(model, weights_=replace(weights, tokens=random))
        problems = [read(record.text) for record in ALL]
        assert [tagging.spans for tagging in uneven.tag(problems)] == [
            uneven.tag([problem])[0].spans for problem in problems
        ]

    def test_every_answer_can_be_right(self, qt: Model) -> None:
        found = Solver(qt).solve(LONG)
        assert found.answer >= 0
        assert answer(found.problem, [one.sign for one in found.quantities]) == found.answer

    @pytest.mark.parametrize(
        ("text", "signs", "can"),
        [
            ("Ann had 9 pens and lost 4. How many are left?", (1, -1), True),
            ("Ann had 9 pens and lost 4. How many are left?", (-1, 1), False),
            ("Ann had 9 pens and lost 4. How many are left?", (1, 0), False),
            ("Ann had 1/2 a pie and ate 1/3 of a pie. How much is left?", (-1, 1), False),
            ("It was -5 degrees and it fell by 2 degrees. What was it then?", (1, -1), True),
        ],
    )
    def test_which_readings_can_be_right(
        self, text: str, signs: tuple[int, ...], can: bool
    ) -> None:
        assert is_feasible(read(text), signs) is can

    def test_a_free_unknown_gives_one_reading_for_both_forms(self) -> None:
        fitted = QuantityTagger("qt", 2, free_unknown=True, max_iterations=20).fit(ALL).model_
        (tagging,) = fitted.tag([read(TEXT)])
        signs = [signs for signs, _ in tagging.candidates]
        assert len(signs) == len(set(signs))
        assert math.isclose(sum(share for _, share in tagging.candidates), 1)

    def test_many_numbers_are_no_more_than_a_long_text(self, model: Model) -> None:
        text = "Ida put 15 plums here. " * 40 + "How many plums are there?"
        found = Solver(model).solve(text)
        assert len(found.quantities) == 40

    def test_nothing_to_tag(self, qt: Model) -> None:
        assert qt.tag([]) == []
        assert Solver(qt).solve_all([]) == []

    def test_where_no_quantity_is_used_all_are_added_without_belief(
        self, qt: Model, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        decode = Model.decode

        def useless(self: Model, problems: list[object], scored: object) -> list[object]:
            (one,) = decode(self, problems, scored)  # type: ignore[arg-type]
            return [type(one)((((0, 0, 0), 1.0),), one.spans)]

        monkeypatch.setattr(Model, "decode", useless)
        found = Solver(qt).solve(TEXT)
        assert (found.answer, found.confidence) == (38, 0.0)

    def test_a_model_of_a_file_is_named_after_it(self, qt: Model, tmp_path: Path) -> None:
        path = tmp_path / "mine.model"
        save_model(qt, path)
        found = Solver.load(path).solve(TEXT)
        assert found.model == "mine.model"
        assert found.to_dict() == {**Solver(qt).solve(TEXT).to_dict(), "model": "mine.model"}

    def test_a_lone_text_is_not_several(self, qt: Model) -> None:
        with pytest.raises(QuantityTaggerError, match=r"Several problems are wanted.*\[text\]"):
            Solver(qt).solve_all(TEXT)

    def test_what_is_no_text_has_an_error_in_its_place(self, qt: Model) -> None:
        bad, good = Solver(qt).solve_all([None, TEXT])  # type: ignore[list-item]
        assert isinstance(bad, ReadingError)
        assert "A text is needed" in str(bad)
        assert isinstance(good, Solution)

    def test_it_draws_its_lattice(self, qt: Model) -> None:
        own = Solver(qt)
        drawn = own.draw(TEXT)
        assert drawn == draw(qt, own.solve(TEXT, why=True))
        assert drawn == own.draw(own.solve(TEXT, why=True)) == own.draw(own.solve(TEXT))


class TestReasons:
    def test_they_come_only_where_asked_for(self, qt: Model) -> None:
        assert all(one.reasons == () for one in Solver(qt).solve(TEXT).quantities)

    def test_they_tell_the_sign_from_its_rival_weightiest_first(self, model: Model) -> None:
        found = Solver(model).solve(TEXT, why=True)
        for one in found.quantities:
            assert one.rival != one.sign
            weights = [abs(reason.weight) for reason in one.reasons]
            assert weights
            assert weights == sorted(weights, reverse=True)
            start, end = one.span
            assert all(reason.seen_at in TEXT[start:end] for reason in one.reasons)

    def test_without_tokens_in_the_span_they_add_up_to_the_score(self) -> None:
        model = QuantityTagger("qt", 1, max_iterations=20).fit(ALL).model_
        problem = read(TEXT)
        (tagging,) = model.tag([problem])
        scores = model.scores(model.encode([problem])).quantities
        bias = model.weights_.quantities[
            [model.encoder.quantities[n] for n in ("bias", "constant")]
        ]
        rivals = [0, 1, 0]
        part = model.score([problem]).part(0)
        signs = tagging.candidates[0][0]
        found = reasons(model, part, problem, analyse(problem), tagging, signs, rivals, most=10_000)
        for place, (because, sign, rival) in enumerate(zip(found, signs, rivals, strict=True)):
            told = sum(reason.weight for reason in because)
            gain, against = 1 - sign, 1 - rival  # signs 1, 0, −1 are columns 0, 1, 2
            rest = float((bias[:, gain] - bias[:, against]).sum())
            assert told + rest == pytest.approx(scores[gain, place] - scores[against, place])

    def test_a_label_is_read_where_the_token_stands(self) -> None:
        # One weight alone: "sold" as L of what is taken away, seen before 13, never after 20.
        model = QuantityTagger("qt", 3, max_iterations=1).fit(ALL).model_
        tokens = np.zeros_like(model.weights_.tokens)
        tokens[model.encoder.tokens["w+0=sold"], model.lattice.token_labels.index("L-")] = 2.0
        quantities = np.zeros_like(model.weights_.quantities)
        model = replace(
            model, weights_=replace(model.weights_, tokens=tokens, quantities=quantities)
        )
        problem = read("Leo baked 20 rolls and sold 13 of them. How many rolls are left?")
        tagging = Tagging((((1, -1), 1.0),), ((0, 4), (4, 9), (10, 15)))
        part = model.score([problem]).part(0)
        kept, sold = reasons(
            model, part, problem, analyse(problem), tagging, tagging.candidates[0][0], [0, 0]
        )
        assert kept == ()
        assert sold == (Reason("w+0=sold", "sold", 2.0, in_words("w+0=sold")),)

    def test_those_of_a_batch_are_those_of_each_alone(self, model: Model) -> None:
        problems = [read(record.text) for record in ALL]
        own = Solver(model)
        for one, alone in zip(
            own.solve_problems(problems, why=True),
            [own.solve_problems([problem], why=True)[0] for problem in problems],
            strict=True,
        ):
            assert [q.reasons for q in one.quantities] == [q.reasons for q in alone.quantities]
            assert one.window == alone.window


class TestMembers:
    def test_a_token_between_two_belongs_to_one_or_the_other(self, model: Model) -> None:
        solution = Solver(model).solve(TEXT, why=True)
        problem = solution.problem
        found = [one.members for one in (*solution.quantities, solution.unknown)]
        assert len(found) == len(problem.quantities) + 1
        shares: dict[tuple[int, int], list[float]] = {}
        for its in found:
            for start, end, probability in its:
                assert -1e-9 <= probability <= 1 + 1e-9
                shares.setdefault((start, end), []).append(probability)
        # Only QT(fix) and QT(r) leave tokens out, only the fixed windows of QT(fix) share them.
        if model.settings.variant in ("qt", "qt-s"):
            for each in shares.values():
                assert sum(each) == pytest.approx(1)
        tokens = {(token.start, token.end) for token in problem.tokens}
        assert set(shares) <= tokens


class TestBundled:
    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_every_variant_that_is_listed_can_be_had(self, language: Language) -> None:
        listed = models.available(language)
        assert models.default_variant(language) in listed
        for variant in listed:
            assert models.load(language, variant).settings.variant == variant
            assert solver.bundled(language, variant).name == f"bundled {language} {variant}"

    def test_a_variant_beside_the_default_is_found_by_its_file(
        self, qt: Model, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(
            models, "path", lambda _, kind=None: tmp_path / f"{kind or 'default'}.model"
        )
        models.default_variant.cache_clear()
        save_model(qt, tmp_path / "default.model")
        assert models.available("en") == ("qt",)
        other = QuantityTagger("qt-s", 3, max_iterations=5).fit(ALL).model_
        save_model(other, tmp_path / "qt-s.model")
        assert models.available("en") == ("qt", "qt-s")
        assert models.load("en", "qt").settings == models.load("en").settings == qt.settings
        assert models.load("en", "qt-s").settings.variant == "qt-s"
        models.default_variant.cache_clear()

    def test_a_variant_that_is_not_there_is_named_with_those_that_are(self) -> None:
        with pytest.raises(ModelFileError, match=r"'qt-z'.*there are .*qt"):
            models.load("en", "qt-z")

    @pytest.mark.usefixtures("bundled")
    def test_each_text_gets_the_model_of_its_language(self) -> None:
        texts = [TEXT, "面包店烤了20个面包,卖出13个,还剩多少个?", "Hello."]
        english, chinese, refused = solver.solve_all(texts)
        assert isinstance(english, Solution)
        assert isinstance(chinese, Solution)
        assert (english.answer, english.model) == (20, "bundled en")
        assert (chinese.answer, chinese.model) == (7, "bundled zh")
        assert isinstance(refused, ReadingError)

    @pytest.mark.usefixtures("bundled")
    def test_one_call_is_enough(self) -> None:
        assert solver.solve(TEXT).answer == 20
        assert solver.solve(TEXT, "en", why=True).quantities[0].reasons

    @pytest.mark.usefixtures("bundled")
    def test_what_is_no_problem_is_refused(self) -> None:
        with pytest.raises(ReadingError, match="No number"):
            solver.solve("How many plums?")

    def test_a_missing_model_says_what_to_do(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(models, "path", lambda language, variant=None: tmp_path / "none.model")
        with pytest.raises(ModelFileError, match="make models"):
            models.load("en")
        assert issubclass(ModelFileError, QuantityTaggerError)

    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_the_shipped_files_are_small_and_have_a_card(self, language: str) -> None:
        path = models.path(language)
        assert path.stat().st_size <= 5_000_000
        card = path.with_name("card.md").read_text("utf-8")
        assert "## Trained on" in card
        assert f"{path.stat().st_size:,} bytes" in card
        assert models.load(language).settings.window == 3

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("Nadia baked 36 muffins and sold 21 of them. How many muffins are left?", 15),
            ("Otto has 12 stickers. Paul gives him 9 more. How many has Otto in all?", 21),
            ("妈妈买了24个苹果,吃了7个,还剩多少个苹果?", 17),
            ("停车场有15辆汽车,又开来8辆,现在一共有多少辆汽车?", 23),
        ],
    )
    def test_the_shipped_models_solve_plain_problems(self, text: str, found: int) -> None:
        assert solver.solve(text).answer == found


def test_every_process_gives_the_same_to_the_last_digit() -> None:
    """Python orders sets differently in each process; sums must not follow them."""
    program = (
        "from quantity_tagger.generation import generate\n"
        "from quantity_tagger.solver import solve_all\n"
        "for language in ('en', 'zh'):\n"
        "    texts = [record.text for record in generate(language, 120, seed=5)]\n"
        "    for found in solve_all(texts):\n"
        "        print(found.answer, found.confidence, found.scope.probability)\n"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1
    assert len(printed.pop().splitlines()) == 240


class TestAnyText:
    """What nobody would call a word problem gets an answer too, or one clear sentence."""

    @pytest.mark.parametrize("count", [50, MAX_QUANTITIES])
    def test_many_numbers(self, count: int) -> None:
        told = " ".join(f"Tom bought {n} apples." for n in range(1, count + 1))
        found = solver.solve(f"{told} How many apples did Tom buy?")
        assert found.answer == count * (count + 1) // 2

    def test_too_many_numbers(self) -> None:
        told = " ".join(f"Tom bought {n} apples." for n in range(MAX_QUANTITIES + 1))
        with pytest.raises(ReadingError, match="101 numbers and a problem has at most 100"):
            solver.solve(f"{told} How many apples did Tom buy?")

    def test_numbers_that_go_on_and_on(self) -> None:
        with pytest.raises(ReadingError, match="more than 100 digits"):
            solver.solve(f"Tom has 5 {'million ' * 1500}pens. He lost 2. How many are left?")

    def test_fractions_that_nobody_could_write_the_sum_of(self) -> None:
        told = ", ".join(f"1/{10**45 + n}" for n in range(60))
        with pytest.raises(ReadingError, match="too many digits to be added"):
            solver.solve(f"Tom has {told} cakes. How many cakes?")


def test_threads_may_share_a_solver() -> None:
    texts = [record.text for record in generate("en", 120, seed=9)]
    alone = Solver(models.load("en"))
    told = {text: alone.solve(text).confidence for text in texts}
    shared = Solver(models.load("en"))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(shared.solve, texts * 2))
    assert [one.confidence for one in found] == pytest.approx([told[text] for text in texts * 2])


def test_a_model_is_sent_without_what_it_has_found_out() -> None:
    model = models.load("en")
    fresh = len(pickle.dumps(model))
    used = Solver(model)
    found = used.solve(TEXT)
    assert len(pickle.dumps(model)) == fresh
    assert copy.copy(used).solve(TEXT) == pickle.loads(pickle.dumps(used)).solve(TEXT) == found


def test_a_price_that_was_cut_and_paid_in_two_ways() -> None:
    text = (
        "The coat that Mina chose had been cut in price by 14 euros and cost 58. With a voucher "
        "she paid 20 of it, and the rest in cash. What was the earlier price of the coat?"
    )
    assert solver.solve(text).answer == 72


def test_ten_may_be_written_as_on_a_cheque() -> None:
    assert solver.solve("小明带了拾元，又得到2元，小明有多少元？").answer == 12
    assert solver.solve("盒里有拾个球，又放进3个，有多少个球？").answer == 13
