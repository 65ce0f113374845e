"""Problems on paper: a page to print with room to work, and the answers on a page of their own."""
# mypy: disable-error-code="import-untyped"

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING

from quantity_tagger import languages
from quantity_tagger.errors import MissingExtraError
from quantity_tagger.problem.notation import write_value

if TYPE_CHECKING:
    from quantity_tagger.datasets.record import Record


_STYLE = """\
@page { size: A4; margin: 18mm 16mm; }
* { box-sizing: border-box; }
body { font: 12pt/1.5 Georgia, "Songti SC", "Noto Serif CJK SC", SimSun, serif; color: #111;
  max-width: 178mm; margin: 0 auto; padding: 8mm; background: #fff; }
h1 { font-size: 17pt; font-weight: 600; margin: 0 0 4mm; }
.who { display: flex; gap: 12mm; margin: 0 0 8mm; }
.who span { flex: 2; border-bottom: 0.3mm solid #111; }
.who span + span { flex: 1; }
ol { padding-left: 8mm; margin: 0; }
li { break-inside: avoid; margin: 0 0 6mm; padding-left: 2mm; }
.work { height: 22mm; }
.answer { border-bottom: 0.2mm solid #777; width: 60mm; }
.answers { break-before: page; padding-top: 8mm; }
.answers li { margin: 0 0 2mm; }
h1 small { font-size: 10pt; font-weight: 400; color: #555; float: right; }
@media print { body { padding: 0; } }
"""


def html(records: Sequence[Record], language: str) -> bytes:
    """One page of HTML that asks nothing of the network; the same records give the same bytes."""
    told = languages.get(language)
    words = told.sentences
    code = f"<small>{escape(_code(records))}</small>"
    problems = "\n".join(
        f'<li><p>{escape(record.text)}</p><div class="work"></div>'
        f'<p class="answer">{words.sheet_answer}:</p></li>'
        for record in records
    )
    answers = "\n".join(
        f"<li>{escape(_equation(record).replace('-', '−'))} = <b>{escape(_answer(record))}</b></li>"
        for record in records
    )
    return f"""\
<!DOCTYPE html>
<html lang="{told.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{words.sheet_title}</title>
<style>
{_STYLE}</style>
</head>
<body>
<main>
<h1>{code}{words.sheet_title}</h1>
<p class="who"><span>{words.sheet_name}:</span><span>{words.sheet_date}:</span></p>
<ol>
{problems}
</ol>
</main>
<section class="answers">
<h1>{code}{words.sheet_answers}</h1>
<ol>
{answers}
</ol>
</section>
</body>
</html>
""".encode()


def pdf(records: Sequence[Record], language: str) -> bytes:
    """The same worksheet as PDF; what Helvetica lacks is set in a font that PDF readers bring."""
    try:
        from reportlab import platypus
        from reportlab.lib.pagesizes import A4
        from reportlab.lib.styles import ParagraphStyle
        from reportlab.lib.units import mm
        from reportlab.pdfbase import cidfonts, pdfmetrics
    except ImportError as error:
        raise MissingExtraError("writing a PDF worksheet", "pdf") from error
    told = languages.get(language)
    words = told.sentences
    font = told.font or "Helvetica"
    if told.font:
        pdfmetrics.registerFont(cidfonts.UnicodeCIDFont(font))
    wrap = None if told.space else "CJK"
    plain = ParagraphStyle("plain", fontName=font, fontSize=11.5, leading=17, wordWrap=wrap)
    title = ParagraphStyle("title", parent=plain, fontSize=17, leading=24, spaceAfter=4 * mm)
    line = "_" * 24
    story: list[object] = [
        platypus.Paragraph(f"{words.sheet_title} ({escape(_code(records))})", title),
        platypus.Paragraph(f"{words.sheet_name}: {line}    {words.sheet_date}: {line[:14]}", plain),
        platypus.Spacer(0, 8 * mm),
    ]
    for number, record in enumerate(records, start=1):
        text = platypus.Paragraph(f"{number}. {escape(record.text)}", plain)
        room = [
            platypus.Spacer(0, 20 * mm),
            platypus.Paragraph(f"{words.sheet_answer}: {line}", plain),
            platypus.Spacer(0, 7 * mm),
        ]
        story.append(platypus.KeepTogether([text, *room]))
    story += [
        platypus.PageBreak(),
        platypus.Paragraph(f"{words.sheet_answers} ({escape(_code(records))})", title),
    ]
    for number, record in enumerate(records, start=1):
        shown = f"{number}. {_equation(record)} = {_answer(record)}"
        story.append(platypus.Paragraph(escape(shown), plain))
    target = BytesIO()
    # Invariant: no time stamp, so that the same records give the same bytes.
    document = platypus.SimpleDocTemplate(
        target, pagesize=A4, title=words.sheet_title, invariant=1,
        leftMargin=18 * mm, rightMargin=18 * mm, topMargin=18 * mm, bottomMargin=18 * mm,
    )  # fmt: skip
    document.build(story)
    return target.getvalue()


def _code(records: Sequence[Record]) -> str:
    """What tells which answers belong to which sheet: language and seed."""
    return (records[0].id or "").rpartition("-")[0] if records else ""


def _equation(record: Record) -> str:
    """What the answer is computed by: "12 - 5"."""
    return (record.equation or "").removeprefix("x = ")


def _answer(record: Record) -> str:
    return write_value(record.answer)
