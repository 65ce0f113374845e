"""Lemmas of English words, by rule; the irregular forms are read from the lexicon."""

from __future__ import annotations

from functools import cache, lru_cache

from quantity_tagger.lexicon import load

_VOWELS = frozenset("aeiou")


@lru_cache(maxsize=20_000)
def lemmatise(form: str, tag: str) -> str:
    """The lower-case lemma of a word form with its Penn tag."""
    word = form.lower().replace("’", "'")
    if tag == "NNS":
        return _irregular("nouns").get(word) or _singular(word)
    if tag.startswith("VB") or tag == "MD":
        return _irregular("verbs").get(word) or _base(word, tag)
    return word


@cache
def _irregular(section: str) -> dict[str, str]:
    forms: dict[str, str] = {}
    for line in load("en", "irregular")[section]:
        base, *others = line.split()
        forms[base] = base
        for other in others:
            forms.setdefault(other, base)
    return forms


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith("ss"):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zzes")):
        return word[:-2]
    if word.endswith("us"):
        return word
    return word[:-1]


def _base(word: str, tag: str) -> str:
    if tag == "VBZ":
        return word[:-2] if word.endswith("oes") and len(word) > 4 else _singular(word)
    if tag in ("VBD", "VBN") and word.endswith("ed"):
        return word[:-3] + "y" if word.endswith("ied") and len(word) > 4 else _unsuffixed(word[:-2])
    if tag == "VBG" and word.endswith("ing") and len(word) > 4:
        return _unsuffixed(word[:-3])
    return word


def _unsuffixed(stem: str) -> str:
    """The base of a stem that lost "ed" or "ing": plann → plan, bak → bake, walk → walk."""
    if len(stem) < 3 or not _VOWELS & set(stem) | {"y"} & set(stem):
        return stem + "e" if len(stem) < 3 else stem
    last, before = stem[-1], stem[-2]
    if last == before and last not in "lsfz":
        return stem[:-1]
    if last in "cvuz" or (last == "g" and before in "nrad" and stem[-2:] != "ng"):
        return stem + "e"
    if stem.endswith(
        (
            "at",
            "iv",
            "ur",
            "ir",
            "rs",
            "ns",
            "ls",
            "ps",
            "ang",
            "dg",
            "tl",
            "bl",
            "pl",
            "dl",
            "gl",
            "kl",
            "fl",
            "cl",
            "zl",
        )
    ):
        return stem if stem.endswith(("eat", "oat", "our", "air", "oir")) else stem + "e"
    short = last not in _VOWELS | {"w", "x", "y"} and before in _VOWELS and stem[-3] not in _VOWELS
    if short and sum(letter in _VOWELS for letter in stem) == 1:
        return stem + "e"  # bak, hik, us; a doubled consonant was handled above
    return stem
