"""A toy: as much Esperanto as three problems need, in the files that every language has."""

from __future__ import annotations

from quantity_tagger.languages.language import Language

LANGUAGE = Language(__name__, code="eo", name="Esperanto", endonym="Esperanto", script="[A-Za-z]+")
