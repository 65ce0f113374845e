"""``make bench``: every benchmark in one run; a table, a plot, and ``benchmarks/results.json``.

python -m benchmarks [--problems N]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def table(results: dict[str, Any]) -> str:
    rows = [
        ("training per 100 evaluations, s", "train_seconds_per_100", "crfsuite_seconds_per_100"),
        (
            "decoding, problems a second",
            "decode_problems_per_second",
            "crfsuite_problems_per_second",
        ),
    ]
    lines = [f"{'':34}{'ours':>12}{'crfsuite':>12}"]
    lines += [
        f"{label:34}{results[ours]:12,.2f}{results[peer]:12,.2f}" for label, ours, peer in rows
    ]
    lines.append(f"{'train_vs_crfsuite (time ratio)':34}{results['train_vs_crfsuite']:12.2f}")
    lines.append(f"{'decode_vs_crfsuite (rate ratio)':34}{results['decode_vs_crfsuite']:12.2f}")
    lines.append(f"{'peak memory of training, MB':34}{results['train_peak_mb']:12.0f}")
    for name, ratio in results["variants_vs_qt"].items():
        lines.append(f"{name + ' against qt (time ratio)':34}{ratio:12.2f}")
    for name, found in results["growth"].items():
        lines.append(f"{'cost grows with ' + name + '^':34}{found['exponent']:12.2f}")
    return "\n".join(lines)


def plot(growth: dict[str, Any], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 3, figsize=(12, 3.6), constrained_layout=True)
    labels = {"problems": "problems", "window": "window J", "quantities": "quantities a problem"}
    for axis, (name, found) in zip(axes, growth.items(), strict=True):
        sizes = [int(n) for n in found["seconds"]]
        axis.loglog(sizes, [1e3 * s for s in found["seconds"].values()], "o-", color="#2a6f97")
        axis.set_xlabel(labels[name])
        axis.set_ylabel("one evaluation, ms")
        axis.set_title(f"exponent {found['exponent']:.2f}")
        axis.grid(alpha=0.3, which="both")
    figure.savefig(path)
    pyplot.close(figure)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--problems", type=int, default=1_000_000, help="of the long batch run (a million)"
    )
    arguments = parser.parse_args(argv)
    if not os.environ.get("QUANTITY_TAGGER_DATA"):
        print("benchmarks need the data sets: set QUANTITY_TAGGER_DATA", file=sys.stderr)
        return 2
    from benchmarks import capacity, engine, shipping

    results = {**engine.run(), **shipping.run(arguments.problems)}
    results["python"] = platform.python_version()
    (HERE / "results.json").write_text(json.dumps(results, indent=2) + "\n", "utf-8")
    plot(results["growth"], HERE / "growth.svg")
    capacity.write(results)
    print(table(results))
    print("\n".join(shipping.table(results)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
