"""Sums and differences that are spoken as such: "What is 5 plus 3?", "Subtract 8 from 27"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.problem import Problem, Quantity
from quantity_tagger.situation.direct import answer
from quantity_tagger.situation.statements import Form, Given, World
from quantity_tagger.situation.understand import Candidate

_JOINTS: Final = frozenset((",", "and", ", and", "to", "with"))


Signs = dict[int, int]
"""The signs of quantities, by their places."""


class _Phrases(NamedTuple):
    opening: re.Pattern[str]
    between: dict[str, tuple[int, int]]  # signs of the first and the second number
    sums: frozenset[str]
    differences: frozenset[str]
    subtractions: frozenset[str]


def spoken(problem: Problem) -> Candidate | None:
    """What a text comes to that is nothing but one expression."""
    signs = _expression(problem.document.columns.lemmas, problem.quantities)
    if signs is None:
        return None
    form: Form = {"asked": 1}
    world = World()
    world.say(form, Given(signs), "expression")
    values = [quantity.value for quantity in problem.quantities]
    return answer(world, values, form, "expression", signed=True)


def _expression(lemmas: Sequence[str], quantities: Sequence[Quantity]) -> Signs | None:
    """The sign of each quantity, by its place among them, where the text is nothing but one
    expression.
    """
    if len(quantities) < 2:
        return None
    places = [quantity.token for quantity in quantities]
    phrases = _phrases()
    before = phrases.opening.sub("", " ".join(lemmas[: places[0]])).strip()
    after = [lemma for lemma in lemmas[places[-1] + 1 :] if lemma.isalnum()]
    if after and after != ["be"]:
        return None
    between = [" ".join(lemmas[first + 1 : second]) for first, second in pairwise(places)]
    return _prefixed(phrases, before, between, quantities) if before else _infix(phrases, between)


def _prefixed(
    phrases: _Phrases, before: str, between: list[str], quantities: Sequence[Quantity]
) -> Signs | None:
    """As in "the sum of 4 and 5", "the difference between 9 and 3", "subtract 8 from 27"."""
    if before in phrases.subtractions and between == ["from"]:
        return {0: -1, 1: 1}
    if not _JOINTS.issuperset(between):
        return None
    if before in phrases.sums:
        return dict.fromkeys(range(len(quantities)), 1)
    if before in phrases.differences and len(quantities) == 2:
        larger = 0 if quantities[0].value >= quantities[1].value else 1
        return {larger: 1, 1 - larger: -1}
    return None


def _infix(phrases: _Phrases, between: list[str]) -> Signs | None:
    """As in "5 plus 3 minus 2", "8 subtracted from 27"."""
    if len(between) == 1:
        pair = phrases.between.get(between[0])
        return None if pair is None else dict(enumerate(pair))
    signs: Signs = {0: 1}
    for place, phrase in enumerate(between, 1):
        first, second = phrases.between.get(phrase, (0, 0))
        if first != 1:
            return None
        signs[place] = second
    return signs


@cache
def _phrases() -> _Phrases:
    sections = load("en", "expression")
    openings = "|".join(map(re.escape, sections["opening"]))
    signs = {"plus": (1, 1), "more": (1, 1), "minus": (1, -1), "from": (-1, 1)}
    return _Phrases(
        re.compile(rf"^(?:(?:{openings})\b\s*|the\b\s*|:\s*)+"),
        {phrase: pair for section, pair in signs.items() for phrase in sections[section]},
        frozenset(sections["sum"]),
        frozenset(sections["difference"]),
        frozenset(sections["subtract"]),
    )
