"""What kinds, holders and directions alone suggest where a story was not understood.

A guess is never trusted; it keeps the likely equations among the candidates, for whoever weighs
them by other evidence. Amounts that have ever less to do with the question are put together in the
ways that its words suggest; then one of them is left out, or counted the other way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import Final, NamedTuple

from quantity_tagger.situation import kinds
from quantity_tagger.situation.facts import Amount, Fact, Kind, Question, Story
from quantity_tagger.situation.outline import direction_for, same_time, told_as, whose
from quantity_tagger.situation.relevance import still_to_come
from quantity_tagger.situation.scene import side_fact
from quantity_tagger.situation.statements import Number, whole
from quantity_tagger.situation.understand import Candidate

Signs = dict[int, int]
_ONE: Final = Fraction(1)
#: A guess comes after readings with doubts, before those that contradict themselves.
COST = 2.0
#: How many equations are guessed, and how many of a group of amounts before those of the next.
MOST = 10
LIKELY = 2
#: Cues that what remains of a whole is asked for.
_REST = frozenset(["left", "not", "need", "free", "change", "rest"])


class Told(NamedTuple):
    """An amount of the story as a guess sees it: what its statement makes of it (``role``), what it
    does to the asked stock (``direction``), how it counts where told differences are added up
    (``way``), and how much it has in common with the question (``near``).
    """

    quantity: int
    fact: Fact
    value: Number
    role: str
    direction: int
    way: int
    near: int

    @property
    def is_end(self) -> bool:
        """Whether it is a stock that is told of the end."""
        return self.role == "state" and (
            self.fact.time.phase == "end" or "left" in self.fact.extras or self.fact.time.present
        )


Equation = tuple[Sequence[Told], str, Signs]


def guess(story: Story, cost: float = COST) -> list[Candidate]:
    """The likeliest equations first, each once."""
    found: dict[tuple[Number, ...], Candidate] = {}
    for own, schema, signs in _in_turn(story):
        one = _candidate(story, own, schema, signs, cost + 0.1 * len(found))
        if one is not None:
            found.setdefault(one.coefficients, one)
        if len(found) == MOST:
            break
    return list(found.values())


def _in_turn(story: Story) -> Iterator[Equation]:
    """The likeliest equations of each group of amounts, then all the others of each, then those
    without one of them, then those with one counted the other way.
    """
    question = story.question
    groups = _groups(story)
    ways = [_equations(own, question) for own in groups]
    for equations in ways:
        yield from islice(equations, LIKELY)
    yield from chain.from_iterable(ways)
    for group in groups:
        for own in _without_one(group):
            yield from islice(_equations(own, question), LIKELY)
    for group in groups:
        yield from _one_turned(group, question)


def _candidate(
    story: Story, own: Sequence[Told], schema: str, signs: Signs, cost: float
) -> Candidate | None:
    asked = story.question.fact
    measured = all(kinds.heads_meet(own[place].fact.kind, asked.kind) for place in signs)
    scales = {own[place].fact.amount.scale for place in signs} if measured else {_ONE}
    shares: list[Number] = [0] * len(story.values)
    answer: Number = 0
    for place, sign in signs.items():
        one = own[place]
        size = whole(one.fact.amount.scale / asked.amount.scale) if len(scales) > 1 else 1
        shares[one.quantity] += sign * size
        answer += sign * size * one.value
    if not answer or sum(map(bool, shares)) < 2:
        return None
    if answer < 0:
        shares, answer = [-share for share in shares], -answer
    words = tuple(sorted({word for place in signs for word in own[place].fact.words}))
    return Candidate(tuple(shares), schema, cost, answer, words, ("a guess",))


def _groups(story: Story) -> list[list[Told]]:
    """Groups of amounts, those that have most in common with the question first."""
    asked = story.question.fact
    said = [
        _told(story, quantity, fact)
        for fact in story.facts
        if (quantity := fact.amount.quantity) is not None
    ]
    told = [one for one in said if _counts(story, one.fact)]
    of_kind = [one for one in told if kinds.heads_meet(one.fact.kind, asked.kind)]
    if len(of_kind) < 2:
        plain = [one for one in said if one.fact.than is None or one in told]
        of_kind = [one for one in plain if kinds.heads_meet(one.fact.kind, asked.kind)]
    if len(of_kind) < 2:
        heads = [one.fact.kind.head for one in told]
        common = max(heads, key=heads.count, default="")
        of_kind = [one for one in told if one.fact.kind.head == common]
    same = [one for one in of_kind if asked.holder and one.fact.holder == asked.holder]
    own = [one for one in of_kind if whose(story, one.fact, asked) != "other"]
    near = [one for one in own if _is_near(one.fact, asked)]
    alike = [one for one in told if one.fact.kind.measure == asked.kind.measure]
    known = {one.quantity for one in told}
    unread = [place for place in range(len(story.values)) if place not in known]
    everything = [*told, *[_told(story, place, _nothing(place)) for place in unread]]
    groups: dict[tuple[int, ...], list[Told]] = {}
    for group in (same, near, own, of_kind, alike, told, everything):
        if len(group) > 1:
            groups.setdefault(tuple([one.quantity for one in group]), group)
    return list(groups.values())


def _nothing(quantity: int) -> Fact:
    """What is told of a number that no clause says anything of."""
    return Fact(Amount(quantity), "do", Kind())


def _counts(story: Story, fact: Fact) -> bool:
    """Whether the question can be about what it tells."""
    paid = "paid with" in fact.extras and "change" not in story.question.cues
    return fact.effect != "note" and not paid and not still_to_come(story, fact)


def _told(story: Story, quantity: int, fact: Fact) -> Told:
    asked = story.question.fact
    direction = direction_for(fact, asked)
    way = direction or 1
    if fact.than is not None:
        way = -fact.sign if _is_turned(story, fact) else fact.sign
    near = _likeness(fact, asked) - 2 * (whose(story, fact, asked) == "other")
    value, role = story.values[quantity], told_as(fact)
    return Told(quantity, fact, value, role, direction, way or 1, near)


def _is_turned(story: Story, fact: Fact) -> bool:
    """Whether the second side of a told difference is asked for: it is named, or the first is
    told.
    """
    asked = story.question.fact
    if asked.holder and asked.holder in (fact.holder, fact.than and fact.than.holder):
        return asked.holder != fact.holder
    return any(
        one is not fact and one.than is None and one.holder == fact.holder and one.kind == fact.kind
        for one in story.facts
    )


def _is_near(fact: Fact, asked: Fact) -> bool:
    """Whether it is not said to be of another time, nor of other things of the kind."""
    return same_time(fact, asked) != "other" and kinds.meets(fact.kind, asked.kind)


def _equations(own: Sequence[Told], question: Question) -> Iterator[Equation]:
    for name in _order(own, question):
        signs = _WAYS[name](own, question)
        if signs:
            yield own, f"{_SAME.get(name, name)}?", signs


def _order(own: Sequence[Told], question: Question) -> list[str]:
    """The ways to put amounts together as the question suggests them."""
    cues, asked = question.cues, question.fact
    flow = direction_for(asked, asked)
    moves = {one.direction for one in own}
    found: list[str] = []
    if question.form == "difference":
        found += ["sides", "rest"]
    elif "start" in cues:
        found += ["told whole", "start"]
    elif cues & _REST or asked.kind.lacks:
        found += ["told whole", "goal", "of whole", "left", "rest"]
    elif "total" in cues:
        found += ["total"]
    elif _is_other_time(own, asked):
        found += ["told whole", "rest"]
    elif flow and "now" not in cues:
        found += ["told whole", "change", "flows"]
    if any(one.fact.than is not None for one in own):
        found += ["compared"]
    found += ["told whole", "of whole"]
    unmoved = moves == {0} or (flow and len(moves) > 1)
    if "apart" in cues or (len(own) == 2 and not cues and unmoved and not _are_listed(own)):
        found += ["rest"]
    found += ["chain", "total", "rest", "start", "goal"]
    return list(dict.fromkeys(found))


def _is_other_time(own: Sequence[Told], asked: Fact) -> bool:
    """Whether it is asked of a time when nothing is told of, though all is told of some time."""
    times = {one.fact.time.label for one in own}
    return bool(asked.time.label) and "" not in times and asked.time.label not in times


def _are_listed(own: Sequence[Told]) -> bool:
    """Whether one comes on top of the other, or both are told alike of two who hold them."""
    one, other = (told.fact for told in own)
    alike = (one.verb, one.effect) == (other.verb, other.effect)
    two = bool(one.holder and other.holder) and one.holder != other.holder
    return other.more or (alike and two)


def _sides(own: Sequence[Told], question: Question) -> Signs:
    """The amounts that each side of an asked difference describes best."""
    asked = question.fact
    if len(own) == 2:
        return {0: 1, 1: -1}
    if asked.than is None:
        return {}
    one = _best(own, asked)
    two = [place for place in _best(own, side_fact(asked, asked.than)) if place not in one]
    return {**dict.fromkeys(one, 1), **dict.fromkeys(two, -1)} if one and two else {}


def _best(own: Sequence[Told], wanted: Fact) -> list[int]:
    scores = [_likeness(one.fact, wanted) for one in own]
    top = max(scores)
    return [place for place, score in enumerate(scores) if score == top > 0]


def _likeness(fact: Fact, wanted: Fact) -> int:
    score = 0
    for name in ("holder", "place", "to", "source", "verb"):
        told = getattr(wanted, name)
        score += 2 if told and told == getattr(fact, name) else 0
    score += 2 if wanted.time.label and wanted.time.label == fact.time.label else 0
    score += 2 if kinds.within(fact.kind, wanted.kind) and wanted.kind.head else 0
    return score + len(wanted.extras & fact.extras) + len(wanted.kind.marks & fact.kind.marks)


def _total(own: Sequence[Told], question: Question) -> Signs:
    return dict.fromkeys(range(len(own)), 1)


def _chain(own: Sequence[Told], question: Question) -> Signs:
    return {place: one.way for place, one in enumerate(own)}


def _compared(own: Sequence[Told], question: Question) -> Signs:
    """What is told, and the differences that are told of it."""
    return {place: one.way if one.fact.than is not None else 1 for place, one in enumerate(own)}


def _start(own: Sequence[Told], question: Question) -> Signs:
    """The stock of the end, told as such or last, with all changes undone."""
    still = [place for place, one in enumerate(own) if one.role == "state"]
    if not still:
        return {}
    last = ([place for place in still if own[place].is_end] or still)[-1]
    return {place: 1 if place == last else -(one.direction or 1) for place, one in enumerate(own)}


def _change(own: Sequence[Told], question: Question) -> Signs:
    """What came to the first stock, or went from it, for the last to be there."""
    still = [place for place, one in enumerate(own) if one.role == "state"]
    if not still or own[still[0]].fact.clause == own[still[-1]].fact.clause:
        return {}
    return {place: -1 if place == still[-1] else one.way for place, one in enumerate(own)}


def _flows(own: Sequence[Told], question: Question) -> Signs:
    """All that went the asked way."""
    way = direction_for(question.fact, question.fact)
    return dict.fromkeys([p for p, one in enumerate(own) if one.direction == way != 0], 1)


def _goal(own: Sequence[Told], question: Question) -> Signs:
    """What is wanted without what there is of it, as it came and went."""
    goals = {place for place, one in enumerate(own) if one.role == "goal"}
    both = len({one.way for place, one in enumerate(own) if place not in goals}) > 1
    signs = {p: 1 if p in goals else -(one.way if both else 1) for p, one in enumerate(own)}
    return signs if goals else {}


def _of_whole(own: Sequence[Told], question: Question) -> Signs:
    """Wholes without their parts and what went of them."""
    signs = {p: -1 if one.role == "part" or one.direction < 0 else 1 for p, one in enumerate(own)}
    return signs if len(set(signs.values())) > 1 else {}


def _told_whole(own: Sequence[Told], question: Question) -> Signs:
    """A told sum without the parts that are told of it."""
    sums = [place for place, one in enumerate(own) if one.role == "total"]
    return {p: 1 if p == sums[0] else -1 for p in range(len(own))} if len(sums) == 1 else {}


def _left(own: Sequence[Told], question: Question) -> Signs:
    """The first stock and what came to it, without all that was done of it."""
    signs = {p: 1 if not p or one.direction > 0 else -1 for p, one in enumerate(own)}
    return signs if len(set(signs.values())) > 1 else {}


def _rest(own: Sequence[Told], question: Question) -> Signs:
    """The largest without all the others."""
    most = max(range(len(own)), key=lambda place: own[place].value * own[place].fact.amount.scale)
    return {place: 1 if place == most else -1 for place in range(len(own))}


_WAYS: Final = {
    "sides": _sides,
    "total": _total,
    "chain": _chain,
    "compared": _compared,
    "start": _start,
    "change": _change,
    "flows": _flows,
    "goal": _goal,
    "of whole": _of_whole,
    "told whole": _told_whole,
    "left": _left,
    "rest": _rest,
}
#: Ways to the equation of another.
_SAME: Final = {
    "sides": "difference",
    "left": "rest",
    "of whole": "rest",
    "told whole": "rest",
    "flows": "total",
}


def _without_one(own: Sequence[Told]) -> Iterator[list[Told]]:
    """All but one, first but the one that has least to do with the question."""
    if len(own) > 2:
        for left_out in sorted(own, key=lambda one: one.near):
            yield [one for one in own if one is not left_out]


def _one_turned(own: Sequence[Told], question: Question) -> Iterator[Equation]:
    """The told order of things with one amount counted the other way."""
    if len(own) > 2:
        signs = _chain(own, question)
        for turned in reversed(signs):
            yield own, "chain?", {p: -s if p == turned else s for p, s in signs.items()}
