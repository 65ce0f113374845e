"""The bundled models of each language: data files in its folder (``make models``).

``default.model`` is the default of a language; ``qt.model``, ``qt-s.model`` and so on are the other
variants, where they are bundled.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from quantity_tagger import languages
from quantity_tagger.errors import ModelFileError
from quantity_tagger.lattice import best_first, variants
from quantity_tagger.model.file import load_model

if TYPE_CHECKING:
    from quantity_tagger.model.model import Model


def path(language: str, variant: str | None = None) -> Path:
    """Where a bundled model lies; the card of a language's models is beside them, ``card.md``."""
    return languages.get(language).folder / "models" / f"{variant or 'default'}.model"


def named(name: str) -> tuple[str | None, str | None] | None:
    """Language and variant of a bundled model's name, "en", "qt-s" or "en-qt-s"; None what the name
    does not tell, and None for a name that is none.
    """
    if name in variants():
        return None, name
    language, dash, variant = name.partition("-")
    if language not in languages.codes() or (dash and variant not in variants()):
        return None
    return language, variant or None


def load(language: str, variant: str | None = None) -> Model:
    """The bundled model of a language: the default, or the one of a variant."""
    file = path(language, variant)
    if file.exists():
        return load_model(file)
    if variant is None or not path(language).exists():
        raise ModelFileError(
            f"There is no bundled model for the language {language!r}: give a model file of your "
            "own (--model FILE), or make the bundled ones with 'make models'."
        )
    if variant == default_variant(language):
        return load(language)
    raise ModelFileError(
        f"There is no bundled model {variant!r} for the language {language!r}; "
        f"there are {', '.join(available(language))}."
    )


@cache
def default_variant(language: str) -> str:
    """The variant that the default model of a language is of."""
    return load(language).settings.variant


def available(language: str) -> tuple[str, ...]:
    """The variants that are bundled for a language, best first."""
    if not path(language).exists():
        return ()
    default = default_variant(language)
    return tuple(one for one in best_first() if one == default or path(language, one).exists())
