"""Numbers of an English text that count nothing: "Room 204", "game 2", "9 a.m.", "May 3"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from quantity_tagger.analysis.english_nouns import NOUNS
from quantity_tagger.analysis.english_times import time_at
from quantity_tagger.analysis.english_words import Words
from quantity_tagger.analysis.facts import Role
from quantity_tagger.text.document import Document, Token

_HALVES = frozenset(["a.m.", "p.m.", "am", "pm", "a.m", "p.m", "o'clock"])
_BEFORE_COUNTED = frozenset(["DT", "PRP$", "JJ", "CD", "POS", "PDT"])
_COUNTED = NOUNS | {"JJ", "JJR", "JJS", "CD", "$", "VBG"}
_SINCE = frozenset(["in", "since", "until", "between", "by"])
_SPANS = frozenset(["hour", "minute", "second", "long", "time", "late", "later", "early"])


def find_labels(
    document: Document, words: Words, numbers: Iterable[int], unknown: int
) -> dict[int, Role]:
    """Token of a number → "label" or "date", unless that is the very thing that is asked for."""
    tokens = document.tokens
    asked = tokens[unknown : unknown + 5]
    found: dict[int, Role] = {}
    for at in numbers:
        after = tokens[at + 1] if at + 1 < len(tokens) else tokens[at]
        before = tokens[at - 1] if at else tokens[at]
        if _is_clock(tokens, at, after):
            if all(token.lemma not in _SPANS for token in asked):
                found[at] = "date"
        elif _is_date(document, words, at, before, after):
            if all(token.lemma not in ("day", "year", "old") for token in asked):
                found[at] = "date"
        elif (
            before.text.lower() in words.labels
            and (after.tag not in _COUNTED or _is_misread_verb(after, words))
            and (at < 2 or tokens[at - 2].tag not in _BEFORE_COUNTED)
            and all(token.text.lower() not in _plurals(before) for token in asked)
        ):
            found[at] = "label"
    return found


def with_labels(document: Document, words: Words, labels: dict[int, Role]) -> Document:
    """The document where "Room 204" is a noun phrase and "a.m." no verb."""
    tokens = list(document.tokens)
    for at, role in labels.items():
        if role == "label":
            tokens[at] = tokens[at]._replace(tag="NN")
            tokens[at - 1] = tokens[at - 1]._replace(tag="NN", lemma=tokens[at - 1].text.lower())
            if at + 1 < len(tokens) and _is_misread_verb(tokens[at + 1], words):
                tokens[at + 1] = tokens[at + 1]._replace(tag="VB")
        elif at + 1 < len(tokens) and tokens[at + 1].text.lower() in _HALVES:
            tokens[at + 1] = tokens[at + 1]._replace(tag="NN")
    return replace(document, tokens=tuple(tokens))


def _is_clock(tokens: tuple[Token, ...], at: int, after: Token) -> bool:
    """Whether a half of the day follows, or the number is one side of "10:30"."""
    return (
        after.text.lower() in _HALVES
        or (after.text == ":" and _is_minutes(tokens, at + 2))
        or (at >= 2 and tokens[at - 1].text == ":" and _is_minutes(tokens, at))
    )


def _is_minutes(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether two digits at ``at`` follow a number and a colon."""
    if at >= len(tokens) or tokens[at - 2].tag != "CD":
        return False
    return len(tokens[at].text) == 2 and tokens[at].text.isdecimal()


def _is_date(document: Document, words: Words, at: int, before: Token, after: Token) -> bool:
    """As in "on May 3" and "in 2019", unless what is counted follows."""
    text = document.tokens[at].text
    if not at or not text.isdecimal() or after.tag in ("NN", "NNS", "JJ", "JJR"):
        return False
    if len(text) == 4:
        if before.lemma == "and" and at >= 2:  # "between 2019 and 2021"
            return document.tokens[at - 3].lemma == "between" and text[:2] in ("18", "19", "20")
        return before.lemma in _SINCE and text[:2] in ("18", "19", "20")
    return int(text) <= 31 and time_at(document, words, at - 1).startswith("month:")


def _is_misread_verb(token: Token, words: Words) -> bool:
    """As in "did team 1 win": no number but one counts a singular."""
    return token.tag == "NN" and token.lemma in words.verbs


def _plurals(noun: Token) -> tuple[str, str]:
    word = noun.text.lower()
    return f"{word}s", f"{word}es"
