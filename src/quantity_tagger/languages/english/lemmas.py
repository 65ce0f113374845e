"""Lemmas of English words, by rule; the irregular forms are read from the lexicon."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from quantity_tagger.languages.lexicon import load
from quantity_tagger.support.cache import BoundedCache

_VOWELS: Final = frozenset("aeiou")
#: Endings of stems that have lost an e: celebrat, measur, fir, judg, sprinkl.
_BEFORE_E: Final = ("at", "ur", "ir", "dg", "tl", "bl", "pl", "dl", "gl", "kl", "fl", "cl", "zl")
#: … unless two vowels stand there: treat, float, pour, repair.
_AFTER_TWO_VOWELS: Final = ("eat", "oat", "our", "air", "oir")


def lemmatise(form: str, tag: str) -> str:
    """The lower-case lemma of a word form with its Penn tag."""
    return _LEMMAS[tag][form]


def _lemma(tag: str, form: str) -> str:
    word = form.lower().replace("’", "'")
    if tag == "NNS":
        return _irregular("nouns").get(word) or _singular(word)
    if tag in ("VBD", "VBN", "VBZ", "VBG"):
        return _irregular("verbs").get(word) or _base(word, tag)
    if tag in ("VB", "VBP", "MD"):  # "saw" is a base form too
        verbs = _irregular("verbs")
        return word if word in verbs.values() else verbs.get(word, word)
    return word


def _lemmas(tag: str) -> BoundedCache[str, str]:
    return BoundedCache(partial(_lemma, tag))


_LEMMAS: Final = BoundedCache(_lemmas)


@cache
def _irregular(section: str) -> dict[str, str]:
    forms: dict[str, str] = {}
    for line in load("en", "irregular")[section]:
        base, *others = line.split()
        for other in others:
            forms.setdefault(other, base)
    return forms


@cache
def _stems_before_e() -> frozenset[str]:
    return frozenset(word[:-1] for word in load("en", "irregular")["verbs in e"])


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith("ss"):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zzes", "roes")):
        return word[:-2]
    if word.endswith("us"):
        return word
    return word[:-1]


def _base(word: str, tag: str) -> str:
    if tag == "VBZ":
        return word[:-2] if word.endswith("oes") else _singular(word)
    if tag in ("VBD", "VBN") and word.endswith("ed"):
        if word.endswith("eed"):  # agreed
            return word[:-1]
        if word.endswith("ied"):
            return word[:-3] + "y" if len(word) > 4 else word[:-1]  # tried, tied
        return _unsuffixed(word[:-2])
    if tag == "VBG" and word.endswith("ing") and len(word) > 4:
        return _unsuffixed(word[:-3])
    return word


def _unsuffixed(stem: str) -> str:
    """The base of a stem that lost "ed" or "ing": plann → plan, bak → bake, walk → walk."""
    if stem in _stems_before_e() or (len(stem) == 2 and stem[0] in _VOWELS and stem[1] in "cgs"):
        return stem + "e"  # used, iced, aged
    if len(stem) < 3 or not _VOWELS.intersection(stem):
        return stem
    last, before = stem[-1], stem[-2]
    if last == before and last not in "lsfz":
        return stem[:-1]
    if last in "cvuz" or (last == "s" and before != "s") or stem.endswith(_BEFORE_E):
        return stem if stem.endswith(_AFTER_TWO_VOWELS) else stem + "e"
    short = last not in _VOWELS and last not in "wxy" and before in _VOWELS
    if short and stem[-3] not in _VOWELS and sum(letter in _VOWELS for letter in stem) == 1:
        return stem + "e"  # bak, hik; a doubled consonant was handled above
    return stem
