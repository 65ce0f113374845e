"""``quantity-tagger reproduce``: the paper's tables and figure, re-made beside the paper's own."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from quantity_tagger.cli import cores
from quantity_tagger.features import SETS

if TYPE_CHECKING:
    from quantity_tagger.reproduction.part import Made

HELP = (
    "Trains and tests everything that the paper reports, and writes one page in which each of its\n"
    "tables stands beside ours, and one on what goes beyond it. A run that was cut off goes on\n"
    "where it was."
)

EXAMPLES = """\
examples:
  quantity-tagger reproduce --out results
  quantity-tagger reproduce --out quick --quick
  quantity-tagger reproduce --out results --part paper --features none --features paper
  quantity-tagger reproduce --out results --dataset addsub --jobs 4
"""

BOTH = "both"
PAPER, BEYOND = "paper", "beyond"
PAPER_FILES = ("index.html", "results.md", "results.json")
BEYOND_FILES = ("beyond.html", "beyond.md", "beyond.json")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--out", metavar="DIR", type=Path, required=True,
        help="folder for index.html, results.md, results.json, the same named beyond, and the "
        "plots; DIR/runs keeps what is done",
    )  # fmt: skip
    parser.add_argument(
        "--dataset", choices=("addsub", "as_cn", BOTH), default=BOTH, help="default: both"
    )
    parser.add_argument(
        "--part", choices=(PAPER, BEYOND, BOTH), default=BOTH,
        help="the paper's tables, or what goes beyond them: QT(g), what knowledge is worth, "
        "learning curves, calibration (default: both)",
    )  # fmt: skip
    parser.add_argument(
        "--features", choices=SETS, action="append",
        help="a feature set of the paper's page; may be given several times (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "--quick", action="store_true",
        help="a sample of the problems, few J, one seed: to see that all works, in about a minute",
    )  # fmt: skip
    parser.add_argument(
        "--jobs", metavar="N", type=int, default=2,
        help="models trained at a time; -1 for one a core (default: 2)",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Trains what is not yet done, and writes the page."""
    from quantity_tagger.errors import QuantityTaggerError

    if arguments.jobs == 0:
        raise QuantityTaggerError(
            "--jobs 0 would train nothing; give 1 or more, or -1 for all cores"
        )
    jobs = cores.limited("--jobs", arguments.jobs)
    from quantity_tagger.reproduction import plots

    plots.check()
    from quantity_tagger.datasets import fetch
    from quantity_tagger.evaluation.cross_validation import fold_names
    from quantity_tagger.reproduction import beyond, plan, sections
    from quantity_tagger.reproduction.results import Results
    from quantity_tagger.reproduction.runner import Store, carry_out_all, records_of
    from quantity_tagger.support import progress

    scale = plan.QUICK if arguments.quick else plan.FULL_SCALE
    chosen = list(plan.DATASETS) if arguments.dataset == BOTH else [arguments.dataset]
    folds = {name: fold_names(records_of(name, scale.sample)) for name in chosen}
    others = {
        name: [other for other in plan.ELSEWHERE[name] if fetch.find(other) is not None]
        for name in chosen
    }
    store = Store.open(arguments.out / "runs", scale)
    wanted = [one for one in SETS if one in (arguments.features or SETS)]
    results = Results(store, folds, others, wanted)

    def carry_out(title: str, runs: list[plan.Run]) -> None:
        with progress.counting(title, len(dict.fromkeys(runs))) as watch:
            carry_out_all(runs, store, jobs, watch)

    command = command_of(arguments)
    if arguments.part in (PAPER, BOTH):
        carry_out("tuning and curves", list(plan.before_tuning(folds, scale, wanted)))
        carry_out("all else", list(plan.after_tuning(results.tuned(), scale, others)))
        print(*write(sections.make(results, command), arguments.out, PAPER_FILES), sep="\n")
    if arguments.part in (BEYOND, BOTH):
        carry_out("beyond the paper", list(plan.beyond(folds, scale, others)))
        print(*write(beyond.make(results, command), arguments.out, BEYOND_FILES), sep="\n")
    return 0


def command_of(arguments: argparse.Namespace) -> str:
    """The command that makes these results, without what changes none of them."""
    words = ["quantity-tagger reproduce --out DIR"]
    if arguments.dataset != BOTH:
        words.append(f"--dataset {arguments.dataset}")
    if arguments.part != BOTH:
        words.append(f"--part {arguments.part}")
    words += [f"--features {one}" for one in arguments.features or ()]
    if arguments.quick:
        words.append("--quick")
    return " ".join(words)


def write(made: Made, folder: Path, names: tuple[str, str, str]) -> list[Path]:
    """The page in both forms, the figures and the plots, each whole or not at all; ``names`` are
    those of the first three files.
    """
    from quantity_tagger.reproduction import page
    from quantity_tagger.support.files import atomic_write

    inline = {name: drawing.inline for name, drawing in made.drawings.items()}
    figures = json.dumps(made.figures, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    files = {
        names[0]: page.html(made.page, inline).encode(),
        names[1]: page.markdown(made.page).encode(),
        names[2]: figures.encode(),
    }
    for name, drawing in made.drawings.items():
        files[f"{name}.svg"] = drawing.svg
        files[f"{name}.png"] = drawing.png
    for name, content in files.items():
        with atomic_write(folder / name) as file:
            file.write(content)
    return [folder / name for name in files]
