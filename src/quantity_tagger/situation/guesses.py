"""What the kinds and directions alone suggest where a story was not understood.

A guess leaves holders, places and verbs aside that no statement could tie to the question. It is
never trusted; it keeps the likely equations among the candidates.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import DIRECTION, Fact, Story
from quantity_tagger.situation.relevance import still_to_come
from quantity_tagger.situation.scene import side_fact
from quantity_tagger.situation.statements import Number, whole
from quantity_tagger.situation.understand import Candidate

Signs = dict[int, int]
_ONE: Final = Fraction(1)
#: A guess comes after readings with doubts, before those that contradict themselves.
COST = 2.0
#: Cues that what remains of a whole is asked for.
_REST = frozenset(["left", "not", "need", "free", "change"])


def guess(story: Story) -> list[Candidate]:
    """Equations that the asked kind and the directions of the facts suggest, likeliest first."""
    found: dict[tuple[Number, ...], Candidate] = {}
    tried: set[tuple[bool, frozenset[tuple[int, int]]]] = set()
    for number, (schema, signs) in enumerate(_guesses(story)):
        same = (schema == "difference?", frozenset(signs.items()))
        if len(signs) < 2 or same in tried:
            continue
        tried.add(same)
        candidate = _candidate(story, schema, signs, COST + 0.1 * number)
        if candidate is not None:
            found.setdefault(candidate.coefficients, candidate)
    for candidate in _of_all(story):
        found.setdefault(candidate.coefficients, candidate)
    return list(found.values())


def _of_all(story: Story) -> Iterator[Candidate]:
    """What all numbers suggest, whatever was understood of them: the largest less the others, and
    their sum; told last, in this order.
    """
    values = story.values
    scales = {f.amount.quantity: f.amount.scale for f in story.facts}
    told = [place for place in range(len(values)) if place not in story.names]
    told = told if len(told) > 1 else list(range(len(values)))
    if len(told) < 2 or len({scales.get(place, _ONE) for place in told}) > 1:
        return
    top = max(told, key=values.__getitem__)
    less = [(place in told) * (1 if place == top else -1) for place in range(len(values))]
    schemas = [("difference?" if len(values) == 2 else "whole?", less)]
    if len(values) == 2 or story.question.form == "amount":
        schemas.append(("total?", list(map(abs, less))))
    for number, (schema, shares) in enumerate(schemas):
        answer = sum(share * value for share, value in zip(shares, values, strict=True))
        if answer > 0:
            cost = COST + 0.8 + 0.1 * number
            yield Candidate(tuple(shares), schema, cost, answer, (), ("a guess",))


def _candidate(story: Story, schema: str, signs: Signs, cost: float) -> Candidate | None:
    asked = story.question.fact
    scales = {story.facts[p].amount.scale for p in signs} if asked.kind.measure else {_ONE}
    shares: list[Number] = [0] * len(story.values)
    for place, sign in signs.items():
        amount = story.facts[place].amount
        assert amount.quantity is not None
        size = whole(amount.scale / asked.amount.scale) if len(scales) > 1 else 1
        shares[amount.quantity] += sign * size
    answer: Number = 0
    for share, value in zip(shares, story.values, strict=True):
        answer += share * whole(value)
    if answer <= 0:
        if schema != "difference?" or answer == 0:
            return None
        shares, answer = [-share for share in shares], -answer
    words = tuple(sorted({word for place in signs for word in story.facts[place].words}))
    return Candidate(tuple(shares), schema, cost, answer, words, ("a guess",))


def _guesses(story: Story) -> Iterator[tuple[str, Signs]]:
    question = story.question
    asked = question.fact
    places = _relevant(story, asked)
    facts = {place: story.facts[place] for place in places}
    if question.form == "difference":
        yield "difference?", _sides(story, facts, asked)
        return
    parts = [p for p, f in facts.items() if f.of is not None or DIRECTION.get(f.effect, 0) < 0]
    wholes = [p for p in facts if p not in parts]
    rest: Signs = {**dict.fromkeys(wholes, 1), **dict.fromkeys(parts, -1)}
    total: Signs = dict.fromkeys(facts, 1)
    chain: Signs = {p: DIRECTION.get(f.effect, 0) or 1 for p, f in facts.items()}
    states = [p for p, f in facts.items() if f.effect == "state"]
    flow = DIRECTION.get(asked.effect, 0)
    if "total" in question.cues and "left" not in question.cues:
        yield "total?", total
    for place in (p for p, f in facts.items() if f.total):  # the asked part of a told sum
        value = story.values[facts[place].amount.quantity or 0]
        others = [story.values[f.amount.quantity or 0] for p, f in facts.items() if p != place]
        if value > sum(others):
            yield "rest?", {p: 1 if p == place else -1 for p in facts}
    if "start" in question.cues and states:
        last = states[-1]
        yield "start?", {p: 1 if p == last else -sign for p, sign in chain.items()}
    if question.cues & _REST or asked.kind.lacks:
        goals = [p for p, f in facts.items() if f.effect in ("need", "room")]
        if goals:
            yield "rest?", {p: 1 if p in goals else -1 for p in facts}
        yield "rest?", rest
        if wholes and not parts:
            yield "rest?", {p: 1 if p == wholes[0] else -1 for p in facts}
    if flow and len(states) > 1:
        yield "change?", {states[-1]: flow, states[0]: -flow}
    if parts and wholes:
        yield "rest?", rest
    same = [p for p, f in facts.items() if flow and DIRECTION.get(f.effect, 0) == flow]
    if len(same) > 1:
        yield "total?", dict.fromkeys(same, 1)
    pair: Signs = dict(zip(facts, (1, -1), strict=True)) if len(facts) == 2 else {}
    listed = len({(f.verb, f.effect, f.total) for f in facts.values()}) == 1
    told = [f.total or f.time.phase == "end" for f in facts.values()]
    if not listed and (flow or any(told)):
        yield "difference?", pair
    yield "total?", chain
    yield "difference?", pair
    yield "total?", total


def _relevant(story: Story, asked: Fact) -> list[int]:
    """The told facts of the asked kind, whatever is said of it; of the asked holder if several."""
    told = [
        place
        for place, fact in enumerate(story.facts)
        if fact.amount.quantity is not None
        and fact.than is None
        and fact.effect != "note"
        and not still_to_come(story, fact)
        and not ("paid with" in fact.extras and "change" not in story.question.cues)
    ]
    found = [p for p in told if kinds.heads_meet(story.facts[p].kind, asked.kind)]
    if len(found) < 2:
        heads = [story.facts[p].kind.head for p in told]
        common = max(heads, key=heads.count, default="")
        found = [p for p in told if story.facts[p].kind.head == common]
    if len(found) < 2:
        found = [p for p in told if story.facts[p].kind.measure == asked.kind.measure]
    own = [p for p in found if story.facts[p].holder == asked.holder]
    return own if asked.holder and len(own) > 1 else found


def _sides(story: Story, facts: dict[int, Fact], asked: Fact) -> Signs:
    """The two facts that the sides of an asked difference describe best."""
    places = list(facts)
    if asked.than is None or len(places) <= 2:
        return dict(zip(places[:2], (1, -1), strict=False)) if len(places) == 2 else {}
    other = side_fact(asked, asked.than)
    one = _best(story, facts, asked)
    two = _best(story, facts, other)
    if one is None or two is None or one == two:
        return {}
    return {one: 1, two: -1}


def _best(story: Story, facts: dict[int, Fact], wanted: Fact) -> int | None:
    scores = {place: _likeness(fact, wanted) for place, fact in facts.items()}
    top = max(scores.values())
    best = [place for place, score in scores.items() if score == top]
    return best[0] if len(best) == 1 and top > 0 else None


def _likeness(fact: Fact, wanted: Fact) -> int:
    score = 0
    for name in ("holder", "place", "to", "source", "verb"):
        told = getattr(wanted, name)
        score += 2 if told and told == getattr(fact, name) else 0
    score += 2 if wanted.time.label and wanted.time.label == fact.time.label else 0
    score += 2 if kinds.within(fact.kind, wanted.kind) and wanted.kind.head else 0
    return score + len(wanted.extras & fact.extras) + len(wanted.kind.marks & fact.kind.marks)
