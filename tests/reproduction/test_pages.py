"""The result page in the repository says what the present code reaches.

`make results` makes the page anew; one row that is cheap is cross-validated here, so that a page
older than the code is noticed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quantity_tagger.datasets import load
from quantity_tagger.evaluation.cross_validation import cross_validate
from quantity_tagger.features import SETS
from quantity_tagger.learning.estimator import QuantityTagger
from quantity_tagger.reproduction import plan

RESULTS = Path(__file__).parents[2] / "docs" / "results"
SEARCH = plan.FULL_SCALE.search
TIES = 0.01
"""Processors round products in their own way, and a problem or two whose signs are nearly equally
likely go the other way."""


def figures() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / "results.json").read_text("utf-8"))
    return found


def test_the_page_has_every_feature_set_of_both_sets() -> None:
    found = figures()["accuracy"]
    assert {dataset: set(found[dataset]) - {"majority"} for dataset in found} == {
        dataset: set(SETS) for dataset in plan.DATASETS
    }


@pytest.mark.data
@pytest.mark.parametrize("chosen", plan.COMPARED)
def test_the_page_is_not_older_than_the_code(chosen: str, data_dir: Path) -> None:
    tagger = QuantityTagger(
        "qt",
        1,
        features=chosen,
        max_iterations=SEARCH.max_iterations,
        tolerance=SEARCH.tolerance,
    )
    found = cross_validate(tagger, load(data_dir / "addsub.jsonl"))
    said = figures()["curves"]["addsub"][chosen]["QT"]["1"]["mean_of_folds"]
    assert found.mean_of_folds == pytest.approx(said, abs=TIES), "run make results"
