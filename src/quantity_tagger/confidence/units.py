"""Amounts of one dimension in units that cannot be brought to the one that is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger.languages.units import factor, shared
from quantity_tagger.problem.facts import Facts


def mixes_units(facts: Facts, signs: Sequence[int], language: str) -> bool:
    """Whether amounts that are used measure the same thing in units that stay different: months
    and days, or meters and feet where neither is asked for.
    """
    entries = [entry for entry in facts.quantities if entry.value is not None]
    changes = facts.conversions or (None,) * len(entries)
    left: set[str] = set()
    for entry, change, sign in zip(entries, changes, signs, strict=True):
        if sign and change is not None and change.factor is None:
            return True
        if sign and change is None:
            left.add(entry.unit)
    units = sorted(left)
    return any(
        shared(language, one, other) is not None and factor(language, one, other) != 1
        for place, one in enumerate(units)
        for other in units[place + 1 :]
    )
