"""``quantity-tagger evaluate``: how good a model is on a file, and how far to trust it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from quantity_tagger.cli import rows, source
from quantity_tagger.cli.show import report as figures

if TYPE_CHECKING:
    from collections.abc import Callable

    from quantity_tagger.model.model import Model
    from quantity_tagger.problem.document import Language

HELP = "Scores a model on a file of problems: answers, signs, confidence, what is out of scope."

EXAMPLES = """\
examples:
  quantity-tagger evaluate my-problems.jsonl
  quantity-tagger evaluate my-problems.jsonl --model my.model --threshold 0.8
  quantity-tagger evaluate my-problems.jsonl --errors 20 --rows outcomes.jsonl
  quantity-tagger evaluate asdiv --json --plot reliability.svg

A problem is one JSON object a line and needs only text and answer. An answer counts as given where
the problem is in scope and the confidence at least the threshold.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE|NAME", help="a JSONL file or a data set")
    parser.add_argument("--model", metavar="MODEL", help=source.MODEL_HELP)
    figures.add_trust(parser)
    rows.add(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def run(arguments: argparse.Namespace) -> int:
    """Tags every problem and prints the figures."""
    from quantity_tagger.evaluation import assess_all
    from quantity_tagger.support import progress

    figures.check_trust(arguments)
    rows.check(arguments)
    records = figures.records_of(arguments.file)
    with progress.counting("evaluating", len(records)) as watch:
        report = assess_all(_models(arguments.model), records, watch)
    rows.write(report, arguments.rows)
    if arguments.json:
        shown = report.to_dict(arguments.threshold)
        shown["rows"] = [outcome.to_dict() for outcome in report.outcomes]
        print(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        lines = figures.lines(report, arguments.threshold) + rows.failed(report, arguments.errors)
        print("\n".join(lines))
    figures.plot(report, arguments.plot, Path(arguments.file).stem)
    return 0


def _models(name: str | None) -> Callable[[Language], Model]:
    """What gives the model for a problem: the one that was named, or that of its language."""
    from quantity_tagger.solver import chosen

    solver_of = chosen(name)
    return lambda language: solver_of(language).model
