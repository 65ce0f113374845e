"""Which quantities of a text an equation uses, and with which sign."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from quantity_tagger.datasets.convert.expression import Term
from quantity_tagger.datasets.values import agree

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem, Quantity


def align(
    terms: Sequence[Term],
    values: Sequence[Fraction],
    answer: Fraction,
    distance: Sequence[int] | None = None,
) -> tuple[int, ...] | None:
    """Signs of the quantities ``values`` under an equation's ``terms``, those unused 0.

    An equation does not say which of two equal numbers it means. Taken are those that are nearest
    to the question in what they count (``distance``), then the earlier ones; and if they differ in
    sign, the equation's order is the text's. None where a constant is not in the text, or where the
    signs do not give the answer.
    """
    signs_of: dict[Fraction, list[int]] = {}
    for term in terms:
        signs_of.setdefault(term.value, []).append(term.sign)
    signs = [0] * len(values)
    for value, wanted in signs_of.items():
        places = [i for i, there in enumerate(values) if there == value]
        if len(places) < len(wanted):
            return None
        if distance is not None:
            places.sort(key=distance.__getitem__)  # stable: earlier ones stay first
        for place, sign in zip(sorted(places[: len(wanted)]), wanted, strict=True):
            signs[place] = sign
    return tuple(signs) if _gives(signs, values, answer) else None


def distances(problem: Problem) -> list[int]:
    """How far each unit is from what is asked: 0 the same, 1 a word in common, 2 nothing."""
    lemmas = {token.text: token.lemma for token in problem.tokens}
    head = [lemmas.get(word, word) for word in problem.unknown.head]

    def distance(quantity: Quantity) -> int:
        unit = [lemmas.get(word, word) for word in quantity.unit]
        if not unit or not head:
            return 2
        if unit[-1] == head[-1]:
            return 0
        return 2 if set(unit).isdisjoint(head) else 1

    return [distance(quantity) for quantity in problem.quantities]


def is_ambiguous(signs: Sequence[int], values: Sequence[Fraction]) -> bool:
    """Whether equal numbers have different signs, so that others of them could have been meant."""
    seen: dict[Fraction, int] = {}
    return any(seen.setdefault(v, s) != s for s, v in zip(signs, values, strict=True))


def from_annotation(
    annotated: Sequence[int], values: Sequence[Fraction], answer: Fraction
) -> tuple[int, ...] | None:
    """Signs that a file's authors wrote by hand, one a number, perhaps with one for x among them.

    Where that one stands is not written; the place (the last first) that gives the answer is taken.
    """
    if len(annotated) == len(values) and _gives(annotated, values, answer):
        return tuple(annotated)
    if len(annotated) == len(values) + 1:
        for place in reversed(range(len(annotated))):
            signs = (*annotated[:place], *annotated[place + 1 :])
            if annotated[place] and _gives(signs, values, answer):
                return signs
    return None


def _gives(signs: Sequence[int], values: Sequence[Fraction], answer: Fraction) -> bool:
    result = sum((s * v for s, v in zip(signs, values, strict=True)), start=Fraction(0))
    return any(signs) and agree(result, answer)
