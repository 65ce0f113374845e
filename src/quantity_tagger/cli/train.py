"""``quantity-tagger train``: learn a model from files of problems."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from quantity_tagger.cli import tagger_options
from quantity_tagger.cli.show import report as figures

HELP = "Trains a model on files of problems and writes it to one file."

EXAMPLES = """\
examples:
  quantity-tagger train my-problems.jsonl -o my.model
  quantity-tagger train as_cn math23k -o zh.model --variant qt-r --window 4
  quantity-tagger train addsub -o en.model --window N --features none --json
  quantity-tagger train addsub -o en.model --checkpoint en.half   # run again to go on
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument("files", metavar="FILE|NAME", nargs="+", help="JSONL files or data sets")
    parser.add_argument(
        "-o", "--output", metavar="MODEL", type=Path, required=True, help="the file to write"
    )
    parser.add_argument(
        "--checkpoint", metavar="FILE", type=Path,
        help="where the search leaves its state now and then, and takes it up again",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")
    tagger_options.add_settings(
        parser, "J: each quantity is seen with J − 1 tokens on each side; N: with the whole text"
    )


def run(arguments: argparse.Namespace) -> int:
    """Trains, writes the model, and says what came of it."""
    from quantity_tagger.support import progress

    figures.check_folder(arguments.output)
    figures.check_folder(arguments.checkpoint)
    records = [record for name in arguments.files for record in figures.records_of(name)]
    start = time.perf_counter()
    try:
        with progress.counting("training", arguments.max_iterations) as show:
            tagger = tagger_options.tagger_of(
                arguments,
                arguments.window,
                checkpoint=arguments.checkpoint,
                watch=lambda step: show(step.iteration, str(step)),
            ).fit(records)
    except KeyboardInterrupt:
        if arguments.checkpoint is not None and arguments.checkpoint.exists():
            print(
                f"Stopped; the same command goes on from {arguments.checkpoint}.", file=sys.stderr
            )
        raise
    seconds = time.perf_counter() - start
    tagger.save(arguments.output)

    monitor, weights = tagger.monitor_, tagger.model_.weights_
    last = monitor.history[-1] if monitor.history else None
    shown: dict[str, Any] = {
        "path": str(arguments.output),
        "window": arguments.window,
        **tagger_options.settings_of(tagger),
        "problems": len(records),
        "used": tagger.n_problems_,
        "left_out": len(records) - tagger.n_problems_,
        "weights": weights.tokens.size + weights.quantities.size + weights.structure.size,
        "iterations": monitor.iterations,
        "evaluations": last.evaluations if last else 0,
        "converged": monitor.converged,
        "objective": last.objective if last else None,
        "gradient_norm": last.gradient_norm if last else None,
        "seconds": round(seconds, 3),
    }
    if arguments.json:
        print(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        print("\n".join(_lines(shown)))
    return 0


def _lines(shown: dict[str, Any]) -> list[str]:
    lines = [f"{shown['path']}: {shown['variant']}, window {shown['window']}"]
    lines.append(f"  {shown['used']} of {shown['problems']} problems used")
    if shown["left_out"]:
        lines.append(
            f"  {shown['left_out']} left out, unread or without signs: "
            "quantity-tagger data check says which"
        )
    lines.append(f"  {shown['weights']:,} weights")
    if shown["objective"] is not None:
        end = "converged" if shown["converged"] else "stopped"
        lines.append(
            f"  {end} after {shown['iterations']} iterations, {shown['seconds']:.1f} s: "
            f"objective {shown['objective']:.6g}, gradient {shown['gradient_norm']:.2g}"
        )
    return lines
