"""The equation of a problem: Σ sᵢqᵢ + s_x·x = 0 (paper, section 2), solved, printed, spoken.

The signs are the tagger's; the values are exact. Flipping every sign gives the same equation; the
canonical form has s_x = −1, so that x = Σ sᵢqᵢ. Beyond signs a quantity may be needed several
times, in another unit, and beside numbers that the text does not say.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from numbers import Rational
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.problem.notation import MINUS, PLAIN, Style, rewrite, to_latex, write
from quantity_tagger.values import Value

if TYPE_CHECKING:
    from quantity_tagger.problem.beyond import Beyond, Constant, Conversion, Conversions
    from quantity_tagger.problem.problem import Quantity


_ONE: Final = Fraction(1)


class Term(NamedTuple):
    """What is added to x: ``digits`` with their ``sign`` are worth ``value``. It stands for the
    quantity at ``place``, or where that is None for the constant at ``constant``.
    """

    sign: int
    digits: str
    value: Fraction
    place: int | None
    constant: int = -1


class _Form(NamedTuple):
    """How an equation is printed: its terms in order, the sums on the way to x, and how numbers are
    written.
    """

    terms: tuple[Term, ...]
    sums: tuple[Fraction, ...]
    style: Style


class Equation(Value):
    """Σ sᵢqᵢ + s_x·x = 0 with exact ``values`` qᵢ, ``signs`` sᵢ and ``sign_of_x`` s_x.

    ``written`` are the numbers as the text writes them: equation, steps and answer follow it
    (decimals stay decimals, 1/3 stays 1/3, 7,341 keeps its comma). Terms are printed in the order
    of the text, but those that are added come first where a sum on the way would be negative.

    ``times`` says how often each quantity is needed, once where it is not given; ``conversions``
    how each comes to the unit of x; ``constants`` are numbers that go unsaid, in x = Σ sᵢqᵢ + Σ c.

    Two equations are equal if they give the same quantities the same signs, up to a flip of all;
    they are ``equivalent`` if they say the same of x, whatever the order and the unused quantities.
    """

    FIELDS: ClassVar = (
        "values", "signs", "sign_of_x", "written", "times", "conversions", "constants",
    )  # fmt: skip
    __slots__ = (*FIELDS, "_known_form")

    def __init__(
        self,
        values: Sequence[Fraction],
        signs: Sequence[int],
        sign_of_x: int = -1,
        written: Sequence[str] | None = None,
        times: Sequence[int] | None = None,
        conversions: Conversions = (),
        constants: Sequence[Constant] = (),
    ) -> None:
        # callers may hand lists, ints, NumPy's integers
        self.values = tuple([_exact(value) for value in values])
        self.signs = tuple([_sign(sign) for sign in signs])
        self.sign_of_x = _sign(sign_of_x)
        self.written = None if written is None else tuple(written)
        self.times = None if times is None else tuple(times)
        self.conversions = tuple(conversions)
        self.constants = tuple(constants)
        self._known_form: _Form | None = None
        self._check()

    @staticmethod
    def of(
        quantities: Sequence[Quantity],
        signs: Sequence[int],
        sign_of_x: int = -1,
        conversions: Conversions = (),
    ) -> Equation:
        """The equation that gives a problem's ``quantities`` these ``signs``."""
        return Equation(
            [quantity.value for quantity in quantities],
            signs,
            sign_of_x,
            [quantity.text for quantity in quantities],
            conversions=conversions,
        )

    @staticmethod
    def beyond(
        quantities: Sequence[Quantity], world: Beyond, conversions: Conversions = ()
    ) -> Equation:
        """The equation of a world that signs cannot write."""
        return Equation(
            [quantity.value for quantity in quantities],
            world.signs,
            -1,
            [quantity.text for quantity in quantities],
            [abs(often) for often in world.times],
            conversions,
            world.constants,
        )

    def is_of(self, world: Beyond) -> bool:
        """Whether it is the equation of this world."""
        often = self.times or (1,) * len(self.signs)
        turned = tuple([-self.sign_of_x * s * n for s, n in zip(self.signs, often, strict=True)])
        return turned == world.times and self.constants == world.constants

    def with_signs(self, signs: Sequence[int]) -> Equation:
        """The equation that gives the same quantities these ``signs``, each once."""
        return Equation(
            self.values, signs, self.sign_of_x, self.written, conversions=self.conversions
        )

    @property
    def only_signs(self) -> bool:
        """Whether signs say it all, as in the paper."""
        return not (self.constants or self.repeats or self.changes())

    @property
    def repeats(self) -> bool:
        """Whether a quantity is needed more than once."""
        return self.times is not None and any(often > 1 for often in self.times)

    @property
    def coefficients(self) -> tuple[Fraction, ...]:
        """What one of each quantity, as the text tells it, adds to x."""
        found = []
        for place, sign in enumerate(self.signs):
            often = 1 if self.times is None else self.times[place]
            found.append(-self.sign_of_x * sign * often * self._factor(place))
        return tuple(found)

    @property
    def solution(self) -> Fraction:
        """The exact x."""
        return self._form().sums[-1]

    def canonical(self) -> Equation:
        """The same equation with s_x = −1."""
        if self.sign_of_x == -1:
            return self
        return self._replace(signs=[-sign for sign in self.signs], sign_of_x=-1)

    def equivalent(self, other: Equation) -> bool:
        """Whether both say the same of x: the same signed terms up to order and a flip of all."""
        mine, theirs = (sorted(term.value for term in eq._form().terms) for eq in (self, other))
        return mine == theirs

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Equation):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """``52 − 34 − x = 0``; quantities with sign 0 are left out."""
        x = Term(self.sign_of_x, "x", Fraction(0), None)
        return f"{_joined([*self._form().terms, x])} = 0"

    def latex(self) -> str:
        """The equation for LaTeX's mathematical mode: ``52 - 34 - x = 0``."""
        return to_latex(self.text())

    def expression(self) -> str:
        """What x is: ``52 − 34``."""
        return _joined(self.canonical()._form().terms)

    def answer(self) -> str:
        """The solution as people would write it beside the numbers of the text."""
        return write(self.solution, self._form().style)

    def steps(self) -> tuple[str, ...]:
        """The way to x, one addition or subtraction at a time: ``12 + 5 = 17``, ``17 − 4 = 13``."""
        terms, sums, style = self.canonical()._form()
        if len(terms) == 1:
            return (f"x = {self.answer()}",)
        lines = []
        so_far = _joined(terms[:1])
        for term, total in zip(terms[1:], sums[1:], strict=True):
            result = write(total, style)
            lines.append(f"{so_far}{_following(term)} = {result}")
            so_far = result
        return tuple(lines)

    def terms(self) -> tuple[Term, ...]:
        """What is added to x, in the order in which it is printed."""
        return self.canonical()._form().terms

    def order(self) -> tuple[int, ...]:
        """The places of the quantities in use, in the order in which they are first printed."""
        places = [term.place for term in self._form().terms if term.place is not None]
        return tuple(dict.fromkeys(places))

    def converted(self, space: str = " ") -> tuple[str, ...]:
        """What was brought to the unit of x: ``2 m = 200 cm``."""
        found: dict[str, None] = {}
        for place, change in self.changes().items():
            text = "" if self.written is None else self.written[place]
            if change.unit:
                text = space.join((rewrite(text, self.values[place]), change.unit))
            number = write(self.values[place] * self._factor(place), self._form().style)
            found[f"{text} = {space.join((number, change.to))}"] = None
        return tuple(found)

    def changes(self) -> dict[int, Conversion]:
        """The conversions of the quantities in use, by their places."""
        return {
            place: change
            for place, change in enumerate(self.conversions)
            if change is not None and change.factor is not None and self.signs[place]
        }

    def _check(self) -> None:
        if len(self.signs) != len(self.values):
            raise QuantityTaggerError(
                f"An equation needs one sign for each quantity, and here are {len(self.signs)} "
                f"signs for {len(self.values)} quantities."
            )
        if self.written is not None and len(self.written) != len(self.values):
            raise QuantityTaggerError(
                f"An equation needs one written form for each quantity or none at all, and here "
                f"are {len(self.written)} for {len(self.values)} quantities."
            )
        if self.sign_of_x == 0:
            raise QuantityTaggerError("The sign of x is 0, and it must be +1 or −1.")
        if self.times is not None and len(self.times) != len(self.values):
            raise QuantityTaggerError(
                f"An equation needs for each quantity how often it is added or nothing at all, and "
                f"here are {len(self.times)} for {len(self.values)} quantities."
            )
        if not any(self.signs):
            raise QuantityTaggerError(
                "No quantity has a sign other than 0, so x has nothing to be computed from: "
                "give at least one the sign +1 or −1."
            )

    def _identity(self) -> tuple[object, ...]:
        return self.values, self.coefficients, tuple([one.value for one in self.constants])

    def _factor(self, place: int) -> Fraction:
        change = self.conversions[place] if self.conversions else None
        return _ONE if change is None or change.factor is None else change.factor

    def _form(self) -> _Form:
        """Worked out when it is first asked for: most alternatives are never printed."""
        if self._known_form is None:
            used = [place for place, sign in enumerate(self.signs) if sign]
            style = PLAIN
            if self.written is not None:
                style = Style.of(
                    (self.written[place], self.values[place])
                    for place in used
                    if self._factor(place) == 1
                )
            terms = [term for place in used for term in self._terms_of(place, style)]
            terms += [self._unsaid(place, style) for place in range(len(self.constants))]
            if min(accumulate(term.value for term in terms)) < 0:
                terms.sort(key=lambda term: term.value < 0)
            sums = accumulate(term.value for term in terms)
            self._known_form = _Form(tuple(terms), tuple(sums), style)
        return self._known_form

    def _terms_of(self, place: int, style: Style) -> list[Term]:
        """A quantity as it is added to x, as often as it is needed."""
        factor, sign = self._factor(place), self.signs[place]
        value = self.values[place] * factor
        written = "" if self.written is None or factor != 1 else self.written[place]
        adds = value if sign == -self.sign_of_x else -value
        term = Term(sign, rewrite(written, value, style), adds, place)
        return [term] * (1 if self.times is None else self.times[place])

    def _unsaid(self, place: int, style: Style) -> Term:
        value = self.constants[place].value
        sign = -self.sign_of_x if value > 0 else self.sign_of_x
        return Term(sign, write(abs(value), style), value, None, place)


def _joined(terms: Sequence[Term]) -> str:
    """``52 − 34``, ``−3 + x``, ``5 + (−3)``."""
    first, *rest = terms
    # A leading minus sign of the number's own needs no brackets, a second one does.
    begin = first.digits if first.sign > 0 else MINUS + _bracketed(first.digits)
    return begin + "".join([_following(term) for term in rest])


def _following(term: Term) -> str:
    return f" {'+' if term.sign > 0 else MINUS} {_bracketed(term.digits)}"


def _bracketed(digits: str) -> str:
    return f"({digits})" if digits.startswith(MINUS) else digits


def _exact(value: Fraction) -> Fraction:
    if type(value) is Fraction:
        return value
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal) and value.is_finite():
        return Fraction(value)
    raise QuantityTaggerError(
        f"{value!r} is not an exact number: give quantities as Fraction, int or finite Decimal."
    )


def _sign(sign: int) -> int:
    if type(sign) is int and -1 <= sign <= 1:  # as nearly all are
        return sign
    try:
        number = operator.index(sign)
    except TypeError:
        number = None
    if number not in (-1, 0, 1):
        raise QuantityTaggerError(f"{sign!r} is not a sign: signs are +1, 0 and −1.")
    return number
