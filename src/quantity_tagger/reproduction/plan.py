"""Which models are trained for the page, each named by a small value.

Every run trains one model and tests it once, so that runs which several tables need are shared:
the points of the curves over J are also where the seeds and the ablations start from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from quantity_tagger.features import families_of
from quantity_tagger.features.equation.codebook import FAMILIES as WHOLE_FAMILIES
from quantity_tagger.features.external import FAMILIES
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


@dataclass(frozen=True, slots=True)
class Variant:
    """A model of the paper: its lattice, and whether it has external features."""

    model: str
    external: bool = True

    @property
    def name(self) -> str:
        """As the paper writes it: QT(s), and QT(s-ef) without external features."""
        title = lattice(self.model).title
        if self.external:
            return title
        return f"{title.removesuffix(')')}-ef)" if title.endswith(")") else f"{title}(-ef)"


VARIANTS: Final = (
    Variant("qt-fix"),
    Variant("qt"),
    Variant("qt-s"),
    Variant("qt-r"),
    Variant("qt", external=False),
    Variant("qt-s", external=False),
    Variant("qt-r", external=False),
)
LATENT: Final = ("QT", "QT(s)", "QT(r)")
"""The three of the paper's Tables 2 and 3 and of its Figure 3."""

GENERAL: Final = ("QT(fix)", "QT", "QT(s)", "QT(r)", "QT(-ef)")
"""Those that are tested on other sets."""


DISTRACTORS: Final[dict[str, int]] = {"addsub": 5}
"""Versions with a spliced statement that a model without external features learns from, too:
AddSub's numbers that do not matter stand in one fold, and the other two hardly show any."""


def variant(name: str) -> Variant:
    return next(one for one in VARIANTS if one.name == name)


@dataclass(frozen=True, slots=True)
class Run:
    """One model, trained on ``trained_on`` and tested once.

    With ``fold``, the test is that fold and all others are learnt from; with ``tuning`` as well,
    a fifth of those others is the test, and the rest is learnt from. With ``elsewhere``, all is
    learnt from and the test is another set. ``learnt`` is how many problems are learnt from, where
    not all are; a ``calibrated`` model says how sure it is.
    """

    trained_on: str
    model: str
    window: Width
    fold: int | None = None
    tuning: bool = False
    elsewhere: str | None = None
    external: bool = True
    left_out: tuple[str, ...] = ()
    prior: bool = True
    constraints: bool = True
    distractors: int = 0
    seed: int = 0
    thorough: bool = False
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
    search goes on (``thorough`` for the models of the main tables, ``brief`` for the many others),
    and how many problems of each fold (or of another set) are taken, None for all.
    """

    widths: tuple[Width, ...] = CURVE_WIDTHS
    seeds: tuple[int, ...] = (0, 1, 2, 3, 4)
    sizes: tuple[int, ...] = (25, 50, 100, 200, 400)
    thorough: Search = Search(250, 1e-5)
    brief: Search = Search(100, 1e-4)
    sample: int | None = None

    def search(self, run: Run) -> Search:
        return self.thorough if run.thorough else self.brief


FULL: Final = Scale()
QUICK: Final = Scale((1, 3), (0,), (20,), Search(20, 1e-3), Search(10, 1e-3), sample=60)


@dataclass(frozen=True, slots=True)
class Ablation:
    """What a model goes without."""

    name: str
    left_out: tuple[str, ...] = ()
    external: bool = True
    prior: bool = True
    constraints: bool = True

    def of(self, run: Run) -> Run:
        return replace(
            run,
            left_out=self.left_out,
            external=self.external,
            prior=self.prior,
            constraints=self.constraints,
        )


ABLATED: Final = "QT"
NOTHING: Final = Ablation("all")
ABLATIONS: Final = (
    *(Ablation(f"without the family {family}", left_out=(family,)) for family in FAMILIES),
    Ablation("without any external features", external=False),
    Ablation("without the informative prior", prior=False),
    Ablation("without the contextual template echo", left_out=("echo",)),
    Ablation("without the constraints on decoding", constraints=False),
    Ablation("without all of these", external=False, left_out=("echo",), constraints=False),
)

Tuned = Mapping[tuple[str, str], Mapping[int, Width]]
"""The J that tuning chose, by data set and variant, for each fold."""


def templates_of(run: Run) -> tuple[str, ...]:
    offered = families_of(run.model, run.external)
    return tuple(name for name in offered if name not in run.left_out)


def base(dataset: str, name: str, width: Width) -> Run:
    chosen = variant(name)
    spliced = 0 if chosen.external else DISTRACTORS.get(dataset, 0)
    return Run(dataset, chosen.model, width, external=chosen.external, distractors=spliced)


def tuning(dataset: str, name: str, fold: int, scale: Scale) -> list[Run]:
    """What tells the best J of one fold's training part."""
    return [replace(base(dataset, name, width), fold=fold, tuning=True) for width in scale.widths]


def at(
    dataset: str, name: str, widths: Mapping[int, Width], *, seed: int = 0, thorough: bool = False
) -> list[Run]:
    """One run for each fold, with the J given for it."""
    return [
        replace(base(dataset, name, width), fold=fold, seed=seed, thorough=thorough)
        for fold, width in widths.items()
    ]


def usual(widths: Mapping[int, Width]) -> Width:
    """The J that most folds chose, the smallest of equals: for a model that learns from all."""
    chosen = list(widths.values())
    order = {width: place for place, width in enumerate(CURVE_WIDTHS)}
    return min(chosen, key=lambda width: (-chosen.count(width), order[width]))


def elsewhere(dataset: str, name: str, tuned: Tuned, other: str, *, thorough: bool = False) -> Run:
    run = base(dataset, name, usual(tuned[dataset, name]))
    return replace(run, elsewhere=other, thorough=thorough)


def before_tuning(folds: Mapping[str, Sequence[int]], scale: Scale) -> Iterator[Run]:
    """All that does not wait for J: the tuning itself, and the curves over J."""
    for dataset, names in folds.items():
        for one in VARIANTS:
            for fold in names:
                yield from tuning(dataset, one.name, fold, scale)
        for name in LATENT:
            for width in scale.widths:
                yield from at(dataset, name, dict.fromkeys(names, width))


def after_tuning(tuned: Tuned, scale: Scale, others: Mapping[str, Sequence[str]]) -> Iterator[Run]:
    """All that uses the tuned J; ``others`` are the further sets that are here."""
    for dataset, name in tuned:
        widths = tuned[dataset, name]
        yield from at(dataset, name, widths, thorough=True)
        if name in GENERAL:
            for other in others[dataset]:
                yield elsewhere(dataset, name, tuned, other, thorough=True)
        if name in LATENT:
            for seed in scale.seeds:
                yield from at(dataset, name, widths, seed=seed)
        if name == ABLATED:
            for ablation in (NOTHING, *ABLATIONS):
                yield from map(ablation.of, at(dataset, name, widths))
                for other in others[dataset][:1]:
                    yield ablation.of(elsewhere(dataset, name, tuned, other))


# --- beyond the paper -----------------------------------------------------------------------------

WHOLE: Final = "QT(g)"
WHOLE_WIDTH: Final = 3
"""J of QT(g) and of the models beside it: nothing is tuned there."""

KNOWLEDGE: Final = (
    Ablation("without the situation model's readings", left_out=("proposal", "g-reading")),
    Ablation(
        "without who, of what, where and when",
        left_out=("relation", "g-unit", "g-owner", "g-place", "g-side"),
    ),
    Ablation("without events", left_out=("event", "g-event")),
    Ablation("without roles and ranks", left_out=("role", "rank", "g-role")),
    Ablation("without the question's kind", left_out=("question",)),
    Ablation("without the question's words", left_out=("match", "g-match", "echo")),
    Ablation("without answer and pattern", left_out=("g-answer", "g-pattern")),
    Ablation("without what is told in one breath", left_out=("g-clause",)),
    Ablation("without any feature of whole equations", left_out=WHOLE_FAMILIES),
)
"""Families of knowledge, those of single quantities and of whole equations together."""

LEARNERS: Final = ("QT(-ef)", "QT", WHOLE)
"""The models whose learning is followed."""


def whole(dataset: str) -> Run:
    return Run(dataset, "qt-g", WHOLE_WIDTH, regularisation=1.0, equation_penalty=0.3)


def whole_at(dataset: str, folds: Sequence[int]) -> list[Run]:
    """QT(g) on every fold, saying how sure it is."""
    return [replace(whole(dataset), fold=fold, calibrated=True) for fold in folds]


def without(dataset: str, ablation: Ablation, folds: Sequence[int]) -> list[Run]:
    return [ablation.of(replace(whole(dataset), fold=fold)) for fold in folds]


def learning(dataset: str, name: str, size: int | None, folds: Sequence[int]) -> list[Run]:
    """A model that learns from so many problems, on every fold."""
    run = whole(dataset) if name == WHOLE else base(dataset, name, WHOLE_WIDTH)
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
