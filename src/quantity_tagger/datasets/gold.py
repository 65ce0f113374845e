"""Gold signs for a problem as our own reader read it, whose quantities need not be the data's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quantity_tagger.datasets.record import GoldQuantity, Record
from quantity_tagger.datasets.search import MOST_QUANTITIES, Assignments, find_signs
from quantity_tagger.datasets.values import agree
from quantity_tagger.errors import DataError

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem, Quantity


def gold_signs(record: Record, problem: Problem) -> tuple[int, ...] | None:
    """Signs for the quantities of ``problem``, read from the text of ``record``.

    A quantity that the record does not list gets 0. None says that there are no gold signs: a
    quantity the equation uses was not read (or with another value), or the record has no signs and
    none give its answer. Where several do, the preferred of `find_signs` is taken.
    """
    if problem.text != record.text:
        raise DataError(f"the problem was not read from the text of record {record.id}")
    if record.signs is None or record.quantities is None:
        return searched_signs(record, problem).best
    if len(record.signs) != len(record.quantities):
        raise DataError(
            f"record {record.id} has {len(record.signs)} signs "
            f"for {len(record.quantities)} quantities"
        )
    signs = [0] * len(problem.quantities)
    for sign, gold in zip(record.signs, record.quantities, strict=True):
        place, factor = _place(gold, problem.quantities)
        if place is not None:
            signs[place] = factor * sign
        elif sign != 0:
            return None
    return tuple(signs)


def searched_signs(record: Record, problem: Problem) -> Assignments:
    """What the answer alone says about the signs; nothing where there are too many quantities."""
    if len(problem.quantities) > MOST_QUANTITIES:
        return Assignments()
    return find_signs([quantity.value for quantity in problem.quantities], record.answer)


def _place(gold: GoldQuantity, quantities: Sequence[Quantity]) -> tuple[int | None, int]:
    """The quantity at the same place with the same value, and the factor that its sign takes.

    "$3.50" and "3.50" are one. Where one reading takes a minus into the number and the other does
    not ("−5" and "5"), the sign turns.
    """
    for i, quantity in enumerate(quantities):
        if quantity.start < gold.end and gold.start < quantity.end:
            for factor in (1, -1):
                if agree(factor * quantity.value, gold.value):
                    return i, factor
            break
    return None, 0
