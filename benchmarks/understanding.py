"""How many problems the situation understands: coverage, precision and recall by set and schema.

    python -m benchmarks.understanding [SET ...] [--fails SET] [--json]

A set is a name in the data folder (QUANTITY_TAGGER_DATA), in tests/variations, "own" for
tests/situation ("own_zh" for the Chinese ones), or a file of JSON lines with text and answer.
Coverage is the share of problems with a first world that determines the answer and is trusted;
precision the share of those that is right; accuracy counts every problem; recall asks whether any
proposal gives the answer, those of the network among them.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.languages.chinese.frames.understand import understand as understand_chinese
from quantity_tagger.languages.english.frames.understand import understand as understand_english
from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read
from quantity_tagger.reading.analysis import analyse

TESTS = Path(__file__).parents[1] / "tests"
CHINESE = ("own_zh", "as_cn", "math23k", "contest_zh", "zh_dev", "zh_test", "dev_zh")
SETS = ("own", "addsub", "asdiv", "mawps", "singleop", "gsm8k", "en_dev", "en_test")
#: Answers that differ by less are the same: the data sets round.
_ROUNDING = Fraction(1, 10**6)


@dataclass
class Report:
    """Counts of one set."""

    name: str
    problems: int = 0
    covered: int = 0
    covered_right: int = 0
    right: int = 0
    recalled: int = 0
    unread: int = 0
    seconds: float = 0.0
    schemas: Counter[str] = field(default_factory=Counter)
    schemas_right: Counter[str] = field(default_factory=Counter)
    fails: list[str] = field(default_factory=list)

    def line(self) -> str:
        share = 100 / max(1, self.problems)
        precision = 100 * self.covered_right / max(1, self.covered)
        return (
            f"{self.name:10} {self.problems:5} problems  coverage {self.covered * share:5.1f}  "
            f"precision {precision:5.1f}  accuracy {self.right * share:5.1f}  "
            f"recall {self.recalled * share:5.1f}  unread {self.unread}  "
            f"{1000 * self.seconds / max(1, self.problems):.1f} ms"
        )


def measure(name: str, rows: list[dict[str, Any]]) -> Report:
    """Understands every problem of a set."""
    report = Report(name)
    chinese = name in CHINESE
    understand = understand_chinese if chinese else understand_english
    for row in rows:
        report.problems += 1
        gold = Fraction(row["answer"])
        try:
            problem = read(row["text"], "zh" if chinese else "en")
        except QuantityTaggerError:
            report.unread += 1
            continue
        start = time.perf_counter()
        found = understand(problem)
        report.seconds += time.perf_counter() - start
        first = found[0] if found else None
        right = first is not None and _same(first.answer, gold)
        report.right += right
        answers = [*(one.answer for one in found), *_proposed(problem)]
        report.recalled += any(_same(one, gold) for one in answers)
        if first is not None and first.trusted:
            report.covered += 1
            report.covered_right += right
            report.schemas[first.schema] += 1
            report.schemas_right[first.schema] += right
        if not right:
            told = (
                f"{first.answer} by {first.schema}, cost {first.cost:.1f}" if first else "nothing"
            )
            report.fails.append(f"{row['text']}\n    {gold}, not {told}")
    return report


def _proposed(problem: Problem) -> Iterator[Fraction]:
    """The answers of all worlds and equations that the models weigh, units aside."""
    facts = analyse(problem)
    values = [one.value for one in problem.quantities]
    for world in facts.worlds:
        signs = (*world.signs[: facts.unknown], *world.signs[facts.unknown + 1 :])
        yield sum((s * v for s, v in zip(signs, values, strict=True)), Fraction())
    for one in facts.beyond:
        yield one.answer(problem.quantities)


def _same(one: Fraction, other: Fraction) -> bool:
    return abs(one - other) <= _ROUNDING * max(1, abs(other))


def load(name: str) -> list[dict[str, Any]]:
    """The problems of a set, by name or file."""
    path = Path(name)
    if name in ("own", "own_zh"):
        path = TESTS / "situation" / f"problems{name[3:]}.jsonl"
    elif (TESTS / "variations" / f"{name}.jsonl").exists():
        path = TESTS / "variations" / f"{name}.jsonl"
    elif not path.suffix:
        path = Path(os.environ["QUANTITY_TAGGER_DATA"]) / f"{name}.jsonl"
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sets", nargs="*", default=SETS)
    parser.add_argument("--fails", metavar="SET", help="list the failures of this set")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    reports = []
    for name in options.sets:
        rows = load(name)
        if name == "asdiv":  # its second half is for measuring alone
            half = len(rows) // 2
            reports.append(measure("asdiv-1", rows[:half]))
            reports.append(measure("asdiv-2", rows[half:]))
        else:
            reports.append(measure(Path(name).stem, rows))
    for report in reports:
        if options.json:
            sys.stdout.write(json.dumps(vars(report) | {"fails": len(report.fails)}) + "\n")
            continue
        sys.stdout.write(report.line() + "\n")
        for schema, count in report.schemas.most_common():
            sys.stdout.write(f"    {schema:20} {report.schemas_right[schema]:4} of {count}\n")
        if options.fails == report.name and report.name not in ("asdiv-2", "en_test", "zh_test"):
            sys.stdout.write("\n".join(report.fails) + "\n")


if __name__ == "__main__":
    main()
