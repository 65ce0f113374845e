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

NONE, PAPER, FULL = "none", "paper", "full"
SETS = (NONE, PAPER, FULL)
"""The sets of templates by name: the paper's contextual features alone; these and what the paper
takes from external tools; all of ours, which read the whole story, too."""
_OF_THE_PAPER = ("relation", "question", "cue")
_OF_THE_STORY = ("world", "frame")
_OURS = "echo"


def families() -> tuple[str, ...]:
    """All templates that can be switched on or off: contextual, external, of whole equations."""
    from quantity_tagger.features import external, readings
    from quantity_tagger.features.equation import codebook as whole

    return (*CONTEXTUAL, *external.FAMILIES, *whole.FAMILIES, readings.FAMILY)


def templates_of(variant: str, features: str) -> tuple[str, ...]:
    """What a variant looks at with the features of a set; only some weigh whole equations."""
    if features not in SETS:
        raise QuantityTaggerError(
            f"there is no feature set {features!r}; choose one of {', '.join(SETS)}"
        )
    if features == FULL:
        from quantity_tagger.features import external

        # What a cue says of one quantity, worlds say of all together; and what these and the
        # question say of single quantities, readings say of the equation.
        if lattice(variant).weighs_equations:
            needless = (*_OF_THE_PAPER, external.WORLD)
            return tuple(name for name in families() if name not in needless)
        return tuple(name for name in families() if name != external.CUE and not is_whole(name))
    context = tuple(name for name in CONTEXTUAL if name != _OURS)
    return context if features == NONE else (*context, *_OF_THE_PAPER)


def set_of(variant: str, templates: Sequence[str]) -> str:
    """The smallest set that has all these templates."""
    chosen = set(templates)
    return next((one for one in SETS if chosen <= set(templates_of(variant, one))), FULL)


def is_whole(template: str) -> bool:
    """Whether a template looks at whole equations."""
    return template.startswith("g-") or template == "readings"


def is_contextual(attribute: str) -> bool:
    """Whether an attribute is contextual (``w-1=gave``) and not external (``family:detail``)."""
    name, mark, _ = attribute.partition("=")
    return bool(mark) and ":" not in name


def need_facts(templates: Sequence[str]) -> bool:
    """Whether a template looks at what the facts say of a problem."""
    return not set(CONTEXTUAL).issuperset(templates)


def need_story(templates: Sequence[str]) -> bool:
    """Whether a template looks at what follows from the story as a whole."""
    return any(is_whole(name) or name in _OF_THE_STORY for name in templates)


def check_templates(templates: Sequence[str]) -> None:
    """Refuse a template that does not exist."""
    for name in templates:
        if name not in families():
            raise QuantityTaggerError(
                f"there is no feature template {name!r}; there are {', '.join(families())}"
            )
