"""Shows a problem as read: styled on a terminal, plain text elsewhere, or as JSON-ready dicts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from quantity_tagger import languages
from quantity_tagger.problem.notation import write, write_value
from quantity_tagger.support.columns import aligned, fitted
from quantity_tagger.support.terminal import Paint, wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.problem.problem import Problem
    from quantity_tagger.support.columns import Rows


def as_dict(problem: Problem, *, tokens: bool = False) -> dict[str, Any]:
    """The problem in plain values; offsets count characters of ``text``."""
    unknown = problem.unknown
    shown: dict[str, Any] = {
        "language": problem.language,
        "text": problem.text,
        "quantities": [
            {
                "text": quantity.text,
                "value": write_value(quantity.value),
                "start": quantity.start,
                "end": quantity.end,
                "token": quantity.token,
                "unit": list(quantity.unit),
            }
            for quantity in problem.quantities
        ],
        "unknown": {
            "token": unknown.token,
            "question": _question(problem),
            "head": list(unknown.head),
        },
    }
    if tokens:
        shown["tokens"] = [token._asdict() for token in problem.tokens]
    return shown


def show(problem: Problem, *, tokens: bool = False) -> None:
    """Prints the text with quantities in [ ] and x in { }, and what is known of each."""
    paint = Paint(wanted(sys.stdout))
    text = "".join(paint(piece, *STYLES[role]) for piece, role in _marked(problem))
    print(fitted(text, sys.stdout))
    print()
    _print_table([(paint(f"{name}:", "bold"), paint(value)) for name, value in _facts(problem)])
    print()
    _print_table(_painted(QUANTITY_COLUMNS, _quantity_rows(problem), paint))
    if tokens:
        print()
        _print_table(_painted(TOKEN_COLUMNS, _token_rows(problem), paint))


def _painted(columns: Sequence[str], rows: Rows, paint: Paint) -> Rows:
    return [[paint(name, "bold") for name in columns], *(list(map(paint, row)) for row in rows)]


def _print_table(rows: Rows) -> None:
    for line in aligned(rows):
        print(line)


STYLES = {"": (), "quantity": ("bold", "cyan"), "unknown": ("bold", "magenta")}
QUANTITY_COLUMNS = ("quantity", "value", "unit")
TOKEN_COLUMNS = ("", "token", "tag", "lemma")


def _marked(problem: Problem) -> list[tuple[str, str]]:
    """The text in pieces, each with its role: plain, a quantity, or x's token."""
    x = problem.tokens[problem.unknown.token]
    spans = [(quantity.start, quantity.end, "[{}]", "quantity") for quantity in problem.quantities]
    spans.append((x.start, x.end, "{{{}}}", "unknown"))
    pieces: list[tuple[str, str]] = []
    position = 0
    for start, end, brackets, role in sorted(spans):
        if start < position:  # x sits at a quantity: its mark is enough
            continue
        pieces.append((problem.text[position:start], ""))
        pieces.append((brackets.format(problem.text[start:end]), role))
        position = end
    pieces.append((problem.text[position:], ""))
    return pieces


def _facts(problem: Problem) -> Rows:
    head = _words(problem, problem.unknown.head)
    return [
        ("language", languages.get(problem.language).name),
        ("question", on_one_line(_question(problem))),
        ("asks for", head or "not said"),
    ]


def _quantity_rows(problem: Problem) -> Rows:
    return [
        (on_one_line(quantity.text), write(quantity.value), _words(problem, quantity.unit))
        for quantity in problem.quantities
    ]


def _token_rows(problem: Problem) -> Rows:
    return [(str(i), t.text, t.tag, t.lemma) for i, t in enumerate(problem.tokens)]


def _question(problem: Problem) -> str:
    question = problem.unknown.question
    if not question:
        return ""
    return problem.text[problem.tokens[question[0]].start : problem.tokens[question[-1]].end]


def on_one_line(text: str) -> str:
    return " ".join(text.split())


def _words(problem: Problem, words: Sequence[str]) -> str:
    return languages.get(problem.language).space.join(words)
