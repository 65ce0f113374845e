"""Problems on paper: a page to print with room to work, and the answers on a page of their own."""
# mypy: disable-error-code="import-untyped"

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from quantity_tagger.datasets.values import write_value
from quantity_tagger.errors import MissingExtraError

if TYPE_CHECKING:
    from quantity_tagger.datasets.record import Record
    from quantity_tagger.problem.document import Language


class _Words(NamedTuple):
    """What the page itself says."""

    code: str
    title: str
    name: str
    date: str
    answer: str
    answers: str


_WORDS: dict[str, _Words] = {
    "en": _Words("en", "Word problems", "Name", "Date", "Answer", "Answers"),
    "zh": _Words("zh-CN", "应用题", "姓名", "日期", "答", "答案"),
}

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


def html(records: Sequence[Record], language: Language) -> bytes:
    """One page of HTML that asks nothing of the network; the same records give the same bytes."""
    words = _WORDS[language]
    code = f"<small>{escape(_code(records))}</small>"
    problems = "\n".join(
        f'<li><p>{escape(record.text)}</p><div class="work"></div>'
        f'<p class="answer">{words.answer}:</p></li>'
        for record in records
    )
    answers = "\n".join(
        f"<li>{escape(_equation(record).replace('-', '−'))} = <b>{escape(_answer(record))}</b></li>"
        for record in records
    )
    return f"""\
<!DOCTYPE html>
<html lang="{words.code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{words.title}</title>
<style>
{_STYLE}</style>
</head>
<body>
<main>
<h1>{code}{words.title}</h1>
<p class="who"><span>{words.name}:</span><span>{words.date}:</span></p>
<ol>
{problems}
</ol>
</main>
<section class="answers">
<h1>{code}{words.answers}</h1>
<ol>
{answers}
</ol>
</section>
</body>
</html>
""".encode()


def pdf(records: Sequence[Record], language: Language) -> bytes:
    """The same worksheet as PDF; Chinese is set in a font that PDF readers bring along."""
    try:
        from reportlab import platypus
        from reportlab.lib.pagesizes import A4
        from reportlab.lib.styles import ParagraphStyle
        from reportlab.lib.units import mm
        from reportlab.pdfbase import cidfonts, pdfmetrics
    except ImportError as error:
        raise MissingExtraError("writing a PDF worksheet", "pdf") from error
    words = _WORDS[language]
    font = "Helvetica"
    if language == "zh":
        font = "STSong-Light"
        pdfmetrics.registerFont(cidfonts.UnicodeCIDFont(font))
    wrap = "CJK" if language == "zh" else None
    plain = ParagraphStyle("plain", fontName=font, fontSize=11.5, leading=17, wordWrap=wrap)
    title = ParagraphStyle("title", parent=plain, fontSize=17, leading=24, spaceAfter=4 * mm)
    line = "_" * 24
    story: list[object] = [
        platypus.Paragraph(f"{words.title} ({escape(_code(records))})", title),
        platypus.Paragraph(f"{words.name}: {line}    {words.date}: {line[:14]}", plain),
        platypus.Spacer(0, 8 * mm),
    ]
    for number, record in enumerate(records, start=1):
        told = platypus.Paragraph(f"{number}. {escape(record.text)}", plain)
        room = [
            platypus.Spacer(0, 20 * mm),
            platypus.Paragraph(f"{words.answer}: {line}", plain),
            platypus.Spacer(0, 7 * mm),
        ]
        story.append(platypus.KeepTogether([told, *room]))
    story += [
        platypus.PageBreak(),
        platypus.Paragraph(f"{words.answers} ({escape(_code(records))})", title),
    ]
    for number, record in enumerate(records, start=1):
        shown = f"{number}. {_equation(record)} = {_answer(record)}"
        story.append(platypus.Paragraph(escape(shown), plain))
    target = BytesIO()
    # Invariant: no time stamp, so that the same records give the same bytes.
    document = platypus.SimpleDocTemplate(
        target, pagesize=A4, title=words.title, invariant=1,
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
