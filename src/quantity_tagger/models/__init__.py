"""The bundled models, one for each language: data files beside this one (``make models``)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from quantity_tagger.errors import ModelFileError
from quantity_tagger.model_file import load_model

if TYPE_CHECKING:
    from quantity_tagger.model import Model


def path(language: str) -> Path:
    """Where the bundled model of a language lies; its card is beside it, as ``<language>.md``."""
    return Path(__file__).with_name(f"{language}.model")


def load(language: str) -> Model:
    """The bundled model of a language."""
    file = path(language)
    if not file.exists():
        raise ModelFileError(
            f"There is no bundled model for the language {language!r}: give a model file of your "
            "own (--model FILE), or make the bundled ones with 'make models'."
        )
    return load_model(file)
