"""Says a story in plainer words before it is read: one construction for each meaning.

Some constructions only turn a plain one round (比甲多5个的乙有20个 for 乙有20个，乙比甲多5个), and
talk has its speakers for 我 and 你. ``lexicon/retellings.txt`` has pairs of patterns; every
character keeps where it came from, so that what is understood of the new text holds for the old.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from quantity_tagger.languages.chinese.quantities import find_quantities, find_unknown
from quantity_tagger.languages.chinese.tokenizer import columns, plain
from quantity_tagger.languages.lexicon import load
from quantity_tagger.problem.document import Document
from quantity_tagger.problem.problem import Problem
from quantity_tagger.problem.segments import segment
from quantity_tagger.situation.facts import Amount, Fact, Story
from quantity_tagger.situation.understand import Candidate, Understanding

#: What stands for a number and for the asked amount while a text is retold.
NUMBER: Final = "\ue000"
ASKED: Final = "\ue001"
#: What ends a clause: no part of a pattern goes beyond it unless it says so.
_STOPS: Final = "，。；！？：."


@dataclass(frozen=True, slots=True)
class Told:
    """A text whose numbers are single characters; ``origins`` has for each character its place in
    the text as it was, -1 for what was put in.
    """

    text: str
    origins: tuple[int, ...]

    def part(self, start: int, end: int) -> Told:
        return Told(self.text[start:end], self.origins[start:end])

    def __add__(self, other: Told) -> Told:
        return Told(self.text + other.text, self.origins + other.origins)


def said(text: str) -> Told:
    """Words that are put in."""
    return Told(text, (-1,) * len(text))


@dataclass(frozen=True, slots=True)
class Retold:
    """A problem in plainer words, with the way back to the one it was."""

    problem: Problem
    before: Problem
    #: for each quantity its place in the problem as it was; for each token the token it came from
    quantities: tuple[int, ...]
    tokens: tuple[int, ...]

    def back(self, understood: Understanding) -> Understanding:
        """What was understood, said of the problem as it was."""
        story = understood.story
        return Understanding(
            [self._candidate(one) for one in understood.candidates],
            None if story is None else self._story(story),
        )

    def _candidate(self, one: Candidate) -> Candidate:
        shares = list(one.coefficients)
        for place, old in enumerate(self.quantities):
            shares[old] = one.coefficients[place]
        return replace(one, coefficients=tuple(shares), words=self._words(one.words))

    def _words(self, words: Sequence[int]) -> tuple[int, ...]:
        found = {self.tokens[word] for word in words if 0 <= word < len(self.tokens)}
        return tuple(sorted(found - {-1}))

    def _story(self, story: Story) -> Story:
        facts = tuple([self._fact(fact) for fact in story.facts])
        values = tuple([quantity.value for quantity in self.before.quantities])
        return story._replace(facts=facts, values=values)

    def _fact(self, fact: Fact) -> Fact:
        time, than = fact.time, fact.than
        if time.shift is not None:
            time = time._replace(shift=self._amount(time.shift))
        if than is not None and than.amount is not None:
            than = than._replace(amount=self._amount(than.amount))
        words = self._words(fact.words)
        return fact.but(amount=self._amount(fact.amount), time=time, than=than, words=words)

    def _amount(self, amount: Amount) -> Amount:
        if amount.quantity is None:
            return amount
        return amount._replace(quantity=self.quantities[amount.quantity])


def retold(problem: Problem) -> Retold | None:
    """The problem in plainer words; None where it is plain already."""
    from quantity_tagger.languages.chinese.frames.speech import spoken  # both build on each other

    first = _told(problem)
    now = spoken(first)
    for pattern, template in _rules():
        match = pattern.search(now.text)
        if match is not None:
            now = now.part(0, match.start()) + _filled(now, match, template) + _rest(now, match)
    return None if now.text == first.text else _read(problem, now)


def _rest(now: Told, match: re.Match[str]) -> Told:
    return now.part(match.end(), len(now.text))


def _told(problem: Problem) -> Told:
    """The text with its numbers and the asked amount as single characters."""
    text = plain(problem.text)
    unknown = problem.tokens[problem.unknown.token]
    spans = [
        (q.start, q.end, NUMBER)
        for q in problem.quantities
        if text[q.start - 1 : q.start] + text[q.end : q.end + 1] != "()"  # 三(1)班 is a name
    ]
    spans.append((unknown.start, unknown.end, ASKED))
    found, origins, at = "", [], 0
    for start, end, name in sorted(spans):
        if start < at:
            continue
        found += text[at:start] + name
        origins += [*range(at, start), start]
        at = end
    return Told(found + text[at:], (*origins, *range(at, len(text))))


@cache
def _rules() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    """Patterns with their templates, these cut at the names of groups."""
    found = []
    for lines in load("zh", "retellings").values():
        for line in lines:
            pattern, _, template = line.partition("=>")
            pattern = pattern.replace("N", NUMBER).replace("X", ASKED)
            pattern = pattern.replace("~", "[^，。]").replace("[^，。", f"[^{_STOPS}")
            parts = tuple(re.split(r"\{(\w+)\}", template.strip()))
            found.append((re.compile(re.sub(r"<(\w+)>", r"(?P<\1>", pattern.strip())), parts))
    return tuple(found)


def _filled(now: Told, match: re.Match[str], template: tuple[str, ...]) -> Told:
    found = said(template[0])
    for name, words in zip(template[1::2], template[2::2], strict=True):
        start, end = match.span(name)
        found = found + now.part(start, end) + said(words) if start >= 0 else found + said(words)
    return found


def _read(problem: Problem, told: Told) -> Retold | None:
    """The new text as a problem; None where its numbers are not those of the old one."""
    text, origins = _written(problem, told)
    cut = columns(text)
    sentences, clauses = segment(text, cut)
    document, quantities = find_quantities(
        Document(text, problem.language, cut, sentences, clauses)
    )
    unknown = find_unknown(document, quantities)
    if unknown is None or len(quantities) != len(problem.quantities):
        return None
    places = {quantity.start: place for place, quantity in enumerate(problem.quantities)}
    old = [places.get(origins[quantity.start], -1) for quantity in quantities]
    if sorted(old) != list(range(len(old))):
        return None
    if any(
        problem.quantities[place].value != quantity.value
        for place, quantity in zip(old, quantities, strict=True)
    ):
        return None
    held = {
        at: place
        for place, token in enumerate(problem.tokens)
        for at in range(token.start, token.end)
    }
    tokens = tuple([held.get(origins[token.start], -1) for token in document.tokens])
    return Retold(Problem(document, quantities, unknown), problem, tuple(old), tokens)


def _written(problem: Problem, told: Told) -> tuple[str, list[int]]:
    """The text with its numbers written out again, and where each character came from."""
    numbers = {quantity.start: quantity.text for quantity in problem.quantities}
    unknown = problem.tokens[problem.unknown.token]
    numbers[unknown.start] = unknown.text
    text, origins = "", []
    for char, origin in zip(told.text, told.origins, strict=True):
        written = numbers.get(origin, char) if char in (NUMBER, ASKED) else char
        text += written
        origins += [origin] * len(written)
    return text, origins
