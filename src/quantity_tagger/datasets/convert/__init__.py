"""Converters from the files that data sets are published in to the JSONL format.

A format is a function from a path to `Source` objects; everything after that is the same for all:
the package's own reader finds the numbers, the equation (or else the search) gives their signs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from quantity_tagger.datasets.convert.addsub import addsub, as_cn
from quantity_tagger.datasets.convert.asdiv import asdiv
from quantity_tagger.datasets.convert.expression import (
    OutOfScopeError,
    Term,
    UnreadableEquationError,
    parse_equation,
)
from quantity_tagger.datasets.convert.mawps import math23k, mawps
from quantity_tagger.datasets.convert.signs import align, distances, from_annotation, is_ambiguous
from quantity_tagger.datasets.convert.source import Source, read_text
from quantity_tagger.datasets.convert.svamp import svamp
from quantity_tagger.datasets.record import GoldQuantity, Record
from quantity_tagger.datasets.search import MOST_QUANTITIES, find_signs
from quantity_tagger.errors import DataError, ReadingError

if TYPE_CHECKING:
    from quantity_tagger.problem.problem import Problem

FORMATS: Mapping[str, Callable[[Path], Iterator[Source]]] = MappingProxyType(
    {
        "addsub": addsub,
        "as_cn": as_cn,
        "mawps": mawps,
        "math23k": math23k,
        "svamp": svamp,
        "asdiv": asdiv,
    }
)

# Why a problem is left out (or kept without signs), in the words of the report.
NO_ANSWER = "no single number as answer"
OUT_OF_SCOPE = "needs more than + and -"
UNREAD = "the text cannot be read as a problem"
NO_SIGNS = "no signs give the answer"


@dataclass(slots=True)
class Report:
    """What became of the problems of a file.

    ``unsigned`` counts, by reason, those without signs: left out, or kept where all were asked for
    (one without an answer cannot be kept). ``searched`` have signs from the answer alone;
    ``ambiguous`` might have others, because a number occurs more often than it is used or because
    the search found several.
    """

    problems: int = 0
    kept: int = 0
    signed: int = 0
    searched: int = 0
    ambiguous: int = 0
    unsigned: Counter[str] = field(default_factory=Counter)


def convert(
    format_name: str,
    path: Path,
    *,
    folds: Sequence[Path] = (),
    everything: bool = False,
) -> tuple[list[Record], Report]:
    """The records of a published file, and a report of what was left out.

    ``folds`` are files that list the problems of a test fold, one index a line; ``everything``
    keeps problems that have no signs too.
    """
    if format_name not in FORMATS:
        raise DataError(f"there is no format {format_name}; there are {', '.join(FORMATS)}")
    return convert_sources(FORMATS[format_name](path), read_folds(folds), everything=everything)


def convert_sources(
    sources: Iterable[Source], fold_of: Mapping[int, int], *, everything: bool = False
) -> tuple[list[Record], Report]:
    """The records of ``sources``, with the folds that list their numbers."""
    records: list[Record] = []
    report = Report()
    for source in sources:
        report.problems += 1
        if source.answer is None:
            report.unsigned[NO_ANSWER] += 1
            continue
        fold = None if source.number is None else fold_of.get(source.number)
        if fold_of and fold is None:
            raise DataError(f"problem {source.id} is in none of the fold lists")
        record = _record(source, source.answer, fold, report)
        if record.signs is not None or everything:
            records.append(record)
    report.kept = len(records)
    return records, report


def read_folds(paths: Sequence[Path]) -> dict[int, int]:
    """Index of a problem → number of the fold that tests on it."""
    fold_of: dict[int, int] = {}
    for fold, path in enumerate(paths):
        for line_number, line in enumerate(read_text(path).splitlines(), start=1):
            try:
                index = int(line)
            except ValueError:
                raise DataError(f"{path}, line {line_number}: an index is needed") from None
            if fold_of.setdefault(index, fold) != fold:
                raise DataError(
                    f"{path}, line {line_number}: problem {index} is in another fold too"
                )
    return fold_of


def _record(source: Source, answer: Fraction, fold: int | None, report: Report) -> Record:
    """A record with signs, or without where ``report`` says why."""
    quantities: tuple[GoldQuantity, ...] | None = None
    signs: tuple[int, ...] | None = None
    try:
        terms = _terms(source.equation)
        problem = _read(source)
        quantities = tuple(
            GoldQuantity(q.text, q.value, q.start, q.end) for q in problem.quantities
        )
        signs = _signs(source, answer, terms, problem, report)
        if signs is None:
            report.unsigned[NO_SIGNS] += 1
        else:
            report.signed += 1
    except OutOfScopeError:
        report.unsigned[OUT_OF_SCOPE] += 1
    except ReadingError:
        report.unsigned[UNREAD] += 1
    return Record(
        text=source.text,
        answer=answer,
        id=source.id,
        lang=source.lang,
        equation=source.equation,
        quantities=quantities,
        signs=signs,
        fold=fold,
        tokens=source.tokens,
        extra=source.extra,
    )


def _terms(equation: str | None) -> tuple[Term, ...]:
    """The equation's constants; none where it is absent or unreadable, which leaves the search."""
    try:
        return parse_equation(equation) if equation else ()
    except UnreadableEquationError:
        return ()


def _read(source: Source) -> Problem:
    # Late, so that the format alone can be used without the reading rooms.
    from quantity_tagger.reading import read

    return read(source.text, language=source.lang)


def _signs(
    source: Source, answer: Fraction, terms: Sequence[Term], problem: Problem, report: Report
) -> tuple[int, ...] | None:
    """Signs as annotated, else by the equation, else by the search."""
    values = [quantity.value for quantity in problem.quantities]
    if source.signs is not None:
        annotated = from_annotation(source.signs, values, answer)
        if annotated is not None:
            return annotated
    aligned = align(terms, values, answer, distances(problem))
    if aligned is not None:
        report.ambiguous += is_ambiguous(aligned, values)
        return aligned
    if len(values) > MOST_QUANTITIES:
        return None
    found = find_signs(values, answer)
    if found.best is not None:
        report.searched += 1
        report.ambiguous += found.verdict == "several"
    return found.best
