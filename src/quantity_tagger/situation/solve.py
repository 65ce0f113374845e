"""Exact elimination: what the statements of a world say of an asked form.

With the statements A·v = B·q + k and the question c·v, a solution λ of λ·A = c gives
x = λ·B·q + λ·k: the coefficient of every quantity at once. Statements are taken in order, so that
of several λ the one is found that uses the earlier statements; those that add nothing new to the
earlier ones are checks, and with the numbers put in they may contradict.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from quantity_tagger.situation.statements import Form, Number, Statement, World, exact, whole

#: Σ share · free amount, and a number.
_Known = tuple[Form, Number]
#: Σ share · amount, and Σ share · statement. By rank, the number of the statement that made it:
#: one that defined a new amount rests on lower ranks; one that defined an amount that was free has
#: a negative rank, and may rest on what became defined after it.
_Definition = tuple[Form, dict[int, Number]]


@dataclass(frozen=True, slots=True)
class Solved:
    """x = Σ ``coefficients`` · q + Σ ``constants`` = ``value``, each constant by its reason;
    ``used`` are the statements that it rests on.
    """

    coefficients: tuple[Fraction, ...]
    constants: Mapping[str, Fraction]
    value: Fraction
    used: tuple[Statement, ...]

    @property
    def constant(self) -> Fraction:
        return sum(self.constants.values(), Fraction(0))

    def cancelled(self) -> set[int]:
        """The quantities that were used and play no part: what both have alike."""
        told = {place for statement in self.used for place in statement.given.quantities}
        return {place for place in told if not self.coefficients[place]}

    def scaled(self, unit: Fraction) -> Solved:
        """The same in a unit of so many base units."""
        return self if unit == 1 else self._times(1 / unit)

    def negated(self) -> Solved:
        return self._times(Fraction(-1))

    def _times(self, share: Fraction) -> Solved:
        return Solved(
            tuple([own * share for own in self.coefficients]),
            {reason: own * share for reason, own in self.constants.items()},
            self.value * share,
            self.used,
        )


class Elimination:
    """The statements of a world, solved for one amount each.

    A statement defines an amount: ``pivot`` = Σ share · amount + told. What was defined is known in
    terms of amounts that are free, and of the numbers of the text; which statements that rests on
    is looked up only for what is asked. ``after`` is the elimination of a world whose statements
    this one begins with.
    """

    def __init__(
        self, world: World, values: tuple[Fraction, ...], after: Elimination | None = None
    ) -> None:
        self._statements = world.statements
        self.size: int = len(world.statements)
        self._values: tuple[Number, ...]
        self._known: dict[Hashable, _Known]
        self._definitions: dict[int, _Definition]
        self._ranks: dict[Hashable, int]
        self._named: set[Hashable]
        self.contradictions: list[Statement]
        first = 0
        if after is None:
            self._values = tuple([whole(value) for value in values])
            self._known = {}
            self._definitions = {}
            self._ranks = {}
            self._named = set()
            self.contradictions = []
        else:
            first = after.size
            self._values = after._values
            self._known = after._known.copy()
            self._definitions = after._definitions.copy()
            self._ranks = after._ranks.copy()
            self._named = after._named.copy()
            self.contradictions = after.contradictions.copy()
        for place in range(first, self.size):
            self._add(place, self._statements[place])

    def _add(self, place: int, statement: Statement) -> None:
        form = statement.form
        told = whole(statement.given.value(self._values))
        new = next((name for name in form if name not in self._named), None)
        if new is not None:  # defined by amounts that stand in earlier statements
            self._named.update(form)
            lead = form[new]
            rest = {name: _over(-share, lead) for name, share in form.items() if name != new}
            self._ranks[new] = place
            self._definitions[place] = (rest, {place: _over(1, lead)})
            free, more = self._reduced(rest)
            self._known[new] = (free, more + _over(told, lead))
            return
        free, known = self._reduced(form)
        if not free:
            if known != told:
                self.contradictions.append(statement)
            return
        pivot = next(iter(free))
        lead = free[pivot]
        weights = {row: _over(-n, lead) for row, n in self._weights(dict(form)).items()}
        weights[place] = _over(1, lead)
        del free[pivot]
        free = {name: _over(-share, lead) for name, share in free.items()}
        self._ranks[pivot] = -place
        self._definitions[-place] = (free, weights)
        number = _over(told - known, lead)
        for name, (others, own) in self._known.items():
            share = others.get(pivot, 0)
            if share:
                rest = {other: n for other, n in others.items() if other != pivot}
                self._known[name] = (_plus(rest, share, free), own + share * number)
        self._known[pivot] = (free, number)

    def _reduced(self, form: Mapping[Hashable, Number]) -> _Known:
        """A form in terms of free amounts, and its known part."""
        free: Form = {}
        told: Number = 0
        for name, share in form.items():
            known = self._known.get(name)
            if known is None:
                free = _plus(free, share, {name: 1})
                continue
            told += share * known[1]
            if known[0]:
                free = _plus(free, share, known[0])
        return free, told

    def _weights(self, form: Form) -> dict[int, Number]:
        """λ: how much of each statement is in the known part of a form."""
        left: dict[int, Number] = {}
        weights: dict[int, Number] = {}
        self._take(form, 1, left)
        while left:  # what ranks highest is in no other definition that is still to come
            rank = max(left)
            share = left.pop(rank)
            if share:
                rest, parts = self._definitions[rank]
                self._take(rest, share, left)
                for row, part in parts.items():
                    weights[row] = weights.get(row, 0) + share * part
        return {row: share for row, share in weights.items() if share}

    def _take(
        self, form: Mapping[Hashable, Number], share: Number, left: dict[int, Number]
    ) -> None:
        """Adds the defined amounts of a form to those that are left to look up."""
        for name, part in form.items():
            rank = self._ranks.get(name)
            if rank is not None:
                left[rank] = left.get(rank, 0) + share * part

    def solve(self, asked: Mapping[Hashable, Number]) -> Solved | None:
        """What the world says of ``asked``; None where it does not determine it."""
        form = {name: whole(share) for name, share in asked.items()}
        free, told = self._reduced(form)
        if free:
            return None
        weights = self._weights(form)
        coefficients: list[Number] = [0] * len(self._values)
        constants: dict[str, Number] = {}
        used: list[Statement] = []
        for place in sorted(weights):
            statement = self._statements[place]
            given = statement.given
            share = weights[place]
            used.append(statement)
            for quantity, part in given.quantities.items():
                coefficients[quantity] += share * whole(part)
            if given.constant:
                constant = constants.get(given.reason, 0) + share * whole(given.constant)
                constants[given.reason] = constant
        return Solved(
            tuple([exact(share) for share in coefficients]),
            {reason: exact(number) for reason, number in constants.items() if number},
            exact(told),
            tuple(used),
        )

    def value(self, asked: Mapping[Hashable, Number]) -> Number | None:
        """The number that the world gives a form, None where it does not determine it."""
        free, told = self._reduced(asked)
        return None if free else told


def _over(number: Number, lead: Number) -> Number:
    if lead == 1:
        return number
    return -number if lead == -1 else whole(Fraction(number) / lead)


def _plus(form: Mapping[Hashable, Number], share: Number, other: Mapping[Hashable, Number]) -> Form:
    """``form`` + ``share`` · ``other``, without zeros."""
    result = dict(form)
    for name, value in other.items():
        total = result.get(name, 0) + share * value
        if total:
            result[name] = total
        else:
            result.pop(name, None)
    return result
