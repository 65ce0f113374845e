"""Distractors for training: a statement of another problem spliced into each text.

Sets whose problems use every number teach a model to use every number. A statement about something
else, told in between, has quantities that do not matter, and shows it that some do not.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quantity_tagger.datasets.record import GoldQuantity, Record
from quantity_tagger.errors import ReadingError
from quantity_tagger.reading import read

TRIES = 20
"""How many statements are drawn for one that has nothing in common with a problem."""


@dataclass(frozen=True, slots=True)
class _Story:
    """What splicing needs of a problem: where the sentences before the question end, those of them
    that have numbers and what these count, and what the whole problem counts.
    """

    record: Record
    ends: tuple[int, ...]
    statements: tuple[tuple[str, frozenset[str]], ...]
    counted: frozenset[str]


def splice(records: Sequence[Record], seed: int = 0) -> list[Record]:
    """Each problem once more, a foreign statement among its own, where there is room for one.

    The statement counts things that the problem does not speak of, so the signs stay; quantities
    that a record does not list have sign 0. The same seed gives the same texts.
    """
    chance = random.Random(seed)
    stories = [story for record in records if (story := _story(record)) is not None]
    pool = [statement for story in stories for statement in story.statements]
    spliced = []
    for story in stories:
        foreign = _foreign(story, pool, chance)
        if foreign is not None:
            spliced.append(_with(story.record, chance.choice((0, *story.ends)), foreign))
    return spliced


def _story(record: Record) -> _Story | None:
    if record.quantities is None or record.signs is None:
        return None
    try:
        problem = read(record.text, record.lang)
    except ReadingError:
        return None
    tokens, asked = problem.tokens, problem.unknown.question
    units = {quantity.token: quantity.unit for quantity in problem.quantities}
    ends: list[int] = []
    statements: list[tuple[str, frozenset[str]]] = []
    for sentence in problem.document.sentences:
        if asked and sentence.stop > asked[0]:
            break
        start, end = tokens[sentence[0]].start, tokens[sentence[-1]].end
        ends.append(end)
        here = [units[token] for token in sentence if token in units]
        # "She gives 7 away" says of what in another sentence: without it, it could mean anything.
        if here and all(here):
            words = frozenset(word for unit in here for word in unit)
            statements.append((record.text[start:end], words))
    counted = {word for unit in units.values() for word in unit} | set(problem.unknown.head)
    if not ends or not counted:
        return None
    return _Story(record, tuple(ends), tuple(statements), frozenset(counted))


def _foreign(
    story: _Story, pool: Sequence[tuple[str, frozenset[str]]], chance: random.Random
) -> str | None:
    """A statement that counts nothing the story speaks of."""
    for _ in range(TRIES if pool else 0):
        statement, counted = chance.choice(pool)
        if not counted & story.counted:
            return statement
    return None


def _with(record: Record, place: int, statement: str) -> Record:
    """The record with a statement put in where a sentence ends or the text begins."""
    space = "" if record.lang == "zh" else " "
    added = statement + space if place == 0 else space + statement

    def moved(quantity: GoldQuantity) -> GoldQuantity:
        if quantity.start < place:
            return quantity
        return replace(quantity, start=quantity.start + len(added), end=quantity.end + len(added))

    return replace(
        record,
        text=record.text[:place] + added + record.text[place:],
        quantities=tuple(map(moved, record.quantities or ())),
        equation=None,
        tokens=None,
        pos=None,
    )
