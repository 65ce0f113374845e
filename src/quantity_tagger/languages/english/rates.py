"""English numbers said of one of many: "6 pens in each box", "$4 a shirt", "rows of 6"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Final

from quantity_tagger.languages.lexicon import load
from quantity_tagger.languages.rates import NO_COUNTS, Asked, Rate, counted_things, used_numbers
from quantity_tagger.languages.rates import relations as shared
from quantity_tagger.problem.facts import Facts, QuantityFacts
from quantity_tagger.problem.problem import Problem

_NOUNS: Final = frozenset(("NN", "NNS"))
_BEFORE_NOUNS: Final = frozenset(("JJ", "JJR", "JJS", "VBG", "VBN", "DT", "PRP$"))
_EACH_OF: Final = frozenset(("of", "the"))
_ARTICLES: Final = frozenset(("a", "an", "one"))
_LEADING: Final = frozenset(("IN", "TO", "VB", "VBG"))  # "on a page", "to wash a pound"
_REACH: Final = 9
_FAR: Final = 9
_NEAR: Final = 4
_PRICED: Final = frozenset(("be", "of"))  # "how much was a poster", "the price of a poster"
_LONG: Final = frozenset(("length", "time"))  # "how long"
_UNITS: Final = frozenset(("NN", "NNS", "CD"))


def rates(problem: Problem, facts: Facts) -> list[Rate]:
    """The numbers that are said of one of many."""
    entries = [entry for entry in facts.quantities if entry.value is not None]
    known = {entry.unit for entry in entries}
    if _asks_how_many(problem):
        known.add(facts.question.unit)
    known.discard("")
    found = []
    for place, entry in enumerate(entries):
        if entry.role in NO_COUNTS or entry.unit == "time" or entry.value == 1:
            continue
        per = _said_after(problem, entry, known)
        if per is None:
            per = _said_before(problem, entry, known)
        if (per is not None and per != entry.unit) or (
            per is None and (per := _row(problem, entry))
        ):
            found.append(Rate(place, per))
    return found


def asked_per(problem: Problem, counted: Collection[str] = ()) -> str | None:
    """What one of many the question is about: "how much a day", "how many does each child get",
    "how much is one pen" where pens are counted; None where it is about no such.
    """
    columns = problem.document.columns
    asked = problem.unknown.question
    for index in range(asked.start, asked.stop):
        lemma = columns.lemmas[index]
        if _is_each(problem, index):
            one = "one" in columns.lemmas[index + 2 : min(index + _REACH, asked.stop)]
            return None if one else _noun_after(problem, index)  # "so that each child has one"
        after = index > problem.unknown.token and lemma in _ARTICLES
        if after and columns.tags[index - 1] not in ("IN", "DT"):
            noun = _noun_after(problem, index)
            if noun in _times() and "ago" not in columns.lemmas[index : index + _NEAR]:
                return noun
        priced = after and (lemma == "one" or columns.lemmas[index - 1] in _PRICED)
        if priced and (noun := _noun_after(problem, index)) in counted:
            return noun
    return None


def relations(problem: Problem, facts: Facts, asked_for: Sequence[bool]) -> Iterator[str]:
    """What each rate has to do with the question; ``asked_for`` says of each number whether it
    counts what is asked for.
    """
    entries = [entry for entry in facts.quantities if entry.value is not None]
    told, question = rates(problem, facts), facts.question
    long = not question.unit and question.unit_kind in _LONG
    if long and any(rate.per in _times() for rate in told):  # "how long" is no way then
        asked_for = [False] * len(entries)
    counted = counted_things(told, entries)
    per = asked_per(problem, counted - {question.unit, ""})
    asked = Asked(question.unit, long or _asks_how_many(problem), per)
    return shared(told, asked, entries, asked_for, counted, _times(), used_numbers(facts))


def _asks_how_many(problem: Problem) -> bool:
    at = problem.unknown.token
    return "many" in problem.document.columns.lemmas[at : at + 2]


def _said_after(problem: Problem, entry: QuantityFacts, known: set[str]) -> str | None:
    """As in "12 rolls in each bag", "$4 a shirt", "10 stickers on a page", "3 at a time"."""
    columns = problem.document.columns
    lemmas, tags = columns.lemmas, columns.tags
    stop = min(entry.token + _REACH, problem.document.sentences[entry.sentence].stop)
    for index in range(entry.token + 1, stop):
        if tags[index] in ("CD", ".", ":", ","):
            break
        if _is_each(problem, index):
            return _noun_after(problem, index) or _noun_before(problem, entry, known)
        if lemmas[index] not in _ARTICLES:
            continue
        noun = _noun_after(problem, index)
        if noun in ("piece", "time") and (tags[index - 1] in _UNITS or lemmas[index - 1] == "at"):
            return ""
        if tags[index - 1] in _UNITS and noun:
            return noun
        leading = tags[index - 1] in _LEADING and lemmas[index - 1] != "than"
        if leading and noun in known and noun != entry.unit:
            return noun
    return None


def _said_before(problem: Problem, entry: QuantityFacts, known: set[str]) -> str | None:
    """As in "each box has 6 pens", "a carton holds 12 eggs", "boxes that hold 9"."""
    columns = problem.document.columns
    lemmas, tags, token = columns.lemmas, columns.tags, entry.token
    begin = problem.document.sentences[entry.sentence].start
    for index in range(token - 1, max(token - _FAR, begin) - 1, -1):
        if tags[index] in (".", ":"):
            break
        if _is_each(problem, index):  # unless it counts them: "each of the 12 windows"
            said = any(tag.startswith("V") for tag in tags[index:token])
            return _noun_after(problem, index) if said else None
        if tags[index] == "WDT" and token - index < _NEAR and "be" not in lemmas[index:token]:
            many = tags[index - 1] == "NNS" and lemmas[index - 1] in known
            return lemmas[index - 1] if many else None
        first = index == begin or tags[index - 1] in (",", ":")
        holds = any(tag.startswith("V") for tag in tags[index:token])
        if first and lemmas[index] in _ARTICLES and holds and "be" not in lemmas[index:token]:
            noun = _noun_after(problem, index)
            return noun if noun in known and not _has_others(problem, noun) else None
    return None


def _row(problem: Problem, entry: QuantityFacts) -> str | None:
    """As in "rows of 6", "packages of 6"."""
    columns, token = problem.document.columns, entry.token
    rows = columns.lemmas[token - 1 : token] == ["of"] and columns.tags[token - 2] == "NNS"
    return columns.lemmas[token - 2] if rows and not _goes_on(problem, token) else None


def _has_others(problem: Problem, noun: str) -> bool:
    """Whether others are told of beside the one: "one group has 5, another 8"."""
    lemmas = problem.document.columns.lemmas
    ones = [index for index, lemma in enumerate(lemmas) if lemma in _ARTICLES]
    return sum(
        _noun_after(problem, index) == noun for index in ones
    ) > 1 or not _others().isdisjoint(lemmas)


def _noun_before(problem: Problem, entry: QuantityFacts, known: set[str]) -> str:
    """What "each" is said of where no noun follows: "3 pens at $2 each"."""
    columns = problem.document.columns
    for index in range(entry.token - 1, problem.document.sentences[entry.sentence].start - 1, -1):
        if columns.tags[index] in ("CC", ","):
            break
        if columns.tags[index] in _NOUNS and columns.lemmas[index] in known - {entry.unit}:
            return columns.lemmas[index]
    return ""


def _goes_on(problem: Problem, token: int) -> bool:
    """Whether another number is said of the same: "pieces of 25 cm and 30 cm"."""
    tags = problem.document.columns.tags[token + 1 : token + 1 + _NEAR]
    return "CC" in tags and "CD" in tags[tags.index("CC") :]


def _noun_after(problem: Problem, index: int) -> str:
    """The head of the noun phrase that follows; empty where none does."""
    columns = problem.document.columns
    lemmas, tags = columns.lemmas, columns.tags
    noun, start = "", index + 1
    while lemmas[start : start + 1] and (lemmas[start] in _EACH_OF or tags[start] == "CD"):
        if lemmas[index] not in _each() or lemmas[start] == "one":
            return ""  # "a 500 piece puzzle", "in each one"
        start += 1
    for after in range(start, min(start + _NEAR, len(tags))):
        if tags[after] in _NOUNS:
            noun = lemmas[after]
        elif noun or tags[after] not in _BEFORE_NOUNS:
            break
    return noun


def _is_each(problem: Problem, index: int) -> bool:
    """Whether a word says one of many; "each other" does not."""
    lemmas = problem.document.columns.lemmas
    return lemmas[index] in _each() and lemmas[index + 1 : index + 2] != ["other"]


@cache
def _others() -> frozenset[str]:
    return frozenset(load("en", "scope")["others"])


@cache
def _each() -> frozenset[str]:
    return frozenset(load("en", "scope")["each"])


@cache
def _times() -> frozenset[str]:
    return frozenset(load("en", "scope")["time"])
