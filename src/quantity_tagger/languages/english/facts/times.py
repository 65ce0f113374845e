"""When: times of an English text as "scale:point", so that two of one scale exclude each other."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.words import Words

_RELATIVE: Final = frozenset(["yesterday", "today", "tomorrow", "tonight"])
_WEEKDAYS: Final = frozenset(
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
)
_MONTHS: Final = frozenset(
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ]
)
_PARTS: Final = frozenset(["morning", "afternoon", "evening", "night", "noon", "midnight"])
_SEASONS: Final = frozenset(["spring", "summer", "autumn", "fall", "winter"])
_MEALS: Final = frozenset(["breakfast", "lunch", "dinner", "recess"])
_POINTS: Final = frozenset(
    ["last", "this", "next", "first", "second", "third", "fourth", "fifth", "previous", "past"]
)


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
