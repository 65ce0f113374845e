"""What the rules of scope ask of the toy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from quantity_tagger.problem.facts import Facts, QuantityFacts
from quantity_tagger.problem.problem import Problem

RANK = r"\d+a\b"
NUMBER = r"\d|\bkiom\b"


def pattern(words: Iterable[str]) -> str:
    return rf"\b(?:{'|'.join(map(re.escape, words))})\b"


def asked_at(problem: Problem) -> list[int]:
    return [token.start for token in problem.tokens if token.lemma == "kiom"]


def asks_nothing(problem: Problem, facts: Facts) -> bool:
    return False


def sides(
    problem: Problem, base: QuantityFacts, difference: QuantityFacts
) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(), frozenset()


def starts_from(problem: Problem, base: QuantityFacts, difference: QuantityFacts) -> bool:
    return True


def asks_for_whole(
    problem: Problem, facts: Facts, base: QuantityFacts, difference: QuantityFacts
) -> bool:
    return False


def says(cues: frozenset[str], words: Sequence[str]) -> bool:
    return not cues.isdisjoint(words)


def names(things: frozenset[str], problem: Problem) -> bool:
    return says(things, problem.document.columns.lemmas)
