"""Noun phrases of English: what a number counts, what a question asks for."""

from __future__ import annotations

from typing import Final

from quantity_tagger.languages.english.grammar import (
    DETERMINERS,
    FULL_FINITE,
    NOUNS,
    PRIMARY_AUXILIARIES,
)
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Columns

MODIFIERS: Final = frozenset(["JJ", "JJS", "VBN", "VBG", "POS"])
_PERCENT: Final = frozenset(["%", "percent", "％"])
_UNITS: Final = load("en", "units")
_BETWEEN: Final = frozenset(_UNITS["between"])
_SPELLINGS: Final = frozenset(word for line in _UNITS["spellings"] for word in line.split())
CURRENCY: Final[dict[str, str]] = dict(line.split() for line in _UNITS["currency"])
_COMPARATIVES: Final = frozenset(
    word
    for name, words in load("en", "kinds").items()
    for word in words
    if name.startswith("asks ") and word.endswith("er")
)


def units_of(columns: Columns, places: list[int]) -> list[tuple[str, ...]]:
    """The unit words of each quantity; in "3 red and 5 blue marbles" the first shares the noun."""
    units: list[tuple[str, ...]] = []
    last: tuple[str, ...] = ()
    reached = -1
    for place in reversed(places):
        unit, after, complete = _unit(columns, place)
        if unit and last and not complete and after + 1 == reached:
            unit = (*unit, last[-1])
        units.append(unit)
        last, reached = unit, place
    return units[::-1]


def _unit(columns: Columns, place: int) -> tuple[tuple[str, ...], int, bool]:
    """Unit words of the quantity at ``place``, the index after them, whether a noun is there."""
    lemmas = columns.lemmas
    if place and (name := CURRENCY.get(columns.texts[place - 1])):
        return (name,), place + 1, True
    index = place + 1
    if index == len(lemmas):
        return (), index, False
    lemma = lemmas[index]
    if lemma in _PERCENT:
        return ("percent",), index + 1, True
    if lemma == "-":  # 3-year-old, 90-minute
        words, index, complete = noun_phrase(columns, index + 1)
        return tuple([word.partition("-")[0] for word in words[:1]]), index, complete
    if lemma == "of":  # 34 of the marbles
        index += 1
        while index < len(lemmas) and columns.tags[index] in DETERMINERS:
            index += 1
        return noun_phrase(columns, index)
    words, index, complete = noun_phrase(columns, index)
    if complete and lemmas[place] not in ("1", "one"):
        words, index = with_plural(columns, words, index)
    if complete and _is_no_unit(columns, words, index):
        return (), index, True
    joined, after, complete = with_conjunct(columns, words, index, complete)
    following = columns.tags[after] if joined != words and after < len(lemmas) else ""
    if following == "MD" or following in FULL_FINITE:
        return (), index, complete  # "5 pens and pencils cost": of one kind or of both
    words, index = joined, after
    if complete and index < len(lemmas) and lemmas[index] == "of":
        material, after, found = noun_phrase(columns, index + 1)
        if found:  # 28 bales of hay are hay bales
            return (*material, *words), after, True
    return words, index, complete


def _is_no_unit(columns: Columns, words: tuple[str, ...], after: int) -> bool:
    """Whether what stands behind a number counts nothing: the letter of "class 3B", the name of
    "28 Park Street", the verb of "75 play the flute".
    """
    if columns.tags[after - 1] == "NNP" or (len(words[-1]) == 1 and words[-1] not in _SPELLINGS):
        return True
    follows = columns.tags[after] if after < len(columns.tags) else ""
    return len(words) == 1 and columns.tags[after - 1] == "NN" and follows in DETERMINERS


def noun_phrase(columns: Columns, index: int) -> tuple[tuple[str, ...], int, bool]:
    """Modifiers and nouns from ``index`` on as written, in lower case, the index after them, and
    whether a noun is among them.
    """
    tags = columns.tags
    words: list[str] = []
    until, kept = index, 0
    while index < len(tags):
        tag = tags[index]
        if tag in NOUNS and not (kept and _begins_anew(columns, index)):
            words.append(columns.texts[index].lower())
            until, kept = index + 1, len(words)
        elif not words and columns.lemmas[index] in _BETWEEN:
            pass
        elif not kept and tag in MODIFIERS:
            words.append(columns.texts[index].lower())
            if tag == "JJ" and until == index:
                until = index + 1
        else:
            break
        index += 1
    if kept:
        return tuple(words[:kept]), until, True
    return tuple(words[: max(0, until - (index - len(words)))]), until, False


def _begins_anew(columns: Columns, index: int) -> bool:
    """Whether a noun after a noun is none of its phrase: a name ("how many roses Sara has"), or a
    word that is taken for a noun, a comparative or a singular after a plural ("3 km further").
    """
    before, tag = columns.tags[index - 1], columns.tags[index]
    if tag == "NNP":
        return before in ("NN", "NNS")
    plural = before == "NNS" and columns.texts[index - 1].lower() != columns.lemmas[index - 1]
    return tag == "NN" and (plural or columns.lemmas[index] in _COMPARATIVES)


def with_plural(
    columns: Columns, words: tuple[str, ...], after: int
) -> tuple[tuple[str, ...], int]:
    """Many are plural: what looks like a verb behind a singular is their noun ("9 phone calls")."""
    if [*columns.tags[after - 1 : after + 1]] != ["NN", "VBZ"] or columns.lemmas[
        after
    ] in PRIMARY_AUXILIARIES:
        return words, after
    return (*words, columns.texts[after].lower()), after + 1


def with_conjunct(
    columns: Columns, words: tuple[str, ...], index: int, complete: bool
) -> tuple[tuple[str, ...], int, bool]:
    """A noun phrase and what "and" joins to it: "48 sheep and cows", "9 red and blue marbles"."""
    tags = columns.tags
    if not words or index + 1 >= len(tags) or columns.lemmas[index] not in ("and", "or"):
        return words, index, complete
    others, after, found = noun_phrase(columns, index + 1)
    if not found or "NNP" in tags[index:after] or tags[after - 1] == "NN":
        return words, index, complete
    if complete:
        return (*words, columns.texts[index].lower(), *others), after, True
    return others[-1:], after, True


def predicate(columns: Columns, index: int) -> tuple[str, ...]:
    """The plural that a question makes the rest of: "how many are girls"."""
    words, after, found = noun_phrase(columns, index)
    return words if found and columns.tags[after - 1] == "NNS" else ()
