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
_EMPTY_LEMMAS = frozenset(["be", "have", "do", "many", "much", "more", "few", "less", "有", "是"])
_JOINTS = frozenset(["CC", "c", ",", ":"])
_STOPS = frozenset(",;:.!?，；：。！？、")


def echoes(problem: Problem, units: Sequence[str]) -> tuple[Echo, ...]:
    """For each quantity in text order how much the question points at it; ``units`` tell of what
    each is, where it is left out too.
    """
    empty = _EMPTY[problem.language]
    named = [
        "" if tag in empty or lemma in _EMPTY_LEMMAS else lemma
        for _, _, _, tag, lemma in problem.tokens
    ]
    beside = _beside(problem, named)
    for names, unit in zip(beside, units, strict=True):
        names.add(unit)
    question = problem.unknown.question
    asked = {*named[question.start : question.stop]} - {""}
    hits = [0] * len(beside)
    for name in asked:
        found = [index for index, names in enumerate(beside) if name in names]
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


def _beside(problem: Problem, named: list[str]) -> list[set[str]]:
    """The words, by ``named`` or "" for each token, of the phrase that each quantity stands in; one
    that does not say whose, where or when it is told of takes that from the phrase before it in its
    sentence.
    """
    parts = [tag in _JOINTS or text in _STOPS for text, _, _, tag, _ in problem.tokens]
    numbers = {quantity.token for quantity in problem.quantities}
    starts = {sentence.start for sentence in problem.document.sentences}
    found: list[set[str]] = []
    lead: set[str] = set()
    after_last = 0
    for quantity in problem.quantities:
        at = quantity.token
        left = at
        while left > after_last and left not in starts and not parts[left - 1]:
            left -= 1
        own = {*named[left:at]} - {""}
        if own or not starts.isdisjoint(range(after_last, at + 1)):
            lead = own
        right = at + 1
        while right < len(parts) and right not in numbers and not parts[right]:
            right += 1
        names = {*lead, *named[at + 1 : right]} - {""}
        found.append(names)
        after_last = right
    return found
