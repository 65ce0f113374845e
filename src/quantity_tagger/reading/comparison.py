"""A number that is needed twice: what one has and how many more the other, asked for together, or
a part that is compared with the rest.

With b for the one and d for the difference, both have b + (b ± d); with w for a whole and p for its
part, the rest is w − p, and they differ by |w − 2p|.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from quantity_tagger import languages
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.beyond import Beyond
from quantity_tagger.problem.facts import CLEAR, DOUBTED, Facts, QuantityFacts
from quantity_tagger.problem.problem import Problem

_NO_SUM: Final = frozenset(("difference", "need", "start"))
_NO_AMOUNTS: Final = frozenset(("label", "date", "groups", "difference"))

Sides = tuple[frozenset[str], frozenset[str]]


def needs_twice(problem: Problem, facts: Facts, used: Sequence[QuantityFacts]) -> bool:
    """Whether a used difference and what it starts from are asked for together."""
    if facts.question.kind in _NO_SUM and not _says(problem, "pair", _asked_words(problem)):
        return False
    entries = [entry for entry in facts.quantities if entry.value is not None]
    differences = [entry for entry in used if entry.role == "difference"]
    bases = [entry for entry in used if entry.role not in _NO_AMOUNTS]
    if not differences or not bases or _tells_the_other(entries, differences):
        return False
    if _is_understood(facts, differences) and not _asks_for_all(
        problem, facts, [*_told_last(problem), *_asked_words(problem)]
    ):
        return False
    return all(
        _asks_for_both(problem, facts, _base(bases, difference), difference)
        for difference in differences
    )


def put_twice(problem: Problem, facts: Facts, signs: Sequence[int]) -> Beyond | None:
    """The equation of all sides where each is compared with the same one, which is told."""
    entries = [entry for entry in facts.quantities if entry.value is not None]
    used = [place for place, sign in enumerate(signs) if sign]
    bases = [place for place in used if entries[place].role not in _NO_AMOUNTS]
    differences = [place for place in used if entries[place].role == "difference"]
    if len(bases) != 1 or len(used) != 1 + len(differences):
        return None
    base = entries[bases[0]]
    times = [0] * len(entries)
    times[bases[0]] = 1 + len(differences)
    starts_from = languages.get(problem.language).scope_rules.starts_from
    for place in differences:
        way = entries[place].direction
        times[place] = way if starts_from(problem, base, entries[place]) else -way
    if 0 in [times[place] for place in differences]:
        return None
    return Beyond("compared with one", tuple(times), (), DOUBTED)


def compare_with_rest(
    problem: Problem, facts: Facts, used: Sequence[QuantityFacts]
) -> Beyond | None:
    """The equation of the difference between a part and the rest, where a whole and a part are told
    and the others of it are spoken of.
    """
    entries = [entry for entry in facts.quantities if entry.value is not None]
    alike = [entry for entry in entries if entry.unit == facts.question.unit]
    own = used if len(used) == 2 else [entry for entry in used if entry in alike]
    if facts.question.kind != "difference" or len(own) != 2:
        return None
    if own[0].unit != own[1].unit and own[1].role != "part":
        return None
    if sum(entry.unit == own[0].unit for entry in entries) > 2:
        return None
    if any(entry.role == "difference" or entry.value is None for entry in own):
        return None
    if own[0].owner and own[1].owner and own[0].owner != own[1].owner:
        return None
    whole, part = sorted(own, key=lambda entry: entry.size, reverse=True)
    if whole.size == part.size or not _leaves_rest(problem):
        return None
    sign = 1 if whole.size > 2 * part.size else -1
    share = {whole.token: sign, part.token: -2 * sign}
    times = tuple(share.get(entry.token, 0) for entry in entries)
    return Beyond("part and rest", times, (), DOUBTED)


def _leaves_rest(problem: Problem) -> bool:
    """Whether the rest of a whole is spoken of and no number tells it, as in "the other 9"."""
    numbers = [quantity.token for quantity in problem.quantities]
    lemmas, asked = problem.document.columns.lemmas, problem.unknown.token
    rest = undone = False
    for clause in problem.document.clauses:
        told = [number for number in numbers if number in clause]
        words = lemmas[clause.start : min(clause.stop, asked)]
        lead = lemmas[clause.start : told[-1]] if told else []
        if _says(problem, "the rest", lead) or (told and _says(problem, "undone", words)):
            return False
        rest = rest or _says(problem, "the rest", lemmas[clause.start : clause.stop])
        undone = undone or (asked in clause and _says(problem, "undone", words))
    return rest or undone


def _is_understood(facts: Facts, differences: Sequence[QuantityFacts]) -> bool:
    """Whether a clear world tells how far two sides are apart, and so knows which is asked for."""
    first = facts.first
    if first is None or first.trust != CLEAR or isinstance(first, Beyond):
        return False
    entries = [entry for entry in facts.quantities if entry.value is not None]
    if len(first.statements) != len(entries):  # more was read than the text writes
        return False
    told = zip(entries, first.statements, strict=True)
    return all(said.tells == "difference" for entry, said in told if entry in differences)


def _tells_the_other(entries: list[QuantityFacts], differences: list[QuantityFacts]) -> bool:
    """As in "25 cups, 6 more than the 19 of Saturday"."""
    told = {entry.value for entry in entries if entry.role not in _NO_AMOUNTS}
    return any(
        value is not None and difference.value is not None and value + difference.value in told
        for difference in differences
        for value in told
    )


def _base(bases: list[QuantityFacts], difference: QuantityFacts) -> QuantityFacts:
    """What a difference starts from: the amount told last before it."""
    before = [entry for entry in bases if entry.token < difference.token]
    return before[-1] if before else bases[0]


def _asks_for_both(
    problem: Problem, facts: Facts, base: QuantityFacts, difference: QuantityFacts
) -> bool:
    """Whether the question is about both sides of the comparison: it names both, or neither and
    something that they make up.
    """
    question = facts.question
    if question.time and question.time in (difference.time, difference.reference):
        return False
    rules = languages.get(problem.language).scope_rules
    first, second = rules.sides(problem, base, difference)
    asked = _asked_words(problem)
    named = _named(problem, (first, second), [*asked, question.owner])
    if not any(named):
        asked = [*_told_last(problem), *asked]
        named = _named(problem, (first, second), asked)
    if all(named):
        return _asks_for_all(problem, facts, asked) or _says(problem, "and", asked)
    if any(named):
        return (question.joint and not (first and second)) or _says(problem, "pair", asked)
    if not (first or second):
        return False
    return (
        _asks_for_all(problem, facts, asked)
        or _says(problem, "period", asked)
        or rules.asks_for_whole(problem, facts, base, difference)
    )


def _named(problem: Problem, sides: Sides, words: Sequence[str]) -> tuple[bool, bool]:
    """Which of the sides the words name."""
    says = languages.get(problem.language).scope_rules.says
    return says(sides[0], words), says(sides[1], words)


def _asks_for_all(problem: Problem, facts: Facts, asked: Sequence[str]) -> bool:
    """Whether the parts of a whole are asked for."""
    if facts.question.joint or any(
        entry.in_question and entry.role == "groups" for entry in facts.quantities
    ):
        return True  # "they", "in the two days"
    return _says(problem, "together", asked)


def _says(problem: Problem, section: str, words: Sequence[str]) -> bool:
    """Whether one of the words is in the section of the lexicon."""
    cues = _cues(problem.language, section)
    return languages.get(problem.language).scope_rules.says(cues, words)


def _asked_words(problem: Problem) -> list[str]:
    """The words of the question, with what stands before it in its sentence and tells no number:
    "When you add both ages, what do you get?".
    """
    asked, document = problem.unknown.question, problem.document
    start = next((one.start for one in document.sentences if asked.start in one), asked.start)
    if any(start <= quantity.token < asked.start for quantity in problem.quantities):
        start = asked.start
    return document.columns.lemmas[start : asked.stop]


def _told_last(problem: Problem) -> list[str]:
    """The words of the sentence before the question where it tells no number: "Ben buys both. How
    much does he pay?".
    """
    start, columns = problem.unknown.question.start, problem.document.columns
    before = [sentence for sentence in problem.document.sentences if sentence.stop <= start]
    if not before:
        return []
    begin, end = columns.starts[before[-1].start], columns.starts[start]
    if any(begin <= quantity.start < end for quantity in problem.quantities):
        return []
    return columns.lemmas[before[-1].start : start]


@cache
def _cues(language: str, section: str) -> frozenset[str]:
    return frozenset(load(language, "scope").get(section, ()))
