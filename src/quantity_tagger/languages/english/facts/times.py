"""When: times of an English text as "scale:point", so that two of one scale exclude each other."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.vocabulary import word_set

_RELATIVE: Final = word_set("calendar", "relative")
_WEEKDAYS: Final = word_set("calendar", "weekday")
_MONTHS: Final = word_set("calendar", "month")
_PARTS: Final = word_set("calendar", "part of the day")
_SEASONS: Final = word_set("calendar", "season")
_MEALS: Final = word_set("calendar", "meal")
_POINTS: Final = word_set("calendar", "which")


def time_at(document: Text, words: Words, index: int) -> str:
    """The time that the token at ``index`` names, or nothing."""
    tag, lemma = document.tags[index], document.lemmas[index]
    if lemma not in words.times or tag in ("VB", "VBD"):
        return ""
    before = document.lemmas[index - 1] if index else ""
    if tag == "MD" and before not in ("in", "on", "since", "during", "last", "of"):
        return ""
    if lemma in _RELATIVE:
        return f"day:{lemma}"
    if lemma in _WEEKDAYS:
        return f"weekday:{lemma}"
    if lemma in _MONTHS:
        return f"month:{lemma}" if tag.startswith("NNP") or tag == "MD" else ""
    if before in _POINTS:
        return f"{lemma}:{before}"
    if lemma in _SEASONS:
        return f"season:{lemma}" if before in ("in", "during", "the", "since", "this") else ""
    side = f"{before} " if before in ("before", "after") else ""
    if lemma in _PARTS:
        return f"part:{side}{lemma}"
    if lemma in _MEALS:
        return f"meal:{side}{lemma}"
    return ""
