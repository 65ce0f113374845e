"""A variant is one file: it is found, trains, tags, explains and draws without a line elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import quantity_tagger.lattice as room
from problems import ENGLISH
from quantity_tagger import QuantityTagger, Solver

TEXT = "Ann had 9 pens and lost 4. How many pens has she left?"


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(room, "__path__", [*room.__path__, str(Path(__file__).parent / "toy")])
    yield "qt-alone"
    room.lattice.cache_clear()


def test_it_is_found_by_its_file(toy: str) -> None:
    assert toy in room.variants()
    assert room.best_first()[-1] == toy
    assert room.lattice(toy).title == "QT(alone)"


def test_it_trains_tags_explains_and_draws(toy: str, tmp_path: Path) -> None:
    path = tmp_path / "toy.model"
    QuantityTagger(toy, regularisation=0.1, max_iterations=30).fit(ENGLISH).save(path)
    solver = Solver.load(path)
    solution = solver.solve(TEXT, why=True)
    assert solution.answer == Fraction(5)
    assert all(quantity.reasons for quantity in solution.quantities)
    drawing = solver.draw(TEXT)
    assert drawing.count("Q+") == 2
    assert drawing.startswith("<svg")
