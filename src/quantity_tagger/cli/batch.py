"""``quantity-tagger batch``: a file of problems in, the same rows with their solutions out."""

from __future__ import annotations

import argparse
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from quantity_tagger import languages
from quantity_tagger.batch import Job, State, Summary, format_of, formats, solve_file
from quantity_tagger.batch.job import STANDARD
from quantity_tagger.batch.journal import part_of
from quantity_tagger.cli import cores, source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HELP = "Solves every row of a file (JSONL, CSV or Parquet), however many there are."

EPILOG = """\
Rows keep their order and their fields and get: answer, equation, confidence, in_scope, scope,
language, error, line. A row that cannot be solved keeps its place and says why in its error,
and nothing stops the run. OUT appears when it is whole; until then OUT.part grows, and --resume
goes on with it.

examples:
  quantity-tagger batch problems.jsonl solved.jsonl
  quantity-tagger batch problems.csv solved.csv --text-field question --workers 2
  quantity-tagger batch problems.parquet solved.parquet --resume
  quantity-tagger generate --count 1000 --json | quantity-tagger batch - - | head
  quantity-tagger batch problems.jsonl solved.jsonl --engine ray --address auto
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.epilog = EPILOG
    parser.add_argument("source", metavar="IN", help="the problems; - for standard input")
    parser.add_argument("target", metavar="OUT", help="where the rows go; - for standard output")
    parser.add_argument(
        "--format",
        choices=formats.names(),
        help="of both files (found by their ending if not told)",
    )
    parser.add_argument(
        "--text-field", metavar="NAME", default="text",
        help="the field or column that holds the problem (text)",
    )  # fmt: skip
    parser.add_argument(
        "--language",
        choices=languages.codes(),
        help="of all texts (found by themselves if not told)",
    )
    parser.add_argument("--model", metavar="MODEL", help=source.MODEL_HELP)
    parser.add_argument(
        "--full", action="store_true", help="also add all of the solution, as solve --json has it"
    )
    parser.add_argument(
        "--workers", type=int, metavar="N",
        help="processes that solve (1; on a cluster, as many as it has cores)",
    )  # fmt: skip
    parser.add_argument("--resume", action="store_true", help="go on with a run that was killed")
    parser.add_argument(
        "--engine", choices=("local", "ray"), default="local", help="this machine, or a Ray cluster"
    )
    parser.add_argument(
        "--address", metavar="HOST:PORT",
        help="of the Ray cluster, or auto (else one is started here for the run)",
    )  # fmt: skip
    parser.add_argument(
        "--json", action="store_true", help="the summary as JSON on standard output, for programs"
    )


def run(arguments: argparse.Namespace) -> int:
    """Solves the file and says what became of its rows; 1 if there was an error in every one."""
    job = Job(
        source=arguments.source,
        target=arguments.target,
        format=format_of(arguments.source, arguments.target, arguments.format),
        text_field=arguments.text_field,
        language=arguments.language,
        model=arguments.model,
        full=arguments.full,
    )
    workers = arguments.workers
    if workers is not None and arguments.engine == "local":
        workers = cores.limited("--workers", workers)
    try:
        with _progress() as watch:
            summary = solve_file(
                job,
                workers=workers,
                engine=arguments.engine,
                address=arguments.address,
                resume=arguments.resume,
                watch=watch,
            )
    except KeyboardInterrupt:
        if job.target != STANDARD and part_of(Path(job.target)).exists():
            print("Stopped; --resume goes on from here.", file=sys.stderr)
        raise
    _tell(summary, job, arguments.json)
    return int(0 < summary.tally.rows == summary.tally.errors)


@contextmanager
def _progress() -> Iterator[Callable[[State], None]]:
    from quantity_tagger.support.progress import flowing

    with flowing("solving") as show:
        yield lambda state: show(state.tally.rows, state.offset, state.total)


def _tell(summary: Summary, job: Job, as_json: bool) -> None:
    tally, seconds = summary.tally, summary.seconds
    if as_json:
        import json

        found = {
            "rows": tally.rows,
            "solved": tally.solved,
            "out_of_scope": tally.out_of_scope,
            "errors": tally.errors,
            "resumed_rows": summary.resumed,
            "seconds": round(seconds, 3),
            "output": job.target,
        }
        # Where the rows themselves go to standard output, the summary must not be among them.
        print(json.dumps(found), file=sys.stderr if job.target == STANDARD else sys.stdout)
        return
    done = tally.rows - summary.resumed
    before = f" ({summary.resumed:,} by a run before)" if summary.resumed else ""
    print(
        f"{tally.rows:,} rows{before}: {tally.solved:,} solved, {tally.out_of_scope:,} out of "
        f"scope, {tally.errors:,} with an error; {seconds:.1f} s, {done / seconds:,.0f} rows a "
        "second.",
        file=sys.stderr,
    )
