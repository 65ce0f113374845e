"""Every problem of a report: those that failed to read, all of them to a file."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from quantity_tagger.cli.show.report import check_folder
from quantity_tagger.errors import QuantityTaggerError

if TYPE_CHECKING:
    from quantity_tagger.evaluation.report import Outcome, Report


def add(parser: argparse.ArgumentParser) -> None:
    """Declares what is asked about single problems."""
    parser.add_argument(
        "--errors", metavar="N", type=int, default=0,
        help="also print the first N problems that failed (default: 0)",
    )  # fmt: skip
    parser.add_argument(
        "--rows", metavar="FILE", type=Path,
        help="write every problem with gold, answer, confidence and scope as JSONL",
    )  # fmt: skip


def check(arguments: argparse.Namespace) -> None:
    """Refuses, before any work is done, what cannot be."""
    if arguments.errors < 0:
        raise QuantityTaggerError(f"--errors is {arguments.errors} and must be 0 or more.")
    check_folder(arguments.rows)


def write(report: Report, path: Path | None) -> None:
    """One JSON object a line, where a file was asked for."""
    if path is None:
        return
    from quantity_tagger.support.files import atomic_write

    with atomic_write(path) as file:
        for outcome in report.outcomes:
            file.write(json.dumps(outcome.to_dict(), ensure_ascii=False).encode() + b"\n")


def failed(report: Report, most: int) -> list[str]:
    """The first of the problems that failed, to read."""
    wrong = [outcome for outcome in report.outcomes if not outcome.correct]
    if not most:
        return []
    some = f", the first {most}" if most < len(wrong) else ""
    lines = ["", f"failed: {len(wrong)} of {report.problems} problems{some}"]
    for outcome in wrong[:most]:
        lines += ["", _told(outcome), f"  {' '.join(outcome.record.text.split())}"]
    return lines


def _told(outcome: Outcome) -> str:
    from quantity_tagger.solution.html import percent

    row = outcome.to_dict()
    name = f"{row['id']}: " if row["id"] else ""
    if row["error"]:
        return f"{name}right is {row['gold']}, not read ({row['error'].replace('_', ' ')})"
    if row["in_scope"] is False:
        beyond = f"out of scope ({row['scope'].replace('_', ' ')})"
        return f"{name}right is {row['gold']}, {beyond}, signs alone give {row['guess']}"
    sure = "" if outcome.confidence is None else f", {percent(outcome.confidence)} sure"
    return f"{name}right is {row['gold']}, answered {row['answer']}{sure}"
