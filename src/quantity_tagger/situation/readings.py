"""A way to take the question: the form that it asks for."""

from __future__ import annotations

from fractions import Fraction

from quantity_tagger.situation.statements import Form


class Reading:
    """An asked form; ``absolute``: its sign is not told; ``told``: it sums told amounts alone, so
    that contradictions between stocks do not concern it; ``another``: it is of one of whom nothing
    is told, and needs that.
    """

    __slots__ = ("absolute", "another", "cost", "form", "scale", "schema", "told")

    def __init__(
        self,
        schema: str,
        form: Form,
        cost: float = 0.0,
        absolute: bool = False,
        scale: Fraction = Fraction(1),
        told: bool = False,
        another: bool = False,
    ) -> None:
        self.schema: str = schema
        self.form: Form = form
        self.cost: float = cost
        self.absolute: bool = absolute
        self.scale: Fraction = scale
        self.told: bool = told
        self.another: bool = another
