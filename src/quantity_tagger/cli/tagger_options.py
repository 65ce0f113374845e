"""The settings of a tagger on the command line, for training and for folds."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from quantity_tagger.features import FULL, SETS
from quantity_tagger.lattice import variants

if TYPE_CHECKING:
    from quantity_tagger.learning.estimator import QuantityTagger


def add_settings(
    parser: argparse.ArgumentParser, window: str, lattices: tuple[str, ...] = variants()
) -> None:
    """Declares what a tagger is made of; ``window`` says what ``--window`` takes."""
    group = parser.add_argument_group("the model and how it is trained")
    group.add_argument(
        "--variant", "--model", choices=lattices, default="qt", help="the lattice (default: qt)"
    )
    group.add_argument("--window", metavar="J", default="3", help=f"{window} (default: 3)")
    group.add_argument(
        "--features", choices=SETS, default=FULL,
        help="none: words and tags around a quantity alone; paper: also units, verbs and the "
        "question's cues, as the paper has them; full: also readings of the story (default)",
    )  # fmt: skip
    group.add_argument(
        "--no-prior", action="store_true", help="pull all weights towards zero, none elsewhere"
    )
    group.add_argument(
        "--template", metavar="NAME", action="append",
        help="use this feature template and not all of the set; may be given several times",
    )  # fmt: skip
    group.add_argument(
        "--regularisation", metavar="λ", type=float, default=0.01,
        help="of the squared weights (default: 0.01)",
    )  # fmt: skip
    group.add_argument(
        "--contextual-penalty", metavar="N", type=float, default=1.0,
        help="how many times λ holds the n-grams of words and tags (default: 1)",
    )  # fmt: skip
    group.add_argument(
        "--equation-penalty", metavar="N", type=float, default=1.0,
        help="how many times λ holds the features of whole equations of qt-g (default: 1)",
    )  # fmt: skip
    group.add_argument(
        "--distractors", metavar="N", type=int, default=0,
        help="learn also from N versions of each problem with a statement of another (default: 0)",
    )  # fmt: skip
    group.add_argument(
        "--max-iterations", metavar="N", type=int, default=250, help="of L-BFGS (default: 250)"
    )
    group.add_argument(
        "--tolerance", metavar="T", type=float, default=1e-5,
        help="stop when ten iterations gain less than this share; 0 never does (default: 1e-5)",
    )  # fmt: skip
    group.add_argument(
        "--min-count", metavar="N", type=int, default=1,
        help="drop attributes seen fewer times (default: 1, all are kept)",
    )  # fmt: skip
    group.add_argument(
        "--calibration-folds", metavar="N", type=int, default=0,
        help="train N more models, each without one part of the problems, to learn how sure an "
        "answer is (default: 0, not calibrated; 3 is good)",
    )  # fmt: skip
    group.add_argument(
        "--seed", metavar="N", type=int, default=0, help="of the starting point (default: 0)"
    )


def tagger_of(arguments: argparse.Namespace, window: object, **more: Any) -> QuantityTagger:
    """The tagger, not yet fitted, that the arguments describe."""
    from quantity_tagger.learning.estimator import QuantityTagger, check_numbers

    check_numbers(vars(arguments), lambda name: f"--{name.replace('_', '-')}")
    return QuantityTagger(
        arguments.variant,
        window,  # type: ignore[arg-type]
        features=arguments.features,
        templates=arguments.template,
        prior=not arguments.no_prior,
        distractors=arguments.distractors,
        regularisation=arguments.regularisation,
        contextual_penalty=arguments.contextual_penalty,
        equation_penalty=arguments.equation_penalty,
        max_iterations=arguments.max_iterations,
        tolerance=arguments.tolerance,
        min_count=arguments.min_count,
        calibration_folds=arguments.calibration_folds,
        seed=arguments.seed,
        **more,
    )


def settings_of(tagger: QuantityTagger) -> dict[str, Any]:
    """What a tagger was told, for a report."""
    told = tagger.get_params()
    names = (
        "variant",
        "features",
        "prior",
        "distractors",
        "regularisation",
        "contextual_penalty",
        "equation_penalty",
    )
    more = ("max_iterations", "tolerance", "min_count", "calibration_folds", "seed", "templates")
    return {name: told[name] for name in (*names, *more)}
