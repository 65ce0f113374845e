"""The tables of the paper beside ours, and the errors (sections 1, 2 and 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quantity_tagger.evaluation.cross_validation import CrossValidation
from quantity_tagger.evaluation.report import Report
from quantity_tagger.features.window import name_of
from quantity_tagger.reproduction import paper
from quantity_tagger.reproduction.page import (
    Block,
    Cell,
    Number,
    Paragraph,
    Section,
    Table,
)
from quantity_tagger.reproduction.part import SHOWN, Main, Part, beside, of_paper, percent
from quantity_tagger.reproduction.plan import DATASETS, LATENT, VARIANTS
from quantity_tagger.reproduction.results import (
    ErrorKind,
    Results,
    add_all,
    confusion,
    hardest,
    kinds,
    relevance,
    sign_with_unknown,
)
from quantity_tagger.signs import MARKS, SIGNS

HARDEST = 25

KINDS = {
    ErrorKind.IMPLICIT: (
        "1. implicit: not read, or the gold uses something that is not found in the text"
    ),
    ErrorKind.RELEVANCE: "2. relevance: a relevant quantity missed, or an irrelevant one taken",
    ErrorKind.DIRECTION: "3. direction: the right quantities, a wrong sign (the story misread)",
    ErrorKind.LABEL: "the gold's own signs do not give its answer",
}


def accuracy(results: Results, datasets: Sequence[str], main: Main) -> Part:
    majority = {dataset: results.crossed_by_rule(dataset, add_all) for dataset in datasets}
    return Part(
        Section(
            "1. Accuracy",
            (
                _beside_the_paper(datasets, main, majority),
                Paragraph(
                    "The paper's AddSub figures are means of the three folds (none is a multiple "
                    "of 1/395), so the difference is taken from ours; on AS_CN the folds are of "
                    "one size and both ways agree. The majority figures stand in the paper's "
                    "source as a comment. Models published since learn nothing from the folds. "
                    "With external features nearly all depends on how a story is understood, "
                    "little on the lattice: section 6 tells the two apart."
                ),
                _fold_by_fold(results, datasets, main),
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


def _beside_the_paper(
    datasets: Sequence[str], main: Main, majority: Mapping[str, CrossValidation]
) -> Table:
    heads = ["model"]
    for dataset in datasets:
        heads += [f"{DATASETS[dataset]}, mean of folds", "pooled", "J"]
    rows: list[tuple[Cell, ...]] = []
    for one in VARIANTS:
        row: list[Cell] = [one.name]
        for dataset in datasets:
            found = main[dataset, one.name]
            widths = ", ".join(str(name_of(width)) for width in found.windows)
            row += (*_accuracies(found, paper.ACCURACY[one.name], dataset), widths)
        rows.append(tuple(row))
    row = ["all added (majority)"]
    for dataset in datasets:
        row += (*_accuracies(majority[dataset], paper.MAJORITY, dataset), "")
    rows.append(tuple(row))
    groups = {4, len(rows) - 1, len(rows), len(rows) + len(paper.SYSTEMS)}
    for name, pair in (*paper.SYSTEMS.items(), *paper.SINCE.items()):
        row = [name]
        for dataset in datasets:
            row += [Number(of_paper(pair, dataset)), "", ""]
        rows.append(tuple(row))
    return Table(
        tuple(heads),
        tuple(rows),
        "Table 1 of the paper: accuracy in %, ours first. J is what tuning chose for each fold; "
        "-ef is without external features. Below: the majority baseline, the systems that the "
        "paper compares with, and what was published since by prompting large models.",
        frozenset(groups),
    )


def _accuracies(found: CrossValidation, theirs: paper.Pair, dataset: str) -> tuple[Cell, Cell]:
    """The mean of folds beside the paper's, and the accuracy on all folds pooled."""
    return beside(found.mean_of_folds, of_paper(theirs, dataset)), Number(percent(found.accuracy))


def _fold_by_fold(results: Results, datasets: Sequence[str], main: Main) -> Table:
    folds = [f"{DATASETS[name]} fold {fold}" for name in datasets for fold in results.folds[name]]
    rows: list[tuple[Cell, ...]] = [
        (
            one.name,
            *(
                Number(percent(report.accuracy))
                for dataset in datasets
                for report in main[dataset, one.name].folds
            ),
        )
        for one in VARIANTS
    ]
    return Table(("model", *folds), tuple(rows), "Fold by fold, ours.", frozenset({4}))


def steps(datasets: Sequence[str], main: Main) -> Part:
    heads = ["model"]
    for dataset in datasets:
        heads += [f"{DATASETS[dataset]} single-step", "multi-step", "F1 +", "F1 0", "F1 −"]
    steps = Table(
        tuple(heads),
        tuple(
            (
                name,
                *(
                    beside(ours, theirs, 1)
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
                row += map(beside, ours, paper.SIGNS[name][dataset][mark])
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


def errors(datasets: Sequence[str], main: Main) -> Part:
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
