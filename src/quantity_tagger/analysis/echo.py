"""Which quantities the question's own words point at, whatever they mean, in any language.

"Kim chose 26 pears, Lou 21 and Mia 9. How many more did Kim choose than Mia?": the words of the
question that stand beside some of the quantities and not beside all of them tell those quantities
from the others. No grammar is needed for this, so it holds where the analysis of units, owners,
places and times fails.
"""

from __future__ import annotations

from itertools import compress
from operator import itemgetter, not_
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
_TAG, _LEMMA = itemgetter(3), itemgetter(4)
_JOINTS: Final = frozenset(["CC", "c", ",", ":"])
_STOPS: Final = frozenset(",;:.!?，；：。！？、")


def echoes(problem: Problem, units: Sequence[str]) -> tuple[Echo, ...]:
    """For each quantity in text order how much the question points at it; ``units`` tell of what
    each is, where it is left out too.
    """
    names = _Names(problem)
    beside = _beside(problem, names)
    for told, unit in zip(beside, units, strict=True):
        told.add(unit)
    question = problem.unknown.question
    asked = names.between(question.start, question.stop)
    hits = [0] * len(beside)
    for name in asked:
        found = [index for index, told in enumerate(beside) if name in told]
        if 0 < len(found) < len(beside):
            for index in found:
                hits[index] += 1
    most = max(hits, default=0)
    return tuple([_level(n, most) for n in hits])


def _level(hits: int, most: int) -> Echo:
    if not most:
        return ""
    if hits == most:
        return "most"
    return "some" if hits else "none"


class _Names:
    """The words of a text that name something, by the stretch they stand in."""

    def __init__(self, problem: Problem) -> None:
        empty = map(_EMPTY[problem.language].__contains__, map(_TAG, problem.tokens))
        self._name: list[bool] = list(map(not_, empty))
        self._lemmas: list[str] = list(map(_LEMMA, problem.tokens))

    def between(self, start: int, stop: int) -> set[str]:
        return {*compress(self._lemmas[start:stop], self._name[start:stop])} - _EMPTY_LEMMAS


def _beside(problem: Problem, names: _Names) -> list[set[str]]:
    """The words of the phrase that each quantity stands in; one that does not say whose, where or
    when it is told of takes that from the phrase before it in its sentence.
    """
    parts = [token[3] in _JOINTS or token[0] in _STOPS for token in problem.tokens]
    numbers = {quantity.token for quantity in problem.quantities}
    starts = {sentence.start for sentence in problem.document.sentences}
    found: list[set[str]] = []
    lead: set[str] = set()
    after_last = 0
    for at in [quantity.token for quantity in problem.quantities]:
        left = at
        while left > after_last and left not in starts and not parts[left - 1]:
            left -= 1
        own = names.between(left, at)
        if own or not starts.isdisjoint(range(after_last, at + 1)):
            lead = own
        right = at + 1
        while right < len(parts) and right not in numbers and not parts[right]:
            right += 1
        found.append(lead | names.between(at + 1, right))
        after_last = right
    return found
