"""The lattices of the paper and QT(g); a variant is a file ``qt*.py``, named as it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from quantity_tagger.errors import QuantityTaggerError

if TYPE_CHECKING:
    from quantity_tagger.lattice.base import Lattice


_COMPARED = {"qt-r-overlap": "overlapping"}


def variants() -> tuple[str, ...]:
    """The names of all variants, told by the files of this folder; none of them is loaded."""
    modules = sorted(module.name for module in iter_modules(__path__))
    return tuple(name.replace("_", "-") for name in modules if name.startswith("qt"))


def compared() -> tuple[str, ...]:
    """Lattices that are there to be compared with: no model of theirs is shipped or drawn."""
    return tuple(_COMPARED)


def best_first() -> tuple[str, ...]:
    """The same in the order of their ranks."""
    return tuple(sorted(variants(), key=lambda name: lattice(name).rank))


@cache
def lattice(name: str) -> Lattice:
    """The lattice of that name; its module is loaded when it is asked for."""
    from quantity_tagger.lattice.base import Lattice

    if name not in (*variants(), *_COMPARED):
        known = ", ".join(variants())
        raise QuantityTaggerError(f"there is no variant {name!r}; choose one of {known}")
    module = import_module(f"{__name__}.{_COMPARED.get(name) or name.replace('-', '_')}")
    for found in vars(module).values():
        if isinstance(found, type) and issubclass(found, Lattice) and found.name == name:
            return found()
    raise QuantityTaggerError(f"{module.__name__} has no lattice of the name {name!r}")
