"""Whether a difference is real."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from problems import ENGLISH
from quantity_tagger.evaluation.cross_validation import CrossValidation
from quantity_tagger.evaluation.report import Outcome, Report
from quantity_tagger.reading import read
from quantity_tagger.reproduction.significance import difference

TEXT = "Ann had 9 pens and lost 5 pens. How many pens are left?"
RECORD = replace(ENGLISH[0], text=TEXT, answer=Fraction(4))
PROBLEM = read(TEXT, "en")


def crossed(*folds: str) -> CrossValidation:
    """A cross-validation whose problems are right (x) or wrong (.)."""
    reports = tuple(
        Report(
            tuple(
                Outcome(RECORD, PROBLEM, (1, -1), (1, -1) if mark == "x" else (1, 1))
                for mark in marks
            )
        )
        for marks in folds
    )
    n = len(folds)
    return CrossValidation(reports, tuple(range(n)), (None,) * n, ((),) * n)


def test_a_model_does_not_differ_from_itself() -> None:
    one = crossed("xx..", "x.x.")
    found = difference([one], [one])
    assert (found.mean, found.low, found.high, found.chance) == (0, 0, 0, 1)
    assert not found.real


def test_it_is_the_difference_of_the_means_of_folds_and_of_starts() -> None:
    one, other = crossed("xxxx", "xx"), crossed("x...", "x.")
    assert difference([one], [other]).mean == (0.75 + 0.5) / 2
    assert difference([one, other], [other, other]).mean == (0.75 + 0.5) / 4


def test_much_evidence_makes_it_real_and_little_does_not() -> None:
    good, bad = crossed("x" * 80, "x" * 80), crossed("x" * 60 + "." * 20, "x" * 80)
    found = difference([good], [bad])
    assert found.real
    assert 0 < found.low < found.mean < found.high
    assert not difference([crossed("xx.")], [crossed("x.x")]).real


def test_it_is_the_same_every_time_and_turns_with_its_sides() -> None:
    one, other = crossed("xxx." * 9), crossed("xx.x" * 9)
    assert difference([one], [other]) == difference([one], [other])
    assert difference([one], [other]).mean == -difference([other], [one]).mean
