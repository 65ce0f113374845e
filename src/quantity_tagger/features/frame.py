"""What g sees of a problem: the facts of its constants as small whole numbers, ready to be stacked.

A frame is to the whole equation what the lists of attributes are to a single quantity.
"""

from __future__ import annotations

from typing import Final, NamedTuple, get_args

from quantity_tagger.analysis.echo import Echo
from quantity_tagger.analysis.facts import (
    Agreement,
    Facts,
    Phase,
    QuantityFacts,
    QuestionFacts,
    QuestionKind,
    Relation,
    Role,
    UnitRelation,
    as_float,
)
from quantity_tagger.analysis.relation import relate

UNITS: Final[tuple[str, ...]] = get_args(UnitRelation)
AGREEMENTS: Final[tuple[str, ...]] = get_args(Agreement)
ROLES: Final[tuple[str, ...]] = get_args(Role)
PHASES: Final[tuple[str, ...]] = get_args(Phase)
KINDS: Final[tuple[str, ...]] = get_args(QuestionKind)
ECHOES: Final[tuple[str, ...]] = get_args(Echo)

#: Sides of a comparison: neither, the one asked about, the one it is compared with.
NEITHER, FIRST, SECOND = range(3)

#: How many of the situation model's readings are looked at.
READINGS: Final = 3

_AGAINST: Final = frozenset(["other", "rival"])

_UNIT: Final = {name: index for index, name in enumerate(UNITS)}
_AGREEMENT: Final = {name: index for index, name in enumerate(AGREEMENTS)}
_ROLE: Final = {name: index for index, name in enumerate(ROLES)}
_PHASE: Final = {name: index for index, name in enumerate(PHASES)}
_ECHO: Final = {name: index for index, name in enumerate(ECHOES)}
_KIND: Final = {name: index for index, name in enumerate(KINDS)}


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
    linked: int  # told in one breath with the constant before it
    unreal: int
    against: int  # in how many ways (of what, whose, where, when) it is not what is asked about
    along: int  # in how many it is
    echo: int  # how much the question's words point at it
    verb: int  # 0, 1, 2: another verb than the question's, one of its class, the same


class Frame(NamedTuple):
    """One problem: its constants in text order, their values, and what is asked.

    ``readings`` are the situation model's, surest first: schema and signs of the constants.
    """

    constants: tuple[Constant, ...]
    values: tuple[float, ...]
    kind: int
    readings: tuple[tuple[str, tuple[int, ...]], ...]


def frame(facts: Facts) -> Frame:
    """The frame of a problem."""
    relations = facts.relations or relate(facts)
    question, unknown = facts.question, facts.unknown
    constants: list[Constant] = []
    values: list[float] = []
    before: QuantityFacts | None = None
    echoes = iter(facts.echoes)
    for index, (quantity, relation) in enumerate(zip(facts.quantities, relations, strict=True)):
        if index == unknown:
            continue
        values.append(as_float(quantity.value))
        constants.append(
            Constant(
                _UNIT[relation.unit],
                _AGREEMENT[relation.owner],
                _AGREEMENT[relation.place],
                _AGREEMENT[relation.time],
                relation.effect + 1,
                relation.related,
                _ROLE[quantity.role],
                _PHASE[quantity.phase],
                _side(quantity, question),
                before is not None
                and before.sentence == quantity.sentence
                and before.verb == quantity.verb
                and before.unit == quantity.unit,
                quantity.negated or quantity.hypothetical,
                sum(said in _AGAINST for said in relation[:4]),
                relation[:4].count("same"),
                _ECHO[next(echoes, "")],
                _verb(quantity, relation, question),
            )
        )
        before = quantity
    return Frame(
        tuple(constants),
        tuple(values),
        _KIND[question.kind],
        tuple(
            (schema, signs[:unknown] + signs[unknown + 1 :])
            for schema, signs in facts.proposals[:READINGS]
        ),
    )


def _verb(quantity: QuantityFacts, relation: Relation, question: QuestionFacts) -> int:
    if relation.verb:
        return 2
    return int(bool(quantity.verb_class) and quantity.verb_class == question.verb_class)


def _side(quantity: QuantityFacts, question: QuestionFacts) -> int:
    said = (quantity.owner, quantity.unit, quantity.place, quantity.time, *quantity.modifiers)
    if question.reference and question.reference in said:
        return SECOND
    return FIRST if question.owner and question.owner == quantity.owner else NEITHER
