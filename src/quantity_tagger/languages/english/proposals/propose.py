"""The signs that an English story suggests: each reading of the whole, surest first."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.proposals.expressions import expression
from quantity_tagger.languages.english.proposals.ledger import Reading, balance
from quantity_tagger.languages.english.proposals.parts import missing_part
from quantity_tagger.languages.english.proposals.purchase import bought
from quantity_tagger.languages.english.proposals.schemas import Schemas
from quantity_tagger.languages.english.proposals.sides import between_sides
from quantity_tagger.languages.english.proposals.story import Signs
from quantity_tagger.problem.facts import Facts, Proposal
from quantity_tagger.problem.problem import Problem

_MOST_PROPOSALS: Final = 4


def propose(problem: Problem, facts: Facts) -> tuple[Proposal, ...]:
    """The readings of the whole story that fit it."""
    spoken = expression(problem.document.columns.lemmas, problem.quantities)
    return _spoken(spoken, facts.unknown) if spoken else _schemas(facts)


def _spoken(signs: Signs, unknown: int) -> tuple[Proposal, ...]:
    """The one proposal of a problem that is nothing but an expression."""
    found = [signs[place] for place in range(len(signs))]
    found.insert(unknown, -1)
    return (Proposal("balance", tuple(found)),)


def _schemas(facts: Facts) -> tuple[Proposal, ...]:
    """The signs that the schemas suggest."""
    relations = facts.relations
    story = Schemas(facts, relations)
    found = _Found(facts)
    guesses: list[Reading] = []
    for reading in (
        bought(facts),
        balance(facts, relations, story.values),
        between_sides(facts, relations),
        missing_part(facts, relations),
    ):
        if reading is None:
            continue
        if reading.doubts:
            guesses.append(reading)
        else:
            found.add(reading.schema, reading.signs)
    focus = story.focus()
    read = ""
    if focus is not None:
        read, signs = focus.reading()
        read = f"{read} focused"
        found.add(read, signs)
    schema, signs = story.reading()
    found.add(schema, signs)
    for reading in guesses:
        found.add(f"{reading.schema} guessed", reading.signs)
    chosen = story if focus is None else focus
    for way in chosen.other_ways(read or schema):
        if found.full():
            break
        signs = chosen.otherwise(way)
        if signs:
            found.add(way, signs)
    return found.proposals()


class _Found:
    """The readings of a story, each once, by its first schema; no more than are looked at."""

    __slots__ = ("_schemas", "_size", "_unknown")

    def __init__(self, facts: Facts) -> None:
        self._schemas: dict[tuple[int, ...], str] = {}
        self._size = len(facts.quantities)
        self._unknown = facts.unknown

    def full(self) -> bool:
        return len(self._schemas) >= _MOST_PROPOSALS

    def add(self, schema: str, signs: Signs) -> None:
        if self.full():
            return
        whole = [0] * self._size
        for i, sign in signs.items():
            whole[i] = sign
        whole[self._unknown] = -1
        self._schemas.setdefault(tuple(whole), schema)

    def proposals(self) -> tuple[Proposal, ...]:
        return tuple([Proposal(schema, signs) for signs, schema in self._schemas.items()])
