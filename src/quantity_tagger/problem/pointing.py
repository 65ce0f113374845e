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
    as do the lemmas ``empty_lemmas``; ``joints`` join what may be about different things;
    ``names`` are those of words that name whom or what a clause is about, not what it says of it.
    """

    empty: frozenset[str]
    joints: frozenset[str]
    empty_lemmas: frozenset[str]
    names: frozenset[str] = frozenset()


_STOPS: Final = frozenset(",;:.!?，；：。！？、")


def echoes(problem: Problem, units: Sequence[str], tagset: Tagset) -> tuple[Echo, ...]:
    """For each quantity in text order how much the question points at it; ``units`` tell of what
    each is, where it is left out too, ``tagset`` what the tags of its words mean.
    """
    asked = _asked(problem, tagset)
    beside = _beside(problem, tagset, asked)
    common = -1
    for index, unit in enumerate(units):
        beside[index] |= asked.get(unit, 0)
        common &= beside[index]
    hits = [(told & ~common).bit_count() for told in beside]
    most = max(hits)
    return tuple([_level(n, most) for n in hits])


def _level(hits: int, most: int) -> Echo:
    if not most:
        return ""
    if hits == most:
        return "most"
    return "some" if hits else "none"


def _asked(problem: Problem, tagset: Tagset) -> dict[str, int]:
    """What the question names, each with a bit of its own."""
    columns, question = problem.document.columns, problem.unknown.question
    empty, _, empty_lemmas, _ = tagset
    found: dict[str, int] = {}
    for index in range(question.start, question.stop):
        lemma = columns.lemmas[index]
        if columns.tags[index] not in empty and lemma not in empty_lemmas:
            found.setdefault(lemma, 1 << len(found))
    return found


def _beside(problem: Problem, tagset: Tagset, asked: dict[str, int]) -> list[int]:
    """Of the words ``asked`` for, those of the phrase that each quantity stands in, by their bits;
    a quantity that does not say whose, where or when it is told of takes that from the phrase
    before it in its sentence.
    """
    columns = problem.document.columns
    texts, tags, lemmas = columns.texts, columns.tags, columns.lemmas
    empty, joints, empty_lemmas, _ = tagset
    numbers = [*[quantity.token for quantity in problem.quantities], len(texts)]
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
        while left > floor and tags[left - 1] not in joints and texts[left - 1] not in _STOPS:
            left -= 1
            lemma = lemmas[left]
            if tags[left] not in empty and lemma not in empty_lemmas:
                anew = True
                own |= asked.get(lemma, 0)
        if anew:
            lead = own
        told = lead
        right = at + 1
        end = numbers[number + 1]
        while right < end and tags[right] not in joints and texts[right] not in _STOPS:
            if tags[right] not in empty:  # an empty lemma is not asked for
                told |= asked.get(lemmas[right], 0)
            right += 1
        found.append(told)
        after_last = right
    return found
