"""Shows a problem as read: styled on a terminal, plain text elsewhere, or as JSON-ready dicts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from quantity_tagger import languages
from quantity_tagger.cli.wrap import width
from quantity_tagger.problem.notation import write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.problem.problem import Problem

Rows = list[tuple[str, ...]]


def as_dict(problem: Problem, *, tokens: bool = False) -> dict[str, Any]:
    """The problem in plain values; offsets count characters of ``text``."""
    unknown = problem.unknown
    shown: dict[str, Any] = {
        "language": problem.language,
        "text": problem.text,
        "quantities": [
            {
                "text": quantity.text,
                "value": write(quantity.value).replace("−", "-"),
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
    if sys.stdout.isatty():
        _show_styled(problem, tokens)
    else:
        _show_plain(problem, tokens)


def _show_plain(problem: Problem, tokens: bool) -> None:
    print("".join(piece for piece, _ in _marked(problem)))
    print()
    for line in aligned([(f"{name}:", value) for name, value in _facts(problem)]):
        print(line)
    print()
    for line in aligned([QUANTITY_COLUMNS, *_quantity_rows(problem)]):
        print(line)
    if tokens:
        print()
        for line in aligned([TOKEN_COLUMNS, *_token_rows(problem)]):
            print(line)


def _show_styled(problem: Problem, tokens: bool) -> None:
    # Here, because rich takes longer to load than a problem takes to read.
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)

    def table(columns: tuple[str, ...], rows: Rows) -> Table:
        grid = Table(*columns, header_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for row in rows:
            grid.add_row(*map(Text, row))
        return grid

    console.print(Text.assemble(*((piece, STYLES[role]) for piece, role in _marked(problem))))
    console.print()
    for name, value in _facts(problem):
        console.print(Text.assemble((f"{name}: ", "bold"), value))
    console.print()
    console.print(table(QUANTITY_COLUMNS, _quantity_rows(problem)))
    if tokens:
        console.print()
        console.print(table(TOKEN_COLUMNS, _token_rows(problem)))


STYLES = {"": "", "quantity": "bold cyan", "unknown": "bold magenta"}
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


def aligned(rows: Rows) -> list[str]:
    """The rows as lines with columns below each other."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell + " " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]
