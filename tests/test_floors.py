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
        ("reportlab", (4, 0, 4), "pdf"),  # 4.0.0 wants a library of drawing that must be compiled
    ],
)
def test_what_is_declared(name: str, floor: tuple[int, ...], extra: str | None) -> None:
    wanted = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    (declared,) = (one for one in wanted if re.match(rf"{name}\b", one))
    assert tuple(map(int, declared.partition(">=")[2].split("."))) >= floor


LOCK = (Path(__file__).parents[1] / "dev.lock").read_text("utf-8")


def test_the_lock_has_all_that_is_declared_with_its_hashes() -> None:
    locked = re.findall(r"^([\w.-]+)==(\d[\w.]*).*\n    --hash=sha256:", LOCK, re.MULTILINE)
    versions = {name: tuple(map(int, re.findall(r"\d+", version))) for name, version in locked}
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *extras["dev"]]
    wanted += [one for extra in ("train", "data", "plot", "pdf", "web", "parquet", "ray")
               for one in extras[extra]]  # fmt: skip
    for one in wanted:
        name, _, floor = re.sub(r"\[.*?\]", "", one).partition(">=")
        if name != PROJECT["name"]:
            assert versions[name.lower()] >= tuple(map(int, floor.split("."))), one


def test_the_lock_names_no_place_to_get_it_from() -> None:
    assert "://" not in LOCK
    assert "index" not in LOCK
