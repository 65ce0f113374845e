"""Whatever the toy can read is in scope."""

from __future__ import annotations

from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem


def features(problem: Problem, facts: Facts) -> list[str]:
    return ["read"]
