"""Readings as latent variables: sums against enumeration, slopes against finite differences."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from quantity_tagger.arrays import Floats
from quantity_tagger.features.readings import PLAIN, READ, Reading, Readings, readings
from quantity_tagger.lattice import lattice
from quantity_tagger.lattice.assignments import Assignments
from quantity_tagger.learning import estimator
from quantity_tagger.learning.estimator import QuantityTagger
from quantity_tagger.learning.objective import Objective
from quantity_tagger.model import bundled
from quantity_tagger.problem.beyond import Beyond, Constant
from quantity_tagger.problem.facts import CLEAR, DOUBTED, GUESSED, Facts, World
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse
from quantity_tagger.solver import Solver

TOLD = {
    "Nora had 8 brushes. She lost 3 of them. How many brushes does Nora have now?": 5,
    "Otto owns 5 mugs and Pia owns 7 mugs. How many mugs do they own together?": 12,
    "A tub held 9 eggs. A cook used 4 eggs for a pie. How many eggs are left in the tub?": 5,
    "Lea has 6 stamps. Max has 2 more stamps than Lea. How many stamps does Max have?": 8,
    "Ida has 9 shells. Jon has 4 more shells than Ida. How many shells do they have together?": 22,
    "Kim stands in a queue. 7 people are ahead of Kim and 5 people are behind Kim. "
    "How many people are in the queue?": 13,
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
        assert [one.signs for one in found] == [(1, -1, -1), (1, 1, -1)]
        assert [one.kind for one in found] == ["doubted", "guessed"]
        assert "doubt=a verb was not understood" in found[0].names
        assert all(one.names[0] == READ for one in found)

    def test_a_story_that_signs_cannot_write_is_a_reading_of_its_signs(self) -> None:
        facts = facts_with(World("stock end", (1, 1, -1), GUESSED))
        twice = Beyond("compared", (2, -1), (), CLEAR, rank=0)
        lacking = Beyond("row", (1, 1), (Constant(Fraction(1), "oneself"),), DOUBTED)
        found = list(readings(facts._replace(beyond=(twice, lacking))))
        assert [(one.signs, one.equation, one.kind) for one in found] == [
            ((1, 1, -1), PLAIN, "guessed"),
            ((1, -1, -1), 0, "clear"),
            ((1, 1, -1), 1, "lacking"),
        ]
        assert [one.is_understood for one in found] == [False, True, True]

    def test_what_costs_more_has_every_step_below(self) -> None:
        facts = facts_with(World("stock end", (1, -1, -1), GUESSED, 2.2))
        (one,) = readings(facts)
        assert [name for name in one.names if name.startswith("cost>")] == [
            f"cost>{bound}" for bound in ("0", "0.2", "0.4", "0.7", "1", "1.5", "2")
        ]


class TestPools:
    def test_those_of_one_equation_are_summed_beside_a_story_nobody_read(self) -> None:
        assignments = Assignments.of(np.array([0, 3]), [2])
        told = [
            [
                (reading((1, -1, -1), "trust=clear"), [0]),
                (reading((1, 1, -1), "trust=guessed"), [1]),
                (reading((1, -1, -1), "guess"), [2]),
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
        told = [[(reading((1, -1, -1), "trust=clear"), [0])]]
        found = Readings.of(told, Assignments.of(np.array([0, 3]), [2]))
        pooled, shares = found.pooled(np.array([2000.0]))
        assert pooled.tolist() == [2000.0]
        assert shares.tolist() == [1.0]

    def test_a_reading_of_what_is_not_weighed_is_passed_over(self) -> None:
        beam = {0: np.array([[0, 2, 2]])}
        assignments = Assignments.of(np.array([0, 3]), [2], beam)
        both = [reading(signs, "trust=clear") for signs in ((1, 1, -1), (1, -1, -1))]
        found = Readings.of([[(one, [0]) for one in both]], assignments)
        assert found.places.tolist() == [0]

    def test_what_signs_cannot_write_has_its_share_of_them(self) -> None:
        told = [
            [
                (reading((1, 1, -1), "trust=clear"), [0]),
                (reading((1, 1, -1), "beyond=clear", 1), [1]),
                (reading((1, -1, -1), "beyond=clear", 0), [2]),
            ]
        ]
        found = Readings.of(told, Assignments.of(np.array([0, 3]), [2]))
        scores = found.rows.weigh(np.array([[0.5], [-1.0], [2.0]]))[0]
        shares = found.beyond(found.pooled(scores)[1])
        assert shares == {
            0: {
                (1, 1, -1): {1: pytest.approx(np.exp(-1) / (1 + np.exp(0.5) + np.exp(-1)))},
                (1, -1, -1): {0: pytest.approx(np.exp(2) / (1 + np.exp(2)))},
            }
        }


def reading(signs: tuple[int, ...], kind: str, equation: int = PLAIN) -> Reading:
    return Reading(signs, [READ, kind], equation)


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
        told = found.equations.tolist()
        assert {0, PLAIN} <= set(told)
        right_equation = [PLAIN, PLAIN, PLAIN, PLAIN, 0, 0]
        expected = objective.regularisation * float(point @ point)
        for table, totals in lattice("qt-g").totals(objective.layout, scores):
            right = table.find(objective.gold)
            for row, total in enumerate(totals):
                ways = [(at, PLAIN, score) for at, score in enumerate(total.tolist())]
                for place, equation, score in zip(
                    places.tolist(), told, of_readings.tolist(), strict=True
                ):
                    at = place - table.place.start - row * len(total)
                    if 0 <= at < len(total) and place < table.place.stop:
                        ways.append((at, equation, total[at] + score))
                every = np.logaddexp.reduce([score for _, _, score in ways])
                its = (right[row], right_equation[table.problems[row]])
                gold = np.logaddexp.reduce([s for at, number, s in ways if (at, number) == its])
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
    found = Solver(tagger.model_).assess([read(text, "en") for text in TOLD])
    assert [one.answer for one in found] == [Fraction(answer) for answer in TOLD.values()]
    assert [one.beyond is not None for one in found] == [False] * 4 + [True] * 2
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
