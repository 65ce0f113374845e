"""A Chinese problem in, its facts with the worlds that they suggest out."""

from __future__ import annotations

from quantity_tagger.languages.chinese.facts.analysis import describe
from quantity_tagger.languages.chinese.proposals.propose import propose
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem
from quantity_tagger.situation.understand import Understanding


def analyse(
    problem: Problem, understood: Understanding | None = None, *, guess: bool = True
) -> Facts:
    """What the text says of each quantity and of what is asked; with ``guess`` also the worlds
    that such a story suggests.
    """
    description = describe(problem)
    facts = description.facts()
    return facts.completed(worlds=propose(description)) if guess else facts
