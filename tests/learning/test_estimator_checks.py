"""scikit-learn's own checks of an estimator: those that can apply pass, the others say why not.

The checks feed matrices of numbers, and a tagger reads texts; it says so in its tags, and
scikit-learn then runs none of them. Here that tag is lifted: what needs no matrix is checked on the
tagger itself. The others are made by a tagger for which each row of a matrix is put into words, so
that how a tagger fits, predicts, is copied, sent and asked again is checked too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from sklearn.utils import Tags, get_tags
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.validation import check_is_fitted, validate_data

from quantity_tagger import QuantityTagger

_MATRIX = "it fits a matrix of numbers, and a tagger learns from texts"
_ONE_SAMPLE = "its error speaks of samples and features, a tagger's of problems"
_SPARSE = "it fits a sparse matrix, and a tagger learns from texts"
CANNOT_APPLY = {
    "check_dict_unchanged": _MATRIX,
    "check_dont_overwrite_parameters": _MATRIX,
    "check_estimator_sparse_array": _SPARSE,
    "check_estimator_sparse_matrix": _SPARSE,
    "check_estimator_sparse_tag": _SPARSE,
    "check_estimators_dtypes": _MATRIX,
    "check_estimators_fit_returns_self": _MATRIX,
    "check_estimators_overwrite_params": _MATRIX,
    "check_estimators_pickle": _MATRIX,
    "check_f_contiguous_array_estimator": _MATRIX,
    "check_fit2d_1feature": _ONE_SAMPLE,
    "check_fit2d_1sample": _ONE_SAMPLE,
    "check_fit_check_is_fitted": _MATRIX,
    "check_fit_idempotent": _MATRIX,
    "check_fit_score_takes_y": _MATRIX,
    "check_methods_sample_order_invariance": _MATRIX,
    "check_methods_subset_invariance": _MATRIX,
    "check_pipeline_consistency": _MATRIX,
    "check_positive_only_tag_during_fit": _MATRIX,
    "check_readonly_memmap_input": _MATRIX,
}


class BareTagger(QuantityTagger):
    """A tagger that keeps from scikit-learn that it takes texts only."""

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = True
        return tags


class WordedTagger(QuantityTagger):
    """A tagger that reads each row of a matrix as a word problem about its first two numbers."""

    def __init__(
        self,
        variant: str = "qt",
        window: int = 1,
        *,
        features: str = "none",
        max_iterations: int = 2,
    ) -> None:
        super().__init__(variant, window, features=features, max_iterations=max_iterations)

    def fit(self, X: Any, y: Any = None) -> WordedTagger:
        X = validate_data(self, X)
        super().fit([worded(row) for row in X], [sum(pair(row)) for row in X])
        return self

    def predict(self, X: Any) -> np.ndarray:
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        return super().predict([worded(row) for row in X]).astype(float)

    def score(self, X: Any, y: Any = None) -> float:
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        right = [sum(pair(row)) for row in X]
        return float(np.mean([a == b for a, b in zip(self.predict(X), right, strict=True)]))

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = True
        tags.input_tags.string = False
        tags.no_validation = False
        return tags


def pair(row: Iterable[float]) -> tuple[int, int]:
    first, second, *_ = (*(abs(int(10 * value)) % 90 for value in row), 7)
    return first + 1, second + 1


def worded(row: Iterable[float]) -> str:
    first, second = pair(row)
    return f"Ann had {first} pens and found {second} more. How many pens has Ann now?"


def cannot_apply(estimator: object) -> dict[str, str]:
    return {} if isinstance(estimator, WordedTagger) else CANNOT_APPLY


@parametrize_with_checks(
    [BareTagger(), WordedTagger()], expected_failed_checks=cannot_apply, xfail_strict=True
)
def test_scikit_learn_finds_no_fault(estimator: Any, check: Callable[[Any], None]) -> None:
    check(estimator)


def test_the_tagger_says_that_it_takes_texts() -> None:
    tags = get_tags(QuantityTagger())
    assert tags.input_tags.string
    assert not tags.input_tags.two_d_array


def test_rows_in_words_are_solved() -> None:
    matrix = np.arange(20.0).reshape(10, 2)
    tagger = WordedTagger(max_iterations=20).fit(matrix)
    assert tagger.predict(matrix).tolist() == [sum(pair(row)) for row in matrix]
    assert Fraction(tagger.score(matrix)) == 1
