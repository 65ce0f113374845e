"""``quantity-tagger generate``: word problems made to measure, as text, data or a worksheet."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from quantity_tagger import languages
from quantity_tagger.cli.show import report as figures
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.generation import DISTRACTORS, FAMILIES, KINDS, MOST_STEPS, generate

if TYPE_CHECKING:
    from quantity_tagger.datasets.record import Record

HELP = "Writes addition-subtraction word problems of every schema that early arithmetic names."

_WIDTH = max(map(len, KINDS))
EPILOG = f"""\
kinds (or a family of them: {", ".join(FAMILIES)}):
{chr(10).join(f"  {kind:{_WIDTH}}  {meaning}" for kind, meaning in KINDS.items())}

examples:
  quantity-tagger generate --count 5
  quantity-tagger generate --lang zh --kinds compare,combine-part --steps 1-2
  quantity-tagger generate --count 2000 --seed 7 --distractors heavy --json > curriculum.jsonl
  quantity-tagger generate --kinds change --largest 20 --count 12 --worksheet sheet.html
"""

WORKSHEETS = (".html", ".pdf")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = EPILOG
    parser.add_argument(
        "--lang", choices=languages.codes(), default=languages.DEFAULT, help="the language (en)"
    )
    parser.add_argument(
        "--kinds", metavar="KIND,…", default="", help="kinds or families, taken in turn (all)"
    )
    parser.add_argument("--count", type=int, default=10, metavar="N", help="how many (10)")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="the same seed, the same problems (0)"
    )
    parser.add_argument(
        "--steps", default=f"1-{MOST_STEPS}", metavar="1-3",
        help="additions and subtractions a solution takes, as 2 or 1-3",
    )  # fmt: skip
    parser.add_argument(
        "--distractors", choices=DISTRACTORS, default="some",
        help="numbers beside the point: none, some, or one to three statements in each problem",
    )  # fmt: skip
    parser.add_argument(
        "--largest", type=int, default=100, metavar="N", help="no number is larger (100)"
    )
    parser.add_argument(
        "--decimals", action="store_true", help="prices, lengths and weights may have decimals"
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="JSON, one object a line")
    output.add_argument(
        "--worksheet", metavar="FILE", type=Path,
        help="a page to print, .html or .pdf, answers on a page of their own",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Makes the problems and prints or writes them."""
    sheet: Path | None = arguments.worksheet
    if sheet is not None and sheet.suffix.lower() not in WORKSHEETS:
        raise QuantityTaggerError(
            f"A worksheet cannot be written as {sheet.name}: name a file ending in .html or .pdf."
        )
    figures.check_folder(sheet)
    if arguments.count < 1:
        raise QuantityTaggerError(f"--count is {arguments.count} and must be at least 1.")
    kinds = [kind.strip() for kind in arguments.kinds.split(",") if kind.strip()]
    records = generate(
        arguments.lang,
        arguments.count,
        seed=arguments.seed,
        kinds=kinds or None,
        steps=_steps(arguments.steps),
        distractors=arguments.distractors,
        largest=arguments.largest,
        decimals=arguments.decimals,
    )
    if sheet is not None:
        _write(records, sheet, arguments)
    else:
        for line in _json(records) if arguments.json else _listed(records):
            print(line)
    return 0


def _steps(written: str) -> tuple[int, int]:
    first, dash, last = written.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise QuantityTaggerError(f"Steps cannot be {written!r}; write them as 2 or as 1-3.")
    return int(first), int(last or first)


def _json(records: Iterable[Record]) -> Iterator[str]:
    from quantity_tagger.datasets.jsonl import dump

    return map(dump, records)


def _listed(records: Iterable[Record]) -> Iterator[str]:
    from quantity_tagger.problem.notation import write_value

    for number, record in enumerate(records, start=1):
        yield f"{number}. {record.text}"
        yield f"   {record.equation} = {write_value(record.answer)}"


def _write(records: Iterable[Record], sheet: Path, arguments: argparse.Namespace) -> None:
    from quantity_tagger.generation import worksheet
    from quantity_tagger.support.files import atomic_write

    make = worksheet.pdf if sheet.suffix.lower() == ".pdf" else worksheet.html
    content = make(tuple(records), arguments.lang)
    with atomic_write(sheet) as file:
        file.write(content)
    print(f"{sheet}: {arguments.count} problems, seed {arguments.seed}")
