"""Train the scope's classifier and write its weights: part of ``make models``.

    python tools/train_scope.py [DATA] [--out FOLDER] [--language en|zh] [--measure]

DATA is the folder of data sets (else the environment variable QUANTITY_TAGGER_DATA). The same data
and package give the same files. With --measure nothing is written: five-fold cross-validation
prints how much of each set is taken to be out of scope; sets never trained on are measured whole.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

from stories import kept_from_network, scope_problems, weighed_stories

from quantity_tagger import languages
from quantity_tagger.confidence import scope
from quantity_tagger.confidence.classifier import Classifier
from quantity_tagger.confidence.classifier import path as classifier_file
from quantity_tagger.confidence.verdict import MULTIPLICATION, OK
from quantity_tagger.datasets import Record, load
from quantity_tagger.generation import generate
from quantity_tagger.learning.analyses import Analyses
from quantity_tagger.learning.scope import (
    EVERYDAY,
    GENERATED,
    OURS,
    PUBLISHED,
    Example,
    examples,
    learn,
    without_a_number,
)
from quantity_tagger.problem.document import Language

TRAINING: dict[Language, tuple[str, ...]] = {
    "en": ("addsub", "mawps", "singleop", "gsm8k"),
    "zh": ("as_cn", "math23k"),
}
HELD_OUT: dict[Language, tuple[str, ...]] = {"en": ("asdiv",), "zh": ("contest_zh",)}
CURRICULUM = Path(__file__).parents[1] / "curriculum"
GENERATED_COUNT = 300
MADE = 600
FOLDS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "data", nargs="?", type=Path, default=os.environ.get("QUANTITY_TAGGER_DATA"),
        help="folder of data sets",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, default=languages.ROOT)
    parser.add_argument("--language", choices=TRAINING, help="one language alone")
    parser.add_argument("--measure", action="store_true", help="cross-validate, write nothing")
    arguments = parser.parse_args()
    if not arguments.data:
        sys.exit("Give the folder of data sets, or set QUANTITY_TAGGER_DATA to it.")
    data = Path(arguments.data)
    chosen = [one for one in TRAINING if arguments.language in (None, one)]
    with ProcessPoolExecutor(len(chosen)) as pool:  # a language in a process
        if arguments.measure:
            for language, found in zip(
                chosen, pool.map(partial(measured, data), chosen), strict=True
            ):
                for name, (flagged, count) in found.items():
                    print(f"{language}  {name:38} {flagged / count:6.1%} of {count} out of scope")
        else:
            list(pool.map(partial(make, data, out=arguments.out), chosen))


def make(data: Path, language: Language, out: Path, analyses: Analyses | None = None) -> None:
    """Learn from all training sets of a language and write the weights; ``analyses`` of texts that
    are known already.
    """
    sets = training_sets(data, language, analyses)
    known = [one for found in sets.values() for one in found]
    classifier = learn(known, language)
    file = out / classifier_file(language).relative_to(languages.ROOT)
    file.parent.mkdir(parents=True, exist_ok=True)
    classifier.save(file)
    print(f"{language} {file.name}: {len(classifier.weights)} weights from {len(known)} problems")


def training_sets(
    data: Path, language: Language, analyses: Analyses | None = None
) -> dict[str, list[Example]]:
    """The examples of each set: solvable problems, our own ones, × and ÷, a missing number."""
    records = {name: load(data / f"{name}.jsonl") for name in TRAINING[language]}
    solvable = [record for found in records.values() for record in found]
    beyond = f"out_of_scope_{language}"
    ours = scope_problems(language)
    everyday = kept_from_network(load(CURRICULUM / f"everyday_{language}.jsonl"))
    seen = partial(examples, analyses=analyses)
    return {
        **{name: seen(found, OK, PUBLISHED) for name, found in records.items()},
        "curriculum": seen(load(CURRICULUM / f"{language}.jsonl"), OK, GENERATED),
        "everyday": seen(everyday, OK, EVERYDAY),
        "stories": seen(weighed_stories(language), OK, GENERATED),
        "generated": seen(generate(language, GENERATED_COUNT, seed=1), OK, GENERATED),
        "ours, alike": seen([one for one in ours if one.extra["scope"] == OK], OK),
        "ours, beyond": seen(
            [one for one in ours if one.extra["scope"] != OK], MULTIPLICATION, OURS
        ),
        beyond: seen(load(data / f"{beyond}.jsonl"), MULTIPLICATION),
        "a number taken out": without_a_number(solvable, MADE),
    }


def measured(data: Path, language: Language) -> dict[str, tuple[int, int]]:
    """For each set how many of how many problems are out of scope, each judged by weights that did
    not see it, nor one that differs in numbers and names alone.
    """
    sets = training_sets(data, language)
    known = [one for found in sets.values() for one in found]
    groups = sorted({one.group for one in known})
    order = np.random.default_rng(0).permutation(len(groups)) % FOLDS
    fold_of = dict(zip(groups, order.tolist(), strict=True))
    flagged = dict.fromkeys(sets, 0)
    for fold in range(FOLDS):
        classifier = learn([one for one in known if fold_of[one.group] != fold], language)
        for name, found in sets.items():
            held = [one for one in found if fold_of[one.group] == fold]
            flagged[name] += out_of_scope(classifier, held)
    shares = {name: (flagged[name], len(found)) for name, found in sets.items()}
    classifier = learn(known, language)
    for name, records in unseen(data, language).items():
        found = examples(records, OK)
        shares[f"{name} (never trained on)"] = out_of_scope(classifier, found), len(found)
    return shares


def unseen(data: Path, language: Language) -> dict[str, Sequence[Record]]:
    """Sets of problems that are in scope and that no weight was learnt from."""
    return {
        **{name: load(data / f"{name}.jsonl") for name in HELD_OUT[language]},
        "heavy distractors": list(generate(language, 500, seed=901, distractors="heavy")),
    }


def out_of_scope(classifier: Classifier, held: Sequence[Example]) -> int:
    return sum(
        one.ruled or classifier.probabilities(one.features)[0] < scope.THRESHOLD for one in held
    )


if __name__ == "__main__":
    main()
