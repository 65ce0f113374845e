"""Folded columns change nothing, gradients are right, a search can be left and taken up."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.lib import format as npy
from scipy.optimize import minimize

from problems import ALL, ENGLISH
from quantity_tagger import QuantityTagger
from quantity_tagger.arrays import Floats, Ints, offsets
from quantity_tagger.datasets.record import Record
from quantity_tagger.errors import ModelFileError
from quantity_tagger.features import CONTEXTUAL, families
from quantity_tagger.features.encoded import NONE, Encoded, SparseRows
from quantity_tagger.features.encoder import Encoder
from quantity_tagger.features.window import cut_all
from quantity_tagger.lattice import lattice
from quantity_tagger.lattice.assignments import Assignments
from quantity_tagger.lattice.scores import Scores
from quantity_tagger.learning import optimise as search
from quantity_tagger.learning.checkpoint import Checkpoint
from quantity_tagger.learning.examples import gold_indices, once, problems_of
from quantity_tagger.learning.folding import fold
from quantity_tagger.learning.lbfgs import CURVATURE, DECREASE, State, descend
from quantity_tagger.learning.monitor import ConvergenceMonitor, Step
from quantity_tagger.learning.objective import Objective
from quantity_tagger.learning.optimise import optimise
from quantity_tagger.model.model import Settings, Weights, codebook, encode, facts_of
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read

VARIANTS = ("qt", "qt-s", "qt-r", "qt-fix")
STRENGTH = 0.1


@st.composite
def matrices(draw: st.DrawFn) -> np.ndarray:
    """0/1 matrices with several equal columns and no empty row, as a bias column sees to."""
    n_rows, n_kinds = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    kinds = [
        draw(st.lists(st.booleans(), min_size=n_rows, max_size=n_rows)) for _ in range(n_kinds)
    ]
    order = draw(st.lists(st.integers(0, n_kinds - 1), min_size=1, max_size=12))
    columns = [[True] * n_rows, *(kinds[kind] for kind in order)]
    return np.array(columns, float).T


def as_rows(matrix: np.ndarray) -> SparseRows:
    return SparseRows.of_table(np.where(matrix, np.arange(matrix.shape[1]), NONE).T)


class TestFolding:
    @given(matrices())
    def test_equal_columns_become_one(self, matrix: np.ndarray) -> None:
        design = fold(as_rows(matrix), np.ones(matrix.shape[1]))
        kinds = np.unique(matrix, axis=1)
        assert design.matrix.shape == (len(matrix), kinds.shape[1])
        for a in range(matrix.shape[1]):
            for b in range(matrix.shape[1]):
                same = design.column[a] == design.column[b]
                assert same == bool((matrix[:, a] == matrix[:, b]).all())

    @given(matrices(), st.integers(0, 99))
    def test_scores_and_penalty_are_those_of_the_unfolded_weights(
        self, matrix: np.ndarray, seed: int
    ) -> None:
        rng = np.random.default_rng(seed)
        penalties = rng.uniform(0.1, 10.0, size=matrix.shape[1])
        design = fold(as_rows(matrix), penalties)
        folded = rng.normal(size=(design.matrix.shape[1], 2))
        weights = design.expand(folded)
        np.testing.assert_allclose(design.matrix @ folded, matrix @ weights, atol=1e-12)
        unfolded = (penalties[:, None] * weights**2).sum()
        np.testing.assert_allclose((folded**2).sum(), unfolded, rtol=1e-12)
        np.testing.assert_array_equal(design.transposed.toarray(), design.matrix.toarray().T)


class Dense:
    """The objective from its definition: full matrices, nothing folded, one weight a feature."""

    def __init__(self, name: str, encoded: Encoded, gold: Ints, mean: Weights) -> None:
        self.lattice = lattice(name)
        self.encoded, self.gold, self.mean = encoded, gold, mean
        self.tokens = dense(encoded.tokens, len(mean.tokens))
        self.quantities = dense(encoded.quantities, len(mean.quantities))

    def __call__(self, flat: Floats) -> tuple[float, Floats]:
        weights = unflat(flat, self.mean)
        scores = Scores(
            (self.tokens @ weights.tokens).T,
            (self.quantities @ weights.quantities).T,
            weights.structure,
        )
        loss, slope = self.lattice.loss(self.encoded.layout, scores, self.gold)
        apart = flat - flattened(self.mean)
        gradient = flattened(
            Weights(
                (slope.tokens @ self.tokens).T,
                (slope.quantities @ self.quantities).T,
                slope.structure,
            )
        )
        return loss + STRENGTH * float(apart @ apart), gradient + 2 * STRENGTH * apart


def dense(found: SparseRows, columns: int) -> np.ndarray:
    matrix = np.zeros((len(found.indptr) - 1, columns))
    for row in range(len(matrix)):
        for column in found.indices[found.indptr[row] : found.indptr[row + 1]]:
            matrix[row, column] += 1
    return matrix


def flattened(weights: Weights) -> Floats:
    blocks = (weights.tokens, weights.quantities, weights.structure)
    return np.concatenate([block.ravel() for block in blocks])


def unflat(flat: Floats, like: Weights) -> Weights:
    sizes = [like.tokens.size, like.quantities.size]
    tokens, quantities, structure = np.split(flat, np.cumsum(sizes))
    return Weights(
        tokens.reshape(like.tokens.shape), quantities.reshape(like.quantities.shape), structure
    )


def pair(
    name: str, *, free_unknown: bool = False, external: bool = False, n: int = 4
) -> tuple[Objective, Dense]:
    """The objective as it is used and from its definition, on the same problems."""
    templates = ("word", "tag", "bigram") + (
        tuple(t for t in families() if t not in CONTEXTUAL) if external else ()
    )
    settings = Settings(name, 3, templates, free_unknown)
    problems = [read(record.text) for record in ENGLISH[:n]]
    windows, facts = cut_all(problems, 3), facts_of(settings, problems)
    encoder = Encoder.fit(templates, problems, windows, facts)
    encoded = encode(encoder, settings, problems, windows, facts)
    gold = gold_indices(problems, [record.signs or () for record in ENGLISH[:n]])
    chosen = lattice(name)
    rng = np.random.default_rng(1)
    mean = Weights(
        np.zeros((len(encoder.tokens), len(chosen.token_labels))),
        rng.normal(size=(len(encoder.quantities), 3)),
        np.zeros(len(chosen.structure)),
    )
    return Objective(chosen, encoded, gold, mean, STRENGTH), Dense(name, encoded, gold, mean)


@pytest.mark.parametrize("name", VARIANTS)
class TestObjective:
    @pytest.mark.parametrize("free_unknown", [False, True])
    def test_it_is_the_unfolded_one(self, name: str, free_unknown: bool) -> None:
        objective, plain = pair(name, free_unknown=free_unknown, external=True)
        point = np.random.default_rng(2).normal(size=objective.size)
        assert objective.size < flattened(objective.mean).size
        value, _ = objective(point)
        expected, slope = plain(flattened(objective.weights(point)))
        assert value == pytest.approx(expected, rel=1e-12)
        # A step in the folded space does to the objective what its image does in the full one.
        step = np.random.default_rng(3).normal(size=objective.size)
        image = flattened(objective.weights(point + step)) - flattened(objective.weights(point))
        assert objective(point)[1] @ step == pytest.approx(slope @ image, rel=1e-9)

    def test_its_gradient_agrees_with_finite_differences(self, name: str) -> None:
        objective, _ = pair(name, n=2)
        rng = np.random.default_rng(4)
        point = rng.normal(size=objective.size)
        _, gradient = objective(point)
        step = 1e-5
        for at in rng.choice(objective.size, 40, replace=False):
            ahead, behind = point.copy(), point.copy()
            ahead[at] += step
            behind[at] -= step
            slope = (objective(ahead)[0] - objective(behind)[0]) / (2 * step)
            assert gradient[at] == pytest.approx(slope, abs=1e-6)

    def test_the_search_finds_the_weights_that_the_unfolded_one_finds(self, name: str) -> None:
        objective, plain = pair(name, n=3)
        start = np.random.default_rng(5).uniform(-0.05, 0.05, objective.size)
        monitor = ConvergenceMonitor(200, 0.0)
        ours = flattened(objective.weights(optimise(objective, start, monitor)))
        found = minimize(
            plain, flattened(objective.weights(start)), jac=True, method="L-BFGS-B",
            options={"maxiter": 500, "ftol": 0, "gtol": 1e-8},
        )  # fmt: skip
        np.testing.assert_allclose(ours, found.x, atol=1e-4)

    def test_a_weight_that_nothing_speaks_of_stays_at_its_mean(self, name: str) -> None:
        objective, _ = pair(name, n=2)
        at_mean = objective.weights(np.zeros(objective.size))
        np.testing.assert_array_equal(flattened(at_mean), flattened(objective.mean))


def history(*objectives: float) -> list[Step]:
    return [Step(at + 1, value, 1.0, at + 2) for at, value in enumerate(objectives)]


class TestMonitor:
    def test_a_search_not_begun_is_not_finished(self) -> None:
        monitor = ConvergenceMonitor()
        assert (monitor.iterations, monitor.converged, monitor.finished) == (0, False, False)

    def test_it_stops_at_the_last_iteration(self) -> None:
        monitor = ConvergenceMonitor(max_iterations=3, tolerance=0)
        for step in history(9, 5, 1):
            assert not monitor.finished
            monitor.report(step)
        assert monitor.finished
        assert not monitor.converged

    def test_it_stops_when_a_period_gains_too_little(self) -> None:
        monitor = ConvergenceMonitor(tolerance=0.01, period=2)
        for step in history(100, 50, 40, 39.9):
            monitor.report(step)
            assert not monitor.converged
        monitor.report(Step(5, 39.8, 1.0, 6))
        assert monitor.converged
        assert monitor.finished

    def test_the_gain_is_relative(self) -> None:
        small, large = (ConvergenceMonitor(tolerance=0.1, period=1) for _ in range(2))
        for monitor, scale in ((small, 1e-3), (large, 1e3)):
            for step in history(2 * scale, 1 * scale):
                monitor.report(step)
        assert not small.converged
        assert not large.converged

    def test_no_tolerance_never_converges(self) -> None:
        monitor = ConvergenceMonitor(tolerance=0, period=1)
        for step in history(1, 1, 1, 1):
            monitor.report(step)
        assert not monitor.converged


def bowl(point: Floats) -> tuple[float, Floats]:
    """A long narrow valley (Rosenbrock), on which L-BFGS takes some dozens of iterations."""
    x, y = point
    value = (1 - x) ** 2 + 100 * (y - x * x) ** 2
    return float(value), np.array([2 * (x - 1) - 400 * x * (y - x * x), 200 * (y - x * x)])


class Interrupted(Exception):  # noqa: N818 - it is what happened
    pass


def stop_at(iteration: int) -> Callable[[Step], None]:
    def watch(step: Step) -> None:
        if step.iteration == iteration:
            raise Interrupted

    return watch


START = np.array([-1.2, 1.0])


class TestSearch:
    def test_each_iteration_is_reported_and_descends(self) -> None:
        seen: list[Step] = []
        monitor = ConvergenceMonitor(100, 0)
        point = optimise(bowl, START, monitor, watch=seen.append)
        np.testing.assert_allclose(point, [1, 1], atol=1e-4)
        assert seen == monitor.history
        assert [step.iteration for step in seen] == list(range(1, len(seen) + 1))
        objectives = [step.objective for step in seen]
        assert objectives == sorted(objectives, reverse=True)
        assert seen[-1].gradient_norm < 1e-3 < seen[0].gradient_norm

    def test_it_stops_when_told(self) -> None:
        monitor = ConvergenceMonitor(7, 0)
        optimise(bowl, START, monitor)
        assert monitor.iterations == 7

    @pytest.mark.parametrize("interrupted_at", [1, 5, 6, 11, 17])
    def test_a_search_taken_up_again_takes_the_very_same_steps(
        self, interrupted_at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(search, "CHECKPOINT_EVERY", 5)
        whole = ConvergenceMonitor(18, 0)
        expected = optimise(bowl, START, whole)
        path = tmp_path / "half.npz"
        with pytest.raises(Interrupted):
            optimise(
                bowl, START, ConvergenceMonitor(18, 0), checkpoint=path, identity="valley",
                watch=stop_at(interrupted_at),
            )  # fmt: skip
        assert path.exists() == (interrupted_at > 5)
        monitor = ConvergenceMonitor(18, 0)
        point = optimise(bowl, START, monitor, checkpoint=path, identity="valley")
        assert point.tobytes() == expected.tobytes()
        assert monitor.history == whole.history

    def test_a_search_that_has_ended_is_not_searched_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(search, "CHECKPOINT_EVERY", 50)
        path = tmp_path / "done.npz"
        first = ConvergenceMonitor(1000, 0)
        expected = optimise(bowl, START, first, checkpoint=path, identity="valley")
        assert not first.finished  # L-BFGS itself saw no further descent
        seen: list[Step] = []
        second = ConvergenceMonitor(1000, 0)
        point = optimise(bowl, START, second, checkpoint=path, identity="valley", watch=seen.append)
        assert seen == []
        assert point.tobytes() == expected.tobytes()
        assert second.history == first.history


class TestDescent:
    """SciPy's L-BFGS-B is the oracle."""

    @pytest.mark.parametrize("size", [1, 2, 7, 40])
    def test_it_ends_where_scipy_ends(self, size: int) -> None:
        rng = np.random.default_rng(size)
        factor = rng.normal(size=(size, size))
        matrix = factor @ factor.T + 0.1 * np.eye(size)
        centre = rng.normal(size=size)

        def hill(point: Floats) -> tuple[float, Floats]:
            apart = point - centre
            wave = np.cos(apart)
            value = 0.5 * apart @ matrix @ apart - wave.sum()
            return float(value), matrix @ apart + np.sin(apart)

        search = descend(hill, State.start(hill, np.zeros(size)))
        state = next(one for one in search if np.abs(one.gradient).max() < 1e-6)
        expected = minimize(hill, np.zeros(size), jac=True, method="L-BFGS-B", tol=1e-12)
        assert state.value == pytest.approx(expected.fun, abs=1e-8)
        np.testing.assert_allclose(state.point, expected.x, atol=1e-4)

    def test_every_step_meets_the_wolfe_conditions(self) -> None:
        before = State.start(bowl, START)
        for after in descend(bowl, before):
            move = after.point - before.point
            slope = float(move @ before.gradient)
            assert after.value <= before.value + DECREASE * slope
            if np.abs(after.gradient).max() < 1e-7:
                break
            assert abs(float(move @ after.gradient)) <= CURVATURE * abs(slope) + 1e-12
            before = after
        np.testing.assert_allclose(after.point, [1, 1], atol=1e-6)

    def test_it_ends_at_the_bottom(self) -> None:
        state = State.start(bowl, np.array([1.0, 1.0]))
        assert list(descend(bowl, state)) == []


class TestCheckpoint:
    def test_it_comes_back_as_it_was(self, tmp_path: Path) -> None:
        path = tmp_path / "half.npz"
        state = State.start(bowl, START)
        for _ in range(3):
            state = next(descend(bowl, state))
        Checkpoint(state, history(1 / 3, 0.1), "mine").save(path)
        found = Checkpoint.load(path, "mine")
        assert found.state.value == state.value
        assert found.state.evaluations == state.evaluations
        for name in ("point", "gradient", "steps", "changes"):
            kept, told = (np.array(getattr(one, name)) for one in (found.state, state))
            assert kept.tobytes() == told.tobytes(), name
        assert found.history == history(1 / 3, 0.1)

    def test_that_of_another_run_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "half.npz"
        Checkpoint(State.start(bowl, START), [], "theirs").save(path)
        with pytest.raises(ModelFileError, match="of another training run"):
            Checkpoint.load(path, "mine")

    def test_what_is_none_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "half.npz"
        Checkpoint(State.start(bowl, START), history(1.0), "mine").save(path)
        whole = path.read_bytes()
        np.save(tmp_path / "array.npy", np.zeros(3))
        np.savez(tmp_path / "arrays.npz", other=np.zeros(3))
        flipped = bytearray(whole)
        flipped[200] ^= 255
        for content in (
            b"",
            b"text",
            b"PK\x03\x04",
            whole[: len(whole) // 2],
            bytes(flipped),
            (tmp_path / "array.npy").read_bytes(),
            (tmp_path / "arrays.npz").read_bytes(),
        ):
            path.write_bytes(content)
            with pytest.raises(ModelFileError, match="delete it to start afresh"):
                Checkpoint.load(path, "mine")

    @pytest.mark.parametrize("claimed", [100 << 30, 1 << 62])
    def test_one_that_claims_more_than_it_holds_is_refused(
        self, tmp_path: Path, claimed: int
    ) -> None:
        path = tmp_path / "half.npz"
        array = BytesIO()
        shape = {"descr": "|u1", "fortran_order": False, "shape": (claimed,)}
        npy.write_array_header_1_0(array, shape)
        with ZipFile(path, "w") as archive:
            archive.writestr("head.npy", array.getvalue())
        with pytest.raises(ModelFileError, match="delete it to start afresh"):
            Checkpoint.load(path, "mine")

    def test_one_whose_arrays_are_packed_is_refused_unread(self, tmp_path: Path) -> None:
        np.savez_compressed(tmp_path / "half.npz", head=np.zeros(1 << 20, np.uint8))
        with pytest.raises(ModelFileError, match="delete it to start afresh") as caught:
            Checkpoint.load(tmp_path / "half.npz", "mine")
        assert "packed" in str(caught.value.__cause__)

    @pytest.mark.parametrize("name", ["point", "gradient", "steps", "changes"])
    def test_arrays_that_do_not_fit_are_refused(self, tmp_path: Path, name: str) -> None:
        path = tmp_path / "half.npz"
        Checkpoint(State.start(bowl, START), [], "mine").save(path)
        with np.load(path) as saved:
            arrays = dict(saved)
        arrays[name] = np.zeros((2, 5)) if name in ("steps", "changes") else np.zeros(5)
        np.savez(path, **arrays)
        with pytest.raises(ModelFileError, match="delete it to start afresh"):
            Checkpoint.load(path, "mine")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes with names")
    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(ModelFileError, match="delete it to start afresh"):
            Checkpoint.load(tmp_path / "pipe", "mine")


class TestTraining:
    """Checkpoints of the tagger itself."""

    def test_training_taken_up_again_gives_the_same_model(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(search, "CHECKPOINT_EVERY", 4)
        settings = {"window": 2, "max_iterations": 10, "tolerance": 0}
        QuantityTagger(**settings).fit(ALL).save(tmp_path / "whole.model")
        half = tmp_path / "half.npz"
        with pytest.raises(Interrupted):
            QuantityTagger(**settings, checkpoint=half, watch=stop_at(6)).fit(ALL)
        seen: list[Step] = []
        tagger = QuantityTagger(**settings, checkpoint=half, watch=seen.append).fit(ALL)
        assert [step.iteration for step in seen] == [5, 6, 7, 8, 9, 10]
        tagger.save(tmp_path / "resumed.model")
        whole, resumed = (tmp_path / f"{name}.model" for name in ("whole", "resumed"))
        assert whole.read_bytes() == resumed.read_bytes()

    @pytest.mark.parametrize(
        "other", [{"window": 1}, {"regularisation": 0.5}, {"seed": 3}, {"max_iterations": 3}]
    )
    def test_the_checkpoint_of_other_settings_or_data_is_refused(
        self, other: dict[str, object], tmp_path: Path
    ) -> None:
        half = tmp_path / "half.npz"
        settings = {"window": 2, "max_iterations": 2, "checkpoint": half}
        QuantityTagger(**settings).fit(ENGLISH[:3])
        with pytest.raises(ModelFileError, match="another training run"):
            QuantityTagger(**{**settings, **other}).fit(ENGLISH[:3])
        with pytest.raises(ModelFileError, match="another training run"):
            QuantityTagger(**settings).fit(ENGLISH[:4])


@pytest.mark.parametrize("name", ["qt", "qt-s", "qt-g"])
def test_repetitions_weigh_as_they_would_one_by_one(name: str) -> None:
    """The objective of distinct problems with their counts is that of all of them."""
    settings = Settings(name, 3, ("word", "tag"), free_unknown=False)
    told = [ENGLISH[k] for k in (0, 1, 1, 2, 2, 2)]

    def objective(records: list[Record], times: list[int] | None) -> Objective:
        problems = [read(record.text) for record in records]
        windows, facts = cut_all(problems, 3), facts_of(settings, problems)
        assignments = None
        if lattice(name).weighs_equations:
            assignments = Assignments.of(offsets(windows.counts), windows.unknown.tolist())
        encoder = Encoder.fit(settings.templates, problems, windows, facts, 2, times)
        encoded = encode(encoder, settings, problems, windows, facts, assignments)
        mean = Weights(
            np.zeros((len(encoder.tokens), len(lattice(name).token_labels))),
            np.zeros((len(encoder.quantities), 3)),
            np.zeros(len(lattice(name).structure)),
            np.zeros(codebook(settings).size),
        )
        gold = gold_indices(problems, [record.signs or () for record in records])
        counts = None if times is None else np.array(times, float)
        return Objective(lattice(name), encoded, gold, mean, STRENGTH, times=counts)

    one, other = objective(told, None), objective(list(ENGLISH[:3]), [1, 2, 3])
    assert one.size == other.size
    # Which folded column an attribute has depends on the rows; its weight and slope do not.
    step = np.random.default_rng(6).normal(size=one.size)
    there = moved(step, one, other)
    value, slope = one(step)
    expected, same = other(there)
    assert value == pytest.approx(expected, rel=1e-12)
    np.testing.assert_allclose(moved(slope, one, other), same, atol=1e-9)


def moved(vector: Floats, one: Objective, other: Objective) -> Floats:
    """A point of one objective as the other, of the same attributes, has its columns."""
    found = np.empty_like(vector)
    blocks = zip(one._split(vector), other._split(found), strict=True)
    designs = (
        (one.tokens, other.tokens),
        (one.quantities, other.quantities),
        None,
        (one.equations, other.equations),
        (one.reading_features, other.reading_features),
    )
    for (mine, theirs), design in zip(blocks, designs, strict=True):
        if design is None:
            theirs[...] = mine
        else:
            theirs[design[1].column] = mine[design[0].column]
    return found


def test_repeated_problems_are_merged_with_their_counts() -> None:
    first, second = (read(record.text) for record in ENGLISH[:2])
    problems, targets, times = once([first, second, first, first], [(1,), (1,), (1,), (-1,)])
    assert [problem.text for problem in problems] == [first.text, second.text, first.text]
    assert targets == [(1,), (1,), (-1,)]
    assert times == [2, 1, 1]


def test_equal_texts_are_read_once() -> None:
    asked: list[tuple[str, str | None]] = []

    def read_each(texts: Sequence[str], language: str | None) -> list[Problem | None]:
        asked.extend((text, language) for text in texts)
        return [None if text == "nothing" else read(text, language) for text in texts]

    first, second = ENGLISH[:2]
    known = read(second.text)
    found = problems_of([first, first.text, known, "nothing", first], "en", read_each)
    assert asked == [(first.text, "en"), ("nothing", "en")]
    assert found[0] is found[1] is found[4]
    assert found[2] is known
    assert found[3] is None
