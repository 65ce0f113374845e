"""What the rules of scope ask of a Chinese text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from quantity_tagger.languages.chinese.tokenizer import measures
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.facts import Facts, QuantityFacts
from quantity_tagger.problem.problem import Problem

RANK: Final = r"第(?=[\d一二三四五六七八九十几])"
NUMBER: Final = r"\d|[一二三四五六七八九十几]|多少"
_MARKS: Final = frozenset(("?", "？", "吗"))
_AMOUNTS: Final = ("多少", "几")
_THAN: Final = "比"
_VERBS: Final = frozenset("vdf")
_EMPTY: Final = frozenset("xupc")  # marks and particles, by the first letter of their tag


def pattern(words: Iterable[str]) -> str:
    """A regular expression for any of the words."""
    return "|".join(map(re.escape, words))


def asked_at(problem: Problem) -> list[int]:
    """The characters at which a clause asks for an amount of something, or ends the sentence with
    it; 几 must have its question mark.
    """
    return [match.start() for match in _asking_clause().finditer(problem.text)]


@cache
def _asking_clause() -> re.Pattern[str]:
    sizes = "|".join(word for word in load("zh", "questions")["amount"] if word != "多少")
    units = "|".join(map(re.escape, sorted(measures(), key=len, reverse=True)))
    clause = r"[^，。；？！,;?!\n]"
    return re.compile(
        rf"多少(?={units}){clause}*|(?:多少|{sizes}){clause}*(?=[？?])|(?<![十百千好])几{clause}*(?=[？?])"
    )


def asks_nothing(problem: Problem, facts: Facts) -> bool:
    """Whether a question mark is all that asks, and no cue says for what."""
    word = problem.document.columns.lemmas[problem.unknown.token]
    asked = any(amount in problem.text for amount in _AMOUNTS)
    return word in _MARKS and facts.question.kind in ("", "state") and not asked


def sides(problem: Problem, difference: QuantityFacts) -> tuple[set[str], set[str]]:
    """The words before 比 and after it; where none stands before, those of the clause before."""
    document = problem.document
    tokens, clauses = document.tokens, document.clauses
    place = next(at for at, clause in enumerate(clauses) if difference.token in clause)
    start = clauses[place].start
    than = next(
        (index for index in range(start, difference.token) if tokens[index].text == _THAN), start
    )
    if than == start and place:
        start = clauses[place - 1].start
    more = next(
        (at for at in range(than + 1, difference.token) if tokens[at].lemma[0] in _comparatives()),
        difference.token,
    )
    first, second = (
        {token.lemma for token in tokens[begin:end] if token.tag[0] not in empty}
        for begin, end, empty in ((start, than, _EMPTY | _VERBS), (than + 1, more, _EMPTY))
    )
    return first, second


@cache
def _comparatives() -> frozenset[str]:
    """The characters that words for more and less begin with."""
    return frozenset(word[0] for words in load("zh", "comparatives").values() for word in words)


def says(cues: frozenset[str], words: Sequence[str]) -> bool:
    """Whether the words, written together, have a cue in them."""
    said = "".join(words)
    return any(cue in said for cue in cues)


def names(things: frozenset[str], problem: Problem) -> bool:
    """Whether a text has a word for one of the things in it."""
    return any(thing in problem.text for thing in things)
