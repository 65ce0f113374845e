"""Exact elimination: what the statements of a world say of an asked form.

With the statements A·v = B·q + k and the question c·v, a solution λ of λ·A = c gives
x = λ·B·q + λ·k: the coefficient of every quantity at once. Statements are taken in order, so that
of several λ the one is found that uses the earlier statements; those that add nothing new to the
earlier ones are checks, and with the numbers put in they may contradict.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final

from quantity_tagger.situation.statements import Number, Statement, World, whole
from quantity_tagger.values import Value

#: Names of amounts are long, and every look at one costs: here they are numbered.
_Form = dict[int, Number]
#: Σ share · free amount, and a number.
_Known = tuple[_Form, Number]
#: Σ share · amount, and Σ share · statement. By rank, the number of the statement that made it:
#: one that defined a new amount rests on lower ranks; one that defined an amount that was free has
#: a negative rank, and may rest on what became defined after it.
_Definition = tuple[_Form, dict[int, Number]]


class Solved(Value):
    """x = Σ ``coefficients`` · q + Σ ``constants`` = ``value``, each constant by its reason;
    ``used`` are the statements that it rests on.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("coefficients", "constants", "value", "used")
    __slots__ = FIELDS

    def __init__(
        self,
        coefficients: tuple[Number, ...],
        constants: Mapping[str, Number],
        value: Number,
        used: tuple[Statement, ...],
    ) -> None:
        self.coefficients: Final = coefficients
        self.constants: Final = constants
        self.value: Final = value
        self.used: Final = used

    @property
    def constant(self) -> Number:
        return sum(self.constants.values())

    @property
    def words(self) -> tuple[int, ...]:
        """The tokens that the solution rests on."""
        return tuple(sorted({word for statement in self.used for word in statement.words}))

    def cancelled(self) -> set[int]:
        """The quantities that were used and play no part: what both have alike."""
        told = {place for statement in self.used for place in statement.given.quantities}
        return {place for place in told if not self.coefficients[place]}

    def scaled(self, unit: Fraction) -> Solved:
        """The same in a unit of so many base units."""
        return self if unit == 1 else self._times(1 / unit)

    def negated(self) -> Solved:
        return self._times(-1)

    def _times(self, share: Number) -> Solved:
        return Solved(
            tuple([whole(own * share) for own in self.coefficients]),
            {reason: whole(own * share) for reason, own in self.constants.items()},
            whole(self.value * share),
            self.used,
        )


class Elimination:
    """The statements of a world, solved for one amount each.

    A statement defines an amount: ``pivot`` = Σ share · amount + told. What was defined is known in
    terms of amounts that are free, and of the numbers of the text; which statements that rests on
    is looked up only for what is asked. ``after`` is the elimination of a world whose statements
    this one begins with.
    """

    __slots__ = (
        "_definitions", "_known", "_named", "_numbers", "_ranks", "_statements", "_values",
        "contradictions", "size",
    )  # fmt: skip

    def __init__(
        self, world: World, values: Sequence[Number], after: Elimination | None = None
    ) -> None:
        self._statements = world.statements
        self.size: int = len(world.statements)
        self._values: tuple[Number, ...]
        self._numbers: dict[Hashable, int]
        self._known: dict[int, _Known]
        self._definitions: dict[int, _Definition]
        self._ranks: dict[int, int]
        self._named: set[int]
        self.contradictions: list[Statement]
        first = 0
        if after is None:
            self._values = tuple([whole(value) for value in values])
            self._numbers = {}
            self._known = {}
            self._definitions = {}
            self._ranks = {}
            self._named = set()
            self.contradictions = []
        else:
            first = after.size
            self._values = after._values
            self._numbers = after._numbers  # shared: a number that is not named here tells nothing
            self._known = after._known.copy()
            self._definitions = after._definitions.copy()
            self._ranks = after._ranks.copy()
            self._named = after._named.copy()
            self.contradictions = after.contradictions.copy()
        for place in range(first, self.size):
            self._add(place, self._statements[place])

    def of(self, world: World) -> Elimination:
        """That of the same world, which may have grown."""
        if world.statements is self._statements and len(world.statements) == self.size:
            return self
        return Elimination(world, self._values, self)

    def _add(self, place: int, statement: Statement) -> None:
        numbers, named = self._numbers, self._named
        form: _Form = {}
        new = -1
        for name, share in statement.form.items():
            number = numbers.setdefault(name, len(numbers))
            form[number] = share
            if new < 0 and number not in named:
                new = number
        told = statement.given.value(self._values)
        if new >= 0:  # defined by amounts that stand in earlier statements
            named.update(form)
            lead = form.pop(new)
            rest = _over_all(form, -lead)
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
        lead = free.pop(pivot)
        weights = _over_all(self._weights(form), -lead)
        weights[place] = _over(1, lead)
        free = _over_all(free, -lead)
        self._ranks[pivot] = -place
        self._definitions[-place] = (free, weights)
        value = _over(told - known, lead)
        for name, (others, own) in self._known.items():
            share = others.get(pivot, 0)
            if share:
                rest = {other: n for other, n in others.items() if other != pivot}
                _add_to(rest, share, free)
                self._known[name] = (rest, own + share * value)
        self._known[pivot] = (free, value)

    def _reduced(self, form: _Form) -> _Known:
        """A form in terms of free amounts, and its known part."""
        free: _Form = {}
        told: Number = 0
        for name, share in form.items():
            known = self._known.get(name)
            if known is None:
                total = free.get(name, 0) + share
                if total:
                    free[name] = total
                else:
                    free.pop(name, None)
                continue
            told += share * known[1]
            if known[0]:
                _add_to(free, share, known[0])
        return free, told

    def _weights(self, form: _Form) -> dict[int, Number]:
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

    def _take(self, form: _Form, share: Number, left: dict[int, Number]) -> None:
        """Adds the defined amounts of a form to those that are left to look up."""
        ranks = self._ranks
        for name, part in form.items():
            rank = ranks.get(name)
            if rank is not None:
                left[rank] = left.get(rank, 0) + share * part

    def _numbered(self, asked: Mapping[Hashable, Number]) -> _Form | None:
        """The form with numbers for names; None where nothing is said of an amount in it."""
        form: _Form = {}
        for name, share in asked.items():
            if share:
                number = self._numbers.get(name)
                if number is None:
                    return None
                form[number] = whole(share)
        return form

    def solve(self, asked: Mapping[Hashable, Number]) -> Solved | None:
        """What the world says of ``asked``; None where it does not determine it."""
        form = self._numbered(asked)
        if form is None:
            return None
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
            tuple([whole(share) for share in coefficients]),
            {reason: whole(number) for reason, number in constants.items() if number},
            whole(told),
            tuple(used),
        )

    def value(self, asked: Mapping[Hashable, Number]) -> Number | None:
        """The number that the world gives a form, None where it does not determine it."""
        form = self._numbered(asked)
        if form is None:
            return None
        free, told = self._reduced(form)
        return None if free else told


def _over(number: Number, lead: Number) -> Number:
    if lead == 1:
        return number
    return -number if lead == -1 else whole(Fraction(number) / lead)


def _over_all(form: _Form, lead: Number) -> _Form:
    if lead == 1:
        return form
    if lead == -1:
        return {name: -share for name, share in form.items()}
    return {name: whole(Fraction(share) / lead) for name, share in form.items()}


def _add_to(form: _Form, share: Number, other: _Form) -> None:
    """``form`` += ``share`` · ``other``, without zeros."""
    for name, value in other.items():
        total = form.get(name, 0) + share * value
        if total:
            form[name] = total
        else:
            form.pop(name, None)
