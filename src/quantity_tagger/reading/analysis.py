"""The analysis room: a `Problem` in, `Facts` about each quantity and about the question out."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from quantity_tagger.problem.facts import Facts, QuantityFacts, QuestionFacts
from quantity_tagger.problem.pointing import echoes

if TYPE_CHECKING:
    from quantity_tagger.problem.document import Language
    from quantity_tagger.problem.problem import Problem

__all__ = ["Facts", "QuantityFacts", "QuestionFacts", "analyse"]


def analyse(problem: Problem) -> Facts:
    """What the text says of each quantity and of what is asked."""
    facts: Facts = _analyser(problem.language).analyse(problem)
    units = [quantity.unit for quantity in facts.quantities]
    del units[facts.unknown]
    return facts.completed(echoes=echoes(problem, units))


@cache
def _analyser(language: Language) -> ModuleType:
    # Imported here so that each language loads only its own word lists.
    if language == "zh":
        from quantity_tagger.languages.chinese import analysis as chinese

        return chinese
    from quantity_tagger.languages.english import analysis as english

    return english
