"""What each of several has: one fact for each of them, with the same amount."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quantity_tagger.situation.facts import Fact

EACH = "each"


def to_each(facts: Sequence[Fact], groups: Mapping[str, tuple[str, ...]]) -> list[Fact]:
    """Facts in which what is told of each member of a group is told of every one by itself."""
    found: list[Fact] = []
    moved: dict[int, int] = {}
    for place, fact in enumerate(facts):
        moved[place] = len(found)
        members = groups.get(fact.holder, ())
        if EACH in fact.extras and len(members) > 1:
            own = fact.but(extras=fact.extras - {EACH})
            found += [own.but(holder=member) for member in members]
        else:
            found.append(fact)
    if len(found) == len(facts):
        return found
    return [fact if fact.about is None else fact.but(about=moved[fact.about]) for fact in found]
