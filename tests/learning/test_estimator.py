"""`QuantityTagger` is an estimator like others: it learns, predicts, and can be searched over."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.utils.validation import check_is_fitted

from problems import ALL, CHINESE, ENGLISH, answers, texts
from quantity_tagger import QuantityTagger, read
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.features.external import PRIOR
from quantity_tagger.learning.examples import exact
from quantity_tagger.learning.monitor import Step

VARIANTS = ("qt", "qt-s", "qt-r", "qt-fix")
QUICK: dict[str, Any] = {"window": 2, "max_iterations": 10}

NOT_READ = "Once there was a king."


@pytest.fixture(scope="module")
def fitted() -> QuantityTagger:
    return QuantityTagger(**QUICK).fit(ALL)


class TestParameters:
    def test_they_are_stored_untouched(self) -> None:
        given: dict[str, Any] = {
            "variant": "no such variant",
            "window": "N",
            "features": 0,
            "templates": ["word"],
            "regularisation": -1.0,
            "max_iterations": "many",
            "checkpoint": "half.npz",
            "watch": print,
        }
        tagger = QuantityTagger(**given)
        for name, value in given.items():
            assert getattr(tagger, name) is value

    def test_get_set_and_clone(self) -> None:
        tagger = QuantityTagger("qt-s", "N", features="none", seed=7)
        assert tagger.get_params()["window"] == "N"
        copy = clone(tagger)
        assert copy is not tagger
        assert copy.get_params() == tagger.get_params()
        assert copy.set_params(variant="qt-r", window=4).get_params()["variant"] == "qt-r"
        assert tagger.variant == "qt-s"

    def test_a_clone_has_learnt_nothing(self, fitted: QuantityTagger) -> None:
        assert not hasattr(clone(fitted), "model_")

    def test_fitting_changes_no_parameter(self) -> None:
        templates = ["word", "tag"]
        tagger = QuantityTagger("qt", "N", templates=templates, max_iterations=2)
        before = tagger.get_params()
        tagger.fit(ENGLISH[:3])
        assert tagger.get_params() == before
        assert tagger.templates is templates

    @pytest.mark.parametrize(
        ("wrong", "sentence"),
        [
            ({"variant": "crf"}, "there is no variant 'crf'"),
            ({"model": "crf"}, "there is no variant 'crf'"),
            ({"window": 0}, "the window J"),
            ({"window": "wide"}, "the window J"),
            ({"templates": ["wrod"]}, "there is no feature template 'wrod'"),
            ({"regularisation": -0.1}, "regularisation must be a number from 0 up"),
            ({"regularisation": float("nan")}, "regularisation must be a number from 0 up"),
            ({"max_iterations": 0}, "max_iterations must be a number from 1 up"),
            ({"tolerance": -1}, "tolerance must be a number from 0 up"),
            ({"min_count": 0}, "min_count must be a number from 1 up"),
            ({"seed": -1}, "seed must be a number from 0 up"),
        ],
    )
    def test_a_wrong_one_is_named_when_fitting(self, wrong: dict[str, Any], sentence: str) -> None:
        with pytest.raises(QuantityTaggerError, match=sentence):
            QuantityTagger(**wrong).fit(ENGLISH[:2])


class TestFit:
    def test_it_returns_itself_and_what_is_learnt_ends_in_an_underscore(self) -> None:
        tagger = QuantityTagger(**QUICK)
        before = set(vars(tagger))
        assert tagger.fit(ENGLISH) is tagger
        learnt = set(vars(tagger)) - before
        assert learnt
        assert all(name.endswith("_") and not name.startswith("_") for name in learnt)
        assert {"model_", "monitor_", "n_problems_"} <= learnt

    @pytest.mark.parametrize("variant", VARIANTS)
    @pytest.mark.parametrize("window", [1, 3, "N"])
    @pytest.mark.parametrize("features", ["none", "paper", "full"])
    def test_every_variant_learns_what_it_is_shown(
        self, variant: str, window: int | str, features: str
    ) -> None:
        tagger = QuantityTagger(variant, window, features=features, max_iterations=25)
        some = ENGLISH[:4] + CHINESE[:4]
        assert tagger.fit(some).score(some) >= 0.9
        objectives = [step.objective for step in tagger.monitor_.history]
        assert objectives[-1] < objectives[0]

    def test_records_texts_and_problems_teach_the_same(self) -> None:
        taggers = [
            QuantityTagger(**QUICK).fit(ALL),
            QuantityTagger(**QUICK).fit(texts(), answers()),
            QuantityTagger(**QUICK).fit(np.array(texts(), object), [str(a) for a in answers()]),
            QuantityTagger(**QUICK).fit([read(text) for text in texts()], answers()),
        ]
        first, *others = ([*tagger.model_.weights()] for tagger in taggers)
        assert all(other == first for other in others)

    def test_what_cannot_be_learnt_from_is_left_out(self) -> None:
        tagger = QuantityTagger(**QUICK)
        tagger.fit([NOT_READ, texts()[0], texts()[1]], [5, 1000, answers()[1]])
        assert tagger.n_problems_ == 1

    def test_nothing_to_learn_from_is_an_error(self) -> None:
        for texts_, answers_ in (([], []), ([NOT_READ], [1]), ([texts()[0]], [1000])):
            with pytest.raises(QuantityTaggerError, match="no problem to learn from"):
                QuantityTagger(**QUICK).fit(texts_, answers_)

    def test_answers_are_needed(self) -> None:
        with pytest.raises(QuantityTaggerError, match="answers are needed"):
            QuantityTagger(**QUICK).fit(texts())
        with pytest.raises(QuantityTaggerError, match="2 problems but 1 answers"):
            QuantityTagger(**QUICK).fit(texts()[:2], [1])
        with pytest.raises(QuantityTaggerError, match="the answer 'five' is no number"):
            QuantityTagger(**QUICK).fit(texts()[:1], ["five"])

    @pytest.mark.parametrize(
        ("given", "value"),
        [
            (Fraction(1, 3), Fraction(1, 3)),
            (7, Fraction(7)),
            (0.1, Fraction(1, 10)),
            (1e-7, Fraction(1, 10**7)),
            (1e22, Fraction(10**22)),
            (np.float64(2.5), Fraction(5, 2)),
            (np.int64(4), Fraction(4)),
            ("3.50", Fraction(7, 2)),
            ("1/3", Fraction(1, 3)),
        ],
    )
    def test_answers_are_taken_as_they_are_meant(self, given: object, value: Fraction) -> None:
        assert exact(given) == value

    @pytest.mark.parametrize("given", ["", "five", None, float("nan"), float("inf"), [1]])
    def test_what_is_no_answer_is_refused(self, given: object) -> None:
        with pytest.raises(QuantityTaggerError, match="is no number"):
            exact(given)

    def test_a_stronger_pull_leaves_smaller_weights(self) -> None:
        sizes = [
            max(abs(value) for _, _, value in
                QuantityTagger(**QUICK, prior=False, regularisation=strength)
                .fit(ENGLISH).model_.weights())
            for strength in (0.01, 1.0, 100.0)
        ]  # fmt: skip
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] > 1.2 * sizes[1] > 2 * sizes[2]

    def test_a_prior_is_where_the_weights_stay_when_the_pull_is_strong(self) -> None:
        tagger = QuantityTagger(**QUICK, regularisation=1e6).fit(ENGLISH)
        weights = {(name, label): value for name, label, value in tagger.model_.weights()}
        assert weights["world:first=+", "N+"] == pytest.approx(
            PRIOR["world:first=+", "+"], abs=0.01
        )
        without = QuantityTagger(**QUICK, regularisation=1e6, prior=False).fit(ENGLISH)
        assert all(abs(value) < 0.01 for _, _, value in without.model_.weights())

    def test_rare_attributes_can_be_dropped(self) -> None:
        full, cut = (QuantityTagger(**QUICK, min_count=n).fit(ENGLISH).model_ for n in (1, 3))
        assert set(cut.encoder.tokens) < set(full.encoder.tokens)
        assert set(cut.encoder.quantities) < set(full.encoder.quantities)

    def test_templates_choose_the_features(self) -> None:
        model = QuantityTagger(**QUICK, templates=("tag",)).fit(ENGLISH).model_
        assert all(name.startswith(("t", "bias")) for name in model.encoder.tokens)
        no_external = QuantityTagger(**QUICK, features="none").fit(ENGLISH).model_
        assert not [
            name for name in no_external.encoder.quantities if ":" in name.partition("=")[0]
        ]

    def test_each_step_can_be_watched(self) -> None:
        seen: list[Step] = []
        tagger = QuantityTagger(**QUICK, watch=seen.append).fit(ENGLISH)
        assert seen == tagger.monitor_.history
        assert len(seen) == tagger.monitor_.iterations > 0


class TestUse:
    @pytest.mark.parametrize("method", ["predict", "predict_signs", "predict_marginals", "score"])
    def test_nothing_is_predicted_before_fitting(self, method: str) -> None:
        with pytest.raises(NotFittedError, match="not fitted yet"):
            getattr(QuantityTagger(), method)(ENGLISH)

    def test_saving_needs_fitting(self, tmp_path: Any) -> None:
        with pytest.raises(NotFittedError):
            QuantityTagger().save(tmp_path / "a.model")
        assert not list(tmp_path.iterdir())

    def test_scikit_learn_knows_whether_it_is_fitted(self, fitted: QuantityTagger) -> None:
        check_is_fitted(fitted)
        with pytest.raises(NotFittedError):
            check_is_fitted(QuantityTagger())

    def test_answers_are_exact_and_follow_from_the_signs(self, fitted: QuantityTagger) -> None:
        for record, signs, answer in zip(
            ALL, fitted.predict_signs(ALL), fitted.predict(ALL), strict=True
        ):
            problem = read(record.text)
            assert isinstance(answer, Fraction)
            assert signs is not None
            assert answer == sum(
                sign * quantity.value
                for sign, quantity in zip(signs, problem.quantities, strict=True)
            )

    def test_what_cannot_be_read_has_no_answer(self, fitted: QuantityTagger) -> None:
        some = [texts()[0], NOT_READ, texts()[1]]
        assert fitted.predict(some).tolist() == [answers()[0], None, answers()[1]]
        signs = fitted.predict_signs(some)
        assert signs[1] is None
        assert signs[0] is not None
        marginals = fitted.predict_marginals(some)
        assert marginals[1] is None
        assert marginals[2] is not None
        assert fitted.score(some, [answers()[0], 5, answers()[1]]) == pytest.approx(2 / 3)

    def test_a_lone_text_is_not_several(self, fitted: QuantityTagger) -> None:
        text = ENGLISH[0].text
        for use in (fitted.predict, fitted.predict_signs, fitted.predict_marginals):
            with pytest.raises(QuantityTaggerError, match="Several problems are wanted"):
                use(text)
        for learn in (fitted.fit, fitted.score):
            with pytest.raises(QuantityTaggerError, match="Several problems are wanted"):
                learn(text, [1])

    def test_nothing_gives_nothing(self, fitted: QuantityTagger) -> None:
        assert fitted.predict([]).shape == (0,)
        assert fitted.predict_signs([]) == []
        assert fitted.predict_marginals([]) == []
        assert fitted.score([], []) == 0

    def test_marginals_are_probabilities_of_each_quantity_and_of_x(
        self, fitted: QuantityTagger
    ) -> None:
        for record, found in zip(ALL, fitted.predict_marginals(ALL), strict=True):
            problem = read(record.text)
            assert found is not None
            assert found.shape == (len(problem.quantities) + 1, 3)
            np.testing.assert_allclose(found.sum(axis=1), 1)
            x = sum(q.token < problem.unknown.token for q in problem.quantities)
            np.testing.assert_allclose(found[x], [0, 0, 1], atol=1e-12)

    def test_x_may_be_either_side_of_the_equation(self) -> None:
        tagger = QuantityTagger(**QUICK, free_unknown=True).fit(ALL)
        assert tagger.score(ALL) >= 0.9
        found = tagger.predict_marginals(ENGLISH[:1])[0]
        assert found is not None
        assert 0 < found[2, 0] < 1

    def test_no_answer_is_negative_and_none_is_left_alone(self) -> None:
        tagger = QuantityTagger(window=1, features="none", max_iterations=1).fit(ENGLISH)
        for signs, answer in zip(tagger.predict_signs(ALL), tagger.predict(ALL), strict=True):
            assert answer >= 0
            assert signs is not None
            assert sum(sign != 0 for sign in signs) >= 2

    def test_predictions_do_not_depend_on_company_or_order(self, fitted: QuantityTagger) -> None:
        together = fitted.predict_signs(ALL)
        assert fitted.predict_signs(ALL[::-1]) == together[::-1]
        assert [fitted.predict_signs([record])[0] for record in ALL] == together

    def test_a_fitted_tagger_can_be_sent_to_another_process(self, fitted: QuantityTagger) -> None:
        copy = pickle.loads(pickle.dumps(fitted))
        assert copy.predict(ALL).tolist() == fitted.predict(ALL).tolist()


class TestWithScikitLearn:
    """Model selection works on records, on texts and on problems as read."""

    @pytest.mark.parametrize("kind", ["records", "texts", "problems"])
    def test_cross_val_score(self, kind: str) -> None:
        tagger = QuantityTagger(window=1, max_iterations=5)
        if kind == "records":
            scores = cross_val_score(tagger, list(ENGLISH), cv=3)
        elif kind == "texts":
            scores = cross_val_score(tagger, texts(ENGLISH), answers(ENGLISH), cv=3)
        else:
            problems = [read(record.text) for record in ENGLISH]
            scores = cross_val_score(tagger, problems, answers(ENGLISH), cv=3)
        assert scores.shape == (3,)
        assert scores.mean() > 0.5  # general knowledge alone solves most of these

    @pytest.mark.parametrize("kind", ["records", "texts"])
    def test_grid_search(self, kind: str) -> None:
        grid = {"window": [1, "N"], "features": ["none", "full"]}
        search = GridSearchCV(QuantityTagger(max_iterations=3), grid, cv=2)
        if kind == "records":
            search.fit(list(ENGLISH))
        else:
            search.fit(texts(ENGLISH), answers(ENGLISH))
        assert search.best_params_["features"] == "full"
        assert len(search.cv_results_["mean_test_score"]) == 4
        assert search.predict(texts(ENGLISH[:1])).shape == (1,)
