"""``quantity-tagger evaluate``: how good a model is on a file, and how far to trust it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from quantity_tagger.cli.show import report as figures
from quantity_tagger.cli.show.problem import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from quantity_tagger.model.model import Model
    from quantity_tagger.problem.document import Language

HELP = "Scores a model on a file of problems: answers, signs, confidence, what is out of scope."

EXAMPLES = """\
examples:
  quantity-tagger evaluate my-problems.jsonl
  quantity-tagger evaluate my-problems.jsonl --model my.model --threshold 0.8
  quantity-tagger evaluate asdiv --json --plot reliability.svg

A problem is one JSON object a line and needs only text and answer. An answer counts as given where
the problem is in scope and the confidence at least the threshold.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE|NAME", help="a JSONL file or a data set")
    parser.add_argument(
        "--model", metavar="MODEL",
        help="a file that train wrote, or en or zh for a bundled model "
        "(default: the bundled one of each problem's language)",
    )  # fmt: skip
    figures.add_trust(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def run(arguments: argparse.Namespace) -> int:
    """Tags every problem and prints the figures."""
    from quantity_tagger.evaluation import assess_all

    figures.check_trust(arguments)
    report = assess_all(_models(arguments.model), figures.records_of(arguments.file))
    if arguments.json:
        print(json.dumps(report.to_dict(arguments.threshold), ensure_ascii=False, indent=2))
    else:
        print("\n".join(figures.lines(report, arguments.threshold)))
    figures.plot(report, arguments.plot, Path(arguments.file).stem)
    return 0


def _models(name: str | None) -> Callable[[Language], Model]:
    """What gives the model for a problem: the one that was named, or that of its language."""
    from quantity_tagger.model import bundled as models
    from quantity_tagger.model.file import load_model

    if name is None:
        from quantity_tagger.solution.solver import bundled

        return lambda language: bundled(language).model
    model = models.load(name) if name in LANGUAGES else load_model(name)
    return lambda _: model
