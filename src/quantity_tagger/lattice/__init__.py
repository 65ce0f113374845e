"""The four lattices of the paper and QT(g); one file for each, and what they share beside them."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.lattice.lattice import Lattice

LATTICES: dict[str, tuple[str, str]] = {
    "qt": ("qt", "QT"),
    "qt-s": ("qt_s", "QTS"),
    "qt-r": ("qt_r", "QTR"),
    "qt-fix": ("qt_fix", "QTFix"),
    "qt-g": ("qt_g", "QTG"),
}


@cache
def lattice(name: str) -> Lattice:
    """The lattice of that name; its module is loaded when it is asked for."""
    try:
        module, cls = LATTICES[name]
    except KeyError:
        known = ", ".join(LATTICES)
        raise QuantityTaggerError(f"there is no model {name!r}; choose one of {known}") from None
    found: Lattice = getattr(import_module(f"{__name__}.{module}"), cls)()
    return found


__all__ = ["LATTICES", "Lattice", "lattice"]
