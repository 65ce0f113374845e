"""Which quantities the question's own words point at, whatever they mean, in any language.

"Kim chose 26 pears, Lou 21 and Mia 9. How many more did Kim choose than Mia?": the words of the
question that stand beside some of the quantities and not beside all of them tell those quantities
from the others. No grammar is needed for this, so it holds where the analysis of units, owners,
places and times fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.problem.problem import Problem

#: How much of what tells quantities apart stands beside one: nothing does, none of it, some of it,
#: as much as beside any other.
Echo = Literal["", "none", "some", "most"]


class Tagset(NamedTuple):
    """What the tags of a language say of words: ``empty`` are those of words that name nothing,
    as do the lemmas ``empty_lemmas``; ``joints`` join what may be about different things.
    """

    empty: frozenset[str]
    joints: frozenset[str]
    empty_lemmas: frozenset[str]


_STOPS: Final = frozenset(",;:.!?，；：。！？、")


def echoes(problem: Problem, units: Sequence[str], tagset: Tagset) -> tuple[Echo, ...]:
    """For each quantity in text order how much the question points at it; ``units`` tell of what
    each is, where it is left out too, ``tagset`` what the tags of its words mean.
    """
    words = _Words(problem, tagset)
    asked = words.asked(problem.unknown.question)
    beside = _beside(problem, words, asked)
    common = -1
    for index, unit in enumerate(units):
        beside[index] |= asked.get(unit, 0)
        common &= beside[index]
    hits = [(told & ~common).bit_count() for told in beside]
    most = 0
    for n in hits:
        most = max(most, n)
    return tuple([_level(n, most) for n in hits])


def _level(hits: int, most: int) -> Echo:
    if not most:
        return ""
    if hits == most:
        return "most"
    return "some" if hits else "none"


class _Words:
    """The words of a text, and what they do in it."""

    __slots__ = ("_empty", "_empty_lemmas", "_joints", "lemmas", "tags", "texts")

    def __init__(self, problem: Problem, tagset: Tagset) -> None:
        columns = problem.document.columns
        self.texts = columns.texts
        self.tags = columns.tags
        self.lemmas = columns.lemmas
        self._empty, self._joints, self._empty_lemmas = tagset

    def asked(self, question: range) -> dict[str, int]:
        """What the question names, each with a bit of its own."""
        found: dict[str, int] = {}
        for index in range(question.start, question.stop):
            if self.names(index):
                found.setdefault(self.lemmas[index], 1 << len(found))
        return found

    def names(self, index: int) -> bool:
        """Whether a word names something."""
        return self.tags[index] not in self._empty and self.lemmas[index] not in self._empty_lemmas

    def parts(self, index: int) -> bool:
        """Whether what stands on either side of a word may be about different things."""
        text = self.texts[index]
        return (len(text) == 1 and text in _STOPS) or self.tags[index] in self._joints


def _beside(problem: Problem, words: _Words, asked: dict[str, int]) -> list[int]:
    """Of the words ``asked`` for, those of the phrase that each quantity stands in, by their bits;
    a quantity that does not say whose, where or when it is told of takes that from the phrase
    before it in its sentence.
    """
    numbers = [quantity.token for quantity in problem.quantities]
    numbers.append(len(words.texts))
    starts = [sentence.start for sentence in problem.document.sentences]
    sentence = 0
    found: list[int] = []
    lead = 0
    after_last = 0
    for number in range(len(numbers) - 1):
        at = numbers[number]
        while sentence + 1 < len(starts) and starts[sentence + 1] <= at:
            sentence += 1
        floor = max(after_last, starts[sentence])
        anew = starts[sentence] >= after_last
        own = 0
        left = at
        while left > floor and not words.parts(left - 1):
            left -= 1
            if words.names(left):
                anew = True
                own |= asked.get(words.lemmas[left], 0)
        if anew:
            lead = own
        told = lead
        right = at + 1
        while right < numbers[number + 1] and not words.parts(right):
            if words.names(right):
                told |= asked.get(words.lemmas[right], 0)
            right += 1
        found.append(told)
        after_last = right
    return found
