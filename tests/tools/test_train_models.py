"""The tool that makes the bundled models: deterministic, honest about its test sets, slim."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from problems import ALL, ENGLISH
from quantity_tagger import QuantityTagger, load_model, read
from quantity_tagger.datasets import save

TOOL = Path(__file__).parents[2] / "tools" / "train_models.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_models", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_models"] = module  # its dataclasses look themselves up there
    sys.path.insert(0, str(TOOL.parent))  # as when it is run
    spec.loader.exec_module(module)
    sys.path.pop(0)
    return module


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A training set of which two problems have a twin elsewhere, and a test set."""
    twins = [
        replace(ENGLISH[0], extra={"near_duplicate_of": "asdiv-1"}),
        replace(ENGLISH[1], extra={"near_duplicate_of": "singleop-7"}),
    ]
    save([*twins, *ENGLISH[2:]], tmp_path / "addsub.jsonl")
    save(list(ENGLISH[:4]), tmp_path / "asdiv.jsonl")
    return tmp_path


def test_twins_of_test_problems_are_left_out(tool: ModuleType, data: Path) -> None:
    kept = tool.training_set(data, "addsub", {"asdiv": ""})
    assert len(kept) == len(ENGLISH) - 1
    assert ENGLISH[0].text not in [record.text for record in kept]


def test_no_model_learns_from_a_test_set(tool: ModuleType) -> None:
    for recipe in tool.RECIPES.values():
        assert not set(recipe.training) & {"asdiv", "contest_zh", *recipe.held_out}


def test_all_that_is_learnt_from_or_measured_is_analysed_in_parts(
    tool: ModuleType, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save([ENGLISH[0]], data / "out_of_scope_en.jsonl")
    recipe = replace(tool.RECIPES["en"], training={"addsub": "own, free"})
    monkeypatch.setattr(tool, "curriculum", lambda _: {"everyday": list(ALL)})
    monkeypatch.setattr(tool, "PART", 16)
    parts = tool.parts_of([recipe], data)
    assert {language for language, _ in parts} == {"en"}
    texts = [text for _, some in parts for text in some]
    assert len(texts) == len(set(texts))
    assert {record.text for record in ALL} < set(texts)
    assert {len(some) for _, some in parts[:-1]} == {16}


def test_the_same_data_give_the_same_files(
    tool: ModuleType,
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recipe = replace(
        tool.RECIPES["en"],
        training={"addsub": "own, free"},
        window=2,
        max_iterations=10,
        generated=20,
    )
    few = {name: found[:40] for name, found in tool.curriculum(recipe).items()}
    monkeypatch.setattr(tool, "curriculum", lambda _: few)
    made = []
    for name in ("first", "second"):
        out = tmp_path / name
        out.mkdir()
        tool.make(recipe, data, out)
        made.append(
            [
                (out / "english" / "models" / file).read_bytes()
                for file in ("default.model", "card.md")
            ]
        )
    assert made[0] == made[1]
    card = made[0][1].decode()
    assert "| addsub | 14 | own, free |" in card
    assert "| asdiv | 4 |" in card
    assert "asdiv" in capsys.readouterr().out


def test_slimming_drops_what_weighs_nothing_and_keeps_the_bias(tool: ModuleType) -> None:
    model = QuantityTagger("qt", 2, max_iterations=20).fit(ENGLISH).model_
    slim = tool.slim(model, 0.05, 3)
    assert 0 < len(slim.encoder.tokens) < len(model.encoder.tokens)
    assert slim.encoder.tokens["bias"] == slim.encoder.quantities["bias"] == 0
    for name, row in slim.encoder.quantities.items():
        whole = model.weights_.quantities[model.encoder.quantities[name]]
        assert np.array_equal(slim.weights_.quantities[row], np.round(whole, 3))
        assert name == "bias" or np.abs(whole).max() >= 0.05
    problems = [read(record.text) for record in ENGLISH]
    assert slim.signs(problems) == model.signs(problems)


def test_a_slim_model_can_be_saved(tool: ModuleType, tmp_path: Path) -> None:
    from quantity_tagger import save_model

    slim = tool.slim(QuantityTagger("qt", 1, max_iterations=5).fit(ENGLISH).model_, 10.0, 3)
    assert list(slim.encoder.tokens) == ["bias"]
    save_model(slim, tmp_path / "slim.model")
    problem = read(ENGLISH[0].text)
    assert load_model(tmp_path / "slim.model").signs([problem]) == slim.signs([problem])
