"""``quantity-tagger evaluate``: how good a model is on a file of problems."""

from __future__ import annotations

import argparse
import json

from quantity_tagger.cli import figures
from quantity_tagger.cli.display import LANGUAGES

HELP = "Scores a model on a file of problems: answers, signs, single- and multi-step problems."

EXAMPLES = """\
examples:
  quantity-tagger evaluate my-problems.jsonl --model my.model
  quantity-tagger evaluate asdiv --model en --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE|NAME", help="a JSONL file or a data set")
    parser.add_argument(
        "--model", metavar="MODEL", required=True,
        help="a file that train wrote, or en or zh for the bundled model",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def run(arguments: argparse.Namespace) -> int:
    """Tags every problem and prints the figures."""
    from quantity_tagger import models
    from quantity_tagger.evaluation import evaluate
    from quantity_tagger.model_file import load_model

    load = models.load if arguments.model in LANGUAGES else load_model
    report = evaluate(load(arguments.model), figures.records_of(arguments.file))
    if arguments.json:
        print(json.dumps(report.to_dict(), ensure_ascii=False, indent=2))
    else:
        print("\n".join(figures.lines(report)))
    return 0
