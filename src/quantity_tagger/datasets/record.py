"""A problem as a data file holds it: the text, the answer, and what else is known about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from quantity_tagger.problem.document import Language


@dataclass(frozen=True, slots=True)
class GoldQuantity:
    """A number that the data lists: written as ``text`` at ``start:end``, worth ``value``.

    ``value_text`` keeps how the file wrote the value ("3.50"), so that saving gives it back; None
    stands for the shortest form.
    """

    text: str
    value: Fraction
    start: int
    end: int
    value_text: str | None = field(default=None, compare=False)
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Record:
    """One object of the JSONL format; ``text`` and ``answer`` are all that a user's file needs.

    ``signs`` are those of x = Σ signᵢ·quantityᵢ, one for each of ``quantities``; ``fold`` is the
    part of a cross-validation that tests on this problem; ``tokens`` and ``pos`` are the words and
    tags that the data's authors published. ``answer_text`` keeps how the file wrote the answer, and
    ``extra`` whatever other fields it has, so that nothing is lost between loading and saving.
    """

    text: str
    answer: Fraction
    id: str | None = None
    lang: Language | None = None
    equation: str | None = None
    quantities: tuple[GoldQuantity, ...] | None = None
    signs: tuple[int, ...] | None = None
    fold: int | None = None
    tokens: tuple[str, ...] | None = None
    pos: tuple[str, ...] | None = None
    answer_text: str | None = field(default=None, compare=False)
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)
