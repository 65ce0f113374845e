"""Reports of how good a tagger is: what is asked about them, and how they are printed."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from quantity_tagger.errors import DataError, QuantityTaggerError
from quantity_tagger.support.files import check_target

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quantity_tagger.datasets.record import Record
    from quantity_tagger.evaluation.report import Report

GIVEN = 0.5
"""As `quantity_tagger.evaluation.report.THRESHOLD`, which is slow to import."""


def add_trust(parser: argparse.ArgumentParser) -> None:
    """Declares what is asked about confidence."""
    parser.add_argument(
        "--threshold", metavar="P", type=float, default=GIVEN,
        help=f"give an answer where it is at least so sure (default: {GIVEN})",
    )  # fmt: skip
    parser.add_argument(
        "--plot", metavar="FILE", type=Path,
        help="write a reliability plot, .svg, .png or .pdf (extra [plot])",
    )  # fmt: skip


def check_trust(arguments: argparse.Namespace) -> None:
    """Refuses, before any work is done, a threshold or a plot that cannot be."""
    if not 0 <= arguments.threshold <= 1:
        raise QuantityTaggerError(
            f"--threshold must be a number from 0 to 1, not {arguments.threshold}"
        )
    if arguments.plot is not None:
        from quantity_tagger.evaluation import plots

        check_folder(arguments.plot)
        plots.check(arguments.plot)


def plot(report: Report, path: Path | None, title: str) -> None:
    """Writes the reliability plot of a report, where one was asked for."""
    if path is None:
        return
    from quantity_tagger.evaluation import plots

    plots.draw(report.reliability, path, title)


def records_of(name: str) -> list[Record]:
    """The problems of a file or of a data set."""
    from quantity_tagger.datasets import fetch, jsonl

    path = fetch.locate(name)
    records = jsonl.load(path)
    if not records:
        raise DataError(f"there is no problem in {path}")
    return records


def check_folder(path: Path | None) -> None:
    """Refuses, before any work is done, a file that cannot be written at the end of it."""
    if path is not None:
        check_target(path)


def lines(report: Report, threshold: float = GIVEN) -> list[str]:
    """A report to read: accuracies, what is given at a threshold, confidence against truth, and a
    table of the signs.
    """
    shown = [_share("accuracy", report)]
    for title, single in (("single-step", True), ("multi-step", False)):
        shown.append("  " + _share(title, report.steps(single)))
    if report.unread:
        reasons = f": {_listed(report.troubles)}" if report.assessed else ""
        shown.append(f"  {report.unread} could not be read and count as wrong{reasons}")
    if report.assessed:
        shown += _trust(report, threshold)
    return shown + _signs(report)


def _signs(report: Report) -> list[str]:
    """A table of the signs, where there are any to compare with."""
    from quantity_tagger.signs import MARKS, SIGNS

    known = report.annotated.problems
    if not known:
        return []
    some = f", over the {known} problems that have signs" if known < report.problems else ""
    shown = ["", f"sign  quantities  precision  recall     f1{some}"]
    for mark, sign in zip(MARKS, SIGNS, strict=True):
        score = report.sign(sign)
        shown.append(
            f"{mark:4}  {score.gold:10} {score.precision:10.1%} {score.recall:7.1%} {score.f1:6.1%}"
        )
    return shown


def _trust(report: Report, threshold: float) -> list[str]:
    given = report.given(threshold)
    beyond = report.out_of_scope
    reliability = report.reliability
    shown = [
        f"out of scope: {sum(beyond.values())}" + (f" ({_listed(beyond)})" if beyond else ""),
        f"given at a threshold of {threshold:g}: {given.problems / report.problems:.1%} "
        f"({given.problems} of {report.problems}), {_share('accuracy of these', given)}",
        "",
        f"expected calibration error: {reliability.error:.3f} "
        f"(with even bins {reliability.even_error:.3f}); "
        f"mean confidence {reliability.confidence:.1%}",
        "confidence    problems  sure on average  right",
    ]
    shown += [
        f"{one.low:.2f} to {one.high:.2f}  {one.problems:8}  {one.confidence:15.1%} "
        f"{one.accuracy:6.1%}"
        for one in reliability.bins
    ]
    return shown


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {code.replace('_', ' ')}" for code, count in counts.items())


def _share(title: str, report: Report) -> str:
    if not report.problems:
        return f"{title}: none"
    return f"{title}: {report.accuracy:.1%} ({report.correct} of {report.problems} problems)"
