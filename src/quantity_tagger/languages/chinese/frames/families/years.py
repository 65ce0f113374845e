"""Years and hours in Chinese: built in one, so many later, born, of what age; from 8时 to 15时."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from quantity_tagger.languages.chinese.frames.families.arithmetic import marked
from quantity_tagger.languages.chinese.frames.mention import Word
from quantity_tagger.languages.chinese.frames.words import words as listed
from quantity_tagger.languages.chinese.non_amounts import clock_times
from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, World
from quantity_tagger.situation.understand import Candidate

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

_FIRST, _LAST = 1000, 2100


def read_years(problem: Problem, words: Sequence[Word]) -> Candidate | None:
    """A year from a year and a span, or the span between two years."""
    text = marked(problem)
    numbers = [(int(n), after) for n, after in re.findall(r"\{(\d+)\}(年|周年|周?岁)", text)]
    values = tuple([quantity.value for quantity in problem.quantities])
    years = [n for n, after in numbers if after == "年" and _FIRST < values[n] < _LAST]
    spans = [n for n, _ in numbers if n not in years]
    clauses = re.split("[，。；！,;!．]", text.rstrip("?？.．。"))
    question = next((clause for clause in clauses if "{x}" in clause), clauses[-1])
    if not years or re.search("|".join(listed("years", "other")), text):
        return None
    word = problem.tokens[problem.unknown.token].text  # 哪一年
    asks_year = word.endswith("年") or re.search("|".join(listed("years", "asked")), question)
    world = World()
    form: Form = {"asked": Fraction(1)}
    if asks_year and len(years) == 1 and len(spans) == 1:
        told = question + _around(clauses, spans[0])
        later = re.search("|".join(listed("years", "later")), told)
        earlier = re.search("|".join(listed("years", "earlier")), told)
        born = re.search("|".join(listed("years", "born")), question)
        older = re.search(r"(?P<one>[^，。]{1,6})比(?P<other>[^，。]{1,6})大\{", text)
        if older and older["other"] in question and older["one"] not in question:
            later = older  # 外婆比妈妈大27岁: the mother is born after her
        sign = 1 if later or not (earlier or born) else -1
        world.say(form, Given({years[0]: Fraction(1), spans[0]: Fraction(sign)}), "years")
        return answer(world, values, form, "years")
    if not asks_year and len(years) == 2 and not spans:
        one, other = sorted(years, key=lambda n: values[n])
        world.say(form, Given({other: Fraction(1), one: Fraction(-1)}), "years")
        return answer(world, values, form, "years")
    return None


def read_hours(problem: Problem, words: Sequence[Word]) -> Candidate | None:
    """The hours between two times of one day, the later told last: 上午8时开门，下午5时关门."""
    times = clock_times(problem.text)
    starts = [quantity.start for quantity in problem.quantities]
    if len(starts) != 2 or [time.start for time in times] != starts:
        return None
    if listed("years", "hours").isdisjoint(problem.unknown.unit):
        return None
    values = tuple([quantity.value for quantity in problem.quantities])
    if values != (times[0].hours, times[1].hours) or values[0] >= values[1]:
        return None
    world = World()
    form: Form = {"asked": Fraction(1)}
    world.say(form, Given({1: Fraction(1), 0: Fraction(-1)}), "years")
    return answer(world, values, form, "hours")


def _around(clauses: list[str], number: int) -> str:
    return next((clause for clause in clauses if f"{{{number}}}" in clause), "")
