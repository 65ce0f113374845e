"""Amounts in the unit that is asked for: 2 m are 200 cm where centimeters are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from quantity_tagger import languages
from quantity_tagger.languages.units import factor, shared, units
from quantity_tagger.problem.beyond import Conversion, Conversions
from quantity_tagger.problem.problem import Problem, Quantity
from quantity_tagger.situation.statements import Number

if TYPE_CHECKING:
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.situation.understand import Candidate

#: How often each quantity is added to x; below 0 where it is taken away.
Times = tuple[Number, ...]
_ONE: Final = Fraction(1)

_MARKS: Final = frozenset(",.;?!，。；？！、")

#: Money is told in its larger unit where a question names none, all else in the smaller one.
_IN_THE_LARGER = "money"


def conversions(problem: Problem, facts: Facts) -> Conversions:
    """How each quantity comes to the asked unit; empty where all that measure alike have it."""
    language = problem.language
    known = units(language)
    entries = [entry for entry in facts.quantities if entry.value is not None]
    told = [
        "" if entry.role == "date" else _unit_after(problem, quantity.token + 1, entry.unit)
        for entry, quantity in zip(entries, problem.quantities, strict=True)
    ]
    asked = facts.question.unit if problem.unknown.unit else ""
    counted = any(entry.unit in known and asked in entry.material for entry in entries)
    if len({unit for unit in (*told, asked) if unit in known}) < 2 and not (asked and counted):
        return ()
    to = _asked_for(problem)
    if asked not in known:
        if asked and facts.question.unit_kind == "count":
            return _one_by_one(problem, facts, to)
        asked = _unit_of_all(told, facts.question.unit, language)
        to = next(
            (
                _written(problem, quantity, unit)
                for quantity, unit in zip(problem.quantities, told, strict=True)
                if unit == asked
            ),
            asked,
        )
    found: list[Conversion | None] = []
    for quantity, unit in zip(problem.quantities, told, strict=True):
        each = factor(language, unit, asked)
        if each == 1 or shared(language, unit, asked) is None:
            found.append(None)
        else:
            found.append(Conversion(each, _written(problem, quantity, unit), to))
    return tuple(found) if any(found) else ()


def _one_by_one(problem: Problem, facts: Facts, to: str) -> Conversions:
    """Where things are asked for that are told by the pair or the dozen."""
    known = units(problem.language)
    entries = [entry for entry in facts.quantities if entry.value is not None]
    found: list[Conversion | None] = []
    for quantity, entry in zip(problem.quantities, entries, strict=True):
        _, size = known.get(entry.unit, {}).get("count", (0, None))
        if size is None or facts.question.unit not in entry.material:
            found.append(None)
        else:
            found.append(Conversion(size, _written(problem, quantity, entry.unit), to))
    return tuple(found) if any(found) else ()


def _unit_after(problem: Problem, after: int, unit: str) -> str:
    """The unit where two words after the number name it, as 个 and 月 do, or one that is of the
    same dimension as what seemed to be the unit.
    """
    texts = problem.document.columns.texts[after : after + 2]
    name = "".join(texts)
    if name in units(problem.language):
        return name
    return texts[0] if texts and shared(problem.language, texts[0], unit) is not None else unit


def in_one_unit(problems: Sequence[Problem], facts: Sequence[Facts]) -> list[Problem]:
    """The problems with the values of their quantities in the asked unit."""
    return [
        converted(problem, found.conversions) if found.conversions else problem
        for problem, found in zip(problems, facts, strict=True)
    ]


def converted(problem: Problem, changes: Conversions) -> Problem:
    """The problem with the values of its quantities in the asked unit."""
    return problem._replace(
        quantities=tuple(
            quantity
            if change is None or change.factor is None
            else quantity._replace(value=quantity.value * change.factor)
            for quantity, change in zip(problem.quantities, changes, strict=True)
        )
    )


def in_asked_unit(candidate: Candidate, changes: Conversions, named: bool) -> Times:
    """How often a candidate adds each quantity once that is in the asked unit. Where the question
    has not ``named`` it, the candidate may have chosen another: its smallest share is then 1.
    """
    if not changes:
        return candidate.coefficients
    factors = [_size(one) for one in changes]
    used = {each for share, each in zip(candidate.coefficients, factors, strict=True) if share}
    if len(used) == 1 and signs_of(candidate.coefficients) is not None:
        return candidate.coefficients  # all in one unit, and read without looking at it
    times = [share / each for share, each in zip(candidate.coefficients, factors, strict=True)]
    unit = _ONE if named else min((abs(share) for share in times if share), default=_ONE)
    return tuple([share / unit for share in times])


def signs_of(times: Times) -> tuple[int, ...] | None:
    """The signs where no quantity is needed more than once."""
    return tuple(map(int, times)) if all(share in (-1, 0, 1) for share in times) else None


def compounds(problem: Problem, changes: Conversions) -> list[int]:
    """The places of amounts that the next one completes: "1 hour 20 minutes" is one amount."""
    if not changes:
        return []
    columns, joins = problem.document.columns, languages.get(problem.language).sentences.last_comma
    found = []
    for place, (one, other) in enumerate(pairwise(problem.quantities)):
        between = columns.texts[one.token + 1 : other.token]
        small, large = _size(changes[place + 1]), _size(changes[place])
        if (
            len([word for word in between if word != joins.strip()]) <= 1
            and not _MARKS.intersection(between)
            and large > small
            and other.value * small < large
            and (changes[place] or changes[place + 1])
        ):
            found.append(place)
    return found


def _size(change: Conversion | None) -> Fraction:
    return _ONE if change is None or change.factor is None else change.factor


def in_its_unit(facts: Facts, changes: Conversions) -> Facts:
    """The facts with amounts of another unit as amounts of the asked one."""
    if not changes or not facts.question.unit:
        return facts
    left = iter(changes)
    entries = []
    for entry in facts.quantities:
        change = None if entry.value is None else next(left)
        if change is not None and change.factor is not None and entry.value is not None:
            entry = entry._replace(unit=facts.question.unit)
        entries.append(entry)
    return facts._replace(quantities=tuple(entries))


def _asked_for(problem: Problem) -> str:
    """The unit as the question writes it."""
    last = languages.get(problem.language).sentences.noun_last
    unit = problem.unknown.unit
    return unit[-1 if last else 0] if unit else ""


def _unit_of_all(told: list[str], last: str, language: str) -> str:
    """The unit to answer in where the question names none."""
    alike = [unit for unit in told if shared(language, unit, last) is not None] or told
    one = next((unit for unit in (last, *alike) if unit in alike and unit in units(language)), "")
    sizes = {unit: size for unit in alike if (size := factor(language, unit, one)) is not None}
    if not sizes:
        return one
    larger = any(name.startswith(_IN_THE_LARGER) for name in units(language)[one])
    return (max if larger else min)(sizes, key=lambda unit: sizes[unit])


def _written(problem: Problem, quantity: Quantity, unit: str) -> str:
    """The unit as the text writes it after the number; empty where it stands in it: 5角5分."""
    language, columns = problem.language, problem.document.columns
    after = quantity.token + 1
    if _unit_after(problem, after, "") == unit:
        return unit
    if after < len(columns.texts):
        names = columns.texts[after], columns.lemmas[after]
        if any(factor(language, name, unit) == 1 for name in names):
            return columns.texts[after]
    if unit in quantity.text:
        return ""
    return quantity.unit[-1] if quantity.unit else unit
