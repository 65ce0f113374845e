"""Numbers of an English text that count nothing: "Room 204", "game 2", "9 a.m.", "May 3"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from quantity_tagger.languages.english.facts.columns import Text
from quantity_tagger.languages.english.facts.times import time_at
from quantity_tagger.languages.english.facts.words import Words
from quantity_tagger.languages.english.grammar import NOUNS
from quantity_tagger.languages.english.vocabulary import word_set
from quantity_tagger.problem.facts import Role

_BEFORE_COUNTED: Final = frozenset(["DT", "PRP$", "JJ", "CD", "POS", "PDT"])
_COUNTED: Final = NOUNS | {"JJ", "JJR", "JJS", "CD", "$", "VBG"}
_SINCE: Final = frozenset(["in", "since", "until", "between", "by"])
_AGES: Final = word_set("noun_groups", "age")
_HALVES: Final = frozenset(["a.m.", "p.m.", "am", "pm", "a.m", "p.m", "o'clock"])
_SPANS: Final = word_set("noun_groups", "span")


def find_labels(
    document: Text, words: Words, numbers: Iterable[int], unknown: int
) -> dict[int, Role]:
    """Token of a number → "label" or "date", unless that is the very thing that is asked for."""
    texts, tags = document.texts, document.tags
    found: dict[int, Role] = {}
    for at in numbers:
        after = at + 1 if at + 1 < len(tags) else at
        before = texts[at - 1 if at else at]
        if _is_clock(document, words, at, after):
            if _SPANS.isdisjoint(_asked(document.lemmas, unknown)):
                found[at] = "date"
        elif _is_date(document, words, at, after):
            if _AGES.isdisjoint(_asked(document.lemmas, unknown)):
                found[at] = "date"
        elif (
            before.lower() in words.labels
            and (tags[after] not in _COUNTED or _is_misread_verb(document, words, after))
            and (at < 2 or tags[at - 2] not in _BEFORE_COUNTED)
            and not _asks_for(_asked(texts, unknown), before.lower())
        ):
            found[at] = "label"
    return found


def _asked(column: list[str], unknown: int) -> list[str]:
    """The words that tell what is asked for."""
    return column[unknown : unknown + 5]


def _asks_for(words: list[str], noun: str) -> bool:
    """Whether one of the words is the plural of a noun."""
    plurals = (f"{noun}s", f"{noun}es")
    return any(word.lower() in plurals for word in words)


def set_labels(document: Text, words: Words, labels: dict[int, Role]) -> None:
    """Makes "Room 204" a noun phrase and "a.m." no verb."""
    texts, tags = document.texts, document.tags
    for at, role in labels.items():
        if role == "label":
            tags[at] = tags[at - 1] = "NN"
            document.lemmas[at - 1] = texts[at - 1].lower()
            if at + 1 < len(tags) and _is_misread_verb(document, words, at + 1):
                tags[at + 1] = "VB"
        elif at + 1 < len(tags) and texts[at + 1].lower() in _HALVES:
            tags[at + 1] = "NN"


def _is_clock(document: Text, words: Words, at: int, after: int) -> bool:
    """Whether a half of the day follows, or the number is one side of "10:30"."""
    texts = document.texts
    return (
        texts[after].lower() in _HALVES
        or (texts[after] == ":" and _is_minutes(document, at + 2))
        or (at >= 2 and texts[at - 1] == ":" and _is_minutes(document, at))
    )


def _is_minutes(document: Text, at: int) -> bool:
    """Whether two digits at ``at`` follow a number and a colon."""
    texts = document.texts
    if at >= len(texts) or document.tags[at - 2] != "CD":
        return False
    return len(texts[at]) == 2 and texts[at].isdecimal()


def _is_date(document: Text, words: Words, at: int, after: int) -> bool:
    """As in "on May 3" and "in 2019", unless what is counted follows."""
    text = document.texts[at]
    if not at or document.tags[after] in ("NN", "NNS", "JJ", "JJR"):
        return False
    if len(text) == 4 and text.isdecimal():
        before = document.lemmas[at - 1]
        if before == "and" and at >= 2:  # "between 2019 and 2021"
            return document.lemmas[at - 3] == "between" and text[:2] in ("18", "19", "20")
        return before in _SINCE and text[:2] in ("18", "19", "20")
    return (
        document.lemmas[at - 1] in words.times
        and time_at(document, words, at - 1).startswith("month:")
        and text.isdecimal()
        and int(text) <= 31
    )


def _is_misread_verb(document: Text, words: Words, at: int) -> bool:
    """As in "did team 1 win": no number but one counts a singular."""
    return document.tags[at] == "NN" and document.lemmas[at] in words.verbs
