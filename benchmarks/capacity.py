"""What many problems cost, worked out from what ``make bench`` measured.

    python -m benchmarks.capacity [--problems N] [--cores N] [--price P] [--ray R]

The price of a core for an hour is yours to fill in: the default is an assumption, not an offer.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

RESULTS = Path(__file__).with_name("results.json")
BYTES_IN, BYTES_OUT = 220, 420
"""Of a row of generated problems as JSONL: id and text; id, text and results."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Rows a second of one core, the share that is left of it where all cores work, and the rows a
    second that one process can cut into chunks for the others.
    """

    rate: float
    share: float
    feed: float

    @classmethod
    def read(cls, path: Path) -> Measured:
        results = json.loads(path.read_text("utf-8"))
        return cls(
            rate=results["worker_rows_per_second"]["1"],
            share=results["two_workers_vs_one"] / 2,
            feed=results["feed_rows_per_second"],
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """What it takes."""

    core_hours: float
    hours: float
    cost: float
    commands: int
    gigabytes_in: float
    gigabytes_out: float


def plan(measured: Measured, problems: int, cores: int, price: float, ray: float) -> Plan:
    """Problems over what a core does in an hour, of which a cluster keeps the share ``ray``."""
    rate = measured.rate * measured.share * ray
    core_hours = problems / rate / 3600
    return Plan(
        core_hours=core_hours,
        hours=core_hours / cores,
        cost=core_hours * price,
        # One process reads and writes for all: a file for each group of cores that it can feed.
        commands=max(1, -(-int(cores * rate) // int(measured.feed / 2))),
        gigabytes_in=problems * BYTES_IN / 1e9,
        gigabytes_out=problems * BYTES_OUT / 1e9,
    )


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.capacity", description=__doc__)
    parser.add_argument("--problems", type=int, default=10**9, help="how many (a billion)")
    parser.add_argument(
        "--cores", type=int, nargs="+", default=[2, 16, 64, 256], help="of all nodes"
    )
    parser.add_argument("--price", type=float, default=0.04, help="of a core for an hour (0.04)")
    parser.add_argument(
        "--ray", type=float, default=0.9, help="share of the rate kept by Ray (0.9)"
    )
    arguments = parser.parse_args(argv)
    measured = Measured.read(RESULTS)
    print(
        f"{arguments.problems:,} problems at {measured.rate:,.0f} a second and core, "
        f"{measured.share:.0%} of it with all cores at work, {arguments.ray:.0%} of that under Ray"
    )
    print(f"{'cores':>8}{'core hours':>12}{'hours':>9}{'cost':>9}{'commands':>10}")
    for cores in arguments.cores:
        one = plan(measured, arguments.problems, cores, arguments.price, arguments.ray)
        print(
            f"{cores:>8}{one.core_hours:>12,.1f}{one.hours:>9,.1f}{one.cost:>9,.2f}"
            f"{one.commands:>10}"
        )
    print(f"{one.gigabytes_in:,.0f} GB to read, {one.gigabytes_out:,.0f} GB to write, as JSONL")
    return 0


if __name__ == "__main__":
    sys.exit(main())
