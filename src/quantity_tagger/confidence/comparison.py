"""A number that is needed twice: what one has and how many more the other, asked for together.

With b for the one and d for the difference, both have b + (b ± d).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from quantity_tagger import languages
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.facts import Facts, QuantityFacts
from quantity_tagger.problem.problem import Problem


def needs_twice(problem: Problem, facts: Facts, used: Sequence[QuantityFacts]) -> bool:
    """Whether a used difference and what it starts from are asked for together."""
    differences = [entry for entry in used if entry.role == "difference"]
    if not differences or len(differences) == len(used) or not _asks_for_all(problem, facts):
        return False
    return not any(_asks_for_one(problem, facts, entry) for entry in differences)


def _asks_for_all(problem: Problem, facts: Facts) -> bool:
    """Whether the parts of a whole are asked for."""
    question = facts.question
    if question.kind == "difference":
        return False
    if question.joint or any(
        entry.in_question and entry.role == "groups" for entry in facts.quantities
    ):
        return True  # "they", "in the two days"
    together = _cues(problem.language, "together")
    return languages.get(problem.language).scope_rules.says(together, _asked_words(problem))


def _asks_for_one(problem: Problem, facts: Facts, difference: QuantityFacts) -> bool:
    """Whether the question names one side of the comparison and not the other."""
    question = facts.question
    if question.time and question.time in (difference.time, difference.reference):
        return True
    asked = {*_asked_words(problem), question.owner} - {""}
    first, second = languages.get(problem.language).scope_rules.sides(problem, difference)
    return bool(asked & (first - second)) != bool(asked & (second - first))


def _asked_words(problem: Problem) -> list[str]:
    asked = problem.unknown.question
    return problem.document.columns.lemmas[asked.start : asked.stop]


@cache
def _cues(language: str, section: str) -> frozenset[str]:
    return frozenset(load(language, "scope")[section])
