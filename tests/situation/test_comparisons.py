"""Comparisons, goals, money, lines and conditions: problems of our own, each for one mechanism."""

from __future__ import annotations

from fractions import Fraction

from quantity_tagger.languages.english.frames.understand import understand
from quantity_tagger.reading import read


def _answers(text: str) -> list[Fraction]:
    return [one.answer for one in understand(read(text, "en"))]


def test_both_equations_of_two_numbers_are_among_the_candidates() -> None:
    text = "Poppy hurdled 31 gates, Quill flummoxed 12. How many snorkels?"
    assert {Fraction(43), Fraction(19)} <= set(_answers(text))


def test_a_trusted_reading_has_guesses_behind_it() -> None:
    found = _answers("Ana had 20 pens. She lost 8 pens. How many pens does she have?")
    assert found[0] == 12 and Fraction(28) in found
