"""Named features: contextual and external attributes of the tokens and quantities of a window.

An attribute is a string such as ``w-1=gave`` or ``unit:same``; a feature is an attribute together
with a label of the lattice. Each template can be switched off; training and use see the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quantity_tagger.errors import QuantityTaggerError
from quantity_tagger.features import contextual
from quantity_tagger.lattice import lattice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.features.equation.constants import Frame
    from quantity_tagger.features.window import Window
    from quantity_tagger.problem.facts import Facts
    from quantity_tagger.problem.problem import Problem

BIAS, UNKNOWN, CONSTANT = "bias", "unknown", "constant"
CONTEXTUAL = tuple(contextual.TEMPLATES)


@dataclass(frozen=True, slots=True)
class Attributes:
    """Attributes of each token of t, and of each quantity and the unknown, in text order; what g
    sees of the whole, where it looks.
    """

    tokens: list[list[str]]
    quantities: list[list[str]]
    frame: Frame | None = None


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


def check_templates(templates: Sequence[str]) -> None:
    """Refuse a template that does not exist."""
    for name in templates:
        if name not in families():
            raise QuantityTaggerError(
                f"there is no feature template {name!r}; there are {', '.join(families())}"
            )


def extract(
    problem: Problem, window: Window, templates: Sequence[str], facts: Facts | None = None
) -> Attributes:
    """The attributes of one problem's window under the chosen templates; ``facts`` may give what
    its analysis found, which is worked out where it is needed.
    """
    chosen = frozenset(templates)
    found = contextual.attributes(problem, (*window.tokens, *window.anchors), templates)
    tokens, quantities = found[: len(window.tokens)], found[len(window.tokens) :]
    for line in tokens:
        line.append(BIAS)
    for place, line in enumerate(quantities):
        line.append(UNKNOWN if place == window.unknown else CONSTANT)
        line.append(BIAS)
    if not chosen.issubset(CONTEXTUAL):
        from quantity_tagger.features import external
        from quantity_tagger.reading.analysis import analyse

        facts = analyse(problem) if facts is None else facts
        for line, names in zip(quantities, external.attributes(facts), strict=True):
            line.extend(name for name in names if name.partition(":")[0] in chosen)
        if any(map(is_whole, templates)):
            from quantity_tagger.features.equation.constants import frame

            return Attributes(tokens, quantities, frame(facts))
    return Attributes(tokens, quantities)
