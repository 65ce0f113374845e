"""A strict book of amounts: stocks with their changes, doings, comparisons, said once and for all.

Where `scene` weighs several ways to take a story, the ledger takes it in one way and answers only
what follows without a guess. An amount nobody told has a name of its own (whose, what, when), so
that two comparisons that speak of it meet there.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from quantity_tagger.situation import kinds, times
from quantity_tagger.situation.facts import DIRECTION, Amount, Fact, Kind, Story, Time
from quantity_tagger.situation.scene import given, side_fact
from quantity_tagger.situation.statements import Form, Given, World, plus
from quantity_tagger.situation.statements import times as scaled

_ONE = 1
_DOINGS = frozenset(["do", *DIRECTION])


class Ledger:
    """The facts of a story as statements; `amount` is what a description amounts to."""

    def __init__(self, story: Story, facts: Sequence[Fact] | None = None) -> None:
        self.story = story
        self.facts = list(story.facts if facts is None else facts)
        self.world = World()
        self._memo: dict[Hashable, Form | None] = {}
        told = [*self.facts, story.question.fact]
        self.by_time = any(
            bool(f.time.parts) or (f.than is not None and f.than.time is not None) for f in told
        )
        for place, fact in enumerate(self.facts):
            self._say(place, fact)
        for place, fact in enumerate(self.facts):
            self._say_joint(place, fact)
        for place, fact in enumerate(self.facts):
            if fact.kind.head == "age" and fact.kind.measure:
                continue
            if fact.effect == "state" or DIRECTION.get(fact.effect):
                for holder in {fact.holder, fact.to, fact.source} - {""} or {""}:
                    self.stock(fact.but(holder=holder, effect="state", time=Time()), "end")
            if fact.than is not None:
                other = side_fact(
                    self.facts[place if fact.about is None else fact.about], fact.than
                )
                if other.effect == "state":
                    self.stock(other.but(time=Time()), "end")

    # ---- what is told ----------------------------------------------------------------------------
    def _say(self, place: int, fact: Fact) -> None:
        if fact.kind.head == "age" and fact.kind.measure and fact.about is None:
            self.world.say(
                plus({("f", place): 1}, scaled(-1, self._age(fact))), None, "age", fact.words
            )
        told = given(fact.amount)
        if told is None:
            return
        if fact.than is None or not fact.sign:
            self.world.say({("f", place): 1}, told, "told", fact.words)
            return
        about = place if fact.about is None else fact.about
        mine = self.facts[about].but(than=None, about=None, total=False)
        other = self.amount(side_fact(mine, fact.than), self._moment(fact, place), place)
        signed = Given(
            {q: share * fact.sign for q, share in told.quantities.items()},
            told.constant * fact.sign,
        )
        self.world.say(plus({("f", about): 1}, scaled(-1, other)), signed, "comparison", fact.words)
        parts = [p for p in range(place) if self._subset([p], [about]) and self._is_part(p)]
        if len(parts) > 1 and fact.about is None and mine.effect == "state":
            own = self.amount(mine, place, place)
            self.world.say(plus({("f", place): 1}, scaled(-1, own)), None, "parts", fact.words)

    def _is_part(self, place: int) -> bool:
        fact = self.facts[place]
        return fact.effect == "state" and fact.than is None and not fact.planned

    def _say_joint(self, place: int, fact: Fact) -> None:
        """What is told of several together is the sum of what each of them has."""
        members = self.members(fact.holder)
        parts = [fact.but(holder=one) for one in members if "、" in fact.holder] or [
            fact.but(kind=kind) for kind in fact.kind.parts
        ]
        parts = parts or [fact.but(time=time) for time in fact.time.parts]
        if len(parts) > 1 and fact.than is None and fact.about is None:
            total = self._sum([part.but(total=False) for part in parts], place, place)
            self.world.say(plus({("f", place): 1}, scaled(-1, total)), None, "together", fact.words)

    @staticmethod
    def _moment(fact: Fact, place: int) -> str | int:
        side = fact.than
        if side is not None and side.time is not None and side.time.phase == "start":
            return "start"
        return place

    # ---- descriptions ----------------------------------------------------------------------------
    def members(self, holder: str) -> tuple[str, ...]:
        return self.story.groups.get(holder, ())

    def belongs(self, one: str, whole: str) -> bool:
        """Whether what the first holder has is the second's too."""
        return (
            not whole
            or one == whole
            or one in self.members(whole)
            or self.story.within.get(one) == whole
        )

    def amount(self, asked: Fact, at: str | int, skip: int = -1) -> Form:
        """What a description amounts to; what nobody told is named by the description."""
        if asked.kind.parts and not self._told_as(asked):
            return self._sum([asked.but(kind=part) for part in asked.kind.parts], at, skip)
        if asked.time.parts:
            return self._sum([asked.but(time=part) for part in asked.time.parts], at, skip)
        members = self.members(asked.holder)
        if members and not self._told_as(asked):
            return self._sum([asked.but(holder=one) for one in members], at, skip)
        if asked.kind.head == "age" and asked.kind.measure:
            return self._age(asked)
        if asked.effect in _DOINGS:
            found = [place for place in self.doings(asked) if place != skip]
            if found:
                return self._total(found)
        else:
            form = self.stock(asked, at, skip)
            if form is not None:
                return form
        return {self._name(asked): _ONE}

    def _age(self, asked: Fact) -> Form:
        """A person's age now and what passes until the moment that is spoken of."""
        form: Form = {("age", asked.holder): _ONE}
        if asked.time.shift is not None:
            name = ("passes", asked.time.shift.quantity)
            told = given(asked.time.shift)
            if name not in self._memo and told is not None:
                self._memo[name] = None
                self.world.say({name: 1}, told, "time passes")
            form[name] = asked.time.shift_sign
        elif asked.time.label and not asked.time.present:
            form[("passes", asked.time.label)] = _ONE
        return form

    def _sum(self, parts: list[Fact], at: str | int, skip: int) -> Form:
        total: Form = {}
        for part in parts:
            total = plus(total, self.amount(part, at, skip))
        return total

    def _told_as(self, asked: Fact) -> bool:
        return any(
            fact.holder == asked.holder
            and fact.kind.head == asked.kind.head
            and fact.than is None
            and fact.effect == asked.effect
            for fact in self.facts
        )

    def _total(self, places: list[int]) -> Form:
        total: Form = {}
        for place in places:
            total = plus(total, {("f", place): _ONE})
        return total

    def _name(self, asked: Fact) -> Hashable:
        verb = DIRECTION.get(asked.effect) or asked.verb[:1] if asked.effect in _DOINGS else ""
        label = asked.time.label if self.by_time else ""
        return ("v", asked.holder, asked.kind.head, asked.kind.marks, label, verb)

    # ---- doings ----------------------------------------------------------------------------------
    def doings(self, asked: Fact) -> list[int]:
        """The told doings that a description covers."""
        found = [
            place
            for place, fact in enumerate(self.facts)
            if fact.effect in _DOINGS
            and fact.about is None
            and (not fact.planned or (asked.planned and fact.than is not None))
            and not fact.negated
            and kinds.within(fact.kind, asked.kind)
            and self._does(fact, asked)
        ]
        if asked.time.label:
            found = [p for p in found if not self.facts[p].time.parts]
            exact = [
                p
                for p in found
                if times.holds(asked.time, self.facts[p].time) and self.facts[p].time.label
            ]
            if not exact and any(self.facts[p].time.label for p in found):
                return []
            found = exact or found
        if asked.to:
            found = [p for p in found if self.facts[p].to == asked.to]
        totals = [
            p
            for p in found
            if self.facts[p].total
            and all(kinds.within(self.facts[q].kind, self.facts[p].kind) for q in found)
        ]
        if totals and len(found) > 1:
            found = totals if len(totals) == 1 else [p for p in found if p not in totals] or totals
        return found

    def _does(self, fact: Fact, asked: Fact) -> bool:
        other = bool(asked.holder) and not self.belongs(fact.holder, asked.holder)
        gets = asked.effect == "give" and fact.to == asked.holder
        if other and not gets and (fact.holder or asked.holder in self.story.people):
            return False
        if fact.verb == asked.verb or not asked.verb:
            return True
        way = DIRECTION.get(asked.effect, 0)
        if way:
            if DIRECTION.get(fact.effect, 0) != way:
                return False
            return not any(
                other.verb == asked.verb and other.effect == asked.effect for other in self.facts
            )
        return fact.verb[:1] == asked.verb[:1]

    # ---- stocks ----------------------------------------------------------------------------------
    def direction(self, fact: Fact, holder: str) -> int:
        own = DIRECTION.get(fact.effect, 0)
        other = fact.to or (fact.source if fact.effect in ("take", "gain") else "")
        if not other:
            return own
        mine = self.belongs(fact.holder, holder) if fact.holder else True
        theirs = self.belongs(other, holder) and (bool(holder) or self._keeps(other, fact.kind))
        if mine and theirs:
            return 0
        return own if mine else -own if theirs else 0

    def _moves(self, fact: Fact, kind: Kind) -> bool:
        """Whether a change is of this kind, each part of it where it names several."""
        return all(kinds.meets(one, kind) for one in fact.kind.parts or (fact.kind,))

    def _keeps(self, holder: str, kind: Kind) -> bool:
        return any(
            fact.effect == "state" and fact.holder == holder and kinds.meets(fact.kind, kind)
            for fact in self.facts
        )

    def stock(self, asked: Fact, at: str | int, skip: int = -1) -> Form | None:
        """How many there are at the start, the end, or when a fact was told; None: nobody told."""
        key = (asked.holder, asked.kind, asked.time.label, at, skip)
        if key not in self._memo:
            self._memo[key] = self._stock(asked, at, skip)
        return self._memo[key]

    def _stock(self, asked: Fact, at: str | int, skip: int) -> Form | None:
        states = [
            place
            for place, fact in enumerate(self.facts)
            if fact.effect == "state"
            and fact.about is None
            and place != skip
            and not fact.planned
            and kinds.within(fact.kind, asked.kind)
            and self.belongs(fact.holder, asked.holder)
            and (not asked.holder or fact.holder or asked.holder not in self.story.people)
        ]
        flows = [
            place
            for place, fact in enumerate(self.facts)
            if DIRECTION.get(fact.effect)
            and not fact.negated
            and not fact.planned
            and place != skip
            and fact.about is None
            and self._moves(fact, asked.kind)
            and any(
                self.belongs(one, asked.holder)
                for one in (fact.holder, fact.to, fact.source)
                if one or not fact.holder
            )
            and self.direction(fact, asked.holder)
        ]
        if asked.time.label and not flows:
            timed = [
                p
                for p in states
                if times.holds(asked.time, self.facts[p].time) and self.facts[p].time.label
            ]
            if not timed and any(self.facts[p].time.label for p in states):
                return None
            states = timed or states
        if not states and not flows:
            return None
        cells = self._cells(states, bool(flows))
        cells = (
            {
                name: cell
                for name, cell in cells.items()
                if not any(
                    other != name and self._subset(cell, mates) for other, mates in cells.items()
                )
            }
            if len(cells) > 2
            else cells
        )
        whole = self._whole_cell(cells, asked)
        if len(cells) <= 1 or whole is not None:
            parts = (
                [p for name, cell in cells.items() if name != whole for p in cell] if whole else []
            )
            own = cells[whole] if whole is not None else states
            return self._chain(asked, own, flows, parts, at)
        total: Form = {}
        loose = list(flows)
        for cell in cells.values():
            first = self.facts[cell[0]]
            mine = [
                p
                for p in flows
                if kinds.within(self.facts[p].kind, first.kind)
                and (
                    self.belongs(self.facts[p].holder, first.holder)
                    or first.holder in (self.facts[p].to, self.facts[p].source)
                )
            ]
            loose = [p for p in loose if p not in mine]
            total = plus(total, self._chain(first.but(time=Time()), cell, mine, [], at))
        for place in loose:
            if at == "end" or (isinstance(at, int) and place < at):
                total = plus(total, {("f", place): self.direction(self.facts[place], asked.holder)})
        return total

    def _cells(self, states: list[int], moved: bool) -> dict[Hashable, list[int]]:
        cells: dict[Hashable, list[int]] = {}
        for place in states:
            fact = self.facts[place]
            time = "" if moved or fact.time.phase else fact.time.label
            later = any(self.facts[p].time.label == "" for p in states)
            name = (fact.holder, fact.kind.head, fact.kind.marks, "" if later else time)
            cells.setdefault(name, []).append(place)
        return cells

    def _subset(self, cell: list[int], whole: list[int]) -> bool:
        one, other = self.facts[cell[0]], self.facts[whole[0]]
        return one.holder == other.holder and kinds.relation(one.kind, other.kind) == "below"

    def _whole_cell(self, cells: dict[Hashable, list[int]], asked: Fact) -> Hashable | None:
        """The cell that holds all the others."""
        for name, cell in cells.items():
            first = self.facts[cell[0]]
            if all(
                other == name
                or (
                    kinds.relation(self.facts[places[0]].kind, first.kind) == "below"
                    and self.belongs(self.facts[places[0]].holder, first.holder)
                )
                or (
                    kinds.within(self.facts[places[0]].kind, first.kind)
                    and self.facts[places[0]].holder in self.members(first.holder)
                )
                for other, places in cells.items()
            ):
                return name
        return None

    def _chain(
        self, asked: Fact, states: list[int], flows: list[int], parts: list[int], at: str | int
    ) -> Form:
        """The stock over time: s(t+1) = s(t) ± f; states tell s(t)."""
        name = ("s", asked.holder, asked.kind.head, asked.kind.marks, tuple(states), tuple(flows))
        order = times.in_order([(p, self.facts[p]) for p in sorted([*states, *flows])])
        moments: list[tuple[float, Form]] = [(-1, {(*name, 0): _ONE})]
        first = ("said", name)
        said = first in self._memo
        self._memo[first] = None
        before = bool(parts and flows) and max(parts) < min([p for p, _ in order], default=0)
        if before and not said:
            self.world.say(plus(moments[0][1], scaled(-1, self._total(parts))), None, "parts")
        moved = bool(parts)
        count = 0
        started = False
        for place, fact in order:
            now = moments[-1][1]
            if fact.effect == "state":
                if started and not moved and self._later(fact) and place > moments[-1][0]:
                    count += 1
                    now = {(*name, count): _ONE}
                    moments.append((place, now))
                if not said:
                    self.world.say(plus(now, {("f", place): -_ONE}), None, "state", fact.words)
                started, moved = True, False
                continue
            way = self.direction(fact, asked.holder)
            if not started and not moved and way > 0 and not said and self._from_nothing(order):
                self.world.say(now, None, "nothing before", (), 0.2)
            count += 1
            later: Form = {(*name, count): _ONE}
            if not said:
                self.world.say(
                    plus(later, scaled(-1, now), {("f", place): -way}),
                    None,
                    fact.effect,
                    fact.words,
                )
                if asked.kind.head != "temperature":  # which may fall below nothing
                    self.world.counts.update([*now, *later])
            moments.append((place, later))
            moved = True
        if at == "start":
            return moments[0][1]
        if at == "end":
            return moments[-1][1]
        return [form for place, form in moments if place < int(at)][-1]

    @staticmethod
    def _later(fact: Fact) -> bool:
        return fact.time.phase == "end" or "left" in fact.extras or fact.level == "to"

    def _from_nothing(self, order: list[tuple[int, Fact]]) -> bool:
        """Whether nothing was there before the first gain: no earlier stock is spoken of."""
        question = self.story.question
        return "start" not in question.cues and not order[0][1].more


def unknown(fact: Fact) -> bool:
    return fact.amount == Amount(scale=fact.amount.scale)
