"""The equation of a problem: Σ sᵢqᵢ + s_x·x = 0 (paper, section 2), solved, printed, spoken.

The signs are the tagger's; the values are exact. Flipping every sign gives the same equation; the
canonical form has s_x = −1, so that x = Σ sᵢqᵢ.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from numbers import Rational
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.problem.notation import MINUS, PLAIN, Style, rewrite, to_latex, write
from quantity_tagger.values import Value

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Quantity


class _Form(NamedTuple):
    """How an equation is printed: the ``order`` of the quantities in use, as places, sign and
    digits of each as a term, the sums on the way to x, and how numbers are written.
    """

    order: tuple[int, ...]
    terms: tuple[tuple[int, str], ...]
    sums: tuple[Fraction, ...]
    style: Style


class Equation(Value):
    """Σ sᵢqᵢ + s_x·x = 0 with exact ``values`` qᵢ, ``signs`` sᵢ and ``sign_of_x`` s_x.

    ``written`` are the numbers as the text writes them: equation, steps and answer follow it
    (decimals stay decimals, 1/3 stays 1/3, 7,341 keeps its comma). Terms are printed in the order
    of the text, but those that are added come first where a sum on the way would be negative.

    Two equations are equal if they give the same quantities the same signs, up to a flip of all;
    they are ``equivalent`` if they say the same of x, whatever the order and the unused quantities.
    """

    FIELDS: ClassVar = ("values", "signs", "sign_of_x", "written")
    __slots__ = (*FIELDS, "_known_form")

    def __init__(
        self,
        values: Sequence[Fraction],
        signs: Sequence[int],
        sign_of_x: int = -1,
        written: Sequence[str] | None = None,
    ) -> None:
        # callers may hand lists, ints, NumPy's integers
        self.values = tuple([_exact(value) for value in values])
        self.signs = tuple([_sign(sign) for sign in signs])
        self.sign_of_x = _sign(sign_of_x)
        self.written = None if written is None else tuple(written)
        self._known_form: _Form | None = None
        self._check()

    @staticmethod
    def of(quantities: Sequence[Quantity], signs: Sequence[int], sign_of_x: int = -1) -> Equation:
        """The equation that gives a problem's ``quantities`` these ``signs``."""
        return Equation(
            [quantity.value for quantity in quantities],
            signs,
            sign_of_x,
            [quantity.text for quantity in quantities],
        )

    def with_signs(self, signs: Sequence[int]) -> Equation:
        """The equation that gives the same quantities these ``signs``."""
        return Equation(self.values, signs, self.sign_of_x, self.written)

    @property
    def solution(self) -> Fraction:
        """The exact x."""
        return self._form().sums[-1]

    def canonical(self) -> Equation:
        """The same equation with s_x = −1."""
        if self.sign_of_x == -1:
            return self
        return Equation(self.values, [-sign for sign in self.signs], -1, self.written)

    def equivalent(self, other: Equation) -> bool:
        """Whether both say the same of x: the same signed terms up to order and a flip of all."""
        mine, theirs = (sorted(map(eq._adds, eq._used())) for eq in (self, other))
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
        return f"{_joined([*self._form().terms, (self.sign_of_x, 'x')])} = 0"

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
        _, terms, sums, style = self.canonical()._form()
        if len(terms) == 1:
            return (f"x = {self.answer()}",)
        lines = []
        so_far = _joined(terms[:1])
        for term, total in zip(terms[1:], sums[1:], strict=True):
            result = write(total, style)
            lines.append(f"{so_far}{_following(*term)} = {result}")
            so_far = result
        return tuple(lines)

    def order(self) -> tuple[int, ...]:
        """The places of the quantities in use, in the order in which they are printed."""
        return self._form().order

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
        if not any(self.signs):
            raise QuantityTaggerError(
                "No quantity has a sign other than 0, so x has nothing to be computed from: "
                "give at least one the sign +1 or −1."
            )

    def _identity(self) -> tuple[tuple[Fraction, ...], tuple[int, ...]]:
        return self.values, self.canonical().signs

    def _used(self) -> list[int]:
        return [place for place, sign in enumerate(self.signs) if sign]

    def _adds(self, place: int) -> Fraction:
        """What the quantity at ``place`` adds to x."""
        value = self.values[place]
        return value if self.signs[place] == -self.sign_of_x else -value

    def _form(self) -> _Form:
        """Worked out when it is first asked for: most alternatives are never printed."""
        if self._known_form is None:
            used = self._used()
            written = self.written
            style = PLAIN
            if written is not None:
                style = Style.of((written[place], self.values[place]) for place in used)
            if min(accumulate(map(self._adds, used))) < 0:
                used.sort(key=lambda place: self._adds(place) < 0)
            terms = [
                (
                    self.signs[place],
                    rewrite("" if written is None else written[place], self.values[place], style),
                )
                for place in used
            ]
            sums = accumulate(map(self._adds, used))
            self._known_form = _Form(tuple(used), tuple(terms), tuple(sums), style)
        return self._known_form


def _joined(terms: Sequence[tuple[int, str]]) -> str:
    """``52 − 34``, ``−3 + x``, ``5 + (−3)``."""
    (sign, digits), *rest = terms
    # A leading minus sign of the number's own needs no brackets, a second one does.
    first = digits if sign > 0 else MINUS + _bracketed(digits)
    return first + "".join(_following(*term) for term in rest)


def _following(sign: int, digits: str) -> str:
    return f" {'+' if sign > 0 else MINUS} {_bracketed(digits)}"


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
