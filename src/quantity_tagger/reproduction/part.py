"""What the sections of the page share: a part of the page, and how figures are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import quantity_tagger
from quantity_tagger.evaluation.cross_validation import CrossValidation
from quantity_tagger.reproduction import paper, plots
from quantity_tagger.reproduction.page import Cell, Number, Page, Paragraph, Section, Versus
from quantity_tagger.reproduction.plan import DATASETS
from quantity_tagger.reproduction.runner import Store

SHOWN = {"+": "+", "0": "0", "-": "−"}
Main = dict[tuple[str, str, str], CrossValidation]
"""The rows of Table 1, by data set, feature set and variant."""


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


@dataclass(frozen=True, slots=True)
class Made:
    """The page, its plots, and all figures for programs."""

    page: Page
    drawings: dict[str, plots.Drawing]
    figures: dict[str, Any]


def made_of(page: Page, parts: Sequence[Part], figures: dict[str, Any]) -> Made:
    """A page with the plots and figures of its parts."""
    drawings: dict[str, plots.Drawing] = {}
    for part in parts:
        figures = figures | part.figures
        drawings |= part.drawings
    return Made(page, drawings, figures)


def figures_of(store: Store, command: str, models: int, seconds: float) -> dict[str, Any]:
    """How figures came about, for programs."""
    return {
        "command": command,
        "version": quantity_tagger.__version__,
        "code": store.code,
        "models": models,
        "processor_seconds": round(seconds, 1),
    }


def made_by(store: Store, command: str, models: int, seconds: float) -> Paragraph:
    """How figures came about, for people."""
    return Paragraph(
        f"Made by `{command}` (version {quantity_tagger.__version__}, code `{store.code[:12]}`): "
        f"{models} models, {seconds / 60:.0f} minutes of processor time in all."
    )


def cross_validation(store: Store, *more: str) -> str:
    """The command that makes one figure of the page alone; SET, VARIANT and FEATURES are those of
    the figure.
    """
    search = store.scale.search
    words = ["quantity-tagger cross-validate SET --variant VARIANT --features FEATURES"]
    words += more or ("--window tune",)
    words += [f"--max-iterations {search.max_iterations}", f"--tolerance {search.tolerance:g}"]
    return " ".join(words)


def if_quick(store: Store) -> tuple[Paragraph, ...]:
    """A warning, where only a sample was looked at."""
    if store.scale.sample is None:
        return ()
    return (
        Paragraph(
            "**This is a quick run**: a sample of the problems, few J, one seed, few iterations. "
            "It shows that everything works; its figures mean nothing."
        ),
    )
