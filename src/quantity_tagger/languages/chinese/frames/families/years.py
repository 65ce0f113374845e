"""Years and hours in Chinese: built in one, so many later, born, of what age; from 8时 to 15时."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.arithmetic import marked
from quantity_tagger.languages.chinese.frames.mention import Word
from quantity_tagger.languages.chinese.frames.words import any_of
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.languages.chinese.non_amounts import clock_times
from quantity_tagger.situation.direct import signed_sum
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

_FIRST, _LAST = 1000, 2100


def read_years(problem: Problem, words: Sequence[Word]) -> Candidate | None:
    """A year from a year and a span, or the span between two years."""
    text = marked(problem)
    numbers = [(int(n), after) for n, after in re.findall(r"\{(\d+)\}(年|周年|周?岁)", text)]
    values = problem.values
    years = [n for n, after in numbers if after == "年" and _FIRST < values[n] < _LAST]
    spans = [n for n, _ in numbers if n not in years]
    clauses = re.split("[，。；！,;!．]", text.rstrip("?？.．。"))
    question = next((clause for clause in clauses if "{x}" in clause), clauses[-1])
    if not years or any_of("years", "other").search(text):
        return None
    word = problem.tokens[problem.unknown.token].text  # 哪一年
    asks_year = word.endswith("年") or any_of("years", "asked").search(question)
    if asks_year and len(years) == 1 and len(spans) == 1:
        told = question + _around(clauses, spans[0])
        later = any_of("years", "later").search(told)
        earlier = any_of("years", "earlier").search(told)
        born = any_of("years", "born").search(question)
        older = re.search(r"(?P<one>[^，。]{1,6})比(?P<other>[^，。]{1,6})大\{", text)
        if older and older["other"] in question and older["one"] not in question:
            later = older  # 外婆比妈妈大27岁: the mother is born after her
        sign = 1 if later or not (earlier or born) else -1
        return signed_sum({years[0]: 1, spans[0]: sign}, values, "years", "years")
    if not asks_year and len(years) == 2 and not spans:
        one, other = sorted(years, key=lambda n: values[n])
        return signed_sum({other: 1, one: -1}, values, "years", "years")
    return None


def read_hours(problem: Problem, words: Sequence[Word]) -> Candidate | None:
    """The hours between two times of one day, the later told last: 上午8时开门，下午5时关门."""
    times = clock_times(problem.text)
    starts = [quantity.start for quantity in problem.quantities]
    if len(starts) != 2 or [time.start for time in times] != starts:
        return None
    if listed("years", "hours").isdisjoint(problem.unknown.unit):
        return None
    values = problem.values
    if values != (times[0].hours, times[1].hours) or values[0] >= values[1]:
        return None
    return signed_sum({1: 1, 0: -1}, values, "hours", "years")


def _around(clauses: list[str], number: int) -> str:
    return next((clause for clause in clauses if f"{{{number}}}" in clause), "")
