"""A page of tables, figures and sentences, as HTML and as Markdown. It knows nothing of models."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

MINUS = "−"


@dataclass(frozen=True, slots=True)
class Number:
    """A figure of ours."""

    value: float | None
    decimals: int = 2


@dataclass(frozen=True, slots=True)
class Versus:
    """A figure of ours beside another, with the difference; ``word`` says what the other is.

    A ``plain`` other is left out, where a neighbouring cell shows it.
    """

    ours: float
    other: float
    decimals: int = 2
    word: str = "paper"
    plain: bool = False


Cell = str | Number | Versus


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A sentence or several; `so` is code, **so** is strong."""

    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Points, one below the other."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells below a row of heads; the first cell of a row names it.

    ``groups`` are the numbers of the rows above which a line is drawn.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    groups: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot, by the name of its files, with what it shows in words."""

    name: str
    caption: str


Block = Paragraph | Listing | Table | Figure


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """All of it."""

    title: str
    lead: tuple[Block, ...]
    sections: tuple[Section, ...]


def written(value: float, decimals: int, *, signed: bool = False) -> str:
    """A figure with a true minus; what rounds to nothing has no sign."""
    shown = f"{value:+.{decimals}f}" if signed else f"{value:.{decimals}f}"
    if not shown.strip("+-0."):
        return shown.lstrip("+-")
    return shown.replace("-", MINUS)


def direction(difference: float, decimals: int) -> str:
    """The class of a difference as it is written: up, down or even."""
    rounded = round(difference, decimals)
    return "up" if rounded > 0 else "down" if rounded < 0 else "even"


def anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


# --- Markdown -------------------------------------------------------------------------------------


def markdown(page: Page) -> str:
    parts = [f"# {page.title}", *map(_markdown_block, page.lead)]
    for section in page.sections:
        parts += [f"## {section.title}", *map(_markdown_block, section.blocks)]
    return "\n\n".join(parts) + "\n"


def _markdown_block(block: Block) -> str:
    match block:
        case Paragraph(text):
            return text
        case Listing(items):
            return "\n".join(f"- {item}" for item in items)
        case Figure(name, caption):
            return f"![{caption}]({name}.svg)"
        case Table():
            return _markdown_table(block)


def _markdown_table(table: Table) -> str:
    rows = [table.heads, tuple("---" for _ in table.heads)]
    rows += [tuple(map(_markdown_cell, row)) for row in table.rows]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([*([f"*{table.caption}*", ""] if table.caption else []), *lines])


def _markdown_cell(cell: Cell) -> str:
    match cell:
        case str():
            return cell.replace("|", "\\|")
        case Number(value, decimals):
            return "–" if value is None else written(value, decimals)
        case Versus(ours, other, decimals, word, plain):
            difference = written(ours - other, decimals, signed=True)
            beside = "" if plain else f"{word} {written(other, decimals)}, "
            return f"{written(ours, decimals)} ({beside}{difference})"


# --- HTML -----------------------------------------------------------------------------------------

GROUP = ' class="group"'


def html(page: Page, plots: Mapping[str, str]) -> str:
    """One file that asks for no other; ``plots`` are SVG elements by name."""
    style = (files(__package__) / "page.css").read_text(encoding="utf-8")
    links = "".join(
        f'<a href="#{anchor(section.title)}">{escape(section.title)}</a> '
        for section in page.sections
    )
    body = [f"<h1>{escape(page.title)}</h1>"]
    body += [_html_block(block, plots) for block in page.lead]
    body.append(f"<nav>{links}</nav>")
    for section in page.sections:
        body.append(f'<h2 id="{anchor(section.title)}">{escape(section.title)}</h2>')
        body += [_html_block(block, plots) for block in section.blocks]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(page.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _html_block(block: Block, plots: Mapping[str, str]) -> str:
    match block:
        case Paragraph(text):
            return f"<p>{_inline(text)}</p>"
        case Listing(items):
            return f"<ul>{''.join(f'<li>{_inline(item)}</li>' for item in items)}</ul>"
        case Figure(name, caption):
            drawn = plots[name].replace(
                "<svg ", f'<svg role="img" aria-label="{escape(caption)}" ', 1
            )
            return (
                f'<figure class="plot">{drawn}<figcaption>{_inline(caption)}</figcaption></figure>'
            )
        case Table():
            return _html_table(block)


def _html_table(table: Table) -> str:
    heads = "".join(f'<th scope="col">{_inline(head)}</th>' for head in table.heads)
    caption = f"<figcaption>{_inline(table.caption)}</figcaption>" if table.caption else ""
    rows = "".join(
        f"<tr{GROUP if at in table.groups else ''}>{_html_row(row)}</tr>\n"
        for at, row in enumerate(table.rows)
    )
    return (
        f'<figure>{caption}<div class="scroll"><table>\n<thead><tr>{heads}</tr></thead>\n'
        f"<tbody>{rows}</tbody>\n</table></div></figure>"
    )


def _html_row(row: Sequence[Cell]) -> str:
    name, *cells = row
    named = _inline(name) if isinstance(name, str) else _html_cell(name)
    return f'<th scope="row">{named}</th>' + "".join(map(_html_cell, cells))


def _html_cell(cell: Cell) -> str:
    match cell:
        case str():
            return f'<td class="words">{_inline(cell)}</td>'
        case Number(value, decimals):
            return f"<td>{'–' if value is None else written(value, decimals)}</td>"
        case Versus(ours, other, decimals, _, plain):
            difference = ours - other
            beside = "" if plain else f"{written(other, decimals)} "
            return (
                f"<td>{written(ours, decimals)}<small>{beside}"
                f'<span class="{direction(difference, decimals)}">'
                f"{written(difference, decimals, signed=True)}</span></small></td>"
            )


def _inline(text: str) -> str:
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
    return re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", marked)
