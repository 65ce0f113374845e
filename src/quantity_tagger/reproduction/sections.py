"""What the page says: every table of the paper beside ours, and what the paper does not have."""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger.reproduction import paper, plan, studies, tables
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
    figures_of,
    if_quick,
    made_by,
    made_of,
    of_paper,
    percent,
)
from quantity_tagger.reproduction.plan import VARIANTS
from quantity_tagger.reproduction.results import (
    Results,
)

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
        tables.accuracy(results, datasets, main),
        tables.steps(datasets, main),
        studies.curves(results, datasets),
        tables.errors(datasets, main),
        studies.seeds(results, datasets, tuned),
        studies.ablation(results, datasets, tuned),
        studies.elsewhere(results, datasets, tuned, main),
    )
    models = len(dict.fromkeys(everything))
    seconds = results.seconds(everything)
    lead = _lead(results, datasets, main, command, models, seconds)
    sections = (*(part.section for part in parts), _notes(results))
    page = Page("The Quantity Tagger paper, re-made", lead, sections)
    return made_of(page, parts, figures_of(results.store, command, models, seconds))


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
    return (
        *if_quick(results.store),
        Paragraph(
            f"Every table and the curve of the paper ({paper.TITLE}) beside what this package "
            f"reaches: {above} of the {len(compared)} accuracies of the paper's Table 1 are "
            "reached or passed. In a cell ours comes first, then the paper's figure and the "
            "difference in points, green where ours is higher."
        ),
        made_by(results.store, command, models, seconds),
        Paragraph("What goes beyond the paper, QT(g) above all, has a page of its own (`beyond`)."),
    )


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
