"""Reports and settings of taggers on the command line, shared by training, evaluation and folds."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quantity_tagger.errors import DataError, QuantityTaggerError
from quantity_tagger.lattice import variants
from quantity_tagger.support.files import check_target

if TYPE_CHECKING:
    from collections.abc import Mapping

    from quantity_tagger.datasets.record import Record
    from quantity_tagger.evaluation.report import Report
    from quantity_tagger.learning.estimator import QuantityTagger

GIVEN = 0.5
"""As `quantity_tagger.evaluation.report.THRESHOLD`, which is slow to import."""


def add_settings(parser: argparse.ArgumentParser, window: str) -> None:
    """Declares what a tagger is made of; ``window`` says what ``--window`` takes."""
    group = parser.add_argument_group("the model and how it is trained")
    group.add_argument(
        "--variant", "--model", choices=variants(), default="qt", help="the lattice (default: qt)"
    )
    group.add_argument("--window", metavar="J", default="3", help=f"{window} (default: 3)")
    group.add_argument(
        "--no-external", action="store_true", help="without features from the text's analysis"
    )
    group.add_argument(
        "--no-prior", action="store_true", help="pull all weights towards zero, none elsewhere"
    )
    group.add_argument(
        "--template", metavar="NAME", action="append",
        help="use this feature template and not all; may be given several times",
    )  # fmt: skip
    group.add_argument(
        "--regularisation", metavar="λ", type=float, default=0.01,
        help="of the squared weights (default: 0.01)",
    )  # fmt: skip
    group.add_argument(
        "--contextual-penalty", metavar="N", type=float, default=1.0,
        help="how many times λ holds the n-grams of words and tags (default: 1)",
    )  # fmt: skip
    group.add_argument(
        "--equation-penalty", metavar="N", type=float, default=1.0,
        help="how many times λ holds the features of whole equations of qt-g (default: 1)",
    )  # fmt: skip
    group.add_argument(
        "--distractors", metavar="N", type=int, default=0,
        help="learn also from N versions of each problem with a statement of another (default: 0)",
    )  # fmt: skip
    group.add_argument(
        "--max-iterations", metavar="N", type=int, default=250, help="of L-BFGS (default: 250)"
    )
    group.add_argument(
        "--tolerance", metavar="T", type=float, default=1e-5,
        help="stop when ten iterations gain less than this share; 0 never does (default: 1e-5)",
    )  # fmt: skip
    group.add_argument(
        "--min-count", metavar="N", type=int, default=1,
        help="drop attributes seen fewer times (default: 1, all are kept)",
    )  # fmt: skip
    group.add_argument(
        "--calibration-folds", metavar="N", type=int, default=0,
        help="train N more models, each without one part of the problems, to learn how sure an "
        "answer is (default: 0, not calibrated; 3 is good)",
    )  # fmt: skip
    group.add_argument(
        "--seed", metavar="N", type=int, default=0, help="of the starting point (default: 0)"
    )


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


def tagger_of(arguments: argparse.Namespace, window: object, **more: Any) -> QuantityTagger:
    """The tagger, not yet fitted, that the arguments describe."""
    from quantity_tagger.learning.estimator import QuantityTagger, check_numbers

    check_numbers(vars(arguments), lambda name: f"--{name.replace('_', '-')}")
    return QuantityTagger(
        arguments.variant,
        window,  # type: ignore[arg-type]
        external=not arguments.no_external,
        templates=arguments.template,
        prior=not arguments.no_prior,
        distractors=arguments.distractors,
        regularisation=arguments.regularisation,
        contextual_penalty=arguments.contextual_penalty,
        equation_penalty=arguments.equation_penalty,
        max_iterations=arguments.max_iterations,
        tolerance=arguments.tolerance,
        min_count=arguments.min_count,
        calibration_folds=arguments.calibration_folds,
        seed=arguments.seed,
        **more,
    )


def settings_of(tagger: QuantityTagger) -> dict[str, Any]:
    """What a tagger was told, for a report."""
    told = tagger.get_params()
    names = (
        "model",
        "external",
        "prior",
        "distractors",
        "regularisation",
        "contextual_penalty",
        "equation_penalty",
    )
    more = ("max_iterations", "tolerance", "min_count", "calibration_folds", "seed", "templates")
    return {name: told[name] for name in (*names, *more)}


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
