"""Which words each variant puts into the span of a quantity, beside those a person marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quantity_tagger import languages
from quantity_tagger.reproduction import plan
from quantity_tagger.reproduction.marked import (
    Marked,
    Span,
    agreement,
    anchors,
    marked,
)
from quantity_tagger.reproduction.page import Block, Cell, Number, Paragraph, Section, Table
from quantity_tagger.reproduction.part import Part, percent
from quantity_tagger.reproduction.plan import DATASETS, SPAN_WIDTH, VARIANTS, title
from quantity_tagger.reproduction.results import Results

EXAMPLES = 3
"""So many problems of each language are shown word by word."""


def spans(results: Results, datasets: Sequence[str]) -> Part:
    chosen = [one for one in plan.COMPARED if one in results.features]
    heads = ["model, features"]
    rows: list[tuple[Cell, ...]] = []
    figures: dict[str, Any] = {dataset: {one: {} for one in chosen} for dataset in datasets}
    for dataset in datasets:
        heads += [f"{DATASETS[dataset]} precision", "recall", "F1"]
    for one in chosen:
        for model in VARIANTS:
            row: list[Cell] = [f"{title(model)}, {one}"]
            for dataset in datasets:
                problems = marked(dataset)
                found = agreement(problems, _found(results, dataset, one, model))
                told = (found.precision, found.recall, found.f1)
                row += [Number(percent(value), 1) for value in told]
                figures[dataset][one][title(model)] = dict(
                    zip(("precision", "recall", "f1"), told, strict=True)
                )
            rows.append(tuple(row))
    counts = ", ".join(f"{len(marked(dataset))} beside {DATASETS[dataset]}" for dataset in datasets)
    blocks: list[Block] = [
        Paragraph(
            "Spans are latent: nobody says where they begin and end, and only signs are learnt "
            "from. Do they hold the words that a person would mark? In problems of our own "
            f"({counts}; `src/quantity_tagger/reproduction/marked`) the words that tell what "
            "becomes of each number, and what is asked, were marked by hand. Models learn from all "
            f"problems of a set, J = {SPAN_WIDTH}; QT(fix) is the window itself."
        ),
        Table(
            tuple(heads),
            tuple(rows),
            "Words in spans against marked words, in % (numbers and stops are not counted).",
            frozenset({len(VARIANTS)}),
        ),
    ]
    blocks += [_examples(results, dataset, chosen[-1]) for dataset in datasets]
    return Part(Section("Spans shown", tuple(blocks)), {"spans": figures}, {})


def _found(results: Results, dataset: str, chosen: str, model: str) -> Sequence[Sequence[Span]]:
    return results.outcome(plan.marked(dataset, chosen, model)).spans or ()


def _examples(results: Results, dataset: str, chosen: str) -> Table:
    """The first problems, a row for each quantity."""
    found = {model: _found(results, dataset, chosen, model) for model in VARIANTS}
    rows: list[tuple[Cell, ...]] = []
    groups = []
    for number, one in enumerate(marked(dataset)[:EXAMPLES]):
        groups.append(len(rows))
        for place, anchor in enumerate(anchors(one.problem)):
            told = [one.spans[place], *(found[model][number][place] for model in VARIANTS)]
            words = (_words(one, span) for span in told)
            rows.append((one.problem.tokens[anchor].text, *words))
    return Table(
        ("quantity", "marked", *map(title, VARIANTS)),
        tuple(rows),
        f"The first {EXAMPLES} problems beside {DATASETS[dataset]}, features `{chosen}`.",
        frozenset(groups[1:]),
    )


def _words(one: Marked, span: Span) -> str:
    space = languages.get(one.problem.language).space
    return space.join(token.text for token in one.problem.tokens[slice(*span)])
