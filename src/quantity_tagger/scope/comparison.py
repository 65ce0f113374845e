"""A number that is needed twice: what one has and how many more the other, asked for together.

With b for the one and d for the difference, both have b + (b ± d).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from quantity_tagger.analysis.facts import Facts, QuantityFacts
from quantity_tagger.lexicon import load
from quantity_tagger.reading.problem import Problem


def needs_twice(problem: Problem, facts: Facts, signs: Sequence[int]) -> bool:
    """Whether a used difference and what it starts from are asked for together."""
    entries = [entry for entry in facts.quantities if entry.value is not None]
    used = [entry for entry, sign in zip(entries, signs, strict=True) if sign]
    differences = [entry for entry in used if entry.role == "difference"]
    if not differences or len(differences) == len(used) or not _asks_for_all(problem, facts):
        return False
    return any(_is_among_those_asked(facts, entry) for entry in differences)


def _asks_for_all(problem: Problem, facts: Facts) -> bool:
    """Whether the parts of a whole are asked for."""
    question = facts.question
    if question.kind == "difference":
        return False
    if question.kind == "whole" or question.joint:
        return True
    if any(entry.in_question and entry.role == "groups" for entry in facts.quantities):
        return True  # "in the two days"
    asked = problem.unknown.question
    columns = problem.document.columns
    words = _together(problem.language)
    if problem.language == "zh":
        said = "".join(columns.texts[asked.start : asked.stop])
        return any(word in said for word in words)
    return not words.isdisjoint(columns.lemmas[asked.start : asked.stop])


def _is_among_those_asked(facts: Facts, difference: QuantityFacts) -> bool:
    """Whether the question takes in more than the one who has more."""
    question = facts.question
    if question.time and question.time == difference.time:
        return False
    alone = question.owner and not question.joint and question.owner == difference.owner
    others = any(
        entry.owner != difference.owner for entry in facts.quantities if entry.value is not None
    )
    return not (alone and others)


@cache
def _together(language: str) -> frozenset[str]:
    return frozenset(load(language, "scope")["together"])
