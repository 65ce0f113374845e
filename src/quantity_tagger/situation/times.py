"""The order of what happens, and which named times hold which."""

from __future__ import annotations

from collections.abc import Sequence

from quantity_tagger.situation.facts import Fact, Time

_PHASES = {"start": -2, "": 0, "end": 2}


#: The ranks of the night and of the morning after it.
_NIGHT, _MORNING = 9, 3


def next_day(rank: int, time: Time) -> bool:
    """Whether a morning is told after the night of this rank."""
    return rank >= _NIGHT and "day" in time.ups and (time.rank or 0) <= _MORNING


def in_order(facts: Sequence[tuple[int, Fact]]) -> list[tuple[int, Fact]]:
    """Facts of one stock in the order of the story: told order, but for named times, phases and
    what is told as over before.
    """
    ranks = sorted(
        (fact.time.rank for _, fact in facts if fact.time.rank is not None and not fact.time.phase)
    )
    coming = any(fact.time.future for _, fact in facts)
    keyed: list[tuple[int, int, float, int, Fact]] = []
    last, ranked, week, day = -99, 0, 0, 0
    for place, fact in facts:
        rank = None if _now(fact, facts) else fact.time.rank
        if rank is None and fact.time.present:
            if keyed:
                last = max(last, 50)
            elif ranks and ranks[0] < 0:
                last = 0  # "She is 52 inches tall. Last year she was 49": told first, and later
        name = fact.time.phase
        if name == "start" and rank is not None and ranks and ranks[0] < rank:
            name = ""  # the start of a later time: "this year it began with 60"
        if name == "end" and ((not keyed and coming) or _goes_on(place, fact, facts)):
            name = ""
        before = fact.time.earlier and not fact.time.phase
        if before and rank is not None and ranks[0] < rank:
            before = False  # "at noon he had put in 12": after the morning that is told
        phase = (3 if fact.time.future else _PHASES[name]) - before
        if rank is not None and rank < 0 and not name:
            phase = -3  # "last winter": before the story began
        if rank == 1 and ranked == 7 and "week" in fact.time.ups:
            week += 1  # Sunday, then Monday: the next week
        if rank is not None and 0 < ranked < 40 and next_day(ranked, fact.time):
            day += 1
        ranked = rank or ranked
        since = last if rank is None or name else rank + 7 * week + 12 * day
        if phase > -3:  # the story goes on where it was
            last = since
        told = float(place) if fact.position is None else fact.position
        keyed.append((phase, since if ranks else 0, told, place, fact))
    keyed.sort(key=lambda entry: entry[:4])
    return [(place, fact) for _, _, _, place, fact in keyed]


def _goes_on(place: int, stock: Fact, facts: Sequence[tuple[int, Fact]]) -> bool:
    """As in "11 were left. In the evening she bought 5": what is left is not the end of it."""
    before = [f.time.rank for n, f in facts if n < place and f.time.rank is not None]
    for number, fact in facts:
        if number < place or fact.sentence <= stock.sentence or fact.effect == "state":
            continue
        rank = fact.time.rank
        if rank is not None and before and rank > max(before):
            return stock.effect == "state" and not fact.time.earlier
    return False


def _now(fact: Fact, facts: Sequence[tuple[int, Fact]]) -> bool:
    """As in "sold 5 in the summer, and today he has 42": after times of another calendar."""
    time = fact.time
    if not time.present or time.ups or time.rank is None:
        return False
    return any(other.time.ups and time.label not in other.time.ups for _, other in facts)


def holds(whole: Time, part: Time) -> bool:
    """Whether the first time is not told, the same, or holds the second."""
    if not whole.label or whole.label == part.label or whole.label in part.ups:
        return True
    return any(one.label == part.label for one in whole.parts)  # "in June and in August together"


def same(one: Time, other: Time) -> bool:
    return one.label == other.label
