"""No story is understood as statements: the schemas of `analysis` have to guess."""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger.problem.problem import Problem
from quantity_tagger.situation.understand import Understanding


def understand_all(problems: Sequence[Problem]) -> list[Understanding]:
    return [Understanding([]) for _ in problems]
