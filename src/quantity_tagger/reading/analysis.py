"""The analysis room: a `Problem` in, `Facts` about each quantity and about the question out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from quantity_tagger import languages
from quantity_tagger.problem.facts import (
    CLEAR,
    DOUBTED,
    GUESSED,
    Facts,
    QuantityFacts,
    QuestionFacts,
    World,
)
from quantity_tagger.problem.pointing import echoes
from quantity_tagger.situation.understand import SURE

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem
    from quantity_tagger.situation.understand import Candidate

__all__ = ["Facts", "QuantityFacts", "QuestionFacts", "analyse"]


WORLDS: Final = 4
"""How many readings of a story are kept."""


def analyse(problem: Problem) -> Facts:
    """What the text says of each quantity and of what is asked, and the signs that it suggests."""
    language = languages.get(problem.language)
    facts = language.analyse(problem)
    units = [quantity.unit for quantity in facts.quantities]
    del units[facts.unknown]
    candidates = language.understand(problem)
    from quantity_tagger.situation.outline import outline

    story = (
        language.module("frames.understand").read_story(problem)
        if problem.language == "zh"
        else language.module("frames.understand").read_story(
            problem, language.module("frames.tree").parse_problem(problem)
        )
    )
    return facts.completed(
        echoes=echoes(problem, units, language.tagset),
        worlds=_worlds(candidates, facts.unknown),
        outline=tuple(map(tuple, outline(story))),
    )


def _worlds(candidates: Sequence[Candidate], unknown: int) -> tuple[World, ...]:
    """The first of the candidates that signs can write."""
    found: list[World] = []
    for one in candidates:
        signs = one.signs
        if signs is not None:
            whole = (*signs[:unknown], -1, *signs[unknown:])
            found.append(World(one.schema, whole, _trust(one), one.words))
            if len(found) == WORLDS:
                break
    return tuple(found)


def _trust(candidate: Candidate) -> int:
    if not candidate.trusted:
        return GUESSED
    return DOUBTED if candidate.doubts or candidate.cost >= SURE else CLEAR
