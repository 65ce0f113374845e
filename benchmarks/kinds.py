"""How many problems of each kind of knowledge are answered right: figures alone, no texts.

    python -m benchmarks.kinds [en|zh] [--json]

"dev" are the problems of tests/kinds that the writers of the analysis have read, "unread", "unread
2" and "unread 3", which were written later, those that nobody had when the documents' figures were
taken (the Chinese ones of "unread 2" were seen afterwards); "beyond" are problems that nobody has
read of which most need a number twice or one that goes unsaid. An answer that is refused counts as
wrong; "clear" are stories with a world that nothing speaks against, "sure" answers given with more
than 0.9.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path

from quantity_tagger import solve
from quantity_tagger.datasets.values import agree
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.languages.language import Language
from quantity_tagger.problem.facts import CLEAR
from quantity_tagger.solution.solution import Solution

KINDS = Path(__file__).parents[1] / "tests" / "kinds"
PARTS = {
    "dev": "dev", "unread": "unread", "unread_2": "unread 2", "unread_3": "unread 3",
    "beyond": "beyond",
}  # fmt: skip
OTHERS = (
    "varied", "everyday", "questions", "knowledge", "told_anew", "unusual", "twice", "unsaid",
    "once",
)  # fmt: skip
"""Problems that are of none of the sixteen kinds."""
SURE = 0.9


@dataclass
class Report:
    """Counts of one kind in one part."""

    part: str
    kind: str
    problems: int = 0
    right: int = 0
    refused: int = 0
    clear: int = 0
    clear_wrong: int = 0
    sure: int = 0
    sure_wrong: int = 0

    def add(self, solution: Solution | None, answer: Fraction) -> None:
        self.problems += 1
        if solution is None or solution.answer is None:
            self.refused += 1
            return
        right = agree(solution.answer, answer)
        worlds = solution.facts.worlds
        clear = bool(worlds) and worlds[0].trust == CLEAR
        sure = solution.confidence > SURE
        self.right += right
        self.clear += clear
        self.clear_wrong += clear and not right
        self.sure += sure
        self.sure_wrong += sure and not right

    def line(self) -> str:
        return (
            f"{self.part:8} {self.kind:11} {self.problems:4} problems  "
            f"right {100 * self.right / self.problems:5.1f}  refused {self.refused:2}  "
            f"clear {self.clear:3}, wrong {self.clear_wrong:2}  "
            f"sure {self.sure:3}, wrong {self.sure_wrong:2}"
        )


def measure(language: Language) -> list[Report]:
    """One report for each kind, and one for all sixteen kinds of each part."""
    reports: dict[tuple[str, str], Report] = {}
    for name, part in PARTS.items():
        file = KINDS / f"{language}_{name}.jsonl"
        for line in file.read_text("utf-8").splitlines():
            row = json.loads(line)
            solution, answer = _solved(row["text"], language), Fraction(row["answer"])
            kinds = [row["kind"]] if row["kind"] in OTHERS else [row["kind"], "all kinds"]
            for kind in kinds:
                reports.setdefault((part, kind), Report(part, kind)).add(solution, answer)
    return list(reports.values())


def _solved(text: str, language: Language) -> Solution | None:
    try:
        return solve(text, language)
    except QuantityTaggerError:
        return None


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("languages", nargs="*", default=["en", "zh"])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    for language in options.languages:
        for report in measure(language):
            told = asdict(report) | {"language": language}
            sys.stdout.write((json.dumps(told) if options.json else report.line()) + "\n")


if __name__ == "__main__":
    main()
