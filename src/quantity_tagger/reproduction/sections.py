"""What the page says: every table of the paper beside ours, and what the paper does not have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quantity_tagger.features import FULL, PAPER
from quantity_tagger.reproduction import comparisons, paper, plan, spans, studies, tables
from quantity_tagger.reproduction.page import (
    Block,
    Listing,
    Page,
    Paragraph,
    Section,
)
from quantity_tagger.reproduction.part import (
    Made,
    Main,
    Part,
    figures_of,
    if_quick,
    made_by,
    made_of,
    of_paper,
    percent,
)
from quantity_tagger.reproduction.plan import COMPARED, VARIANTS, in_paper
from quantity_tagger.reproduction.results import (
    Results,
)

NOTES = (
    "**Reader.** Texts are read from scratch by our own tokeniser, number reader and tagger; the "
    "paper takes tokens and tags of Stanford CoreNLP. What cannot be read counts as wrong.",
    "**x.** In English x stands at the asking word, in Chinese at the word that asks for the "
    "amount, and its sign is always −1, so that an equation has one form.",
    "**Feature sets.** `none`: n-grams of words and tags and the structure of the lattice. "
    "`paper`: also how a quantity agrees with the question (unit, subject, place, time), the "
    "question's kind and cues, and one cue for each quantity that joins these with its verb's "
    "class and with larger and smaller (the families relation, question and cue). Where the paper "
    "uses CoreNLP, ConceptNet and WordNet, we use an analysis of our own over readable word lists. "
    "`full`: relation and question, echoes of the question, and what follows from the story where "
    "it is understood as a whole (the families world and frame). The same features are "
    "computed in training and in use, for both languages; gold signs are in none of them, and no "
    "problem is added to training. Which families `paper` has was chosen with the figures of these "
    "two sets in view.",
    "**Prior.** With `full`, weights are pulled towards a written mean for a few features and "
    "towards zero for all others, so that what no training fold shows has a sane weight; data can "
    "overrule it. `none` and `paper` have no prior.",
    "**Decoding.** The best signs are taken under which at least two constants are used (where "
    "there are two) and the answer is not negative unless the text has a negative number. This "
    "holds for such problems at large, and for all three feature sets; what the rules of the "
    "published code are worth has a section of its own.",
    "**Knowledge has readers.** The word lists and the analysis were written by people who read "
    "errors on these two sets. No rule is keyed to a problem, but the figures on the two sets are "
    "not those of knowledge written blind: read them beside the sets that no model was trained on.",
    "**Folds.** Those of the paper. 18 problems of AddSub and 199 of AS_CN have a near-duplicate "
    "in another fold, and a few golds are wrong (at least one in AddSub, about three in a "
    "hundred in AS_CN); all are kept, so that the figures compare.",
)


def make(results: Results, command: str) -> Made:
    """Everything, from runs that are done."""
    tuned = results.tuned()
    datasets = tuple(results.folds)
    scale = results.store.scale
    main = {
        key: results.crossed(plan.at(*key, widths), trials=True) for key, widths in tuned.items()
    }
    everything = [
        *plan.before_tuning(results.folds, scale, results.features),
        *plan.after_tuning(tuned, scale, results.others),
    ]
    parts = list(_parts(results, datasets, tuned, main))
    models = len(dict.fromkeys(everything))
    seconds = results.seconds(everything)
    lead = _lead(results, datasets, main, command, models, seconds)
    numbered = (
        replace(part.section, title=f"{number}. {part.section.title}")
        for number, part in enumerate(parts, 1)
    )
    page = Page("The Quantity Tagger paper, re-made", lead, (*numbered, _notes(results)))
    return made_of(page, parts, figures_of(results.store, command, models, seconds))


def _parts(
    results: Results, datasets: Sequence[str], tuned: plan.Tuned, main: Main
) -> Iterator[Part]:
    """The sections in order; those whose feature sets were not asked for are left out."""
    yield tables.accuracy(results, datasets, main)
    if set(COMPARED) & set(results.features):
        seeds = comparisons.from_every_start(results, datasets, tuned)
        yield tables.steps(results, datasets, main)
        yield studies.curves(results, datasets)
        yield comparisons.differences(results, datasets, seeds)
        if PAPER in results.features:
            yield comparisons.decoding(results, datasets, tuned)
        yield comparisons.overlapping(results, datasets, seeds)
        yield spans.spans(results, datasets)
    yield tables.errors(results, datasets, main)
    if FULL in results.features:
        yield studies.ablation(results, datasets, tuned)
    yield studies.elsewhere(results, datasets, tuned)


def _lead(
    results: Results,
    datasets: Sequence[str],
    main: Main,
    command: str,
    models: int,
    seconds: float,
) -> tuple[Block, ...]:
    counted = []
    for chosen in results.features:
        pairs = [
            (percent(main[dataset, chosen, model].mean_of_folds), of_paper(theirs, dataset))
            for dataset in datasets
            for model in VARIANTS
            if (theirs := paper.ACCURACY.get(in_paper(chosen, model))) is not None
        ]
        above = sum(ours >= theirs for ours, theirs in pairs if theirs is not None)
        counted.append(f"{above} of {len(pairs)} with `{chosen}`")
    return (
        *if_quick(results.store),
        Paragraph(
            f"Every table and the curve of the paper ({paper.TITLE}) beside what this package "
            "reaches, with three sets of features. Figures of the paper's Table 1 that are reached "
            f"or passed: {', '.join(counted)}. In a cell ours comes first, then the paper's figure "
            "and the difference in points, green where ours is higher."
        ),
        made_by(results.store, command, models, seconds),
        Paragraph("What goes beyond the paper, QT(g) above all, has a page of its own (`beyond`)."),
    )


def _notes(results: Results) -> Section:
    search = results.store.scale.search
    protocol = (
        "**Protocol.** Three-fold cross-validation on the given folds; J tuned for each fold on a "
        "random fifth (seeded) of its training part; accuracy over all problems. λ = 0.01, L-BFGS "
        f"for at most {search.max_iterations} iterations, or until ten gain less than "
        f"{search.tolerance:g} of the objective."
    )
    return Section("What differs from the paper's set-up", (Listing((protocol, *NOTES)),))
