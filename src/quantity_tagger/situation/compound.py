"""Amounts in two units: "1 hour 20 minutes" is one amount, though two numbers tell it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

from quantity_tagger.situation.facts import Fact, Story
from quantity_tagger.situation.statements import Number, whole
from quantity_tagger.situation.understand import Candidate

#: For the place of a number that completes the one before it, how many of that one's unit it is.
Joined = dict[int, Fraction]


def join(story: Story, beside: Collection[int]) -> tuple[Story, Joined]:
    """The story with one fact for each amount in two units, told in the larger; ``beside`` are the
    numbers that stand right after the unit of the one before them.
    """
    values = list(story.values)
    joined: Joined = {}
    facts: list[Fact] = []
    moved: dict[int, int] = {}
    for place, fact in enumerate(story.facts):
        last = facts[-1] if facts else None
        if last is not None and _completes(last, fact, beside, values):
            second = fact.amount.quantity or 0
            share = fact.amount.scale / last.amount.scale
            values[second - 1] += values[second] * share
            joined[second] = share
            facts[-1] = last.but(words=(*last.words, *fact.words))
        else:
            facts.append(fact)
        moved[place] = len(facts) - 1
    if not joined:
        return story, joined
    facts = [one if one.about is None else one.but(about=moved[one.about]) for one in facts]
    return story._replace(
        facts=tuple(facts), values=tuple(values), names=story.names.union(joined)
    ), joined


def _completes(last: Fact, fact: Fact, beside: Collection[int], values: list[Number]) -> bool:
    one, other = last.amount.quantity, fact.amount.quantity
    return (
        other in beside
        and one is not None
        and other == one + 1
        and fact.kind.head == last.kind.head
        and fact.kind.measure
        and fact.effect == last.effect
        and values[other] * fact.amount.scale < last.amount.scale
    )


def spread(candidate: Candidate, joined: Joined) -> Candidate:
    """A candidate of the joined story, said of both numbers."""
    if not joined:
        return candidate
    shares = list(candidate.coefficients)
    for place, share in joined.items():
        shares[place] = whole(shares[place - 1] * share)
    return replace(candidate, coefficients=tuple(shares))
