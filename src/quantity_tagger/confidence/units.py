"""Amounts of one dimension in different units: signs cannot convert them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.facts import Facts, QuantityFacts


def mixes_units(facts: Facts, used: Sequence[QuantityFacts], language: str) -> bool:
    """Whether amounts that are used, or one of them and what is asked for, measure the same thing
    in different units.
    """
    known = _dimensions(language)
    names = {facts.question.unit, *[entry.unit for entry in used]}
    units = [known[name] for name in names if name in known]
    for place, first in enumerate(units):
        for second in units[place + 1 :]:
            shared = first.keys() & second.keys()
            if shared and not any(first[name] == second[name] for name in shared):
                return True
    return False


@cache
def _dimensions(language: str) -> Mapping[str, Mapping[str, int]]:
    """For each name of a unit the dimensions it may be of, and which unit of each."""
    found: dict[str, dict[str, int]] = {}
    for dimension, lines in load(language, "dimensions").items():
        for unit, line in enumerate(lines):
            for name in line.split():
                found.setdefault(name, {})[dimension] = unit
    return found
