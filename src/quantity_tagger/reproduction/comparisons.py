"""Which differences between the paper's models are real, and what the published code's decoding and
its overlapping spans are worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from quantity_tagger.evaluation.cross_validation import CrossValidation
from quantity_tagger.features import PAPER
from quantity_tagger.reproduction import paper, plan
from quantity_tagger.reproduction.page import (
    Cell,
    Number,
    Paragraph,
    Section,
    Table,
    Versus,
    written,
)
from quantity_tagger.reproduction.part import Part, beside, cross_validation, of_paper, percent
from quantity_tagger.reproduction.plan import DATASETS, VARIANTS, title
from quantity_tagger.reproduction.results import Results, spread
from quantity_tagger.reproduction.significance import DRAWS, Difference, difference

Seeds = dict[tuple[str, str, str], list[CrossValidation]]
"""One cross-validation for each starting point, by data set, feature set and variant."""


def from_every_start(results: Results, datasets: Sequence[str], tuned: plan.Tuned) -> Seeds:
    """The variants, and QT(r) with overlapping spans, from every starting point."""
    widths = {(d, c, m): tuned[d, c, m] for d, c, m in tuned if c in plan.COMPARED}
    for dataset in datasets:
        for chosen in _compared(results):
            widths[dataset, chosen, plan.OVERLAPPING] = tuned[dataset, chosen, "qt-r"]
    return {
        (dataset, chosen, model): [
            results.crossed(plan.at(dataset, chosen, model, found, seed))
            for seed in results.store.scale.seeds
        ]
        for (dataset, chosen, model), found in widths.items()
    }


def _compared(results: Results) -> list[str]:
    return [one for one in plan.COMPARED if one in results.features]


# --- differences ----------------------------------------------------------------------------------


def differences(results: Results, datasets: Sequence[str], seeds: Seeds) -> Part:
    count = len(results.store.scale.seeds)
    pairs = list(combinations(VARIANTS, 2))
    found = {
        (dataset, chosen, one, other): difference(
            seeds[dataset, chosen, one], seeds[dataset, chosen, other]
        )
        for dataset in datasets
        for chosen in _compared(results)
        for one, other in pairs
    }
    rows: list[tuple[Cell, ...]] = [
        (
            f"{title(one)} − {title(other)}, {chosen}",
            *(_shown(found[dataset, chosen, one, other]) for dataset in datasets),
        )
        for chosen in _compared(results)
        for one, other in pairs
    ]
    return Part(
        Section(
            "Which differences are real?",
            (
                _spreads(results, datasets, seeds),
                Table(
                    ("difference, features", *(DATASETS[dataset] for dataset in datasets)),
                    tuple(rows),
                    f"Differences in points (mean of folds, mean of {count} starting points) with "
                    "their 95 % intervals; **bold** where they are real at the 5 % level.",
                    frozenset({len(pairs)}),
                ),
                Paragraph(
                    "Latent spans make the objective non-convex, so where the search starts can "
                    "matter; each weight starts uniformly within ±0.05. Intervals and levels are "
                    f"those of a paired bootstrap over problems, within folds, {DRAWS:,} times. "
                    "J is what was tuned with the first starting point; where it is 1 nothing is "
                    "latent, and QT and QT(r) are the same model. A row: "
                    f"`{cross_validation(results.store, '--window tune', '--seed N')}` (with a J "
                    "that is tuned from start N)."
                ),
            ),
        ),
        {
            "seeds": {
                dataset: {
                    chosen: {
                        title(model): [one.mean_of_folds for one in seeds[dataset, chosen, model]]
                        for model in VARIANTS
                    }
                    for chosen in _compared(results)
                }
                for dataset in datasets
            },
            "differences": [
                {"set": d, "features": c, "first": title(one), "second": title(other)}
                | _figures(found[d, c, one, other])
                for d, c, one, other in found
            ],
        },
        {},
    )


def _spreads(results: Results, datasets: Sequence[str], seeds: Seeds) -> Table:
    heads = ["model, features"]
    for dataset in datasets:
        heads += [f"{DATASETS[dataset]} mean", "deviation", "lowest", "highest"]
    rows: list[tuple[Cell, ...]] = []
    for chosen in _compared(results):
        for model in VARIANTS:
            row: list[Cell] = [f"{title(model)}, {chosen}"]
            for dataset in datasets:
                told = spread([one.mean_of_folds for one in seeds[dataset, chosen, model]])
                values = (told.mean, told.deviation, told.lowest, told.highest)
                row += [Number(percent(value)) for value in values]
            rows.append(tuple(row))
    return Table(
        tuple(heads),
        tuple(rows),
        f"Accuracy (mean of folds, %) over {len(results.store.scale.seeds)} random starting points "
        "of the search, with the J that was tuned with the first.",
        frozenset({len(VARIANTS)}),
    )


def _shown(found: Difference) -> str:
    low, high = (written(percent(one), 2, signed=True) for one in (found.low, found.high))
    text = f"{written(percent(found.mean), 2, signed=True)} [{low}, {high}]"
    return f"**{text}**" if found.real else text


def _figures(found: Difference) -> dict[str, Any]:
    return {"mean": found.mean, "low": found.low, "high": found.high, "chance": found.chance}


# --- decoding -------------------------------------------------------------------------------------

RULES = {
    "order": "larger +, smaller − alone",
    "relatedness": "unrelated 0 alone",
    "published": "all rules",
}


def decoding(results: Results, datasets: Sequence[str], tuned: plan.Tuned) -> Part:
    """What the rules of the published code are worth."""
    heads = ["model"]
    for dataset in datasets:
        heads += [f"{DATASETS[dataset]} without rules", *RULES.values()]
    rows: list[tuple[Cell, ...]] = []
    figures: dict[str, dict[str, dict[str, float]]] = {dataset: {} for dataset in datasets}
    for model in VARIANTS:
        row: list[Cell] = [title(model)]
        for dataset in datasets:
            runs = plan.at(dataset, PAPER, model, tuned[dataset, PAPER, model])
            reached = {"feasible": results.crossed(runs).mean_of_folds}
            for rules in RULES:
                reached[rules] = results.crossed(runs, rules=rules).mean_of_folds
            theirs = of_paper(paper.ACCURACY[title(model)], dataset)
            bare = percent(reached["feasible"])
            row += [
                Number(bare),
                Versus(percent(reached["order"]), bare, plain=True),
                Versus(percent(reached["relatedness"]), bare, plain=True),
                beside(reached["published"], theirs),
            ]
            figures[dataset][title(model)] = reached
        rows.append(tuple(row))
    command = cross_validation(results.store, "--window tune", "--decode published")
    return Part(
        Section(
            "What the published code does at decoding",
            (
                Paragraph(
                    "The published code does not only learn from its cues: when it decodes, they "
                    "are rules. Of what is compared or changes, the larger quantity must be + and "
                    "the smaller −; what is not related to the question must be 0; with two "
                    "constants none is 0. It also has word rules made for single problems, and "
                    "takes relatedness from the gold signs in training but from rules in use. "
                    "`--decode published` re-makes the general rules and nothing else; the cues "
                    "are the same in training and in use, and gold is in none of them. It is off "
                    "everywhere else on this page and in this package."
                ),
                Table(
                    tuple(heads),
                    tuple(rows),
                    "Accuracy in % (mean of folds), features `paper`, the same trained models "
                    "decoded in four ways; the last beside the paper's figure, which rests on such "
                    f"rules. `{command}`",
                ),
                *_harm(figures),
            ),
        ),
        {"decoding": figures},
        {},
    )


def _harm(figures: Mapping[str, Mapping[str, Mapping[str, float]]]) -> tuple[Paragraph, ...]:
    """Where rules cost more than they bring, and why."""
    worse = [
        DATASETS[dataset]
        for dataset, models in figures.items()
        if all(one["published"] < one["feasible"] for one in models.values())
    ]
    if not worse:
        return ()
    return (
        Paragraph(
            f"On {' and '.join(worse)} the rules do harm: where stories have several steps, and "
            "comparisons say by how much, the larger is often not what is taken from, and a model "
            "that may weigh the cue against the words does better than one that must follow it."
        ),
    )


# --- overlapping spans ----------------------------------------------------------------------------


def overlapping(results: Results, datasets: Sequence[str], seeds: Seeds) -> Part:
    heads = ["features"]
    for dataset in datasets:
        heads += [f"{DATASETS[dataset]} disjoint", "overlapping", "difference"]
    rows: list[tuple[Cell, ...]] = []
    figures: dict[str, dict[str, Any]] = {dataset: {} for dataset in datasets}
    for chosen in _compared(results):
        row: list[Cell] = [chosen]
        for dataset in datasets:
            apart = seeds[dataset, chosen, "qt-r"]
            over = seeds[dataset, chosen, plan.OVERLAPPING]
            means = [spread([one.mean_of_folds for one in found]).mean for found in (apart, over)]
            found = difference(over, apart)
            row += [*(Number(percent(mean)) for mean in means), _shown(found)]
            figures[dataset][chosen] = {"disjoint": means[0], "overlapping": means[1]} | {
                "difference": _figures(found)
            }
        rows.append(tuple(row))
    return Part(
        Section(
            "QT(r) with disjoint and with overlapping spans",
            (
                Paragraph(
                    "In the paper's text the spans of neighbours are disjoint; in the published "
                    "code each quantity has a window of its own and spans may overlap "
                    "(`--variant qt-r-overlap`). This page follows the text."
                ),
                Table(
                    tuple(heads),
                    tuple(rows),
                    "Accuracy in % (mean of folds and of starting points), the J of QT(r), and the "
                    "difference with its 95 % interval.",
                ),
            ),
        ),
        {"overlapping": figures},
        {},
    )
