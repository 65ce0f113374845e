"""The analysis room: problems in, `Facts` about their quantities and what is asked out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from quantity_tagger import languages
from quantity_tagger.problem.beyond import Beyond, Constant
from quantity_tagger.problem.facts import (
    CLEAR,
    DOUBTED,
    GUESSED,
    Facts,
    QuantityFacts,
    QuestionFacts,
    World,
)
from quantity_tagger.reading.conversion import (
    Times,
    compounds,
    conversions,
    converted,
    in_asked_unit,
    in_its_unit,
    signs_of,
)
from quantity_tagger.reading.lacking import lacking
from quantity_tagger.reading.weighing import weighed
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

OFTEN: Final = 5
"""How often a number is added at most; what is needed more often is multiplied."""

LONGEST: Final = 1_000
"""Tokens of a text that may be a story; what is longer is described and not understood."""

_NOT_UNDERSTOOD: Final = Understanding([])


def describe(problem: Problem) -> Facts:
    """What the text says of each quantity and of what is asked; the story is not read."""
    return languages.get(problem.language).describe(problem, None)


def analyse(problem: Problem) -> Facts:
    """What the text says of each quantity and of what is asked, and the worlds that follow."""
    return analyse_all([problem])[0]


def analyse_all(problems: Sequence[Problem]) -> list[Facts]:
    """The same for many problems, in less time than one by one."""
    return [
        weighed(problem, facts)
        for problem, facts in zip(problems, understood_all(problems), strict=True)
    ]


def understood_all(problems: Sequence[Problem]) -> list[Facts]:
    """The same without what the network makes of it."""
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
    candidates, language = understood.candidates, languages.get(problem.language)
    plain = bool(candidates) and candidates[0].signs is not None and _trust(candidates[0]) == CLEAR
    facts = language.describe(problem, understood.story)
    changes = conversions(problem, facts)
    if changes and not plain:  # what is guessed compares sizes
        facts = language.describe(converted(problem, changes), understood.story)
    named = bool(problem.unknown.unit)
    joined = compounds(problem, changes)
    candidates = [one for one in candidates if _keeps(one, joined)]
    often = [in_asked_unit(one, changes, named) for one in candidates]
    worlds = _worlds(candidates, often, problem.place_of_unknown)
    facts = in_its_unit(facts, changes).completed(
        worlds=worlds,
        outlines=() if understood.story is None else outline(understood.story),
        conversions=changes,
    )
    beyond = _beyond(candidates, often)
    known = {(one.times, one.constants) for one in beyond}
    beyond += [one for one in lacking(problem, facts) if (one.times, one.constants) not in known]
    return facts.completed(beyond=tuple(beyond)) if beyond else facts


def _worlds(
    candidates: Iterable[Candidate], often: Iterable[Times], unknown: int
) -> tuple[World, ...]:
    """The first of the candidates that signs can write, units aside."""
    found: list[World] = []
    known: dict[int, tuple[Statement, ...]] = {}
    for one, times in zip(candidates, often, strict=True):
        signs = signs_of(times) if not one.constants else None
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


def _keeps(candidate: Candidate, compounds: Sequence[int]) -> bool:
    """Whether both numbers of an amount in two units have the same part in an equation."""
    shares = candidate.coefficients
    return all(
        (shares[at] > 0, shares[at] < 0) == (shares[at + 1] > 0, shares[at + 1] < 0)
        for at in compounds
    )


def _beyond(candidates: Sequence[Candidate], often: Sequence[Times]) -> list[Beyond]:
    """The candidates that signs cannot write and additions can."""
    found: list[Beyond] = []
    known: dict[int, tuple[Statement, ...]] = {}
    for rank, (one, times) in enumerate(zip(candidates[:WORLDS], often, strict=False)):
        whole = all(share.denominator == 1 and -OFTEN <= share <= OFTEN for share in times)
        if not whole or not (one.constants or signs_of(times) is None):
            continue
        found.append(
            Beyond(
                one.schema,
                tuple([int(share) for share in times]),
                tuple([Constant(Fraction(number), reason) for reason, number in one.constants]),
                _trust(one),
                one.cost,
                one.words,
                one.doubts,
                stated.asks(one.schema),
                () if _trust(one) == GUESSED else _statements(one, known),
                rank,
            )
        )
    return found


def _trust(candidate: Candidate) -> int:
    if not candidate.trusted:
        return GUESSED
    return DOUBTED if candidate.doubts or candidate.cost >= SURE else CLEAR
