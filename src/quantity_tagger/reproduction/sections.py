"""What the page says: every table of the paper beside ours, and what the paper does not have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import quantity_tagger
from quantity_tagger.evaluation.cross_validation import CrossValidation
from quantity_tagger.evaluation.report import Report
from quantity_tagger.features.external import FAMILIES
from quantity_tagger.reproduction import paper, plan, plots
from quantity_tagger.reproduction.page import (
    Block,
    Cell,
    Figure,
    Listing,
    Number,
    Page,
    Paragraph,
    Section,
    Table,
    Versus,
)
from quantity_tagger.reproduction.plan import DATASETS, LATENT, VARIANTS
from quantity_tagger.reproduction.results import (
    ErrorKind,
    Results,
    Spread,
    add_all,
    confusion,
    first_proposal,
    hardest,
    kinds,
    relevance,
    share,
    sign_with_unknown,
    spread,
)
from quantity_tagger.signs import MARKS, SIGNS
from quantity_tagger.window import name_of

SHOWN = {"+": "+", "0": "0", "-": "−"}
HARDEST = 25

KINDS = {
    ErrorKind.IMPLICIT: (
        "1. implicit: not read, or the gold uses something that is not found in the text"
    ),
    ErrorKind.RELEVANCE: "2. relevance: a relevant quantity missed, or an irrelevant one taken",
    ErrorKind.DIRECTION: "3. direction: the right quantities, a wrong sign (the story misread)",
    ErrorKind.LABEL: "the gold's own signs do not give its answer",
}

NOTES = (
    "**Reader.** Texts are read from scratch by our own tokeniser, number reader and tagger; the "
    "paper takes tokens and tags of Stanford CoreNLP. What cannot be read counts as wrong.",
    "**x.** In English x stands at the asking word, in Chinese at the word that asks for the "
    "amount, and its sign is always −1, so that an equation has one form.",
    "**Without external features** (-ef) a model still sees, beside n-grams, which of the words "
    "around a token the question has too (the template echo), and on AddSub it also learns from "
    "five versions of each training problem with a statement of another told in its midst: the "
    "numbers of AddSub that do not matter stand in one fold, and the other two hardly show any.",
    "**External features.** Where the paper uses CoreNLP, ConceptNet and WordNet, we use an "
    "analysis of our own over readable word lists: units, owners, events, roles, and a reading of "
    "the whole story that is proposed to the model as a feature (the family `proposal`). The same "
    "features are computed in training and in use; gold signs are in none of them.",
    "**Prior.** Weights are pulled towards a written mean for a few of these features and towards "
    "zero for all others, so that what no training fold shows has a sane weight; data can overrule "
    "it. The ablation shows what it is worth.",
    "**Decoding.** The best signs are taken under which at least two constants are used (where "
    "there are two) and the answer is not negative unless the text has a negative number. This "
    "holds for such problems at large; the published code has many more rules here, some made for "
    "single problems.",
    "**Knowledge has readers.** The word lists and the analysis were written by people who read "
    "errors on these two sets. No rule is keyed to a problem, but the figures on the two sets are "
    "not those of knowledge written blind: read them beside the sets that no model was trained on "
    "(section 7).",
    "**Folds.** Those of the paper. 18 problems of AddSub and 199 of AS_CN have a near-duplicate "
    "in another fold, and a few golds are wrong (at least one in AddSub, about three in a "
    "hundred in AS_CN); all are kept, so that the figures compare.",
)


@dataclass(frozen=True, slots=True)
class Made:
    """The page, its plots, and all figures for programs."""

    page: Page
    drawings: dict[str, plots.Drawing]
    figures: dict[str, Any]


def percent(value: float) -> float:
    return 100 * value


def make(results: Results, command: str) -> Made:
    """Everything, from runs that are done."""
    tuned = results.tuned()
    datasets = tuple(results.folds)
    scale = results.store.scale
    main = {
        (dataset, name): results.crossed(plan.at(dataset, name, widths, thorough=True), trials=True)
        for (dataset, name), widths in tuned.items()
    }
    everything = [
        *plan.before_tuning(results.folds, scale),
        *plan.after_tuning(tuned, scale, results.others),
    ]
    parts = (
        _accuracy(results, datasets, main),
        _steps(datasets, main),
        _curves(results, datasets),
        _errors(datasets, main),
        _seeds(results, datasets, tuned),
        _ablation(results, datasets, tuned),
        _elsewhere(results, datasets, tuned, main),
    )
    models = len(dict.fromkeys(everything))
    seconds = results.seconds(everything)
    lead = _lead(results, datasets, main, command, models, seconds)
    sections = (*(part.section for part in parts), _notes(results))
    figures: dict[str, Any] = {
        "command": command,
        "version": quantity_tagger.__version__,
        "code": results.store.code,
        "models": models,
        "processor_seconds": round(seconds, 1),
    }
    drawings: dict[str, plots.Drawing] = {}
    for part in parts:
        figures |= part.figures
        drawings |= part.drawings
    page = Page("The Quantity Tagger paper, re-made", lead, sections)
    return Made(page, drawings, figures)


@dataclass(frozen=True, slots=True)
class Part:
    """A section with its plots and figures."""

    section: Section
    figures: dict[str, Any]
    drawings: dict[str, plots.Drawing]


Main = dict[tuple[str, str], CrossValidation]


def of_paper(pair: paper.Pair, dataset: str) -> float | None:
    return pair[list(DATASETS).index(dataset)]


# --- the head -------------------------------------------------------------------------------------


def _lead(
    results: Results,
    datasets: Sequence[str],
    main: Main,
    command: str,
    models: int,
    seconds: float,
) -> tuple[Block, ...]:
    compared = [
        (
            percent(main[dataset, one.name].mean_of_folds),
            of_paper(paper.ACCURACY[one.name], dataset),
        )
        for dataset in datasets
        for one in VARIANTS
    ]
    above = sum(ours >= theirs for ours, theirs in compared if theirs is not None)
    quick = (
        Paragraph(
            "**This is a quick run**: a sample of the problems, few J, one seed, few iterations. "
            "It shows that everything works; its figures mean nothing."
        ),
    )
    return (
        *(quick if results.store.scale.sample is not None else ()),
        Paragraph(
            f"Every table and the curve of the paper ({paper.TITLE}) beside what this package "
            f"reaches: {above} of the {len(compared)} accuracies of the paper's Table 1 are "
            "reached or passed. In a cell ours comes first, then the paper's figure and the "
            "difference in points, green where ours is higher."
        ),
        Paragraph(
            f"Made by `{command}` (version {quantity_tagger.__version__}, code "
            f"`{results.store.code[:12]}`): {models} models, {seconds / 60:.0f} minutes of "
            "processor time in all."
        ),
    )


# --- 1: accuracy ----------------------------------------------------------------------------------


def _accuracy(results: Results, datasets: Sequence[str], main: Main) -> Part:
    majority = {dataset: results.crossed_by_rule(dataset, add_all) for dataset in datasets}
    heads = ["model"]
    for dataset in datasets:
        heads += [f"{DATASETS[dataset]}, mean of folds", "pooled", "J"]
    rows: list[tuple[Cell, ...]] = []
    for one in VARIANTS:
        row: list[Cell] = [one.name]
        for dataset in datasets:
            found = main[dataset, one.name]
            row += [
                _beside(found.mean_of_folds, of_paper(paper.ACCURACY[one.name], dataset)),
                Number(percent(found.accuracy)),
                ", ".join(str(name_of(width)) for width in found.windows),
            ]
        rows.append(tuple(row))
    row = ["all added (majority)"]
    for dataset in datasets:
        found = majority[dataset]
        row += [
            _beside(found.mean_of_folds, of_paper(paper.MAJORITY, dataset)),
            Number(percent(found.accuracy)),
            "",
        ]
    rows.append(tuple(row))
    groups = {4, len(rows) - 1, len(rows), len(rows) + len(paper.SYSTEMS)}
    for name, pair in (*paper.SYSTEMS.items(), *paper.SINCE.items()):
        row = [name]
        for dataset in datasets:
            row += [Number(of_paper(pair, dataset)), "", ""]
        rows.append(tuple(row))
    table = Table(
        tuple(heads),
        tuple(rows),
        "Table 1 of the paper: accuracy in %, ours first. J is what tuning chose for each fold; "
        "-ef is without external features. Below: the majority baseline, the systems that the "
        "paper compares with, and what was published since by prompting large models.",
        frozenset(groups),
    )
    return Part(
        Section(
            "1. Accuracy",
            (
                table,
                Paragraph(
                    "The paper's AddSub figures are means of the three folds (none is a multiple "
                    "of 1/395), so the difference is taken from ours; on AS_CN the folds are of "
                    "one size and both ways agree. The majority figures stand in the paper's "
                    "source as a comment. Models published since learn nothing from the folds. "
                    "With external features nearly all depends on how a story is understood, "
                    "little on the lattice: section 6 tells the two apart."
                ),
                Table(
                    (
                        "model",
                        *(
                            f"{DATASETS[dataset]} fold {fold}"
                            for dataset in datasets
                            for fold in results.folds[dataset]
                        ),
                    ),
                    tuple(
                        (
                            one.name,
                            *(
                                Number(percent(report.accuracy))
                                for dataset in datasets
                                for report in main[dataset, one.name].folds
                            ),
                        )
                        for one in VARIANTS
                    ),
                    "Fold by fold, ours.",
                    frozenset({4}),
                ),
            ),
        ),
        {
            "accuracy": {
                dataset: {one.name: main[dataset, one.name].to_dict() for one in VARIANTS}
                | {"majority": majority[dataset].to_dict()}
                for dataset in datasets
            }
        },
        {},
    )


def _beside(ours: float, theirs: float | None, decimals: int = 2) -> Cell:
    if theirs is None:
        return Number(percent(ours), decimals)
    return Versus(percent(ours), theirs, decimals)


# --- 2: kinds of problems and of signs ------------------------------------------------------------


def _steps(datasets: Sequence[str], main: Main) -> Part:
    heads = ["model"]
    for dataset in datasets:
        heads += [f"{DATASETS[dataset]} single-step", "multi-step", "F1 +", "F1 0", "F1 −"]
    steps = Table(
        tuple(heads),
        tuple(
            (
                name,
                *(
                    _beside(ours, theirs, 1)
                    for dataset in datasets
                    for ours, theirs in zip(
                        _step_figures(main[dataset, name].pooled),
                        paper.STEPS[name][dataset],
                        strict=True,
                    )
                ),
            )
            for name in LATENT
        ),
        "Table 2 of the paper: accuracy on problems whose equation has at most two constants "
        "(single-step) and more, and F1 of each sign, in %.",
    )
    heads = ["model, sign"]
    for dataset in datasets:
        heads += [f"{DATASETS[dataset]} precision", "recall", "F1"]
    rows: list[tuple[Cell, ...]] = []
    for name in LATENT:
        for mark, sign in zip(MARKS, SIGNS, strict=True):
            row: list[Cell] = [f"{name} {SHOWN[mark]}"]
            for dataset in datasets:
                score = sign_with_unknown(main[dataset, name].pooled, sign)
                ours = (score.precision, score.recall, score.f1)
                row += map(_beside, ours, paper.SIGNS[name][dataset][mark])
            rows.append(tuple(row))
        row = [f"{name} −, constants alone"]
        for dataset in datasets:
            score = main[dataset, name].pooled.sign(-1)
            row += [Number(percent(value)) for value in (score.precision, score.recall, score.f1)]
        rows.append(tuple(row))
    signs = Table(
        tuple(heads),
        tuple(rows),
        "Table 3 of the paper: precision, recall and F1 of each sign, in %.",
        frozenset({4, 8}),
    )
    return Part(
        Section(
            "2. Kinds of problems and of signs",
            (
                steps,
                signs,
                Paragraph(
                    "The paper counts x among the quantities: on AS_CN its recalls of − are "
                    "multiples of 1/1904, which is 855 constants and 1,049 unknowns. So we count "
                    "it too in what is compared; with us x is − by construction and never wrong, "
                    "so the line for constants alone says more. Problems that are not read, or "
                    "whose gold has no signs for what was read, have no signs to count."
                ),
            ),
        ),
        {},
        {},
    )


def _step_figures(report: Report) -> tuple[float, ...]:
    return (
        report.steps(single=True).accuracy,
        report.steps(single=False).accuracy,
        *(sign_with_unknown(report, sign).f1 for sign in SIGNS),
    )


# --- 3: J -----------------------------------------------------------------------------------------


def _curves(results: Results, datasets: Sequence[str]) -> Part:
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
                    *(_beside(ours[w], theirs[everywhere.index(w)]) for w in widths),
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


# --- 4: errors ------------------------------------------------------------------------------------


def _errors(datasets: Sequence[str], main: Main) -> Part:
    blocks: list[Block] = []
    figures: dict[str, Any] = {}
    heads = ["kind of error"]
    for dataset in datasets:
        heads += [f"{DATASETS[dataset]} {name}" for name in LATENT]
    rows: list[tuple[Cell, ...]] = []
    counted = {
        (dataset, name): kinds(main[dataset, name].pooled)
        for dataset in datasets
        for name in LATENT
    }
    for kind, words in KINDS.items():
        rows.append((words, *(Number(found[kind], 0) for found in counted.values())))
    rows.append(("errors in all", *(Number(found.total(), 0) for found in counted.values())))
    blocks.append(
        Table(
            tuple(heads),
            tuple(rows),
            "Wrong answers by kind, in problems. The paper names three kinds and counts none.",
            frozenset({len(rows) - 1}),
        )
    )
    for dataset in datasets:
        report = main[dataset, "QT"].pooled
        table = confusion(report)
        told = relevance(report)
        hard = hardest([main[dataset, one.name].pooled for one in VARIANTS if one.external])
        blocks.append(
            Table(
                ("gold", *(f"given {SHOWN[mark]}" for mark in MARKS)),
                tuple(
                    (SHOWN[mark], *(Number(table[gold, given], 0) for given in SIGNS))
                    for mark, gold in zip(MARKS, SIGNS, strict=True)
                ),
                f"{DATASETS[dataset]}, QT: which sign was given for which, in constants. Of its "
                f"errors of relevance {told.missed} miss a relevant constant and {told.taken} take "
                "an irrelevant one.",
            )
        )
        shown = hard[:HARDEST]
        listed = ", ".join(f"{one.id} ({one.failures})" for one in shown)
        blocks.append(
            Paragraph(
                f"**Hardest in {DATASETS[dataset]}**, by id, with how many of the four models with "
                f"external features fail: {listed or 'none'}"
                + (
                    f"; {len(hard) - len(shown)} more fail in some model."
                    if hard[HARDEST:]
                    else "."
                )
            )
        )
        figures[dataset] = {
            "kinds": {
                name: {kind.value: counted[dataset, name][kind] for kind in ErrorKind}
                for name in LATENT
            },
            "confusion": {
                SHOWN[mark]: [table[gold, given] for given in SIGNS]
                for mark, gold in zip(MARKS, SIGNS, strict=True)
            },
            "hardest": [
                {"id": one.id, "failures": one.failures, "kind": one.kind and one.kind.value}
                for one in hard
            ],
        }
    return Part(Section("4. Errors", tuple(blocks)), {"errors": figures}, {})


# --- 5: starting points ---------------------------------------------------------------------------


def _seeds(results: Results, datasets: Sequence[str], tuned: plan.Tuned) -> Part:
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


# --- 6: ablation ----------------------------------------------------------------------------------


def _ablation(results: Results, datasets: Sequence[str], tuned: plan.Tuned) -> Part:
    name = plan.ABLATED
    found: dict[str, dict[str, float]] = {}
    for dataset in datasets:
        runs = plan.at(dataset, name, tuned[dataset, name])
        found[DATASETS[dataset]] = {
            ablation.name: results.crossed([ablation.of(run) for run in runs]).mean_of_folds
            for ablation in (plan.NOTHING, *plan.ABLATIONS)
        }
    for dataset in datasets:
        for other in results.others[dataset][:1]:
            run = plan.elsewhere(dataset, name, tuned, other)
            found[f"{DATASETS[dataset]} → {other}"] = {
                ablation.name: results.report(ablation.of(run)).accuracy
                for ablation in (plan.NOTHING, *plan.ABLATIONS)
            }
    alone = [
        *(results.crossed_by_rule(dataset, first_proposal).mean_of_folds for dataset in datasets),
        *(
            results.by_rule(other, first_proposal).accuracy
            for dataset in datasets
            for other in results.others[dataset][:1]
        ),
    ]
    rows: list[tuple[Cell, ...]] = [
        (
            "QT with everything",
            *(Number(percent(column[plan.NOTHING.name])) for column in found.values()),
        )
    ]
    for ablation in plan.ABLATIONS:
        cells = [
            Versus(percent(column[ablation.name]), percent(column[plan.NOTHING.name]), plain=True)
            for column in found.values()
        ]
        rows.append((ablation.name, *cells))
    rows.append(
        (
            "the analysis alone: its first proposal, nothing learnt",
            *(
                Versus(percent(ours), percent(column[plan.NOTHING.name]), plain=True)
                for ours, column in zip(alone, found.values(), strict=True)
            ),
        )
    )
    drawing = plots.bars(
        {
            title: [
                (
                    ablation.name.removeprefix("without ").removeprefix("the "),
                    percent(column[ablation.name] - column[plan.NOTHING.name]),
                )
                for ablation in plan.ABLATIONS
            ]
            for title, column in found.items()
            if "→" not in title
        }
    )
    return Part(
        Section(
            "6. What each part is worth",
            (
                Table(
                    ("", *found),
                    tuple(rows),
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
        {"ablation": drawing},
    )


# --- 7: elsewhere ---------------------------------------------------------------------------------


def _elsewhere(results: Results, datasets: Sequence[str], tuned: plan.Tuned, main: Main) -> Part:
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


# --- notes ----------------------------------------------------------------------------------------


def _notes(results: Results) -> Section:
    scale = results.store.scale
    protocol = (
        "**Protocol.** Three-fold cross-validation on the given folds; J tuned for each fold on a "
        "random fifth (seeded) of its training part; accuracy over all problems. λ = 0.01, L-BFGS "
        f"for at most {scale.thorough.max_iterations} iterations in sections 1, 2, 4 and 7 (or "
        f"until ten gain less than {scale.thorough.tolerance:g}), "
        f"{scale.brief.max_iterations} ({scale.brief.tolerance:g}) in tuning and elsewhere."
    )
    return Section("What differs from the paper's set-up", (Listing((protocol, *NOTES)),))
