"""What varies and what it is worth: J, our own features, other sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from quantity_tagger.features import FULL, PAPER
from quantity_tagger.features.external import FAMILIES
from quantity_tagger.features.window import Width, name_of
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
from quantity_tagger.reproduction.part import Part, beside, cross_validation, percent
from quantity_tagger.reproduction.plan import DATASETS, LATENT, title
from quantity_tagger.reproduction.results import Results, first_world, share


def curves(results: Results, datasets: Sequence[str]) -> Part:
    chosen = [one for one in plan.COMPARED if one in results.features]
    widths = results.store.scale.widths
    found = {
        (dataset, one, model, width): results.crossed(
            plan.at(dataset, one, model, dict.fromkeys(results.folds[dataset], width))
        )
        for dataset in datasets
        for one in chosen
        for model in LATENT
        for width in widths
    }
    panels = {}
    rows: list[tuple[Cell, ...]] = []
    for dataset in datasets:
        for one in chosen:
            lines = []
            for model in LATENT:
                ours = {width: found[dataset, one, model, width].mean_of_folds for width in widths}
                theirs = paper.CURVES[title(model)][dataset] if one == PAPER else None
                lines += _lines(title(model), ours, theirs)
                beyond = dict(zip(paper.CURVE_WIDTHS, theirs or (), strict=False))
                rows.append(
                    (
                        f"{DATASETS[dataset]} {title(model)}, {one}",
                        *(beside(ours[width], beyond.get(width)) for width in widths),
                    )
                )
            panels[f"{DATASETS[dataset]}, {one}"] = lines
    drawing = plots.curves(panels, [str(name_of(width)) for width in paper.CURVE_WIDTHS])
    command = cross_validation(results.store, "--window J")
    return Part(
        Section(
            "Does J matter?",
            (
                Figure(
                    "curves",
                    "Figure 3 of the paper: accuracy over J, ours solid, the paper's dashed.",
                ),
                Table(
                    ("J", *(str(name_of(width)) for width in widths)),
                    tuple(rows),
                    f"The same in figures: mean of folds, in %. `{command}`",
                    frozenset(range(len(LATENT), len(rows), len(LATENT))),
                ),
            ),
        ),
        {
            "curves": {
                dataset: {
                    one: {
                        title(model): {
                            str(name_of(width)): {
                                "accuracy": found[dataset, one, model, width].accuracy,
                                "mean_of_folds": found[dataset, one, model, width].mean_of_folds,
                            }
                            for width in widths
                        }
                        for model in LATENT
                    }
                    for one in chosen
                }
                for dataset in datasets
            }
        },
        {"curves": drawing},
    )


def _lines(
    name: str, ours: Mapping[Width, float], theirs: Sequence[float] | None
) -> list[plots.Curve]:
    places = tuple(map(paper.CURVE_WIDTHS.index, ours))
    lines = [plots.Curve(name, True, places, tuple(map(percent, ours.values())))]
    if theirs is not None:
        lines.append(plots.Curve(name, False, tuple(range(len(theirs))), tuple(theirs)))
    return lines


def ablation(results: Results, datasets: Sequence[str], tuned: plan.Tuned) -> Part:
    found = _without_each_part(results, datasets, tuned)
    alone = [
        *(results.crossed_by_rule(dataset, first_world).mean_of_folds for dataset in datasets),
        *(
            results.by_rule(other, first_world).accuracy
            for dataset in datasets
            for other in results.others[dataset][:1]
        ),
    ]
    rows = _ablation_rows(found, alone)
    return Part(
        Section(
            "What each part of the full features is worth",
            (
                Table(
                    ("", *found),
                    rows,
                    "Accuracy of QT (mean of folds, %; after an arrow: trained on the whole set "
                    "and tested on another) without each part, and the difference; red is what "
                    "the part is worth.",
                    frozenset({1, len(FAMILIES), len(rows) - 1}),
                ),
                Paragraph(
                    "Most of what our features bring is in the family `world`: signs that follow "
                    "from the story as the analysis understands it, likeliest reading first. The "
                    "last line says how far that gets by itself, without any learning; "
                    "what QT has beyond that is what was learnt."
                ),
                Figure("ablation", "Points of accuracy that QT loses (or wins) without each part."),
                Paragraph(
                    "J stays what was tuned for QT with everything. Parts overlap: what one family "
                    "says, another may say too, so the losses do not add up."
                ),
            ),
        ),
        {"ablation": found, "first_world": dict(zip(found, alone, strict=True))},
        {"ablation": _ablation_bars(found)},
    )


Ablated = dict[str, dict[str, float]]
"""The accuracy on each set without each part."""


def _without_each_part(results: Results, datasets: Sequence[str], tuned: plan.Tuned) -> Ablated:
    found: Ablated = {}
    for dataset in datasets:
        runs = plan.at(dataset, FULL, plan.ABLATED, tuned[dataset, FULL, plan.ABLATED])
        found[DATASETS[dataset]] = {
            part.name: results.crossed([part.of(run) for run in runs]).mean_of_folds
            for part in (plan.NOTHING, *plan.ABLATIONS)
        }
    for dataset in datasets:
        for other in results.others[dataset][:1]:
            run = plan.elsewhere(dataset, FULL, plan.ABLATED, tuned, other)
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
        row("the analysis alone: its first world, nothing learnt", alone),
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


def elsewhere(results: Results, datasets: Sequence[str], tuned: plan.Tuned) -> Part:
    columns = [(dataset, other) for dataset in datasets for other in results.others[dataset]]
    models = {
        f"{title(model)}, {chosen}": (chosen, model)
        for chosen in results.features
        for model in (plan.VARIANTS if chosen == FULL else [plan.ABLATED])
    }
    reports = {
        (name, dataset, other): results.report(plan.elsewhere(dataset, *one, tuned, other))
        for name, one in models.items()
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
        first = next(iter(models))
        rows: list[tuple[Cell, ...]] = [
            (name, *(Number(percent(reports[name, *at].accuracy)) for at in columns))
            for name in models
        ]
        blocks.append(
            Table(
                ("model", *(f"{DATASETS[dataset]} → {other}" for dataset, other in columns)),
                (
                    *rows,
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
                frozenset({len(models)}),
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
        Section("On other sets", tuple(blocks)),
        {
            "elsewhere": {
                f"{dataset} → {other}": {
                    name: reports[name, dataset, other].to_dict() for name in models
                }
                for dataset, other in columns
            }
        },
        {},
    )
