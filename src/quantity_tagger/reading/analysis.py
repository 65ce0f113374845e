"""The analysis room: problems in, `Facts` about their quantities and what is asked out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from quantity_tagger import languages
from quantity_tagger.problem.facts import (
    CLEAR,
    DOUBTED,
    GUESSED,
    Facts,
    Proposal,
    QuantityFacts,
    QuestionFacts,
    World,
)
from quantity_tagger.problem.pointing import echoes
from quantity_tagger.situation import stated
from quantity_tagger.situation.outline import outline
from quantity_tagger.situation.understand import SURE, Understanding

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem
    from quantity_tagger.problem.world import Statement
    from quantity_tagger.situation.understand import Candidate

__all__ = ["Facts", "QuantityFacts", "QuestionFacts", "analyse", "analyse_all", "describe"]

WORLDS: Final = 30
"""How many readings of a story are kept."""

LONGEST: Final = 1_000
"""Tokens of a text that may be a story; what is longer is described and not understood."""

_NOT_UNDERSTOOD: Final = Understanding([])


def describe(problem: Problem) -> Facts:
    """What the text says of each quantity and of what is asked; the story is not read."""
    return _with_echoes(problem, languages.get(problem.language).analyse(problem, guess=False))


def analyse(problem: Problem) -> Facts:
    """What the text says of each quantity and of what is asked, and the signs that follow."""
    return analyse_all([problem])[0]


def analyse_all(problems: Sequence[Problem]) -> list[Facts]:
    """The same for many problems, in less time than one by one."""
    found: list[Facts | None] = [None] * len(problems)
    for code in {problem.language: None for problem in problems}:
        places = [place for place, one in enumerate(problems) if one.language == code]
        stories = [place for place in places if _may_be_story(problems[place])]
        read = languages.get(code).understand_all([problems[place] for place in stories])
        understood = dict(zip(stories, read, strict=True))
        for place in places:
            found[place] = _facts(problems[place], understood.get(place, _NOT_UNDERSTOOD))
    return [one for one in found if one is not None]


def _may_be_story(problem: Problem) -> bool:
    return len(problem.document.columns.texts) <= LONGEST


def _facts(problem: Problem, understood: Understanding) -> Facts:
    language = languages.get(problem.language)
    worlds = _worlds(understood.candidates, problem.place_of_unknown)
    clear = bool(worlds) and worlds[0].trust == CLEAR
    facts = _with_echoes(problem, language.analyse(problem, guess=not clear))
    return facts.completed(
        proposals=(Proposal("world", worlds[0].signs),) if clear else (),
        worlds=worlds,
        outlines=() if understood.story is None else outline(understood.story),
    )


def _with_echoes(problem: Problem, facts: Facts) -> Facts:
    units = [quantity.unit for quantity in facts.quantities]
    del units[facts.unknown]
    tagset = languages.get(problem.language).tagset
    return facts.completed(echoes=echoes(problem, units, tagset))


def _worlds(candidates: Iterable[Candidate], unknown: int) -> tuple[World, ...]:
    """The first of the candidates that signs can write."""
    found: list[World] = []
    known: dict[int, tuple[Statement, ...]] = {}
    for one in candidates:
        signs = one.signs
        if signs is not None:
            whole = (*signs[:unknown], -1, *signs[unknown:])
            trust = _trust(one)
            told = () if trust == GUESSED else _statements(one, known)
            found.append(
                World(
                    one.schema,
                    whole,
                    trust,
                    one.cost,
                    one.words,
                    one.doubts,
                    stated.asks(one.schema),
                    told,
                )
            )
            if len(found) == WORLDS:
                break
    return tuple(found)


def _statements(
    candidate: Candidate, known: dict[int, tuple[Statement, ...]]
) -> tuple[Statement, ...]:
    """What a reading says of each quantity; readings of one story (``known``) share it."""
    story = candidate.story
    if story is None:
        return stated.of_family(candidate.used, len(candidate.coefficients))
    key = id(story)
    if key not in known:
        known[key] = stated.of_story(story)
    return known[key]


def _trust(candidate: Candidate) -> int:
    if not candidate.trusted:
        return GUESSED
    return DOUBTED if candidate.doubts or candidate.cost >= SURE else CLEAR
