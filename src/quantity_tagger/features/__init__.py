"""Named features: contextual and external attributes of the tokens and quantities of a window.

An attribute is a string such as ``w-1=gave`` or ``unit:same``; a feature is an attribute together
with a label of the lattice. Each template can be switched off; training and use see the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.features import contextual
from quantity_tagger.lattice import lattice

if TYPE_CHECKING:
    from collections.abc import Sequence

BIAS, UNKNOWN, CONSTANT = "bias", "unknown", "constant"
CONTEXTUAL = tuple(contextual.TEMPLATES)


def families() -> tuple[str, ...]:
    """All templates that can be switched on or off: contextual, external, of whole equations."""
    from quantity_tagger.features import external
    from quantity_tagger.features.equation import codebook as whole

    return (*CONTEXTUAL, *external.FAMILIES, *whole.FAMILIES)


def families_of(variant: str, external: bool) -> tuple[str, ...]:
    """What a variant looks at unless it is told; only some weigh whole equations."""
    found = families() if external else CONTEXTUAL
    weighs = lattice(variant).weighs_equations
    return tuple(name for name in found if weighs or not is_whole(name))


def is_whole(template: str) -> bool:
    """Whether a template looks at whole equations."""
    return template.startswith("g-")


def is_contextual(attribute: str) -> bool:
    """Whether an attribute is contextual (``w-1=gave``) and not external (``family:detail``)."""
    name, mark, _ = attribute.partition("=")
    return bool(mark) and ":" not in name


def need_facts(templates: Sequence[str]) -> bool:
    """Whether a template looks at what the facts say of a problem."""
    return not set(CONTEXTUAL).issuperset(templates)


def check_templates(templates: Sequence[str]) -> None:
    """Refuse a template that does not exist."""
    for name in templates:
        if name not in families():
            raise QuantityTaggerError(
                f"there is no feature template {name!r}; there are {', '.join(families())}"
            )
