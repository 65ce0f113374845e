"""What g sees of a problem: the facts of its constants as small whole numbers, ready to be stacked.

A table of constants is to the whole equation what the rows of attributes are to a single quantity.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final, NamedTuple, get_args

from quantity_tagger.problem.facts import (
    Agreement,
    Facts,
    Outline,
    Phase,
    QuantityFacts,
    QuestionFacts,
    QuestionKind,
    Relation,
    Role,
    Told,
    UnitRelation,
    Whose,
)
from quantity_tagger.problem.pointing import Echo
from quantity_tagger.values import Value

UNITS: Final[tuple[str, ...]] = get_args(UnitRelation)
AGREEMENTS: Final[tuple[str, ...]] = get_args(Agreement)
ROLES: Final[tuple[str, ...]] = get_args(Role)
PHASES: Final[tuple[str, ...]] = get_args(Phase)
KINDS: Final[tuple[str, ...]] = get_args(QuestionKind)
ECHOES: Final[tuple[str, ...]] = get_args(Echo)
TOLD: Final[tuple[str, ...]] = get_args(Told)
WHOSE: Final[tuple[str, ...]] = get_args(Whose)

#: Sides of a comparison: neither, the one asked about, the one it is compared with.
NEITHER, FIRST, SECOND = range(3)

_UNIT: Final = {name: index for index, name in enumerate(UNITS)}
_AGREEMENT: Final = {name: index for index, name in enumerate(AGREEMENTS)}
_ROLE: Final = {name: index for index, name in enumerate(ROLES)}
_PHASE: Final = {name: index for index, name in enumerate(PHASES)}
_ECHO: Final = {name: index for index, name in enumerate(ECHOES)}
_TOLD: Final = {name: index for index, name in enumerate(TOLD)}
_WHOSE: Final = {name: index for index, name in enumerate(WHOSE)}
_KIND: Final = {name: index for index, name in enumerate(KINDS)}


NO_OUTLINE: Final = Outline()


class Constant(NamedTuple):
    """One constant; each field is a place in its list of names, or 0 and 1."""

    unit: int
    owner: int
    place: int
    time: int
    effect: int  # 0, 1, 2: what its event does to the stock asked about is −1, 0, +1
    related: int
    role: int
    phase: int
    side: int
    linked: int  # a clause mate of the constant before it: the same sentence, verb and unit
    unreal: int
    against: int  # in how many ways (of what, whose, where, when) it is not what is asked about
    along: int  # in how many it is
    echo: int  # how much the question's words point at it
    verb: int  # 0, 1, 2: another verb than the question's, one of its class, the same
    moved: int  # 0, 1, 2: what its statement does to the stock asked about is −1, 0, +1
    told: int
    whose: int


# Makes the tuple without a Python call for each constant, which takes most of the time otherwise.
_made: Final[Callable[[tuple[int, ...]], Constant]] = partial(tuple.__new__, Constant)


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
    relations = facts.relations
    question, unknown = facts.question, facts.unknown
    echoes, outlines = facts.echoes, facts.outlines
    constants: list[Constant] = []
    values: list[float] = []
    before: QuantityFacts | None = None
    for index, quantity in enumerate(facts.quantities):
        if index == unknown:
            continue
        echo = _ECHO[echoes[len(values)]] if echoes else 0
        values.append(quantity.size)
        outline = outlines[len(values) - 1] if outlines else NO_OUTLINE
        constants.append(_constant(quantity, relations[index], question, before, echo, outline))
        before = quantity
    return ConstantTable(tuple(constants), tuple(values), _KIND[question.kind])


def _constant(
    quantity: QuantityFacts,
    relation: Relation,
    question: QuestionFacts,
    before: QuantityFacts | None,
    echo: int,
    outline: Outline,
) -> Constant:
    unit, owner, place, time = relation.unit, relation.owner, relation.place, relation.time
    linked = (
        before is not None
        and before.sentence == quantity.sentence
        and before.verb == quantity.verb
        and before.unit == quantity.unit
    )
    against = (owner == "other") + (place == "other") + (time == "other")
    along = (unit == "same") + (owner == "same") + (place == "same") + (time == "same")
    fields = (
        _UNIT[unit],
        _AGREEMENT[owner],
        _AGREEMENT[place],
        _AGREEMENT[time],
        relation.effect + 1,
        int(relation.related),
        _ROLE[quantity.role],
        _PHASE[quantity.phase],
        _side(quantity, question),
        int(linked),
        int(quantity.negated or quantity.hypothetical),
        against + (unit == "other" or unit == "rival"),
        along,
        echo,
        _verb(quantity, relation, question),
        outline.moved + 1,
        _TOLD[outline.told],
        _WHOSE[outline.whose],
    )
    return _made(fields)


def _verb(quantity: QuantityFacts, relation: Relation, question: QuestionFacts) -> int:
    if relation.verb:
        return 2
    return int(bool(quantity.verb_class) and quantity.verb_class == question.verb_class)


def _side(quantity: QuantityFacts, question: QuestionFacts) -> int:
    other = question.reference
    if other and (
        other in (quantity.owner, quantity.unit, quantity.place, quantity.time)
        or other in quantity.modifiers
    ):
        return SECOND
    return FIRST if question.owner and question.owner == quantity.owner else NEITHER
