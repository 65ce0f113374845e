"""How many questions, and how many problems, a text holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from quantity_tagger.analysis.facts import Facts
from quantity_tagger.lexicon import load
from quantity_tagger.reading.problem import Problem
from quantity_tagger.reading.sheet import part_of, parts
from quantity_tagger.text.document import Columns

_AMOUNTS: Final = frozenset(["many", "much"])
_OPERATORS: Final = frozenset("+-−＋－=＝")
_MARKS: Final = frozenset(("?", "？", "吗"))
_AMOUNTS_ZH: Final = ("多少", "几")
_BLANKS: Final = ("_", "=")
_ADJECTIVES: Final = frozenset(["JJ", "RB"])


def asked_at(problem: Problem) -> list[int]:
    """The characters at which the text asks for an amount."""
    if problem.language == "zh":
        return _chinese(problem.text)
    columns = problem.document.columns
    found: list[int] = []
    for sentence in problem.document.sentences:
        if "?" in columns.texts[max(sentence.start, sentence.stop - 3) : sentence.stop]:
            found += _english(columns, sentence)
    return found


def asks_nothing(problem: Problem, facts: Facts) -> bool:
    """Whether a question mark is all that asks, and no cue says for what."""
    columns = problem.document.columns
    if not _OPERATORS.isdisjoint(columns.texts):
        return False
    question, word = facts.question, columns.lemmas[problem.unknown.token]
    if problem.language == "zh":
        asked = any(amount in problem.text for amount in _AMOUNTS_ZH)
        return word in _MARKS and question.kind in ("", "state") and not asked
    asking = load("en", "questions")
    if word.startswith(_BLANKS) or word in asking["wh"] or word in asking["imperative"]:
        return False
    return not (question.kind or question.cues or "how" in columns.lemmas)


def holds_several_problems(problem: Problem, asked: Sequence[int]) -> bool:
    """Whether more than one numbered item or block of lines has numbers and a question."""
    if len(asked) < 2:
        return False
    starts = parts(problem.text, problem.language)
    if len(starts) < 2:
        return False
    numbered = {part_of(starts, quantity.start) for quantity in problem.quantities}
    return len(numbered & {part_of(starts, at) for at in asked}) > 1


def _english(columns: Columns, sentence: range) -> list[int]:
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


def _chinese(text: str) -> list[int]:
    """One for each clause that asks for an amount of something, or ends the sentence with it; 几
    must have its question mark.
    """
    return [match.start() for match in _asking_clause().finditer(text)]


@cache
def _asking_clause() -> re.Pattern[str]:
    # Imported here so that English work never loads a Chinese dictionary.
    from quantity_tagger.text.chinese import measures

    sizes = "|".join(word for word in load("zh", "questions")["amount"] if word != "多少")
    units = "|".join(map(re.escape, sorted(measures(), key=len, reverse=True)))
    clause = r"[^，。；？！,;?!\n]"
    return re.compile(
        rf"多少(?={units}){clause}*|(?:多少|{sizes}){clause}*(?=[？?])|(?<![十百千好])几{clause}*(?=[？?])"
    )
