"""A number that is needed twice: what one has and how many more the other, asked for together.

With b for the one and d for the difference, both have b + (b ± d).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from quantity_tagger.analysis.facts import Facts, QuantityFacts
from quantity_tagger.lexicon import load
from quantity_tagger.reading.problem import Problem
from quantity_tagger.text.document import Language

_THAN: Final = "比"
_VERBS: Final = frozenset("vdf")
_EMPTY: Final = frozenset("xupc")  # marks and particles, by the first letter of their tag


def needs_twice(problem: Problem, facts: Facts, signs: Sequence[int]) -> bool:
    """Whether a used difference and what it starts from are asked for together."""
    entries = [entry for entry in facts.quantities if entry.value is not None]
    used = [entry for entry, sign in zip(entries, signs, strict=True) if sign]
    differences = [entry for entry in used if entry.role == "difference"]
    if not differences or len(differences) == len(used) or not _asks_for_all(problem, facts):
        return False
    return not any(_asks_for_one(problem, facts, entry) for entry in differences)


def _asks_for_all(problem: Problem, facts: Facts) -> bool:
    """Whether the parts of a whole are asked for."""
    question = facts.question
    if question.kind == "difference":
        return False
    if question.joint or any(
        entry.in_question and entry.role == "groups" for entry in facts.quantities
    ):
        return True  # "they", "in the two days"
    return _says(problem.language, "together", _asked_words(problem))


def _asks_for_one(problem: Problem, facts: Facts, difference: QuantityFacts) -> bool:
    """Whether the question names one side of the comparison and not the other."""
    question = facts.question
    if question.time and question.time in (difference.time, difference.reference):
        return True
    asked = {*_asked_words(problem), question.owner} - {""}
    read = _chinese_sides if problem.language == "zh" else _english_sides
    first, second = read(problem, difference)
    return bool(asked & (first - second)) != bool(asked & (second - first))


def _asked_words(problem: Problem) -> list[str]:
    asked = problem.unknown.question
    return problem.document.columns.lemmas[asked.start : asked.stop]


def _english_sides(problem: Problem, difference: QuantityFacts) -> tuple[set[str], set[str]]:
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
    if not second.isdisjoint(_cues("en", "time")):
        first = {difference.time.partition(":")[2]}
    return first, second


def _chinese_sides(problem: Problem, difference: QuantityFacts) -> tuple[set[str], set[str]]:
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


def _says(language: Language, section: str, words: Sequence[str]) -> bool:
    cues = _cues(language, section)
    if language == "zh":
        said = "".join(words)
        return any(cue in said for cue in cues)
    return not cues.isdisjoint(words)


@cache
def _cues(language: Language, section: str) -> frozenset[str]:
    return frozenset(load(language, "scope")[section])
