"""What a row gets: the fields of its result, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.problem.notation import ascii_minus, write_value

if TYPE_CHECKING:
    from quantity_tagger.batch.job import Solve
    from quantity_tagger.solution.solution import Solution

FIELDS = (
    "answer", "equation", "confidence", "in_scope", "scope", "language", "error", "line",
)  # fmt: skip
"""The fields that every row gets, whatever its format."""

FULL = "solution"
"""The field that is added where all of a solution is wanted."""

DIGITS = 6
"""Decimals of a probability: more would tell nothing."""


class Asked(NamedTuple):
    """A row: the number of its line, its text, and what is wrong with it (empty if nothing)."""

    line: int
    text: str
    fault: str = ""


def fields(full: bool) -> tuple[str, ...]:
    return (*FIELDS, FULL) if full else FIELDS


def results(rows: Sequence[Asked], solve: Solve, full: bool) -> list[dict[str, Any]]:
    """The result fields of each row, in order."""
    sound = [row.text for row in rows if not row.fault]
    outcomes = iter(_solved(sound, solve))
    return [
        _failed(row, row.fault, full) if row.fault else _result(row, next(outcomes), full)
        for row in rows
    ]


def kept_names(names: Sequence[str], full: bool) -> list[str]:
    """The input's names beside the results': where they clash, the input's are ``given_…``."""
    taken: set[str] = set(names) | set(fields(full))
    return [_beside(name, taken) if name in fields(full) else name for name in names]


def _beside(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name = f"given_{name}"
    return name


def _solved(texts: list[str], solve: Solve) -> list[Solution | Exception]:
    try:
        return list(solve(texts))
    except Exception:
        # One text met a flaw in the program. It must not cost the others their answers.
        return [_solved_alone(text, solve) for text in texts]


def _solved_alone(text: str, solve: Solve) -> Solution | Exception:
    try:
        return solve([text])[0]
    except Exception as error:
        return error


def _result(row: Asked, outcome: Solution | Exception, full: bool) -> dict[str, Any]:
    if isinstance(outcome, QuantityTaggerError):
        return _failed(row, str(outcome), full)
    if isinstance(outcome, Exception):
        flaw = f"{type(outcome).__name__}: {outcome}"
        return _failed(
            row, f"This text met a flaw in the program, please report it ({flaw}).", full
        )
    answer = outcome.answer
    found: dict[str, Any] = {
        "answer": None if answer is None else write_value(answer),
        "equation": None if answer is None else ascii_minus(str(outcome.equation)),
        "confidence": round(outcome.confidence, DIGITS),
        "in_scope": outcome.in_scope,
        "scope": None if outcome.scope is None else outcome.scope.code,
        "language": outcome.language,
        "error": None,
        "line": row.line,
    }
    if full:
        found[FULL] = outcome.to_dict()
    return found


def _failed(row: Asked, sentence: str, full: bool) -> dict[str, Any]:
    return dict.fromkeys(fields(full)) | {"error": sentence, "line": row.line}
