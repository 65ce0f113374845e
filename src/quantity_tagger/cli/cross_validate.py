"""``quantity-tagger cross-validate``: how good a setting is on the folds of a data set."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from quantity_tagger.cli import cores, rows, tagger_options
from quantity_tagger.cli.show import report as figures
from quantity_tagger.lattice import compared, variants

if TYPE_CHECKING:
    from quantity_tagger.evaluation.cross_validation import CrossValidation

HELP = "Trains and tests on the folds of a data set, each tested by a model that has not seen it."

EXAMPLES = """\
examples:
  quantity-tagger cross-validate addsub
  quantity-tagger cross-validate as_cn --variant qt-r --window tune --jobs 2
  quantity-tagger cross-validate addsub --features paper --window 1 --decode published
  quantity-tagger cross-validate my-problems.jsonl --folds 5 --json
  quantity-tagger cross-validate as_cn --calibration-folds 3 --plot reliability.svg
"""

TUNE = "tune"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE|NAME", help="a JSONL file or a data set")
    parser.add_argument(
        "--folds", metavar="K", type=int,
        help="deal the problems into K random folds instead of taking those of the file",
    )  # fmt: skip
    parser.add_argument(
        "--jobs", metavar="N", type=int, help="models trained at a time; -1 for one a core"
    )
    parser.add_argument(
        "--decode", choices=("feasible", "published"), default="feasible",
        help="published: the rules of the paper's code, which no word of the text can overrule: "
        "of what is compared the larger is +, the smaller −, and what is unrelated 0",
    )  # fmt: skip
    figures.add_trust(parser)
    rows.add(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    tagger_options.add_settings(
        parser,
        "J, N for the whole text, or tune: the best of 1 to 6 and N on a random fifth of each "
        "training part",
        (*variants(), *compared()),
    )


def run(arguments: argparse.Namespace) -> int:
    """Trains and tests, and prints the figures."""
    from quantity_tagger.errors import QuantityTaggerError
    from quantity_tagger.evaluation import cross_validation
    from quantity_tagger.support import progress

    if arguments.jobs == 0:
        raise QuantityTaggerError(
            "--jobs 0 would train nothing; give 1 or more, or -1 for all cores"
        )
    jobs = None if arguments.jobs is None else cores.limited("--jobs", arguments.jobs)
    figures.check_trust(arguments)
    rows.check(arguments)
    tune = arguments.window == TUNE
    candidates = cross_validation.CANDIDATES if tune else ()
    tagger = tagger_options.tagger_of(arguments, None if tune else arguments.window)
    records = figures.records_of(arguments.file)
    if arguments.folds is not None:
        records = cross_validation.deal(records, arguments.folds, arguments.seed)
    n_folds = len(cross_validation.fold_names(records))
    total = cross_validation.trainings(n_folds, len(candidates))
    with progress.counting("models", total) as watch:
        found = cross_validation.cross_validate(
            tagger,
            records,
            candidates=candidates,
            seed=arguments.seed,
            decoding=arguments.decode,
            jobs=jobs,
            watch=watch,
        )
    rows.write(found.pooled, arguments.rows)
    if arguments.json:
        shown = {
            "settings": tagger_options.settings_of(tagger) | {"decode": arguments.decode},
            **found.to_dict(arguments.threshold),
        }
        print(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        lines = _lines(found, arguments.threshold) + rows.failed(found.pooled, arguments.errors)
        print("\n".join(lines))
    figures.plot(found.pooled, arguments.plot, f"{Path(arguments.file).stem}, test folds")
    return 0


def _lines(found: CrossValidation, threshold: float) -> list[str]:
    from quantity_tagger.features.window import name_of

    lines = [
        f"fold {name}: {report.accuracy:.1%} ({report.correct} of {report.problems}), "
        f"window {name_of(window)}{' tuned' if trials else ''}"
        for name, window, trials, report in zip(
            found.names, found.windows, found.trials, found.folds, strict=True
        )
    ]
    return [
        *lines,
        f"mean of folds: {found.mean_of_folds:.1%}",
        *figures.lines(found.pooled, threshold),
    ]
