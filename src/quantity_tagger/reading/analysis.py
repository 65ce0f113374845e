"""The analysis room: a `Problem` in, `Facts` about each quantity and about the question out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger import languages
from quantity_tagger.problem.facts import Facts, QuantityFacts, QuestionFacts
from quantity_tagger.problem.pointing import echoes

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

__all__ = ["Facts", "QuantityFacts", "QuestionFacts", "analyse"]


def analyse(problem: Problem) -> Facts:
    """What the text says of each quantity and of what is asked, and the signs that it suggests."""
    language = languages.get(problem.language)
    facts = language.analyse(problem)
    units = [quantity.unit for quantity in facts.quantities]
    del units[facts.unknown]
    return facts.completed(echoes=echoes(problem, units, language.tagset))
