"""Which quantities the question's own words point at, whatever they mean, in any language.

"Kim chose 26 pears, Lou 21 and Mia 9. How many more did Kim choose than Mia?": the words of the
question that stand beside some of the quantities and not beside all of them tell those quantities
from the others. No grammar is needed for this, so it holds where the analysis of units, owners,
places and times fails.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quantity_tagger.reading.problem import Problem
    from quantity_tagger.text.document import Language

#: How much of what tells quantities apart stands beside one: nothing does, none of it, some of it,
#: as much as beside any other.
Echo = Literal["", "none", "some", "most"]

# Tags of words that name nothing, and those that join what may be about different things.
# fmt: off
_EMPTY: Final[dict[Language, frozenset[str]]] = {
    "en": frozenset([
        "CC", "CD", "DT", "EX", "IN", "MD", "PDT", "POS", "PRP", "PRP$", "RB", "RBR", "RP", "TO",
        "UH", "WDT", "WP", "WP$", "WRB", "HYPH", "SYM", "-LRB-", "-RRB-", ".", ",", ":", "$",
        "''", "``",
    ]),
    "zh": frozenset([
        "x", "m", "q", "p", "c", "d", "r", "u", "uj", "ul", "uv", "uz", "ug", "ud", "y", "e", "w",
    ]),
}
# fmt: on
_EMPTY_LEMMAS: Final = frozenset(
    ["be", "have", "do", "many", "much", "more", "few", "less", "有", "是", ""]
)
_JOINTS: Final = frozenset(["CC", "c", ",", ":"])
_STOPS: Final = frozenset(",;:.!?，；：。！？、")


def echoes(problem: Problem, units: Sequence[str]) -> tuple[Echo, ...]:
    """For each quantity in text order how much the question points at it; ``units`` tell of what
    each is, where it is left out too.
    """
    words = _Words(problem)
    question = problem.unknown.question
    asked: set[str] = set()
    for index in range(question.start, question.stop):
        if name := words.name(index):
            asked.add(name)
    beside = _beside(problem, words, asked)
    counts = dict.fromkeys(asked, 0)
    for told, unit in zip(beside, units, strict=True):
        if unit in asked:
            told.add(unit)
        for name in told:
            counts[name] += 1
    hits = [0] * len(beside)
    most = 0
    for index, told in enumerate(beside):
        for name in told:
            if counts[name] < len(beside):
                hits[index] += 1
        most = max(most, hits[index])
    return tuple([_level(n, most) for n in hits])


def _level(hits: int, most: int) -> Echo:
    if not most:
        return ""
    if hits == most:
        return "most"
    return "some" if hits else "none"


class _Words:
    """The words of a text, and what they do in it."""

    __slots__ = ("_empty", "_lemmas", "_tags", "_texts")

    def __init__(self, problem: Problem) -> None:
        columns = problem.document.columns
        self._texts = columns.texts
        self._tags = columns.tags
        self._lemmas = columns.lemmas
        self._empty = _EMPTY[problem.language]

    def name(self, index: int) -> str:
        """The lemma of a word that names something."""
        lemma = self._lemmas[index]
        return "" if self._tags[index] in self._empty or lemma in _EMPTY_LEMMAS else lemma

    def parts(self, index: int) -> bool:
        """Whether what stands on either side of a word may be about different things."""
        return self._tags[index] in _JOINTS or self._texts[index] in _STOPS


def _beside(problem: Problem, words: _Words, asked: set[str]) -> list[set[str]]:
    """Of the words ``asked`` for, those of the phrase that each quantity stands in; one that does
    not say whose, where or when it is told of takes that from the phrase before it in its sentence.
    """
    numbers = [quantity.token for quantity in problem.quantities]
    numbers.append(len(problem.document.columns.texts))
    starts = [sentence.start for sentence in problem.document.sentences]
    sentence = 0
    found: list[set[str]] = []
    lead: set[str] = set()
    after_last = 0
    for number in range(len(numbers) - 1):
        at = numbers[number]
        while sentence + 1 < len(starts) and starts[sentence + 1] <= at:
            sentence += 1
        floor = max(after_last, starts[sentence])
        left = at
        own: set[str] = set()
        anew = starts[sentence] >= after_last
        while left > floor and not words.parts(left - 1):
            left -= 1
            if name := words.name(left):
                anew = True
                if name in asked:
                    own.add(name)
        if anew:
            lead = own
        told = set(lead)
        right = at + 1
        while right < numbers[number + 1] and not words.parts(right):
            if (name := words.name(right)) in asked:
                told.add(name)
            right += 1
        found.append(told)
        after_last = right
    return found
