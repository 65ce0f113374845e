"""Equations as data files write them, as signed constants: x = Σ signᵢ·constantᵢ.

Python's own parser builds the tree, and nothing is ever evaluated by it: the tree is walked here,
and what is not a number, +, − or a bracket is turned away.
"""

from __future__ import annotations

import ast
import re
from fractions import Fraction
from typing import NamedTuple

from quantity_tagger.datasets.values import parse_value
from quantity_tagger.errors import DataError

LONGEST_EQUATION = 1000

_SPELLINGS = str.maketrans(
    {
        "−": "-", "–": "-", "＋": "+", "－": "-", "×": "*", "÷": "/", "＝": "=", "^": "*",
        "（": "(", "）": ")", "[": "(", "]": ")", "{": "(", "}": ")", "$": " ",
    }
)  # fmt: skip
_ALLOWED = re.compile(r"[\w\s.+\-*/()%=]*", re.ASCII)
_PERCENT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*%")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_COEFFICIENT = re.compile(r"(?<=\d)(?=[A-Za-z])")
_LEADING_ZEROS = re.compile(r"(?<![\w.])0+(?=\d)")


class Term(NamedTuple):
    """A constant of an equation with its sign."""

    sign: int
    value: Fraction


class UnreadableEquationError(DataError):
    """The equation is not written as one."""


class OutOfScopeError(DataError):
    """The equation needs more than + and −."""


def parse_equation(equation: str) -> tuple[Term, ...]:
    """The signed constants of x in an equation, in the order in which it writes them.

    Understood are "x = 7 - 3", "7 - x = 3", "7 - (2 + 1)" and "7 - 3 = 4" (the result alone on the
    right). A division of two constants that does not come out even is one constant, a fraction.
    """
    written = _normalise(equation)
    sides = written.split("=")
    if len(sides) > 2 or not all(side.strip() for side in sides):
        raise UnreadableEquationError(f'"{equation}" is not one equation')
    left = _Linear(sides[0])
    right = _Linear(sides[1]) if len(sides) == 2 else None
    if right is None:
        if left.unknowns:
            raise UnreadableEquationError(f'"{equation}" has an unknown and no =')
        return tuple(left.terms)
    names = {name for _, name in left.unknowns + right.unknowns}
    if not names:
        # "7 - 3 = 4": one side is the result, and it is a single number.
        for result, other in ((right, left), (left, right)):
            if len(result.terms) == 1 and len(other.terms) > 1:
                return tuple(other.terms)
        return tuple(left.terms)
    if len(names) > 1:
        raise OutOfScopeError(f'"{equation}" has several unknowns')
    # left − right = 0; with the unknown's sign k: x = −k·(the constants).
    k = sum(sign for sign, _ in left.unknowns) - sum(sign for sign, _ in right.unknowns)
    if abs(k) != 1:
        raise OutOfScopeError(f'"{equation}" is not solved by + and − alone')
    return tuple(
        Term(-k * side * term.sign, term.value)
        for side, terms in ((1, left.terms), (-1, right.terms))
        for term in terms
    )


def _normalise(equation: str) -> str:
    written = equation.translate(_SPELLINGS).strip().rstrip(".;")
    if len(written) > LONGEST_EQUATION:
        raise UnreadableEquationError("an equation is longer than any word problem has")
    written = _THOUSANDS.sub("", written)
    if not _ALLOWED.fullmatch(written):
        raise UnreadableEquationError(f'"{equation}" holds more than numbers, + and −')
    written = _PERCENT.sub(r"(\1/100)", written)
    written = _COEFFICIENT.sub("*", written)  # "2x"
    return _LEADING_ZEROS.sub("", written)


class _Linear:
    """One side of an equation as signed constants and signed unknowns, in the order written."""

    def __init__(self, side: str) -> None:
        self.terms: list[Term] = []
        self.unknowns: list[tuple[int, str]] = []
        self._source = side.strip()
        try:
            self._walk(ast.parse(self._source, mode="eval").body, 1)
        except DataError:  # one of ours, and a ValueError too
            raise
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise UnreadableEquationError(f'"{self._source}" is not arithmetic') from None

    def _walk(self, node: ast.expr, sign: int) -> None:
        match node:
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
                self._walk(left, sign)
                self._walk(right, sign if isinstance(operator, ast.Add) else -sign)
            case ast.UnaryOp(op=ast.UAdd() | ast.USub() as operator, operand=operand):
                self._walk(operand, sign if isinstance(operator, ast.UAdd) else -sign)
            case ast.Name(id=name):
                self.unknowns.append((sign, name.lower()))
            case _:
                self.terms.append(Term(sign, self._constant(node)))

    def _constant(self, node: ast.expr) -> Fraction:
        """A number, a fraction of two numbers, or a mixed number "2(1/3)"."""
        match node:
            case ast.Constant():
                return self._number(node)
            case ast.BinOp(
                left=ast.Constant() as top, op=ast.Div(), right=ast.Constant() as bottom
            ):
                return self._fraction(top, bottom)
            case ast.Call(
                func=ast.Constant() as whole,
                args=[
                    ast.BinOp(
                        left=ast.Constant() as top, op=ast.Div(), right=ast.Constant() as bottom
                    )
                ],
            ):
                return self._number(whole) + self._fraction(top, bottom)
        raise OutOfScopeError(f'"{self._source}" needs more than + and −')

    def _fraction(self, top: ast.Constant, bottom: ast.Constant) -> Fraction:
        if self._number(bottom) == 0:
            raise UnreadableEquationError(f'"{self._source}" divides by zero')
        value = self._number(top) / self._number(bottom)
        if value.denominator == 1:
            raise OutOfScopeError(f'"{self._source}" needs a division')
        return value

    def _number(self, node: ast.Constant) -> Fraction:
        # The source, not the parsed float: 0.1 is to be one tenth. All of it is ASCII.
        written = self._source[node.col_offset : node.end_col_offset]
        value = parse_value(written)
        if value is None:
            raise UnreadableEquationError(f'"{written}" is not a plain number')
        return value
