"""Train the bundled models and scopes and write them with their cards: ``make models``.

    python tools/train_models.py [DATA] [--out FOLDER] [--language en|zh] [--variant qt-g]

DATA is the folder of data sets (else the environment variable QUANTITY_TAGGER_DATA). The models
learn from the data sets, from the hand-written curriculum and from generated problems. With
--variant the scope (`train_scope`) is left as it is. The same data, settings and package give the
same files. Test sets are only measured, never learnt from, and training problems whose near
duplicate stands in a test set are left out.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import train_scope
from stories import beyond_problems, kept_from_network, scope_problems, weighed_stories

from quantity_tagger import __version__, languages
from quantity_tagger.arrays import Floats
from quantity_tagger.confidence.verdict import OK
from quantity_tagger.datasets import Record, load
from quantity_tagger.evaluation import Report, evaluate
from quantity_tagger.features import BIAS
from quantity_tagger.features.encoder import Encoder, Vocabulary
from quantity_tagger.features.readings import READ
from quantity_tagger.generation import DISTRACTORS, generate
from quantity_tagger.lattice import best_first, lattice
from quantity_tagger.learning.analyses import Analyses
from quantity_tagger.learning.calibration import Known, calibrate
from quantity_tagger.learning.estimator import QuantityTagger
from quantity_tagger.model import bundled as models
from quantity_tagger.model.calibration import Calibration
from quantity_tagger.model.file import load_model, save_model
from quantity_tagger.model.model import Model, Weights
from quantity_tagger.problem.document import Language
from quantity_tagger.problem.facts import Facts
from quantity_tagger.problem.problem import Problem

CURRICULUM = Path(__file__).parents[1] / "curriculum"
VARIATIONS = Path(__file__).parents[1] / "tests" / "variations"
VARIED = "varied"
"""What the cards call the varied problems of our own that nothing is learnt from."""

HAND_WRITTEN, EVERYDAY, GENERATED = "hand-written", "everyday", "generated"
BEYOND, STORIES = "beyond signs", "stories"
SEED = 1_000
"""Of the first generated problems, away from the small seeds that tests and people take."""

WORKERS = 2
PART = 512
"""Texts that are analysed at a time."""

LARGEST = 5_000_000
"""Bytes a bundled model may have."""


@dataclass(frozen=True)
class Recipe:
    """What a bundled model is made from, and how."""

    language: Language
    name: str
    training: dict[str, str]
    held_out: dict[str, str]
    limits: str
    model: str = best_first()[0]
    window: int = 3
    # By far the most attributes occur once; they can weigh hardly anything.
    min_count: int = 2
    # How often each problem counts that nobody wrote a rule with in view, and each beyond signs.
    everyday: int = 2
    stories: int = 1
    beyond: int = 5
    generated: int = 300  # problems with no, with some and with many distractors, each
    # Chosen on varied problems of our own that no model is trained on (tests/variations), with the
    # test sets' figures in view; those of QT(g) are below.
    regularisation: float = 10.0
    contextual_penalty: float = 30.0
    equation_penalty: float = 1.0
    max_iterations: int = 100
    calibration_parts: int = 2
    smallest: float = 0.005
    decimals: int = 3


QT_G = {
    "regularisation": 50.0, "contextual_penalty": 300.0, "equation_penalty": 10.0, "everyday": 1
}  # fmt: skip
"""QT(g) has the network, so that little is left for words and numbers by themselves to say. Chosen
on stories that nothing learns from, with the test sets' figures in view."""

RECIPES = {
    "en": Recipe(
        language="en",
        name="English",
        training={
            "addsub": "AddSub (Hosseini et al. 2014), no licence stated",
            "mawps": "MAWPS, MIT",
            "singleop": "SingleOp (Roy and Roth 2015), no licence stated",
            "gsm8k": "GSM8K, those that need + and − alone, MIT",
        },
        held_out={"asdiv": "ASDiv, + and − problems (CC BY-NC 4.0), never trained on"},
        limits=(
            "It has seen school problems of two to four numbers, mostly about counts, money and\n"
            "lengths; those of several steps are harder for it, as the table shows."
        ),
    ),
    "zh": Recipe(
        language="zh",
        name="Chinese",
        training={
            "as_cn": "AS_CN, the + and − problems of Math23K (Wang et al. 2017), no licence stated "
            "(Math23K mirrors: MIT)",
            "math23k": "Math23K, further + and − problems, MIT (mirror)",
        },
        held_out={
            "contest_zh": "a contest's published problems, no licence stated, never trained on"
        },
        limits="It has seen primary-school problems in simplified characters.",
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "data", nargs="?", type=Path, default=os.environ.get("QUANTITY_TAGGER_DATA"),
        help="folder of data sets",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, default=languages.ROOT)
    parser.add_argument("--language", choices=RECIPES, help="one language alone")
    parser.add_argument("--variant", choices=best_first(), help="one variant alone")
    arguments = parser.parse_args()
    if not arguments.data:
        sys.exit("Give the folder of data sets, or set QUANTITY_TAGGER_DATA to it.")
    data, out = Path(arguments.data), arguments.out
    recipes = [one for one in RECIPES.values() if arguments.language in (None, one.language)]
    # Each stage has new processes, which know what was found and written before them.
    with workers() as pool:
        for found in pool.map(analysed, *zip(*parts_of(recipes, data), strict=True)):
            Rememberer.analyses.update(found)
    if arguments.variant is None:
        with workers() as pool:
            for made in [pool.submit(make_scope, one.language, data, out) for one in recipes]:
                made.result()
    tasks = [
        (replace(recipe, model=variant, **(QT_G if variant == best_first()[0] else {})), data, out)
        for variant in best_first()
        for recipe in recipes
        if arguments.variant in (None, variant)
    ]
    with workers() as pool:
        for made in [pool.submit(make, *task) for task in tasks]:
            made.result()


def workers() -> ProcessPoolExecutor:
    """Processes that start with all that this one remembers."""
    return ProcessPoolExecutor(WORKERS, mp_context=get_context("fork"))


class Rememberer(QuantityTagger):
    """A tagger of which all that are in one process read and analyse a problem once."""

    analyses = Analyses()

    def read(self, texts: Sequence[str], language: str | None) -> Sequence[Problem | None]:
        return self.analyses.read(texts, language)

    def analysed(self, problems: Sequence[Problem]) -> Sequence[Facts]:
        return self.analyses.facts(problems)


def parts_of(recipes: Sequence[Recipe], data: Path) -> list[tuple[str, list[str]]]:
    """All texts that are learnt from or measured, in parts, each with its language."""
    parts = []
    for recipe in recipes:
        language = recipe.language
        names = [*recipe.training, *recipe.held_out, f"out_of_scope_{language}"]
        files = [
            *(data / f"{name}.jsonl" for name in names),
            *sorted(CURRICULUM.glob(f"scope_{language}*.jsonl")),
            VARIATIONS / f"{language}_test.jsonl",
        ]
        sets = [*map(load, files), *curriculum(recipe).values()]
        texts = [*dict.fromkeys(record.text for found in sets for record in found)]
        parts += [(language, texts[at : at + PART]) for at in range(0, len(texts), PART)]
    return parts


def analysed(language: str, texts: Sequence[str]) -> Analyses:
    """What is found of some texts."""
    found = Analyses()
    found.facts([one for one in found.read(texts, language) if one is not None])
    return found


def make_scope(language: Language, data: Path, out: Path) -> None:
    train_scope.make(data, language, out, Rememberer.analyses)


def make(recipe: Recipe, data: Path, out: Path) -> None:
    """Train, calibrate, write and measure one model; the best variant is the default and has the
    card.
    """
    default = recipe.model == best_first()[0]
    sets = {name: training_set(data, name, recipe.held_out) for name in recipe.training}
    sets |= curriculum(recipe)
    start = time.perf_counter()
    times = {EVERYDAY: recipe.everyday, STORIES: recipe.stories, BEYOND: recipe.beyond}
    records = [record for name, found in sets.items() for record in found * times.get(name, 1)]
    tagger = Rememberer(
        recipe.model,
        recipe.window,
        prior=False,  # so many problems tell themselves how far a proposal can be trusted
        min_count=recipe.min_count,
        regularisation=recipe.regularisation,
        contextual_penalty=recipe.contextual_penalty,
        equation_penalty=recipe.equation_penalty,
        max_iterations=recipe.max_iterations,
        language=recipe.language,
    ).fit(records)
    model = slim(tagger.model_, recipe.smallest, recipe.decimals)
    outside = [one for one in scope_problems(recipe.language) if one.extra["scope"] != OK]
    model = replace(
        model, calibration=calibrated(tagger, records, recipe.calibration_parts, outside)
    )
    seconds = time.perf_counter() - start
    path = models.path(recipe.language, None if default else recipe.model)
    file = out / path.relative_to(languages.ROOT)
    file.parent.mkdir(parents=True, exist_ok=True)
    save_model(model, file)
    size = file.stat().st_size
    if size > LARGEST:
        sys.exit(f"{file} has {size:,} bytes, and a bundled model at most {LARGEST:,}.")
    # What is measured is what is shipped: the file, not the model in memory.
    model = load_model(file)
    files = {name: data / f"{name}.jsonl" for name in recipe.held_out}
    files[VARIED] = VARIATIONS / f"{recipe.language}_test.jsonl"
    reports = {name: measured(tagger, model, load(file)) for name, file in files.items()}
    counts = {name: len(records) for name, records in sets.items()}
    if default:
        card = card_of(recipe, counts, tagger.n_problems_, model, size, reports)
        file.with_name("card.md").write_text(card, "utf-8")
    figures = ", ".join(f"{name} {report.accuracy:.1%}" for name, report in reports.items())
    print(f"{recipe.language} {file.name}: {size:,} bytes, trained in {seconds:.0f} s; {figures}")


def measured(tagger: QuantityTagger, model: Model, records: Sequence[Record]) -> Report:
    """How good a model is on records, as the tagger reads them."""
    problems = tagger.read([record.text for record in records], tagger.language)
    facts = tagger.analysed([problem for problem in problems if problem is not None])
    return evaluate(model, records, problems, facts=facts)


def training_set(data: Path, name: str, held_out: dict[str, str]) -> list[Record]:
    """A training set without the problems that a test set has too."""
    return [
        record
        for record in load(data / f"{name}.jsonl")
        if not str(record.extra.get("near_duplicate_of")).startswith(tuple(held_out))
    ]


def curriculum(recipe: Recipe) -> dict[str, list[Record]]:
    """The problems we wrote ourselves, by hand and by the generator."""
    made = [
        record
        for seed, distractors in enumerate(DISTRACTORS)
        for record in generate(
            recipe.language, recipe.generated, seed=SEED + seed, distractors=distractors
        )
    ]
    return {
        HAND_WRITTEN: load(CURRICULUM / f"{recipe.language}.jsonl"),
        # The network learnt from the others.
        EVERYDAY: kept_from_network(load(CURRICULUM / f"everyday_{recipe.language}.jsonl")),
        STORIES: weighed_stories(recipe.language),
        BEYOND: beyond_problems(recipe.language),
        GENERATED: made,
    }


def calibrated(
    tagger: QuantityTagger, records: Sequence[Record], parts: int, outside: Sequence[Record] = ()
) -> Calibration:
    """How sure an answer is, from parts left out in turn; a family's problems go together, and so
    do the repetitions of one. Those ``outside`` need more than addition and subtraction.
    """
    groups = {key: place % parts for place, key in enumerate(dict.fromkeys(map(group, records)))}
    known = known_to(tagger, records)
    its_part = [groups[group(one.item)] for one in known]
    return calibrate(tagger, known, its_part, unsolvable=known_to(tagger, outside))


def known_to(tagger: QuantityTagger, records: Sequence[Record]) -> list[Known]:
    """The records that can be read."""
    problems = tagger.read([record.text for record in records], tagger.language)
    return [
        Known(record, problem, record.answer)
        for record, problem in zip(records, problems, strict=True)
        if problem is not None
    ]


def group(record: Record) -> str:
    return str(record.extra.get("family") or record.text)


def slim(model: Model, smallest: float, decimals: int) -> Model:
    """The model without attributes that hardly weigh anything, its weights rounded."""
    tokens, token_weights = _kept(
        BIAS, model.encoder.tokens, model.weights_.tokens, smallest, decimals
    )
    quantities, quantity_weights = _kept(
        BIAS, model.encoder.quantities, model.weights_.quantities, smallest, decimals
    )
    structure = np.round(model.weights_.structure, decimals)
    equations = np.round(model.weights_.equations, decimals)
    readings, reading_weights = _kept(
        READ, model.encoder.readings, model.weights_.readings[:, None], smallest, decimals
    )
    weights = Weights(token_weights, quantity_weights, structure, equations, reading_weights[:, 0])
    encoder = Encoder(model.settings.templates, tokens, quantities, readings)
    return Model(model.settings, encoder, weights)


def _kept(
    always: str, names: Vocabulary, weights: Floats, smallest: float, decimals: int
) -> tuple[Vocabulary, Floats]:
    if not names:
        return names, weights
    heavy = np.abs(weights).max(axis=1) >= smallest
    heavy[names[always]] = True  # every row has it, so that none is empty
    kept = [name for name, index in names.items() if heavy[index]]
    chosen = weights[[names[name] for name in kept]]
    return {name: index for index, name in enumerate(kept)}, np.round(chosen, decimals)


def card_of(
    recipe: Recipe,
    counts: dict[str, int],
    used: int,
    model: Model,
    size: int,
    reports: dict[str, Report],
) -> str:
    """The model card."""
    origins = recipe.training | {
        HAND_WRITTEN: "the curriculum of this package, by hand",
        EVERYDAY: "everyday problems of this package, by hand, each counted "
        f"{recipe.everyday} times",
        STORIES: "stories of this package with several questions each, by hand",
        BEYOND: "everyday problems that need a number twice or one that goes unsaid, by hand, each "
        f"counted {recipe.beyond} times",
        GENERATED: "the curriculum of this package, by its generator",
    }
    trained = "\n".join(f"| {name} | {counts[name]} | {origins[name]} |" for name in counts)
    measured = "\n".join(
        f"| {name} | {report.problems} | {report.accuracy:.1%} | {report.unread} | "
        f"{report.steps(single=True).accuracy:.1%} | {report.steps(single=False).accuracy:.1%} |"
        for name, report in reports.items()
    )
    tests = "; ".join(f"{name}: {what}" for name, what in recipe.held_out.items())
    others = ", ".join(lattice(name).title for name in best_first()[1:])
    tests_left_out = ", ".join(recipe.held_out)
    weights = model.weights_
    n_weights = (
        weights.tokens.size
        + weights.quantities.size
        + weights.structure.size
        + int(np.count_nonzero(weights.equations))
        + weights.readings.size
    )
    return f"""\
# The bundled {recipe.name} model

Made by `make models` (`tools/train_models.py`) with version {__version__} of this package:
{lattice(recipe.model).title} with external features, J = {recipe.window},
λ = {recipe.regularisation} (times {recipe.contextual_penalty} for words, times
{recipe.equation_penalty} for whole equations).
The file ({size:,} bytes) holds {n_weights:,} weights and the names of their features, among them
words and runs of up to four words that occur at least {recipe.min_count} times, and no problem.

## Trained on

| set | problems | origin and licence as stated there |
|---|---|---|
{trained}

With repetitions, {used} have signs that can be told and were used; those with a near duplicate in
{tests_left_out} are left out.

## Measured on problems it was not trained on

| set | problems | right answers | could not be read | one step | several steps |
|---|---|---|---|---|---|
{measured}

{tests}; {VARIED}: problems of our own
(`tests/variations`) with the question, the order or irrelevant numbers changed, never trained on.
A problem that cannot be read counts as wrong. The word lists and the analysis under the model were
written by people who read errors on the varied problems and on a part of
{tests_left_out}, so on text from elsewhere expect less.

Confidence was fitted on parts of the training problems left out in turn.

The other variants ({others}) are trained on the same problems and
lie beside this one.

## Limits

It adds and subtracts; problems that need multiplication or division are beyond it. The answer is
negative only where the text has a negative number, and of several numbers at least two are used.
{recipe.limits}
"""


if __name__ == "__main__":
    main()
