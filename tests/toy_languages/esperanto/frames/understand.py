"""No story is understood as statements; what its verbs do is a guess."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from quantity_tagger.problem.problem import Problem
from quantity_tagger.situation.understand import Candidate, Understanding


def understand_all(problems: Sequence[Problem]) -> list[Understanding]:
    return [Understanding([_guess(problem)]) for problem in problems]


def _guess(problem: Problem) -> Candidate:
    facts = import_module("quantity_tagger.languages.esperanto.facts.analysis").describe(problem)
    told = [entry for entry in facts.quantities if entry.value is not None]
    shares = tuple([one.direction * (one.unit == facts.question.unit) for one in told])
    answer = sum(share * one.value for share, one in zip(shares, told, strict=True))
    return Candidate(shares, "balance", 2.0, answer, (), ("a guess",))
