"""What a ledger says of the question, and nothing else: the sure readings of a story."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from quantity_tagger.situation import kinds, times
from quantity_tagger.situation.facts import DIRECTION, HAPPENING, Fact, Kind, Side, Story, Time
from quantity_tagger.situation.families.purse import shopping
from quantity_tagger.situation.ledger import Ledger, unknown
from quantity_tagger.situation.readings import Reading
from quantity_tagger.situation.scene import side_fact
from quantity_tagger.situation.solve import Elimination, Solved
from quantity_tagger.situation.statements import Form, Number, plus
from quantity_tagger.situation.statements import times as scaled
from quantity_tagger.situation.understand import Candidate, told_by

_ONE = 1


def understand_strictly(story: Story) -> list[Candidate]:
    """The readings that follow without a guess, the first that determines the answer first."""
    found: list[Candidate] = []
    for ledger, reading in _readings(story):
        candidate = solved(ledger, reading)
        if candidate is not None and all(
            candidate.coefficients != one.coefficients for one in found
        ):
            found.append(candidate)
    return sorted(found, key=lambda one: one.cost)


def understand_widely(story: Story) -> list[Candidate]:
    """The readings of a story of which one restriction is let go at a time: the asked holder, the
    times, the kinds, whether something was done or is there. Each has a doubt.
    """
    found: list[Candidate] = []
    for why, wider in _wider(story):
        for one in understand_strictly(wider):
            if all(one.coefficients != other.coefficients for other in found):
                found.append(replace(one, doubts=(*one.doubts, why)))
    return sorted(found, key=lambda one: (len(one.doubts), one.cost))


def _wider(story: Story) -> Iterator[tuple[str, Story]]:
    question, asked = story.question, story.question.fact

    def with_all(change: Callable[[Fact], Fact]) -> Story:
        facts = tuple([change(fact) for fact in story.facts])
        return story._replace(facts=facts, question=question._replace(fact=change(asked)))

    if asked.holder or any(fact.holder for fact in story.facts):
        yield (
            "whoever has it",
            with_all(lambda fact: fact.but(holder="") if fact.than is None else fact),
        )
    if any(fact.time.label for fact in story.facts):
        yield "whenever it was", with_all(lambda fact: fact.but(time=Time(phase=fact.time.phase)))
    if not asked.kind.measure and len({fact.kind for fact in story.facts}) > 1:
        kind = Kind("")
        yield (
            "whatever it is",
            with_all(lambda fact: fact if fact.kind.measure else fact.but(kind=kind)),
        )
    if asked.effect != "state":
        fact = asked.but(effect="state", verb="")
        yield "what there is", story._replace(question=question._replace(fact=fact))


def solved(ledger: Ledger, reading: Reading) -> Candidate | None:
    """The equation of a reading, with what speaks against it."""
    story = ledger.story
    solver = Elimination(ledger.world, story.values)
    result = solver.solve(reading.form)
    if result is None:
        return None
    result = result.scaled(reading.scale)
    if reading.absolute and result.value < 0:
        result = result.negated()
    coefficients, answer = result.coefficients, result.value
    doubts: list[str] = []
    cost = reading.cost + sum(statement.cost for statement in result.used)
    used = sum(1 for share in coefficients if share)
    if not used:
        return None
    alone = len(coefficients) > 1 if reading.scale != 1 else {1, -1} & set(coefficients)
    if used == 1 and not result.constants and alone:
        doubts.append("the answer is told")
        cost += 2
    if answer < 0:
        doubts.append("the answer is below nothing")
        cost += 3
    if solver.contradictions and not reading.told:
        doubts.append("the numbers contradict each other")
        cost += 1.5
    touched = {name for statement in result.used for name in statement.form}
    for name in ledger.world.counts & touched:
        number = solver.value({name: _ONE})
        if number is not None and number < 0:
            doubts.append("a stock falls below nothing")
            cost += 3
            break
    if any(fact.rest for fact in story.facts) and reading.schema not in ("rest", "purse"):
        doubts.append("the others are spoken of and not asked for")
        cost += 1.0
    asked = story.question.fact
    lacks = asked.effect == "lack" and all(fact.effect != "lack" for fact in story.facts)
    left = bool(asked.extras & {"left", "not"}) and asked.effect == "state"
    compared = any(f.than is not None and _of_rest(f, f.than) for f in story.facts)
    if (left or lacks) and min(coefficients) >= 0 and not compared:
        doubts.append("some is left and none was taken")
        cost += 1.0
    if asked.effect == "lack" and reading.schema == "stock at the end":
        doubts.append("what is missing is no stock")
        cost += 1.0
    told = any(f.more and f.than is not None and f.verb == asked.verb for f in story.facts)
    to_do = asked.more and not asked.total and not told
    if reading.schema == "doings" and to_do:
        doubts.append("what is still to do is asked")
        cost += 1.0
    cost += _left_out(ledger, result, doubts)
    return told_by(result, reading.schema, cost, doubts, story)


def _of_rest(fact: Fact, side: Side) -> bool:
    """Whether a comparison tells of what is left: "read 42 pages, 9 fewer than are left"."""
    return "left" in fact.extras or (side.effect or fact.effect) != fact.effect


def _left_out(ledger: Ledger, result: Solved, doubts: list[str]) -> float:
    """A number of the asked kind and holder that plays no part speaks against a reading."""
    coefficients = result.coefficients
    asked = ledger.story.question.fact
    cost = 0.0
    for fact in ledger.story.facts:
        place = fact.amount.quantity
        if place is None or coefficients[place] or fact.kind.measure != asked.kind.measure:
            continue
        if fact.negated or place in result.cancelled():
            continue
        if _told_again(ledger.story, fact, coefficients):
            continue
        if fact.planned and not asked.planned and asked.effect in HAPPENING:
            continue  # what was to be done is not what was done
        named = ledger.story.question.mentions
        if "price" in fact.extras and named and fact.holder not in named:
            continue
        if _elsewhere(ledger, fact, asked) or _overtaken(ledger.story, fact, coefficients):
            continue
        if kinds.within(fact.kind, asked.kind) and ledger.belongs(fact.holder, asked.holder):
            doubts.append("a number of the asked kind is left out")
            cost += 0.5
    return cost


def _elsewhere(ledger: Ledger, fact: Fact, asked: Fact) -> bool:
    """Whether a fact is of another time, another deed, or moves nothing out of the asked stock."""
    moments = asked.time.parts or (asked.time,)
    if fact.time.label and not any(times.holds(one, fact.time) for one in moments):
        return True
    if asked.effect != "state":
        return fact.effect in ("state", "room", "need") or fact.verb[:1] != asked.verb[:1]
    if ledger.story.question.form == "difference":
        return fact.effect == "state" and asked.than is not None and asked.than.time is not None
    if asked.kind.head == "money" and "purse" in fact.extras:
        return bool(asked.extras & {"price", "spent"})
    return bool(DIRECTION.get(fact.effect)) and ledger.direction(fact, asked.holder) == 0


def _overtaken(story: Story, fact: Fact, coefficients: tuple[Number, ...]) -> bool:
    """Whether a change lies before a told stock that plays its part, or a stock before the level
    that it came to.
    """
    place = story.facts.index(fact)
    moves = bool(DIRECTION.get(fact.effect))
    return any(
        later.effect == "state"
        and later.amount.quantity is not None
        and coefficients[later.amount.quantity] != 0
        and later.holder == fact.holder
        and (
            later.level == "to" or (moves and ("left" in later.extras or later.time.phase == "end"))
        )
        and kinds.meets(later.kind, fact.kind)
        for later in story.facts[place + 1 :]
    )


def _told_again(story: Story, part: Fact, coefficients: tuple[Number, ...]) -> bool:
    """Whether a part is left out whose whole plays its part."""
    return any(
        whole.amount.quantity is not None
        and coefficients[whole.amount.quantity] != 0
        and whole.holder == part.holder
        and kinds.relation(part.kind, whole.kind) == "below"
        for whole in story.facts
    )


def _readings(story: Story) -> Iterator[tuple[Ledger, Reading]]:
    question = story.question
    asked = question.fact
    scale = asked.amount.scale
    bought = list(shopping(story))
    if bought:
        yield from bought
        return
    ledger = Ledger(story)
    if question.form == "difference":
        yield from _difference(ledger, asked, scale)
        return
    filled = list(_filled(ledger, asked))
    if filled:
        yield from filled
        return
    at = "start" if "start" in question.cues else "end"
    yield from _rest(story, asked)
    if asked.effect in HAPPENING:
        known = ledger.doings(asked)
        if asked.kind.parts or asked.time.parts or ledger.members(asked.holder) or not known:
            yield ledger, Reading("doings", ledger.amount(asked, at), scale=scale)
        elif not any(unknown(ledger.facts[p]) for p in known):
            cost = 0.6 if asked.more and not asked.total else 0.0
            summed = asked.total and len(known) > 1
            form = ledger.amount(asked, at)
            yield ledger, Reading("doings", form, cost, scale=scale, told=summed)
            if summed:  # all that was done is told: no stock has a say in it
                return
        yield from _change(story, asked, known, ledger)
    else:
        yield ledger, Reading(f"stock at the {at}", ledger.amount(asked, at), scale=scale)
    if not asked.total:
        yield from _share(story, asked)


def _filled(ledger: Ledger, asked: Fact) -> Iterator[tuple[Ledger, Reading]]:
    """What still fits, or is missing to a goal: it and what is there make the whole."""
    grows = asked.more and DIRECTION.get(asked.effect, 0) > 0
    if not grows and asked.effect != "lack":
        return
    goals = [
        place
        for place, fact in enumerate(ledger.facts)
        if fact.effect in ("room", "need")
        and fact.amount.quantity is not None
        and kinds.meets(fact.kind, asked.kind)
        and ledger.belongs(fact.holder, asked.holder)
    ]
    there = ledger.stock(asked.but(effect="state", time=Time()), "end")
    if there is not None and goals and (len(goals) == 1 or asked.effect == "lack"):
        form = scaled(-1, there)
        for place in goals:
            form = plus(form, {("f", place): _ONE})
        yield ledger, Reading("room", form, scale=asked.amount.scale)


def _rest(story: Story, asked: Fact) -> Iterator[tuple[Ledger, Reading]]:
    """The others of a whole whose told parts end with them."""
    rest = next((p for p, f in enumerate(story.facts) if f.rest), None)
    if rest is None and not asked.rest:
        return
    fact, rest = (asked, len(story.facts)) if rest is None else (story.facts[rest], rest)
    if fact.kind.head != asked.kind.head and "rest" not in story.question.cues:
        return
    if fact.amount.quantity is not None:
        return  # how many they are is told
    before = [
        p
        for p in range(rest)
        if story.facts[p].amount.quantity is not None and story.facts[p].than is None
    ]
    later = [
        p
        for p in range(rest + 1, len(story.facts))
        if story.facts[p].total
        and before
        and all(kinds.relation(story.facts[q].kind, story.facts[p].kind) == "below" for q in before)
    ]
    if not later and any(f.total for f in story.facts[rest + 1 :]):
        return
    before = later[:1] + before
    if len(before) < 2:
        return
    if fact.of is not None and not later:
        wholes = [n for n, p in enumerate(before) if story.facts[p].kind.head == fact.of.head]
        own = [n for n in wholes if story.facts[before[n]].holder == fact.holder]
        before = before[(own or wholes or [0])[0] :]
    if len(before) < 2:
        return
    whole = story.facts[before[0]]
    parts = [p for p in before[1:] if story.facts[p].kind.measure == whole.kind.measure]
    parts = [p for p in parts if kinds.meets(story.facts[p].kind, whole.kind)] or parts
    form: Form = {("f", before[0]): _ONE}
    for place in parts:
        form = plus(form, {("f", place): -_ONE})
    yield Ledger(story), Reading("rest", form, 0.1, scale=asked.amount.scale, told=True)


def _change(
    story: Story, asked: Fact, known: list[int], ledger: Ledger
) -> Iterator[tuple[Ledger, Reading]]:
    """A flow that the stocks before and after it tell."""
    open_ = [p for p in known if unknown(ledger.facts[p]) and ledger.facts[p].than is None]
    if open_:
        yield ledger, Reading("change", {("f", open_[-1]): _ONE}, scale=asked.amount.scale)
        return
    if not DIRECTION.get(asked.effect):
        return
    later = [
        p
        for p, fact in enumerate(story.facts)
        if fact.effect == "state"
        and kinds.meets(fact.kind, asked.kind)
        and fact.than is None
        and ledger.belongs(fact.holder, asked.holder)
    ]
    if not later:
        return
    place = later[-1] if len(later) > 1 or later[-1] > 0 else later[-1] + 1
    after = [p for p in later if story.facts[p].words[:1] > asked.words[:1]]
    place = after[0] if after else place
    facts = [*story.facts[:place], asked.but(than=None, time=Time()), *story.facts[place:]]
    moved = [_shifted(fact, place) for fact in facts]
    book = Ledger(story, moved)
    yield book, Reading("change", {("f", place): _ONE}, 0.1, scale=asked.amount.scale)


def _shifted(fact: Fact, place: int) -> Fact:
    return (
        fact.but(about=fact.about + 1) if fact.about is not None and fact.about >= place else fact
    )


def _difference(ledger: Ledger, asked: Fact, scale: Fraction) -> Iterator[tuple[Ledger, Reading]]:
    side = asked.than or Side()
    one_at: str | int = "end"
    other_at: str | int = "end"
    if side.time is not None and side.time.phase == "start":
        other_at = "start"
        side = Side(side.holder, side.kind, side.place, Time(), side.verb, side.effect)
    if "start" in ledger.story.question.cues:
        one_at = other_at = "start"
    plain = asked.but(than=None, sign=0, time=asked.time if asked.time.label else Time())
    one = ledger.amount(plain, one_at)
    other = ledger.amount(side_fact(plain, side), other_at)
    form = scaled(asked.sign or 1, plus(one, scaled(-1, other)))
    yield ledger, Reading("difference", form, 0.0, not asked.sign, scale)


def _share(story: Story, asked: Fact) -> Iterator[tuple[Ledger, Reading]]:
    """What a told whole leaves for the asked part once its other parts are taken away."""
    for number, whole in enumerate(story.facts):
        if whole.than is not None or whole.amount.quantity is None or "、" in whole.holder:
            continue
        if not _covers(story, whole, asked):
            continue
        parts = [
            p
            for p, fact in enumerate(story.facts)
            if p != number
            and fact.about is None
            and not fact.rest
            and _covers(story, whole, fact)
            and _alike(whole, fact, asked)
            and not _covers(story, fact, asked)
        ]
        parts = [
            p
            for p in parts
            if not any(_covers(story, story.facts[q], story.facts[p]) for q in parts)
        ]
        if not parts:
            continue
        ledger = Ledger(story)
        form: Form = {("f", number): _ONE}
        for place in parts:
            form = plus(form, {("f", place): -_ONE})
        yield ledger, Reading("share", form, 0.2, scale=asked.amount.scale)
        return


def _alike(whole: Fact, part: Fact, asked: Fact) -> bool:
    """Whether two parts divide the whole along the same line: kind, holder, time or predicate."""
    if (
        asked.kind.head or whole.kind.head
    ) != whole.kind.head or asked.kind.marks != whole.kind.marks:
        if bool(part.kind.marks) != bool(asked.kind.marks):
            return False  # who can dive does not tell who is a girl
        return (part.kind.head, part.kind.marks) != (whole.kind.head, whole.kind.marks)
    if asked.holder != whole.holder:
        return part.holder not in (whole.holder, asked.holder, "")
    return bool(part.time.label) and part.time.label != asked.time.label


def _covers(story: Story, whole: Fact, part: Fact) -> bool:
    """Whether a fact tells a whole that a description is a proper part of."""
    relation = kinds.relation(part.kind, whole.kind)
    if relation not in ("same", "below") and part.kind.head not in [
        k.head for k in whole.kind.parts
    ]:
        return False
    flows = ("do", *DIRECTION)
    if (whole.effect in flows) != (part.effect in flows) and relation == "same":
        return False
    if whole.effect in flows and part.effect in flows and whole.verb[:1] != part.verb[:1]:
        return False
    below = relation == "below" or bool(whole.kind.parts)
    members = story.groups.get(whole.holder, ())
    other = bool(whole.holder and part.holder) and whole.holder != part.holder
    several = whole.total and relation == "same" and whole.holder not in story.people
    if other and part.holder not in members and not several:
        return False
    return (
        below
        or (part.holder in members)
        or (whole.total and bool(part.holder) and part.holder != whole.holder)
        or (
            bool(part.time.label)
            and part.time.label != whole.time.label
            and times.holds(whole.time, part.time)
        )
    )
