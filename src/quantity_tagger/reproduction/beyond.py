"""Beyond the paper: QT(g), what each family of knowledge is worth to it, how it learns, how sure it
is, and what still fails (a page of its own).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from quantity_tagger.evaluation.report import Report, assess_all
from quantity_tagger.model import bundled
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
from quantity_tagger.reproduction.part import (
    Made,
    Part,
    figures_of,
    if_quick,
    made_by,
    made_of,
    percent,
)
from quantity_tagger.reproduction.plan import DATASETS, WHOLE
from quantity_tagger.reproduction.results import ErrorKind, Results, kinds
from quantity_tagger.reproduction.runner import records_of

FAILURES = (
    "**Two questions in one, or one about both sides.** Only the last question is answered, and a "
    "whole that needs a part twice (“Ann has 3 fewer than Ben; together?”) is no sum of signed "
    "numbers at all: such problems cannot be right with this model, by its form.",
    "**Long chains of small steps** (GSM8K above all): each step must be read right, and one event "
    "that is tied to the wrong person spoils the answer.",
    "**Same unit, same person, other moment.** Which of several counts is still true when the "
    "question asks is decided by tense, order and words such as “before”; where they are missing "
    "or far away, a number too many is used.",
    "**Words nobody listed.** A verb that gains or loses and is not in the word lists is taken for "
    "one that only states; its sign is then a guess from the words around it.",
    "**Reference.** “The other”, “these”, 其余, 另一些: what they stand for is found by nearness, "
    "which long texts break.",
    "**World knowledge.** That a pair is two, that a week has seven days, that what is lent comes "
    "back: nothing of this is known unless the text says it.",
)


def make(results: Results, command: str) -> Made:
    """The page with all its tables and plots, from runs that are done."""
    folds = results.folds
    datasets = tuple(folds)
    crossed = {
        dataset: [results.report(run) for run in plan.whole_at(dataset, folds[dataset])]
        for dataset in datasets
    }
    parts = (
        _accuracy(results, datasets, crossed),
        _elsewhere(results, datasets),
        _knowledge(results, datasets, crossed),
        _learning(results, datasets),
        _calibration(results, datasets, crossed),
        _failures(crossed),
    )
    runs = list(dict.fromkeys(plan.beyond(folds, results.store.scale, results.others)))
    seconds = results.seconds(runs)
    lead = (
        *if_quick(results.store),
        Paragraph(
            "What this package has beyond the paper: a model that weighs whole equations, what "
            "each family of knowledge is worth to it, how it learns, how sure it is, what fails. "
            "The paper's own tables are on the page `results`."
        ),
        made_by(results.store, command, len(runs), seconds),
    )
    page = Page("Beyond the paper: QT(g)", lead, tuple(part.section for part in parts))
    return made_of(page, parts, figures_of(results.store, command, len(runs), seconds))


def _part(
    title: str, blocks: tuple[Block, ...], figures: dict[str, object], **drawn: plots.Drawing
) -> Part:
    return Part(Section(title, blocks), figures, drawn)


def _mean(reports: Sequence[Report]) -> float:
    return sum(report.accuracy for report in reports) / len(reports)


def _pooled(reports: Sequence[Report]) -> Report:
    return Report(tuple(one for report in reports for one in report.outcomes))


def _accuracy(
    results: Results, datasets: Sequence[str], crossed: Mapping[str, Sequence[Report]]
) -> Part:
    heads = ["model"]
    ours: list[Cell] = [f"{WHOLE}, J = {plan.WHOLE_WIDTH}"]
    beside: list[Cell] = [f"QT, J = {plan.WHOLE_WIDTH}"]
    for dataset in datasets:
        heads += [f"{DATASETS[dataset]}, mean of folds", "pooled", "single-step", "multi-step"]
        plain = plan.learning(dataset, "QT", None, results.folds[dataset])
        for row, reports in (
            (ours, crossed[dataset]),
            (beside, [results.report(run) for run in plain]),
        ):
            report = _pooled(reports)
            row += [
                Number(percent(_mean(reports))),
                Number(percent(report.accuracy)),
                Number(percent(report.steps(single=True).accuracy)),
                Number(percent(report.steps(single=False).accuracy)),
            ]
    published = ", ".join(
        f"{name} {pair[0]:g}" for name, pair in paper.SINCE.items() if pair[0] is not None
    )
    seconds = [
        outcome.seconds
        for dataset in datasets
        for run in plan.whole_at(dataset, results.folds[dataset])
        if (outcome := results.store.read(run)) is not None
    ]
    return _part(
        "1. Accuracy",
        (
            Paragraph(
                "QT(g) adds to QT a score of the whole sign assignment and, as a second latent "
                "variable, the reading r of the story that it follows from: score(y) = "
                "log Σ_h exp w·f(t, y, h) + v·g(T, y) + log (1 + Σ_{r derives y} exp u·φ(r)), "
                "trained jointly and exactly over all assignments. g sees the pattern of signs "
                "with the question's kind, the size of the answer and what the statement of each "
                "number says; φ(r) how a reading came about and what speaks against it. Nothing "
                "is tuned here: "
                f"J = {plan.WHOLE_WIDTH}, λ = 1 for w, 0.3 for v and u, fixed for both sets (QT's "
                "λ is the paper's 0.01)."
            ),
            Table(
                tuple(heads),
                (tuple(ours), tuple(beside)),
                "Accuracy in %, three folds, the paper's protocol. The best figures published for "
                f"AddSub by prompting large models: {published}.",
            ),
            Paragraph(
                f"Training and calibrating one fold took {max(seconds):.0f} seconds of processor "
                "time at most (four trainings: the fold's own and three for the calibration)."
            ),
        ),
        {
            "accuracy": {dataset: _mean(crossed[dataset]) for dataset in datasets},
            "seconds_a_fold": max(seconds),
        },
    )


def _elsewhere(results: Results, datasets: Sequence[str]) -> Part:
    columns = [(dataset, other) for dataset in datasets for other in results.others[dataset]]
    if not columns:
        return _part("2. On other sets", (), {})
    alone = {
        (dataset, other): results.report(
            replace(plan.whole(dataset), elsewhere=other, calibrated=True)
        )
        for dataset, other in columns
    }
    sample = results.store.scale.sample
    shipped = {
        other: assess_all(bundled.load, records_of(other, sample))
        for _, other in columns
        if other in HELD_OUT
    }
    rows: list[tuple[Cell, ...]] = [
        (
            f"{WHOLE}, trained on the set before the arrow alone",
            *(Number(percent(alone[at].accuracy)) for at in columns),
        ),
        (
            "the bundled model of the language",
            *(
                Number(percent(shipped[other].accuracy)) if other in shipped else "trained on it"
                for _, other in columns
            ),
        ),
    ]
    return _part(
        "2. On other sets",
        (
            Table(
                ("model", *(f"{DATASETS[dataset]} → {other}" for dataset, other in columns)),
                tuple(rows),
                "Accuracy in % on other sets. The bundled models learn from all training sets of "
                "their language and from the curriculum (their cards tell more), never from "
                "ASDiv or the contest.",
            ),
        ),
        {
            "elsewhere": {
                f"{dataset} → {other}": report.accuracy
                for (dataset, other), report in alone.items()
            },
            "bundled": {other: report.to_dict() for other, report in shipped.items()},
        },
    )


HELD_OUT = ("asdiv", "contest_zh")
"""Sets that no bundled model is trained on."""


def _knowledge(
    results: Results, datasets: Sequence[str], crossed: Mapping[str, Sequence[Report]]
) -> Part:
    found: dict[str, dict[str, float]] = {}
    for dataset in datasets:
        found[DATASETS[dataset]] = {"": _mean(crossed[dataset])} | {
            one.name: results.mean(plan.without(dataset, one, results.folds[dataset]))
            for one in plan.KNOWLEDGE
        }
    for dataset in datasets:
        for other in results.others[dataset][:1]:
            run = replace(plan.whole(dataset), elsewhere=other)
            found[f"{DATASETS[dataset]} → {other}"] = {
                "": results.report(replace(run, calibrated=True)).accuracy
            } | {one.name: results.report(one.of(run)).accuracy for one in plan.KNOWLEDGE}
    rows: list[tuple[Cell, ...]] = [
        (f"{WHOLE} with everything", *(Number(percent(column[""])) for column in found.values()))
    ]
    for one in plan.KNOWLEDGE:
        cells = [
            Versus(percent(column[one.name]), percent(column[""]), plain=True)
            for column in found.values()
        ]
        rows.append((one.name, *cells))
    drawing = plots.bars(
        {
            title: [
                (
                    one.name.removeprefix("without ").removeprefix("the "),
                    percent(column[one.name] - column[""]),
                )
                for one in plan.KNOWLEDGE
            ]
            for title, column in found.items()
        },
        "knowledge",
    )
    return _part(
        "3. What each family of knowledge is worth",
        (
            Table(
                ("", *found),
                tuple(rows),
                "What each family of knowledge is worth to QT(g): accuracy in % without it, and "
                "the difference. A family is left out both where it speaks of single quantities "
                "and where it speaks of the whole equation.",
            ),
            Figure("knowledge", "Points of accuracy lost (left) or won without each family."),
        ),
        {"knowledge": found},
        knowledge=drawing,
    )


def _learning(results: Results, datasets: Sequence[str]) -> Part:
    sizes = results.store.scale.sizes
    found: dict[str, dict[str, dict[int, float]]] = {}
    for dataset in datasets:
        folds = results.folds[dataset]
        found[dataset] = {}
        for name in plan.LEARNERS:
            points: dict[int, float] = {}
            for size in (*sizes, None):
                runs = plan.learning(dataset, name, size, folds)
                here = min(results.learnt(run) for run in runs)
                if size is None or here >= size:
                    points[here] = results.mean(runs)
            found[dataset][name] = points
    rows: list[tuple[Cell, ...]] = []
    for dataset in datasets:
        for name, points in found[dataset].items():
            told = ", ".join(f"{size}: {percent(value):.1f}" for size, value in points.items())
            rows.append((f"{DATASETS[dataset]} {name}", told))
    drawing = plots.learning(
        {
            DATASETS[dataset]: {
                name: [(size, percent(value)) for size, value in points.items()]
                for name, points in lines.items()
            }
            for dataset, lines in found.items()
        }
    )
    return _part(
        "4. Learning curves",
        (
            Figure(
                "learning",
                "Learning curves: accuracy over the number of training problems, mean of folds.",
            ),
            Table(
                ("model", "training problems: accuracy, %"),
                tuple(rows),
                "The same in figures; the last point is all problems of the other two folds. "
                f"J = {plan.WHOLE_WIDTH} for all. A larger training part holds the smaller ones.",
            ),
        ),
        {"learning": found},
        learning=drawing,
    )


def _calibration(
    results: Results, datasets: Sequence[str], crossed: Mapping[str, Sequence[Report]]
) -> Part:
    told = {DATASETS[dataset]: _pooled(crossed[dataset]) for dataset in datasets}
    for dataset in datasets:
        for other in results.others[dataset]:
            run = replace(plan.whole(dataset), elsewhere=other, calibrated=True)
            told[f"{DATASETS[dataset]} → {other}"] = results.report(run)
    rows: list[tuple[Cell, ...]] = []
    for name, report in told.items():
        reliability, given = report.reliability, report.given()
        rows.append(
            (
                name,
                Number(percent(report.accuracy)),
                Number(percent(reliability.confidence)),
                Number(reliability.error, 3),
                Number(reliability.even_error, 3),
                Number(percent(given.problems / report.problems)),
                Number(percent(given.accuracy)),
            )
        )
    drawing = plots.reliability(
        {DATASETS[dataset]: told[DATASETS[dataset]].reliability for dataset in datasets}
    )
    return _part(
        "5. Confidence",
        (
            Table(
                (
                    "set",
                    "accuracy",
                    "mean confidence",
                    "calibration error",
                    "with even bins",
                    "coverage at 0.5",
                    "accuracy there",
                ),
                tuple(rows),
                "How far QT(g)'s confidence can be trusted: expected calibration error (15 bins of "
                "equal width; then of equal size), and what is left where answers below 0.5 are "
                "not given. Calibrated on inner folds of the training part, never on the test; "
                "behind an arrow the test is another set than the one learnt from.",
            ),
            Figure("reliability", "Confidence against the share of right answers, by bins."),
        ),
        {"calibration": {name: report.reliability.to_dict() for name, report in told.items()}},
        reliability=drawing,
    )


def _failures(crossed: Mapping[str, Sequence[Report]]) -> Part:
    counted = {dataset: kinds(_pooled(reports)) for dataset, reports in crossed.items()}
    total = {dataset: sum(found.values()) for dataset, found in counted.items()}
    told = "; ".join(
        f"{DATASETS[dataset]}: {total[dataset]} wrong, "
        + ", ".join(f"{found[kind]} {kind.value}" for kind in ErrorKind if found[kind])
        for dataset, found in counted.items()
    )
    return _part(
        "6. What still fails, and why",
        (
            Paragraph(f"By kind, as the paper names them: {told}."),
            Listing(FAILURES),
        ),
        {
            "failures": {
                dataset: {kind.value: found[kind] for kind in ErrorKind}
                for dataset, found in counted.items()
            }
        },
    )
