"""Numbers that a text leaves to the reader: oneself in a queue, the 7 days of a week."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from quantity_tagger import languages
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.facts import Facts, QuantityFacts
from quantity_tagger.problem.problem import Problem

_MARKS: Final = r"[,.;?!，。；？！\n]"
#: Of these two, one counts somebody whom the other does not.
_APART: Final = (
    {"ahead", "behind"},
    {"rank", "rank from behind"},
    {"ahead", "rank"},
    {"behind", "rank from behind"},
)


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
    return _part_of_known_whole(problem, facts, used) or _leaves_oneself_out(problem, used)


def _part_of_known_whole(problem: Problem, facts: Facts, used: Sequence[QuantityFacts]) -> bool:
    """As in "rained on 3 days this week; on how many did it not?"."""
    unit = facts.question.unit
    if len(used) != 1 or used[0].unit != unit:
        return False
    wholes = _known_wholes(problem.language).get(unit)
    if not wholes:
        return False
    counted = {entry.unit for entry in facts.quantities}
    return languages.get(problem.language).scope_rules.names(wholes - counted, problem)


def _leaves_oneself_out(problem: Problem, used: Sequence[QuantityFacts]) -> bool:
    """Whether somebody in a queue is counted by one number and not by another: those ahead of him
    and those behind him make all but one, his ranks from both ends one more than all.
    """
    queue = _queue(problem.language)
    text = problem.text.lower()
    if not any(word in text for word in queue.words) or not queue.named.search(text):
        return False
    if any(entry.value == 1 for entry in used):
        return False  # the one is told
    columns, question = problem.document.columns, problem.unknown.question
    begin, stop = columns.starts[question.start], columns.ends[question.stop - 1]
    asked = set(_sides(queue, text[begin:stop]))
    told: list[str] = []
    start = 0
    for end in [*(match.end() for match in queue.part_end.finditer(text[:begin])), begin]:
        if sides := _sides(queue, text[start:end]):
            told += sides
            start = end
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
def _known_wholes(language: str) -> Mapping[str, frozenset[str]]:
    """What a unit makes up: day → week."""
    wholes: dict[str, frozenset[str]] = {}
    for line in load(language, "scope")["known whole"]:
        whole, unit = line.split()
        wholes[unit] = wholes.get(unit, frozenset()) | {whole}
    return wholes
