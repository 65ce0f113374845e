"""Sets by the words that counts are told with.

Where a text speaks of both, of neither or of one alone, what only one count says is a set. Where it
divides things in two ways at once, two values that leave no third (red and the others blue, sold
and unsold) are inside and outside of one set.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from quantity_tagger.situation.families.atoms import Count, Mode
from quantity_tagger.situation.statements import Number

Words = frozenset[str]
Pair = frozenset[str]
#: The words inside a set and those outside.
Sides = tuple[Words, Words]

_NONE: Words = frozenset()
_MOST = 3


@dataclass(slots=True)
class Told:
    """What is said of those counted, and what is denied; ``quantity`` None is what is asked, or
    nobody (``empty``).
    """

    start: int
    quantity: int | None
    said: Words = _NONE
    denied: Words = _NONE
    mode: Mode = "in"
    noun: str = ""
    lead: Words = _NONE  # what is said before the number
    empty: bool = False

    @property
    def words(self) -> Words:
        return self.said | self.denied


def paired(one: Words, other: Words) -> set[Pair]:
    """All pairs of a word that only the one has and a word that only the other has."""
    return {frozenset(pair) for pair in product(one - other, other - one)}


def by_number(
    told: Sequence[Told], question: Told, values: Sequence[Number], before: Words
) -> list[Sides]:
    """What only one count says is a set; the largest may be all of them. The question names one
    that the words ``before`` it tell of.
    """
    named = [one for one in told if one.mode in ("in", "only") and one.quantity is not None]
    named.sort(key=lambda one: values[one.quantity or 0], reverse=True)
    new = question.said.difference(*(one.said for one in named))
    asked = [question] if question.denied or new & before else []
    largest = named[0].said if named else _NONE
    whole = not any(largest & one.said for one in named[1:])
    tries = ([*named[1:]], [*named[1:], *asked], named, [*named, *asked])
    sets: list[Words] = []
    for some in tries if whole else tries[2:]:
        if len(sets) < 2:
            sets = _distinct([one.said - one.lead or one.said for one in some])
    bare = [one for one in named if not one.said - one.lead]
    if len(sets) < 2 and len(bare) == 2:  # "25 and 18 names, 6 of them on both lists"
        for one in bare:
            one.said = frozenset([f"#{one.quantity}"])
        sets = [one.said for one in bare]
    return [(one, _NONE) for one in sets] if 2 <= len(sets) <= _MOST else []


def _distinct(named: Iterable[Words]) -> list[Words]:
    """What tells the counts apart; of one that says more than another, what it says more."""
    found: list[Words] = []
    for one in sorted(dict.fromkeys(named), key=len):
        more = one.difference(*(other for other in found if one >= other))
        if more:
            found.append(more)
    common = _NONE.union(*(a & b for a, b in combinations(found, 2)))
    return [one - common for one in found if one - common]


def by_pair(
    told: Sequence[Told], question: Told, values: Sequence[Number], pairs: Collection[Pair]
) -> list[Sides]:
    """Sets whose two sides are told, or one of which is denied."""
    counts = [*told, question]
    whole = max(told, key=lambda one: 0 if one.quantity is None else values[one.quantity])
    pairs = {
        pair
        for pair in (*pairs, *_filling(told, values))
        if not any(pair <= one.said for one in counts if one is not whole)
    }
    said = _NONE.union(*(one.words for one in counts))
    sides: list[Sides] = []
    for word in sorted(said):
        against = frozenset(o for pair in pairs if word in pair for o in pair if o != word)
        if against and not _known(sides) >= {word}:
            mates = frozenset(w for pair in pairs if pair & against for w in pair) - against
            sides.append((mates, against & said or against))
    for one in counts:
        if one.denied - _known(sides):
            sides.append((one.denied - _known(sides), _NONE))
    if len(sides) == 1:
        sides += _crossing(told, question, _known(sides))
    known = _known(sides).union(*(one.words for one in told))
    return sides if 2 <= len(sides) <= _MOST and question.said <= known else []


def _known(sides: Iterable[Sides]) -> Words:
    return _NONE.union(*(one | other for one, other in sides))


def _filling(told: Sequence[Told], values: Sequence[Number]) -> set[Pair]:
    """As in "Of 75 shops 45 are open and 30 closed": two counts that make up the whole."""
    sizes = {one.start: values[one.quantity] for one in told if one.quantity is not None}
    whole = max(sizes.values(), default=0)
    wholes = [one for one in told[:1] if sizes.get(one.start) == whole]
    found: set[Pair] = set()
    for one, other in combinations([one for one in told if one.start in sizes and wholes], 2):
        apart = not any((all_.said | all_.lead) & (one.said | other.said) for all_ in wholes)
        if apart and sizes[one.start] + sizes[other.start] == whole:
            found |= paired(one.said, other.said)
    return found


def _crossing(told: Sequence[Told], question: Told, known: Words) -> list[Sides]:
    """As in "31 are electric, 19 of them Norwegian": what is told together with a known value. A
    new word of the question is its other side.
    """
    crossed = [one.said - known for one in told if one.said & known and one.said - known]
    times = [word for one in told for word in one.said - known]
    common = {word for word in times if times.count(word) > 1}.intersection(*crossed)
    asked = question.said & common if crossed else _NONE
    new = question.said - known - frozenset(times)
    if asked and not new:
        return [(asked, _NONE)]
    return [(frozenset(common), new)] if crossed and common and len(new) == 1 else []


def counted(
    told: Sequence[Told], question: Told, sets: Sequence[Sides], values: Sequence[Number]
) -> list[Count] | None:
    """The counts by the sets they lie in; None where one lies in none and is not the whole."""
    numbers = [values[one.quantity] for one in told if one.quantity is not None]
    found = []
    for one in (*told, question):
        count = _count(one, sets)
        size = None if one.quantity is None else values[one.quantity]
        if count.mode == "all" and one is not question and size != max(numbers):
            return None
        found.append(count)
    return found


def _count(told: Told, sets: Sequence[Sides]) -> Count:
    within, without = set(), set()
    for number, (inside, outside) in enumerate(sets):
        for_it = bool(told.said & inside) or bool(told.denied & outside)
        against = bool(told.said & outside) or bool(told.denied & inside)
        if for_it and not against:
            within.add(number)
        elif against and not for_it:
            without.add(number)
    every = frozenset(range(len(sets)))
    if told.mode in ("any", "joint", "none", "several", "single"):
        return Count(told.mode, every, told.quantity, (told.start,), empty=told.empty)
    if told.mode == "only":  # of sets with two sides those told say nothing of the others
        without |= {n for n in every - within if not sets[n][1]}
    mode: Mode = "in" if within or without else "none" if told.denied else "all"
    inside_all, outside_all = frozenset(within), frozenset(without)
    return Count(mode, inside_all, told.quantity, (told.start,), outside_all, told.empty)
