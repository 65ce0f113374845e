"""All that knows a language: one folder for each, behind one protocol (`language.Language`).

A language is found by its folder alone; nothing outside this room tests for its code.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from quantity_tagger.errors import QuantityTaggerError

if TYPE_CHECKING:
    from quantity_tagger.languages.language import Language

ROOT: Final = Path(__file__).parent

DEFAULT: Final = "en"
"""The language where neither the caller nor the text tells one."""


def get(code: str) -> Language:
    """The language of that code; its parts are loaded when they are first asked for."""
    language = known().get(code)
    if language is None:
        raise QuantityTaggerError(
            f"The language {code!r} is not known: say {' or '.join(map(repr, codes()))}."
        )
    return language


def codes() -> tuple[str, ...]:
    """The codes of all languages, the default first."""
    return tuple(known())


@cache
def known() -> dict[str, Language]:
    """All languages by their codes: each package of this room that has a tokenizer is one."""
    folders = {path.parent.name for root in __path__ for path in Path(root).glob("*/tokenizer.py")}
    found: list[Language] = [
        import_module(f"{__name__}.{folder}").LANGUAGE for folder in sorted(folders)
    ]
    found.sort(key=lambda language: language.code != DEFAULT)
    return {language.code: language for language in found}
