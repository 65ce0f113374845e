"""The oldest versions that are declared are the oldest that have what is used of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))[
    "project"
]


@pytest.mark.parametrize(
    ("name", "floor", "extra"),
    [
        ("rjieba", (0, 2, 2), None),  # has_word
        ("scikit-learn", (1, 6), "train"),  # sklearn.utils.Tags
        ("scipy", (1, 12), "train"),  # sparse.diags_array
        ("threadpoolctl", (3, 1), "train"),  # it was left to scikit-learn to bring
        ("pyarrow", (16,), "parquet"),  # types.is_string_view
    ],
)
def test_what_is_declared(name: str, floor: tuple[int, ...], extra: str | None) -> None:
    wanted = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    (declared,) = (one for one in wanted if re.match(rf"{name}\b", one))
    assert tuple(map(int, declared.partition(">=")[2].split("."))) >= floor
