"""Reads a story in several ways, solves each, and ranks the equations that come out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from quantity_tagger.situation import asking, kinds, times, values
from quantity_tagger.situation.facts import HAPPENING, Fact, Question, Story
from quantity_tagger.situation.families import parts
from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.relevance import (
    another_deed,
    beside,
    for_another,
    handed_over,
    overtaken,
    still_to_come,
    told_again,
)
from quantity_tagger.situation.scene import Options, Scene, settle, widened
from quantity_tagger.situation.solve import Elimination, Solved
from quantity_tagger.situation.statements import Number, Statement

#: Hand-set weights of what makes a reading less likely.
COSTS = {
    "trivial": 4.0,
    "negative": 3.0,
    "contradiction": 1.5,
    "left out": 0.5,
    "unread": 0.2,
    "not whole": 0.5,
}

#: With a reading that costs less, no looser options are tried.
SURE = 0.7
#: Readings with doubts that cost more are guesses: they tell a told number, or contradict.
TRUSTED = 1.0

_SIGNS: Final = frozenset([-1, 0, 1])


@dataclass(frozen=True, slots=True)
class Candidate:
    """x = Σ ``coefficients`` · q + Σ ``constants``, from the schema named; lower ``cost`` is
    better.

    ``doubts`` says what lowers the trust, ``words`` the tokens that the solution rests on. Each
    constant has its reason before it.
    """

    coefficients: tuple[Number, ...]
    schema: str
    cost: float
    answer: Number
    words: tuple[int, ...] = ()
    doubts: tuple[str, ...] = ()
    constants: tuple[tuple[str, Number], ...] = ()
    #: the story as this reading takes it; a family that reads none has what it ``used``
    story: Story | None = None
    used: tuple[Statement, ...] = ()

    @property
    def trusted(self) -> bool:
        """Whether the reading is more than a guess."""
        return not self.doubts or self.cost < TRUSTED

    @property
    def clear(self) -> bool:
        """Whether nothing speaks against the reading."""
        return not self.doubts and self.cost < SURE

    @property
    def constant(self) -> Number:
        return sum([number for _, number in self.constants])

    @property
    def signs(self) -> tuple[int, ...] | None:
        """The coefficients where all are signs and nothing unsaid is added."""
        if self.constants or not _SIGNS.issuperset(self.coefficients):
            return None
        return tuple(map(int, self.coefficients))


#: What speaks against an equation, each with its cost.
Against = Callable[[Story, Sequence[Number], str], Iterator[tuple[float, str]]]


@dataclass(frozen=True, slots=True)
class Understanding:
    """The readings of a problem, best first, and its story where that was needed for them."""

    candidates: list[Candidate]
    story: Story | None = None


def understand(story: Story, against: Against | None = None) -> list[Candidate]:
    """The readings of a story that determine the answer, best first, one for each equation."""
    found: dict[tuple[object, ...], Candidate] = {}
    least = math.inf
    question = _of_one_time(story.question)
    if question is not story.question:
        story = story._replace(question=question)
    for variant, extra in _variants(story):
        facts = settle(list(variant.facts), variant)
        met: set[str] = set()
        for number, (options, cost, differs_by) in enumerate(_options()):
            if number > 1 and least < SURE:
                break
            if differs_by and differs_by not in met:
                continue  # nothing else than the last time
            met = options.met
            told = widened(variant) if options.any_kind else variant
            scene = Scene(told, options, facts=facts.copy())
            for candidate in _read(scene, variant, cost + extra, against):
                key = (candidate.coefficients, candidate.constant)
                known = found.get(key)
                if known is None or candidate.cost < known.cost:
                    found[key] = candidate
                    least = min(least, candidate.cost)
    return sorted(found.values(), key=lambda one: (one.cost, _negated(one.coefficients)))


def _of_one_time(question: Question) -> Question:
    """As in "than the cat on Monday", "than it lost this year": both sides are of that time."""
    asked = question.fact
    side = asked.than
    if side is None or side.time is None or not side.time.label or asked.time.label:
        return question
    if not any((side.holder, side.kind, side.place, side.verb)):
        return question
    return question._replace(fact=asked.but(time=side.time))


def _negated(coefficients: tuple[Number, ...]) -> tuple[Number, ...]:
    return tuple([-share for share in coefficients])


def _options() -> Iterator[tuple[Options, float, str]]:
    """Options with what they cost, and by what they differ from those before them alone."""
    yield Options(), 0.0, ""
    yield Options(zero_start=True), 0.3, "start"
    yield Options(any_holder=True), 0.9, ""
    yield Options(any_holder=True, zero_start=True), 1.2, "start"
    yield Options(any_kind=True, zero_start=True), 1.5, ""
    yield Options(any_kind=True, any_holder=True, zero_start=True), 2.2, "holder"


def _variants(story: Story) -> Iterator[tuple[Story, float]]:
    """The story as told, then with one deed read otherwise at a time."""
    yield story, 0.0
    for cost, question in story.question.others:
        yield story._replace(question=question), cost
    for place, fact in enumerate(story.facts):
        if any(other.others and _of_one_deed(fact, other) for other in story.facts[:place]):
            continue
        for number, (cost, _) in enumerate(fact.others):
            facts = tuple(
                [
                    other.others[number][1]
                    if number < len(other.others) and _of_one_deed(fact, other)
                    else other
                    for other in story.facts
                ]
            )
            yield story._replace(facts=facts), cost


def _of_one_deed(one: Fact, other: Fact) -> bool:
    """As in "plans to add 3 cows and 5 goats": done or not done as one."""
    return (one.sentence, one.verb, one.effect, one.holder) == (
        other.sentence, other.verb, other.effect, other.holder,
    )  # fmt: skip


def _read(told: Scene, story: Story, cost: float, against: Against | None) -> Iterator[Candidate]:
    """What the question may ask of a scene, in each of the ways to take it."""
    values.say_facts(told)
    parts.say_rests(told)
    known = Elimination(told.world, told.story.values)
    scene = told.copy()
    solver = known
    timed = story.question.after is not None
    for schema in asking.SCHEMAS:
        if timed and schema not in asking.AT_MOMENTS:
            continue
        if scene.differs(told):  # most ways to ask leave a scene as it was
            scene = told.copy()
            solver = known
        for reading in schema(scene):
            solver = solver.of(scene.world)
            solved = solver.solve(reading.form)
            if solved is None:
                continue
            candidate = _candidate(scene, reading, solver, solved, cost)
            if candidate is None:
                continue
            if against is not None:
                met = _met(story) if reading.another else story
                found = list(against(met, candidate.coefficients, reading.schema))
                if found:
                    candidate = replace(
                        candidate,
                        cost=candidate.cost + sum([extra for extra, _ in found]),
                        doubts=(*candidate.doubts, *[why for _, why in found]),
                    )
            yield candidate


def _met(story: Story) -> Story:
    """The story where it is no matter that nothing is told of those who are asked for."""
    return story._replace(question=story.question._replace(unread=()))


def _candidate(
    scene: Scene, reading: Reading, solver: Elimination, solved: Solved, cost: float
) -> Candidate | None:
    story = scene.story
    solved = solved.scaled(reading.scale)
    if reading.absolute and solved.value < 0:
        solved = solved.negated()
    coefficients, answer = solved.coefficients, solved.value
    asks_change = reading.schema == "change"  # how far it fell is no level
    below = answer < 0 and (asks_change or not kinds.signed(story.question.fact.kind))
    if below or not any(coefficients):
        return None
    doubts = list(scene.doubts)
    # that nothing was there before is one assumption, of however many stocks it is made
    assumed = {statement.schema: statement.cost for statement in solved.used if statement.cost}
    cost += scene.cost + reading.cost + sum(assumed.values())
    used = sum(1 for share in coefficients if share)
    alone = 1 in coefficients or (len(coefficients) > 1 and reading.scale != 1)
    if used == 1 and not solved.constants and alone:
        cost += COSTS["trivial"]
        doubts.append("the answer is told")
    if answer == 0:
        cost += 1.0
    for name in scene.world.counts:
        number = solver.value({name: 1})
        if number is not None and number < 0:
            cost += COSTS["negative"]
            doubts.append("a stock falls below nothing")
            break
    if solver.contradictions and not reading.told:
        cost += COSTS["contradiction"] * len(solver.contradictions)
        doubts.append("the numbers contradict each other")
    asked = story.question.fact
    shared = {reading.schema, *(one.schema for one in solved.used)} & {"rest", "parts", "purchase"}
    side = asked.than.verb if asked.than is not None else None
    if any(fact.rest and fact.verb != side for fact in story.facts) and not shared:
        cost += COSTS["left out"]
        doubts.append("the others are spoken of and not asked for")
    for fact in story.facts:
        place = fact.amount.quantity
        if fact.negated or place is None or coefficients[place] or place in solved.cancelled():
            continue
        if (
            fact.planned
            and not asked.planned
            and not story.question.cues - {"total", "several"}
            and asked.effect in HAPPENING
        ):
            continue  # what was planned is not what was done
        if fact.kind.measure != asked.kind.measure or another_deed(story, fact):
            continue
        if fact.effect == "note" or handed_over(story, fact) or still_to_come(story, fact):
            continue
        if beside(scene, fact, reading.schema) or overtaken(story, fact, coefficients):
            continue
        if told_again(story, fact, coefficients):
            continue
        if for_another(fact, asked):
            continue
        thing = fact.effect == "state" and fact.holder and fact.holder not in story.people
        where = asked.place if fact.place or thing else ""  # "the red box has 5"
        moments = asked.time.parts or (asked.time,)
        timed = fact.time.label and (asked.effect != "state" or fact.effect == "state")
        if timed and not any(times.holds(one, fact.time) for one in moments):
            continue
        if kinds.within(fact.kind, asked.kind) and scene.locus(fact, asked.holder, where) == 0:
            cost += COSTS["left out"]
            doubts.append("a number of the asked kind is left out")
    if not reading.another:
        cost += COSTS["unread"] * len(story.question.unread)
    return told_by(solved, reading.schema, cost, doubts, story)


def told_by(
    solved: Solved,
    schema: str,
    cost: float,
    doubts: Sequence[str],
    story: Story | None = None,
    used: tuple[Statement, ...] = (),
) -> Candidate:
    """The candidate that a solution is, with what speaks against it."""
    return Candidate(
        solved.coefficients,
        schema,
        cost,
        solved.value,
        solved.words,
        tuple(doubts),
        tuple(solved.constants.items()),
        story,
        used,
    )
