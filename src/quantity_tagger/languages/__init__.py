"""All that knows a language: one folder for each, with its word lists and models."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent

_FOLDERS: Final = {"en": "english", "zh": "chinese"}


def folder(language: str) -> Path:
    """The folder of a language; one that is not there for a language that nobody has added."""
    return ROOT / _FOLDERS.get(language, language)
