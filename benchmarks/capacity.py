"""What many problems cost, worked out from what ``make bench`` measured.

    python -m benchmarks.capacity [--problems N] [--cores N …] [--price P] [--write]

The price of a core for an hour is yours to fill in: the default is an assumption, not an offer.
``--write`` puts the plan into docs/cluster.md, as ``make bench`` does at its end.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).with_name("results.json")
PAGE = Path(__file__).parents[1] / "docs" / "cluster.md"
BEGIN, END = "<!-- made by python -m benchmarks.capacity -->", "<!-- end of what is made -->"

PROBLEMS = 10**9
CORES = (2, 16, 64, 256)
PRICE = 0.04
BYTES_IN, BYTES_OUT = 210, 380
"""Of a row of generated problems as JSONL: id and text; id, text and results."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What it takes; ``commands`` are pieces of the input that are solved side by side."""

    core_hours: float
    hours: float
    cost: float
    commands: int


def core_rate(results: dict[str, Any]) -> float:
    """Rows a second of a core, where all cores of a machine work under Ray."""
    one: float = results["worker_rows_per_second"]["1"]
    return one * results["two_workers_vs_one"] / 2 * min(results["ray_vs_local"], 1.0)


def plan(results: dict[str, Any], problems: int, cores: int, price: float) -> Plan:
    """Problems over what a core does in an hour."""
    rate = core_rate(results)
    core_hours = problems / rate / 3600
    fed = int(results["feed_rows_per_second"] / 2)  # the process that reads writes as well
    return Plan(core_hours, core_hours / cores, core_hours * price, -(-int(cores * rate) // fed))


def page(
    results: dict[str, Any], problems: int, cores: Sequence[int], price: float
) -> Iterator[str]:
    """The plan and what it rests on, as Markdown."""
    run = results["batch_run"]
    yield (
        f"{problems:,} problems, {price} for a core and hour, {problems * BYTES_IN / 1e9:,.0f} GB "
        f"to read and {problems * BYTES_OUT / 1e9:,.0f} GB to write as JSONL:"
    )
    yield ""
    yield "| cores | core hours | hours | cost | commands |"
    yield "|---|---|---|---|---|"
    for count in cores:
        one = plan(results, problems, count, price)
        yield (
            f"| {count} | {one.core_hours:,.0f} | {one.hours:,.1f} | {one.cost:,.2f} "
            f"| {one.commands} |"
        )
    yield ""
    yield "| measured | |"
    yield "|---|---|"
    yield f"| one worker, rows a second | {results['worker_rows_per_second']['1']:,.0f} |"
    yield f"| two workers over one | {results['two_workers_vs_one']:.2f} |"
    yield f"| two workers under Ray over two without | {results['ray_vs_local']:.2f} |"
    yield f"| hence a core under Ray, rows a second | {core_rate(results):,.0f} |"
    yield f"| rows a second that one process cuts | {results['feed_rows_per_second']:,.0f} |"
    yield f"| {run['rows']:,} rows with two workers, seconds | {run['seconds']:,.0f} |"
    yield f"| seconds of each tenth of them | {_listed(run['seconds_per_tenth'], 1)} |"
    yield f"| MB of all processes after each tenth | {_listed(run['mb_after_each_tenth'], 0)} |"
    yield f"| MB of all processes at most | {results['batch_peak_mb']:,.0f} |"


def write(results: dict[str, Any]) -> None:
    """Puts the plan into the page, between its marks."""
    head, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, tail = rest.partition(END)
    made = "\n".join(page(results, PROBLEMS, CORES, PRICE))
    PAGE.write_text(f"{head}{BEGIN}\n{made}\n{END}{tail}", "utf-8")


def _listed(values: Sequence[float], digits: int) -> str:
    return ", ".join(f"{value:.{digits}f}" for value in values)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.capacity", description=__doc__)
    parser.add_argument("--problems", type=int, default=PROBLEMS, help="how many (a billion)")
    parser.add_argument("--cores", type=int, nargs="+", default=CORES, help="of all nodes together")
    parser.add_argument("--price", type=float, default=PRICE, help=f"of a core and hour ({PRICE})")
    parser.add_argument("--write", action="store_true", help="into docs/cluster.md")
    arguments = parser.parse_args(argv)
    results = json.loads(RESULTS.read_text("utf-8"))
    if arguments.write:
        write(results)
    print("\n".join(page(results, arguments.problems, arguments.cores, arguments.price)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
