"""English."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.language import Language

LANGUAGE: Final = Language(
    __name__, code="en", name="English", endonym="English", script="[A-Za-z]+"
)
