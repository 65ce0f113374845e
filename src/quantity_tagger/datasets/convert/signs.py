"""Which quantities of a text an equation uses, and with which sign."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quantity_tagger.datasets.convert.expression import Term
from quantity_tagger.datasets.values import agree


def align(
    terms: Sequence[Term], values: Sequence[Fraction], answer: Fraction
) -> tuple[int, ...] | None:
    """Signs of the quantities ``values`` under an equation's ``terms``, those unused 0.

    Each constant takes the first quantity of its value that none has taken yet, as in the published
    data: an equation does not say which of two equal numbers it means. None where a constant is not
    in the text, or where the signs do not give the answer.
    """
    signs = [0] * len(values)
    free = list(range(len(values)))
    for term in terms:
        place = next((i for i in free if values[i] == term.value), None)
        if place is None:
            return None
        free.remove(place)
        signs[place] = term.sign
    return tuple(signs) if _gives(signs, values, answer) else None


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
