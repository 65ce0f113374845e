"""The network that scores signs: its sums against enumeration, its layers against plain loops, its
file.
"""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quantity_tagger.errors import ModelFileError
from quantity_tagger.neural import archive, sign_network
from quantity_tagger.neural.layers import FAR
from quantity_tagger.neural.sign_network import LINKS, TWICE, Described, SignScores

NAMES = ["word=a", "word=b", "number", "question", "tag=X"]
E, D, HEADS, INNER = 6, 8, 2, 12
HEADER = {
    "version": sign_network.VERSION,
    "name": "a network",
    "layout": "caf",
    "attention_heads": HEADS,
}
TABLE = {"version": sign_network.VERSION, "encoder": "a network", "names": "\n".join(NAMES)}
ROWS = "table", "table.scale"
PROBLEM = Described(
    [
        ["word=a", "tag=X"],
        ["number"],
        ["word=unknown"],
        ["number", "tag=X"],
        ["word=a", "question"],
    ],
    [0, -1, -1, -1, 0],
    [1, 4, 1, 4, -1],
    range(4, 5),
    [1, 3],
)


def arrays(seed: int) -> dict[str, Any]:
    made = np.random.default_rng(seed)

    def normal(*shape: int) -> Any:
        return made.normal(0, 0.5, shape).astype(np.float32)

    def linear(name: str, rows: int, columns: int) -> dict[str, Any]:
        return {f"{name}.weight": normal(rows, columns), f"{name}.bias": normal(columns)}

    def attention(name: str) -> dict[str, Any]:
        return {
            f"{name}.norm.weight": normal(D), f"{name}.norm.bias": normal(D),
            f"{name}.norm2.weight": normal(D), f"{name}.norm2.bias": normal(D),
            **linear(f"{name}.qkv", D, 3 * D),
            f"{name}.bias": normal(HEADS, 2 * FAR + 1),
            f"{name}.links": normal(HEADS, len(LINKS)),
            **linear(f"{name}.out", D, D), **linear(f"{name}.up", D, INNER),
            **linear(f"{name}.down", INNER, D),
        }  # fmt: skip

    return {
        "table": made.integers(-127, 127, (len(NAMES), E)).astype(np.int8),
        "table.scale": np.abs(normal(len(NAMES), 1)) / 50,
        **linear("enter", E, D),
        "layers.0.norm.weight": normal(D), "layers.0.norm.bias": normal(D),
        **linear("layers.0.mix", 3 * D, D),
        **attention("layers.1"), **attention("layers.2"),
        "norm.weight": normal(D), "norm.bias": normal(D),
        **linear("single", 2 * D, D), **linear("single_out", D, 4),
        **linear("first", D, D), **linear("second", D, D), **linear("all", D, D),
        **linear("pair_out", D, 9),
        **linear("scope", D, D), **linear("scope_out", D, 1),
        **linear("forms", 3 * D, D), **linear("forms_out", D, TWICE),
    }  # fmt: skip


def network(seed: int) -> sign_network.SignNetwork:
    made = arrays(seed)
    table = {name: made.pop(name) for name in ROWS}
    embeddings = sign_network.Embeddings(TABLE, table)
    return sign_network.SignNetwork(embeddings, sign_network.Encoder(HEADER, made))


def write(folder: Path, seed: int, header: Any = HEADER, table: Any = TABLE) -> tuple[Path, Path]:
    made = arrays(seed)
    archive.write(folder / "table.npz", table, {name: made.pop(name) for name in ROWS})
    archive.write(folder / "encoder.npz", header, made)
    return folder / "table.npz", folder / "encoder.npz"


def norm(a: dict[str, Any], name: str, x: Any) -> Any:
    mean, spread = x.mean(1, keepdims=True), x.var(1, keepdims=True)
    return (x - mean) / np.sqrt(spread + 1e-5) * a[f"{name}.weight"] + a[f"{name}.bias"]


def plainly(a: dict[str, Any], problem: Described) -> SignScores:
    """The same network, a token and a head at a time."""

    def linear(name: str, x: Any) -> Any:
        return x @ a[f"{name}.weight"] + a[f"{name}.bias"]

    def attended(layer: str, x: Any) -> Any:
        qkv = linear(f"{layer}.qkv", norm(a, f"{layer}.norm", x))
        seen = np.zeros_like(x)
        size = D // HEADS
        for head in range(HEADS):
            q, k, v = (qkv[:, at * D + head * size : at * D + (head + 1) * size] for at in range(3))
            for i in range(len(x)):
                scores = np.array(
                    [
                        q[i] @ k[j] / size**0.5
                        + a[f"{layer}.bias"][head, max(-FAR, min(FAR, j - i)) + FAR]
                        + a[f"{layer}.links"][head] @ links_between(problem, i, j)
                        for j in range(len(x))
                    ]
                )
                shares = np.exp(scores - scores.max())
                seen[i, head * size : (head + 1) * size] = shares / shares.sum() @ v
        x = x + linear(f"{layer}.out", seen)
        inner = np.maximum(linear(f"{layer}.up", norm(a, f"{layer}.norm2", x)), 0)
        return x + linear(f"{layer}.down", inner)

    a = {name: np.asarray(array, float) for name, array in a.items()}
    rows = a["table"] * a["table.scale"]
    known = dict(zip(NAMES, rows, strict=True))
    x = np.array([sum((known.get(n, np.zeros(E)) for n in one), np.zeros(E)) for one in problem[0]])
    x = linear("enter", x)
    y = norm(a, "layers.0.norm", x)
    none = np.zeros(D)
    wide = [
        np.concatenate([y[i - 1] if i else none, y[i], y[i + 1] if i + 1 < len(y) else none])
        for i in range(len(y))
    ]
    x = x + np.maximum(linear("layers.0.mix", np.array(wide)), 0)
    x = attended("layers.1", x)
    after = attended("layers.2", x)
    for at in problem.quantities:
        x[at] = after[at]
    x = norm(a, "norm", x)
    whole = x.mean(0)
    count = len(problem.quantities)
    single, pairs = np.zeros((count, 4)), np.zeros((count, count, 3, 3))
    for i, at in enumerate(problem.quantities):
        hidden = np.maximum(linear("single", np.concatenate([x[at], whole])), 0)
        single[i] = linear("single_out", hidden)
        for j, other in enumerate(problem.quantities):
            both = linear("first", x[at]) + linear("second", x[other]) + linear("all", whole)
            pairs[i, j] = linear("pair_out", np.maximum(both, 0)).reshape(3, 3)
    in_scope = linear("scope_out", np.maximum(linear("scope", whole), 0)).item()
    states = x[problem.quantities]
    summed = np.concatenate([whole, states.max(0), states.mean(0)])
    forms = linear("forms_out", np.maximum(linear("forms", summed), 0))
    likely = np.exp([*forms, *single[:, 3]])
    return SignScores(single[:, :3], pairs, in_scope, np.log(likely / likely.sum()))


def links_between(problem: Described, i: int, j: int) -> Any:
    return np.array(
        [
            problem.groups[i] == problem.groups[j] >= 0,
            problem.heads[i] == j,
            problem.heads[j] == i,
            j in problem.question,
            j in problem.quantities,
        ],
        float,
    )


@pytest.mark.parametrize("seed", range(3))
def test_it_is_what_its_description_says(seed: int) -> None:
    found = network(seed)(PROBLEM)
    expected = plainly(arrays(seed), PROBLEM)
    np.testing.assert_allclose(found.single, expected.single, rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(found.pairs, expected.pairs, rtol=1e-3, atol=1e-4)
    assert found.in_scope == pytest.approx(expected.in_scope, rel=1e-3, abs=1e-4)
    np.testing.assert_allclose(found.forms, expected.forms, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("count", [1, 2, 4])
def test_the_score_of_signs_is_the_sum_of_its_parts(count: int) -> None:
    made = np.random.default_rng(count)
    single, pairs = made.normal(size=(count, 3)), made.normal(size=(count, count, 3, 3))
    scores = SignScores(single, pairs, 0.0, np.zeros(TWICE + count))
    table = np.array(list(product(range(3), repeat=count)))
    expected = [
        sum(scores.single[i, signs[i]] for i in range(count))
        + sum(scores.pairs[i, j, signs[i], signs[j]] for i, j in combinations(range(count), 2))
        for signs in table
    ]
    np.testing.assert_allclose(scores.of(table), expected)


def test_files_give_the_same_network(tmp_path: Path) -> None:
    paths = write(tmp_path, 1)
    found = sign_network.load(*paths)(PROBLEM)
    assert np.array_equal(found.single, network(1)(PROBLEM).single)
    before = [path.read_bytes() for path in paths]
    assert [path.read_bytes() for path in write(tmp_path, 1)] == before


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("damage", ["cut", "text", "missing", "names", "version", "nothing"])
def test_a_damaged_file_is_refused_in_one_sentence(tmp_path: Path, damage: str, which: int) -> None:
    path = write(tmp_path, 0)[which]
    header, kept = archive.read(path)
    if damage == "missing":
        kept.pop(("table.scale", "enter.weight")[which])
    elif damage == "names":
        header |= {"names": "word=a", "layout": "caffa"}
    elif damage == "version":
        header["version"] = 99
    archive.write(path, header, kept)
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:500])
    elif damage == "text":
        path.write_text("no network")
    elif damage == "nothing":
        path.unlink()
    with pytest.raises(ModelFileError) as error:
        sign_network.load(tmp_path / "table.npz", tmp_path / "encoder.npz")
    assert "\n" not in str(error.value)


def test_embeddings_of_another_encoder_are_refused(tmp_path: Path) -> None:
    paths = write(tmp_path, 0, HEADER | {"name": "another"})
    with pytest.raises(ModelFileError, match="another encoder"):
        sign_network.load(*paths)
