"""What an equation has beyond signs, told: units that were converted, numbers that go unsaid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quantity_tagger import languages
from quantity_tagger.problem.notation import ascii_minus, to_latex, write, write_value

if TYPE_CHECKING:
    from quantity_tagger.solution.solution import Solution


def notes(solution: Solution) -> tuple[str, ...]:
    """Each conversion (``2 m = 200 cm``) and each number that goes unsaid, with its reason."""
    return (*converted(solution), *[f"{number} ({why})" for number, why in _unsaid(solution)])


def converted(solution: Solution) -> tuple[str, ...]:
    """What was brought to the unit of the answer: ``2 m = 200 cm``."""
    return solution.equation.converted(languages.get(solution.language).space)


def latex(solution: Solution) -> str:
    """The notes for LaTeX's mathematical mode, before the solved equation."""
    told = [
        " = ".join(map(_measure, line.split(" = "))) if " = " in line else line
        for line in converted(solution)
    ]
    told += [rf"{to_latex(number)}\ \text{{({why})}}" for number, why in _unsaid(solution)]
    return "".join(rf"{line},\quad " for line in told)


def to_dict(solution: Solution) -> dict[str, Any]:
    """Plain values for JSON; nothing where signs say it all."""
    equation = solution.equation
    if equation.only_signs:
        return {}
    words = languages.get(solution.language).sentences
    return {
        "beyond_signs": {
            "coefficients": [write_value(share) for share in equation.coefficients],
            "constants": [
                {"value": write_value(one.value), "reason": words.reason(one.reason)}
                for one in equation.constants
            ],
            "conversions": [ascii_minus(line) for line in converted(solution)],
        }
    }


def _unsaid(solution: Solution) -> list[tuple[str, str]]:
    words = languages.get(solution.language).sentences
    return [
        (write(abs(one.value)), words.reason(one.reason)) for one in solution.equation.constants
    ]


def _measure(side: str) -> str:
    """A number with its unit upright."""
    number, _, unit = side.partition(" ")
    return rf"{to_latex(number)}\ \text{{{unit}}}" if unit else rf"\text{{{number}}}"
