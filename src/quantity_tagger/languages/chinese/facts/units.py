"""In what each amount counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.facts import UnitKind
from quantity_tagger.problem.problem import Problem

Unit = tuple[str, ...]
"""The measure word, or nothing."""

_KINDS: Final[Mapping[str, UnitKind]] = {
    "classifier": "count",
    "length": "length",
    "mass": "weight",
    "money": "money",
    "time": "time",
    "area": "length",
    "volume": "volume",
    "other": "degree",
}


@cache
def _known() -> Mapping[str, UnitKind]:
    kinds: dict[str, UnitKind] = {"钱": "money"}
    for section, words in load("zh", "measures").items():
        if section in _KINDS:
            for word in words:
                kinds.setdefault(word, _KINDS[section])
    return kinds


def unit_kinds(units: Sequence[Unit]) -> list[UnitKind]:
    """What each unit measures."""
    known = _known()
    kinds = [known.get(unit[0], "") if unit else "" for unit in units]
    money = {unit for unit, kind in zip(units, kinds, strict=True) if kind == "money"}
    if money == {("分",)}:  # points, not cents
        return ["score" if kind == "money" else kind for kind in kinds]
    return kinds


def unit_after(problem: Problem, token: int) -> Unit:
    """A word that counts and is no measure word elsewhere: 敲了19下."""
    if token + 1 >= len(problem.tokens):
        return ()
    text, _, _, tag, _ = problem.tokens[token + 1]
    counts = len(text) == 1 and tag in ("f", "q", "n", "v", "m") and text not in "的和与是"
    return (text,) if counts else ()


def common_unit(units: Sequence[Unit]) -> Unit:
    """What most amounts count in, where a question names nothing: 周长=."""
    told = [unit for unit in units if unit]
    most = max(told, key=told.count, default=())
    return most if told.count(most) > 1 else ()
