"""An English problem in, its facts out."""

from __future__ import annotations

from quantity_tagger.languages.english.facts.analysis import describe
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem


def analyse(problem: Problem, *, guess: bool = True) -> Facts:
    """What the text says of each quantity and of what is asked; beyond what is understood of the
    story nothing is guessed.
    """
    return describe(problem)
