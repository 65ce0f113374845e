"""What varies and what it is worth: J, starting points, features, other sets (3, 5, 6, 7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quantity_tagger.features.external import FAMILIES
from quantity_tagger.features.window import name_of
from quantity_tagger.reproduction import paper, plan, plots
from quantity_tagger.reproduction.page import (
    Block,
    Cell,
    Figure,
    Number,
    Paragraph,
    Section,
    Table,
    Versus,
)
from quantity_tagger.reproduction.part import Main, Part, beside, percent
from quantity_tagger.reproduction.plan import DATASETS, LATENT
from quantity_tagger.reproduction.results import (
    Results,
    Spread,
    first_proposal,
    share,
    spread,
)


def curves(results: Results, datasets: Sequence[str]) -> Part:
    widths = results.store.scale.widths
    everywhere = paper.CURVE_WIDTHS
    found = {
        (dataset, name, width): results.crossed(
            plan.at(dataset, name, dict.fromkeys(results.folds[dataset], width))
        )
        for dataset in datasets
        for name in LATENT
        for width in widths
    }
    panels = {}
    rows: list[tuple[Cell, ...]] = []
    for dataset in datasets:
        lines = []
        for name in LATENT:
            theirs = paper.CURVES[name][dataset]
            ours = {width: found[dataset, name, width].mean_of_folds for width in widths}
            lines.append(
                plots.Curve(
                    name,
                    True,
                    tuple(map(everywhere.index, ours)),
                    tuple(map(percent, ours.values())),
                )
            )
            lines.append(plots.Curve(name, False, tuple(range(len(theirs))), theirs))
            rows.append(
                (
                    f"{DATASETS[dataset]} {name}",
                    *(beside(ours[w], theirs[everywhere.index(w)]) for w in widths),
                )
            )
        panels[DATASETS[dataset]] = lines
    drawing = plots.curves(panels, [str(name_of(width)) for width in everywhere])
    brief = results.store.scale.brief
    return Part(
        Section(
            "3. Does J matter?",
            (
                Figure(
                    "curves",
                    "Figure 3 of the paper: accuracy over J, ours solid, the paper's dashed.",
                ),
                Table(
                    ("J", *(str(name_of(width)) for width in widths)),
                    tuple(rows),
                    "The same in figures: mean of folds, in %.",
                    frozenset({3}),
                ),
                Paragraph(
                    f"Searches here stop after {brief.max_iterations} iterations or at a gain "
                    f"below {brief.tolerance:g}."
                ),
            ),
        ),
        {
            "curves": {
                dataset: {
                    name: {
                        str(name_of(width)): {
                            "accuracy": found[dataset, name, width].accuracy,
                            "mean_of_folds": found[dataset, name, width].mean_of_folds,
                        }
                        for width in widths
                    }
                    for name in LATENT
                }
                for dataset in datasets
            }
        },
        {"curves": drawing},
    )


def seeds(results: Results, datasets: Sequence[str], tuned: plan.Tuned) -> Part:
    seeds = results.store.scale.seeds
    found: dict[str, dict[str, list[float]]] = {
        dataset: {
            name: [
                results.crossed(
                    plan.at(dataset, name, tuned[dataset, name], seed=seed)
                ).mean_of_folds
                for seed in seeds
            ]
            for name in LATENT
        }
        for dataset in datasets
    }
    heads = ["model"]
    for dataset in datasets:
        heads += [f"{DATASETS[dataset]} mean", "deviation", "lowest", "highest"]
    rows = tuple(
        (name, *(cell for dataset in datasets for cell in _spread(spread(found[dataset][name]))))
        for name in LATENT
    )
    return Part(
        Section(
            "5. Starting points",
            (
                Table(
                    tuple(heads),
                    rows,
                    f"Accuracy (mean of folds, %) over {len(seeds)} random starting points of the "
                    "search, with the J that was tuned with the first.",
                ),
                Paragraph(
                    "Latent spans make the objective non-convex, so where the search starts can "
                    "matter; each weight starts uniformly within ±0.05. Searches are as long as in "
                    "section 3."
                ),
            ),
        ),
        {"seeds": found},
        {},
    )


def _spread(found: Spread) -> tuple[Cell, ...]:
    return tuple(
        Number(percent(value))
        for value in (found.mean, found.deviation, found.lowest, found.highest)
    )


def ablation(results: Results, datasets: Sequence[str], tuned: plan.Tuned) -> Part:
    found = _without_each_part(results, datasets, tuned)
    alone = [
        *(results.crossed_by_rule(dataset, first_proposal).mean_of_folds for dataset in datasets),
        *(
            results.by_rule(other, first_proposal).accuracy
            for dataset in datasets
            for other in results.others[dataset][:1]
        ),
    ]
    rows = _ablation_rows(found, alone)
    return Part(
        Section(
            "6. What each part is worth",
            (
                Table(
                    ("", *found),
                    rows,
                    "Accuracy of QT (mean of folds, %; after an arrow: trained on the whole set "
                    "and tested on another) without each part, and the difference; red is what "
                    "the part is worth.",
                    frozenset({1, 1 + len(FAMILIES), len(rows) - 1}),
                ),
                Paragraph(
                    "Most of what external features bring is in the family `proposal`: signs that "
                    "the analysis proposes for the whole story, surest reading first. The last "
                    "line says how far its first proposal gets by itself, without any learning; "
                    "what QT has beyond that is what was learnt."
                ),
                Figure("ablation", "Points of accuracy that QT loses (or wins) without each part."),
                Paragraph(
                    "J stays what was tuned for QT with everything; searches are as long as in "
                    "section 3. Parts overlap: what one family says, another may say too, so the "
                    "losses do not add up."
                ),
            ),
        ),
        {"ablation": found, "first_proposal": dict(zip(found, alone, strict=True))},
        {"ablation": _ablation_bars(found)},
    )


Ablated = dict[str, dict[str, float]]
"""The accuracy on each set without each part."""


def _without_each_part(results: Results, datasets: Sequence[str], tuned: plan.Tuned) -> Ablated:
    name = plan.ABLATED
    found: Ablated = {}
    for dataset in datasets:
        runs = plan.at(dataset, name, tuned[dataset, name])
        found[DATASETS[dataset]] = {
            part.name: results.crossed([part.of(run) for run in runs]).mean_of_folds
            for part in (plan.NOTHING, *plan.ABLATIONS)
        }
    for dataset in datasets:
        for other in results.others[dataset][:1]:
            run = plan.elsewhere(dataset, name, tuned, other)
            found[f"{DATASETS[dataset]} → {other}"] = {
                part.name: results.report(part.of(run)).accuracy
                for part in (plan.NOTHING, *plan.ABLATIONS)
            }
    return found


def _ablation_rows(found: Ablated, alone: Sequence[float]) -> tuple[tuple[Cell, ...], ...]:
    whole = [percent(column[plan.NOTHING.name]) for column in found.values()]

    def row(title: str, accuracies: Iterable[float]) -> tuple[Cell, ...]:
        cells = zip(map(percent, accuracies), whole, strict=True)
        return title, *(Versus(ours, everything, plain=True) for ours, everything in cells)

    return (
        ("QT with everything", *map(Number, whole)),
        *(
            row(part.name, (column[part.name] for column in found.values()))
            for part in plan.ABLATIONS
        ),
        row("the analysis alone: its first proposal, nothing learnt", alone),
    )


def _ablation_bars(found: Ablated) -> plots.Drawing:
    return plots.bars(
        {
            title: [
                (
                    part.name.removeprefix("without ").removeprefix("the "),
                    percent(column[part.name] - column[plan.NOTHING.name]),
                )
                for part in plan.ABLATIONS
            ]
            for title, column in found.items()
            if "→" not in title
        }
    )


def elsewhere(results: Results, datasets: Sequence[str], tuned: plan.Tuned, main: Main) -> Part:
    columns = [(dataset, other) for dataset in datasets for other in results.others[dataset]]
    reports = {
        (name, dataset, other): results.report(
            plan.elsewhere(dataset, name, tuned, other, thorough=True)
        )
        for name in plan.GENERAL
        for dataset, other in columns
    }
    absent = [
        other
        for dataset in datasets
        for other in plan.ELSEWHERE[dataset]
        if other not in results.others[dataset]
    ]
    blocks: list[Block] = []
    if columns:
        first = plan.GENERAL[0]
        blocks.append(
            Table(
                ("model", *(f"{DATASETS[dataset]} → {other}" for dataset, other in columns)),
                (
                    *(
                        (name, *(Number(percent(reports[name, *at].accuracy)) for at in columns))
                        for name in plan.GENERAL
                    ),
                    ("problems", *(Number(reports[first, *at].problems, 0) for at in columns)),
                    (
                        "not read, %",
                        *(
                            Number(percent(share(report.unread, report.problems)))
                            for report in (reports[first, *at] for at in columns)
                        ),
                    ),
                ),
                "Accuracy in % on sets that were not trained on: one model learns from all folds "
                "of the set before the arrow, with the J that most folds chose, and no other data.",
                frozenset({len(plan.GENERAL)}),
            )
        )
        blocks.append(
            Paragraph(
                "`gsm8k` has long problems of several steps; `math23k` nearly only problems with "
                "parentheses; the equations of `contest_zh` were inferred from its answers."
            )
        )
    if absent:
        blocks.append(
            Paragraph(
                f"Not here, and so not tested on: {', '.join(f'`{other}`' for other in absent)}. "
                "Put NAME.jsonl into the folder that `QUANTITY_TAGGER_DATA` names."
            )
        )
    return Part(
        Section("7. On other sets", tuple(blocks)),
        {
            "elsewhere": {
                f"{dataset} → {other}": {
                    name: reports[name, dataset, other].to_dict() for name in plan.GENERAL
                }
                for dataset, other in columns
            }
        },
        {},
    )
