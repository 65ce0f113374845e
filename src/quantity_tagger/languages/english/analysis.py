"""An English problem in, its facts with the signs that they suggest out."""

from __future__ import annotations

from quantity_tagger.languages.english.facts.analysis import describe
from quantity_tagger.languages.english.proposals.propose import propose
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem


def analyse(problem: Problem, *, guess: bool = True) -> Facts:
    """What the text says of each quantity and of what is asked; with ``guess`` also the signs that
    such a story suggests.
    """
    facts = describe(problem)
    return facts.completed(proposals=propose(problem, facts)) if guess else facts
