"""Which models are trained for the page, each named by a small value.

Every run trains one model and tests it once, so that runs which several tables need are shared:
the points of the curves over J are also the rows of Table 1, the first of the starting points, and
where the ablations start from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from quantity_tagger import features
from quantity_tagger.features import FULL, NONE, PAPER
from quantity_tagger.features.equation.codebook import FAMILIES as WHOLE_FAMILIES
from quantity_tagger.features.external import CUE, FAMILIES
from quantity_tagger.features.window import Width
from quantity_tagger.lattice import lattice
from quantity_tagger.reproduction.paper import CURVE_WIDTHS

DATASETS: Final[dict[str, str]] = {"addsub": "AddSub", "as_cn": "AS_CN"}
"""The paper's sets, and how the paper writes them."""

ELSEWHERE: Final[dict[str, tuple[str, ...]]] = {
    "addsub": ("asdiv", "mawps", "singleop", "gsm8k"),
    "as_cn": ("contest_zh", "math23k"),
}
"""Other sets in the language of each; the first is also what an ablation is tested on."""

LATENT: Final = ("qt", "qt-s", "qt-r")
"""The three of the paper's Tables 2 and 3 and of its Figure 3."""

VARIANTS: Final = ("qt-fix", *LATENT)
"""The rows of Table 1."""

OVERLAPPING: Final = "qt-r-overlap"
"""QT(r) as the published code has it."""

COMPARED: Final = (NONE, PAPER)
"""The feature sets with which the paper's own comparisons are made."""

SPAN_WIDTH: Final = 4
"""J of the models whose spans are shown: tuning may choose 1, where there is nothing to show."""


def title(model: str) -> str:
    """A variant as the paper writes it: QT(s)."""
    return lattice(model).title


def in_paper(chosen: str, model: str) -> str:
    """The row of the paper's Table 1 beside which a model with these features stands: the paper
    writes QT(s-ef) for QT(s) without external features.
    """
    name = title(model)
    if chosen != NONE:
        return name
    return f"{name.removesuffix(')')}-ef)" if name.endswith(")") else f"{name}(-ef)"


@dataclass(frozen=True, slots=True)
class Run:
    """One model, trained on ``trained_on`` and tested once.

    With ``fold``, the test is that fold and all others are learnt from; with ``tuning`` as well,
    a fifth of those others is the test, and the rest is learnt from. With ``elsewhere``, all is
    learnt from and the test is another set; where ``marked``, it is our own problems with marked
    words, and the outcome has spans. ``learnt`` is how many problems are learnt from, where not all
    are; a ``calibrated`` model says how sure it is.
    """

    trained_on: str
    model: str
    window: Width
    features: str = FULL
    fold: int | None = None
    tuning: bool = False
    elsewhere: str | None = None
    marked: bool = False
    left_out: tuple[str, ...] = ()
    prior: bool = True
    constraints: bool = True
    seed: int = 0
    regularisation: float = 0.01
    equation_penalty: float = 1.0
    calibrated: bool = False
    learnt: int | None = None


@dataclass(frozen=True, slots=True)
class Search:
    """When L-BFGS stops: after so many iterations, or when ten gain less than this share."""

    max_iterations: int
    tolerance: float


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is done: the J that are tried, the seeds, the sizes of training parts, how long a
    search goes on, and how many problems of each fold (or of another set) are taken, None for all.
    """

    widths: tuple[Width, ...] = CURVE_WIDTHS
    seeds: tuple[int, ...] = (0, 1, 2, 3, 4)
    sizes: tuple[int, ...] = (25, 50, 100, 200, 400)
    search: Search = Search(100, 1e-4)
    sample: int | None = None


FULL_SCALE: Final = Scale()
QUICK: Final = Scale((1, 3), (0,), (20,), Search(10, 1e-3), sample=60)


@dataclass(frozen=True, slots=True)
class Ablation:
    """What a model goes without."""

    name: str
    left_out: tuple[str, ...] = ()
    prior: bool = True
    constraints: bool = True

    def of(self, run: Run) -> Run:
        return replace(run, left_out=self.left_out, prior=self.prior, constraints=self.constraints)


ABLATED: Final = "qt"
NOTHING: Final = Ablation("all")
ABLATIONS: Final = (
    *(Ablation(f"without the family {one}", (one,)) for one in FAMILIES if one != CUE),
    Ablation("without the informative prior", prior=False),
    Ablation("without the contextual template echo", left_out=("echo",)),
    Ablation("without the constraints on decoding", constraints=False),
)

Tuned = Mapping[tuple[str, str, str], Mapping[int, Width]]
"""The J that tuning chose, by data set, feature set and variant, for each fold."""


def templates_of(run: Run) -> tuple[str, ...]:
    offered = features.templates_of(run.model, run.features)
    return tuple(name for name in offered if name not in run.left_out)


def tuning(dataset: str, chosen: str, model: str, fold: int, scale: Scale) -> list[Run]:
    """What tells the best J of one fold's training part."""
    return [Run(dataset, model, width, chosen, fold, tuning=True) for width in scale.widths]


def at(
    dataset: str, chosen: str, model: str, widths: Mapping[int, Width], seed: int = 0
) -> list[Run]:
    """One run for each fold, with the J given for it."""
    return [Run(dataset, model, width, chosen, fold, seed=seed) for fold, width in widths.items()]


def usual(widths: Mapping[int, Width]) -> Width:
    """The J that most folds chose, the smallest of equals: for a model that learns from all."""
    chosen = list(widths.values())
    order = {width: place for place, width in enumerate(CURVE_WIDTHS)}
    return min(chosen, key=lambda width: (-chosen.count(width), order[width]))


def elsewhere(dataset: str, chosen: str, model: str, tuned: Tuned, other: str) -> Run:
    return Run(dataset, model, usual(tuned[dataset, chosen, model]), chosen, elsewhere=other)


def marked(dataset: str, chosen: str, model: str) -> Run:
    """A model of all problems of a set, to look at its spans."""
    return Run(dataset, model, SPAN_WIDTH, chosen, marked=True)


def before_tuning(
    folds: Mapping[str, Sequence[int]], scale: Scale, chosen: Iterable[str]
) -> Iterator[Run]:
    """All that does not wait for J: the tuning itself, the curves over J, the spans."""
    for one in chosen:
        for dataset, names in folds.items():
            for model in VARIANTS:
                for fold in names:
                    yield from tuning(dataset, one, model, fold, scale)
            if one not in COMPARED:
                continue
            for model in LATENT:
                for width in scale.widths:
                    yield from at(dataset, one, model, dict.fromkeys(names, width))
            yield from (marked(dataset, one, model) for model in VARIANTS)


def after_tuning(tuned: Tuned, scale: Scale, others: Mapping[str, Sequence[str]]) -> Iterator[Run]:
    """All that uses the tuned J; ``others`` are the further sets that are here."""
    for (dataset, chosen, model), widths in tuned.items():
        yield from at(dataset, chosen, model, widths)
        if chosen == FULL or model == ABLATED:
            for other in others[dataset]:
                yield elsewhere(dataset, chosen, model, tuned, other)
        if chosen in COMPARED:
            for seed in scale.seeds:
                yield from at(dataset, chosen, model, widths, seed)
                if model == "qt-r":
                    yield from at(dataset, chosen, OVERLAPPING, widths, seed)
        elif model == ABLATED:
            for ablation in (NOTHING, *ABLATIONS):
                yield from map(ablation.of, at(dataset, chosen, model, widths))
                for other in others[dataset][:1]:
                    yield ablation.of(elsewhere(dataset, chosen, model, tuned, other))


# --- beyond the paper -----------------------------------------------------------------------------

WHOLE: Final = "QT(g)"
WHOLE_WIDTH: Final = 3
"""J of QT(g) and of the models beside it: nothing is tuned there."""

KNOWLEDGE: Final = (
    Ablation(
        "without the situation model's readings",
        left_out=("world", "readings"),
    ),
    Ablation("without what statements say", left_out=("frame", "g-frame")),
    Ablation("without echoes of the question", left_out=("echo",)),
    Ablation("without answer and pattern", left_out=("g-answer", "g-pattern")),
    Ablation("without any feature of whole equations", left_out=WHOLE_FAMILIES),
)
"""Families of knowledge, those of single quantities and of whole equations together."""

LEARNERS: Final = {"QT, none": NONE, "QT": FULL, WHOLE: FULL}
"""The models whose learning is followed, and their features."""


def whole(dataset: str) -> Run:
    return Run(dataset, "qt-g", WHOLE_WIDTH, regularisation=1.0, equation_penalty=0.3)


def whole_at(dataset: str, folds: Sequence[int]) -> list[Run]:
    """QT(g) on every fold, saying how sure it is."""
    return [replace(whole(dataset), fold=fold, calibrated=True) for fold in folds]


def without(dataset: str, ablation: Ablation, folds: Sequence[int]) -> list[Run]:
    return [ablation.of(replace(whole(dataset), fold=fold)) for fold in folds]


def learning(dataset: str, name: str, size: int | None, folds: Sequence[int]) -> list[Run]:
    """A model that learns from so many problems, on every fold."""
    run = whole(dataset) if name == WHOLE else Run(dataset, "qt", WHOLE_WIDTH, LEARNERS[name])
    return [replace(run, fold=fold, learnt=size) for fold in folds]


def beyond(
    folds: Mapping[str, Sequence[int]], scale: Scale, others: Mapping[str, Sequence[str]]
) -> Iterator[Run]:
    """All that the page beyond the paper needs."""
    for dataset, names in folds.items():
        yield from whole_at(dataset, names)
        for other in others[dataset]:
            yield replace(whole(dataset), elsewhere=other, calibrated=True)
        for ablation in KNOWLEDGE:
            yield from without(dataset, ablation, names)
            for other in others[dataset][:1]:
                yield ablation.of(replace(whole(dataset), elsewhere=other))
        for name in LEARNERS:
            for size in (*scale.sizes, None):
                yield from learning(dataset, name, size, names)
