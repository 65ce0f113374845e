"""Facts slot by slot, and tags and trees, against what people wrote down.

    python -m benchmarks.facts [en|zh] [--json] [--fails SLOT]

The sets are in tests/facts. Wrong slots of the development sets can be listed (--fails all, or of
one slot); those of the unread sets are for nobody to see.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from benchmarks.facts import trees, verbs
from benchmarks.facts.measure import LANGUAGES, PARTS, SLOT_NAMES, Report, measure


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.facts", description=__doc__)
    parser.add_argument("languages", nargs="*", metavar="en|zh", help="both if none")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--fails", metavar="SLOT", help="list what is wrong in the dev sets")
    options = parser.parse_args(arguments)
    languages = options.languages or LANGUAGES
    if set(languages) - set(LANGUAGES):
        parser.error(f"there are facts in {' and '.join(LANGUAGES)} alone")
    reports = [measure(f"{name}_{part}") for name in languages for part in PARTS]
    syntax = {part: trees.measure(part) for part in trees.PARTS} if "en" in languages else {}
    if options.json:
        figures: dict[str, object] = {
            "facts": {one.name: one.shares() for one in reports},
            "trees": syntax,
        }
        figures |= {"verbs": verbs.share()} if "en" in languages else {}
        print(json.dumps(figures, indent=2))
        return 0
    print(_table(reports))
    for part, shares in syntax.items():
        said = "  ".join(f"{name} {100 * share:.1f}" for name, share in shares.items())
        print(f"trees, {part}: {said}")
    if "en" in languages:
        print(f"verbs whose effect is right: {100 * verbs.share():.1f}")
    for report in reports:
        if options.fails and not report.unread:
            report.show(options.fails)
    return 0


def _table(reports: Sequence[Report]) -> str:
    lines = [f"{'':20}" + "".join(f"{report.name:>11}" for report in reports)]
    shares = [report.shares() for report in reports]
    for slot in SLOT_NAMES:
        cells = "".join(f"{100 * one[slot]:11.1f}" for one in shares)
        lines.append(f"{slot:20}{cells}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
