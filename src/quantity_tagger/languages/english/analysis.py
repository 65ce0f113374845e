"""An English problem in, its facts out."""

from __future__ import annotations

from quantity_tagger.languages.english.facts.analysis import describe
from quantity_tagger.languages.english.frames.tree import tree_of
from quantity_tagger.languages.english.frames.understand import read_story
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem
from quantity_tagger.situation.understand import Understanding


def analyse(
    problem: Problem, understood: Understanding | None = None, *, guess: bool = True
) -> Facts:
    """What the text says of each quantity and of what is asked; beyond what is understood of the
    story nothing is guessed.
    """
    if understood is None:
        return describe(problem, read_story(problem, tree_of(problem)))
    return describe(problem, understood.story)
