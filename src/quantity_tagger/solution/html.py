"""A solution as HTML for a notebook or a page: the text with every quantity's sign and span.

Everything from the text is escaped. Colours are borders and translucent tints over whatever the
page has, and letters keep the page's own colour, so that it reads well on light and on dark.
"""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from quantity_tagger import languages
from quantity_tagger.solution.solution import SIGN_MARKS
from quantity_tagger.solution.steps import doubt, guess

if TYPE_CHECKING:
    from quantity_tagger.solution.solution import Piece, Solution
    from quantity_tagger.solution.story import StoryLine

COLOURS = {1: "46, 139, 87", -1: "217, 95, 2", 0: "128, 128, 128", None: "117, 92, 214"}
"""Red, green and blue of each sign, and of the unknown: told apart by those who see few colours."""


def html(solution: Solution) -> str:
    """The solution in one ``<div>``."""
    words = languages.get(solution.language).sentences
    if not solution.in_scope:
        return _beyond(solution, words.guess_label)
    steps = "".join(f"<li>{escape(step)}</li>" for step in solution.steps)
    return (
        f"{_opening(solution)}"
        f"{_answer(solution)}"
        f'<div style="margin-bottom: .6em"><span style="font-size: 1.1em">'
        f"{escape(str(solution.equation))}</span>"
        f"{_notes(solution)}"
        f'<span style="opacity: .7"> · {words.confidence_label} {percent(solution.confidence)}'
        "</span></div>"
        f"{'' if solution.sure else _others(solution)}"
        f'<div style="line-height: 2.6; white-space: pre-wrap">{text(solution)}</div>'
        f'<details open style="margin-top: .4em"><summary>{words.steps_label}</summary>'
        f'<ol style="margin: .2em 0">{steps}</ol></details>'
        f"{_reasons(solution, words.reasons_label)}"
        f"{_story(solution, words.story_label)}"
        f"{_others(solution, words.others_label) if solution.sure else ''}</div>"
    )


def _notes(solution: Solution) -> str:
    return "".join(f'<span style="opacity: .7"> · {escape(note)}</span>' for note in solution.notes)


def _answer(solution: Solution) -> str:
    if not solution.sure:
        return f'<div style="font-size: 1.2em; font-weight: 700">{escape(doubt(solution))}</div>'
    answer = escape(solution.equation.answer())
    return f'<div style="font-size: 2.2em; font-weight: 700">{answer}</div>'


def _opening(solution: Solution) -> str:
    return (
        f'<div class="quantity-tagger" lang="{solution.language}" '
        'style="font-family: system-ui, sans-serif; max-width: 50em; line-height: 1.5">'
    )


def _beyond(solution: Solution, label: str) -> str:
    """A problem that is out of scope: why; the signs, as a guess, are folded away."""
    message = "" if solution.scope is None else solution.scope.message
    return (
        f"{_opening(solution)}"
        f'<div style="font-size: 1.2em; font-weight: 700">{escape(message)}</div>'
        f'<div style="white-space: pre-wrap">{escape(solution.text)}</div>'
        f"<details><summary>{label}</summary>"
        f'<div style="line-height: 2.6; white-space: pre-wrap">{text(solution)}</div>'
        f'<div style="opacity: .7">{escape(guess(solution))}</div></details></div>'
    )


def text(solution: Solution) -> str:
    """The problem's text: quantities and x marked, each in its sign's colour, and underlined the
    words that a sign rests on.
    """
    return "".join(_piece(solution, piece) for piece in solution.pieces())


def percent(probability: float) -> str:
    """A probability for people; only what is certain is 100 %, and only the impossible 0."""
    shown = f"{probability:.1%}"
    if shown == "100.0%" and probability < 1:
        return ">99.9%"
    return "<0.1%" if shown == "0.0%" and probability > 0 else shown


def _piece(solution: Solution, piece: Piece) -> str:
    shown = escape(piece.text)
    if piece.owner is None:
        return shown
    quantity = None if piece.owner < 0 else solution.quantities[piece.owner]
    colour = COLOURS[None if quantity is None else quantity.sign]
    line = f"border-bottom: 3px solid rgb({colour})"
    if piece.role == "words":
        return f'<span style="{line}; padding-bottom: .15em">{shown}</span>'
    mark, told = ("x", "x")
    if quantity is not None:
        mark = SIGN_MARKS[quantity.sign]
        told = f"{mark}, {percent(quantity.probability)}"
    return (
        f'<mark title="{escape(told)}" style="{line}; background: rgba({colour}, .22); '
        f'color: inherit; border-radius: .3em .3em 0 0; padding: .2em .3em">{shown}'
        f'<b style="font-size: .75em; margin-left: .35em">{mark}</b></mark>'
    )


def _reasons(solution: Solution, label: str) -> str:
    """A sentence for each number."""
    rows = "".join(f"<li>{escape(reason)}</li>" for reason in solution.reasons)
    return (
        f'<details open><summary>{label}</summary><ul style="margin: .2em 0">{rows}</ul></details>'
    )


def _story(solution: Solution, label: str) -> str:
    headings = languages.get(solution.language).sentences.headings
    groups = "".join(
        f"<dt>{escape(headings[kind])}</dt>" + "".join(map(_story_line, lines))
        for kind, lines in groupby(solution.story, key=lambda line: line.kind)
    )
    clear = " ".join(solution.clearness)
    return (
        f'<details><summary>{label}</summary><dl style="margin: .2em 0">{groups}</dl>'
        f'<div style="opacity: .7">{escape(clear)}</div></details>'
    )


def _story_line(line: StoryLine) -> str:
    faint = "; opacity: .6" if line.kind == "aside" else ""
    return f'<dd style="margin-left: 1.5em{faint}">{escape(str(line))}</dd>'


def _others(solution: Solution, label: str = "") -> str:
    """The other candidates: behind a label, or in the open, as the rivals of an unsure answer."""
    if not solution.alternatives:
        return ""
    rows = "".join(
        f'<li>{escape(str(other.equation))}<span style="opacity: .7"> · '
        f"{escape(other.equation.answer())} · {percent(other.probability)}</span></li>"
        for other in solution.alternatives
    )
    listed = f'<ul style="margin: .2em 0">{rows}</ul>'
    if not label:
        return f"<div>{languages.get(solution.language).sentences.rivals}</div>{listed}"
    return f"<details><summary>{label}</summary>{listed}</details>"
