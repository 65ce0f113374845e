"""Shows a solution in a terminal, or as plain text elsewhere."""

from __future__ import annotations

import sys
from itertools import groupby
from typing import TYPE_CHECKING

from quantity_tagger import languages
from quantity_tagger.cli.show.problem import on_one_line
from quantity_tagger.solution.html import percent
from quantity_tagger.solution.solution import SIGN_MARKS
from quantity_tagger.solution.steps import doubt, guess
from quantity_tagger.solution.worlds import TRUST
from quantity_tagger.support.columns import aligned, fitted
from quantity_tagger.support.terminal import Paint, wanted

if TYPE_CHECKING:
    from quantity_tagger.solution.solution import Piece, Solution
    from quantity_tagger.support.columns import Rows

COLOURS = {1: "green", -1: "yellow", 0: "grey"}
SUPERSCRIPTS = {1: "⁺", -1: "⁻", 0: "⁰"}


def show(solution: Solution, *, why: bool = False) -> None:
    """Prints answer, equation, marked text and steps; with ``why`` also the story and reasons.

    An unsure answer is told as such, with its rivals. Where the problem is out of scope there is
    none: a sentence says why, and only ``why`` shows what was made of it, as a guess.
    """
    paint = Paint(wanted(sys.stdout))
    if solution.scope is not None and not solution.in_scope:
        _print(paint(solution.scope.message, "bold"))
        print()
        _print(paint(solution.text))
    else:
        _show_answer(solution, paint)
    if why:
        _show_why(solution, paint)


def _show_answer(solution: Solution, paint: Paint) -> None:
    if solution.sure:
        for line in paint.large(solution.equation.answer()):
            print(line)
    else:
        _print(paint(doubt(solution), "bold"))
    print()
    sure = paint(f"{percent(solution.confidence)} sure", "dim")
    print(f"{paint(str(solution.equation), 'bold')}   {sure}")
    for note in solution.notes:
        _print(paint(note, "dim"))
    print()
    if not solution.sure:
        print(paint(languages.get(solution.language).sentences.rivals, "bold"))
        _show_others(solution, paint)
        print()
    _show_text(solution, paint)
    print()
    for number, step in enumerate(solution.steps, 1):
        _print(f"{paint(f'{number}.', 'dim')} {paint(step)}")


def _show_text(solution: Solution, paint: Paint) -> None:
    _print("".join(_piece(solution, piece, paint) for piece in solution.pieces()))


def _print(text: str) -> None:
    """Prints prose, broken between words."""
    print(fitted(text, sys.stdout))


def _piece(solution: Solution, piece: Piece, paint: Paint) -> str:
    """Colour and underline in a terminal; elsewhere brackets, with the sign above."""
    if piece.owner is None:
        return paint(piece.text)
    if piece.owner < 0:
        if paint.on:
            return paint(piece.text, "underline", "magenta", *_core(piece))
        return f"{{{paint(piece.text)}}}" if piece.role == "unknown" else paint(piece.text)
    sign = solution.quantities[piece.owner].sign
    if paint.on:
        mark = SUPERSCRIPTS[sign] if piece.role == "quantity" else ""
        return paint(piece.text, "underline", COLOURS[sign], *_core(piece)) + paint(
            mark, COLOURS[sign], *_core(piece)
        )
    text = paint(piece.text)
    return f"[{text}]{SUPERSCRIPTS[sign]}" if piece.role == "quantity" else text


def _core(piece: Piece) -> tuple[str, ...]:
    return () if piece.role == "words" else ("bold",)


def _show_story(solution: Solution, paint: Paint) -> None:
    print()
    print(paint("the story", "bold"))
    headings = languages.get(solution.language).sentences.headings
    rows = []
    for kind, lines in groupby(solution.story, key=lambda line: line.kind):
        for number, line in enumerate(lines):
            rows.append(("" if number else headings[kind], on_one_line(str(line))))
    for row in aligned(rows):
        print(paint(row))
    for sentence in solution.clearness:
        _print(paint(sentence, "dim"))


def _show_reasons(solution: Solution, paint: Paint) -> None:
    print()
    print(paint("number by number", "bold"))
    for one, reason in zip(solution.quantities, solution.reasons, strict=True):
        mark = SIGN_MARKS[one.sign]
        _print(f"{paint(mark, COLOURS[one.sign], 'bold')} {paint(reason)}")


def _show_worlds(solution: Solution, paint: Paint) -> None:
    """The ways in which the story was understood, and what decided between them."""
    worlds = solution.worlds
    if not worlds:
        return
    rows = [
        (
            percent(one.probability),
            one.equation.answer(),
            TRUST[one.world.trust],
            f"{one.world.cost:.1f}",
            "" if one.wording is None else percent(one.wording),
            one.world.schema,
            "; ".join(one.world.doubts),
        )
        for one in worlds
    ]
    print()
    print(paint("worlds" if worlds[0].won else "worlds, none of which won", "bold"))
    _table([("sure", "answer", "trust", "cost", "wording", "schema", "doubts"), *rows], paint)
    for one in worlds:
        if one.decided:
            print()
            print(paint(f"what speaks against {one.equation.answer()}", "bold"))
            lines = [(f"{why.weight:+.2f}", why.words) for why in one.decided]
            _table([("weight", "feature"), *lines], paint)


def _show_why(solution: Solution, paint: Paint) -> None:
    if not solution.in_scope:
        print()
        print(paint(guess(solution), "dim"))
        print()
        _show_text(solution, paint)
    _show_story(solution, paint)
    _show_reasons(solution, paint)
    _show_worlds(solution, paint)
    rows = [("quantity", "sign", "sure", "span in the lattice")]
    for one in solution.quantities:
        span = on_one_line(solution.text[slice(*one.span)])
        rows.append((one.text, SIGN_MARKS[one.sign], percent(one.probability), span))
    print()
    _table(rows, paint)
    for one in solution.quantities:
        print()
        sign, rival = SIGN_MARKS[one.sign], SIGN_MARKS[one.rival]
        print(paint(f"why {one.text} is {sign} and not {rival}", "bold"))
        _table(
            [
                ("weight", "at", "feature"),
                *(
                    (
                        f"{reason.weight:+.2f}",
                        on_one_line(reason.seen_at),
                        reason.words,
                    )
                    for reason in one.reasons
                ),
            ],
            paint,
        )
    if solution.sure:
        print()
        print(paint("other readings", "bold"))
        _show_others(solution, paint)
    print()
    print(paint(f"model: {solution.model}", "dim"))


def _show_others(solution: Solution, paint: Paint) -> None:
    others = [
        (percent(other.probability), other.equation.answer(), str(other.equation))
        for other in solution.alternatives
    ]
    if others:
        _table([("sure", "answer", "equation"), *others], paint)
    else:
        print("none that could be right")


def _table(rows: Rows, paint: Paint) -> None:
    header, *lines = aligned(rows)
    print(paint(header, "dim"))
    for line in lines:
        print(paint(line))
