"""What the rules of scope ask of a Chinese text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from quantity_tagger.languages.chinese.tokenizer import measures
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Token
from quantity_tagger.problem.facts import Facts, QuantityFacts
from quantity_tagger.problem.problem import Problem

RANK: Final = r"第(?=[\d一二三四五六七八九十几])"
NUMBER: Final = r"\d|[一二三四五六七八九十几]|多少"
_MARKS: Final = frozenset(("?", "？", "吗"))
_AMOUNTS: Final = ("多少", "几")
_THAN: Final = "比"
_VERBS: Final = frozenset("vdf")
_EMPTY: Final = frozenset("xupcr")  # marks, particles, pronouns, by the first letter of the tag
_NUMBERS: Final = frozenset("mq")
_NAMING: Final = frozenset("ntsb")
_CLAUSE: Final = re.compile(r"[^，。；？！,;?!\n]+")
_QUESTION_MARKS: Final = frozenset("？?")
_WHOLES: Final = frozenset(("", "state", "whole", "change"))


def pattern(words: Iterable[str]) -> str:
    """A regular expression for any of the words."""
    return "|".join(map(re.escape, words))


#: What somebody says, with a question in it.
_QUOTED: Final = re.compile("“[^“”]*[？?]”")


def asked_at(problem: Problem) -> list[int]:
    """The characters at which a clause asks for an amount of something, or ends the sentence with
    it; 几 must have its question mark.
    """
    text = problem.text
    found: list[int] = []
    for clause in _CLAUSE.finditer(text):  # one by one, so that none is searched to its end twice
        asks = text[clause.end() : clause.end() + 1] in _QUESTION_MARKS
        match = _asking(asks).search(text, clause.start(), clause.end())
        if match is not None:
            found.append(match.start())
    if len(found) < 2:
        return found
    quoted = [range(*match.span()) for match in _QUOTED.finditer(text)]
    told = [at for at in found if not any(at in span for span in quoted)]
    return told or found  # what somebody in the story asks is answered there


@cache
def _asking(marked: bool) -> re.Pattern[str]:
    """What asks in a clause, with a question mark after it or without."""
    units = "|".join(map(re.escape, sorted(measures(), key=len, reverse=True)))
    if not marked:
        return re.compile(rf"多少(?={units})")
    sizes = "|".join(word for word in load("zh", "questions")["amount"] if word != "多少")
    return re.compile(rf"多少|{sizes}|(?<![十百千好])几")


def asks_nothing(problem: Problem, facts: Facts) -> bool:
    """Whether a question mark is all that asks, and no cue says for what."""
    word = problem.document.columns.lemmas[problem.unknown.token]
    asked = any(amount in problem.text for amount in _AMOUNTS)
    if word not in _MARKS or facts.question.kind not in ("", "state") or asked:
        return False
    return not _names_what_is_told(problem, facts)


def _names_what_is_told(problem: Problem, facts: Facts) -> bool:
    """As in 总价？ and 剩余的钱？: a noun alone asks where several amounts of it are told."""
    asked = problem.unknown.question
    tokens = problem.document.tokens[asked.start : asked.stop]
    if any(token.tag[0] in "mry" or token.lemma == "是" for token in tokens):
        return False
    entries = [entry for entry in facts.quantities if entry.value is not None]
    told = {name for entry in entries for name in (*entry.material, *entry.kinds)}
    named = {token.lemma for token in tokens if token.tag[0] == "n"}
    measures = set(load("zh", "scope")["measured"])
    return len(entries) > 1 and not named.isdisjoint(told | measures)


def sides(
    problem: Problem, base: QuantityFacts, difference: QuantityFacts
) -> tuple[frozenset[str], frozenset[str]]:
    """The words that set what stands before 比 apart from what stands after it, and those of the
    latter; where none stands before, those of the clause before. None where the words of a long
    text were cut anew, and the numbers stand in no clause.
    """
    document = problem.document
    tokens, clauses = document.tokens, document.clauses
    place = next((at for at, clause in enumerate(clauses) if difference.token in clause), None)
    starts_from = next((clause for clause in clauses if base.token in clause), None)
    if place is None or starts_from is None:
        return frozenset(), frozenset()
    start = clauses[place].start
    than = next(
        (index for index in range(start, difference.token) if tokens[index].text == _THAN), start
    )
    if than == start and place:
        start = clauses[place - 1].start
    more = next(
        (at for at in range(than + 1, difference.token) if _compares(tokens[at])),
        difference.token,
    )
    told = _names_in(tokens[starts_from.start : base.token], _EMPTY | _VERBS)
    before = _names_in(tokens[start:than], _EMPTY | _VERBS)
    after = _names_in(tokens[than + 1 : more], _EMPTY)
    if not after:  # 比它长
        numbered = all(tag[0] in _NUMBERS for tag in before.values())  # 第二根
        after = {name: tag for name, tag in told.items() if tag[0] in _NUMBERS or not numbered}
    first = before.keys() - after.keys()
    own = {name for name in first if not any(name in other for other in (*told, *after))}
    return frozenset(own or first), frozenset(after.keys() - before.keys())


def _compares(token: Token) -> bool:
    """Whether a word says more or less: 多, 便宜, and 多修 but not 大米."""
    words = _comparatives()
    return token.lemma in words or (token.lemma[0] in words and token.tag[0] not in _NAMING)


def _names_in(tokens: Sequence[Token], empty: frozenset[str]) -> dict[str, str]:
    """The words that may name a side, with their tags; of numbers those that say what they count:
    二班, 第二天.
    """
    return {
        token.lemma: token.tag
        for token in tokens
        if token.tag[0] not in empty and (token.tag[0] not in _NUMBERS or len(token.lemma) > 1)
    }


def starts_from(problem: Problem, base: QuantityFacts, difference: QuantityFacts) -> bool:
    """Whether an amount is what a difference is counted from; where nothing stands before 比, it is
    what has so many more or fewer: 有45颗，比小强多17颗.
    """
    document = problem.document
    clause = next((one for one in document.clauses if difference.token in one), None)
    if clause is None:
        return True
    tokens = document.tokens[clause.start : difference.token]
    than = next((at for at, token in enumerate(tokens) if token.text == _THAN), None)
    if than is None:
        return True
    own = next((one for one in document.clauses if base.token in one), clause)
    told = "".join(token.text for token in document.tokens[own.start : base.token])
    before = _names_in(tokens[:than], _EMPTY | _VERBS)
    after = _names_in(tokens[than + 1 :], _EMPTY | _VERBS)
    return bool(before) and (
        any(name in told for name in after) or not any(name in told for name in before)
    )


def asks_for_whole(
    problem: Problem, facts: Facts, base: QuantityFacts, difference: QuantityFacts
) -> bool:
    """Whether the question names what has both in it, and nothing of either: the choir where it has
    fewer boys than girls. What is compared with itself at another time is asked for as it is now.
    """
    question = facts.question
    if question.kind not in _WHOLES or (base.time and difference.time):
        return False
    asked = problem.unknown.question
    words = problem.document.columns.lemmas[asked.start : asked.stop]
    if not (question.owner or question.material) or not _singular().isdisjoint(words):
        return False
    first, second = sides(problem, base, difference)
    apart = set("".join(first)) ^ set("".join(second))
    return bool(first and second) and apart.isdisjoint("".join((*words, question.owner)))


@cache
def _singular() -> frozenset[str]:
    return frozenset(load("zh", "scope")["one of them"])


@cache
def _comparatives() -> frozenset[str]:
    return frozenset(word for words in load("zh", "comparatives").values() for word in words)


def says(cues: frozenset[str], words: Sequence[str]) -> bool:
    """Whether the words, written together, have a cue in them."""
    said = "".join(words)
    return any(cue in said for cue in cues)


def names(things: frozenset[str], problem: Problem) -> bool:
    """Whether a text has a word for one of the things in it."""
    return any(thing in problem.text for thing in things)
