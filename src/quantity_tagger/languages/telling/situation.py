"""The small world a problem tells of: amounts, how they hang together, and which of them is asked.

A relation is a sum of amounts, each with a factor of +1 or −1, that is nothing: what somebody has
in the end is what they had, plus what they got, minus what they gave away. Which amounts the text
states and which it asks for is another matter; from the relations alone follows how the asked one
is computed from the stated ones. So the signs of a problem are a property of its world, whatever
words are found for it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

Relation = tuple[tuple[int, int], ...]
"""Pairs of factor and amount whose sum is 0."""


EVENTS = ("gain", "lose")
"""The forms of facts that tell of a change."""


class Fact(NamedTuple):
    """Something that can be told or asked of the world.

    ``form`` names what is said ("hold", "gain", "more"), ``who`` the people or places it is said
    of, one letter each, ``amounts`` the amounts it speaks of.
    """

    form: str
    who: str
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """A world and what is told of it.

    ``values`` are whole numbers of the smallest step (cents, where prices have cents);
    ``blocks`` are facts that follow each other in time, while blocks may change places;
    ``largest`` is what no number of the problem, nor of its solution, may pass.
    """

    kind: str
    frame: str
    values: tuple[int, ...]
    relations: tuple[Relation, ...]
    blocks: tuple[tuple[Fact, ...], ...]
    question: Fact
    largest: int

    @property
    def asked(self) -> int:
        return self.question.amounts[0]

    @property
    def stated(self) -> tuple[int, ...]:
        """The amounts that the facts speak of, less the one that is asked for."""
        told = (a for block in self.blocks for fact in block for a in fact.amounts)
        return tuple(amount for amount in dict.fromkeys(told) if amount != self.asked)

    @property
    def is_clear(self) -> bool:
        """Whether no other event is of the kind that is asked for, of the same holder.

        "How many were taken out?" would mean both where 2 were taken out and then some.
        """
        form = self.question.form.removeprefix("ask ")
        if form not in EVENTS:
            return True
        alike = [f for b in self.blocks for f in b if (f.form, f.who) == (form, self.question.who)]
        return len(alike) == 1


def signs(
    relations: Collection[Relation], stated: Collection[int], asked: int
) -> dict[int, int] | None:
    """How the asked amount is made of the stated ones: amount to factor, those not needed left out.

    None where the stated amounts do not determine it, or not by addition and subtraction alone.
    """
    known: dict[int, dict[int, int]] = {amount: {amount: 1} for amount in stated}
    waiting = list(relations)
    while asked not in known:
        for relation in waiting:
            unknown = [term for term in relation if term[1] not in known]
            if len(unknown) == 1:
                factor, amount = unknown[0]
                known[amount] = _sum([(-factor * f, known[a]) for f, a in relation if a != amount])
                waiting.remove(relation)
                break
        else:
            return None
    found = {amount: factor for amount, factor in known[asked].items() if factor}
    return found if all(abs(factor) == 1 for factor in found.values()) else None


def _sum(terms: list[tuple[int, dict[int, int]]]) -> dict[int, int]:
    total: dict[int, int] = {}
    for factor, parts in terms:
        for amount, part in parts.items():
            total[amount] = total.get(amount, 0) + factor * part
    return total
