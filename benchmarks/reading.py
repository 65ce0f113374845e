"""How exactly problems are read: quantity spans against the data sets, and where x was put.

    python -m benchmarks.reading [--json] [--differences SET]

The data sets are looked for in the folder named by QUANTITY_TAGGER_DATA.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.reading import Problem, read

SETS = ("addsub", "asdiv", "mawps", "singleop", "gsm8k", "as_cn", "math23k", "contest_zh")
AIMS = {"addsub": 0.995, "as_cn": 0.995}
OTHER_AIM = 0.98

#: Where a question is by any reader's measure: the last stretch up to a question mark.
_QUESTION = re.compile(r"[^.!?。！？]*[?？]")
#: English numerals have full stops inside; they end no sentence here.
_INNER_STOP = re.compile(
    r"(?<=\d)\.(?=\d)|(?<=\b[A-Z])\.|(?<=\bMr)\.|(?<=\bMrs)\.|(?<=\bMs)\.|(?<=\bDr)\."
    r"|(?<=\bsq)\.|(?<=\bft)\."
)

_UNUSED = "a number is stated, but the equation does not use it, so the data leaves it out"
_PRONOUN = "the data lists a pronoun 'one' because the equation needs a 1"
_OTHER_ONE = "the data marks an 'one' that is no number in place of the one that is"
_SIGN = "the data leaves out the minus sign of a number below zero"
_MYRIAD = "the data takes no account of 万, though the question asks in the unit without it"
_DAMAGED = "the text is damaged: a unit has lost a character"
_CHANCE = "the data lists a 两 that sums up what was told, as a 2 fits the equation by chance"
#: Differences that are the data's, by id. None is tuned away.
REASONS: dict[str, str] = {
    "asdiv-nluds-0274": _UNUSED,
    "mawps-1914": _PRONOUN,
    "gsm8k-train-2143": _OTHER_ONE,
    "gsm8k-train-3109": _UNUSED,
    "gsm8k-train-3267": _UNUSED,
    "gsm8k-train-3468": _UNUSED,
    "gsm8k-train-3684": _UNUSED,
    "gsm8k-train-6635": _PRONOUN,
    "gsm8k-test-1183": _PRONOUN,
    "as_cn-78": _SIGN,
    "as_cn-211": _UNUSED,
    "as_cn-615": _SIGN,
    "as_cn-677": _UNUSED,
    "as_cn-806": _SIGN,
    "as_cn-964": _MYRIAD,
    "math23k-1508": _UNUSED,
    "math23k-6622": _CHANCE,
    "math23k-8040": _UNUSED,
    "math23k-9426": _CHANCE,
    "contest_zh-8359": _DAMAGED,
}


@dataclass
class Tally:
    """Counts over one data set."""

    problems: int = 0
    both: int = 0
    read: int = 0
    listed: int = 0
    asked: int = 0
    unread: int = 0
    seconds: float = 0.0
    differences: list[str] = field(default_factory=list)

    @property
    def f1(self) -> float:
        return 2 * self.both / (self.read + self.listed) if self.read + self.listed else 0.0

    def figures(self) -> dict[str, float | int]:
        return {
            "problems": self.problems,
            "unread": self.unread,
            "precision": self.both / self.read if self.read else 0.0,
            "recall": self.both / self.listed if self.listed else 0.0,
            "f1": self.f1,
            "unknown_in_question": self.asked / self.problems if self.problems else 0.0,
            "microseconds_per_problem": 1e6 * self.seconds / self.problems
            if self.problems
            else 0.0,
        }


def records(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    with (folder / f"{name}.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def in_question(problem: Problem) -> bool:
    """Whether x lies in the last sentence marked as a question, or in the last one at all."""
    text = _INNER_STOP.sub("_", problem.text)
    questions = list(_QUESTION.finditer(text))
    if questions:
        start, end = questions[-1].span()
    else:
        start, end = (
            max(text.rstrip(" .。").rfind("."), text.rstrip(" .。").rfind("。")) + 1,
            len(text),
        )
    return start <= problem.tokens[problem.unknown.token].start < end


def measure(folder: Path, name: str) -> Tally:
    tally = Tally()
    for text in ("Ida has 3 kites. How many are left?", "小红有3个风筝，还剩多少个？"):
        read(text)  # word lists are loaded before the clock runs
    for record in records(folder, name):
        tally.problems += 1
        listed = {(q["start"], q["end"]) for q in record["quantities"]}
        tally.listed += len(listed)
        began = time.perf_counter()
        try:
            problem = read(record["text"])
        except QuantityTaggerError as error:
            tally.unread += 1
            tally.differences.append(f"{record['id']}: not read: {type(error).__name__}")
            continue
        finally:
            tally.seconds += time.perf_counter() - began
        spans = {(q.start, q.end) for q in problem.quantities}
        tally.read += len(spans)
        tally.both += len(spans & listed)
        asked = in_question(problem)
        tally.asked += asked
        if spans != listed:
            extra, missing = sorted(spans - listed), sorted(listed - spans)
            reason = REASONS.get(record["id"])
            tally.differences.append(
                f"{record['id']}: {len(extra)} extra {extra}, {len(missing)} missing {missing}"
                + (f" ({reason})" if reason else "")
            )
        if not asked:
            tally.differences.append(f"{record['id']}: x at token {problem.unknown.token}")
    return tally


def table(tallies: dict[str, Tally]) -> str:
    lines = [
        f"{'set':<12}{'problems':>9}{'unread':>8}{'precision':>11}{'recall':>9}{'F1':>9}{'aim':>8}"
        f"{'x in question':>15}{'µs each':>9}"
    ]
    for name, tally in tallies.items():
        f = tally.figures()
        lines.append(
            f"{name:<12}{f['problems']:>9}{f['unread']:>8}{f['precision']:>11.2%}"
            f"{f['recall']:>9.2%}{f['f1']:>9.2%}{AIMS.get(name, OTHER_AIM):>8.1%}"
            f"{f['unknown_in_question']:>15.2%}{f['microseconds_per_problem']:>9.0f}"
        )
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reading", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--differences", metavar="SET", choices=SETS, help="list the differences")
    arguments = parser.parse_args(argv)
    folder = os.environ.get("QUANTITY_TAGGER_DATA")
    if not folder:
        print("Set QUANTITY_TAGGER_DATA to the folder of the data sets.", file=sys.stderr)
        return 2
    if arguments.differences:
        print("\n".join(measure(Path(folder), arguments.differences).differences))
        return 0
    tallies = {name: measure(Path(folder), name) for name in SETS}
    if arguments.json:
        print(json.dumps({name: tally.figures() for name, tally in tallies.items()}, indent=2))
    else:
        print(table(tallies))
    return 0


if __name__ == "__main__":
    sys.exit(main())
