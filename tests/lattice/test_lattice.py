"""Every lattice against brute force: all paths enumerated, scored from the definition, summed."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from oracle import OraclePath, paths
from quantity_tagger.arrays import Floats
from quantity_tagger.lattice import compared, lattice, qt_s, variants
from quantity_tagger.lattice.assignments import Assignments
from quantity_tagger.lattice.base import Lattice, mirror
from quantity_tagger.lattice.layout import Layout
from quantity_tagger.lattice.scores import Scores
from quantity_tagger.lattice.semi_markov import through
from quantity_tagger.signs import MINUS, ZERO

NAMES = (*variants(), *compared())

# Gap sizes of one problem each, one more than it has quantities: J = 1 (no tokens at all), 2, 3 and
# uneven ones as J = N gives, with adjacent quantities, one alone, x first, last, in the middle.
GAPS = {
    "J=1": [[0, 0, 0], [0, 0, 0, 0]],
    "J=2": [[1, 2, 1], [0, 2, 1, 1]],
    "J=3": [[2, 4, 2], [1, 3, 0, 2]],
    "J=N": [[3, 1, 5], [0, 0, 4, 1], [2, 0, 0]],
    "one quantity": [[2, 1], [0, 0]],
}
UNKNOWN = ("first", "middle", "last")


def random_layout(gaps: list[list[int]], unknown: str, rng: np.random.Generator) -> Layout:
    counts = [len(sizes) - 1 for sizes in gaps]
    allowed = np.ones((3, sum(counts)), bool)
    start = 0
    for n in counts:
        place = {"first": 0, "middle": n // 2, "last": n - 1}[unknown]
        allowed[ZERO, start + place] = False
        start += n
    layout = Layout.of_gaps(gaps, allowed)
    gap = layout.gap_before
    reach = rng.integers(0, 3, size=(len(gap), 2))
    middle = layout.gap_offsets[gap + 1]
    low = layout.gap_offsets[gap[layout.first]][layout.problem]
    high = layout.gap_offsets[gap[layout.last] + 2][layout.problem]
    windows = np.stack(
        [np.maximum(middle - reach[:, 0], low), np.minimum(middle + reach[:, 1], high)], axis=1
    )
    return Layout.of_gaps(gaps, allowed, windows)


def as_taken_by(model: Lattice, layout: Layout) -> Layout:
    """QT(g) takes x as − and needs the assignments it weighs."""
    if not model.weighs_equations:
        return layout
    unknown = np.flatnonzero(~layout.allowed[ZERO])
    allowed = layout.allowed.copy()
    allowed[:MINUS, unknown] = False
    assignments = Assignments.of(layout.quantity_offsets, (unknown - layout.first).tolist())
    return replace(layout, allowed=allowed, assignments=assignments)


def random_scores(
    model: Lattice, layout: Layout, rng: np.random.Generator, scale: float = 1.0
) -> Scores:
    empty = model.empty_scores(layout)
    return Scores(*(rng.normal(scale=scale, size=block.shape) for block in vars(empty).values()))


def all_paths(model: Lattice, layout: Layout) -> list[list[OraclePath]]:
    return [list(paths(model, layout, problem)) for problem in range(layout.n_problems)]


def log_sum(values: list[float]) -> float:
    top = max(values)
    return top + math.log(math.fsum(math.exp(value - top) for value in values))


def random_gold(layout: Layout, rng: np.random.Generator) -> np.ndarray:
    return np.array([rng.choice(np.flatnonzero(row)) for row in layout.allowed.T])


@pytest.fixture(params=NAMES)
def model(request: pytest.FixtureRequest) -> Lattice:
    return lattice(request.param)


@pytest.fixture(params=GAPS)
def case(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=UNKNOWN)
def layout(model: Lattice, case: str, request: pytest.FixtureRequest) -> Layout:
    drawn = random_layout(GAPS[case], request.param, np.random.default_rng(5))
    return as_taken_by(model, drawn)


@pytest.fixture
def scores(model: Lattice, layout: Layout) -> Scores:
    return random_scores(model, layout, np.random.default_rng(7))


def test_log_partition_sums_all_paths(model: Lattice, layout: Layout, scores: Scores) -> None:
    expected = [log_sum([p.value(scores) for p in found]) for found in all_paths(model, layout)]
    np.testing.assert_allclose(model.log_partition(layout, scores), expected, atol=1e-9)


def test_expected_counts_average_all_paths(model: Lattice, layout: Layout, scores: Scores) -> None:
    expected = model.empty_scores(layout)
    for found in all_paths(model, layout):
        log_z = log_sum([p.value(scores) for p in found])
        for path in found:
            share = math.exp(path.value(scores) - log_z)
            for block, at in path.features:
                getattr(expected, block)[at] += share
    log_z, counts = model.counts(layout, scores)
    np.testing.assert_allclose(log_z, model.log_partition(layout, scores), atol=1e-9)
    for block in vars(expected):
        np.testing.assert_allclose(
            getattr(counts, block), getattr(expected, block), atol=1e-9, err_msg=block
        )


def test_loss_is_the_gap_between_the_free_and_the_gold_lattice(
    model: Lattice, layout: Layout, scores: Scores
) -> None:
    gold = random_gold(layout, np.random.default_rng(3))
    expected = 0.0
    for problem, found in enumerate(all_paths(model, layout)):
        rows = slice(*layout.quantity_offsets[problem : problem + 2])
        golds = {tuple(gold[rows].tolist()), tuple(mirror(gold[rows]).tolist())}
        expected += log_sum([p.value(scores) for p in found])
        expected -= log_sum([p.value(scores) for p in found if p.signs in golds])
    value, _ = model.loss(layout, scores, gold)
    assert value == pytest.approx(expected, abs=1e-9)


def test_gradient_agrees_with_finite_differences(
    model: Lattice, layout: Layout, scores: Scores
) -> None:
    gold = random_gold(layout, np.random.default_rng(3))
    _, gradient = model.loss(layout, scores, gold)
    step = 1e-6
    for block, values in vars(scores).items():
        for at in np.ndindex(values.shape):
            sides = []
            for sign in (1, -1):
                moved = values.copy()
                moved[at] += sign * step
                changed = Scores(**{**vars(scores), block: moved})
                sides.append(model.loss(layout, changed, gold)[0])
            slope = (sides[0] - sides[1]) / (2 * step)
            assert getattr(gradient, block)[at] == pytest.approx(slope, abs=1e-6), (block, at)


def test_a_fixed_unknown_leaves_one_gold_form(model: Lattice) -> None:
    layout = random_layout(GAPS["J=2"], "last", np.random.default_rng(1))
    allowed = layout.allowed.copy()
    allowed[:, layout.last] = [[False], [False], [True]]
    layout = as_taken_by(model, replace(layout, allowed=allowed))
    scores = random_scores(model, layout, np.random.default_rng(2))
    gold = random_gold(layout, np.random.default_rng(3))
    assert (gold[layout.last] == MINUS).all()
    expected = 0.0
    for problem, found in enumerate(all_paths(model, layout)):
        rows = slice(*layout.quantity_offsets[problem : problem + 2])
        right = [p.value(scores) for p in found if p.signs == tuple(gold[rows].tolist())]
        expected += log_sum([p.value(scores) for p in found]) - log_sum(right)
    assert model.loss(layout, scores, gold)[0] == pytest.approx(expected, abs=1e-9)


def test_marginals_of_signs_and_of_span_membership(
    model: Lattice, layout: Layout, scores: Scores
) -> None:
    signs = np.zeros((3, layout.n_quantities))
    members = np.zeros((2, layout.n_tokens))
    for problem, found in enumerate(all_paths(model, layout)):
        log_z = log_sum([p.value(scores) for p in found])
        start = layout.quantity_offsets[problem]
        for path in found:
            share = math.exp(path.value(scores) - log_z)
            for k, sign in enumerate(path.signs):
                signs[sign, start + k] += share
                middle = layout.gap_offsets[layout.gap_before[start + k] + 1]
                own = layout.gap_offsets[layout.gap_before[start + k]]
                end = layout.gap_offsets[layout.gap_before[start + k] + 2]
                low, high = path.spans[k]
                members[1, max(low, own) : middle] += share
                members[0, middle : min(high, end)] += share
    found_marginals = model.marginals(layout, scores)
    np.testing.assert_allclose(found_marginals.signs, signs, atol=1e-9)
    np.testing.assert_allclose(found_marginals.members, members, atol=1e-9)


def test_viterbi_finds_the_best_path(model: Lattice, layout: Layout, scores: Scores) -> None:
    best = model.viterbi(layout, scores)
    for problem, found in enumerate(all_paths(model, layout)):
        rows = slice(*layout.quantity_offsets[problem : problem + 2])
        top = max(found, key=lambda p: p.value(scores))
        assert best.score[problem] == pytest.approx(top.value(scores), abs=1e-9)
        assert tuple(best.signs[rows].tolist()) == top.signs
        assert [tuple(span) for span in best.spans[rows].tolist()] == list(top.spans)


@pytest.mark.parametrize("k", [1, 3, 500])
def test_k_best_ranks_sign_assignments_with_spans_summed_out(
    model: Lattice, layout: Layout, scores: Scores, k: int
) -> None:
    ranked = model.k_best(layout, scores, k)
    best = model.best_signs(layout, scores)
    for problem, found in enumerate(all_paths(model, layout)):
        totals: dict[tuple[int, ...], list[float]] = {}
        for path in found:
            totals.setdefault(path.signs, []).append(path.value(scores))
        expected = sorted(((log_sum(v), y) for y, v in totals.items()), reverse=True)[:k]
        assert [y for y, _ in ranked[problem]] == [y for _, y in expected]
        np.testing.assert_allclose(
            [score for _, score in ranked[problem]], [score for score, _ in expected], atol=1e-9
        )
        rows = slice(*layout.quantity_offsets[problem : problem + 2])
        assert tuple(best[rows].tolist()) == expected[0][1]


def test_extreme_scores_neither_overflow_nor_vanish(model: Lattice, layout: Layout) -> None:
    rng = np.random.default_rng(11)
    drawn = random_scores(model, layout, rng)
    scores = Scores(*(np.where(block > 0, 700.0, -700.0) for block in vars(drawn).values()))
    gold = random_gold(layout, rng)
    with np.errstate(over="raise", invalid="raise"):
        value, gradient = model.loss(layout, scores, gold)
        log_z = model.log_partition(layout, scores)
    expected = [log_sum([p.value(scores) for p in found]) for found in all_paths(model, layout)]
    np.testing.assert_allclose(log_z, expected, rtol=1e-12)
    assert math.isfinite(value)
    assert value >= 0
    for block in vars(gradient).values():
        assert np.isfinite(block).all()


def span_sets(name: str, layout: Layout) -> list[set[tuple[tuple[int, int], ...]]]:
    return [{p.spans for p in found} for found in all_paths(lattice(name), layout)]


def test_the_semi_markov_variant_has_the_spans_of_qt_and_the_relaxed_one_more(
    layout: Layout,
) -> None:
    plain, semi, relaxed = (span_sets(name, layout) for name in ("qt", "qt-s", "qt-r"))
    assert plain == semi
    assert all(some <= more for some, more in zip(plain, relaxed, strict=True))
    if layout.n_tokens:
        assert plain != relaxed


@pytest.mark.parametrize("unknown", UNKNOWN)
def test_told_assignments_are_weighed_as_if_there_were_no_others(unknown: str) -> None:
    model, rng = lattice("qt-g"), np.random.default_rng(4)
    drawn = as_taken_by(model, random_layout([[1, 2, 0, 1]] * 2, unknown, rng))
    assert drawn.assignments is not None
    (shared,) = drawn.assignments
    some = shared.signs[::2]
    assignments = Assignments.of(drawn.quantity_offsets, [shared.unknown] * 2, {1: some})
    layout = replace(drawn, assignments=assignments)
    scores = random_scores(model, layout, rng)
    gold = np.concatenate([shared.signs[5], some[3]])
    ranked = model.k_best(layout, scores, 500)
    assert len(ranked[0]) == len(shared.signs)
    assert {y for y, _ in ranked[1]} == set(map(tuple, some.tolist()))
    log_z = model.log_partition(layout, scores)
    totals = [dict(found) for found in ranked]
    np.testing.assert_allclose(log_z, [log_sum(list(t.values())) for t in totals], atol=1e-9)
    golds = [totals[0][tuple(gold[:3].tolist())], totals[1][tuple(gold[3:].tolist())]]
    assert model.loss(layout, scores, gold)[0] == pytest.approx(sum(log_z) - sum(golds), abs=1e-9)


def test_whole_equations_need_their_assignments(layout: Layout) -> None:
    model = lattice("qt-g")
    with pytest.raises(ValueError, match="without the assignments"):
        model.log_partition(replace(layout, assignments=None), lattice("qt").empty_scores(layout))


def test_an_unknown_model_name_lists_the_known_ones() -> None:
    with pytest.raises(ValueError, match="choose one of qt, qt-fix, qt-g, qt-r, qt-s"):
        lattice("qt-x")


def many_signs(count: int, seed: int) -> tuple[Layout, Scores]:
    """A problem of so many quantities, the unknown at its end, and scores drawn by chance."""
    rng = np.random.default_rng(seed)
    layout = random_layout([[1, *[2] * (count - 1), 1]], "last", rng)
    return layout, random_scores(lattice("qt-s"), layout, rng)


class TestManySigns:
    """The search of QT(s), whose signs cannot be told apart from the cuts between them."""

    def test_the_work_grows_with_the_signs_and_not_as_a_power_of_them(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent: list[int] = []

        def counted(values: Floats, *rest: Any) -> Floats:
            sent.append(values.shape[2])
            return through(values, *rest)

        monkeypatch.setattr(qt_s, "through", counted)
        layout, scores = many_signs(120, 5)
        (ranked,) = lattice("qt-s").k_best(layout, scores, 64)
        assert len(ranked) == 64
        assert len(sent) == 120
        assert max(sent) == qt_s.PREFIXES

    @pytest.mark.parametrize("seed", range(5))
    def test_what_is_left_out_is_not_missed(
        self, monkeypatch: pytest.MonkeyPatch, seed: int
    ) -> None:
        layout, scores = many_signs(10, seed)
        model = lattice("qt-s")
        (found,) = model.k_best(layout, scores, 20)
        monkeypatch.setattr(qt_s, "PREFIXES", 3**10)  # all there are
        monkeypatch.setattr(qt_s, "WORK", 1 << 40)
        (expected,) = model.k_best(layout, scores, 20)
        assert [y for y, _ in found] == [y for y, _ in expected]


def test_a_problem_that_counts_twice_is_one_told_twice(model: Lattice) -> None:
    rng = np.random.default_rng(5)
    layout = as_taken_by(model, random_layout(GAPS["J=2"], "last", rng))
    scores = random_scores(model, layout, rng)
    gold = random_gold(layout, rng)
    value, slope = model.loss(layout, scores, gold)
    times = np.full(layout.n_problems, 3.0)
    thrice, steeper = model.loss(layout, scores, gold, times)
    assert thrice == pytest.approx(3 * value)
    for block, values in vars(slope).items():
        np.testing.assert_allclose(getattr(steeper, block), 3 * values, atol=1e-9)
