"""Readings as latent variables: sums against enumeration, slopes against finite differences."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from quantity_tagger.arrays import Floats
from quantity_tagger.features.readings import READ, Readings, kind_of, readings
from quantity_tagger.lattice import lattice
from quantity_tagger.lattice.assignments import Assignments
from quantity_tagger.learning import estimator
from quantity_tagger.learning.estimator import QuantityTagger
from quantity_tagger.learning.objective import Objective
from quantity_tagger.model import bundled
from quantity_tagger.problem.facts import CLEAR, DOUBTED, GUESSED, Facts, World
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse

TOLD = {
    "Nora had 8 brushes. She lost 3 of them. How many brushes does Nora have now?": 5,
    "Otto owns 5 mugs and Pia owns 7 mugs. How many mugs do they own together?": 12,
    "A tub held 9 eggs. A cook used 4 eggs for a pie. How many eggs are left in the tub?": 5,
    "Lea has 6 stamps. Max has 2 more stamps than Lea. How many stamps does Max have?": 8,
}


@pytest.fixture(scope="module")
def objective() -> Objective:
    """That of a tagger which learns from the problems above."""
    kept: list[Objective] = []

    def search(goal: Objective, start: Floats, *_: object, **__: object) -> Floats:
        kept.append(goal)
        return start

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(estimator, "optimise", search)
        QuantityTagger("qt-g", 3, language="en").fit(list(TOLD), list(TOLD.values()))
    return kept[0]


def facts_with(*worlds: World) -> Facts:
    return analyse(read(next(iter(TOLD))))._replace(worlds=worlds)


class TestReadings:
    def test_each_world_is_a_reading(self) -> None:
        facts = facts_with(
            World("stock end", (1, -1, -1), DOUBTED, 0.4, (), ("a verb was not understood",)),
            World("sum?", (1, 1, -1), GUESSED, 2.0, (), ("a guess",)),
        )
        found = list(readings(facts))
        assert [signs for signs, _ in found] == [(1, -1, -1), (1, 1, -1)]
        assert [kind_of(names) for _, names in found] == ["doubted", "guessed"]
        assert "doubt=a verb was not understood" in found[0][1]
        assert all(names[0] == READ for _, names in found)

    def test_what_costs_more_has_every_step_below(self) -> None:
        facts = facts_with(World("stock end", (1, -1, -1), GUESSED, 2.2))
        ((_, names),) = readings(facts)
        assert [name for name in names if name.startswith("cost>")] == [
            f"cost>{bound}" for bound in ("0", "0.2", "0.4", "0.7", "1", "1.5", "2")
        ]


class TestPools:
    def test_those_of_one_equation_are_summed_beside_a_story_nobody_read(self) -> None:
        assignments = Assignments.of(np.array([0, 3]), [2])
        told = [
            [
                ((1, -1, -1), [0], True),
                ((1, 1, -1), [1], False),
                ((1, -1, -1), [2], False),
            ]
        ]
        found = Readings.of(told, assignments)
        scores = found.rows.weigh(np.array([[0.5], [-1.0], [2.0]]))[0]
        pooled, shares = found.pooled(scores)
        by_place = dict(zip(found.places.tolist(), pooled.tolist(), strict=True))
        minus, plus = (assignments.place_of(0, signs) for signs in ((1, -1, -1), (1, 1, -1)))
        assert found.understood.tolist() == [minus]
        assert by_place == pytest.approx(
            {
                minus: np.log(1 + np.exp(0.5) + np.exp(2.0)),
                plus: np.log(1 + np.exp(-1.0)),
            }
        )
        whole = np.exp(scores) / np.exp(found.each(_spread(found, pooled, assignments.size)))
        np.testing.assert_allclose(shares, whole)

    def test_large_scores_do_not_overflow(self) -> None:
        found = Readings.of([[((1, -1, -1), [0], True)]], Assignments.of(np.array([0, 3]), [2]))
        pooled, shares = found.pooled(np.array([2000.0]))
        assert pooled.tolist() == [2000.0]
        assert shares.tolist() == [1.0]

    def test_a_reading_of_what_is_not_weighed_is_passed_over(self) -> None:
        beam = {0: np.array([[0, 2, 2]])}
        assignments = Assignments.of(np.array([0, 3]), [2], beam)
        found = Readings.of([[((1, 1, -1), [0], True), ((1, -1, -1), [0], True)]], assignments)
        assert found.places.tolist() == [0]


def _spread(found: Readings, pooled: Floats, size: int) -> Floats:
    spread = np.zeros(size)
    spread[found.places] = pooled
    return spread


class TestObjective:
    def test_it_sums_over_signs_spans_and_readings(self, objective: Objective) -> None:
        """The definition, reading by reading: each of them, or none, explains an assignment."""
        point = np.random.default_rng(3).normal(size=objective.size) * 0.4
        value, _ = objective(point)
        found = objective.readings
        assert found is not None
        blocks = objective._split(point)
        tokens, quantities, structure, equations, weights = blocks
        scores = objective.base.__class__(
            objective.base.tokens + (objective.tokens.matrix @ tokens).T,
            objective.base.quantities + (objective.quantities.matrix @ quantities).T,
            objective.base.structure + structure,
            objective.base.equations + objective.equations.matrix @ equations,
        )
        of_readings = objective.base_of_readings + objective.reading_features.matrix @ weights
        places = found.each(np.arange(len(scores.equations), dtype=float)).astype(int)
        expected = objective.regularisation * float(point @ point)
        for table, totals in lattice("qt-g").totals(objective.layout, scores):
            right = table.find(objective.gold)
            for row, total in enumerate(totals):
                ways: list[tuple[int, float]] = list(enumerate(total.tolist()))
                for place, score in zip(places.tolist(), of_readings.tolist(), strict=True):
                    at = place - table.place.start - row * len(total)
                    if 0 <= at < len(total) and place < table.place.stop:
                        ways.append((at, total[at] + score))
                every = np.logaddexp.reduce([score for _, score in ways])
                gold = np.logaddexp.reduce([s for at, s in ways if at == right[row]])
                expected += float(every - gold)
        assert value == pytest.approx(expected, rel=1e-10)

    def test_its_gradient_agrees_with_finite_differences(self, objective: Objective) -> None:
        rng = np.random.default_rng(4)
        point = rng.normal(size=objective.size) * 0.4
        _, gradient = objective(point)
        of_readings = len(objective._split(point)[4])
        assert of_readings > 5
        some = [*range(objective.size - of_readings, objective.size), *rng.integers(0, 500, 20)]
        for at in some:
            step = np.zeros(objective.size)
            step[at] = 1e-5
            slope = (objective(point + step)[0] - objective(point - step)[0]) / 2e-5
            assert gradient[at] == pytest.approx(slope, rel=1e-4, abs=1e-5)


def test_what_is_learnt_is_used() -> None:
    tagger = QuantityTagger("qt-g", 3, language="en").fit(list(TOLD), list(TOLD.values()))
    assert tagger.predict(list(TOLD)).tolist() == [Fraction(answer) for answer in TOLD.values()]
    assert any(name.startswith("readings:") for name, _, _ in tagger.model_.weights())


def test_an_understood_story_may_end_below_zero() -> None:
    """The rules that hold at large give way to it; a guess at a story does not overrule them."""
    told = "At noon it was 4 degrees. Then the temperature fell by 9 degrees. What was it at night?"
    problem = read(told, "en")
    model = bundled.load("en")
    facts = analyse(problem)
    for trust, negative in ((CLEAR, True), (GUESSED, False)):
        world = World("stock end", (1, -1, -1), trust)
        (tagging,) = model.tag([problem], [facts._replace(worlds=(world,))])
        assert ((1, -1) in dict(tagging.candidates)) is negative
