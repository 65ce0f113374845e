"""Unknown amounts and linear statements about them: A·v = B·q + k (the world of a story)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

#: A linear form over amounts; the names are whatever a schema finds telling.
Form = dict[Hashable, Fraction]


@dataclass(frozen=True, slots=True)
class Given:
    """The told side of a statement: Σ coefficient · quantity + constant, with its reason."""

    quantities: Mapping[int, Fraction] = field(default_factory=dict)
    constant: Fraction = Fraction(0)
    reason: str = ""

    def value(self, values: tuple[Fraction, ...]) -> Fraction:
        return self.constant + sum(
            (share * values[place] for place, share in self.quantities.items()), Fraction(0)
        )


@dataclass(frozen=True, slots=True)
class Statement:
    """``form`` = ``given``; ``schema`` says why, ``words`` where it was read, ``cost`` how far it
    is doubted (0 is sure).
    """

    form: Mapping[Hashable, Fraction]
    given: Given
    schema: str = ""
    words: tuple[int, ...] = ()
    cost: float = 0.0


@dataclass(slots=True)
class World:
    """Statements that hold together, and the amounts that may not be negative."""

    statements: list[Statement] = field(default_factory=list)
    counts: set[Hashable] = field(default_factory=set)

    def say(
        self,
        form: Mapping[Hashable, Fraction | int],
        given: Given | None = None,
        schema: str = "",
        words: tuple[int, ...] = (),
        cost: float = 0.0,
    ) -> None:
        exact = {name: Fraction(share) for name, share in form.items() if share}
        self.statements.append(Statement(exact, given or Given(), schema, words, cost))


def plus(*forms: Mapping[Hashable, Fraction | int]) -> Form:
    """The sum of forms; terms that cancel are gone."""
    total: Form = {}
    for form in forms:
        for name, share in form.items():
            total[name] = total.get(name, Fraction(0)) + share
    return {name: share for name, share in total.items() if share}


def times(share: Fraction | int, form: Mapping[Hashable, Fraction | int]) -> Form:
    return {name: Fraction(share) * value for name, value in form.items()}
