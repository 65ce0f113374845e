"""What signs cannot write, however the numbers are weighed: each rule has its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from quantity_tagger import languages
from quantity_tagger.confidence.asking import asked_at, asks_nothing, holds_several_problems
from quantity_tagger.confidence.units import mixes_units
from quantity_tagger.confidence.verdict import (
    CLOCK_TIMES,
    MIXED_UNITS,
    NO_PROBLEM,
    NUMBER_TWICE,
    SEVERAL_PROBLEMS,
    SEVERAL_QUESTIONS,
    UNSAID_NUMBER,
    Code,
)
from quantity_tagger.languages.lexicon import load
from quantity_tagger.reading.comparison import needs_twice
from quantity_tagger.reading.unsaid import leaves_one_out

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem


_SIGNS_SUFFICE: Final = 0.0
"""Above these log-odds of the network signs are taken to write an equation, whatever rules say."""


def ruled(
    problem: Problem, facts: Facts, signs: Sequence[int], *, beyond: bool = False
) -> Code | None:
    """The verdict of the first rule that a problem, read with these signs, falls under; ``beyond``
    says that what signs cannot write of it is written. That something is lacking is no verdict
    where the network finds it likelier that signs write the equation.
    """
    if asks_nothing(problem, facts):
        return NO_PROBLEM
    asked = asked_at(problem)
    if holds_several_problems(problem, asked):
        return SEVERAL_PROBLEMS
    if len(asked) > 1:
        return SEVERAL_QUESTIONS
    if _asks_the_clock(problem, facts, signs):
        return CLOCK_TIMES
    if mixes_units(facts, signs, problem.language):
        return MIXED_UNITS
    if beyond or (facts.sign_odds is not None and facts.sign_odds > _SIGNS_SUFFICE):
        return None
    entries = [entry for entry in facts.quantities if entry.value is not None]
    used = [entry for entry, sign in zip(entries, signs, strict=True) if sign]
    if leaves_one_out(problem, facts, used):
        return UNSAID_NUMBER
    if needs_twice(problem, facts, used):
        return NUMBER_TWICE
    return None


def _asks_the_clock(problem: Problem, facts: Facts, signs: Sequence[int]) -> bool:
    """Whether a time of the day is asked for, or what lies between two; the hours between two full
    ones are a difference.
    """
    words = load(problem.language, "clock")
    columns, asked = problem.document.columns, problem.unknown.question
    question = problem.text[columns.starts[asked.start] : columns.ends[asked.stop - 1]].lower()
    asks_when = question.startswith(words["asked"])
    first = problem.quantities[0].text.lower()
    may_be_time = any(hint in first for hint in words["hint"])
    if not (asks_when or may_be_time or facts.question.unit_kind == "time"):
        return False
    times = languages.get(problem.language).clock_times(problem.text)
    if not times:
        return False
    if asks_when:
        return True
    if problem.quantities[0].start == times[0].start:  # there are no amounts beside them
        hours = sum(
            quantity.value * sign for quantity, sign in zip(problem.quantities, signs, strict=True)
        )
        full = all(time.hours.denominator == 1 for time in times)
        return not (full and len(times) == 2 and 0 < hours == abs(times[1].hours - times[0].hours))
    return len(times) > 1 and facts.question.unit_kind == "time"


def likeliest_signs(facts: Facts) -> Sequence[int]:
    """The signs of the likeliest world, without that of x; all plus where there is none."""
    if not facts.worlds:
        return [1] * (len(facts.quantities) - 1)
    signs = list(facts.worlds[0].signs)
    del signs[facts.unknown]
    return signs
