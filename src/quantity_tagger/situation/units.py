"""In what an amount is told: the words themselves, where a `Kind` has the dimension alone."""

from __future__ import annotations

from typing import ClassVar, Final

from quantity_tagger.values import Value


class Unit(Value):
    """``head`` is the noun ("marble", "cm"; empty where it is left out), ``marks`` are its
    modifiers in the order of the text, ``of`` is what it measures ("cups of rice flour").
    ``label``: the number names the noun and counts nothing ("room 12").
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("head", "marks", "of", "label")
    __slots__ = FIELDS

    def __init__(
        self,
        head: str = "",
        marks: tuple[str, ...] = (),
        of: tuple[str, ...] = (),
        label: bool = False,
    ) -> None:
        self.head: str = head
        self.marks: tuple[str, ...] = marks
        self.of: tuple[str, ...] = of
        self.label: bool = label


NO_UNIT: Final = Unit()
