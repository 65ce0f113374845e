"""What the rules of scope ask of an English text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Columns
from quantity_tagger.problem.facts import Facts, QuantityFacts
from quantity_tagger.problem.problem import Problem

ORDINALS: Final = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
RANK: Final = rf"\b(?:\d+(?:st|nd|rd|th)|{ORDINALS})\b"
NUMBER: Final = rf"\d|how many|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|{ORDINALS})\b"
_AMOUNTS: Final = frozenset(["many", "much"])
_BLANKS: Final = ("_", "=")
_ADJECTIVES: Final = frozenset(["JJ", "RB"])


def pattern(words: Iterable[str]) -> str:
    """A regular expression for any of the words."""
    return rf"\b(?:{'|'.join(map(re.escape, words))})\b"


def asked_at(problem: Problem) -> list[int]:
    """The characters at which a sentence with a question mark asks for an amount."""
    columns = problem.document.columns
    found: list[int] = []
    for sentence in problem.document.sentences:
        if "?" in columns.texts[max(sentence.start, sentence.stop - 3) : sentence.stop]:
            found += _asked_in(columns, sentence)
    return found


def _asked_in(columns: Columns, sentence: range) -> list[int]:
    """Each "how many" of a sentence that asks; without any, its "what"."""
    lemmas, tags = columns.lemmas, columns.tags
    how = [
        columns.starts[index]
        for index in sentence
        if lemmas[index] == "how"
        and index + 1 < sentence.stop
        and (lemmas[index + 1] in _AMOUNTS or tags[index + 1] in _ADJECTIVES)
    ]
    if how:
        return how
    return [columns.starts[index] for index in sentence if lemmas[index] == "what"][:1]


def asks_nothing(problem: Problem, facts: Facts) -> bool:
    """Whether a question mark is all that asks, and no cue says for what."""
    columns = problem.document.columns
    question, word = facts.question, columns.lemmas[problem.unknown.token]
    asking = load("en", "questions")
    if word.startswith(_BLANKS) or word in asking["wh"] or word in asking["imperative"]:
        return False
    return not (question.kind or question.cues or "how" in columns.lemmas)


def sides(problem: Problem, difference: QuantityFacts) -> tuple[set[str], set[str]]:
    """Whoever has more, and all words after "than"."""
    scale, _, point = difference.reference.partition(":")
    if point:  # "9 more than on Monday"
        return {difference.time.partition(":")[2]}, {point}
    columns = problem.document.columns
    first = {difference.owner, *difference.owner_of, difference.place}
    second = {scale}
    sentence = problem.document.sentences[difference.sentence]
    lemmas = columns.lemmas[difference.token : sentence.stop]
    if "than" in lemmas:
        after = difference.token + lemmas.index("than") + 1
        clause = next(one for one in problem.document.clauses if after in one)
        second.update(
            columns.lemmas[index]
            for index in range(after, clause.stop)
            if columns.tags[index].startswith(("N", "J"))
        )
    if not second.isdisjoint(_times()):
        first = {difference.time.partition(":")[2]}
    return first, second


@cache
def _times() -> frozenset[str]:
    return frozenset(load("en", "scope")["time"])


def says(cues: frozenset[str], words: Sequence[str]) -> bool:
    """Whether one of the words is a cue."""
    return not cues.isdisjoint(words)


def names(things: frozenset[str], problem: Problem) -> bool:
    """Whether a text has a word for one of the things."""
    return says(things, problem.document.columns.lemmas)
