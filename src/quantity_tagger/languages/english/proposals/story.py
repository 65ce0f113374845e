"""A story as its schemas see it: the quantities that the question may use, and sums of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from quantity_tagger.problem.facts import Facts, QuantityFacts, Relation

#: What an event of each class does to its subject's stock.
DIRECTIONS: Final[dict[str, int]] = {
    **dict.fromkeys(("gain", "take", "put", "make", "come", "increase"), 1),
    **dict.fromkeys(("lose", "give", "use", "remove", "leave", "decrease", "cost"), -1),
}
#: A schema's name and the signs of the quantities it uses, by index.
Signs = dict[int, int]
_NAMES: Final = frozenset(["label", "date"])
_NO_AMOUNTS: Final = frozenset(["label", "date", "groups"])


_ROUNDING: Final = 1e-9


def worth(values: list[float], signs: Signs) -> float:
    """Σ sign · value"""
    total = 0.0
    for i, sign in signs.items():
        total += sign * values[i]
    return total


def exact_worth(quantities: tuple[QuantityFacts, ...], signs: Signs) -> float | Fraction:
    """The same with its sign known exactly; only what is next to nothing is summed as fractions,
    which takes long.
    """
    total = sizes = 0.0
    for i, sign in signs.items():
        size = quantities[i].size
        total += sign * size
        sizes += abs(size)
    if abs(total) > _ROUNDING * sizes:
        return total
    return sum((sign * (quantities[i].value or 0) for i, sign in signs.items()), Fraction())


class Story:
    """The quantities of a problem that the question may use, and the schemas that can hold."""

    def __init__(self, facts: Facts, relations: tuple[Relation, ...]) -> None:
        self.facts = facts
        self.question = facts.question
        self.quantities = facts.quantities
        self.relations = relations
        # only the order of sums matters here, so that floats will do
        self.values = [q.size for q in facts.quantities]
        self.roles: list[str] = [q.role for q in facts.quantities]
        told = [i for i in range(len(facts.quantities)) if i != facts.unknown]
        self.all = [i for i in told if self.roles[i] not in _NAMES] or told
        used = [i for i in self.all if relations[i].related and self.roles[i] not in _NO_AMOUNTS]
        counted = [i for i in used if self.roles[i] != "rate"]
        self.used = (counted if len(counted) >= 2 else used) or self.all

    def clause(self, i: int) -> tuple[int, str]:
        """A clause is known by its sentence and its verb."""
        return self.quantities[i].sentence, self.quantities[i].verb

    def direction(self, i: int) -> int:
        return DIRECTIONS.get(self.quantities[i].verb_class, 0)

    def answer(self, signs: Signs) -> float:
        return worth(self.values, signs)

    def total_of(self, indices: list[int]) -> float:
        total = 0.0
        for i in indices:
            total += self.values[i]
        return total

    def largest(self, indices: list[int]) -> int:
        """The first of the largest."""
        best = indices[0]
        for i in indices:
            if self.values[i] > self.values[best]:
                best = i
        return best

    def largest_less_others(self, indices: list[int]) -> Signs:
        signs: Signs = {}
        best = -1
        for i in indices:
            signs[i] = -1
            if best < 0 or self.values[i] > self.values[best]:
                best = i
        if best >= 0:
            signs[best] = 1
        return signs
