"""What g sees of a problem: the facts of its constants as small whole numbers, ready to be stacked.

A table of constants is to the whole equation what the rows of attributes are to a single quantity.
"""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple, get_args

from quantity_tagger.problem.facts import Facts, Outline, QuestionKind, Told, Whose
from quantity_tagger.values import Value

KINDS: Final[tuple[str, ...]] = get_args(QuestionKind)
TOLD: Final[tuple[str, ...]] = get_args(Told)
WHOSE: Final[tuple[str, ...]] = get_args(Whose)

_TOLD: Final = {name: index for index, name in enumerate(TOLD)}
_WHOSE: Final = {name: index for index, name in enumerate(WHOSE)}
_KIND: Final = {name: index for index, name in enumerate(KINDS)}

#: What the statement of a constant tells that has nothing to do with what is asked.
_UNRELATED: Final = frozenset(["", "apart"])


class Constant(NamedTuple):
    """One constant; each field is a place in its list of names, or 0 and 1."""

    moved: int  # 0, 1, 2: what its statement does to the stock asked about is −1, 0, +1
    told: int
    whose: int
    related: int


class ConstantTable(Value):
    """One problem: its constants in text order, their values, and what is asked."""

    FIELDS: ClassVar = ("constants", "values", "kind")
    __slots__ = FIELDS

    def __init__(
        self,
        constants: tuple[Constant, ...],
        values: tuple[float, ...],
        kind: int,
    ) -> None:
        self.constants = constants
        self.values = values
        self.kind = kind


def constant_table(facts: Facts) -> ConstantTable:
    """The constants of a problem."""
    values = tuple([quantity.size for quantity in facts.quantities if quantity.value is not None])
    constants = tuple(map(_constant, facts.outlines)) or (_UNTOLD,) * len(values)
    return ConstantTable(constants, values, _KIND[facts.question.kind])


def _constant(outline: Outline) -> Constant:
    related = outline.told not in _UNRELATED
    return Constant(outline.moved + 1, _TOLD[outline.told], _WHOSE[outline.whose], int(related))


_UNTOLD: Final = _constant(Outline())
