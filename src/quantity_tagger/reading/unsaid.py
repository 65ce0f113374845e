"""Numbers that a text leaves to the reader: oneself in a queue, the 7 days of a week."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from quantity_tagger import languages
from quantity_tagger.languages.lexicon import load
from quantity_tagger.languages.units import factor, units
from quantity_tagger.problem.beyond import Beyond, Constant
from quantity_tagger.problem.facts import DOUBTED, Facts, QuantityFacts
from quantity_tagger.problem.problem import Problem
from quantity_tagger.situation.families.ranks import Part, row

_MARKS: Final = r"[,.;?!，。；？！\n]"
#: Of these two, one counts somebody whom the other does not.
_APART: Final = (
    {"ahead", "behind"},
    {"rank", "rank from behind"},
    {"ahead", "rank"},
    {"behind", "rank from behind"},
)


_PARTS: Final[Mapping[str, Part]] = {
    "ahead": "before",
    "behind": "behind",
    "rank": "rank",
    "rank from behind": "rank from the end",
}


class _Queue(NamedTuple):
    """What finds, in a text in lower case, the words about people one behind the other."""

    number: re.Pattern[str]
    words: tuple[str, ...]
    named: re.Pattern[str]
    part_end: re.Pattern[str]
    ahead: re.Pattern[str]
    behind: re.Pattern[str]
    rank: re.Pattern[str]
    from_behind: re.Pattern[str]
    between: re.Pattern[str]
    aside: re.Pattern[str]


def leaves_one_out(problem: Problem, facts: Facts, used: Sequence[QuantityFacts]) -> bool:
    """Whether the answer needs a number that everybody knows and the text does not say."""
    return (
        _part_of_known_whole(problem, facts, used)
        or _leaves_oneself_out(problem, used)
        or _leaves_company_out(problem)
        or _one_unit(problem, facts, used) is not None
        or _between_numbered(problem, facts) is not None
    )


def _part_of_known_whole(problem: Problem, facts: Facts, used: Sequence[QuantityFacts]) -> bool:
    """As in "rained on 3 days this week; on how many did it not?"."""
    return _known_whole(problem, facts, used) is not None


def _known_whole(problem: Problem, facts: Facts, used: Sequence[QuantityFacts]) -> Constant | None:
    """What everybody knows the whole to have, of which the one number that is used is a part, or
    all of them where it is asked what remains.
    """
    unit, parts = facts.question.unit, [entry.value or Fraction() for entry in used]
    several = len(used) > 1 and facts.question.kind == "remainder"
    if not (len(used) == 1 or several) or {entry.unit for entry in used} != {unit}:
        return None
    if facts.question.kind == "whole" or (not several and _goes_on(problem)):
        return None
    names = languages.get(problem.language).scope_rules.names
    counted = {entry.unit for entry in facts.quantities}
    for whole, known in _known_wholes(problem.language).get(unit, {}).items():
        if (
            0 < sum(parts) < known.value
            and whole not in counted
            and names(frozenset([whole]), problem)
        ):
            return known
    return None


def put_in(problem: Problem, facts: Facts, signs: Sequence[int]) -> Beyond | None:
    """The number that goes unsaid put in, where it is plain which it is."""
    entries = [entry for entry in facts.quantities if entry.value is not None]
    used = [entry for entry, sign in zip(entries, signs, strict=True) if sign]
    known = _known_whole(problem, facts, used)
    if known is not None:
        times = tuple([-1 if sign else 0 for sign in signs])
        return Beyond("known whole", times, (known,), DOUBTED)
    between = _between_numbered(problem, facts)
    if between is not None:
        return between
    one_unit = _one_unit(problem, facts, used)
    if one_unit is not None:
        way = 1 if facts.question.kind == "whole" or _goes_on(problem) else -1
        return Beyond("one unit", (way,), (one_unit,), DOUBTED)
    if _leaves_company_out(problem):
        one = Constant(Fraction(1), "in company")
        return Beyond("company", (1,) * len(signs), (one,), DOUBTED)
    return _with_oneself(problem)


def _one_unit(problem: Problem, facts: Facts, used: Sequence[QuantityFacts]) -> Constant | None:
    """One of a larger unit than what is asked for, told without a number beside the only number:
    "pays with a dollar", "lasts an hour".
    """
    language = problem.language
    if len(problem.quantities) != 1 or len(used) != 1:
        return None
    asked = used[0].unit
    if facts.question.unit != asked and facts.question.unit in units(language):
        return None
    columns, articles = problem.document.columns, load(language, "scope")["one of"]
    for place in range(1, len(columns.texts)):
        if columns.lemmas[place - 1] not in articles:
            continue
        size = factor(language, columns.lemmas[place], asked)
        if size is not None and size > 1 and (used[0].value or 0) < size:
            return Constant(size, f"said:{' '.join(columns.texts[place - 1 : place + 1])}")
    return None


def _between_numbered(problem: Problem, facts: Facts) -> Beyond | None:
    """Those between two that are told by their numbers: "seat 7 and seat 20"."""
    lemmas, (text, begin, stop) = problem.document.columns.lemmas, _parted(problem)
    numbered = [lemmas[one.token - 1] for one in problem.quantities if one.token]
    unit = facts.question.unit
    if len(problem.quantities) != 2 or numbered != [unit] * 2 or unit in units(problem.language):
        return None
    if not _queue(problem.language).between.search(text[begin:stop]):
        return None
    return _apart(problem)


def _apart(problem: Problem) -> Beyond:
    """What lies between two ranks, which count neither of them."""
    first, second = (quantity.value for quantity in problem.quantities)
    times = (-1, 1) if first < second else (1, -1)
    return Beyond("row", times, (Constant(Fraction(-1), "a rank"),), DOUBTED)


def _goes_on(problem: Problem) -> bool:
    """As in "one week and 4 days": whether the only number goes on one of a larger unit."""
    place, lemmas = problem.quantities[0].token, problem.document.columns.lemmas
    sections = load(problem.language, "scope")
    near = range(max(0, place - 4), place - 2)
    return lemmas[place - 1] in sections["and"] and any(
        lemmas[at] in sections["one of"] and lemmas[place - 2] not in sections["one of"]
        for at in near
    )


def _leaves_company_out(problem: Problem) -> bool:
    """Whether all numbers count those whom somebody is with, and the question asks for all: "Mike
    and his 4 friends", "has 2 brothers and 3 sisters".
    """
    text, begin, stop = _parted(problem)
    if any(quantity.start >= begin for quantity in problem.quantities):
        return False
    if _queue(problem.language).aside.search(text):
        return False
    for counted, asked, most in _company(problem.language):
        found = {n for match in counted.finditer(text[:begin]) for n in range(*match.span())}
        if all(one.start in found for one in problem.quantities) and asked.search(text[begin:stop]):
            return len(problem.quantities) <= most
    return False


@cache
def _company(language: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str], int], ...]:
    """What finds those counted with the words that say whose company they are, and the question;
    and how many numbers there may be.
    """
    sections = load(language, "scope")
    rules = languages.get(language).scope_rules

    def one_of(section: str) -> str:
        return f"(?:{rules.pattern(sections[section])})"

    few = r"[^,.;?!，。；？！]{0,12}?"
    return (
        (
            re.compile(rf"{one_of('company')}\s?(?:{rules.NUMBER}){few}{one_of('companions')}"),
            re.compile(one_of("company asked")),
            1,
        ),
        (
            re.compile(rf"(?:{rules.NUMBER}){few}{one_of('companions')}\s?{one_of('leader')}"),
            re.compile(one_of("company asked")),
            1,
        ),
        (
            re.compile(rf"(?:{rules.NUMBER}){few}{one_of('siblings')}"),
            re.compile(one_of("siblings asked")),
            2,
        ),
    )


def _with_oneself(problem: Problem) -> Beyond | None:
    """A row whose parts are told, with the one who stands in it."""
    queue = _queue(problem.language)
    text, begin, stop = _parted(problem)
    if queue.between.search(text[begin:stop]):
        return _between(problem, queue, text, begin)
    numbers = [n for n, quantity in enumerate(problem.quantities) if quantity.start < begin]
    told: dict[Part, int] = {}
    for sides, start, end in _told_sides(queue, text, begin):
        here = [n for n in numbers if start <= problem.quantities[n].start < end]
        if len(here) != len(sides):
            return None
        for side, number in zip(sides, here, strict=True):
            if _PARTS[side] in told:
                return None
            told[_PARTS[side]] = number
    left = [n for n in numbers if n not in told.values()]
    if len(left) > 1 or not told:
        return None
    asked = [_PARTS[side] for side in _sides(queue, text[begin:stop])]
    if left and not asked:
        return None
    told |= {"all": left[0]} if left else {}
    values = tuple([quantity.value for quantity in problem.quantities])
    found = row(told, asked[0] if asked else "all", values)
    if found is None or found.doubts or not found.constants:
        return None
    times = tuple([int(share) for share in found.coefficients])
    constants = tuple([Constant(Fraction(number), reason) for reason, number in found.constants])
    return Beyond(found.schema, times, constants, DOUBTED)


def _between(problem: Problem, queue: _Queue, text: str, begin: int) -> Beyond | None:
    """Those who stand between two ranks."""
    told = [side for sides, _, _ in _told_sides(queue, text, begin) for side in sides]
    if len(problem.quantities) != 2 or len(told) != 2 or told[0] != told[1]:
        return None
    return _apart(problem)


def _parted(problem: Problem) -> tuple[str, int, int]:
    """The text in lower case, and where its question begins and ends."""
    columns, question = problem.document.columns, problem.unknown.question
    begin, stop = columns.starts[question.start], columns.ends[question.stop - 1]
    return problem.text.lower(), begin, stop


def _told_sides(queue: _Queue, text: str, begin: int) -> Iterator[tuple[list[str], int, int]]:
    """What the numbers before the question are about, part by part, each with where it stands."""
    start = 0
    for end in [*(match.end() for match in queue.part_end.finditer(text[:begin])), begin]:
        if sides := _sides(queue, text[start:end]):
            yield sides, start, end
            start = end


def _leaves_oneself_out(problem: Problem, used: Sequence[QuantityFacts]) -> bool:
    """Whether somebody in a queue is counted by one number and not by another: those ahead of him
    and those behind him make all but one, his ranks from both ends one more than all.
    """
    queue = _queue(problem.language)
    text, begin, stop = _parted(problem)
    if not any(word in text for word in queue.words) or not queue.named.search(text):
        return False
    if any(entry.value == 1 for entry in used):
        return False  # the one is told
    asked = set(_sides(queue, text[begin:stop]))
    told = [side for sides, _, _ in _told_sides(queue, text, begin) for side in sides]
    if queue.between.search(text[begin:stop]):
        return told.count("rank") > 1 or told.count("rank from behind") > 1
    if queue.aside.search(text) or asked & set(told):
        return False
    return any(pair <= asked.union(told) for pair in _APART)


def _sides(queue: _Queue, part: str) -> list[str]:
    """What the numbers in a part of a sentence are about, asked ones too."""
    if not queue.number.search(part):
        return []
    rank = "rank from behind" if queue.from_behind.search(part) else "rank"
    found = [rank for _ in queue.rank.finditer(part)]
    if not found:
        found += ["ahead"] if queue.ahead.search(part) else []
        found += ["behind"] if queue.behind.search(part) else []
    return found


@cache
def _queue(language: str) -> _Queue:
    sections = load(language, "scope")
    rules = languages.get(language).scope_rules

    def any_of(section: str) -> re.Pattern[str]:
        return re.compile(rules.pattern(sections[section]))

    return _Queue(
        number=re.compile(rules.NUMBER),
        words=sections["queue"],
        named=any_of("queue"),
        part_end=re.compile(f"{_MARKS}|{any_of('part ends').pattern}"),
        ahead=any_of("ahead"),
        behind=any_of("behind"),
        rank=re.compile(rules.RANK),
        from_behind=any_of("from behind"),
        between=any_of("between"),
        aside=any_of("not counted"),
    )


@cache
def _known_wholes(language: str) -> Mapping[str, Mapping[str, Constant]]:
    """What a unit makes up, and how many of it: day → week, 7."""
    wholes: dict[str, dict[str, Constant]] = {}
    for line in load(language, "scope")["known whole"]:
        whole, unit, size, said = line.split(maxsplit=3)
        wholes.setdefault(unit, {})[whole] = Constant(Fraction(size), f"said:{said}")
    return wholes
