"""Word problems made to measure: every schema of early arithmetic, in words of our own.

A problem begins as a small situation (who has how much, what happens, how amounts compare), from
which signs, equation and answer follow; a grammar then tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from quantity_tagger import languages
from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.generation.schemas import FAMILIES, KINDS, OVERLAP_STEPS
from quantity_tagger.languages.telling.chance import Chance, NoRoomError

if TYPE_CHECKING:
    from quantity_tagger.datasets.record import Record

__all__ = ["DISTRACTORS", "FAMILIES", "KINDS", "MOST_STEPS", "Distractors", "generate"]

Distractors = Literal["none", "some", "heavy"]
DISTRACTORS: tuple[Distractors, ...] = ("none", "some", "heavy")
MOST_STEPS = 3
LEAST_LARGEST = 10  # below it three steps leave no room for numbers that differ
_MOST_LARGEST = 10**6


def generate(
    language: str,
    count: int,
    *,
    seed: int = 0,
    kinds: str | Sequence[str] | None = None,
    steps: tuple[int, int] = (1, MOST_STEPS),
    distractors: Distractors = "some",
    largest: int = 100,
    decimals: bool = False,
) -> Iterator[Record]:
    """``count`` problems with quantities, signs, equation and answer; the same for the same seed.

    ``kinds`` is a name of `KINDS` or `FAMILIES`, or several, taken in turn (all where None);
    ``steps`` the fewest and most additions and subtractions; ``distractors`` how much is told
    beside the point; ``largest`` what no number of a problem or its solution passes; ``decimals``
    whether what is measured may have decimals.
    """
    _check(language, count, steps, distractors, largest)
    chosen = _resolved(kinds, steps)
    return _stream(language, count, seed, chosen, steps, distractors, largest, decimals)


def _stream(
    language: str,
    count: int,
    seed: int,
    kinds: Sequence[str],
    steps: tuple[int, int],
    distractors: str,
    largest: int,
    decimals: bool,
) -> Iterator[Record]:
    from quantity_tagger.generation.compose import compose, draw_distractors
    from quantity_tagger.generation.schemas import situation

    tell = languages.get(language).teller
    chance = Chance(seed)
    for number in range(count):
        kind = kinds[number % len(kinds)]
        overlap = kind.startswith("overlap")
        wanted = OVERLAP_STEPS if overlap else chance.whole(*steps)
        while True:
            scale = chance.one_of((1, 10, 100)) if decimals and not overlap else 1
            try:
                world = situation(kind, wanted, largest, scale, chance)
                scene = tell(world, scale, chance)
                beside = draw_distractors(distractors, chance)
                record = compose(scene, beside, f"{language}-{seed}-{number + 1}")
            except NoRoomError:
                continue
            yield record
            break


def _check(
    language: str, count: int, steps: tuple[int, int], distractors: str, largest: int
) -> None:
    languages.get(language)
    if count < 0:
        raise QuantityTaggerError(f"The count of problems is {count} and must not be negative.")
    if not 1 <= steps[0] <= steps[1] <= MOST_STEPS:
        raise QuantityTaggerError(
            f"Steps from {steps[0]} to {steps[1]} cannot be made; "
            f"give a range within 1-{MOST_STEPS}, as in 1-2."
        )
    if distractors not in DISTRACTORS:
        raise QuantityTaggerError(
            f"Distractors cannot be {distractors!r}; they are {', '.join(DISTRACTORS)}."
        )
    if not LEAST_LARGEST <= largest <= _MOST_LARGEST:
        raise QuantityTaggerError(
            f"The largest number cannot be {largest}; "
            f"give one from {LEAST_LARGEST} to {_MOST_LARGEST:,}."
        )


def _resolved(kinds: str | Sequence[str] | None, steps: tuple[int, int]) -> tuple[str, ...]:
    """The kinds that names stand for, in the order of `KINDS`, that can be had in those steps."""
    if isinstance(kinds, str):
        kinds = (kinds,)
    names = tuple(KINDS) if kinds is None else tuple(kinds)
    wanted: set[str] = set()
    for name in names:
        if name not in KINDS and name not in FAMILIES:
            raise QuantityTaggerError(
                f"There is no kind {name!r}; there are {', '.join((*FAMILIES, *KINDS))}."
            )
        wanted.update(FAMILIES.get(name, (name,)))
    fits = steps[0] <= OVERLAP_STEPS <= steps[1]
    found = tuple(k for k in KINDS if k in wanted and (fits or not k.startswith("overlap")))
    if not found:
        raise QuantityTaggerError(
            f"Problems of the kind {names[0]!r} take {OVERLAP_STEPS} steps; "
            f"give --steps a range that holds {OVERLAP_STEPS}."
            if names
            else "No kind of problem is named; leave the kinds out to have all."
        )
    return found
