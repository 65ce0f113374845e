"""A way to take the question: the form that it asks for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from quantity_tagger.situation.statements import Form


@dataclass(frozen=True, slots=True)
class Reading:
    """An asked form; ``absolute``: its sign is not told; ``told``: it sums told amounts alone, so
    that contradictions between stocks do not concern it.
    """

    schema: str
    form: Form
    cost: float = 0.0
    absolute: bool = False
    scale: Fraction = Fraction(1)
    told: bool = False
