"""What the sections of the page share: a part of the page, and how figures are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quantity_tagger.evaluation.cross_validation import CrossValidation
from quantity_tagger.reproduction import paper, plots
from quantity_tagger.reproduction.page import Cell, Number, Section, Versus
from quantity_tagger.reproduction.plan import DATASETS

SHOWN = {"+": "+", "0": "0", "-": "−"}
Main = dict[tuple[str, str], CrossValidation]


@dataclass(frozen=True, slots=True)
class Part:
    """A section with its plots and figures."""

    section: Section
    figures: dict[str, Any]
    drawings: dict[str, plots.Drawing]


def percent(value: float) -> float:
    return 100 * value


def of_paper(pair: paper.Pair, dataset: str) -> float | None:
    return pair[list(DATASETS).index(dataset)]


def beside(ours: float, theirs: float | None, decimals: int = 2) -> Cell:
    if theirs is None:
        return Number(percent(ours), decimals)
    return Versus(percent(ours), theirs, decimals)
