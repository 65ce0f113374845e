"""How steady the answers are when a story is varied: our own problems in tests/variations.

    python -m benchmarks.variations [SET ...] [--json] [--model FILE] [--quiet] [--show-test]

A family is one story told several ways: with another question, another order of its facts, numbers
that have nothing to do with the question, more or fewer facts, other words. Failures of the
development sets are listed; the test sets are for measuring, so theirs stay unseen unless asked
for.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from quantity_tagger import Solution, Solver
from quantity_tagger.solver import solve_all

FOLDER = Path(__file__).parents[1] / "tests" / "variations"
SETS = ("en_dev", "en_test", "zh_dev", "zh_test")
CHANGES = ("base", "question", "order", "distractor", "facts", "wording")


@dataclass(frozen=True)
class Variation:
    """One telling of a story, with its gold signs and answer."""

    id: str
    family: str
    change: str
    text: str
    signs: tuple[int, ...]
    answer: Fraction


@dataclass(frozen=True)
class Outcome:
    """What became of a variation: the signs and the answer found, if it could be read."""

    variation: Variation
    signs: tuple[int, ...] | None
    answer: Fraction | None
    note: str

    @property
    def right(self) -> bool:
        return self.answer == self.variation.answer

    @property
    def same_signs(self) -> bool:
        return self.signs == self.variation.signs


@dataclass(frozen=True)
class Report:
    """The outcomes of one set and their shares."""

    name: str
    outcomes: tuple[Outcome, ...]

    @property
    def accuracy(self) -> float:
        return _share(one.right for one in self.outcomes)

    @property
    def sign_accuracy(self) -> float:
        return _share(one.same_signs for one in self.outcomes)

    @cached_property
    def by_change(self) -> dict[str, float]:
        return {
            change: _share(one.right for one in self.outcomes if one.variation.change == change)
            for change in CHANGES
        }

    @cached_property
    def by_irrelevant_numbers(self) -> dict[str, float]:
        """Accuracy with and without numbers that the equation leaves out."""
        return {
            name: _share(one.right for one in self.outcomes if (0 in one.variation.signs) == has)
            for name, has in (("without", False), ("with", True))
        }

    @property
    def family_accuracy(self) -> float:
        """The share of families of which every telling is solved."""
        wrong = {one.variation.family for one in self.failures}
        return _share(
            family not in wrong for family in {one.variation.family for one in self.outcomes}
        )

    @property
    def failures(self) -> tuple[Outcome, ...]:
        return tuple(one for one in self.outcomes if not one.right)

    def figures(self) -> dict[str, Any]:
        return {
            "problems": len(self.outcomes),
            "accuracy": self.accuracy,
            "sign_accuracy": self.sign_accuracy,
            "family_accuracy": self.family_accuracy,
            "by_change": self.by_change,
            "by_irrelevant_numbers": self.by_irrelevant_numbers,
        }


def variations(name: str) -> list[Variation]:
    """The problems of one of `SETS`."""
    with (FOLDER / f"{name}.jsonl").open(encoding="utf-8") as lines:
        return [_variation(json.loads(line)) for line in lines]


def measure(name: str, solver: Solver | None = None) -> Report:
    """Solve one of `SETS`, with the bundled model of its language where no solver is given."""
    stories = variations(name)
    texts = [story.text for story in stories]
    found = solve_all(texts) if solver is None else solver.solve_all(texts)
    return Report(
        name, tuple(_outcome(story, one) for story, one in zip(stories, found, strict=True))
    )


def main(arguments: Sequence[str] | None = None) -> int:
    options = _options(arguments)
    solver = None if options.model is None else Solver.load(options.model)
    reports = [measure(name, solver) for name in options.sets or SETS]
    if options.json:
        print(json.dumps({report.name: report.figures() for report in reports}, indent=2))
        return 0
    print(_table(reports))
    for report in reports:
        if not options.quiet and (options.show_test or not report.name.endswith("_test")):
            _show_failures(report)
    return 0


def _variation(record: dict[str, Any]) -> Variation:
    return Variation(
        id=record["id"],
        family=record["family"],
        change=record["change"],
        text=record["text"],
        signs=tuple(record["signs"]),
        answer=Fraction(record["answer"]),
    )


def _outcome(variation: Variation, found: Solution | Exception) -> Outcome:
    if isinstance(found, Exception):
        return Outcome(variation, None, None, str(found))
    signs = tuple(quantity.sign for quantity in found.quantities)
    return Outcome(variation, signs, found.equation.solution, str(found.equation))


def _share(hits: Iterable[bool]) -> float:
    counts = Counter(hits)
    return counts[True] / max(counts.total(), 1)


def _table(reports: Sequence[Report]) -> str:
    rows = [["", *(report.name for report in reports)]]
    rows.append(["problems", *(str(len(report.outcomes)) for report in reports)])
    rows.append(["answers", *(_percent(report.accuracy) for report in reports)])
    rows.append(["signs", *(_percent(report.sign_accuracy) for report in reports)])
    rows.append(["whole families", *(_percent(report.family_accuracy) for report in reports)])
    rows.extend(
        [change, *(_percent(report.by_change[change]) for report in reports)] for change in CHANGES
    )
    rows.extend(
        [
            f"{name} irrelevant numbers",
            *(_percent(report.by_irrelevant_numbers[name]) for report in reports),
        ]
        for name in ("without", "with")
    )
    return "\n".join(
        f"{head:<28}" + "".join(f"{cell:>9}" for cell in cells) for head, *cells in rows
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _show_failures(report: Report) -> None:
    print(f"\n{report.name}: {len(report.failures)} not solved")
    for one in report.failures:
        gold = one.variation
        print(f"  {gold.id} ({gold.change}) {gold.text}")
        print(f"      should be {gold.answer}, signs {list(gold.signs)}")
        print(f"      found     {one.answer}, signs {list(one.signs or ())}: {one.note}")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.variations", description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}; all if none")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--model", metavar="FILE", help="measure the model of a file")
    parser.add_argument("--quiet", action="store_true", help="list no failures")
    parser.add_argument(
        "--show-test", action="store_true", help="list the failures of the test sets too"
    )
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.sets) - set(SETS))
    if unknown:
        parser.error(f"there is no set {', '.join(unknown)}; there are {', '.join(SETS)}")
    return options


if __name__ == "__main__":
    sys.exit(main())
