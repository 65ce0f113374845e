"""Problems of our own in which a person marked the words that belong to each quantity, and how far
the spans of a model agree with the marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

from quantity_tagger.problem.problem import Problem
from quantity_tagger.reading import read

Span = tuple[int, int]
"""The tokens ``start, stop`` of a problem's text."""

_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Marked:
    """A problem with its answer, and for each quantity and the unknown, in text order, the tokens
    that a person marked.
    """

    problem: Problem
    answer: Fraction
    spans: tuple[Span, ...]


@cache
def marked(dataset: str) -> tuple[Marked, ...]:
    """The marked problems that stand beside a data set, in its language."""
    lines = (files(__name__) / f"{dataset}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(parsed(line) for line in lines if line and not line.startswith("#"))


def parsed(line: str) -> Marked:
    written, _, answer = line.rpartition("|")
    problem = read(re.sub(r"[\[\]]", "", written).strip())
    marks = []
    for number, match in enumerate(re.finditer(r"\[(.*?)\]", written)):
        start = match.start() - 2 * number  # two brackets of each mark before it are gone
        inside = range(start, start + len(match[1]))
        tokens = [at for at, token in enumerate(problem.tokens) if token.start in inside]
        marks.append((tokens[0], tokens[-1] + 1))
    return Marked(problem, Fraction(answer.strip()), tuple(marks))


def anchors(problem: Problem) -> list[int]:
    """The tokens of the quantities and of the unknown, in text order."""
    return sorted([*(one.token for one in problem.quantities), problem.unknown.token])


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many words are in a span, marked, and both; the quantities themselves are not counted,
    which are always both.
    """

    spanned: int
    marked: int
    both: int

    @property
    def precision(self) -> float:
        return self.both / self.spanned if self.spanned else 0.0

    @property
    def recall(self) -> float:
        return self.both / self.marked if self.marked else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.both / (self.spanned + self.marked) if self.both else 0.0


def agreement(problems: Sequence[Marked], found: Sequence[Sequence[Span]]) -> Agreement:
    """How far spans agree with the marks, over all quantities of all problems."""
    told = zip(problems, found, strict=True)
    pairs = [pair for one, spans in told for pair in _words(one, spans)]
    return Agreement(
        sum(len(mine) for mine, _ in pairs),
        sum(len(theirs) for _, theirs in pairs),
        sum(len(mine & theirs) for mine, theirs in pairs),
    )


def _words(one: Marked, spans: Sequence[Span]) -> Iterator[tuple[set[int], set[int]]]:
    """For each quantity the words of its span, and those that are marked."""
    words = {at for at, token in enumerate(one.problem.tokens) if _WORD.search(token.text)}
    for anchor, mine, theirs in zip(anchors(one.problem), spans, one.spans, strict=True):
        apart = words - {anchor}
        yield apart.intersection(range(*mine)), apart.intersection(range(*theirs))
